"""Saved matches: a `.truco` record, and beside it a JSON file with the data needed to resume the match."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from truquero.bots import maker_of
from truquero.i18n import _
from truquero.i18n.os_errors import reason
from truquero.records import RecordError, parse, record, replay
from truquero.records.data_folder import FOLDER_VARIABLE, data_folder
from truquero.rules.options import OptionError
from truquero.table import Match, TableError
from truquero.table.schedule import A, side_of
from truquero.tui.playing import BeingPlayed, hold, let_go
from truquero.variants.house import loads

RECORD, BESIDE = ".truco", ".json"
_FORM = 1  # version of the JSON file


class KeptError(TableError):
    """A match that cannot be saved or resumed. The message gives the reason."""


def captains_with(seat: int) -> tuple[int, int]:
    """Return the captains of sides A and B: the player on the player's side (S003), a bot on the other."""
    return (seat, 2) if side_of(seat) == A else (1, seat)


def bot_seed(match: Match, seat: int) -> str:
    """Return the random seed of a bot that joins now.

    It depends on the moves made so far, so that a bot in a resumed match does not repeat its random choices. It is a
    hash, because the bot must not learn the seed of the match, from which all cards come.
    """
    done = sum(1 + len(hand.moves) for deal in match.log for hand in deal.hands)
    parts = [match.seed, "bot", seat, *([done] if done else [])]
    return sha256("/".join(map(str, parts)).encode()).hexdigest()[:32]


@dataclass
class Kept:
    """The saved form of a match in progress. Call `save` after every deal and move, before it is shown."""

    path: Path  # the record
    seed: str
    seat: int
    bots: Mapping[int, str]  # the name of the bot in each of the other seats
    ceremony: bool = False
    house: tuple[str, str] | None = None  # the name and the text of a file of house rules
    passed_over: str = ""  # a message about newer matches that cannot be resumed
    _beside: str = field(default="", repr=False)  # the JSON last written; empty if there is no file yet
    _held: int | None = field(default=None, repr=False)  # the handle of the lock

    @classmethod
    def begin(
        cls, match: Match, seat: int, bots: Mapping[int, str], *, ceremony: bool = False, house: Path | None = None
    ) -> Kept:
        """Prepare to save a new match. Check that the folder is writable; write nothing before the first deal."""
        folder = data_folder()
        named = f"{datetime.now():%Y-%m-%d-%H%M%S}-{match.rules.variant}-{match.players}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
            told = None if house is None else (house.name, house.read_text(encoding="utf-8"))
        except OSError as error:
            raise _cannot_keep(folder, error) from error
        return cls(folder / f"{named}{RECORD}", match.seed, seat, dict(bots), ceremony, told)

    def save(self, match: Match) -> None:
        """Write the match to disk. After a crash, each file is complete: as before this call or as after it."""
        try:
            if not self._beside:
                self.path = _made(self.path)
                self.let_go()
                self._held = hold(self.path)
            beside = self._told(match)
            if beside != self._beside:
                _write(self.path.with_suffix(BESIDE), beside)
                self._beside = beside
            _write(self.path, str(record(match)))
        except OSError as error:
            raise _cannot_keep(self.path, error) from error

    def let_go(self) -> None:
        """Release the lock on the match."""
        let_go(self._held)
        self._held = None

    def _told(self, match: Match) -> str:
        seats = range(1, match.players + 1)
        told = {
            "form": _FORM,
            "seed": self.seed,
            "seat": self.seat,
            "bots": {str(seat): name for seat, name in self.bots.items()},
            "ceremony": self.ceremony,
            "house": self.house,
            "watching": [match.signs.watched_by(seat) for seat in seats],
            "signs": [sorted(event.seen_by) for event in match.events if event.seen_by is not None],
            "over": match.over,
        }
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def take_up(path: Path | None = None) -> tuple[Kept, Match]:
    """Resume a saved match: the given record, or else the most recent that is not over and can be resumed."""
    if path is None:
        return _last()
    return _taken_up(path.with_suffix(RECORD) if path.suffix in ("", BESIDE) else path)


def _taken_up(path: Path) -> tuple[Kept, Match]:
    """Lock a match, then read it. With the lock held, no other process can still be writing."""
    try:
        held = hold(path) if path.with_suffix(BESIDE).is_file() else None
    except BeingPlayed as error:
        raise _cannot_go_on(path, _("it is being played in another window")) from error
    try:
        return _read(path, held)
    except BaseException:
        let_go(held)
        raise


# ----------------------------------------------------------------------------------------------------------- reading


def _last() -> tuple[Kept, Match]:
    """Resume the most recent match that is not over.

    Skip matches that are damaged, and matches open in another window: a player with two windows wants two tables.
    """
    folder = data_folder()
    passed = []
    found = [path for path in folder.glob(f"*{RECORD}") if path.with_suffix(BESIDE).is_file()]
    for path in sorted(found, key=_last_written, reverse=True):
        try:
            if _read_beside(path).get("over"):
                continue
            kept, match = _taken_up(path)
        except KeptError as error:
            passed.append(str(error))
            continue
        kept.passed_over = _in_short(passed)
        return kept, match
    about = _("there is no match to go on with in {folder}").format(folder=folder)
    raise KeptError(": ".join([about, *(["; ".join(passed)] if passed else [])]))


