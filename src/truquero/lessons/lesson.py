"""The lesson of a variant: a TOML file in `data/`, named after the variant.

[[hands]]
like = "OTHER.TITLE"    the hand has what the hand with this title in OTHER.toml has, except for what is written here
title = "count"         the names of texts
intro = ["pairs"]       shown before the hand
cards = ["7e 6e 1b", "3c 5o 4o"]   the cards of each seat; the learner has seat 1
players = 4             at the table, if not all of them play this hand
mano = 2                the seat that leads; seat 1 if it is left out
turned = "7c"           the turned card
score = [28, 20]        the score before the hand; 0-0 if it is left out
options = { flor = "off" }         house rules
points = [2, 1]         the points that the hand brings to each side
end = "won"             shown after the hand
play = [
  "2 envido",           what others do: a seat and its move
  { move = "quiero", ask = "answer", good = "yes", wrong = "no", replies = { retruco = "greedy" } },
]                       what the learner should do, and what is said before it, after it, and to other moves;
                       who leaves the hand is told `wrong_leave`

[texts.count]           a text in every language; `shared.toml` has those of many lessons
es = "…"

A text may contain {target}, the points that win, and {say[MOVE]}, the words of a move.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from truquero.i18n import base_of, current_language
from truquero.rules.game import Rules
from truquero.rules.moves import LEAVE
from truquero.variants import preset, rules_of

LEARNER = 1  # the seat of the learner

_DATA = Path(__file__).parent / "data"
SHARED = "shared"  # the file with texts of several lessons


class _MoveWords(Mapping[str, str]):
    """The words of the moves of a game, by the codes of the moves. They replace `{say[MOVE]}` in a text."""

    def __init__(self, rules: Rules) -> None:
        self._voices = rules.voices

    def __getitem__(self, move: str) -> str:
        return self._voices.phrase(move)

    def __iter__(self) -> Iterator[str]:
        return iter(self._voices.say)

    def __len__(self) -> int:
        return len(self._voices.say)


@dataclass(frozen=True)
class Text:
    """A text of a lesson in every language, with its file and its name there."""

    file: str
    name: str
    translations: Mapping[str, str]
    rules: Rules

    def __str__(self) -> str:
        """Return the text in the current language; a variety uses the text of its language, unless it has its own."""
        language = current_language()
        text = self.translations.get(language) or self.translations[base_of(language)]
        return text.format(target=self.rules.match.target, say=_MoveWords(self.rules))

    def placeholders(self, language: str) -> set[str]:
        """Return the placeholders of the text in a language."""
        return {field for _text, field, _spec, _conversion in Formatter().parse(self.translations[language]) if field}


@dataclass(frozen=True)
class Decision:
    """A decision of the learner: the right move, and the texts for it and for the others."""

    move: str
    ask: Text
    good: Text | None
    wrong: Text
    replies: Mapping[str, Text]  # the answer to some other moves
    seat: int = LEARNER


@dataclass(frozen=True)
class OtherMove:
    """A move of another seat."""

    seat: int
    move: str


@dataclass(frozen=True)
class LessonHand:
    """A dealt hand of a lesson."""

    rules: Rules
    options: Mapping[str, str]
    title: Text
    intro: tuple[Text, ...]
    cards: tuple[str, ...]
    mano: int
    turned: str | None
    score: tuple[int, int]
    points: tuple[int, int]
    end: Text
    play: tuple[OtherMove | Decision, ...]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(step for step in self.play if isinstance(step, Decision))

    @property
    def texts(self) -> Iterator[Text]:
        yield from (self.title, *self.intro, self.end)
        for decision in self.decisions:
            yield from (decision.ask, decision.wrong, *decision.replies.values())
            if decision.good is not None:
                yield decision.good


@dataclass(frozen=True)
class Lesson:
    """The lesson of a variant."""

    variant: str
    hands: tuple[LessonHand, ...]


def lesson_of(variant: str) -> Lesson:
    """Return the lesson of a variant. Raise OptionError if there is no such variant."""
    return _lesson(preset(variant).name)


@cache
def _lesson(name: str) -> Lesson:
    data = _file(name)
    return Lesson(name, tuple(_hand(name, hand) for hand in data["hands"]))


def _complete(hand: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data of a hand, completed with those of the hand that it is like."""
    if "like" not in hand:
        return hand
    return {**_complete(_model(hand)), **hand}


def _models(hand: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the lessons whose hands a hand is like."""
    if "like" in hand:
        yield hand["like"].partition(".")[0]
        yield from _models(_model(hand))


def _model(hand: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data of the hand that a hand is like."""
    name, _dot, title = hand["like"].partition(".")
    [model] = (other for other in _file(name)["hands"] if _complete(other)["title"] == title)
    return dict(model)


@cache
def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / f"{name}.toml").read_text("utf-8"))


@cache
def texts_in(name: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts in a file of `data/`."""
    texts: dict[str, Mapping[str, str]] = _file(name).get("texts", {})
    return texts


def _hand(name: str, given: Mapping[str, Any]) -> LessonHand:
    data = _complete(given)
    homes = [name, *_models(given), SHARED]
    options = data.get("options", {})
    rules = rules_of(name, data.get("players", len(data["cards"])), **options)

    def text(key: str) -> Text:
        """Return the text with this name: of the lesson itself, of the lesson whose hand this is like, or shared."""
        file = next((home for home in homes if key in texts_in(home)), SHARED)
        return Text(file, key, texts_in(file)[key], rules)

    def step(entry: str | Mapping[str, Any]) -> OtherMove | Decision:
        if isinstance(entry, str):
            seat, move = entry.split()
            return OtherMove(int(seat), move)
        return Decision(
            move=entry["move"],
            ask=text(entry["ask"]),
            good=text(entry["good"]) if "good" in entry else None,
            wrong=text(entry["wrong"]),
            replies={move: text(key) for move, key in {LEAVE: "wrong_leave", **entry.get("replies", {})}.items()},
        )

    return LessonHand(
        rules=rules,
        options=options,
        title=text(data["title"]),
        intro=tuple(map(text, data["intro"])),
        cards=tuple(data["cards"]),
        mano=data.get("mano", 1),
        turned=data.get("turned"),
        score=tuple(data.get("score", (0, 0))),
        points=tuple(data["points"]),
        end=text(data["end"]),
        play=tuple(map(step, data["play"])),
    )
