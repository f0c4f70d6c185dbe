"""Search for the words of an utterance that have a meaning: entries of the lexicon, and the names of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from truquero.cards import Card
from truquero.rules.spelling import Token
from truquero.speech.talk.lexicon import Lexicon, Sense, cards_named


class Hit(NamedTuple):
    """A range of words in an utterance, and the senses that it may have."""

    start: int
    end: int
    senses: tuple[Sense, ...]
    is_card: bool = False

    @property
    def reserved(self) -> bool:
        return any(sense.reserved for sense in self.senses)

    @property
    def code(self) -> str:
        """The only code that the words can mean; empty if there are several or it takes several moves."""
        steps = {sense.steps for sense in self.senses}
        only = next(iter(steps)) if len(steps) == 1 else ()
        return only[0][0] if len(only) == 1 else ""


class HitFinder:
    """Finds the hits in the words of one utterance, from left to right."""

    def __init__(
        self, lexicon: Lexicon, tokens: Sequence[Token], *, championship: bool, played: bool, turned: Card | None
    ) -> None:
        self._lexicon, self._tokens = lexicon, tokens
        self._championship, self._played, self._turned = championship, played, turned

    def hits(self) -> Iterator[Hit]:
        index = 0
        while index < len(self._tokens):
            hit, card = self._lexicon_hit(index), self._card(index)
            if card is not None and hit is not None and card.end == hit.end and self._is_played(index):
                hit = card._replace(senses=hit.senses + card.senses)  # `toma seis` may be the call or the card
            elif card is not None and (hit is None or card.end > hit.end or self._after_article(index)):
                hit = card
            if hit is None:
                index += 1
                continue
            yield hit
            index = hit.end

    def _lexicon_hit(self, index: int) -> Hit | None:
        match = self._lexicon.find(self._tokens, index)
        if match is None:
            return None
        holding = tuple(sense for sense in match.senses if sense.holds(self._championship, self._played))
        return Hit(index, index + match.length, holding) if holding else None

    def _after_article(self, index: int) -> bool:
        return index > 0 and self._tokens[index - 1].key in self._lexicon.particles.articles

    def _is_played(self, index: int) -> bool:
        return index > 0 and self._tokens[index - 1].key in self._lexicon.particles.plays

    def _card(self, index: int) -> Hit | None:
        """Return the card named here, such as `siete de oros`, `sota` or `espadilla`. The longer name wins."""
        by_name, by_rank = self._card_by_name(index), self._card_by_rank(index)
        return by_rank if by_name is None or (by_rank is not None and by_rank.end > by_name.end) else by_name

    def _card_by_name(self, index: int) -> Hit | None:
        lexicon, tokens = self._lexicon, self._tokens
        for length in range(min(5, len(tokens) - index), 0, -1):
            key = lexicon.names.get(tuple(token.key for token in tokens[index : index + length]))
            if key is not None:
                return self._cards(index, index + length, cards_named(lexicon.rules, key, self._turned))
        return None

    def _card_by_rank(self, index: int) -> Hit | None:
        lexicon, tokens = self._lexicon, self._tokens
        pack = lexicon.rules.pack
        number = tokens[index].number
        rank = lexicon.ranks.get(tokens[index].key, number)
        if rank is None:
            return None
        end = index + 1 + (index + 1 < len(tokens) and tokens[index + 1].key in lexicon.particles.of)
        suit = lexicon.suits.get(tokens[end].key) if end < len(tokens) else None
        if suit is not None:
            return self._cards(index, end + 1, [card for card in pack if (card.rank, card.suit) == (rank, suit)])
        if number is None or self._after_article(index) or self._is_played(index):
            return self._cards(index, index + 1, [card for card in pack if card.rank == rank])
        return None

    def _cards(self, start: int, end: int, cards: Sequence[Card]) -> Hit | None:
        senses = tuple(Sense(((card,),), why="card") for card in cards)
        return Hit(start, end, senses, is_card=True) if senses else None
