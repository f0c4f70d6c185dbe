"""The summary of a match as the body of a response."""

from __future__ import annotations

from truquero.analysis.match_summary import MatchSummary
from truquero.rules.game import Rules
from truquero.server.http.match_bodies import (
    CallChain,
    ChainCall,
    MatchReview,
    ScoreAfterHand,
    SideOfSummary,
    WorkedBluff,
)
from truquero.speech.score_text import counted_points


def summary_info(rules: Rules, summary: MatchSummary) -> MatchReview:
    """Return the body with a summary. Calls are in the words of the variant."""
    phrase, chain = rules.voices.phrase, summary.longest_chain
    return MatchReview(
        sides=tuple(
            SideOfSummary(side.name, side.envidos_won, side.envidos_lost, side.bluffs) for side in summary.sides
        ),
        scores=tuple(
            ScoreAfterHand(
                line.deal, line.hand, tuple(counted_points(rules, count) for count in line.points), line.games
            )
            for line in summary.scores
        ),
        bluffs=tuple(
            WorkedBluff(
                bluff.deal,
                bluff.hand,
                bluff.seat,
                phrase(bluff.move),
                bluff.refused_by,
                phrase(bluff.answer, bluff.lance),
            )
            for bluff in summary.bluffs
        ),
        chain=None
        if chain is None
        else CallChain(
            chain.deal,
            chain.hand,
            tuple(ChainCall(bet.seat, phrase(bet.move, bet.answered or None)) for bet in chain.calls),
        ),
    )
