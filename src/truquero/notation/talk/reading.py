"""Reading what a person says at the table into moves; where the words leave a choice, asking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from truquero.cards import CARDS
from truquero.engine.envido import MORE, SIZE
from truquero.language import _
from truquero.notation.codes import canonical
from truquero.notation.talk.answers import Answering
from truquero.notation.talk.attempt import (
    Attempt,
    Waiting,
    attempt,
    explained,
    legal_moves,
    pending_calls,
    pending_lance,
)
from truquero.notation.talk.hearing import Heard, Hearing, Step, Steps
from truquero.notation.talk.lexicon import RAISE, Lexicon, Sense
from truquero.notation.talk.moves import ANSWERS, opens
from truquero.notation.talk.precedence import Objection, accepts_first, after_truco, bare_raise
from truquero.rules.aliases import as_code
from truquero.rules.everywhere import everywhere
from truquero.rules.expressions import NOTHING, WHY
from truquero.rules.game import Rules
from truquero.rules.lances import OpenEnvido
from truquero.rules.moves import REFUSE, move_codes
from truquero.rules.options import OptionError
from truquero.table import Match
from truquero.variants import preset

MOST_TABLES = 32
MOST_SIZES = 6  # of the sizes by which a bet may be raised, those that are named when it is asked which
RAISED = ("truco", "envido")  # the lances that are raised by a word for "more"
_BET = re.compile(rf"(?:{SIZE}|{MORE})(\d+)")
_lexicons: dict[int, Lexicon] = {}  # by the identity of their rules, whose words take no part in being equal


@dataclass(frozen=True)
class Reading:
    """What words come to. At most one of these holds: `moves` to make, a `question` with the readings to choose from,
    or `refused` with the reason; where none does, the words were only talk. `waits` are calls of the same breath that
    are made when the rivals have answered. `why` explains and `article` names the rule."""

    moves: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    question: tuple[tuple[str, ...], ...] = ()
    refused: str = ""
    article: str = ""
    why: str = ""
    seat: int | None = None
    legal: tuple[str, ...] = ()  # what may be said instead, with a position

    @property
    def codes(self) -> tuple[str, ...]:
        """Everything that was called, now or later."""
        return self.moves + self.waits


def read(
    words: str,
    rules: Rules,
    match: Match | None = None,
    seat: int | None = None,
    championship: bool = False,
    waiting: Waiting | None = None,
) -> Reading:
    """Read words said at a table. With a match, as said by a seat now, otherwise before a card is played.

    Where no seat is told it is one that has the word. `championship` takes equivocal words as proposals (S000 §16);
    `waiting` are calls that `carry_out` left to be made.
    """
    lexicon = lexicon_of(rules)
    code = _written(words, lexicon)
    if code:
        return _of_code(code, rules, match, seat, waiting)
    played = match is not None and match.hand is not None and bool(match.hand.laid)
    turned = None if match is None else match.turned
    heard = Hearing(lexicon, words, championship=championship, played=played, turned=turned).heard()
    if heard.near is not None:
        said, code = heard.near
        word = rules.voices.said(code)
        about = _("“{said}” is equivocal: say “{word}”")
        if as_code(word) != code:
            about = _("“{said}” is equivocal: say “{word}” for {code}")
        told = about.format(said=said, word=word, code=code)
        return Reading(refused=told, article="" if rules.voices.speech.equivocal else rules.voices.speech.article)
    unheard = _unheard(heard)
    if unheard:
        return Reading(refused=unheard)
    if match is None:
        return _free(heard, lexicon, championship=championship)
    readings = (_placed(heard, match, one, waiting, championship=championship) for one in _seats(match, seat))
    first = next(readings)
    if first.refused:
        return next((other for other in readings if not other.refused), first)
    return first


def lexicon_of(rules: Rules) -> Lexicon:
    """The words of a table, gathered once."""
    found = _lexicons.get(id(rules))
    if found is None or found.rules is not rules:
        if len(_lexicons) >= MOST_TABLES:
            _lexicons.clear()
        found = _lexicons[id(rules)] = Lexicon(rules)
    return found


# ------------------------------------------------------------------------------------------------------- as a code


def _written(words: str, lexicon: Lexicon) -> str:
    """A card or a bet with its size, where the words are nothing but its code; otherwise nothing."""
    code = canonical(words.strip())
    kind, _hyphen, name = code.rpartition("-")
    if name in CARDS:
        known = not kind or kind in move_codes(lexicon.rules)  # `tapada-4c`, where cards may be laid face down
        return code if known and name in lexicon.rules.pack else ""
    return code if name.isdigit() and kind and lexicon.moves.has(code) else ""


def _of_code(code: str, rules: Rules, match: Match | None, seat: int | None, waiting: Waiting | None) -> Reading:
    """The reading of a code that was written instead of said."""
    if match is None:
        return _too_much(((code,),), rules) or Reading(moves=(code,), why=_(WHY["own-word"]))
    tried = [(one, attempt(match, one, [(code,)], waiting)) for one in _seats(match, seat)]
    speaker, done = next((one for one in tried if one[1].refused is None), tried[0])
    place = Reading(seat=speaker, legal=legal_moves(match, speaker))
    if done.refused is not None:
        return replace(place, refused=_why_not(match, place, [done]))
    return replace(place, moves=tuple(done.moves), waits=done.waits, why=_(WHY["own-word"]))


def _too_much(codes: Iterable[tuple[str, ...]], rules: Rules) -> Reading | None:
    """A refusal where a bet has a size that no bet of this table can have."""
    sizes = [int(size[1]) for one in codes for code in one if (size := _BET.fullmatch(code))]
    if any(size > rules.match.target for size in sizes):
        return Reading(refused=_("nobody can bet so much: the game is to {target}").format(target=rules.match.target))
    unit = rules.envido.unit if isinstance(rules.envido, OpenEnvido) else 0
    if any(size % 2 and size != unit for size in sizes):
        return Reading(refused=_("there is no bet of that size here"))
    return None


def _unheard(heard: Heard) -> str:
    """Why nothing is made of what was said: a part of it would be left out."""
    if heard.absent:
        return _("there is no “{call}” at this table").format(call=heard.absent)
    if heard.number:
        told = _("“{number}” belongs to no bet of this table: say the bet without it, or as it is said here")
        return told.format(number=heard.number)
    return ""


def _seats(match: Match, seat: int | None) -> list[int]:
    """Who may have said it."""
    if seat is not None:
        return [seat]
    able = [*match.turn] or [*match.claims()]
    return able or [1]


# ----------------------------------------------------------------------------------------------------- no position


def _free(heard: Heard, lexicon: Lexicon, *, championship: bool) -> Reading:
    """A reading of the words alone."""
    rules = lexicon.rules
    known, calls = [*lexicon.moves.words, *lexicon.moves.claims], _calls(lexicon)
    options = [option for one in heard.options for option in _spread(one, calls, known)]
    about = heard.about
    if about is not None:
        answer, call = ((about[0],),), ((about[1],),)
        if heard.named:
            options = [answer]
        elif opens(rules, about[1]):
            options = [answer, call]
        elif about[0] == REFUSE:
            options = [answer]  # no quiero retruco
    codes = list(dict.fromkeys(tuple(step[0] for step in one if step[0] != NOTHING) for one in options))
    if heard.whether:
        codes = [*(tuple(step[0] for step in one) for one in heard.whether), (NOTHING,)]
    if heard.explicit or len(codes) > 1:
        return _asked(codes, heard)
    moves = codes[0] if codes else ()
    objection = after_truco(moves, rules, _binding(rules))
    if objection is None and championship and not accepts_first(heard.senses, rules):
        objection = bare_raise(moves, rules)
    if objection is not None:
        return _objected(Reading(), objection)
    return _too_much(codes, rules) or _explained(Reading(moves=moves), heard, rules)


def _spread(steps: Steps, calls: Sequence[str], legal: Iterable[str]) -> list[Steps]:
    """A step that leaves open which call or whom it means, as one way for each. `calls` are those that raise."""
    ways: list[list[Step]] = []
    for step in steps:
        kinds: list[Step] = [step]
        if step[0] == RAISE:
            kinds = [(call,) for call in calls]
        elif step[0].endswith("-N"):
            prefix = step[0].removesuffix("N")
            kinds = [(move,) for move in legal if move.startswith(prefix)] or [step]
        ways.append(kinds)
    return list(product(*ways))


def _calls(lexicon: Lexicon, legal: Sequence[str] | None = None, lance: str = "") -> list[str]:
    """The calls by which one may raise, of a lance or of any."""
    lances = (lance,) if lance in RAISED else RAISED
    calls = [move for move in lexicon.moves.words if lexicon.lance_of(move) in lances]
    if legal is None:
        return calls
    sizes = [move for move in legal if move.startswith(MORE)]
    return [*sizes[:MOST_SIZES], *(move for move in calls if move in legal)]


# --------------------------------------------------------------------------------------------------- in a position


def _placed(heard: Heard, match: Match, seat: int, waiting: Waiting | None, *, championship: bool) -> Reading:
    """A reading of the words where they are said."""
    lexicon, legal = lexicon_of(match.rules), legal_moves(match, seat)
    place = Reading(seat=seat, legal=legal)
    calls = _calls(lexicon, legal, pending_lance(match))
    options = [option for one in heard.options for option in _spread(one, calls, legal)]
    answering = Answering(match, seat, waiting, championship=championship)
    bare = championship and not accepts_first(heard.senses, match.rules)
    heard = answering.placed(replace(heard, options=options))
    if not heard.options:
        return _explained(place, heard, lexicon.rules)
    if heard.explicit:
        codes = [tuple(step[0] for step in one) for one in heard.options]
        return replace(_asked(codes, heard), seat=seat, legal=legal)
    tried = [attempt(match, seat, one, waiting) for one in heard.options]
    objection = _objection(tried, match.rules)
    if objection is None and bare and "truco" in pending_calls(match, seat, waiting):
        able = [(*one.moves, *one.waits) for one in tried if one.refused is None]
        objections = [bare_raise(codes, match.rules) for codes in able]
        objection = objections[0] if objections and all(objections) else None
    if objection is not None:
        return _objected(place, objection)
    return _chosen(heard, place, answering.with_the_call(tried, heard), match)


def _objection(tried: Sequence[Attempt], rules: Rules) -> Objection | None:
    """Why a call is refused that follows one's own truco, where none of the ways can be carried out."""
    if any(one.refused is None for one in tried):
        return None
    codes = ((*one.moves, one.refused.move) for one in tried if one.refused is not None)
    return next((found for one in codes if (found := after_truco(one, rules, _binding(rules)))), None)


