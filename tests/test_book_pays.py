"""The tables of the rule books against a real table: every call is made, and pays what the book says."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

import pytest

from truquero import VARIANTS, Match, Rules
from truquero.book.bets import chain_table, envido_section, ladder_table
from truquero.book.chains import Chain, envido_chains, flor_chains
from truquero.book.document import Table
from truquero.book.flor import flor_table
from truquero.book.names import Names
from truquero.book.play import tie_table
from truquero.cards import Card
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import Standing
from truquero.rules.tricks import Ties

Deal = tuple[tuple[Card, ...], tuple[Card, ...], Card | None]

every_variant = pytest.mark.parametrize("name", VARIANTS)
with_envido = pytest.mark.parametrize("name", [name for name, one in VARIANTS.items() if one.rules(2).envido])
with_flor = pytest.mark.parametrize("name", [name for name, one in VARIANTS.items() if one.rules(2).flor])

PER_FLOR = re.compile(r"(\d+) for each flor( of the winners)?")


def deals(rules: Rules) -> Iterator[Deal]:
    """Hands for two, and a card to turn where one is."""
    chance = random.Random(1)
    while True:
        cards = chance.sample(rules.pack, 7)
        yield tuple(cards[:3]), tuple(cards[3:6]), cards[6] if rules.deal.turned else None


def holds(rules: Rules, *flores: bool) -> Callable[[Deal], bool]:
    """Whether each of the two holds a flor, or none."""

    def fits(deal: Deal) -> bool:
        points = rules.points_for(deal[2])
        return all(points.is_flor(hand) == flor for hand, flor in zip(deal[:2], flores, strict=True)) and not any(
            map(points.is_reserva, deal[:2])
        )

    return fits


def seated(rules: Rules, deal: Deal) -> Match:
    """Two at a table, seat 1 being mano, nothing to nothing."""
    match = Match(rules, seed="", dealer=2)
    match.begin_deal(2)
    match.begin_hand({1: deal[0], 2: deal[1]}, deal[2])
    return match


def say(match: Match, moves: Sequence[str]) -> None:
    """Each word by the seat that may say it."""
    for move in moves:
        seat = next((seat for seat, open_to in match.turn.items() if move in open_to), None)
        assert seat is not None, f"nobody may say {move}: {match.turn}"
        match.play(seat, move)


def paid(match: Match, lance: str) -> int:
    """What a lance has paid, the hand being thrown in where its points are written at the end."""
    if match.turn:
        say(match, ["mazo"])
    return sum(award.points for award in match.log[-1].hands[-1].awards if award.lance == lance)


def points(cell: str, rules: Rules, flores: int = 0) -> int:
    """The points that a cell of the book means at nothing to nothing."""
    target = rules.match.target
    words = {"the whole game": target, "the whole match": target, "what the leader lacks": target}
    if isinstance(rules.envido, FixedEnvido):
        words["the falta"] = rules.envido.falta.value(0, Standing(target, (0, 0), 0))
    total = 0
    for part in cell.split(" + "):
        each = PER_FLOR.fullmatch(part)
        if each:
            total += int(each[1]) * (1 if each[2] else flores)
        else:
            total += int(part) if part.isdigit() else words[part]
    return total


@every_variant
def test_the_ladder_pays_what_the_book_says(name: str) -> None:
    rules = VARIANTS[name].rules(2)
    deal = next(filter(holds(rules, False, False), deals(rules)))
    rows = ladder_table(rules, Names(rules)).rows
    calls = [rung.code for rung in rules.truco.rungs]
    assert [row[0] for row in rows] == [f"`{code}`" for code in calls]
    for number, (_call, said, accepted, refused) in enumerate(rows, start=1):
        assert said == rules.voices.said(calls[number - 1])
        for answer, cell in (("quiero", accepted), ("no-quiero", refused)):
            match = seated(rules, deal)
            say(match, [*calls[:number], answer])
            assert paid(match, "truco") == points(cell, rules), (calls[:number], answer)


@with_envido
def test_the_envido_pays_what_the_book_says(name: str) -> None:
    rules = VARIANTS[name].rules(2)
    deal = next(filter(holds(rules, False, False), deals(rules)))
    chains = envido_chains(rules)
    names = Names(rules)
    shown = [block for block in envido_section(rules, names).blocks if isinstance(block, Table)]
    [rows] = [one.rows for one in shown]
    assert len(chains) == len({chain.calls for chain in chains}) == len(rows)
    assert rows[0][0] == names.said(chains[0].calls[0])
    for chain, (said, accepted, refused) in zip(chains, rows, strict=True):
        assert said == names.sequence(chain.calls)
        for answer, cell in (("quiero", accepted), ("no-quiero", refused)):
            match = seated(rules, deal)
            say(match, [*chain.calls, answer])
            assert paid(match, "envido") == points(cell, rules), (chain.calls, answer)


def flor_paid(rules: Rules, chain: Chain, answer: str) -> int:
    """What a sequence about the flor pays at a table where the rival holds one only if he says so."""
    alone = not any(
        word in ("flor", "con-flor-me-achico", "contraflor", "contraflor-al-resto") for word in chain.calls[1:]
    )
    match = seated(rules, next(filter(holds(rules, True, not alone), deals(rules))))
    say(match, chain.calls)
    if any(answer in open_to for open_to in match.turn.values()):
        say(match, [answer])
    return paid(match, "flor")


@with_flor
def test_the_flor_pays_what_the_book_says(name: str) -> None:
    rules = VARIANTS[name].rules(2)
    chains, rows = flor_chains(rules), flor_table(rules, Names(rules)).rows
    assert len(chains) > 3
    for chain, (_said, accepted, _winner, refused) in zip(chains, rows, strict=True):
        if chain.accepted is not None:
            assert flor_paid(rules, chain, "quiero") == points(accepted, rules, flores=2), chain.calls
        if chain.refused is not None:
            assert flor_paid(rules, chain, "no-quiero") == points(refused, rules, flores=2), chain.calls


def dealt_for(rules: Rules, course: Sequence[str]) -> Deal:
    """Hands whose cards take the tricks as told: A the mano, B the other, = nobody."""
    wanted = {"A": 1, "B": -1, "=": 0}
    fits = holds(rules, False, False)
    for first, second, turned in filter(fits, deals(rules)):
        strengths = rules.ranking.strengths(turned)
        for others in ((second[i], second[j], second[3 - i - j]) for i in range(3) for j in range(3) if i != j):
            signs = [
                (strengths[a] > strengths[b]) - (strengths[a] < strengths[b])
                for a, b in zip(first, others, strict=True)
            ]
            if all(wanted[one] == sign for one, sign in zip(course, signs, strict=False) if one in wanted):
                return first, others, turned
    raise AssertionError("no such hands")


@pytest.mark.parametrize("policy", [ties.value for ties in (Ties.STD, Ties.NEXT, Ties.LAST)])
@every_variant
def test_ties_are_decided_as_the_book_says(name: str, policy: str) -> None:
    rules = VARIANTS[name].rules(2, tie_policy=policy)
    for *course, winner in tie_table(rules.tricks).rows:
        deal = dealt_for(rules, course)
        match = seated(rules, deal)
        for number in range(sum(trick != "–" for trick in course)):
            assert match.turn, (course, "over too early")
            for _ in range(2):
                [seat] = match.turn
                match.play(seat, deal[:2][seat - 1][number])
        assert not match.turn, (course, "not over")
        awards = [award.side for award in match.log[-1].hands[-1].awards]
        expected = {"A": [0], "B": [1], "the mano": [0], "nobody": [], "nobody, or the caller's rivals": []}
        assert awards == expected[winner], course


def test_the_whole_table_of_the_argentine_envido() -> None:
    """S000 §13: accepted the sum, refused the sum without the last."""
    rules = VARIANTS["argentino"].rules(2)
    rows = {row[0]: row[1:] for row in chain_table(envido_chains(rules), Names(rules), {}).rows}
    assert len(rows) == 3 + 6 + 12
    assert rows["envido – real envido – envido"] == ("7", "5")
    assert rows["real envido – real envido – real envido"] == ("9", "6")
    assert rows["envido – envido – falta envido"] == ("what the leader lacks", "4")


@pytest.mark.parametrize(
    ("policy", "courses"),
    [
        ("STD", "AA– ABA ABB AB= A=– =A– ==A ==="),
        ("NEXT", "AA– ABA ABB AB= A=A A=B A== =A– ==A ==="),
        ("LAST", "AA– ABA ABB AB= A=A A=B A== =AA =AB =A= ==A ==="),
    ],
)
def test_the_table_of_ties_leaves_no_course_out(policy: str, courses: str) -> None:
    rules = VARIANTS["argentino"].rules(2, tie_policy=policy)
    assert ["".join(row[:3]) for row in tie_table(rules.tricks).rows] == courses.split()