def _in_short(passed: list[str]) -> str:
    """Return a short message about skipped matches: the first reason, and the number of others."""
    if not passed:
        return ""
    if len(passed) == 1:
        return _("{reason}; this is the last one that can be").format(reason=passed[0])
    about = _("{reason}, and {count} more likewise; this is the last one that can be")
    return about.format(reason=passed[0], count=len(passed) - 1)


def _last_written(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:  # deleted meanwhile: reading it reports the error
        return 0, path.name


def _read(path: Path, held: int | None) -> tuple[Kept, Match]:
    told = _read_beside(path)
    try:
        kept = Kept(
            path,
            str(told["seed"]),
            int(told["seat"]),
            {int(seat): str(name) for seat, name in told["bots"].items()},
            bool(told["ceremony"]),
            None if told["house"] is None else (str(told["house"][0]), str(told["house"][1])),
            _beside="taken up",
            _held=held,
        )
        match = _replayed(kept)
        _check(kept, match)
        _look_again(match, told)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
        if isinstance(error, KeptError):
            raise
        about = error if isinstance(error, RecordError | TableError | OptionError) else _("it is damaged")
        raise _cannot_go_on(path, str(about)) from error
    if match.over:
        raise _cannot_go_on(path, _("the match is over"))
    return kept, match


def _read_beside(path: Path) -> dict[str, Any]:
    """Return the JSON data of a record. Without them the cards of later deals are unknown."""
    beside = path.with_suffix(BESIDE)
    try:
        told = json.loads(beside.read_text(encoding="utf-8"))
    except OSError as error:
        missing = not beside.exists() and path.exists()
        about = _("{file} is not beside it, so only those who dealt know the cards to come").format(file=beside.name)
        about = about if path.suffix == RECORD else _("it is no {suffix} record").format(suffix=RECORD)
        raise _cannot_go_on(path, about if missing else reason(error)) from error
    except (ValueError, RecursionError) as error:
        raise _cannot_go_on(beside, _("it is damaged")) from error
    if not isinstance(told, dict) or told.get("form") != _FORM:
        raise _cannot_go_on(beside, _("it was not written by this version of truquero"))
    return told


def _replayed(kept: Kept) -> Match:
    """Return the match at the end of the record. Its later deals are those of the original seed."""
    try:
        text = kept.path.read_text(encoding="utf-8")
    except OSError as error:
        raise _cannot_go_on(kept.path, reason(error)) from error
    house = [] if kept.house is None else [loads(kept.house[1], kept.house[0])]
    found = replay(parse(text), house)
    if found.failures:
        raise TableError(found.failures[0].message)
    if not text.endswith("\n"):  # a complete record ends with a line break
        raise TableError(_("it is damaged"))
    match = found.match
    if not match.log:
        return Match(match.rules, seed=kept.seed, captains=captains_with(kept.seat), signs=match.signs.agreed)
    match.seed, match.captains = kept.seed, captains_with(kept.seat)
    _deal_on(match)
    return match


def _deal_on(match: Match) -> None:
    """Restore the undealt cards of the current deal: those of its next duels, and the spare cards.

    A replay takes every card from the record and draws none from the pack.
    """
    log, deals = match.log[-1], match.deals
    if log.seed is None:
        raise TableError(_("the deals have no seed"))
    deals.draw(log.seed, log.cut)
    for hand in log.hands:
        deals.next_packet()
        if hand.exchanged is not None:
            deals.another_card()


def _check(kept: Kept, match: Match) -> None:
    match.view(kept.seat)
    others = {seat for seat in range(1, match.players + 1) if seat != kept.seat}
    if set(kept.bots) != others:
        raise TableError(_("it is damaged"))
    for name in kept.bots.values():
        maker_of(name)  # raises an error if there is no such bot


def _look_again(match: Match, told: Mapping[str, Any]) -> None:
    """Restore which seat each seat watches and who saw the señas of this hand. The record has neither."""
    for seat, whom in enumerate(told["watching"], start=1):
        match.watch(seat, int(whom))
    seen = iter(told["signs"])
    for index, event in enumerate(match.events):
        if event.seen_by is not None:
            match.events[index] = event._replace(seen_by=frozenset(map(int, next(seen, event.seen_by))))


# ----------------------------------------------------------------------------------------------------------- writing


def _made(path: Path) -> Path:
    """Create an empty file with this name, with a number appended if it already exists. Return its path."""
    for number in count(1):
        one = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            one.touch(exist_ok=False)
        except FileExistsError:
            continue
        return one
    raise AssertionError


def _write(path: Path, text: str) -> None:
    """Replace a file atomically: readers see the old text or the new text, never a part."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _cannot_keep(path: Path, error: OSError) -> KeptError:
    about = _("{path}: the match cannot be kept there: {reason}; set {variable} to a folder where it can")
    return KeptError(about.format(path=path, reason=reason(error), variable=FOLDER_VARIABLE))


def _cannot_go_on(path: Path, why: str) -> KeptError:
    return KeptError(_("{path}: this match cannot be gone on with: {reason}").format(path=path, reason=why))
