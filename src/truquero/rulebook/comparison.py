"""The comparison of all variants in one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from truquero.i18n import _
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.document import BookSection, Bullets, Document, Paragraph, RuleTable
from truquero.rulebook.table_and_trick_sections import can_tie, ties_in_words
from truquero.rulebook.truco_and_envido_sections import calls_in_line, limits_in_line
from truquero.rulebook.worth import worth
from truquero.rules.game import BothClose, LastHand
from truquero.rules.lances import FixedEnvido, Flor, FlorStyle, OpenEnvido
from truquero.rules.trick_rules import AllTied, Ties
from truquero.variants import Preset


def comparison(presets: Iterable[Preset]) -> Document:
    """Return a table with one row for each variant, with its usual number of players and default house rules."""
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
    variants = tuple(presets)
    sentence = _("For the usual number of players, which stands first, and with the usual house rules.")
    policies = dict.fromkeys(preset.rules().tricks.ties for preset in variants)
    legend = Bullets(tuple(f"{_tied(ties)}: {ties_in_words(ties)}" for ties in policies))
    return Document(
        _("The variants side by side"),
        (
            BookSection(
                "comparison",
                _("All variants"),
                (
                    Paragraph(sentence),
                    RuleTable(header, tuple(map(_row, variants))),
                    Paragraph(_("What decides after a tied trick:")),
                    legend,
                ),
            ),
        ),
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
        _envido(rules.envido, names) if rules.envido is not None else "–",
        _flor(rules.flor, names) if rules.flor is not None else "–",
        _tied(rules.tricks.ties),
        _all_tied(rules.tricks.all_tied) if can_tie(rules.tricks.ties) else "–",
        ", ".join(map(str, preset.players)),
        _phases(preset),
    )


def _envido(rule: FixedEnvido | OpenEnvido, names: Names) -> str:
    """Return the calls of the envido and their limits."""
    calls = calls_in_line(rule, names)
    limits = limits_in_line(rule, names) if isinstance(rule, FixedEnvido) else ""
    return f"{calls} ({limits})" if limits else calls


def _flor(rule: Flor, names: Names) -> str:
    """Return the value of a flor and the bets on it."""
    bets = {"contraflor": worth(rule.contraflor), "contraflor-al-resto": worth(rule.resto)}
    if rule.style is FlorStyle.CHICA:
        bets = {"al-resto": worth(rule.resto)}
    return "; ".join([str(rule.each), *(f"{names.phrase(code)}: {pays}" for code, pays in bets.items())])


def _tied(ties: Ties) -> str:
    """Return the tie policy in a few words. The legend below the table explains it."""
    match ties:
        case Ties.STD:
            return _("the first trick")
        case Ties.NEXT:
            return _("the next trick")
        case Ties.LAST:
            return _("the last trick")
        case Ties.MANO_TRICK:
            return _("the mano's card")
        case Ties.FIRST_PLAYED:
            return _("the first card played")
        case _:
            assert_never(ties)


def _all_tied(policy: AllTied) -> str:
    match policy:
        case AllTied.MANO:
            return _("mano")
        case AllTied.NONE:
            return _("nobody")
        case AllTied.CALLER_LOSES:
            return _("nobody, or the caller's rivals")
        case AllTied.DECIDER_LOSES:
            return _("the rivals of the side that chose to play")
        case _:
            assert_never(policy)


def _phases(preset: Preset) -> str:
    """Return the phases that the variant has with any number of players."""
    phases: dict[str, None] = {}
    for players in preset.players:
        rules = preset.rules(players)
        if rules.duels is not None:
            phases[rules.duels.name] = None
        if rules.gallo is not None:
            phases[_("gallo")] = None
        if rules.captain_sees_partner:
            phases[_("captain")] = None
        if rules.last_hand is not None:
            phases |= dict.fromkeys(_last_hands(rules.last_hand, Names(rules)))
    usual = preset.rules()
    if usual.match.halves:
        phases[_halves(Names(usual))] = None
    return ", ".join(phases) or "–"


def _last_hands(last: LastHand, names: Names) -> Iterator[str]:
    """Yield the hand that one side decides on, and the hand in which both sides are equally close to the end."""
    decided_name, both_close_name = names.usual_name("last-hand"), names.usual_name("both-close")
    yield _named(_("decision at {n}").format(n=last.at), decided_name)
    match last.both:
        case BothClose.IRON:
            yield _named(_("no calls at {n}-{n}").format(n=last.at), both_close_name)
        case BothClose.MANO_DECIDES:
            yield _named(_("the mano's side decides at {n}-{n}").format(n=last.at), both_close_name)
        case _:
            assert_never(last.both)


def _halves(names: Names) -> str:
    half_names = [name for name in map(names.usual_name, ("first-half", "second-half")) if name]
    return _named(_("two halves"), ", ".join(half_names))


def _named(term: str, own_name: str) -> str:
    """Return a description followed by the table's own name for it, if there is any."""
    return f"{term} ({own_name})" if own_name else term
