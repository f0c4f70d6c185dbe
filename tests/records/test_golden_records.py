"""Every record under tests/records replays as its `=`, `==` and `#!` lines say, and survives a round trip.

#! legal SEAT MOVE…     these moves are legal for the seat where the record ends
#! illegal SEAT MOVE…   these moves are illegal for the seat where the record ends
#! claims SEAT MOVE…    exactly these challenges are open to the seat
#! actors SEAT…         exactly these seats may act (none if the match is over or a deal comes next)
#! tricks A B null      the tricks of the last hand
#! all-tricks A B / -   the tricks of every hand or duel in order; - where no trick was played
#! winner A             the winner of the match (null: not over)
#! games 1 0            chicos, patas or camas won
#! error LINE           the record is refused at that line
#! fails LINE           the assertion on that line does not hold
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.record_queries import illegal
from truquero.records import Replay, as_object, parse, record, replay

RECORDS = Path(__file__).parents[1] / "records"
FILES = sorted(RECORDS.rglob("*.truco"))
Directive = tuple[str, list[str]]


def directives(text: str) -> list[Directive]:
    lines = [line.removeprefix("#!").split() for line in text.splitlines() if line.startswith("#!")]
    return [(fields[0], fields[1:]) for fields in lines]


def named(tricks: list[str | None]) -> list[str]:
    return [trick or "null" for trick in tricks]


def all_named(hands: list[dict[str, Any]]) -> list[str]:
    return " / ".join(" ".join(named(hand["tricks"])) or "-" for hand in hands).split()


def holds(directive: Directive, result: dict[str, Any]) -> bool:
    """Return whether a directive is true of the replay as an object."""
    name, expected = directive
    hands: list[dict[str, Any]] = result["hands"]
    match name:
        case "legal":
            return set(expected[1:]) <= set(result["turn"].get(expected[0], []))
        case "illegal":
            return not set(expected[1:]) & set(result["turn"].get(expected[0], []))
        case "claims":
            return bool(result["claims"].get(expected[0], []) == expected[1:])
        case "actors":
            return sorted(result["turn"]) == sorted(expected)
        case "tricks":
            return named(hands[-1]["tricks"]) == expected
        case "all-tricks":
            return all_named(hands) == expected
        case "winner":
            return [result["winner"] or "null"] == expected
        case "games":
            return [str(number) for number in result["games"]] == expected
    raise ValueError(f"unknown directive {name}")


def check_record(text: str) -> None:
    """Replay a record and check every result and directive in it."""
    found_directives = directives(text)
    errors = [int(values[0]) for name, values in found_directives if name == "error"]
    if errors:
        assert [illegal(text).line] == errors
        return
    judged = replay(parse(text))
    wrong = [f"{line}: {message}" for line, message in judged.failures]
    fails = [int(values[0]) for name, values in found_directives if name == "fails"]
    assert [failure.line for failure in judged.failures] == fails, wrong
    result = as_object(judged)
    for directive in found_directives:
        assert directive[0] == "fails" or holds(directive, result), (directive, result["turn"], result["hands"][-1])
    check_round_trip(text, judged)


def check_round_trip(text: str, judged: Replay) -> None:
    """Check that parsing and writing preserve the record, and that the match's own record replays to the same end."""
    read = parse(text)
    assert parse(str(read)) == read
    own_record = record(judged.match)
    assert parse(str(own_record)) == own_record
    assert as_object(replay(own_record)) == as_object(judged)


def name_of(path: Path) -> str:
    return str(path.relative_to(RECORDS).with_suffix(""))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_golden_record_replays_as_it_asserts(path: Path) -> None:
    check_record(path.read_text(encoding="utf-8"))


def test_there_are_golden_records() -> None:
    assert FILES


HAND = """variant argentino
players 2
deal 2
cards 1 7b 6b 4o
cards 2 1e 1b 5c
1 7b ; 2 1e
"""


@pytest.mark.parametrize(
    "line",
    [
        "#! legal 2 1b 5c truco mazo",
        "#! illegal 2 envido flor 1e",
        "#! illegal 1 6b",
        "#! actors 2",
        "#! tricks B",
        "#! all-tricks B",
        "#! winner null",
        "#! games 0 0",
        "= 0-1\n#! fails 7",
        "1 4o\n#! error 7",
    ],
)
def test_directives_that_hold(line: str) -> None:
    check_record(HAND + line)


@pytest.mark.parametrize(
    "line",
    [
        "#! legal 2 envido",
        "#! legal 1 6b",
        "#! illegal 2 truco",
        "#! claims 1 pido-flor-2",
        "#! actors 1",
        "#! actors",
        "#! tricks A",
        "#! tricks",
        "#! all-tricks B / -",
        "#! winner A",
        "#! games 1 0",
        "= 0-1",
        "= 0-0\n#! fails 7",
        "2 1b\n#! fails 7",
    ],
)
def test_directives_that_do_not_hold(line: str) -> None:
    with pytest.raises(AssertionError):
        check_record(HAND + line)


def test_an_unknown_directive_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown directive leagl"):
        check_record(HAND + "#! leagl 2 1b")


@pytest.mark.parametrize("line", ["1 4o\n#! error 6", "#! error 7"])
def test_errors_are_expected_at_their_line(line: str) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_record(HAND + line)
