"""The stake tables of the rule books, compared with real play: every call is made and pays what the book says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest

from truquero import VARIANTS, Match, Rules
from truquero.cards import Card
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.chains import Chain, envido_chains, flor_chains
from truquero.rulebook.document import RuleTable
from truquero.rulebook.flor_section import flor_table
from truquero.rulebook.table_and_trick_sections import tie_table
from truquero.rulebook.truco_and_envido_sections import chain_table, envido_section, ladder_table
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import HandScore
from truquero.rules.trick_rules import Ties
from truquero.table.hand_opening import begin_deal, begin_hand


class Deal(NamedTuple):
    hands: tuple[tuple[Card, ...], ...]  # from seat 1, the mano
    turned: Card | None = None


every_variant = pytest.mark.parametrize("name", VARIANTS)
with_envido = pytest.mark.parametrize("name", [name for name, preset in VARIANTS.items() if preset.rules(2).envido])
with_flor = pytest.mark.parametrize("name", [name for name, preset in VARIANTS.items() if preset.rules(2).flor])
by_two_and_four = pytest.mark.parametrize("players", [2, 4])

PER_FLOR = re.compile(r"(\d+) for each flor( of the (?:winners|caller's side))?")
SPEAKERS = (1, 2)  # the seats whose calls the book describes; 3 and 4 are their partners


def rules_without_duels(name: str, players: int) -> Rules:
    """Return the rules of a hand that everybody plays, without duels."""
    return replace(VARIANTS[name].rules(players), duels=None)


def deals(rules: Rules) -> Iterator[Deal]:
    """Yield random deals: a hand for each seat, and a turned card if the game has one."""
    randomness = random.Random(1)
    while True:
        cards = randomness.sample(rules.pack, 3 * rules.players + 1)
        hands = tuple(tuple(cards[start : start + 3]) for start in range(0, 3 * rules.players, 3))
        yield Deal(hands, cards[-1] if rules.deal.turned else None)


def with_flores(rules: Rules, *flores: bool) -> Deal:
    """Return a deal in which exactly these seats hold a flor, each in a different suit and none of them a reservá."""
    randomness = random.Random(1)
    while True:
        turned, *remaining = randomness.sample(rules.pack, len(rules.pack))
        hands = []
        for suit, flor in zip(randomness.sample("eboc", rules.players), flores, strict=True):
            hand = tuple([card for card in remaining if card.suit == suit or not flor][:3])
            remaining = [card for card in remaining if card not in hand]
            hands.append(hand)
        deal = Deal(tuple(hands), turned if rules.deal.turned else None)
        if fits(rules, deal, flores):
            return deal


def fits(rules: Rules, deal: Deal, flores: Sequence[bool]) -> bool:
    points = rules.points_for(deal.turned)
    held = [len(hand) == 3 and points.is_flor(hand) for hand in deal.hands]
    return held == list(flores) and not any(map(points.is_reserva, deal.hands))


def seated(rules: Rules, deal: Deal) -> Match:
    """Return a match at 0-0 with this deal, in which seat 1 is the mano."""
    match = Match(rules, seed="", dealer=rules.players)
    begin_deal(match, rules.players)
    begin_hand(match, dict(enumerate(deal.hands, start=1)), deal.turned)
    return match


def say(match: Match, moves: Sequence[str]) -> None:
    """Make each move from the first seat that may make it. Partners who are asked sing their flor and call it chica."""
    for move in moves:
        partners_speak(match)
        seat = next((seat for seat, open_to in sorted(match.turn.items()) if move in open_to), None)
        assert seat is not None, f"nobody may say {move}: {match.turn}"
        match.play(seat, move)
    partners_speak(match)


def partners_speak(match: Match) -> None:
    while match.turn and not any(seat in SPEAKERS for seat in match.turn):
        [(seat, open_to)] = match.turn.items()
        flor_word = next((flor_word for flor_word in ("flor", "chica") if flor_word in open_to), None)
        if flor_word is None:
            return
        match.play(seat, flor_word)


def paid(match: Match, lance: str) -> tuple[int, int]:
    """Return the side that a lance has paid and the points. End the hand first: some points are written only then."""
    while match.turn:
        seat, open_to = next(iter(match.turn.items()))
        match.play(seat, "mazo" if "mazo" in open_to else open_to[0])
    [award] = [award for award in match.log[-1].hands[-1].awards if award.lance == lance]
    return award.side, award.points


def points(cell: str, rules: Rules, flores: int = 0, own: int = 0) -> int:
    """Return the points that a table cell means at 0-0. `own` is the number of flores of the winning side."""
    target = rules.match.target
    points_by_term = {"the whole game": target, "the whole match": target, "what the leader lacks": target}
    if isinstance(rules.envido, FixedEnvido):
        points_by_term["the falta"] = rules.envido.falta.value(0, HandScore(target, (0, 0), 0))
    total = 0
    for part in cell.split(" + "):
        match = PER_FLOR.fullmatch(part)
        if match:
            total += int(match[1]) * (own if match[2] else flores)
        else:
            total += int(part) if part.isdigit() else points_by_term[part]
    return total


@by_two_and_four
@every_variant
def test_the_ladder_pays_what_the_book_says(name: str, players: int) -> None:
    rules = rules_without_duels(name, players)
    deal = with_flores(rules, *[False] * players)
    rows = ladder_table(rules, Names(rules)).rows
    calls = [rung.code for rung in rules.truco.rungs]
    assert [row[0] for row in rows] == [f"`{code}`" for code in calls]
    for number, (_call, phrase, accepted, refused) in enumerate(rows, start=1):
        assert phrase == rules.voices.phrase(calls[number - 1])
        for answer, cell in (("quiero", accepted), ("no-quiero", refused)):
            match = seated(rules, deal)
            say(match, [*calls[:number], answer])
            assert paid(match, "truco")[1] == points(cell, rules), (calls[:number], answer)


@by_two_and_four
@with_envido
def test_the_envido_pays_what_the_book_says(name: str, players: int) -> None:
    rules = rules_without_duels(name, players)
    deal = with_flores(rules, *[False] * players)
    chains = envido_chains(rules)
    names = Names(rules)
    tables = [block for block in envido_section(rules, names).blocks if isinstance(block, RuleTable)]
    [rows] = [table.rows for table in tables]
    assert len(chains) == len({chain.calls for chain in chains}) == len(rows)
    assert rows[0][0] == names.phrase(chains[0].calls[0])
    for chain, (phrase, accepted, refused) in zip(chains, rows, strict=True):
        assert phrase == names.sequence(chain.calls)
        for answer, cell in (("quiero", accepted), ("no-quiero", refused)):
            match = seated(rules, deal)
            say(match, [*chain.calls, answer])
            assert paid(match, "envido")[1] == points(cell, rules), (chain.calls, answer)


def is_alone(chain: Chain) -> bool:
    """Return whether no rival announces a flor."""
    return not {"flor", "con-flor-me-achico", "contraflor", "contraflor-al-resto"}.intersection(chain.calls[1:])


def holdings(players: int, chain: Chain) -> Iterator[tuple[bool, ...]]:
    """Yield every combination of seats that can hold a flor after these calls: each partner with or without a flor."""
    rival = not is_alone(chain)
    for partner, rival_partner in product((False, True), repeat=2) if players == 4 else [(False, False)]:
        if rival or not rival_partner:
            yield (True, rival, partner, rival_partner)[:players]


def check_flor(rules: Rules, chain: Chain, answer: str, cell: str, flores: tuple[bool, ...]) -> None:
    match = seated(rules, with_flores(rules, *flores))
    say(match, chain.calls)
    if any(answer in open_to for open_to in match.turn.values()):
        say(match, [answer])
    side, points_won = paid(match, "flor")
    assert points_won == points(cell, rules, sum(flores), sum(flores[side::2])), (chain.calls, answer, flores)


@by_two_and_four
@with_flor
def test_the_flor_pays_what_the_book_says(name: str, players: int) -> None:
    rules = rules_without_duels(name, players)
    chains, rows = flor_chains(rules), flor_table(rules, Names(rules)).rows
    assert len(chains) > 3
    for chain, (_phrase, accepted, _winner, refused) in zip(chains, rows, strict=True):
        for flores in holdings(players, chain):
            if chain.accepted is not None:
                check_flor(rules, chain, "quiero", accepted, flores)
            if chain.refused is not None:
                check_flor(rules, chain, "no-quiero", refused, flores)


def test_al_resto_refused_in_belmez_pays_the_partners_flor_too() -> None:
    """S003 Flor: three points, and three more for the partner's flor in the redondo."""
    rules = rules_without_duels("belmez", 4)
    refused_by_calls = {row[0]: row[3] for row in flor_table(rules, Names(rules)).rows}
    assert refused_by_calls["flor – flor – ar rehto"] == "3 for each flor of the caller's side"
    match = seated(rules, with_flores(rules, True, True, True, False))
    say(match, ["flor", "flor", "al-resto", "no-quiero"])
    assert paid(match, "flor") == (0, 6)


