"""Verification that cards were dealt fairly: each deal is recomputed from the values that its record publishes.

A table on a server writes these values into its records as comments. Before the cut it publishes the seal of its seed
and the commitments of the players' pages; afterwards the seed and the secrets that the pages revealed.
docs/explanation/fair-deals.md explains what they prove. Replaying the record checks that the cards come from the seed:
it rejects other cards.

Servers that predate this protocol write one comment per deal (`# sealed …`), the digest of the server's part of the
seed. The page of the player who cut added the other part (`SEED.SALT`).

A record is that of a table on a server if at least one of its comments is a complete statement of this kind. No prose
contains 32 or 64 hexadecimal digits in such a place. There, every comment that begins with the word of a statement must
be complete, and nothing may be stated twice: otherwise a statement that was cut or replaced would pass as prose. In all
other records such comments are prose.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from hashlib import sha256
from operator import attrgetter
from typing import NamedTuple

from truquero.i18n import _
from truquero.records.fair_deals import DRAW, DrawKey, Opening, commitment, seal, seed_of
from truquero.records.format import Record, Statement, parse
from truquero.records.player_names import names_in
from truquero.records.replay import replay
from truquero.table import Match
from truquero.table.dealing import first_dealer
from truquero.table.log import DealLog

DealLine = tuple[int, DealLog]  # the line of a deal, and the log of the deal
SPLIT = "."  # separates the table's part of a seed from the cutter's, in the older scheme
_WORD = re.compile(r"(table|sealed|fixed|committed|server|secret)\b", re.IGNORECASE)
_STATEMENT = re.compile(
    r"(?P<word>table)\s+(?P<table>[0-9a-f]{32})\s+match\s+(?P<match>[0-9]{1,9})"
    r"|(?P<single>sealed|fixed|server)\s+(?P<digest>[0-9a-f]{64})"
    r"|(?P<of_seat>committed|secret)\s+(?P<seat>0|[1-9][0-9]{0,8})\s+(?P<value>[0-9a-f]{64})"
)
_TABLE = "table"
_SLOTS = {"sealed": "seal", "fixed": "seal"}  # both are the seal of a deal, in the older scheme and in this one
_LONGEST_QUOTED = 80  # characters of a comment in a message


class Verdict(Enum):
    """The result of verifying one deal, or the draw for the first dealer."""

    FAIR = "fair"  # all commitments precede the cut, and the secrets of players contributed to the seed
    PARTIAL = "partial"  # as FAIR, but some player committed to a secret and did not reveal it
    SEEDED = "seeded"  # the seed gives these cards; no contribution but the server's is proved
    WRONG = "wrong"  # the published values contradict each other or the result
    UNKNOWN = "unknown"  # the record has no seed, or not enough values to verify the draw


class Proof(NamedTuple):
    """The verdict on one deal, with an explanation for people."""

    deal: int  # counted from 1; 0 is the draw for the first dealer
    line: int
    verdict: Verdict
    explanation: str
    chances: tuple[int, ...] = ()  # seats whose secrets contributed to the seed
    missing: tuple[int, ...] = ()  # seats that committed and did not reveal


def digest(seed: str) -> str:
    """Return the digest of a seed that was published before the cut, in the older scheme."""
    return sha256(seed.encode()).hexdigest()


def joined(seed: str, salt: str) -> str:
    """Return the seed that deals the cards, from its two parts, in the older scheme."""
    return f"{seed}{SPLIT}{salt}"


# ------------------------------------------------------------------------------------------------------------- writing


def with_openings(record: Record, draw_key: DrawKey, openings: Mapping[int, Opening], seals: Mapping[int, str]) -> str:
    """Return the text of a record with the published values of each deal as comments.

    `openings` and `seals` are keyed by the number of the deal; `seals` are the digests of the older scheme.
    """
    lines, deal = [], 0
    if openings:
        lines.append(f"# table {draw_key.table} match {draw_key.match}")
    if DRAW in openings:
        lines += _comments(openings[DRAW])
    for line in str(record).splitlines():
        lines.append(line)
        deal += line.startswith("deal ")
        if line.startswith("seed "):
            lines += _comments(openings[deal]) if deal in openings else []
            lines += [f"# sealed {seals[deal]}"] if deal in seals else []
    return "\n".join(lines) + "\n"


def _comments(opening: Opening) -> Iterator[str]:
    yield f"# fixed {opening.sealed}"
    for seat, committed in sorted(opening.committed.items()):
        yield f"# committed {seat} {committed}"
    yield f"# server {opening.seed}"
    for seat, secret in sorted(opening.secrets.items()):
        yield f"# secret {seat} {secret}"


# ------------------------------------------------------------------------------------------------------------- reading


class _Published(NamedTuple):
    """The published values in the comments of a record between two deals."""

    sealed: str | None
    fixed: str | None
    server: str | None
    committed: dict[int, str]
    secrets: dict[int, str]
    fault: str = ""  # what is wrong with the first comment that is not complete or states something twice


class _Comment(NamedTuple):
    """A comment that begins with the word of a statement. If it is a complete statement, `slot` is that word, and
    `number` the seat, or the number of the match in the statement that names the table."""

    line: int
    text: str
    slot: str = ""
    value: str = ""
    number: int = 0

    @property
    def quoted(self) -> str:
        """The comment as messages quote it."""
        return f"# {self.text}" if len(self.text) <= _LONGEST_QUOTED else f"# {self.text[:_LONGEST_QUOTED]}…"


_NOTHING_PUBLISHED = _Published(None, None, None, {}, {})


def proofs(text: str) -> list[Proof]:
    """Return a proof for every deal of a record, and for the draw of the first dealer if a server wrote the record.

    Raise RecordError if the record cannot be replayed, for instance because its cards do not come from its seed.
    """
    dealt: list[DealLine] = []

    def after(statement: Statement, match: Match) -> None:
        if statement.word == "deal":
            dealt.append((statement.line, match.log[-1]))

    match = replay(parse(text), after=after).match
    return proofs_of_replay(text, dealt, match.players)


def proofs_of_replay(text: str, dealt: Sequence[DealLine], players: int) -> list[Proof]:
    """Return the proofs, as `proofs` does, of a record that was replayed already. `dealt` are its deals."""
    if not dealt:
        return []
    comments = _statements_in(text)
    table = next((comment for comment in comments if comment.slot == _TABLE), None)
    draw_key = None if table is None else DrawKey(table.value, table.number, DRAW)
    verifier = _Verifier(draw_key, names_in(text), players)
    results = []
    published = _published_in(comments, 0, dealt[0][0], table)
    draw = verifier.draw(published, dealt[0][1].dealer)
    if published.fixed is not None or draw_key is not None or draw.verdict is Verdict.WRONG:
        results.append(draw)
    ends = [line for line, _log in dealt[1:]] + [len(text.splitlines()) + 1]
    for number, ((line, log), end) in enumerate(zip(dealt, ends, strict=True), start=1):
        results.append(verifier.deal(number, line, log.seed, _published_in(comments, line, end, table)))
    return results


def _statements_in(text: str) -> list[_Comment]:
    """Return the comments that begin with the word of a statement; none if no comment is a complete statement."""
    comments = []
    for line, content in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        comment = content.partition("#")[2].strip("# \t\xa0")
        if _WORD.match(comment):
            comments.append(_comment(line, comment))
    return comments if any(comment.slot for comment in comments) else []


def _comment(line: int, text: str) -> _Comment:
    match = _STATEMENT.fullmatch(text)
    if match is None:
        return _Comment(line, text)
    if match["word"]:
        return _Comment(line, text, _TABLE, match["table"], int(match["match"]))
    if match["single"]:
        return _Comment(line, text, match["single"], match["digest"])
    return _Comment(line, text, match["of_seat"], match["value"], int(match["seat"]))


def _published_in(comments: list[_Comment], start: int, end: int, table: _Comment | None) -> _Published:
    """Return what the comments publish from the line `start` to the line before `end`. `table` names the table."""
    first = bisect_left(comments, start, key=attrgetter("line"))
    last = bisect_left(comments, end, key=attrgetter("line"))
    if first >= last:
        return _NOTHING_PUBLISHED
    statements: dict[tuple[str, int], _Comment] = {}
    fault = ""
    for comment in comments[first:last]:
        slot = (_SLOTS.get(comment.slot, comment.slot), comment.number)
        if not comment.slot:
            fault = fault or _("the comment “{comment}” does not have the form of a published value").format(
                comment=comment.quoted
            )
        elif slot in statements or (comment.slot == _TABLE and comment is not table):
            fault = fault or _("the comment “{comment}” states something again that the record has stated").format(
                comment=comment.quoted
            )
        else:
            statements[slot] = comment
    values = {(comment.slot, comment.number): comment.value for comment in statements.values()}
    return _Published(
        values.get(("sealed", 0)),
        values.get(("fixed", 0)),
        values.get(("server", 0)),
        {seat: value for (word, seat), value in values.items() if word == "committed"},
        {seat: value for (word, seat), value in values.items() if word == "secret"},
        fault,
    )


class _Verifier:
    """Compares the published values with the cards, or the first dealer, that resulted."""

    def __init__(self, draw_key: DrawKey | None, names: Mapping[int, str], players: int) -> None:
        self._draw_key, self._names, self._players = draw_key, names, players

    def draw(self, published: _Published, dealer: int) -> Proof:
        proof = self._proof_of(DRAW, 1, published, lambda seed: first_dealer(self._players, seed) == dealer)
        if proof is None:
            unknown = _("the record does not say how the first dealer was drawn")
            return Proof(DRAW, 1, Verdict.UNKNOWN, unknown)
        return proof

    def deal(self, number: int, line: int, seed: str | None, published: _Published) -> Proof:
        proof = self._proof_of(number, line, published, lambda candidate: candidate == seed)
        if proof is not None and (seed is not None or proof.verdict is Verdict.WRONG):
            return proof
        if seed is None:
            return Proof(number, line, Verdict.UNKNOWN, _("the record has no seed for this deal"))
        if published.fixed is None and published.sealed is not None:
            return Proof(number, line, *_verdict_of_older_scheme(seed, published.sealed))
        message = _("the seed gives these cards; the record does not say what was published before")
        return Proof(number, line, Verdict.SEEDED, message)

    def _proof_of(self, number: int, line: int, published: _Published, fits: Callable[[str], bool]) -> Proof | None:
        """Return the proof of a round, or None if the record lacks the values to verify it.

        `fits` returns whether a seed gives the recorded result. Values that cannot be right are refused in any case.
        """
        draw_key = None if self._draw_key is None else self._draw_key._replace(deal=number)
        wrong = self._wrong_value(draw_key, published)
        if not wrong:
            if draw_key is None or published.fixed is None or published.server is None:
                return None
            wrong = _wrong_seed(draw_key, published.fixed, published.server, published.secrets, fits)
        return Proof(number, line, Verdict.WRONG, wrong) if wrong else self._proven(number, line, published)

    def _wrong_value(self, draw_key: DrawKey | None, published: _Published) -> str:
        """Return what is wrong with a published value, even if other values are missing; empty if nothing is."""
        if published.fault:
            return published.fault
        strangers = [seat for seat in sorted(published.committed | published.secrets) if not 1 <= seat <= self._players]
        if strangers:
            message = _("the record mentions seat {seat}, which does not exist: seats are 1 to {last}")
            return message.format(seat=strangers[0], last=self._players)
        for seat, secret in sorted(published.secrets.items()):
            committed = published.committed.get(seat)
            if committed is None or (draw_key is not None and committed != commitment(draw_key, seat, secret)):
                message = _("the secret of {people} does not match the commitment made before the cut")
                return message.format(people=self._people([seat]))
        return ""

    def _proven(self, number: int, line: int, published: _Published) -> Proof:
        chances = tuple(sorted(published.secrets))
        missing = tuple(sorted(published.committed.keys() - published.secrets.keys()))
        if chances:
            verdict = Verdict.PARTIAL if missing else Verdict.FAIR
            combined = _("as the record says, the seed combines the randomness of the server and of {people}")
            parts = [combined.format(people=self._people(chances))]
        else:
            verdict, parts = Verdict.SEEDED, [_("the seed has only the randomness of the server")]
        if missing:
            late = _("{people} committed to a secret and did not reveal it")
            parts.append(late.format(people=self._people(missing)))
        if chances:  # only the page of a player notices if the operator has replaced the player's commitment
            parts.append(_("each player's own page checks that player's part"))
        return Proof(number, line, verdict, "; ".join(parts), chances, missing)

    def _people(self, seats: Iterable[int]) -> str:
        labels = []
        for seat in seats:
            label = _("seat {seat}").format(seat=seat)
            labels.append(f"{label} ({self._names[seat]})" if seat in self._names else label)
        return ", ".join(labels)


def _wrong_seed(
    draw_key: DrawKey, fixed: str, server: str, secrets: Mapping[int, str], fits: Callable[[str], bool]
) -> str:
    """Return what is wrong with the server's seed, or with the result; empty if nothing is."""
    if seal(draw_key, server) != fixed:
        return _("the server's seed does not match the commitment published before the cut")
    if not fits(seed_of(draw_key, server, secrets)):
        return _("the server's seed and the secrets together give another seed")
    return ""


def _verdict_of_older_scheme(dealt_from: str, published: str) -> tuple[Verdict, str]:
    seed, _dot, salt = dealt_from.rpartition(SPLIT)
    if digest(seed) != published:
        return Verdict.WRONG, _("the seed does not match what was published before the cut")
    if not salt:
        return Verdict.WRONG, _("the player who cut added nothing")
    message = _(
        "the seed was published before the cut; this older scheme trusts that the player who cut did not know it"
    )
    return Verdict.SEEDED, message
