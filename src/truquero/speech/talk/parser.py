"""The parser of an utterance: finds hits of the lexicon and combines them, without checking whether they are legal."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise, product

from truquero.cards import Card
from truquero.engine.state import COVER, DISCARD
from truquero.rules.everywhere import everywhere
from truquero.rules.expressions import NOTHING
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.rules.spelling import Token, sound
from truquero.speech.talk.lexicon import ABSENT, EquivocalForm, Lexicon, Sense
from truquero.speech.talk.move_lances import ANSWERS, CONCEDES, GIVES_UP
from truquero.speech.talk.negation import Denials
from truquero.speech.talk.word_matches import Hit, HitFinder

Step = tuple[str, ...]
Steps = tuple[Step, ...]
MOST_OPTIONS = 12  # an upper bound: no question offers more interpretations


@dataclass
class ParsedUtterance:
    """The possible interpretations of an utterance.

    `explicit`: the utterance itself offers alternatives, so the player is asked to choose. `answer_and_call`: an answer
    and the call beside it, which may be the call that it answers; `names_call`: an article between them shows that it
    is.
    """

    options: list[Steps] = field(default_factory=list)
    explicit: bool = False
    answer_and_call: tuple[str, str] | None = None
    names_call: bool = False
    denied: list[tuple[str, str]] = field(default_factory=list)  # denied words other than answers: code and text
    unclear: bool = False  # an unclear answer: ask for its meaning, never play it
    maybe_denied: list[Steps] = field(default_factory=list)  # calls that may be denied: `truco o no truco`, `no, truco`
    absent: str = ""  # a call that does not exist at this table
    number: str = ""  # a number beside a call that is not part of it
    unused: tuple[str, ...] = ()  # all numbers without a meaning
    equivocal: tuple[str, str] | None = None  # an equivocal form as said, and the code it may mean
    reserved: bool = False
    said_twice: bool = False
    embedded: bool = False  # said within other words of weight: `what a fine truco that was`
    senses: list[Sense] = field(default_factory=list)


class _IndexedHits:
    """Hits in order, with an index of their codes, the last code, and whether a reserved refusal is among them."""

    def __init__(self) -> None:
        self.hits: list[Hit] = []
        self.codes: set[str] = set()
        self.last = ""
        self.refused = False

    def append(self, hit: Hit) -> None:
        self.hits.append(hit)
        self.last = hit.code
        self.codes.add(self.last)
        self.refused = self.refused or (self.last == REFUSE and hit.reserved)


class UtteranceParser:
    """Parses one utterance with a table's lexicon."""

    def __init__(self, lexicon: Lexicon, words: str, *, championship: bool, played: bool, turned: Card | None) -> None:
        self._lexicon, self._championship, self._played, self._turned = lexicon, championship, played, turned
        self._tokens = lexicon.ear.tokens(words)
        self._parsed = ParsedUtterance()
        self._used: set[int] = set()  # indices of words that are accounted for, such as those of a denial
        self._unsure: set[int] = set()  # start indices of hits that may or may not be denied

    def parse(self) -> ParsedUtterance:
        """Return the interpretations of the utterance."""
        all_hits = self._resolve_equivocal(self._hits())
        if all_hits is None:
            return self._parsed
        self._parsed.absent = next((self._text_of(hit) for hit in all_hits if hit.senses[0].why == ABSENT), "")
        hits = self._binding(self._face_down(self._apply_denials(all_hits)))
        self._find_loose_numbers(all_hits, hits)
        self._parsed.senses = [sense for hit in hits for sense in hit.senses[:1]]
        self._parsed.reserved = any(hit.reserved for hit in hits)
        self._combine(hits)
        return self._parsed

    def _hits(self) -> list[Hit]:
        lexicon, tokens = self._lexicon, self._tokens
        hit_finder = HitFinder(
            lexicon, tokens, championship=self._championship, played=self._played, turned=self._turned
        )
        return list(hit_finder.hits())

    def _text_of(self, hit: Hit) -> str:
        return " ".join(token.text for token in self._tokens[hit.start : hit.end])

    def _face_down(self, hits: list[Hit]) -> list[Hit]:
        """Merge the words for laying a card face down, or for discarding it, into the hits of cards."""
        kind = next((hit.code for hit in hits if hit.code in (COVER, DISCARD)), "")
        merged = []
        for hit in hits:
            if kind and hit.is_card:
                cards = (sense for sense in hit.senses if sense.why == "card")
                senses = tuple(sense._replace(steps=((f"{kind}-{sense.steps[0][0]}",),)) for sense in cards)
                merged.append(Hit(hit.start, hit.end, senses, is_card=True))
            elif hit.code not in (COVER, DISCARD):
                merged.append(hit)
            else:
                self._used.update(range(hit.start, hit.end))
        return merged

    # ------------------------------------------------------------------------------------------- denial and binding

    def _apply_denials(self, hits: list[Hit]) -> list[Hit]:
        """Apply the denials of the utterance to its hits, and return the hits that remain.

        A plainly denied acceptance is a refusal. Any other denied answer is left open. A denied call is dropped in
        common play. In championships it binds (S000 §16) unless it is part of an answer: `quiero el truco y no el
        envido`. Any other denied hit is dropped.
        """
        denials = Denials(self._lexicon.particles, self._tokens)
        remaining = _IndexedHits()
        dropped: list[Hit] = []
        answered = any(hit.reserved and hit.code in ANSWERS for hit in hits)
        marked_until: dict[int, int] = {}  # by the start of each "no": the index up to which its words are marked
        for hit in hits:
            if not self._used.isdisjoint(range(hit.start, hit.end)):
                continue
            denial = denials.of(hit.start, hit.end)
            if denial is None:
                remaining.append(self._perhaps_denied(hit, denials, refused=remaining.refused))
                continue
            before = denial.before
            self._used.update(range(marked_until.get(before.start, before.start), before.stop), denial.after)
            marked_until[before.start] = before.stop
            if denials.after_or(denial) and hit.code in remaining.codes:
                self._parsed.maybe_denied = self._alternatives([hit])
            if hit.code in (ACCEPT, *GIVES_UP):
                refusal = Sense(((REFUSE,),), why="denied", reserved=hit.reserved)
                plainly = hit.code == ACCEPT and denial.plain
                remaining.append(hit._replace(senses=(refusal,)) if plainly else self._as_unclear_answer(hit))
            elif self._championship and self._is_call(hit) and not (answered and self._may_be_denied(hit)):
                remaining.append(self._with_explanation(hit, "denied-binds"))
            else:
                dropped.append(hit)
                self._parsed.denied.append((hit.code, self._text_of(hit)))
                self._used.update(range(hit.start, hit.end))
        denied = {sense.steps for hit in dropped for sense in hit.senses}  # `qué truco ni qué truco`
        self._unsure |= {hit.start for hit in remaining.hits if any(sense.steps in denied for sense in hit.senses)}
        return [hit for hit in remaining.hits if self._used.isdisjoint(range(hit.start, hit.end))]

    def _perhaps_denied(self, hit: Hit, denials: Denials, *, refused: bool) -> Hit:
        """Return a hit that no "no" denies directly, and mark it as unsure if a "no" precedes it.

        The "no" may be in the same clause, or at the end of the clause before. In championships a call binds after a
        "no" in its own clause, unless a refusal precedes it.
        """
        before = denials.no_before(hit.start) - self._used
        if not (before or denials.is_doubtful(hit.start)):
            return hit
        self._used |= before
        if hit.code in (*GIVES_UP, *CONCEDES, NOTHING):  # `no, no quiero`
            return hit
        if hit.code == ACCEPT:
            return self._as_unclear_answer(hit)
        if before or refused or not (self._championship and self._is_call(hit)):
            self._unsure.add(hit.start)
        return hit

    def _may_be_denied(self, hit: Hit) -> bool:
        """Return whether a denied call can be part of an answer. "no hay flor" never denies the flor (S000 §16)."""
        return self._lexicon.lance_of(hit.code) != "flor"

    def _with_explanation(self, hit: Hit, why: str) -> Hit:
        article = everywhere()["cites"]["article"]
        return hit._replace(senses=tuple(sense._replace(article=article, why=why) for sense in hit.senses))

    def _as_unclear_answer(self, hit: Hit) -> Hit:
        """Replace an answer by both possible answers, because its meaning is not clear."""
        self._parsed.unclear = True
        senses = tuple(Sense(((code,),), why="", reserved=hit.reserved) for code in ANSWERS)
        return hit._replace(senses=senses)

    def _is_call(self, hit: Hit) -> bool:
        codes = (code for sense in hit.senses for step in sense.steps for code in step)
        return any(self._lexicon.lance_of(code) and code not in CONCEDES for code in codes)

    def _resolve_equivocal(self, hits: list[Hit]) -> list[Hit] | None:
        """Return the hits with equivocal forms replaced by the calls they stand for; None if such a form is refused."""
        covered = {index for hit in hits for index in range(hit.start, hit.end)}
        uncovered = [index for index in range(len(self._tokens)) if index not in covered]
        forms = {index: form for index in uncovered if (form := self._lexicon.equivocal_form(self._tokens[index]))}
        if not self._championship:  # ignore words that only sound like a call if there are clear hits
            forms = {index: form for index, form in forms.items() if not (form.sounds_alike and hits)}
        if not forms:
            return hits
        self._tokens = tuple(
            token._replace(key=forms[index].key) if index in forms else token
            for index, token in enumerate(self._tokens)
        )
        new_hits = self._hits()
        refused = next((hit for hit in new_hits if not self._counts(hit, forms)), None)
        if refused is None:
            return [self._as_proposal(hit) if _equivocal_forms(hit, forms) else hit for hit in new_hits]
        self._parsed.equivocal = (self._text_of(refused), refused.code)
        return None

    def _counts(self, hit: Hit, forms: Mapping[int, EquivocalForm]) -> bool:
        """Return whether a hit counts: it is clear, or the table accepts its equivocal form as the call."""
        accepted_here = self._lexicon.rules.voices.speech.equivocal
        return self._championship or all(
            accepted_here and not form.sounds_alike for form in _equivocal_forms(hit, forms)
        )

    def _as_proposal(self, hit: Hit) -> Hit:
        article = self._lexicon.rules.voices.speech.article
        senses = (sense._replace(article=article, why="equivocal", reserved=True) for sense in hit.senses)
        return hit._replace(senses=tuple(senses))

    def _binding(self, hits: list[Hit]) -> list[Hit]:
        """Return the hits that bind: reserved words always, others only if nothing else of weight is said."""
        covered = self._used | {index for hit in hits for index in range(hit.start, hit.end)}
        uncovered = [token for index, token in enumerate(self._tokens) if index not in covered]
        self._parsed.embedded = bool(hits) and not all(self._is_light(token) for token in uncovered)
        if not self._parsed.embedded:
            return self._without_afterthoughts(hits)
        playing = any(token.key in self._lexicon.particles.plays for token in uncovered)
        return [hit for hit in hits if hit.reserved or (hit.is_card and playing)]

    def _without_afterthoughts(self, hits: list[Hit]) -> list[Hit]:
        """Drop a "no" or "sí" that follows a call, for it answers nothing: `sin truco no juego`."""
        called = [hit.start for hit in hits if hit.reserved and self._lexicon.lance_of(hit.code)]
        answered = any(hit.reserved and hit.code in ANSWERS for hit in hits)
        if not called or answered or any(self._are_alternatives(before, after) for before, after in pairwise(hits)):
            return hits
        return [hit for hit in hits if hit.start <= called[0] or hit.code not in ANSWERS]

    def _find_loose_numbers(self, hits: list[Hit], binding: list[Hit]) -> None:
        """Find the numbers that belong to no hit.

        Next to a binding call or answer such a number was probably meant as part of it, so it is reported.
        """
        covered = self._used | {index for hit in hits for index in range(hit.start, hit.end)}
        articles = {*map(sound, everywhere()["articles"]["words"])}  # in `um truco` the number is an article
        loose_numbers = [
            index
            for index, token in enumerate(self._tokens)
            if token.number is not None and index not in covered and sound(token.text) not in articles
        ]
        bets = [hit for hit in binding if self._is_call(hit) or hit.code in ANSWERS]
        number_index = self._first_beside(loose_numbers, bets)
        self._parsed.number = "" if number_index is None else self._tokens[number_index].text
        self._parsed.unused = tuple(self._tokens[index].text for index in loose_numbers) if bets else ()

    def _first_beside(self, numbers: list[int], hits: list[Hit]) -> int | None:
        """Return the index of the first number that is next to a hit, or None.

        Of the hits before a number only the last is checked: the words between it and the number also separate the
        number from the earlier hits.
        """
        heavy = [*accumulate((not self._is_light(token) for token in self._tokens), initial=0)]
        pauses = [*accumulate((token.pause for token in self._tokens), initial=0)]
        starts = [hit.start for hit in hits]
        for index in numbers:
            position = bisect(starts, index)
            if position and self._is_behind(index, hits[position - 1], heavy, pauses):
                return index
            if position < len(hits) and starts[position] == index + 1 and not self._tokens[index + 1].pause:
                return index
        return None

    def _is_behind(self, index: int, hit: Hit, heavy: list[int], pauses: list[int]) -> bool:
        """Return whether a number follows a hit with at most one word between them, not counting light words.

        `heavy` and `pauses` are prefix sums: the words that are not light, and the pauses, before each word.
        """
        if pauses[index + 1] > pauses[hit.end + 1]:
            return False
        is_envido = self._lexicon.lance_of(hit.code) == "envido"
        if self._tokens[hit.end].pause and (index > hit.end or not is_envido):
            return False
        return heavy[index] - heavy[hit.end] <= 1

    def _is_light(self, token: Token) -> bool:
        return token.key in self._lexicon.particles.light

    # -------------------------------------------------------------------------------------------------- combination

    def _combine(self, hits: list[Hit]) -> None:
        """Combine the hits into options: as a sequence, or as alternatives."""
        parsed = self._parsed
        if parsed.maybe_denied:
            return
        if self._answers_by_name(hits):
            return
        hits = self._without_repetitions(self._without_named(hits))
        if not hits:
            return
        codes = [hit.code for hit in hits]
        if any(self._are_alternatives(before, after) for before, after in pairwise(hits)):
            parsed.options = self._alternatives(hits)
            parsed.explicit = len(parsed.options) > 1
        elif {ACCEPT, REFUSE} <= set(codes):
            parsed.explicit = True
            parsed.options = [((code,),) for code in dict.fromkeys(codes) if code in ANSWERS]
        else:
            self._find_answered_call(hits)
            unsure = any(hit.start in self._unsure for hit in hits)
            if unsure and parsed.answer_and_call is None:
                parsed.maybe_denied = _sequences([hit for hit in hits if hit.code != REFUSE])
            else:
                parsed.options = self._alternatives(hits) if self._exclude_each_other(codes) else _sequences(hits)

    def _without_repetitions(self, hits: list[Hit]) -> list[Hit]:
        """Drop repeated hits: a call that one player says twice counts once (S000 §16)."""
        remaining = _IndexedHits()
        for hit in hits:
            code = hit.code
            if code in ANSWERS and remaining.hits and remaining.last == code:
                self._parsed.said_twice = True
                remaining.hits[-1] = hit  # `no, no quiero truco`
            elif code and code in remaining.codes and not hit.is_card:
                self._parsed.said_twice = True
            else:
                remaining.append(hit)
        return remaining.hits

    def _between(self, before: Hit, after: Hit) -> list[str]:
        return [token.key for token in self._tokens[before.end : after.start]]

    def _are_alternatives(self, before: Hit, after: Hit) -> bool:
        return any(key in self._lexicon.particles.alternatives for key in self._between(before, after))

    def _alternatives(self, hits: list[Hit]) -> list[Steps]:
        return list(dict.fromkeys(sense.steps for hit in hits for sense in hit.senses))[:MOST_OPTIONS]

    def _exclude_each_other(self, codes: list[str]) -> bool:
        """Return whether two calls belong to one lance, so that only one of them can be meant."""
        lances = [lance for code in codes if (lance := self._lexicon.lance_of(code))]
        return len(lances) != len(set(lances))

    def _answers_by_name(self, hits: list[Hit]) -> bool:
        """Set the options if every answer names its lance: `quiero el envido y no quiero el truco`.

        The answers come in the order in which the lances are settled. Return whether the utterance has this form.
        """
        parsed = self._parsed
        lances = [self._lexicon.lance_of(hit.code) for hit in hits[1::2]]
        answers = [hit.code for hit in hits[::2]]
        if len(hits) != 4 or not all(code in ANSWERS for code in answers) or "truco" not in lances:
            return False
        if lances[0] == lances[1] or not all(lances):
            return False
        ordered = answers if lances[1] == "truco" else answers[::-1]
        parsed.options = [tuple((code,) for code in dict.fromkeys(ordered))]
        parsed.senses = [Sense((), everywhere()["cites"]["article"], "first-part-first")]
        return True

    def _without_named(self, hits: list[Hit]) -> list[Hit]:
        """Drop calls that only name the object of an answer, given other hits: `falta envido y quiero el truco`."""
        if len(hits) < 3:
            return hits
        pairs = pairwise(hits)
        named = {after.start for before, after in pairs if before.code in ANSWERS and self._names_call(before, after)}
        return [hit for hit in hits if hit.start not in named]

    def _names_call(self, answer: Hit, call: Hit) -> bool:
        """Return whether an answer names the call: only articles, and at least one, are between them."""
        between = self._between(answer, call)
        only_articles = all(key in self._lexicon.particles.articles for key in between)
        return bool(between) and only_articles and bool(self._lexicon.lance_of(call.code))

    def _find_answered_call(self, hits: list[Hit]) -> None:
        """Set `answer_and_call` if the answer may refer to the call after it: `quiero el truco`, `quiero truco`."""
        if len(hits) != 2 or hits[0].code not in ANSWERS or not self._lexicon.lance_of(hits[1].code):
            return
        if any(len(step) > 1 for sense in hits[1].senses for step in sense.steps):
            return  # a step with several codes means the next call, which can only raise
        named = self._names_call(*hits)
        if not named and (self._between(*hits) or self._tokens[hits[1].start].pause):
            return
        self._parsed.answer_and_call, self._parsed.names_call = (hits[0].code, hits[1].code), named


def _equivocal_forms(hit: Hit, forms: Mapping[int, EquivocalForm]) -> list[EquivocalForm]:
    """Return the equivocal forms that a hit contains."""
    return [forms[index] for index in range(hit.start, hit.end) if index in forms]


def _sequences(hits: list[Hit]) -> list[Steps]:
    combinations = product(*(hit.senses for hit in hits))
    return [
        tuple(step for sense in combination for step in sense.steps)
        for _, combination in zip(range(MOST_OPTIONS), combinations, strict=False)
    ]
