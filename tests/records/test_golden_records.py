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
    return [(words[0], words[1:]) for words in lines]


def named(tricks: list[str | None]) -> list[str]:
    return [trick or "null" for trick in tricks]


def all_named(hands: list[dict[str, Any]]) -> list[str]:
    return " / ".join(" ".join(named(hand["tricks"])) or "-" for hand in hands).split()


def holds(directive: Directive, told: dict[str, Any]) -> bool:
    """Return whether a directive is true of the replay as an object."""
    word, wanted = directive
    hands: list[dict[str, Any]] = told["hands"]
    match word:
        case "legal":
            return set(wanted[1:]) <= set(told["turn"].get(wanted[0], []))
        case "illegal":
            return not set(wanted[1:]) & set(told["turn"].get(wanted[0], []))
        case "claims":
            return bool(told["claims"].get(wanted[0], []) == wanted[1:])
        case "actors":
            return sorted(told["turn"]) == sorted(wanted)
        case "tricks":
            return named(hands[-1]["tricks"]) == wanted
        case "all-tricks":
            return all_named(hands) == wanted
        case "winner":
            return [told["winner"] or "null"] == wanted
        case "games":
            return [str(number) for number in told["games"]] == wanted
    raise ValueError(f"unknown directive {word}")


def check_record(text: str) -> None:
    """Replay a record and check every result and directive in it."""
    found = directives(text)
    errors = [int(words[0]) for word, words in found if word == "error"]
    if errors:
        assert [illegal(text).line] == errors
        return
    judged = replay(parse(text))
    wrong = [f"{line}: {message}" for line, message in judged.failures]
    fails = [int(words[0]) for word, words in found if word == "fails"]
    assert [failure.line for failure in judged.failures] == fails, wrong
    told = as_object(judged)
    for directive in found:
        assert directive[0] == "fails" or holds(directive, told), (directive, told["turn"], told["hands"][-1])
    check_round_trip(text, judged)


def check_round_trip(text: str, judged: Replay) -> None:
    """Check that parsing and writing preserve the record, and that the match's own record replays to the same end."""
    read = parse(text)
    assert parse(str(read)) == read
    kept = record(judged.match)
    assert parse(str(kept)) == kept
    assert as_object(replay(kept)) == as_object(judged)


def name_of(path: Path) -> str:
    return str(path.relative_to(RECORDS).with_suffix(""))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_golden_record(path: Path) -> None:
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


def test_a_directive_nobody_knows() -> None:
    with pytest.raises(ValueError, match="unknown directive leagl"):
        check_record(HAND + "#! leagl 2 1b")


@pytest.mark.parametrize("line", ["1 4o\n#! error 6", "#! error 7"])
def test_errors_are_wanted_at_their_line(line: str) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_record(HAND + line)
