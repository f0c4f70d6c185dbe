"""What is heard in an utterance, before anybody asks whether it may be said: hits of the lexicon, put in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import NamedTuple

from truquero.cards import Card
from truquero.engine.state import COVER, DISCARD
from truquero.notation.talk.denial import Denials
from truquero.notation.talk.lexicon import Lexicon, Near, Sense, cards_named
from truquero.notation.talk.moves import ACCEPT, ANSWERS, CONCEDES, GIVES_UP, REFUSE, lance_of
from truquero.rules.expressions import NOTHING
from truquero.rules.spelling import Token

Step = tuple[str, ...]
Steps = tuple[Step, ...]
MOST_OPTIONS = 12  # more ways to take an utterance than anybody would ask about


class Hit(NamedTuple):
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
    denied: tuple[str, str] | None = None  # what was said with a "no", and was no answer: its code, and how it was said
    doubt: bool = False  # a refusal was denied: it is asked what is meant, and never taken as a move
    whether: str = ""  # what was said together with its denial: `truco o no truco`
    near: tuple[str, str] | None = None  # an equivocal form as it was said, and the code it may stand for
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
        heard = self._equivocal(list(self._hits()))
        if heard is None:
            return self._heard
        hits = self._serious(self._face_down(self._deny(heard)))
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
        """What is said with a "no": who denies that he accepts refuses, and who denies that he refuses leaves it open.
        A call so said is a denial in common play, a call in championships (S000 §16); of anything else nothing is left.
        """
        denials = Denials(self._lexicon.particles, self._tokens)
        found: list[Hit] = []
        for hit in hits:
            if not self._used.isdisjoint(range(hit.start, hit.end)):
                continue
            denial = denials.of(hit.start, hit.end)
            if denial is None:
                doubtful = hit.code == ACCEPT and denials.is_doubtful(hit.start)
                found.append(self._doubted(hit) if doubtful else hit)
                continue
            self._used |= denial.at
            if denials.after_or(denial) and any(one.code == hit.code for one in found):
                self._heard.whether = hit.code
            if hit.code in (ACCEPT, *GIVES_UP):
                refused = Sense(((REFUSE,),), why="denied", reserved=hit.reserved)
                plainly = hit.code == ACCEPT and denial.plain
                found.append(hit._replace(senses=(refused,)) if plainly else self._doubted(hit))
            elif self._championship and self._is_call(hit):
                found.append(hit)
            else:
                said = " ".join(token.said for token in self._tokens[hit.start : hit.end])
                self._heard.denied = (hit.code, said)
                self._used.update(range(hit.start, hit.end))
        return [hit for hit in found if self._used.isdisjoint(range(hit.start, hit.end))]

    def _doubted(self, hit: Hit) -> Hit:
        """An answer of which it is not clear what it is."""
        self._heard.doubt = True
        senses = tuple(Sense(((code,),), why="", reserved=hit.reserved) for code in ANSWERS)
        return hit._replace(senses=senses)

    def _is_call(self, hit: Hit) -> bool:
        codes = (code for sense in hit.senses for step in sense.steps for code in step)
        return any(lance_of(self._lexicon.rules, code) and code not in CONCEDES for code in codes)

    def _equivocal(self, hits: list[Hit]) -> list[Hit] | None:
        """The hits with equivocal forms taken as the words that they stand for. None: such a form is refused."""
        covered = {at for hit in hits for at in range(hit.start, hit.end)}
        rest = [at for at in range(len(self._tokens)) if at not in covered]
        near = {at: found for at in rest if (found := self._lexicon.near(self._tokens[at]))}
        if not self._championship:  # a word that only sounds like another is let pass beside one that is clear
            near = {at: found for at, found in near.items() if not (found.likeness and hits)}
        if not near:
            return hits
        self._tokens = tuple(
            token._replace(key=near[at].key) if at in near else token for at, token in enumerate(self._tokens)
        )
        taken = list(self._hits())
        refused = next((hit for hit in taken if not self._may_stand(hit, near)), None)
        if refused is None:
            return [self._as_proposal(hit) if _forms(hit, near) else hit for hit in taken]
        said = " ".join(token.said for token in self._tokens[refused.start : refused.end])
        self._heard.near = (said, refused.code)
        return None

    def _may_stand(self, hit: Hit, near: Mapping[int, Near]) -> bool:
        """Whether a hit is clear, or equivocal where that counts as the call."""
        always = self._lexicon.rules.voices.speech.equivocal
        return self._championship or all(always and not form.likeness for form in _forms(hit, near))

    def _as_proposal(self, hit: Hit) -> Hit:
        article = self._lexicon.rules.voices.speech.article
        senses = (sense._replace(article=article, why="equivocal", reserved=True) for sense in hit.senses)
        return hit._replace(senses=tuple(senses))

    def _serious(self, hits: list[Hit]) -> list[Hit]:
        """The hits that bind: reserved words always, others where nothing else is said."""
        covered = self._used | {at for hit in hits for at in range(hit.start, hit.end)}
        rest = [token for at, token in enumerate(self._tokens) if at not in covered]
        if all(self._is_light(token) for token in rest):
            return self._without_afterthoughts(hits)
        playing = any(token.key in self._lexicon.particles.plays for token in rest)
        return [hit for hit in hits if hit.reserved or (hit.is_card and playing)]

    def _without_afterthoughts(self, hits: list[Hit]) -> list[Hit]:
        """A "no" or "sí" behind a call answers nothing: `sin truco no juego`."""
        called = [hit.start for hit in hits if hit.reserved and lance_of(self._lexicon.rules, hit.code)]
        answered = any(hit.reserved and hit.code in ANSWERS for hit in hits)
        if not called or answered or any(self._apart(before, after) for before, after in pairwise(hits)):
            return hits
        return [hit for hit in hits if hit.start <= called[0] or hit.code not in ANSWERS]

    def _is_light(self, token: Token) -> bool:
        return token.key in self._lexicon.particles.light

    # -------------------------------------------------------------------------------------------------------- order

    def _order(self, hits: list[Hit]) -> None:
        """Put the hits together: one after another, or as alternatives."""
        heard = self._heard
        if heard.whether:
            heard.options, heard.explicit = [((heard.whether,),), ((NOTHING,),)], True
            return
        if self._answers_by_name(hits):
            return
        hits = self._once(self._without_named(hits))
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

    def _without_named(self, hits: list[Hit]) -> list[Hit]:
        """`falta envido y quiero el truco`: of several, an answer and what it says it is about are one."""
        if len(hits) < 3:
            return hits
        named = [after for before, after in pairwise(hits) if before.code in ANSWERS and self._names(before, after)]
        return [hit for hit in hits if hit not in named]

    def _names(self, answer: Hit, call: Hit) -> bool:
        """Whether an answer names the call: nothing but an article stands between."""
        between = self._between(answer, call)
        small = all(key in self._lexicon.particles.articles for key in between)
        return bool(between) and small and bool(lance_of(self._lexicon.rules, call.code))

    def _beside_an_answer(self, hits: list[Hit]) -> None:
        """`quiero el truco`, `quiero truco`: the call may be what is accepted."""
        if len(hits) != 2 or hits[0].code not in ANSWERS or not lance_of(self._lexicon.rules, hits[1].code):
            return
        if any(len(step) > 1 for sense in hits[1].senses for step in sense.steps):
            return  # whichever call is next can only raise
        named = self._names(*hits)
        if not named and (self._between(*hits) or self._tokens[hits[1].start].pause):
            return
        self._heard.about, self._heard.named = (hits[0].code, hits[1].code), named


def _forms(hit: Hit, near: Mapping[int, Near]) -> list[Near]:
    """The equivocal forms that a hit is made of."""
    return [near[at] for at in range(hit.start, hit.end) if at in near]


def _sequences(hits: list[Hit]) -> list[Steps]:
    ways = product(*(hit.senses for hit in hits))
    return [
        tuple(step for sense in way for step in sense.steps) for _, way in zip(range(MOST_OPTIONS), ways, strict=False)
    ]
