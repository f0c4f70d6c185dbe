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
from truquero.bots.company import company
from truquero.i18n import _
from truquero.i18n.os_errors import reason
from truquero.records import RecordError, parse, record, replay
from truquero.records.data_folder import FOLDER_VARIABLE, data_folder
from truquero.rules.options import OptionError
from truquero.table import Match, TableError
from truquero.table.schedule import A, side_of
from truquero.tui.match_lock import MatchLocked, lock_match, unlock_match
from truquero.variants.house import loads
from truquero.variants.people import Person

RECORD_SUFFIX, DATA_SUFFIX = ".truco", ".json"
_DATA_VERSION = 1  # version of the JSON file


class SaveError(TableError):
    """A match that cannot be saved or resumed. The message gives the reason."""


def captains_for(seat: int) -> tuple[int, int]:
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
class SavedMatch:
    """The saved form of a match in progress. Call `save` after every deal and move, before it is shown."""

    path: Path  # the record
    seed: str
    seat: int
    bots: Mapping[int, str]  # the name of the bot in each of the other seats
    ceremony: bool = False
    house: tuple[str, str] | None = None  # the name and the text of a file of house rules
    skipped_message: str = ""  # a message about newer matches that cannot be resumed
    _is_on_disk: bool = field(default=False, repr=False)  # whether the match has its files
    _data_on_disk: str = field(default="", repr=False)  # the JSON that this object has written last
    _lock: int | None = field(default=None, repr=False)  # the handle of the lock

    @classmethod
    def begin(
        cls, match: Match, seat: int, bots: Mapping[int, str], *, ceremony: bool = False, house: Path | None = None
    ) -> SavedMatch:
        """Prepare to save a new match. Check that the folder is writable; write nothing before the first deal."""
        folder = data_folder()
        stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{match.rules.variant}-{match.players}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
            house_file = None if house is None else (house.name, house.read_text(encoding="utf-8"))
        except OSError as error:
            raise _cannot_save(folder, error) from error
        return cls(folder / f"{stem}{RECORD_SUFFIX}", match.seed, seat, dict(bots), ceremony, house_file)

    def company(self, variant: str) -> dict[int, Person]:
        """Return the people in whose place the bots sit. They follow from the seed, so a resumed match has them too."""
        return company(variant, self.bots, self.seed)

    def save(self, match: Match) -> None:
        """Write the match to disk. After a crash, each file is complete: as before this call or as after it."""
        try:
            if not self._is_on_disk:
                self.path = _create_file(self.path)
                self.unlock()
                self._lock = lock_match(self.path)
            data = self._data(match)
            if data != self._data_on_disk:
                _write(self.path.with_suffix(DATA_SUFFIX), data)
                self._data_on_disk, self._is_on_disk = data, True
            _write(self.path, str(record(match)))
        except OSError as error:
            raise _cannot_save(self.path, error) from error

    def unlock(self) -> None:
        """Release the lock on the match."""
        unlock_match(self._lock)
        self._lock = None

    def _data(self, match: Match) -> str:
        seats = range(1, match.players + 1)
        data = {
            "form": _DATA_VERSION,
            "seed": self.seed,
            "seat": self.seat,
            "bots": {str(seat): name for seat, name in self.bots.items()},
            "ceremony": self.ceremony,
            "house": self.house,
            "watching": [match.signs.watched_by(seat) for seat in seats],
            "signs": [sorted(event.seen_by) for event in match.events if event.seen_by is not None],
            "over": match.over,
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def resume_match(path: Path | None = None) -> tuple[SavedMatch, Match]:
    """Resume a saved match: the given record, or else the most recent that is not over and can be resumed."""
    if path is None:
        return _resume_newest()
    return _resume_at(path.with_suffix(RECORD_SUFFIX) if path.suffix in ("", DATA_SUFFIX) else path)


def _resume_at(path: Path) -> tuple[SavedMatch, Match]:
    """Lock a match, then read it. With the lock held, no other process can still be writing."""
    try:
        lock = lock_match(path) if path.with_suffix(DATA_SUFFIX).is_file() else None
    except MatchLocked as error:
        raise _cannot_resume(path, _("it is being played in another window")) from error
    try:
        return _read(path, lock)
    except BaseException:
        unlock_match(lock)
        raise


# ----------------------------------------------------------------------------------------------------------- reading


def _resume_newest() -> tuple[SavedMatch, Match]:
    """Resume the most recent match that is not over.

    Skip matches that are damaged, and matches open in another window: a player with two windows wants two tables.
    """
    folder = data_folder()
    skipped = []
    paths = [path for path in folder.glob(f"*{RECORD_SUFFIX}") if path.with_suffix(DATA_SUFFIX).is_file()]
    for path in sorted(paths, key=_last_written, reverse=True):
        try:
            if _read_data(path).get("over"):
                continue
            saved, match = _resume_at(path)
        except SaveError as error:
            skipped.append(str(error))
            continue
        saved.skipped_message = _skipped_in_short(skipped)
        return saved, match
    message = _("there is no match to continue in {folder}").format(folder=folder)
    raise SaveError(": ".join([message, *(["; ".join(skipped)] if skipped else [])]))


def _skipped_in_short(skipped: list[str]) -> str:
    """Return a short message about skipped matches: the first reason, and the number of others."""
    if not skipped:
        return ""
    if len(skipped) == 1:
        return _("{reason}; this is the last match that can be continued").format(reason=skipped[0])
    message = _("{reason}, and {count} more likewise; this is the last match that can be continued")
    return message.format(reason=skipped[0], count=len(skipped) - 1)


def _last_written(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:  # deleted meanwhile: reading it reports the error
        return 0, path.name


def _read(path: Path, lock: int | None) -> tuple[SavedMatch, Match]:
    data = _read_data(path)
    try:
        saved = SavedMatch(
            path,
            str(data["seed"]),
            int(data["seat"]),
            {int(seat): str(name) for seat, name in data["bots"].items()},
            bool(data["ceremony"]),
            None if data["house"] is None else (str(data["house"][0]), str(data["house"][1])),
            _is_on_disk=True,
            _lock=lock,
        )
        match = _replayed(saved)
        _check(saved, match)
        _restore_attention(match, data)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
        if isinstance(error, SaveError):
            raise
        problem = error if isinstance(error, RecordError | TableError | OptionError) else _("it is damaged")
        raise _cannot_resume(path, str(problem)) from error
    if match.over:
        raise _cannot_resume(path, _("the match is over"))
    return saved, match


def _read_data(path: Path) -> dict[str, Any]:
    """Return the JSON data of a record. Without them the cards of later deals are unknown."""
    beside = path.with_suffix(DATA_SUFFIX)
    try:
        data = json.loads(beside.read_text(encoding="utf-8"))
    except OSError as error:
        missing = not beside.exists() and path.exists()
        problem = _("{file} is not beside it, so only the program that dealt knows the coming cards").format(
            file=beside.name
        )
        problem = (
            problem if path.suffix == RECORD_SUFFIX else _("it is not a {suffix} record").format(suffix=RECORD_SUFFIX)
        )
        raise _cannot_resume(path, problem if missing else reason(error)) from error
    except (ValueError, RecursionError) as error:
        raise _cannot_resume(beside, _("it is damaged")) from error
    if not isinstance(data, dict) or data.get("form") != _DATA_VERSION:
        raise _cannot_resume(beside, _("it was not written by this version of truquero"))
    return data


def _replayed(saved: SavedMatch) -> Match:
    """Return the match at the end of the record. Its later deals are those of the original seed."""
    try:
        text = saved.path.read_text(encoding="utf-8")
    except OSError as error:
        raise _cannot_resume(saved.path, reason(error)) from error
    house = [] if saved.house is None else [loads(saved.house[1], saved.house[0])]
    replayed = replay(parse(text), house)
    if replayed.failures:
        raise TableError(replayed.failures[0].message)
    if not text.endswith("\n"):  # a complete record ends with a line break
        raise TableError(_("it is damaged"))
    match = replayed.match
    if not match.log:
        return Match(match.rules, seed=saved.seed, captains=captains_for(saved.seat), signs=match.signs.agreed)
    match.seed, match.captains = saved.seed, captains_for(saved.seat)
    seed = match.log[-1].seed
    if seed is None:
        raise TableError(_("the deals have no seed"))
    match.deals.draw_rest(seed)  # also the spare card, which an exposed card may be exchanged for
    return match


def _check(saved: SavedMatch, match: Match) -> None:
    match.view(saved.seat)
    others = {seat for seat in range(1, match.players + 1) if seat != saved.seat}
    if set(saved.bots) != others:
        raise TableError(_("it is damaged"))
    for name in saved.bots.values():
        maker_of(name)  # raises an error if there is no such bot


def _restore_attention(match: Match, data: Mapping[str, Any]) -> None:
    """Restore which seat each seat watches and who saw the señas of this hand. The record has neither."""
    for seat, watched in enumerate(data["watching"], start=1):
        match.watch(seat, int(watched))
    seats_by_sign = iter(data["signs"])
    for index, event in enumerate(match.events):
        if event.seen_by is not None:
            match.events[index] = event._replace(seen_by=frozenset(map(int, next(seats_by_sign, event.seen_by))))


# ----------------------------------------------------------------------------------------------------------- writing


def _create_file(path: Path) -> Path:
    """Create an empty file with this name, with a number appended if it already exists. Return its path."""
    for number in count(1):
        candidate = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            candidate.touch(exist_ok=False)
        except FileExistsError:
            continue
        return candidate
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


def _cannot_save(path: Path, error: OSError) -> SaveError:
    message = _("{path}: cannot save the match there: {reason}; set {variable} to a writable folder")
    return SaveError(message.format(path=path, reason=reason(error), variable=FOLDER_VARIABLE))


def _cannot_resume(path: Path, why: str) -> SaveError:
    return SaveError(_("{path}: this match cannot be continued: {reason}").format(path=path, reason=why))
