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


class Finder:
    """Finds the hits in the words of one utterance, from left to right."""

    def __init__(
        self, lexicon: Lexicon, tokens: Sequence[Token], *, championship: bool, played: bool, turned: Card | None
    ) -> None:
        self._lexicon, self._tokens = lexicon, tokens
        self._championship, self._played, self._turned = championship, played, turned

    def hits(self) -> Iterator[Hit]:
        at = 0
        while at < len(self._tokens):
            hit, card = self._lexicon_hit(at), self._card(at)
            if card is not None and hit is not None and card.end == hit.end and self._is_played(at):
                hit = card._replace(senses=hit.senses + card.senses)  # `toma seis` may be the call or the card
            elif card is not None and (hit is None or card.end > hit.end or self._after_article(at)):
                hit = card
            if hit is None:
                at += 1
                continue
            yield hit
            at = hit.end

    def _lexicon_hit(self, at: int) -> Hit | None:
        match = self._lexicon.find(self._tokens, at)
        if match is None:
            return None
        holding = tuple(sense for sense in match.senses if sense.holds(self._championship, self._played))
        return Hit(at, at + match.length, holding) if holding else None

    def _after_article(self, at: int) -> bool:
        return at > 0 and self._tokens[at - 1].key in self._lexicon.particles.articles

    def _is_played(self, at: int) -> bool:
        return at > 0 and self._tokens[at - 1].key in self._lexicon.particles.plays

    def _card(self, at: int) -> Hit | None:
        """Return the card named here, such as `siete de oros`, `sota` or `espadilla`. The longer name wins."""
        named, ranked = self._card_named(at), self._card_ranked(at)
        return ranked if named is None or (ranked is not None and ranked.end > named.end) else named

    def _card_named(self, at: int) -> Hit | None:
        lexicon, tokens = self._lexicon, self._tokens
        for length in range(min(5, len(tokens) - at), 0, -1):
            key = lexicon.names.get(tuple(token.key for token in tokens[at : at + length]))
            if key is not None:
                return self._cards(at, at + length, cards_named(lexicon.rules, key, self._turned))
        return None

    def _card_ranked(self, at: int) -> Hit | None:
        lexicon, tokens = self._lexicon, self._tokens
        pack = lexicon.rules.pack
        number = tokens[at].number
        rank = lexicon.ranks.get(tokens[at].key, number)
        if rank is None:
            return None
        end = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].key in lexicon.particles.of)
        suit = lexicon.suits.get(tokens[end].key) if end < len(tokens) else None
        if suit is not None:
            return self._cards(at, end + 1, [card for card in pack if (card.rank, card.suit) == (rank, suit)])
        if number is None or self._after_article(at) or self._is_played(at):
            return self._cards(at, at + 1, [card for card in pack if card.rank == rank])
        return None

    def _cards(self, start: int, end: int, cards: Sequence[Card]) -> Hit | None:
        senses = tuple(Sense(((card,),), why="card") for card in cards)
        return Hit(start, end, senses, is_card=True) if senses else None
