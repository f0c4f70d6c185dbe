"""What is heard in an utterance, before anybody asks whether it may be said: hits of the lexicon, put in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

from truquero.cards import Card
from truquero.engine.state import COVER, DISCARD
from truquero.notation.talk.lexicon import Lexicon, Sense, cards_named
from truquero.notation.talk.moves import ACCEPT, ANSWERS, REFUSE, lance_of
from truquero.rules.spelling import Token

Step = tuple[str, ...]
Steps = tuple[Step, ...]
MOST_OPTIONS = 12  # more ways to take an utterance than anybody would ask about


@dataclass(frozen=True)
class Hit:
    """Some words and what they may mean."""

    start: int
    end: int
    senses: tuple[Sense, ...]
    is_card: bool = False

    @property
    def reserved(self) -> bool:
        return any(sense.reserved for sense in self.senses)

    @property
    def code(self) -> str:
        """The one code it stands for, or nothing."""
        steps = {sense.steps for sense in self.senses}
        only = next(iter(steps)) if len(steps) == 1 else ()
        return only[0][0] if len(only) == 1 else ""


@dataclass
class Heard:
    """The ways to take an utterance. `explicit`: it offers them itself, so it is asked which. `about`: an answer and
    the call that stands beside it, which may be what it answers; `named` where an article says so."""

    options: list[Steps] = field(default_factory=list)
    explicit: bool = False
    about: tuple[str, str] | None = None
    named: bool = False
    denied: str = ""  # a call that was said with a "no" before it
    near: tuple[str, str, str] | None = None  # an equivocal form as it was said, the code, and the word to say
    reserved: bool = False
    said_twice: bool = False
    senses: list[Sense] = field(default_factory=list)


class Hearing:
    """Listens to one utterance with a table's lexicon."""

    def __init__(self, lexicon: Lexicon, words: str, *, championship: bool, played: bool, turned: Card | None) -> None:
        self._lexicon, self._championship, self._played, self._turned = lexicon, championship, played, turned
        self._tokens = lexicon.ear.tokens(words)
        self._heard = Heard()
        self._used: set[int] = set()  # words that belong to a denial

    def heard(self) -> Heard:
        hits = self._serious(self._face_down(self._deny(list(self._hits()))))
        if hits is None:
            return self._heard
        self._heard.senses = [sense for hit in hits for sense in hit.senses[:1]]
        self._heard.reserved = any(hit.reserved for hit in hits)
        self._order(hits)
        return self._heard

    # ---------------------------------------------------------------------------------------------------------- hits

    def _hits(self) -> Iterator[Hit]:
        at = 0
        while at < len(self._tokens):
            found, card = self._found(at), self._card(at)
            if card is not None and (found is None or card.end > found.end or self._after_article(at)):
                found = card
            if found is None:
                at += 1
                continue
            yield found
            at = found.end

    def _found(self, at: int) -> Hit | None:
        found = self._lexicon.find(self._tokens, at)
        if found is None:
            return None
        holding = tuple(sense for sense in found.senses if sense.holds(self._championship, self._played))
        return Hit(at, at + found.length, holding) if holding else None

    def _after_article(self, at: int) -> bool:
        particles = self._lexicon.particles
        before = self._tokens[at - 1].key if at else ""
        return before in particles.articles | particles.plays

    def _card(self, at: int) -> Hit | None:
        """`siete de oros`, `sota`, `el tres`, `espadilla`: whichever is longer, the name or the rank."""
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
            return self._cards(at, end + 1, [one for one in pack if (one.rank, one.suit) == (rank, suit)])
        if number is None or self._after_article(at):
            return self._cards(at, at + 1, [one for one in pack if one.rank == rank])
        return None

    def _cards(self, start: int, end: int, cards: Sequence[Card]) -> Hit | None:
        senses = tuple(Sense(((one,),), why="card") for one in cards)
        return Hit(start, end, senses, is_card=True) if senses else None

    def _face_down(self, hits: list[Hit]) -> list[Hit]:
        """A card that is said to be laid face down, or put away."""
        kind = next((hit.code for hit in hits if hit.code in (COVER, DISCARD)), "")
        found = []
        for hit in hits:
            if kind and hit.is_card:
                senses = tuple(sense._replace(steps=((f"{kind}-{sense.steps[0][0]}",),)) for sense in hit.senses)
                found.append(Hit(hit.start, hit.end, senses, is_card=True))
            elif hit.code not in (COVER, DISCARD):
                found.append(hit)
            else:
                self._used.update(range(hit.start, hit.end))
        return found

    # -------------------------------------------------------------------------------------------------- what counts

    def _deny(self, hits: list[Hit]) -> list[Hit]:
        """A call with a "no" before it: a denial in common play, a call in championships (S000 §16)."""
        kept: list[Hit] = []
        for hit in hits:
            denial = self._denial(hit) if lance_of(self._lexicon.rules, hit.code) else 0
            if denial:
                self._used.update(range(hit.start - denial, hit.start))
                kept = [one for one in kept if one.end <= hit.start - denial]
                if not self._championship:
                    self._heard.denied = hit.code
                    self._used.update(range(hit.start, hit.end))
                    continue
            kept.append(hit)
        return kept

    def _denial(self, hit: Hit) -> int:
        """How many words before a call deny it: `no hay`, `nada de la`."""
        particles = self._lexicon.particles
        end = hit.start
        while end and self._tokens[end - 1].key in particles.articles:
            end -= 1
        for start in range(max(0, end - 3), end):
            if tuple(token.key for token in self._tokens[start:end]) in particles.deny:
                return hit.start - start
        return 0

    def _serious(self, hits: list[Hit]) -> list[Hit] | None:
        """The hits that bind: reserved words always, others where nothing else is said. None: a form was refused."""
        covered = self._used | {at for hit in hits for at in range(hit.start, hit.end)}
        rest = [token for at, token in enumerate(self._tokens) if at not in covered]
        near = [(token, found) for token in rest if (found := self._lexicon.near(token))]
        if near and self._championship:
            return self._with_near(hits)
        for token, (code, said, likeness) in near:
            if not (likeness and hits):
                self._heard.near = (token.said, code, said)
                return None
        if all(self._is_light(token) for token in rest):
            return self._without_afterthoughts(hits)
        playing = any(token.key in self._lexicon.particles.plays for token in rest)
        return [hit for hit in hits if hit.reserved or (hit.is_card and playing)]

    def _without_afterthoughts(self, hits: list[Hit]) -> list[Hit]:
        """A "no" or "sí" behind a call answers nothing: `sin truco no juego`."""
        called = [hit.start for hit in hits if hit.reserved and lance_of(self._lexicon.rules, hit.code)]
        if not called or any(hit.reserved and hit.code in ANSWERS for hit in hits):
            return hits
        return [hit for hit in hits if hit.start <= called[0] or hit.code not in ANSWERS]

    def _with_near(self, hits: list[Hit]) -> list[Hit]:
        found = [hit for hit in hits if hit.reserved or hit.is_card]
        covered = self._used | {at for hit in hits for at in range(hit.start, hit.end)}
        for at, token in enumerate(self._tokens):
            near = None if at in covered else self._lexicon.near(token)
            if near is not None:
                before = () if at == 0 else (self._tokens[at - 1].key,)
                code = REFUSE if near[0] == ACCEPT and before in self._lexicon.particles.deny else near[0]
                found.append(Hit(at, at + 1, (Sense(((code,),), "S000 §16", "equivocal", reserved=True),)))
        return sorted(found, key=lambda hit: hit.start)

    def _is_light(self, token: Token) -> bool:
        return token.key in self._lexicon.particles.light

    # -------------------------------------------------------------------------------------------------------- order

    def _order(self, hits: list[Hit]) -> None:
        """Put the hits together: one after another, or as alternatives."""
        heard = self._heard
        if self._answers_by_name(hits):
            return
        hits = self._once(hits)
        if not hits:
            return
        codes = [hit.code for hit in hits]
        if any(self._apart(before, after) for before, after in pairwise(hits)):
            heard.options = self._each(hits)
            heard.explicit = len(heard.options) > 1
        elif {ACCEPT, REFUSE} <= set(codes):
            heard.explicit = True
            heard.options = [((code,),) for code in dict.fromkeys(codes) if code in ANSWERS]
        elif self._rivals(codes):
            heard.options = self._each(hits)
        else:
            self._beside_an_answer(hits)
            heard.options = _sequences(hits)

    def _once(self, hits: list[Hit]) -> list[Hit]:
        """What one player says twice counts once (S000 §16)."""
        found: list[Hit] = []
        for hit in hits:
            if hit.code and any(hit.code == one.code for one in found) and not hit.is_card:
                self._heard.said_twice = True
            else:
                found.append(hit)
        return found

    def _between(self, before: Hit, after: Hit) -> list[str]:
        return [token.key for token in self._tokens[before.end : after.start]]

    def _apart(self, before: Hit, after: Hit) -> bool:
        return any(key in self._lexicon.particles.alternatives for key in self._between(before, after))

    def _each(self, hits: list[Hit]) -> list[Steps]:
        return list(dict.fromkeys(sense.steps for hit in hits for sense in hit.senses))[:MOST_OPTIONS]

    def _rivals(self, codes: list[str]) -> bool:
        """Two different calls of one lance cannot both be meant."""
        lances = [lance for code in codes if (lance := lance_of(self._lexicon.rules, code))]
        return len(lances) != len(set(lances))

    def _answers_by_name(self, hits: list[Hit]) -> bool:
        """`quiero el envido y no quiero el truco`: every answer says what it is about. In the order of settlement."""
        lances = [lance_of(self._lexicon.rules, hit.code) for hit in hits[1::2]]
        answers = [hit.code for hit in hits[::2]]
        if len(hits) != 4 or not all(code in ANSWERS for code in answers) or set(lances) != {"envido", "truco"}:
            return False
        ordered = answers if lances[0] == "envido" else answers[::-1]
        self._heard.options = [tuple((code,) for code in dict.fromkeys(ordered))]
        return True

    def _beside_an_answer(self, hits: list[Hit]) -> None:
        """`quiero el truco`, `quiero truco`: the call may be what is accepted."""
        if len(hits) != 2 or hits[0].code not in ANSWERS or not lance_of(self._lexicon.rules, hits[1].code):
            return
        between = self._between(*hits)
        named = bool(between) and all(key in self._lexicon.particles.articles for key in between)
        if between and not named:
            return
        self._heard.about, self._heard.named = (hits[0].code, hits[1].code), named


def _sequences(hits: list[Hit]) -> list[Steps]:
    ways = product(*(hit.senses for hit in hits))
    return [
        tuple(step for sense in way for step in sense.steps) for _, way in zip(range(MOST_OPTIONS), ways, strict=False)
    ]
