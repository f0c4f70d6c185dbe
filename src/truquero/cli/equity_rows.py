"""The rows of `truquero equity`: a label and a value for each chance, for the text and for the plot."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from truquero.analysis import NONE, OPEN, RANDOM, Chance, Equity, PointsChance
from truquero.cli.simulate import HAND_TYPES
from truquero.i18n import N_, _
from truquero.i18n.wrapping import sentence
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.lances import lance_name

BARRED = N_("takes no part")  # a hand with a flor, if the rules bar it from the envido
_PLAYED = {OPEN: N_("Truco, played with open cards"), RANDOM: N_("Truco, cards played at random")}


# -------------------------------------------------------------------------------------------------------- the request


@dataclass(frozen=True)
class EquityRequest:
    """The parts of the request that the result does not contain, as they were typed."""

    options: tuple[str, ...]
    cards: str
    against: tuple[str, ...]
    partners: tuple[str, ...]
    seen: str
    samples: int
    seed: str


def requested_by(arguments: argparse.Namespace) -> EquityRequest:
    cards = arguments.cards
    if arguments.envido is not None:
        cards += f" envido={arguments.envido}"
    return EquityRequest(
        options=tuple(word for word in (arguments.variant, *arguments.house_rules) if "=" in word),
        cards=_tidy(cards),
        against=tuple(map(_tidy, arguments.against)),
        partners=tuple(map(_tidy, arguments.partner)),
        seen=_tidy(arguments.seen),
        samples=arguments.samples,
        seed=arguments.seed,
    )


def _tidy(words: str) -> str:
    return " ".join(words.replace(",", " ").split())


def title(request: EquityRequest, result: Equity) -> str:
    """Return the title: the game, its options, the score, the kind of hand and the card turned up."""
    situation = result.situation
    own, rivals = points_of(result)
    parts = [
        _("{variant}, {players} players").format(variant=situation.rules.variant, players=situation.rules.players),
        *request.options,
        f"{own}-{rivals}",
        _(HAND_TYPES[situation.hand_type.value]),
    ]
    if situation.rules.deal.turned:
        turned = _("not known") if situation.turned is None else Names(situation.rules).code(situation.turned)
        parts.append(f"{situation.rules.deal.turned}: {turned}")
    return sentence(" · ".join(parts))


def known_cards(request: EquityRequest, result: Equity) -> Iterator[str]:
    """Yield a text for each kind of known cards: own, partners', rivals', seen and played."""
    situation = result.situation
    names = Names(situation.rules)
    own = situation.ranges[situation.place]
    if own.held or request.cards:
        yield _("Cards: {cards}").format(cards=names.codes(own.held) if own.is_unrestricted else request.cards)
    if request.partners:
        yield _("Partners: {hands}").format(hands=" · ".join(request.partners))
    if request.against:
        yield _("Rivals: {hands}").format(hands=" · ".join(request.against))
    if request.seen:
        yield _("Seen: {cards}").format(cards=request.seen)
    if situation.laid:
        laid = " · ".join(f"{place}: {names.code(card)}" for place, card in situation.laid)
        yield f"{_('Played, by place:')} {laid}"


def points_of(result: Equity) -> tuple[int, int]:
    """Return the score, the player's own side first."""
    points, side = result.situation.score.points, result.situation.side
    return points[side], points[1 - side]


def place_name(result: Equity) -> str:
    """Return the name of the player's place: mano, pie, or its number."""
    situation = result.situation
    if situation.place == 0:
        return _("mano")
    return _("pie") if situation.place == situation.places - 1 else _("place {place}").format(place=situation.place)


# ----------------------------------------------------------------------------------------------------------- chances


@dataclass(frozen=True)
class ReportSection:
    """A lance: a heading, and labelled rows with one chance for each evaluated place."""

    heading: str
    rows: Sequence[tuple[str, Sequence[Chance]]] = ()


def sections(results: Sequence[Equity]) -> list[ReportSection]:
    """Return the sections for truco, envido and flor."""
    return [_truco(results), _envido(results), _flor(results)]


def _truco(results: Sequence[Equity]) -> ReportSection:
    chances = [result.truco for result in results]
    rows = [(_("won"), [truco.win for truco in chances]), (_("lost"), [truco.lose for truco in chances])]
    if any(truco.nobody.value for truco in chances):
        rows.append((_("nobody's"), [truco.nobody for truco in chances]))
    return ReportSection(_(_PLAYED[chances[0].play]), rows)


Get = Callable[[PointsChance], Chance]


def _envido(results: Sequence[Equity]) -> ReportSection:
    rows: list[tuple[str, Get]] = [(_("good against all rivals"), lambda envido: envido.good)]
    if results[0].situation.places > 2:
        rows.append((_("the best is our side's"), lambda envido: envido.side))
    return _lance(lance_name("envido"), _(BARRED), [result.envido for result in results], rows)


def _flor(results: Sequence[Equity]) -> ReportSection:
    """Return the section for the flor. Its texts are separate, because flor is feminine in some languages."""
    points = [result.flor for result in results if result.flor is not None]
    rows: list[tuple[str, Get]] = [(_("a rival has one"), lambda flor: flor.best_rival.chance(lambda v: v != NONE))]
    if points and points[0].own.only is None:
        rows.append((_("held, and it is good"), lambda flor: flor.good))
    elif any(flor.own.only != NONE for flor in points):
        rows.append((_("good against every rival"), lambda flor: flor.good))
    if results[0].situation.places > 2:
        rows.append((_("the best one is our side's"), lambda flor: flor.side))
        rows.append((_("nobody has one"), lambda flor: flor.nobody))
    return _lance(lance_name("flor"), _("none"), points, rows)


def _lance(
    name: str, nothing: str, points: Sequence[PointsChance | None], rows: Sequence[tuple[str, Get]]
) -> ReportSection:
    """Return the section for one lance; without rows if the game does not have it.

    The heading contains the player's own value if it is known, or the text `nothing` for a hand without a value.
    """
    present = [points_chance for points_chance in points if points_chance is not None]
    if not present:
        return ReportSection(_("{lance}: not in this variant").format(lance=sentence(name)))
    only = present[0].own.only
    heading = sentence(name) if only is None else f"{sentence(name)}: {value_text(only, nothing)}"
    return ReportSection(heading, [(label, [get(points_chance) for points_chance in present]) for label, get in rows])


def value_text(value: int, nothing: str) -> str:
    return nothing if value == NONE else str(value)


def rivals_title(result: Equity) -> str:
    return _("Envido of the rival") if len(result.situation.rivals) == 1 else _("Best envido of the rivals")
