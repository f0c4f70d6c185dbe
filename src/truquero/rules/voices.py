"""The speech of a table: the words of each move, verses, names of cards, señas, and the way points are counted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property

from truquero.cards import CARDS, Card
from truquero.rules.aliases import as_code
from truquero.rules.expressions import Expression

# A card (`7o`), all cards of a rank (`3`), a card of the turned card's suit (`2m`), the manilha of a suit (`mb`).
ONE_NAME = re.compile(r"(?P<rank>[1-9]|1[0-2])(?P<suit>[ebocm])?|m[eboc]")
SIZED = re.compile(r"(.*?)-?(\d+)")
ONE_PAIR = re.compile(r"\b1 pare[sh]\b")  # "2 pares más", but "un par más"

# The subjects of an answer that may have words of its own: `quiero@decide` is "arriba" in Navarrevisca.
ABOUT = ("decide", "flor", "envido", "truco")


@dataclass(frozen=True)
class Sign:
    """A seña.

    `shows` is what it signals: cards (`1e`, `1o 1c`), a rank (`3`), a card of the turned suit (`2m`), or a meaning such
    as `good-envido`. `gesture` is how it is made. `variants/gestures.py` defines the names of both; a house may also
    describe a gesture in its own words.
    """

    name: str  # the move is `sena-NAME`
    shows: str  # what it signals
    gesture: str  # how it is made
    source: str = ""  # where it is described

    @property
    def spoken(self) -> bool:
        """Whether the seña is a spoken word: one of `Voices.names` for `shows`."""
        return self.gesture == "word"

    def cards(self, pack: Iterable[Card], turned: str | None = None) -> tuple[Card, ...]:
        """Return the cards that the seña may signal; none if it has another meaning."""
        names = [ONE_NAME.fullmatch(word) for word in self.shows.split()]
        codes_of_names = [_named(name, None if turned is None else Card(turned)) for name in names if name is not None]
        return tuple(card for card in pack if card in {code for codes in codes_of_names for code in codes})


def _named(name: re.Match[str], turned: Card | None) -> frozenset[Card]:
    suits = name["suit"] or "eboc"
    if suits == "m":
        suits = turned.suit if turned is not None else ""
    return frozenset(CARDS[f"{name['rank']}{suit}"] for suit in suits)


@dataclass(frozen=True)
class Tally:
    """The local way to count points with counters, where a rule book describes it."""

    counters: tuple[str, ...]  # named in `variants/gestures.py`
    source: str = ""  # where it is described
    piles: tuple[int, ...] = ()  # the sizes of the piles
    stacks: Mapping[int, int] = field(default_factory=dict)  # the worth of a stack by its number of counters
    behind: int = 0  # the worth of a counter behind the others


@dataclass(frozen=True)
class Speech:
    """The rules of a rule book about speech.

    `article` is the article that defines which words bind. `equivocal` is whether equivocal forms of a call, such as
    diminutives, always count as the call; otherwise they do so only in championships. `accept_first` is the article by
    which, in championships, a pending truco must be accepted aloud before it is raised. It is empty where a raise is
    enough. `no_advice` is the article by which a word of advice to a partner costs the points of the hand. It is empty
    where partners may talk.
    """

    article: str = ""
    equivocal: bool = False
    accept_first: str = ""
    no_advice: str = ""


@dataclass(frozen=True)
class Voices:
    """The words of a game, in its own language.

    In `say` the first phrase of each move is the phrase that the table hears; the others are synonyms. A key such as
    `mas-N` stands for every size, and its phrases may contain {n} or {pairs}. A key such as `quiero@flor` has the
    phrases for an answer about the flor.
    """

    language: str = "es"  # of the words
    say: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # sayings that go with a move
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # names of cards, ranks, things and people
    signs: tuple[Sign, ...] = ()  # the señas of the game
    tally: Tally | None = None  # how points are counted with counters
    speech: Speech = Speech()  # which words bind
    talk: tuple[Expression, ...] = ()  # expressions with a defined meaning at this table

    def __repr__(self) -> str:
        words = f"words of {len(self.say)} moves, {len(self.signs)} señas"
        return f"<{type(self).__name__} {self.language}, {words}>"

    def __getstate__(self) -> dict[str, object]:
        """Return the fields for a pickle, without the cached properties."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def phrase(self, move: str, about: str | None = None) -> str:
        """Return the phrase that the table hears for a move; `about` is the subject of an answer, from ABOUT."""
        return self.phrases(move, about)[0]

    def phrases(self, move: str, about: str | None = None) -> tuple[str, ...]:
        """Return all phrases for a move, the phrase that the table hears first."""
        plain = self.say.get(move, ())
        special = self.say.get(f"{move}@{about}", ())
        if special or plain:
            return (*special, *(word for word in plain if word not in special))
        sized = SIZED.fullmatch(move)
        if sized is not None:
            size = int(sized[2])
            of_any_size = self.say.get(f"{sized[1]}-N" if sized[1] else "N", ())
            plain = tuple(ONE_PAIR.sub("un par", word.format(n=size, pairs=size // 2)) for word in of_any_size)
        kind, _, card = move.rpartition("-")
        if card in CARDS:  # `tapada-4c` has the phrases of `tapada`
            plain = self.say.get(kind, ())
        return plain or (move.replace("-", " "),)

    def phrase_of_size(self, name: str) -> str:
        """Return the phrase template for `NAME-N`, with {n} for the size or {pairs} for half of it.

        Some sizes have phrases of their own; `phrase` returns those.
        """
        return self.say.get(f"{name}-N", (f"{name.replace('-', ' ')} {{n}}",))[0]

    @cached_property
    def phrases_by_move(self) -> Mapping[str, tuple[str, ...]]:
        """All phrases for each move of `say`, whatever the subject of the answer."""
        distinct: dict[str, dict[str, None]] = {}
        for key, phrases in self.say.items():
            distinct.setdefault(key.partition("@")[0], {}).update(dict.fromkeys(phrases))
        return {move: tuple(phrases) for move, phrases in distinct.items()}

    @cached_property
    def moves_by_phrase(self) -> Mapping[str, tuple[str, ...]]:
        """The moves that a phrase of this table may mean, by the phrase in the format of a code.

        It includes expressions that always make the same single move.
        """
        distinct: dict[str, dict[str, None]] = {}
        always = [(expression.codes[0], expression.words) for expression in self.talk if expression.is_one_move]
        for move, phrases in (*self.phrases_by_move.items(), *always):
            for phrase in phrases:
                distinct.setdefault(as_code(phrase), {})[move] = None
        return {phrase: tuple(moves) for phrase, moves in distinct.items()}

    def sign(self, name: str) -> Sign | None:
        """Return the seña with this name, or None."""
        return next((sign for sign in self.signs if sign.name == name), None)