def dealt_for(rules: Rules, tricks: Sequence[str]) -> Deal:
    """Return hands whose cards take the tricks in this order: A for the mano, B for the pie, = for a tie."""
    sign_of = {"A": 1, "B": -1, "=": 0}
    for deal in deals(rules):
        (first, second), turned = deal
        if not fits(rules, deal, (False, False)):
            continue
        strengths = rules.ranking.strengths(turned)
        for rival_hand in ((second[i], second[j], second[3 - i - j]) for i in range(3) for j in range(3) if i != j):
            signs = [
                (strengths[a] > strengths[b]) - (strengths[a] < strengths[b])
                for a, b in zip(first, rival_hand, strict=True)
            ]
            if all(sign_of[trick] == sign for trick, sign in zip(tricks, signs, strict=False) if trick in sign_of):
                return Deal((first, rival_hand), turned)
    raise AssertionError("no such hands")


@pytest.mark.parametrize("policy", [ties.value for ties in (Ties.STD, Ties.NEXT, Ties.LAST)])
@every_variant
def test_ties_are_decided_as_the_book_says(name: str, policy: str) -> None:
    rules = VARIANTS[name].rules(2, tie_policy=policy)
    for *tricks, winner in tie_table(rules.tricks).rows:
        deal = dealt_for(rules, tricks)
        match = seated(rules, deal)
        for number in range(sum(trick != "–" for trick in tricks)):
            assert match.turn, (tricks, "over too early")
            for _ in range(2):
                [seat] = match.turn
                match.play(seat, deal.hands[seat - 1][number])
        assert not match.turn, (tricks, "not over")
        awards = [award.side for award in match.log[-1].hands[-1].awards]
        expected = {"A": [0], "B": [1], "the mano": [0], "nobody": [], "nobody, or the caller's rivals": []}
        assert awards == expected[winner], tricks


def test_the_whole_table_of_the_argentine_envido() -> None:
    """S000 §13: an accepted envido pays the sum of the calls; a refused one pays the sum without the last call."""
    rules = VARIANTS["argentino"].rules(2)
    rows = {row[0]: row[1:] for row in chain_table(envido_chains(rules), Names(rules), {}).rows}
    assert len(rows) == 3 + 6 + 12
    assert rows["envido – real envido – envido"] == ("7", "5")
    assert rows["real envido – real envido – real envido"] == ("9", "6")
    assert rows["envido – envido – falta envido"] == ("what the leader lacks", "4")


@pytest.mark.parametrize(
    ("policy", "sequences"),
    [
        ("STD", "AA– ABA ABB AB= A=– =A– ==A ==="),
        ("NEXT", "AA– ABA ABB AB= A=A A=B A== =A– ==A ==="),
        ("LAST", "AA– ABA ABB AB= A=A A=B A== =AA =AB =A= ==A ==="),
    ],
)
def test_the_table_of_ties_is_complete(policy: str, sequences: str) -> None:
    rules = VARIANTS["argentino"].rules(2, tie_policy=policy)
    assert ["".join(row[:3]) for row in tie_table(rules.tricks).rows] == sequences.split()
