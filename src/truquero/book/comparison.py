"""All the variants in one table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from truquero.book.bets import calls_in_line
from truquero.book.document import Document, Paragraph, Section, Table
from truquero.book.names import Names
from truquero.book.worth import worth
from truquero.language import _
from truquero.rules.game import Rules
from truquero.rules.lances import FlorStyle
from truquero.rules.tricks import AllTied
from truquero.variants import Preset


def comparison(presets: Iterable[Preset]) -> Document:
    """One row a variant, for its usual number of players and with its usual house rules."""
    header = (
        _("variant"),
        _("cards"),
        _("turned card"),
        _("target"),
        _("games to win"),
        _("hand"),
        _("accepted"),
        _("refused"),
        _("envido"),
        _("flor"),
        _("ties"),
        _("all tied"),
        _("players"),
        _("phases"),
    )
    rows = tuple(_row(one) for one in presets)
    about = _("For the usual number of players, which stands first, and with the usual house rules.")
    return Document(
        _("The variants side by side"),
        (Section("comparison", _("All variants"), (Paragraph(about), Table(header, rows))),),
    )


def _row(preset: Preset) -> tuple[str, ...]:
    rules = preset.rules()
    names, match, truco = Names(rules), rules.match, rules.truco
    steps = [truco.base, *(rung.stake for rung in truco.rungs)]
    return (
        preset.name,
        str(len(rules.pack)),
        rules.deal.turned or "–",
        str(match.target),
        str(match.games_to_win),
        worth(truco.base),
        ", ".join(map(worth, steps[1:])),
        ", ".join(map(worth, steps[:-1])),
        calls_in_line(rules.envido, names) if rules.envido is not None else "–",
        _flor(rules),
        rules.tricks.ties.value,
        _all_tied(rules.tricks.all_tied),
        ", ".join(map(str, preset.players)),
        _phases(preset),
    )


def _flor(rules: Rules) -> str:
    if rules.flor is None:
        return "–"
    match rules.flor.style:
        case FlorStyle.CONTRAFLOR:
            return _("contraflor")
        case FlorStyle.CHICA:
            return _("chica or al resto")
        case _:
            assert_never(rules.flor.style)


def _all_tied(policy: AllTied) -> str:
    match policy:
        case AllTied.MANO:
            return _("mano")
        case AllTied.NONE:
            return _("nobody")
        case AllTied.CALLER_LOSES:
            return _("nobody, or the caller's rivals")
        case AllTied.DECIDER_LOSES:
            return _("the rivals of who chose to play")
        case _:
            assert_never(policy)


def _phases(preset: Preset) -> str:
    """The phases of any number of players."""
    found: dict[str, None] = {}
    for players in preset.players:
        rules = preset.rules(players)
        if rules.duels is not None:
            found[rules.duels.name] = None
        if rules.gallo is not None:
            found[_("gallo")] = None
        if rules.captain_sees_partner:
            found[_("captain")] = None
        if rules.last_hand is not None:
            found[_("decision at {n}").format(n=rules.last_hand.at)] = None
    return ", ".join(found) or "–"
