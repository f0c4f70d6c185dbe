"""Reading what a person says at the table into moves; where the words leave a choice, asking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from truquero.cards import CARDS
from truquero.language import _
from truquero.notation.talk.attempt import (
    Attempt,
    Waiting,
    attempt,
    explained,
    legal_moves,
    pending_call,
    pending_lance,
)
from truquero.notation.talk.hearing import Heard, Hearing, Step, Steps
from truquero.notation.talk.lexicon import RAISE, Lexicon, Sense
from truquero.notation.talk.moves import ACCEPT, REFUSE, lance_of, opens
from truquero.rules.expressions import NOTHING, WHY
from truquero.rules.game import Rules
from truquero.rules.options import OptionError
from truquero.table import Match
from truquero.variants import preset

MOST_TABLES = 32
RAISED = ("truco", "envido")  # the lances that are raised by a word for "more"
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
    played = match is not None and match.hand is not None and bool(match.hand.laid)
    turned = None if match is None else match.turned
    heard = Hearing(lexicon, words, championship=championship, played=played, turned=turned).heard()
    if heard.near is not None:
        said, code, word = heard.near
        about = _("“{said}” is equivocal: say “{word}” for {code}").format(said=said, word=word, code=code)
        return Reading(refused=about, article="S000 §16")
    if match is None:
        return _free(heard, lexicon)
    readings = (_placed(heard, lexicon, match, one, waiting) for one in _seats(match, seat))
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


def _seats(match: Match, seat: int | None) -> list[int]:
    """Who may have said it."""
    if seat is not None:
        return [seat]
    able = [*match.turn] or [*match.claims()]
    return able or [1]


# ----------------------------------------------------------------------------------------------------- no position


def _free(heard: Heard, lexicon: Lexicon) -> Reading:
    """A reading of the words alone."""
    known = lexicon.moves.words
    options = [option for one in heard.options for option in _spread(one, _calls(lexicon), known)]
    about = heard.about
    if about is not None:
        answer, call = ((about[0],),), ((about[1],),)
        options = [answer] if heard.named else [answer, call] if opens(lexicon.rules, about[1]) else options
    codes = list(dict.fromkeys(tuple(step[0] for step in one if step[0] != NOTHING) for one in options))
    if heard.explicit or len(codes) > 1:
        return _asked(codes, heard)
    return _explained(Reading(moves=codes[0] if codes else ()), heard, lexicon.rules)


def _spread(steps: Steps, calls: Sequence[str], legal: Iterable[str]) -> list[Steps]:
    """A step that leaves open which call or whom it means, as one way for each. `calls` are those that raise."""
    found: list[Steps] = [()]
    for step in steps:
        kinds: list[Step] = [step]
        if step[0] == RAISE:
            kinds = [(call,) for call in calls]
        elif step[0].endswith("-N"):
            prefix = step[0].removesuffix("N")
            kinds = [(move,) for move in legal if move.startswith(prefix)] or [step]
        found = [(*way, kind) for way in found for kind in kinds]
    return found


def _calls(lexicon: Lexicon, legal: Sequence[str] | None = None, lance: str = "") -> list[str]:
    """The calls by which one may raise, of a lance or of any; a bet of any size is not asked about."""
    lances = (lance,) if lance in RAISED else RAISED
    calls = [move for move in lexicon.moves.words if lance_of(lexicon.rules, move) in lances]
    return calls if legal is None else [move for move in calls if move in legal]


# --------------------------------------------------------------------------------------------------- in a position


def _placed(heard: Heard, lexicon: Lexicon, match: Match, seat: int, waiting: Waiting | None) -> Reading:
    """A reading of the words where they are said."""
    legal = legal_moves(match, seat)
    place = Reading(seat=seat, legal=legal)
    if heard.denied and pending_lance(match) and not heard.options:
        heard = replace(heard, options=[((REFUSE,),), ((heard.denied,),)], explicit=True)
    calls = _calls(lexicon, legal, pending_lance(match))
    options = [option for one in heard.options for option in _spread(one, calls, legal)]
    pending = ((ACCEPT,), (pending_call(match),))
    options = [one[:1] if one == pending else one for one in options]  # quiero retruco, said to a retruco
    if heard.about is not None:
        options = _about(heard, options, match)
    if not options:
        return _explained(place, heard, lexicon.rules)
    if heard.explicit:
        codes = [tuple(step[0] for step in one) for one in options]
        return replace(_asked(codes, heard), seat=seat, legal=legal)
    tried = [attempt(match, seat, one, waiting) for one in options]
    return _chosen(heard, place, tried, match)


def _about(heard: Heard, options: list[Steps], match: Match) -> list[Steps]:
    """An answer beside a call: the call may be what is answered, or be raised, or be called now."""
    assert heard.about is not None
    answer, call = heard.about
    alone: list[Steps] = [((answer,),), ((call,),)]
    if call == pending_call(match):
        return alone[:1] if heard.named else alone
    if heard.named:
        return alone
    return [*options, *alone] if answer == ACCEPT else alone


def _chosen(heard: Heard, place: Reading, tried: list[Attempt], match: Match) -> Reading:
    """The way that can be carried out; a question where several can, a refusal where none can."""
    able = [one for one in tried if one.refused is None]
    if heard.about is not None and len(tried) > 2 and able and able[0] is tried[0]:
        able = able[:1]  # accepted and raised in one breath
    distinct = {(*one.moves, "", *one.waits): one for one in able}
    if len(distinct) > 1:
        codes = [(*one.moves, *one.waits) for one in distinct.values()]
        return replace(_asked(codes, heard), seat=place.seat, legal=place.legal)
    if distinct:
        only = next(iter(distinct.values()))
        return _explained(replace(place, moves=tuple(only.moves), waits=only.waits), heard, match.rules)
    names_card = any(sense.why == "card" for sense in heard.senses)
    if not heard.reserved and not names_card and not pending_lance(match):
        return replace(place, why=_("there is nothing to answer: it is only talk"))
    return _explained(replace(place, refused=_why_not(match, place, tried)), heard, match.rules)


def _why_not(match: Match, place: Reading, tried: list[Attempt]) -> str:
    """Why none of the ways can be carried out."""
    codes = [one.refused.move for one in tried if one.refused is not None and not one.moves]
    if len(codes) > 1 and any(code in CARDS for code in place.legal) and all(code in CARDS for code in codes):
        return _("seat {seat} holds none of {cards}").format(seat=place.seat, cards=" ".join(codes))
    assert tried[0].refused is not None
    refused = explained(match, tried[0].refused)
    return _("seat {seat} may not {move}: {reason}").format(seat=place.seat, move=refused.move, reason=refused.reason)


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
    article = _article(heard)
    if heard.denied and not heard.options:
        reasons.append(_("said with a “no”, {call} is not called").format(call=heard.denied))
        article = article or "S000 §16"
    if heard.said_twice:
        reasons.append(_(WHY["said-twice"]))
        article = article or "S000 §16"
    if not heard.options and not heard.denied:
        reasons = [_("no reserved word was said: it is only talk")]
    if len(reading.moves) > 1 and len(set(reading.moves)) == 1:
        reasons.append(_("it answers the whole double challenge"))
        article = article or "S000 §16"
    if reading.waits:
        reasons.append(_("{calls} follows when the others have answered").format(calls=" ".join(reading.waits)))
    if not article and any(sense.why in ("own-word", "verse", "card") for sense in heard.senses):
        article = _source(rules)
    return replace(reading, why="; ".join(reasons), article=article)


def _source(rules: Rules) -> str:
    """The rule book of a table."""
    try:
        return preset(rules.variant).source
    except OptionError:
        return ""


__all__ = ["Reading", "Sense", "Step", "lexicon_of", "read"]
