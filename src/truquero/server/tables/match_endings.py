"""The results of a match that has just ended, for the guests who sit at the table."""

from __future__ import annotations

from truquero.analysis.match_summary import seat_statistics
from truquero.server.match_results import MatchResult
from truquero.server.tables.state import TableState
from truquero.speech.score_text import counted_points
from truquero.table import Match
from truquero.table.schedule import side_name


def results_of(state: TableState) -> tuple[MatchResult, ...]:
    """Return the result of the finished match for each guest at the table."""
    match = state.current_match
    return tuple(
        MatchResult(
            guest=chair.guest,
            number=state.matches,
            variant=state.rules.variant,
            players=state.rules.players,
            seat=chair.seat,
            won=side_name(state.rules.players, chair.seat) in match.winners,
            score=_score_for(match, chair.seat),
            names=state.final_names,
            bets=seat_statistics(match, chair.seat, state.first_deals.get(chair.seat, 1)),
        )
        for chair in state.chairs.values()
        if chair.guest is not None
    )


def _score_for(match: Match, seat: int) -> str:
    """Return the final score as people say it, the own side of a seat first."""
    rules = match.rules
    if rules.match.games_to_win > 1:
        final = match.games
    else:
        final = tuple(counted_points(rules, points) for points in match.score)
    own = match.all_side_names().index(side_name(rules.players, seat))
    return "-".join(map(str, (final[own], *final[:own], *final[own + 1 :])))