def _objected(place: Reading, objection: Objection) -> Reading:
    return replace(place, refused=objection.reason, article=objection.article)


def _chosen(heard: Heard, place: Reading, tried: list[Attempt], match: Match) -> Reading:
    """The way that can be carried out; a question where several can, a refusal where none can."""
    able = [one for one in tried if one.refused is None]
    if heard.about is not None and len(tried) > 2 and able and able[0] is tried[0]:
        able = able[:1]  # accepted and raised in one breath
    distinct = {(*one.moves, "", *one.waits): one for one in able}
    if len(distinct) > 1:
        codes = [(*one.moves, *one.waits) for one in distinct.values()]
        return replace(_asked(codes, heard), seat=place.seat, legal=place.legal)
    if heard.doubt:
        return replace(place, why=_("it is not clear whether that is an answer: it is taken as talk"))
    if distinct:
        only = next(iter(distinct.values()))
        return _explained(replace(place, moves=tuple(only.moves), waits=only.waits), heard, match.rules)
    answers = all(set(step) <= {*ANSWERS, NOTHING} for sense in heard.senses for step in sense.steps)
    if not heard.reserved and answers and not pending_lance(match):
        return replace(place, why=_("there is nothing to answer: it is only talk"))
    return _explained(replace(place, refused=_why_not(match, place, tried)), heard, match.rules)


