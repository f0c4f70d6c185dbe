"""Cards, suits and packs.

A card is a string that equals its code: `Card("7o")` is the string "7o" with the attributes `rank` and `suit`. So a
card can be used as a move, as a key, or as a word in a record without conversion.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from truquero.i18n import N_, _

SUITS = ("e", "b", "o", "c")
RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
HIDDEN = "??"  # notation for an unknown card

# Whole phrases, because in some languages the word between rank and suit depends on the sound of the suit.
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

_NAME = r"(?:1[0-2]|[1-9aqjk])[ebocp]"
_NAMES = re.compile(rf"{_NAME}(?:\W?{_NAME})*")


class CardError(ValueError):
    """Raised for a text that is not the name of a card.

    >>> Card("7x")
    Traceback (most recent call last):
        ...
    truquero.cards.CardError: '7x' is not a card: write a rank 1-12 and a suit e, b, o or c, such as 7o, ...
    """


class Card(str):
    """A card, such as `Card("7o")`: a string that equals its code and has a `rank` and a `suit`.

    Accepts `7o`, `7O` and the names of the French pack (`Qp`, `Ke`, `Ao`). Raises CardError if the text is not the name
    of a card. Every card is a single shared object, so cards can be compared with `is`.

    >>> seven = Card("7o")
    >>> seven == "7o", seven.rank, seven.suit, seven is Card("7O"), Card("Qp")
    (True, 7, 'o', True, '10b')
    >>> seven.name(), seven.name(french=True)
    ('7 of coins', '7 of diamonds')
    """

    __slots__ = ("rank", "suit")
    rank: int  # 1 to 12
    suit: str  # e (swords), b (batons), o (coins) or c (cups)

    def __new__(cls, text: str) -> Card:
        if type(text) is Card:
            return text
        code = str(text).strip().lower()  # str(): a value of another type, such as a number, also raises CardError
        card = CARDS.get(code) or CARDS.get(spanish_name(code))
        if card is None:
            message = _(
                "{text} is not a card: write a rank 1-12 and a suit e, b, o or c, such as 7o, and spaces between cards"
            )
            raise CardError(message.format(text=repr(text)))
        return card

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def name(self, *, french: bool = False) -> str:
        """Return the name in the current language, such as "7 de oros", in terms of the Spanish or the French pack."""
        phrase = (_OF_FRENCH_SUIT if french else _OF_SUIT)[self.suit]
        return _(phrase).format(rank=rank_names(french=french).get(self.rank, str(self.rank)))


def rank_names(*, french: bool = False) -> dict[int, str]:
    """Return the names, in the current language, of the ranks that have a name."""
    return {rank: _(name) for rank, name in (_FRENCH_RANK_NAMES if french else _RANK_NAMES).items()}


def suit_names(*, french: bool = False) -> dict[str, str]:
    """Return the names of the suits in the current language."""
    return {suit: _(name) for suit, name in (_FRENCH_SUIT_NAMES if french else _SUIT_NAMES).items()}


def _new_card(rank: int, suit: str) -> Card:
    created = str.__new__(Card, f"{rank}{suit}")
    created.rank, created.suit = rank, suit
    return created


CARDS: dict[str, Card] = {f"{rank}{suit}": _new_card(rank, suit) for rank in RANKS for suit in SUITS}


def spanish_name(name: str) -> str:
    """Return the name of a card, or of all cards of a rank, with the French letters replaced: `qp` is `10b`."""
    if name in _FRENCH_RANKS:
        return str(_FRENCH_RANKS[name])
    rank, suit = name[:-1], name[-1:]
    return f"{_FRENCH_RANKS.get(rank, rank)}{_FRENCH_SUITS.get(suit, suit)}"


def cards(names: str | Iterable[str]) -> tuple[Card, ...]:
    """Return several cards, from a text with spaces between them or from a list of texts.

    >>> cards("1e 7O Kp")
    ('1e', '7o', '12b')
    """
    if not isinstance(names, Iterable):
        message = _("{given} is not a list of cards: write them with spaces between, such as {example}")
        raise CardError(message.format(given=repr(names), example='"1e 7o 12b"'))
    return tuple(map(Card, names.split() if isinstance(names, str) else names))


def names_without_spaces(text: str) -> list[str]:
    """Return the names of the cards in a text such as `1e7o` or `1e-7o`; an empty list if the text is anything else."""
    return re.findall(_NAME, text.lower()) if _NAMES.fullmatch(text.lower()) else []


def as_cards(names: Sequence[str]) -> Sequence[Card]:
    """Return the same cards if all are `Card` objects, otherwise the cards that the texts name."""
    for entry in names:  # called for every hand, so it avoids the cost of a set or a generator
        if type(entry) is not Card:
            return cards(names)
    return names  # type: ignore[return-value]


def pack(ranks: Iterable[int], *, without: str = "", extra: str = "") -> tuple[Card, ...]:
    """Return all four suits of the given ranks, without some cards and with some extra cards.

    The order is fixed; shuffles start from it.
    """
    left_out = set(cards(without))
    chosen = {CARDS[f"{rank}{suit}"] for rank in ranks for suit in SUITS} - left_out | set(cards(extra))
    return tuple(card for card in CARDS.values() if card in chosen)


SPANISH_40 = pack((1, 2, 3, 4, 5, 6, 7, 10, 11, 12))
