"""What each call of a table means: its stakes and its answers, from the chains of calls that the engine computes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from truquero.i18n import _
from truquero.rulebook.card_and_move_names import Names, listed
from truquero.rulebook.chains import Chain, envido_chains, flor_chains
from truquero.rulebook.document import BookSection, Paragraph
from truquero.rulebook.flor_section import flor_section, without_partners
from truquero.rulebook.truco_and_envido_sections import envido_section, truco_section
from truquero.rulebook.worth import in_points
from truquero.rules.game import Rules
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.rules.stakes import Stake


class CallMeaning(NamedTuple):
    """A call, in words."""

    code: str
    words: str  # said at the table
    stakes: str  # a sentence
    answers: str  # a sentence; empty if nothing answers the call


class LanceMeaning(NamedTuple):
    """A lance and its calls."""

    lance: str  # truco, envido or flor
    title: str
    about: str  # a sentence or two
    calls: tuple[CallMeaning, ...]


def lance_meanings(rules: Rules) -> Iterator[LanceMeaning]:
    """Yield the lances of a table, with the calls of each."""
    names = Names(rules)
    yield _lance("truco", truco_section(rules, names), _truco_chains(rules), names)
    if rules.envido is not None:
        yield _lance("envido", envido_section(rules, names), envido_chains(rules), names)
    if rules.flor is not None:
        yield _lance("flor", flor_section(rules, names), _flor_chains(rules), names)


def _lance(lance: str, section: BookSection, chains: Sequence[Chain], names: Names) -> LanceMeaning:
    """Return a lance with what its section in the rule book begins with."""
    about = next(block.text for block in section.blocks if isinstance(block, Paragraph))
    calls = tuple(_call(lance, chain, chains, names) for chain in _first_uses(chains))
    return LanceMeaning(lance, section.heading, about, calls)


def _truco_chains(rules: Rules) -> list[Chain]:
    codes = [rung.code for rung in rules.truco.rungs]
    return [
        Chain(tuple(codes[: number + 1]), rung.stake, rules.truco.stake(number))
        for number, rung in enumerate(rules.truco.rungs)
    ]


def _flor_chains(rules: Rules) -> list[Chain]:
    chains = flor_chains(rules)
    return chains if rules.players > 2 else [_for_one(chain) for chain in chains]


def _for_one(chain: Chain) -> Chain:
    """Return the chain with the stakes of sides of one player, which can hold only one flor."""
    accepted, refused = (
        None if stake is None else without_partners(stake) for stake in (chain.accepted, chain.refused)
    )
    return chain._replace(accepted=accepted, refused=refused)


def _first_uses(chains: Sequence[Chain]) -> Iterator[Chain]:
    """Yield the shortest chain that ends with each call. A call that is always answered settles nothing by itself."""
    seen: set[str] = set()
    beginnings = {chain.calls[:length] for chain in chains for length in range(1, len(chain.calls))}
    unsettled = [Chain(calls, None, None) for calls in beginnings.difference(chain.calls for chain in chains)]
    for chain in sorted([*chains, *unsettled], key=lambda chain: len(chain.calls)):
        if chain.calls[-1] not in seen:
            seen.add(chain.calls[-1])
            yield chain


def _call(lance: str, chain: Chain, chains: Iterable[Chain], names: Names) -> CallMeaning:
    *earlier, code = chain.calls
    stakes = _stakes(chain.accepted, chain.refused)
    if stakes and earlier and lance != "truco":
        after = _("After {calls}: {stakes}")
        stakes = after.format(calls=names.sequence(earlier, lance), stakes=stakes[:1].lower() + stakes[1:])
    depth = len(chain.calls)
    replies = [longer.calls[depth] for longer in chains if longer.calls[:depth] == chain.calls and longer.calls[depth:]]
    answers = [ACCEPT, REFUSE] if chain.accepted is not None and chain.refused is not None else []
    answers[1:1] = replies
    return CallMeaning(code, names.phrase(code), stakes, _answers(names.phrase(answer, lance) for answer in answers))


def _answers(phrases: Iterable[str]) -> str:
    words = list(dict.fromkeys(phrases))
    return _("Answers: {words}.").format(words=listed(words)) if words else ""


def _stakes(accepted: Stake | None, refused: Stake | None) -> str:
    if accepted is not None and refused is not None:
        text = _("Worth {accepted} if accepted, {refused} if not.")
        return text.format(accepted=in_points(accepted), refused=in_points(refused))
    paid = accepted if accepted is not None else refused
    return _("It pays {refused}.").format(refused=in_points(paid)) if paid is not None else ""