def _why_not(match: Match, place: Reading, tried: list[Attempt]) -> str:
    """Why none of the ways can be carried out."""
    begun = [one for one in tried if one.moves]  # what was said first could be done: the rest is what cannot
    codes = [one.refused.move for one in tried if one.refused is not None and not begun]
    if len(codes) > 1 and any(code in CARDS for code in place.legal) and all(code in CARDS for code in codes):
        return _("seat {seat} holds none of {cards}").format(seat=place.seat, cards=" ".join(codes))
    first = (begun or tried)[0].refused
    assert first is not None
    refused = explained(match, first)
    move = refused.move.removesuffix("-N")
    return _("seat {seat} may not {move}: {reason}").format(seat=place.seat, move=move, reason=refused.reason)


# -------------------------------------------------------------------------------------------------------- the words


def _asked(options: Iterable[tuple[str, ...]], heard: Heard) -> Reading:
    told = tuple(dict.fromkeys(options))
    names = _(" or ").join(" ".join(one) for one in told)
    return Reading(
        question=told, why=_("it may be {options}: say which").format(options=names), article=_article(heard)
    )


def _article(heard: Heard) -> str:
    found = dict.fromkeys(sense.article for sense in heard.senses if sense.article)
    return ", ".join(found)


def _explained(reading: Reading, heard: Heard, rules: Rules) -> Reading:
    """With what explains it and the article behind it."""
    reasons = [_(WHY[why]) for why in dict.fromkeys(sense.why for sense in heard.senses) if WHY[why]]
    article, of_speech = _article(heard), _binding(rules)
    if heard.denied and not heard.options:
        calls = [*dict.fromkeys(said for _code, said in heard.denied)]
        told = (
            _("said with a “no”, {call} is not called")
            if len(calls) == 1
            else _("said with a “no”: {call}; none is called")
        )
        reasons = [told.format(call=", ".join(calls))]
        article = article or of_speech
    if heard.said_twice and heard.options:
        reasons.append(_(WHY["said-twice"]))
        article = article or of_speech
    if not heard.options and not heard.denied:
        reasons = [_("no reserved word was said: it is only talk")]
    if len(reading.moves) > 1 and len(set(reading.moves)) == 1:
        reasons.append(_("it answers the whole double challenge"))
        article = article or of_speech
    if heard.unused and reading.moves:
        reasons.append(_("{numbers} says nothing").format(numbers=", ".join(heard.unused)))
    if reading.waits:
        reasons.append(_("{calls} follows when the others have answered").format(calls=" ".join(reading.waits)))
    if not article and any(sense.why in ("own-word", "verse", "card") for sense in heard.senses):
        article = _source(rules)
    return replace(reading, why="; ".join(reasons), article=article)


def _binding(rules: Rules) -> str:
    """The article of a table's own rule book on words that bind; elsewhere it is custom."""
    article: str = everywhere()["cites"]["article"]
    return article if article == rules.voices.speech.article else ""


def _source(rules: Rules) -> str:
    """The rule book of a table."""
    try:
        return preset(rules.variant).source
    except OptionError:
        return ""


__all__ = ["Reading", "Sense", "Step", "lexicon_of", "read"]
