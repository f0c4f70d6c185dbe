"""Copies and pickles of matches during play: the same game, and further play in a copy does not change the other."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.test_random_play import every_variant, play_on, table_of
from truquero import VARIANTS, Card, IllegalMove, Match, rules_of
from truquero.cards import CARDS
from truquero.engine.memo import Automaton
from truquero.records import RecordError, record
from truquero.rules.game import Rules
from truquero.table import Hand, TableError
from truquero.table.hand_opening import begin_deal, begin_hand
from truquero.variants.house import loads

Copier = Callable[[Any], Any]
WAYS: dict[str, Copier] = {
    "copy()": lambda match: match.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def everything(match: Match) -> tuple[Any, ...]:
    """Return everything that any player can see of a match."""
    views = [match.view(seat) for seat in range(1, match.players + 1)]
    return str(record(match)), views, match.log, match.turn, match.claims(), match.score, match.games, match.winners


def in_mid_play(rules: Rules, seed: int, moves: int) -> Match:
    match, chance = Match(rules, seed=f"seed-{seed}"), random.Random(seed)
    count = 0
    exposed = chance.random() < 0.3
    while match.deal(exposed=match.deals.next_in_match(match.score).seats[0] if exposed else None):
        exposed = False
        while match.turn:
            if count >= moves:
                return match
            match.play(*chance.choice(match.moves()))
            count += 1
    return match


@every_way
@every_variant
@settings(max_examples=8)
@given(st.data(), st.integers(0, 10**6), st.integers(0, 40))
def test_a_copy_goes_on_as_the_match_does(
    way: Copier, variant: str, data: st.DataObject, seed: int, moves: int
) -> None:
    match = in_mid_play(table_of(data, variant), seed, moves)
    if match.players > 2:
        match.watch(1, 2)
    before = everything(match)
    twin = way(match)
    assert twin == match
    assert everything(twin) == before
    play_on_from(twin, seed)
    assert everything(match) == before  # the moves in the copy do not change the match
    play_on_from(match, seed)
    assert everything(twin) == everything(match)
    assert twin == match


def play_on_from(match: Match, seed: int) -> None:
    chance = random.Random(seed)
    while match.turn:
        match.play(*chance.choice(match.moves()))
    play_on(match, chance, most=40)


@every_way
def test_playing_on_at_the_match_does_not_change_the_copy(way: Copier) -> None:
    match = in_mid_play(rules_of("argentino", 4), 5, 7)
    twin = way(match)
    before = everything(twin)
    play_on_from(match, 5)
    match.watch(1, 2)
    assert everything(twin) == before
    assert twin != match


@every_way
def test_a_hand_is_copied_alone(way: Copier) -> None:
    match = in_mid_play(rules_of("belmez", 4), 8, 6)
    hand = match.hand
    assert hand is not None
    twin = way(hand)
    assert (twin.turn(), twin.state, twin.laid, twin.seats) == (hand.turn(), hand.state, hand.laid, hand.seats)
    laid = list(hand.laid)
    chance = random.Random(8)
    while turn := twin.turn():
        seat = chance.choice(list(turn))
        for award in twin.play(seat, chance.choice(turn[seat])):
            twin.settle(award)
    assert hand.laid == laid
    assert not hand.finished


def test_unknown_cards_are_copied() -> None:
    match = Match("argentino", 2, seed=1, dealer=2)
    begin_deal(match, 2)
    begin_hand(match, {1: "4e 2b 10o", 2: "?? ?? ??"}, silent=frozenset({2}), later={2: ["7c"]})
    for way in WAYS.values():
        twin = way(match)
        twin.play(1, "4e")
        twin.play(2, "7c")
        assert twin.view(1).table[1].card == "7c"
        assert match.turn == {1: match.turn[1]}
        assert len(match.hand.dealt(2)) == 3  # type: ignore[union-attr]
        assert match.hand.dealt(2) == (None, None, None)  # type: ignore[union-attr]


def test_a_deep_copy_keeps_a_match_and_its_hand_together() -> None:
    match = in_mid_play(rules_of("belmez", 4), 8, 6)
    for parts in ([match, match.hand, match.hand_log], [match.hand, match.hand_log, match]):
        copied = copy.deepcopy(parts)
        twin = next(part for part in copied if isinstance(part, Match))
        assert twin == match
        assert twin is not match
        assert any(part is twin.hand for part in copied)
        assert any(part is twin.hand_log for part in copied)
    twice = copy.deepcopy([match, match])
    assert twice[0] is twice[1]


class AnnotatedMatch(Match):
    notes: list[str]


class AnnotatedHand(Hand):
    notes: list[str]


def test_attributes_of_a_subclass_are_copied() -> None:
    match = AnnotatedMatch("argentino", 2, seed=1)
    match.deal()
    assert match.hand is not None
    hand = object.__new__(AnnotatedHand)
    hand.__setstate__(match.hand.__getstate__())
    for original in (match, hand):
        original.notes = ["first"]
        for way in WAYS.values():
            assert way(original).notes == ["first"]
        for way in (copy.deepcopy, WAYS["pickle"]):
            way(original).notes.append("second")
            assert original.notes == ["first"]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle_is_supported(protocol: int) -> None:
    match = in_mid_play(rules_of("belmez", 4), 8, 6)
    match_again, hand_again = pickle.loads(pickle.dumps((match, match.hand), protocol))
    assert match_again == match
    assert match_again.hand is hand_again


def test_copies_share_the_automaton_and_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    match = in_mid_play(rules_of("belmez", 4), 3, 9)
    new_automata: list[object] = []
    monkeypatch.setattr(Automaton, "__init__", lambda self, rules: new_automata.append(rules))
    for way in WAYS.values():
        assert way(match).rules is match.rules
    assert new_automata == []


@pytest.mark.parametrize("name", ["rules_of_name", "rules_of_pickle"])
def test_a_pickle_of_an_older_version_is_loaded(name: str) -> None:
    older = f"ctruquero.variants\n{name}\n(Vbelmez\nI4\n(dVpatas\nV3\nstR.".encode()
    assert pickle.loads(older) is rules_of("belmez", 4, patas=3)


def test_a_pickle_names_the_rules() -> None:
    for variant in VARIANTS:
        rules = rules_of(variant, VARIANTS[variant].players[0])
        written = pickle.dumps(rules)
        assert pickle.loads(written) is rules
        assert len(written) < 200
        assert copy.deepcopy(rules) is copy.copy(rules) is rules
    match = in_mid_play(rules_of("argentino", 4, flor=False), 3, 9)
    assert len(pickle.dumps(match)) < 20_000  # the memo, which can grow to megabytes, is not pickled


def test_house_rules_are_pickled_as_they_are() -> None:
    house = loads('from = "argentino"\nname = "mi-barrio"\n[options]\nflor = "off"\n')
    rules = house.rules(2)
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert (again.voices, again.options, again.variant) == (rules.voices, rules.options, rules.variant)
    match = in_mid_play(rules, 4, 5)
    assert everything(pickle.loads(pickle.dumps(match))) == everything(match)


def test_views_events_logs_and_errors_can_be_pickled() -> None:
    match = in_mid_play(rules_of("uruguayo", 4), 2, 5)
    refused: list[Exception] = [IllegalMove(1, "truco", "why", ["4e"]), RecordError(3, "what"), TableError("no")]
    for value in (match.view(1), match.view_of_spectator(), match.events, match.log, match.rules.voices):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    for error in refused:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    for card in CARDS.values():
        assert pickle.loads(pickle.dumps(card)) is copy.copy(card) is copy.deepcopy(card) is card


# ---------------------------------------------------------------------------------------------------------------- text


def test_a_match_is_printed() -> None:
    match = Match("uruguayo", 2, seed="shown", dealer=2, score=(3, 5))
    assert repr(match) == "<Match uruguayo, 2 players, score 3-5, games 0-0>"
    begin_deal(match, 2)
    begin_hand(match, {1: "4e 2b 10o", 2: "7c 1o 3e"}, "5c")
    match.play(1, "4e")
    expected = "<Match uruguayo, 2 players, score 3-5, games 0-0, dealer 2, turned 5c, seats 1 2, table 1 4e, to act 2>"
    assert repr(match) == str(match) == expected
    assert repr(match.hand) == "<Hand seats 1 2, table 1 4e, to act 2>"
    match.play(2, "mazo")
    assert repr(match).endswith("table 1 4e, hand over>")


@every_variant
@settings(max_examples=20)
@given(st.data(), st.integers(0, 10**6), st.integers(0, 40))
def test_printing_reveals_no_hidden_card(variant: str, data: st.DataObject, seed: int, moves: int) -> None:
    match = in_mid_play(table_of(data, variant), seed, moves)
    hand = match.hand
    assert hand is not None
    open_cards = {card.card for card in match.view_of_spectator().table} | {match.turned}
    open_cards |= {match.exposed[1]} if match.exposed else set()
    printed = {word.strip(",>") for text in (repr(match), repr(hand)) for word in text.split()}
    assert printed & set(CARDS) <= {card for card in open_cards if card is not None}
    assert match.seed not in printed


def test_printing_reveals_no_hidden_score() -> None:
    """AR-13: with picapica_hidden nobody sees the score of the duels until all are over."""
    match = Match("argentino", 6, seed="shown", dealer=6, picapica_hidden="on")
    match.deal()
    while match.turn:
        match.play(match.must_act[0], "mazo")
    before = match.score
    match.deal()  # a pica-pica
    match.play(match.must_act[0], "mazo")
    assert match.score != match.visible_score == before
    assert "score {}-{},".format(*before) in repr(match)


def test_matches_that_differ_are_not_equal() -> None:
    match = Match("argentino", 2, seed=1, dealer=1)
    assert match == Match("argentino", 2, seed=1, dealer=1)
    for different in (
        Match("argentino", 2, seed=2, dealer=1),
        Match("argentino", 2, seed=1, dealer=2),
        Match("argentino", 2, seed=1, dealer=1, score=(1, 0)),
        Match("argentino", 2, seed=1, dealer=1, flor=False),
        "argentino",
    ):
        assert match != different
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)
    assert Card("7o") == "7o"
    assert isinstance(Match("argentino", 2, seed=1).hand, Hand | None)


def test_matches_whose_future_differs_are_not_equal() -> None:
    """The matches look the same so far, but further play would distinguish them."""

    def exposed(replacement: str | None) -> Match:
        cards = {1: "1e 7e 4c", 2: "3b 1b 2e"}
        return Match.from_cards("belmez", cards, exposed=(1, "1e"), replacement=replacement, seed="s")

    def unknown(silent: frozenset[int] = frozenset(), later: dict[int, Any] | None = None) -> Match:
        match = Match("argentino", 2, seed="s", dealer=2)
        begin_deal(match, 2)
        begin_hand(match, {1: "?? ?? ??", 2: "3b 1b 2e"}, silent=silent, later=later)
        return match

    def duels(second: str) -> Match:
        match = Match("argentino", 6, seed="s", dealer=6)
        match.deal()
        match.deals._packets = [{1: tuple(map(Card, second.split()))}]
        return match

    for create, first, second in (
        (exposed, ("5o",), ("6o",)),
        (exposed, ("5o",), (None,)),
        (unknown, (frozenset({1}),), ()),
        (unknown, (frozenset(), {1: "7c"}), ()),
        (unknown, (frozenset(), {1: "7c"}), (frozenset(), {1: "6c"})),
        (duels, ("4e 5e 6e",), ("4e 5e 7e",)),
    ):
        build: Any = create
        assert build(*first) == build(*first)
        assert build(*first) != build(*second)
    assert unknown().hand != unknown(frozenset({1})).hand


def test_matches_whose_signs_were_seen_by_others_are_not_equal() -> None:
    matches = [in_mid_play(rules_of("argentino", 4), 5, 7) for _ in range(2)]
    assert matches[0] == matches[1]
    for match, watched in zip(matches, (2, 4), strict=True):
        match.watch(1, watched)
        match.play(2, match.signs.moves_of(2)[0])
        match.watch(1, 2)
    assert matches[0].view(1) != matches[1].view(1)
    assert matches[0] != matches[1]
