"""The sections on special phases (duels, the gallo, the hand before the end), the match and incidents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from truquero.i18n import _
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.document import Block, BookSection, Paragraph, RuleStatement, section
from truquero.rulebook.table_and_trick_sections import all_tied_by, can_tie, ties_in_words
from truquero.rulebook.worth import in_points, points
from truquero.rules.game import BothClose, Duels, Gallo, LastHand, Pairing, Rules
from truquero.rules.lances import lance_name
from truquero.rules.trick_rules import Ties


def phase_sections(rules: Rules, names: Names) -> Iterator[BookSection]:
    """Yield a section for each phase that the rules have."""
    if rules.gallo is not None:
        yield section("gallo", _("The gallo"), _gallo(rules.gallo, names))
    if rules.duels is not None:
        heading = _("Duels ({name})").format(name=rules.duels.name)
        yield section("duels", heading, _duels(rules, rules.duels))
    if rules.captain_sees_partner:
        yield section("captain", _("The captain"), _captain())
    if rules.last_hand is not None:
        yield section("last_hand", _("The hand before the end"), _last_hand(rules, rules.last_hand, names))


def match_section(rules: Rules, names: Names) -> BookSection:
    return section("match", _("The match"), _match(rules, names))


def incidents_section(rules: Rules, names: Names) -> BookSection:
    return section("incidents", _("Leaving, challenges and penalties"), _incidents(rules, names))


# ----------------------------------------------------------------------------------------------------------- phases


def _gallo(gallo: Gallo, names: Names) -> Iterator[Block]:
    yield Paragraph(
        _(
            "One player, the gallo, plays alone against the other two. The gallo is dealt four cards and "
            "discards one ({discard}), which nobody sees, before anything is said."
        ).format(discard=names.phrase("descarta"))
    )
    yield RuleStatement(
        _("Choice of the gallo"),
        _("The dealer. Each player has a separate score, and what the pair wins is written to both.")
        if gallo.seat is None
        else _("Always the player of seat {seat}. The other two share one score.").format(seat=gallo.seat),
    )
    yield RuleStatement(
        _("Mano with three"),
        _("The gallo is always mano.") if gallo.is_mano else _("The player at the dealer's right is mano, as always."),
    )
    if gallo.seat is None:
        yield RuleStatement(
            _("What the leader lacks"),
            _("For such a bet, the leader is the player with the highest of the three scores."),
        )
        yield RuleStatement(
            _("Two players who reach the target together"),
            _("Of the pair the one with more points wins; with equal points, the one nearest to the mano."),
        )


def _duels(rules: Rules, duels: Duels) -> Iterator[Block]:
    yield Paragraph(_("The cards are dealt once, and played as several hands of one against one."))
    yield RuleStatement(_("Name"), _("Such a hand is called {name}.").format(name=duels.name), shown=False)
    yield RuleStatement(_("Opponents"), _pairing(duels.pairing))
    yield RuleStatement(_("When there are duels"), _when_played(duels, rules.match.target))
    if duels.drop_rest_at_end:
        end = _("When a side reaches that score, the duels that are left are dropped.")
    else:
        end = _("A deal that has begun with duels is played to its end.")
    yield RuleStatement(_("The end of the duels"), end)
    if duels.falta is not None:
        yield RuleStatement(_("Falta in a duel"), _("It is worth {worth}.").format(worth=in_points(duels.falta)))
    if duels.resto_cap:
        cap = _("It is worth at most {points}, besides what each flor adds.").format(points=points(duels.resto_cap))
        yield RuleStatement(_("Resto in a duel"), cap)
    yield RuleStatement(
        _("The score in the duels"),
        _("Points are announced only after all duels of the deal.")
        if rules.hide_score_in_duels
        else _("Points are written at once."),
    )
    if rules.intrusion_costs:
        yield RuleStatement(
            _("Meddling"),
            _(
                "If a player interferes in another duel, the player's side loses that duel, and the rivals win "
                "{points}."
            ).format(points=points(rules.intrusion_costs)),
        )


def _pairing(pairing: Pairing) -> str:
    match pairing:
        case Pairing.FACING:
            return _(
                "Each player meets the one across the table, the mano's pair first; the nearer to the mano is mano."
            )
        case Pairing.NEIGHBOURS:
            return _("Neighbours meet, the mano's pair first; the nearer to the mano is mano.")
        case Pairing.CORTAOS_B:
            return _("The mano meets the rival to the right twice; then the mano's partner, as mano, meets the dealer.")
        case Pairing.CORTAOS_A:
            return _("The mano meets the dealer; then their partners meet; then the mano meets the dealer once more.")
        case _:
            assert_never(pairing)


def _when_played(duels: Duels, target: int) -> str:
    every = _("Every second deal, the first of a game being played by all.") if duels.alternate else _("Every deal.")
    start = _("Once the leader has {points}.").format(points=points(duels.from_points)) if duels.from_points else ""
    until = _("While no side has {points}.").format(points=points(duels.until_points))
    return " ".join(part for part in (every, start, until if duels.until_points < target else "") if part)


def _captain() -> Iterator[Block]:
    yield RuleStatement(
        _("The captain"),
        _(
            "When all play together, the captain of each pair looks at the partner's cards before play and "
            "directs the partner aloud."
        ),
    )


def _last_hand(rules: Rules, last: LastHand, names: Names) -> Iterator[Block]:
    played, declined = points(last.played), points(last.declined)
    yield RuleStatement(
        _("The decision"),
        _(
            "A side with {at} decides after the deal. If it plays ({accept}), the hand is worth {played}; if not "
            "({refuse}), the rivals win {declined}."
        ).format(
            at=points(last.at),
            accept=names.phrase("quiero", "decide"),
            refuse=names.phrase("no-quiero", "decide"),
            played=played,
            declined=declined,
        ),
    )
    if rules.players > 2:
        yield RuleStatement(
            _("The partner's cards"),
            _("Partners look at each other's cards before they decide.")
            if last.see_partner
            else _("Partners do not see each other's cards."),
        )
    yield RuleStatement(
        _("Calls in that hand"),
        _("Nobody may call: a side that calls truco loses {points}.").format(points=points(last.truco_costs))
        if last.truco_costs
        else _("Nothing can be called."),
    )
    if last.may_show:
        showing = _("The side that decides may show cards that must win instead of playing them.")
        yield RuleStatement(_("Sure cards"), showing)
    ties = last.ties or rules.tricks.ties
    if last.ties is not None:
        yield RuleStatement(_("Ties in that hand"), ties_in_words(ties))
    if can_tie(ties):
        yield RuleStatement(_("Three ties in that hand"), all_tied_by(last.all_tied))
    yield from _both_close(last, ties)


def _both_close(last: LastHand, ties: Ties) -> Iterator[Block]:
    topic = _("Both sides at that score")
    match last.both:
        case BothClose.IRON:
            yield RuleStatement(topic, _("The hand is played without a call, and its winner wins the game."))
            if last.ties is not None:
                yield RuleStatement(_("Ties between them"), ties_in_words(ties))
            if can_tie(ties):
                yield RuleStatement(_("Three ties between them"), all_tied_by(last.iron_all_tied))
            yield RuleStatement(
                _("Their cards"),
                _("The players do not look at their own cards.")
                if last.iron_blind
                else _("The players look at their own cards."),
            )
        case BothClose.MANO_DECIDES:
            yield RuleStatement(topic, _("The side of the mano decides."))
        case _:
            assert_never(last.both)


# ------------------------------------------------------------------------------------------------------------ match


def _match(rules: Rules, names: Names) -> Iterator[Block]:
    match = rules.match
    yield RuleStatement(_("Target"), _("A game is won with {points}.").format(points=points(match.target)))
    if match.halves:
        malas = -(-match.target // 2)
        yield RuleStatement(
            _("Halves"),
            _("The first {n} points are called {malas}, the other {rest} {buenas}.").format(
                n=malas,
                rest=match.target - malas,
                malas=names.local_names_text("first-half") or "malas",
                buenas=names.local_names_text("second-half") or "buenas",
            ),
        )
    yield RuleStatement(
        _("Games"),
        _("One game is the match.")
        if match.games_to_win == 1
        else _("The match is won with {n} games, which are called {names}.").format(
            n=match.games_to_win, names=match.games_name
        ),
    )
    yield RuleStatement(_("Name of a game"), _("A game is called {name}.").format(name=match.game_name), shown=False)
    if rules.envido is not None or rules.flor is not None:
        yield Paragraph(_("Points are written in this order: {lances}.").format(lances=_order(rules)))
    yield RuleStatement(
        _("When points are written"),
        _("At the end of the hand, and those of the truco last; at once if both sides could win the game with the bet.")
        if match.settle_at_hand_end
        else _("As soon as a bet is settled."),
    )
    yield RuleStatement(
        _("Reaching the target"),
        _("The hand is played to its end, although a side has reached the target.")
        if match.finish_hand_before_win
        else _("The side that reaches the target first wins at once, and the rest of the hand is dropped."),
    )
    if rules.envido is not None or rules.flor is not None:
        yield from _showing(rules)


def _order(rules: Rules) -> str:
    """Return the lances of the game in the order in which they are settled."""
    flor = [lance_name("flor")] if rules.flor is not None else []
    envido = [lance_name("envido")] if rules.envido is not None else []
    return ", ".join([*flor, *envido, lance_name("truco")])


def _showing(rules: Rules) -> Iterator[Block]:
    match = rules.match
    yield RuleStatement(
        _("Saying the points"),
        _("Starting with the mano, the players declare their points if they beat the best so far.")
        if match.values_declared
        else _("Nobody declares points."),
    )
    yield RuleStatement(
        _("Showing the cards"),
        _("A player whose points win shows the cards at the end of the hand.")
        if match.winner_shows
        else _("Cards that win by their points need not be shown."),
    )
    yield RuleStatement(
        _("Counting the points"),
        _("The players declare their own points, and a wrong declaration loses the bet.")
        if rules.declare_aloud
        else _("The program counts the points."),
        shown=rules.declare_aloud,
    )


# -------------------------------------------------------------------------------------------------------- incidents


def _incidents(rules: Rules, names: Names) -> Iterator[Block]:
    yield RuleStatement(
        _("Leaving"),
        _(
            "The player whose turn it is may throw in the cards ({leave}). A side that has nobody left loses "
            "what the hand is worth, and a call that waits counts as refused."
        ).format(leave=names.phrase("mazo")),
    )
    if rules.players > 2:
        yield RuleStatement(_("The partners of a player who leaves"), _("They play on."))
    if rules.envido is not None:
        yield RuleStatement(
            _("Leaving in the first trick"),
            _("Before any envido it costs {points} more.").format(points=points(rules.mazo_bonus))
            if rules.mazo_bonus
            else _("It costs no more than later."),
            shown=bool(rules.mazo_bonus),
        )
    if rules.claims is not None:
        yield RuleStatement(
            _("Silent flores"),
            _(
                "After the hand a side may challenge a rival for a silent flor ({words}). If the rival kept one "
                "silent, the challengers win {won} and all that the rival's side made in the hand; if not, the "
                "rival's side wins {failed}."
            ).format(
                words=names.phrase("pido-flor-1"),
                won=points(rules.claims.flor),
                failed=points(rules.claims.flor_failed),
            ),
        )
