"""What is said and signed at a table: the words of each move, verses, names of cards, señas, how points are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property

from truquero.cards import CARDS, Card, card
from truquero.rules.aliases import as_code
from truquero.rules.expressions import Expression

# A card (`7o`), all cards of a rank (`3`), one of the turned card's suit (`2m`), the manilha of a suit (`mb`).
ONE_NAME = re.compile(r"(?P<rank>[1-9]|1[0-2])(?P<suit>[ebocm])?|m[eboc]")
SIZED = re.compile(r"(.*?)-?(\d+)")
ONE_PAIR = re.compile(r"\b1 pare[sh]\b")  # "2 pares más", but "un par más"

# What an answer may be about, where a table has other words for it: `quiero@decide` is "arriba" in Navarrevisca.
ABOUT = ("decide", "flor", "envido", "truco")


@dataclass(frozen=True)
class Sign:
    """A seña. `shows` names what it tells of: cards (`1e`, `1o 1c`), a rank (`3`), a card of the turned suit (`2m`), or
    a meaning such as `good-envido`; `gesture` how it is made. `variants/gestures.py` names both; a house may also tell
    in its own words how it is made."""

    name: str  # the move is `sena-NAME`
    shows: str
    gesture: str
    source: str = ""

    @property
    def spoken(self) -> bool:
        """Whether it is made by saying a word: one of `Voices.names` for what it shows."""
        return self.gesture == "word"

    def cards(self, pack: Iterable[Card], turned: str | None = None) -> tuple[Card, ...]:
        """The cards it may tell of; none where it has another meaning."""
        asked = [ONE_NAME.fullmatch(word) for word in self.shows.split()]
        found = [_named(one, None if turned is None else card(turned)) for one in asked if one is not None]
        return tuple(one for one in pack if one in {code for codes in found for code in codes})


def _named(name: re.Match[str], turned: Card | None) -> frozenset[Card]:
    suits = name["suit"] or "eboc"
    if suits == "m":
        suits = turned.suit if turned is not None else ""
    return frozenset(CARDS[f"{name['rank']}{suit}"] for suit in suits)


@dataclass(frozen=True)
class Tally:
    """How a place keeps the score, where its rule book says so."""

    counters: tuple[str, ...]  # named in `variants/gestures.py`
    source: str = ""
    piles: tuple[int, ...] = ()  # how many are heaped together
    stacks: Mapping[int, int] = field(default_factory=dict)  # so many, one on another, are worth so much
    behind: int = 0  # what one behind the others is worth


@dataclass(frozen=True)
class Speech:
    """How a rule book takes what is said: the article that tells which words bind, and whether equivocal forms of a
    call, such as diminutives, always count as the call. Otherwise they do so in championships only. `accept_first`
    cites the article by which, in championships, a pending truco is accepted aloud before it is raised; it is empty
    where a raise is enough."""

    article: str = ""
    equivocal: bool = False
    accept_first: str = ""


@dataclass(frozen=True)
class Voices:
    """The words of one game, in its own language. In `say` the first of each move is what the table hears; the others
    mean the same. A key such as `mas-N` stands for every size, and its words may hold {n} or {pairs}; `quiero@flor` are
    the words where the answer is about the flor."""

    language: str = "es"
    say: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # sayings that go with a move
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of cards, ranks, things and people
    signs: tuple[Sign, ...] = ()
    tally: Tally | None = None
    speech: Speech = Speech()
    talk: tuple[Expression, ...] = ()  # expressions whose meaning is fixed at this table

    def __getstate__(self) -> dict[str, object]:
        """What a pickle keeps: not what is worked out from it."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def said(self, move: str, about: str | None = None) -> str:
        """What the table hears when this move is made; `about` is what it answers, of ABOUT."""
        return self.words(move, about)[0]

    def words(self, move: str, about: str | None = None) -> tuple[str, ...]:
        """All that may be said for a move, what the table hears first."""
        plain = self.say.get(move, ())
        special = self.say.get(f"{move}@{about}", ())
        if special or plain:
            return (*special, *(one for one in plain if one not in special))
        sized = SIZED.fullmatch(move)
        if sized is not None:
            size = int(sized[2])
            of_any_size = self.say.get(f"{sized[1]}-N" if sized[1] else "N", ())
            plain = tuple(ONE_PAIR.sub("un par", one.format(n=size, pairs=size // 2)) for one in of_any_size)
        kind, _, card = move.rpartition("-")
        if card in CARDS:  # `tapada-4c` is said as `tapada`
            plain = self.say.get(kind, ())
        return plain or (move.replace("-", " "),)

    def said_of_size(self, name: str) -> str:
        """What the table hears of most sizes of `NAME-N`, with {n} for the size or {pairs} for half of it. `said` knows
        those that have words of their own."""
        return self.say.get(f"{name}-N", (f"{name.replace('-', ' ')} {{n}}",))[0]

    @cached_property
    def phrases(self) -> Mapping[str, tuple[str, ...]]:
        """Everything that may be said for each move of `say`, whatever it answers."""
        found: dict[str, dict[str, None]] = {}
        for key, words in self.say.items():
            found.setdefault(key.partition("@")[0], {}).update(dict.fromkeys(words))
        return {move: tuple(words) for move, words in found.items()}

    @cached_property
    def spoken(self) -> Mapping[str, tuple[str, ...]]:
        """The moves that a word of this table may mean, where it is written as a code; expressions that are always one
        and the same move are such words too."""
        found: dict[str, dict[str, None]] = {}
        always = [(one.codes[0], one.words) for one in self.talk if one.is_one_move]
        for move, words in (*self.phrases.items(), *always):
            for one in words:
                found.setdefault(as_code(one), {})[move] = None
        return {word: tuple(moves) for word, moves in found.items()}

    def sign(self, name: str) -> Sign | None:
        return next((sign for sign in self.signs if sign.name == name), None)
