"""Were the cards dealt fairly? A deal is recomputed from what its record tells of the shuffle.

A table that deals for people who do not trust it publishes the SHA-256 digest of its seed before the cut (`# sealed …`
in the record). The cutter lifts cards and adds a salt of his own. Then the cards come from `SEED.SALT` and the cut, and
neither of the two could choose them: the table did not know the salt, nor the cutter the seed. That the cards are those
of the seed is seen by replaying the record, which refuses any others.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum
from hashlib import sha256
from typing import NamedTuple

from truquero.language import _
from truquero.notation.record import Record, Statement, parse
from truquero.notation.replay import replay
from truquero.table import Match
from truquero.table.log import DealLog

Dealt = tuple[int, DealLog]  # the line of a deal, and what was dealt
SPLIT = "."  # between the table's part of a seed and the cutter's
_SEALED = re.compile(r"#\s*sealed\s+([0-9a-f]{64})\s*$")


class Verdict(Enum):
    FAIR = "fair"  # the seed was published before the cut, and gives these cards
    SEEDED = "seeded"  # the seed gives these cards; when it was chosen nobody can tell
    WRONG = "wrong"
    UNKNOWN = "unknown"  # the record has no seed


class Proof(NamedTuple):
    deal: int  # counted from 1
    line: int
    verdict: Verdict
    told: str


def digest(seed: str) -> str:
    """What is published of a seed before the cut."""
    return sha256(seed.encode()).hexdigest()


def joined(seed: str, salt: str) -> str:
    """The seed that deals the cards."""
    return f"{seed}{SPLIT}{salt}"


def sealed_record(record: Record, seals: dict[int, str]) -> str:
    """A record with what was published before each deal, by its number."""
    lines, deal = [], 0
    for line in str(record).splitlines():
        lines.append(line)
        deal += line.startswith("deal ")
        if line.startswith("seed ") and deal in seals:
            lines.append(f"# sealed {seals[deal]}")
    return "\n".join(lines) + "\n"


def proofs(text: str) -> list[Proof]:
    """What can be said of every deal of a record. Raises RecordError where it cannot be replayed, its cards being other
    ones than those of a seed, for instance."""
    dealt: list[Dealt] = []

    def after(statement: Statement, match: Match) -> None:
        if statement.word == "deal":
            dealt.append((statement.line, match.log[-1]))

    replay(parse(text), after=after)
    return judged(text, dealt)


def judged(text: str, dealt: Sequence[Dealt]) -> list[Proof]:
    """The same of a record that has been replayed: `dealt` are its deals."""
    published = _published(text)
    lines = [line for line, _log in dealt]
    seals: dict[int, str] = {}  # the first that stands behind each deal
    for at, seal in published:
        seals.setdefault(bisect_left(lines, at), seal)
    return [
        Proof(number, line, *_judged(log.seed, seals.get(number))) for number, (line, log) in enumerate(dealt, start=1)
    ]


def _published(text: str) -> list[tuple[int, str]]:
    lines = enumerate(text.splitlines(), start=1)
    return [(number, match.group(1)) for number, line in lines if (match := _SEALED.match(line.strip()))]


def _judged(dealt_from: str | None, seal: str | None) -> tuple[Verdict, str]:
    if dealt_from is None:
        return Verdict.UNKNOWN, _("the record has no seed of this deal")
    if seal is None:
        return Verdict.SEEDED, _("the seed gives these cards; the record does not tell what was published before")
    seed, _dot, salt = dealt_from.rpartition(SPLIT)
    if digest(seed) != seal:
        return Verdict.WRONG, _("the seed is not the one that was published before the cut")
    if not salt:
        return Verdict.WRONG, _("the cutter has added nothing")
    return Verdict.FAIR, _("the seed was published before the cut, and gives these cards")
