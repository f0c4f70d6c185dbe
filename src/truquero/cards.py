"""Cards, suits and packs.

A card is its own code: `Card("7o")` is the string "7o" and knows its rank and suit. So a card can be a move, a key,
or a word in a record without being translated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from truquero.language import N_, _

SUITS = ("e", "b", "o", "c")
RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
HIDDEN = "??"  # how an unknown card is written

# Whole phrases, for some languages join a rank and a suit by the sound of the suit.
_OF_SUIT = {
    "e": N_("{rank} of swords"),
    "b": N_("{rank} of batons"),
    "o": N_("{rank} of coins"),
    "c": N_("{rank} of cups"),
}
_OF_FRENCH_SUIT = {
    "e": N_("{rank} of spades"),
    "b": N_("{rank} of clubs"),
    "o": N_("{rank} of diamonds"),
    "c": N_("{rank} of hearts"),
}
_SUIT_NAMES = {"e": N_("swords"), "b": N_("batons"), "o": N_("coins"), "c": N_("cups")}
_FRENCH_SUIT_NAMES = {"e": N_("spades"), "b": N_("clubs"), "o": N_("diamonds"), "c": N_("hearts")}
_RANK_NAMES = {1: N_("ace"), 10: N_("knave"), 11: N_("knight"), 12: N_("king")}
_FRENCH_RANK_NAMES = {1: N_("ace"), 10: N_("queen"), 11: N_("jack"), 12: N_("king")}

# The French pack of Brazil maps onto the Spanish one: the dama ranks below the valete, as the sota below the caballo.
_FRENCH_RANKS = {"a": 1, "q": 10, "j": 11, "k": 12}
_FRENCH_SUITS = {"p": "b"}


class CardError(ValueError):
    """A text that names no card."""


class Card(str):
    """One card. Use `card("7o")` to get it; there is one object for each."""

    __slots__ = ("rank", "suit")
    rank: int
    suit: str

    def __new__(cls, rank: int, suit: str) -> Card:
        self = super().__new__(cls, f"{rank}{suit}")
        self.rank = rank
        self.suit = suit
        return self

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return card, (str(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def name(self, *, french: bool = False) -> str:
        """The name in the language in use, "7 de oros", as a card of the Spanish or of the French pack."""
        phrase = (_OF_FRENCH_SUIT if french else _OF_SUIT)[self.suit]
        return _(phrase).format(rank=rank_names(french=french).get(self.rank, str(self.rank)))


def rank_names(*, french: bool = False) -> dict[int, str]:
    """The ranks that are called by a name, in the language in use."""
    return {rank: _(name) for rank, name in (_FRENCH_RANK_NAMES if french else _RANK_NAMES).items()}


def suit_names(*, french: bool = False) -> dict[str, str]:
    """The suits in the language in use."""
    return {suit: _(name) for suit, name in (_FRENCH_SUIT_NAMES if french else _SUIT_NAMES).items()}


CARDS: dict[str, Card] = {f"{rank}{suit}": Card(rank, suit) for rank in RANKS for suit in SUITS}


def spanish_name(name: str) -> str:
    """Return the name of a card, or of all cards of a rank, with the French letters replaced: `qp` is `10b`."""
    if name in _FRENCH_RANKS:
        return str(_FRENCH_RANKS[name])
    rank, suit = name[:-1], name[-1:]
    return f"{_FRENCH_RANKS.get(rank, rank)}{_FRENCH_SUITS.get(suit, suit)}"


def card(text: str) -> Card:
    """The card that a text names: `7o`, `7O`, or a French name such as `Qp`, `Ke`, `Ao`."""
    if type(text) is Card:
        return text
    code = str(text).strip().lower()  # of a number, say, it is no card either
    found = CARDS.get(code) or CARDS.get(spanish_name(code))
    if found is None:
        about = _("{text} is no card: write a rank 1-12 and a suit e, b, o or c, such as 7o")
        raise CardError(about.format(text=repr(text)))
    return found


def cards(given: str | Iterable[str]) -> tuple[Card, ...]:
    """Several cards: a text with spaces between them, `cards("1e 7o 12b")`, or a list of texts."""
    return tuple(map(card, given.split() if isinstance(given, str) else given))


def as_cards(given: Sequence[str]) -> Sequence[Card]:
    """Return the same cards if all are `Card` objects, otherwise the cards that the texts name."""
    for one in given:  # the engine calls this for every hand: no set, no generator
        if type(one) is not Card:
            return cards(given)
    return given  # type: ignore[return-value]


def pack(ranks: Iterable[int], *, without: str = "", extra: str = "") -> tuple[Card, ...]:
    """All four suits of the given ranks, less some cards and with others. The order is the one shuffles start from."""
    left_out = set(cards(without))
    chosen = {CARDS[f"{rank}{suit}"] for rank in ranks for suit in SUITS} - left_out | set(cards(extra))
    return tuple(one for one in CARDS.values() if one in chosen)


SPANISH_40 = pack((1, 2, 3, 4, 5, 6, 7, 10, 11, 12))
