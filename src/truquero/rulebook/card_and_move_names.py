"""The names of cards, moves and sequences in a rule book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from truquero.cards import Card, rank_names, suit_names
from truquero.i18n import _, speaking
from truquero.rulebook.document import Face
from truquero.rules.game import Rules

SPANISH_SIGNS = {"e": "†", "b": "╱", "o": "●", "c": "∪"}  # sword, baton, coin, cup
FRENCH_SIGNS = {"e": "♠", "b": "♣", "o": "♦", "c": "♥"}

FRENCH_CODES = {1: "A", 10: "Q", 11: "J", 12: "K"}
FRENCH_LETTERS = {"e": "e", "b": "p", "o": "o", "c": "c"}

THEN = " – "  # the separator between the calls of a sequence


class Names:
    """The names of one variant's cards and moves, in the language in use."""

    def __init__(self, rules: Rules) -> None:
        self._voices = rules.voices
        self._french = rules.french_names

    # --------------------------------------------------------------------------------------------------------- cards

    def rank(self, rank: int) -> str:
        """Return a rank as it is printed on the card: 7, or Q in the French pack."""
        return FRENCH_CODES.get(rank, str(rank)) if self._french else str(rank)

    def suit(self, suit: str) -> str:
        return suit_names(french=self._french)[suit]

    def suit_code(self, suit: str) -> str:
        """Return the letter that a player types for a suit."""
        return FRENCH_LETTERS[suit] if self._french else suit

    def rank_name(self, rank: int) -> str:
        """Return the name of a rank in the language in use, or its number."""
        return rank_names(french=self._french).get(rank, str(rank))

    def local_suit(self, suit: str) -> str:
        """Return the game's own name of a suit, or an empty string if the language in use has the same."""
        with speaking(self._voices.language):
            local = self.suit(suit)
        return "" if local == self.suit(suit) else local

    def local_rank(self, rank: int) -> str:
        """Return the game's own name of a rank, or an empty string if the language in use has the same."""
        with speaking(self._voices.language):
            local = self.rank_name(rank)
        return "" if local == self.rank_name(rank) else local

    def code(self, card: Card) -> str:
        """Return what a player types for a card."""
        return f"{self.rank(card.rank)}{self.suit_code(card.suit)}"

    def codes(self, cards: Iterable[Card]) -> str:
        return " ".join(map(self.code, cards))

    def face(self, card: Card) -> Face:
        return Face(self.code(card), (FRENCH_SIGNS if self._french else SPANISH_SIGNS)[card.suit])

    def plain_card(self, card: Card) -> str:
        """Return the name of a card in the language in use."""
        return card.name(french=self._french)

    def card(self, card: Card, role: str = "") -> str:
        """Return the full name of a card, with the table's names for it or for its role: `rey of bastos (gallo)`."""
        name = self.plain_card(card)
        local_names = dict.fromkeys([*self._voices.names.get(role, ()), *self._voices.names.get(card, ())])
        added_names = [
            local_name
            for local_name in local_names
            if not re.search(rf"\b{re.escape(local_name.lower())}\b", name.lower())
        ]
        return f"{name} ({', '.join(added_names)})" if added_names else name

    def local_names(self, key: str) -> tuple[str, ...]:
        """Return the table's names for a thing: `mb` is the manilha of bastos, `2m` the two of the turned suit."""
        return self._voices.names.get(key, ())

    def local_names_text(self, key: str) -> str:
        """Return all the table's names for a thing in one line."""
        return ", ".join(self.local_names(key))

    def usual_name(self, key: str) -> str:
        """Return the usual name of a thing at the table, or an empty string."""
        return next(iter(self.local_names(key)), "")

    def tier(self, cards: Sequence[Card]) -> str:
        """Return equal cards in short form: `3`, `1o=1c`."""
        is_whole_rank = len(cards) == 4 and len({card.rank for card in cards}) == 1
        return self.rank(cards[0].rank) if is_whole_rank else "=".join(map(self.code, cards))

    def caption(self, cards: Sequence[Card], role: str = "") -> str:
        """Return the caption of a row of equal cards. `role` is the role of a single card: `mb`, `2m`."""
        if len(cards) == 1:
            return self.card(cards[0], role)
        ranks = list(dict.fromkeys(card.rank for card in cards))
        name_of_rank = rank_names(french=self._french)
        rank_list = ", ".join(name_of_rank.get(rank, str(rank)) for rank in ranks)
        local_names = [local_name for rank in ranks for local_name in self._voices.names.get(str(rank), ())]
        named_cards = [self.card(card) for card in cards if card in self._voices.names]
        return "; ".join([_("{ranks}: equal").format(ranks=rank_list), *local_names, *named_cards])

    # --------------------------------------------------------------------------------------------------------- moves

    def phrase(self, move: str, lance: str | None = None) -> str:
        """Return what is announced at the table for a move. `lance` is the one that an answer refers to."""
        return self._voices.phrase(move, lance)

    def sequence(self, moves: Iterable[str], lance: str | None = None) -> str:
        return THEN.join(self.phrase(move, lance) for move in moves)


def listed(items: Iterable[object]) -> str:
    """Return the items separated by commas, with "and" before the last."""
    *most, last = map(str, items)
    return _("{most} and {last}").format(most=", ".join(most), last=last) if most else last


def alternatives(items: Iterable[object]) -> str:
    """Return the items separated by commas, with "or" before the last."""
    *most, last = map(str, items)
    if not most:
        return last
    # The 8 has its own text because Spanish uses another word for "or" before an o sound: `6 u 8`.
    joined = _("{most} or 8") if last == "8" else _("{most} or {last}")
    return joined.format(most=", ".join(most), last=last)
