"""The messages of the bot protocol match `protocol.toml` in every game and reveal nothing that is hidden from the
seat."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

import pytest

from tests.table.test_view_leaks import TABLES, alike
from truquero import VARIANTS, Match, View, rules_of
from truquero.bots.protocol import messages
from truquero.bots.protocol.message_schema import ObjectSchema, schema
from truquero.bots.protocol.process_bot import own_seed
from truquero.cards import CARDS
from truquero.rules.moves import move_codes
from truquero.rules.stakes import Term
from truquero.table.hand_opening import begin_deal, begin_hand

MATCHES, MOVES = 1, 30
POSITIONS, DEALS_TRIED = 8, 2

every_table = pytest.mark.parametrize(("variant", "players", "options"), TABLES)


# ---------------------------------------------------------------------------------------------------------- the schema


def type_errors(value: object, kind: str, path: str) -> Iterator[str]:
    """Yield a message for each part of a value that does not match a type. `path` is `Object.field`."""
    alternatives = split(kind)
    if len(alternatives) > 1:
        if not any(not list(type_errors(value, item, path)) for item in alternatives):
            yield f"{path}: {value!r} is not {kind}"
    elif kind.endswith("[]"):
        inner = kind.removesuffix("[]").removeprefix("(").removesuffix(")")
        if not isinstance(value, list):
            yield f"{path}: {value!r} is no list"
            return
        for item in value:
            yield from type_errors(item, inner, path)
    elif kind.startswith("{"):
        if not isinstance(value, dict):
            yield f"{path}: {value!r} is no object"
            return
        for item in value.values():
            yield from type_errors(item, kind[1:-1], path)
    elif kind in schema().objects:
        yield from object_errors(value, schema().objects[kind], kind)
    elif not is_basic(value, kind, path):
        yield f"{path}: {value!r} is no {kind}"


@cache
def split(kind: str) -> list[str]:
    """Return the alternatives of a union type; a group in parentheses counts as a single alternative."""
    return re.findall(r"(?:\([^)]*\)|[^|(\s])+", kind)


def is_basic(value: object, kind: str, path: str) -> bool:
    if kind[0] in '"01' or kind in ("null", "true"):
        return value == json.loads(kind) and type(value) is type(json.loads(kind))
    if kind == "code":
        return value in schema().codes[path.removesuffix("?")]
    if kind == "card":
        return value in CARDS
    if kind in ("integer", "seat"):
        return type(value) is int and (kind == "integer" or 1 <= value <= 8)
    if kind == "boolean":
        return isinstance(value, bool)
    assert kind in ("string", "move", "side"), kind
    return isinstance(value, str)


def object_errors(value: object, expected: ObjectSchema, name: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{value!r} is no {name}"
        return
    known_names = {described.name.removesuffix("?") for described in expected.fields}
    yield from (f"{name}: {field} is told nowhere" for field in value.keys() - known_names)
    for described in expected.fields:
        name_in_message = described.name.removesuffix("?")
        if name_in_message in value:
            yield from type_errors(value[name_in_message], described.kind, f"{name}.{name_in_message}")
        elif name_in_message == described.name:
            yield f"{name}: {name_in_message} is missing"


def sent(message: messages.Json) -> tuple[bytes, dict[str, Any]]:
    """Return a message as the program receives it: the line, and the object parsed from it."""
    line = messages.line(message)
    assert line.count(b"\n") == 1
    assert line.isascii()
    parsed = json.loads(line)
    assert isinstance(parsed, dict)
    return line, parsed


def all_messages(match: Match, seat: int) -> Iterator[messages.Json]:
    """Yield every message that the seat can receive in this position."""
    view, rules = match.view(seat), match.rules
    yield messages.turn(view, rules, may_pass=True)
    yield messages.sign(view, rules)
    yield messages.watch(view, rules)
    yield messages.claim(view, rules)
    yield messages.result(view, rules)


@every_table
def test_messages_follow_their_documented_schema(variant: str, players: int, options: dict[str, Any]) -> None:
    random_stream = random.Random(f"{variant}{players}{options}")
    rules = rules_of(variant, players, **options)
    expected = schema().messages
    for message in (messages.start(rules, 1, "x"), messages.end()):
        assert list(object_errors(sent(message)[1], expected[str(message["type"])], "")) == []
    for number in range(MATCHES):
        match, move_count = Match(rules, seed=number), 0
        while move_count < MOVES and match.deal():
            while match.turn and move_count < MOVES:
                seat = random_stream.randint(1, players)
                for message in all_messages(match, seat):
                    assert list(object_errors(sent(message)[1], expected[str(message["type"])], "")) == []
                match.play(*random_stream.choice(match.moves()))
                move_count += 1


def test_a_wrong_message_is_detected() -> None:
    match = Match("argentino", 2, seed=1)
    match.deal()
    message: dict[str, Any] = sent(messages.turn(match.view(1), match.rules, may_pass=False))[1]
    expected = schema().messages["turn"]
    assert list(object_errors(message, expected, "")) == []
    del message["view"]["state"]["truco"]["stake"]
    message["view"]["seats"] = [1, "2"]
    message["view"]["setting"] = "square"
    message["more"] = 1
    assert len(list(object_errors(message, expected, ""))) == 4


def test_every_code_is_documented() -> None:
    documented = {code for codes_in_line in schema().moves for code in codes_in_line.split()}
    with_a_card = {"tapada": "tapada-7o", "descarta": "descarta-7o"}
    for preset in VARIANTS.values():
        for players in preset.players:
            codes = move_codes(preset.rules(players))
            assert {with_a_card.get(code, code) for code in codes} <= documented, preset.name
    for name, options in (("belmez", {"blind_calls": "on"}), ("uruguayo", {"perros": "on", "declare": "manual"})):
        assert move_codes(rules_of(name, 2, **options)) <= documented
    terms = {term.name.lower() for term in Term if term is not Term.NONE}
    assert set(schema().codes["Stake.term"]) == terms


# ------------------------------------------------------------------------------------------------------------ contents


def state_after(match: Match, *moves: tuple[int, str]) -> dict[str, Any]:
    for seat, move in moves:
        match.play(seat, move)
    view = sent(messages.turn(match.view(1), match.rules, may_pass=False))[1]["view"]
    assert isinstance(view, dict)
    return view


def test_messages_contain_the_whole_view() -> None:
    match = Match("argentino", 4, seed=1)
    match.deal()
    message = messages.turn(match.view(1), match.rules, may_pass=False)
    view = message["view"]
    assert isinstance(view, dict)
    names = {
        "partner_hands": "others",
        "hand_type": "setting",
        "may_act": "word",
        "must_act": "asked",
        "seen_earlier": "seen",
    }
    expected = {names.get(field.name, field.name) for field in fields(View)} - {
        "exposed"
    }  # see `state.waits` and the events
    assert expected <= {*view, *message}


def test_messages_contain_the_cards_of_earlier_duels() -> None:
    match = Match("belmez", 4, seed="duels")
    match.deal()
    cards_shown: list[str] = []
    while not cards_shown and match.turn:
        match.play(*next((seat, move) for seat, move in match.moves() if move in CARDS))
        cards_shown = [str(laid.card) for laid in match.view(1).table]
    while match.turn:
        match.play(*match.moves()[0])
    match.deal()
    assert set(cards_shown) <= set(state_after(match)["seen"])


def test_messages_name_seats_and_points() -> None:
    match = Match("argentino", 4, seed="feria", dealer=4)
    match.deal()
    view = state_after(match)
    assert view["partners"] == [3]
    assert view["rivals"] == [2, 4]
    assert view["state"]["waits"] is None
    assert view["state"]["turn"] == 1
    assert view["state"]["truco"]["stake"] == {"points": 1, "worth": 1}
    view = state_after(match, (1, "truco"))
    assert view["state"]["waits"] == "truco"
    assert view["state"]["truco"]["calling"] == [1, 3]
    assert view["state"]["truco"]["call"] == "truco"
    assert view["state"]["truco"]["offer"] == {"points": 2, "worth": 2}
    view = state_after(match, (2, "falta-envido"))
    assert view["state"]["waits"] == "envido"
    assert view["state"]["envido"]["calling"] == [2, 4]
    assert view["state"]["envido"]["offer"] == {"term": "leader_rest", "worth": 30}
    assert view["state"]["envido"]["refused"] == {"points": 1, "worth": 1}
    view = state_after(match, (1, "no-quiero"), (4, "quiero"))
    assert view["state"]["truco"]["accepted"] == "truco"
    assert view["state"]["truco"]["may_raise"] == [2, 4]
    assert view["score"] == [0, 1]


def test_points_and_strengths_follow_the_turned_card() -> None:
    match = Match("uruguayo", 2, dealer=2)
    begin_deal(match, 2)
    begin_hand(match, {1: cards("2o 4e 12b"), 2: cards("1e 1b 7e")}, CARDS["5o"])
    view = state_after(match)
    assert view["turned"] == "5o"
    assert view["strengths"]["2o"] > view["strengths"]["1e"]
    assert view["points"] == {"envido": 34, "flor": None}


def cards(text: str) -> list[Any]:
    return [CARDS[name] for name in text.split()]


def test_messages_name_the_gallo() -> None:
    match = Match("argentino", 3, seed=3, dealer=3)
    match.deal()
    view = state_after(match)
    assert view["gallo"] == 3
    assert view["partners"] == [2]
    assert view["rivals"] == [3]
    assert view["state"]["waits"] == "discard"


# ------------------------------------------------------------------------------------------------------------- no leak


@every_table
def test_messages_do_not_depend_on_hidden_cards(variant: str, players: int, options: dict[str, Any]) -> None:
    compared = 0
    for match, twin, seat in alike(variant, players, options, POSITIONS, DEALS_TRIED):
        lines = [sent(message)[0] for message in all_messages(match, seat)]
        assert [sent(message)[0] for message in all_messages(twin, seat)] == lines
        compared += 1
    assert compared >= POSITIONS / 2


def test_messages_do_not_contain_the_seed() -> None:
    """A program receives a digest of the seed. It can be reversed only by trying every possible seed."""
    line, _parsed = sent(messages.start(rules_of("argentino", 2), 1, own_seed("5f3a9b/1")))
    assert b"5f3a9b" not in line
    assert own_seed("5f3a9b/1") == own_seed("5f3a9b/1") != own_seed("5f3a9b/2")
    assert len(bytes.fromhex(own_seed("x"))) >= 16
    seeds = [Match("argentino", 2).seed for _ in range(2)]  # a random seed is too long for a brute-force search
    assert len({*seeds}) == 2
    assert all(len(bytes.fromhex(seed)) >= 16 for seed in seeds)
