"""Translation of an utterance into moves, or into a question if the words are ambiguous."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from truquero.cards import CARDS
from truquero.engine.envido import MORE, SIZE
from truquero.i18n import _
from truquero.records.move_codes import canonical
from truquero.rules.aliases import as_code
from truquero.rules.everywhere import everywhere
from truquero.rules.expressions import NOTHING, WHY
from truquero.rules.game import Rules
from truquero.rules.lances import OpenEnvido
from truquero.rules.moves import REFUSE, move_codes
from truquero.rules.options import OptionError
from truquero.speech.talk.call_answers import Answering
from truquero.speech.talk.lexicon import RAISE, Lexicon, Sense
from truquero.speech.talk.move_lances import ANSWERS, opens
from truquero.speech.talk.parser import ParsedUtterance, Step, Steps, UtteranceParser
from truquero.speech.talk.precedence import Objection, accepts_first, objection_after_truco, objection_to_bare_raise
from truquero.speech.talk.trial import (
    Attempt,
    attempt,
    current_lance,
    legal_moves,
    pending_calls,
    with_reason,
)
from truquero.table import Match
from truquero.table.queued_calls import QueuedCalls
from truquero.variants import preset

MOST_TABLES = 32  # the capacity of the cache of lexicons
MOST_SIZES = 6  # the most sizes of a raise that a question offers
RAISED = ("truco", "envido")  # the lances in which a word for "more" can be a raise
_BET = re.compile(rf"(?:{SIZE}|{MORE})(\d+)")
_lexicons: dict[int, Lexicon] = {}  # keyed by the identity of the rules, because equality of rules ignores their words


@dataclass(frozen=True)
class Reading:
    """The result of interpreting an utterance.

    At most one of these is set: `moves` to play, a `question` with the alternatives to choose from, or `refused` with
    the reason. If none is set, the words were only talk. `queued` are calls of the same utterance that are played after
    the rivals have answered. `why` explains the result and `article` cites the rule.
    """

    moves: tuple[str, ...] = ()  # to play now, in order
    queued: tuple[str, ...] = ()  # to play after the rivals have answered
    question: tuple[tuple[str, ...], ...] = ()  # the alternatives, each a list of moves
    refused: str = ""  # why the words cannot be played
    article: str = ""  # the article of the rule book
    why: str = ""  # explains the result
    embedded: bool = False  # the moves are named within other words, so the speaker may only be talking
    seat: int | None = None  # the speaker
    legal: tuple[str, ...] = ()  # the legal moves, if there is a match

    @property
    def codes(self) -> tuple[str, ...]:
        """All moves of the utterance: those to play now, and those to queue."""
        return self.moves + self.queued


def read(
    words: str,
    rules: Rules,
    match: Match | None = None,
    seat: int | None = None,
    championship: bool | None = None,
    queued_calls: QueuedCalls | None = None,
) -> Reading:
    """Interpret words said at a table.

    With a match, interpret them as said by a seat at this moment; otherwise as said before any card is played. Without
    a seat, the speaker is a seat that may move. `championship` takes equivocal words as proposals (S000 §16);
    by default the house rules decide it.
    `queued_calls` are the calls that `carry_out` returned.
    """
    queued_calls = QueuedCalls() if queued_calls is None else queued_calls
    championship = rules.strict_words if championship is None else championship
    lexicon = lexicon_of(rules)
    code = _typed_code(words, lexicon)
    if code:
        return _reading_of_code(code, rules, match, seat, queued_calls)
    played = match is not None and match.hand is not None and bool(match.hand.laid)
    turned = None if match is None else match.turned
    parsed = UtteranceParser(lexicon, words, championship=championship, played=played, turned=turned).parse()
    if parsed.equivocal is not None:
        text, code = parsed.equivocal
        word = rules.voices.phrase(code)
        message = _("“{said}” is ambiguous: say “{word}”")
        if as_code(word) != code:
            message = _("“{said}” is ambiguous: say “{word}” for {code}")
        refusal = message.format(said=text, word=word, code=code)
        return Reading(refused=refusal, article="" if rules.voices.speech.equivocal else rules.voices.speech.article)
    meaningless = _meaningless(parsed)
    if meaningless:
        return Reading(refused=meaningless)
    if match is None:
        reading = _reading_of_words(parsed, lexicon, championship=championship)
        return replace(reading, embedded=parsed.embedded)
    readings = (
        _reading_at_table(parsed, match, speaker, queued_calls, championship=championship)
        for speaker in _possible_speakers(match, seat)
    )
    first = next(readings)
    if first.refused:
        return next((reading for reading in readings if not reading.refused), first)
    return first


def lexicon_of(rules: Rules) -> Lexicon:
    """Return the lexicon of a table, from a cache if it was built before."""
    lexicon = _lexicons.get(id(rules))
    if lexicon is None or lexicon.rules is not rules:
        if len(_lexicons) >= MOST_TABLES:
            _lexicons.clear()
        lexicon = _lexicons[id(rules)] = Lexicon(rules)
    return lexicon


# ----------------------------------------------------------------------------------------------------- typed codes


def _typed_code(words: str, lexicon: Lexicon) -> str:
    """Return the code if the words are just the code of a card or of a bet with a size; otherwise an empty string."""
    code = canonical(words.strip())
    kind, _hyphen, name = code.rpartition("-")
    if name in CARDS:
        is_known = not kind or kind in move_codes(lexicon.rules)  # `tapada-4c`, where cards may be laid face down
        return code if is_known and name in lexicon.rules.pack else ""
    return code if name.isdigit() and kind and lexicon.moves.has(code) else ""


def _reading_of_code(
    code: str, rules: Rules, match: Match | None, seat: int | None, queued_calls: QueuedCalls
) -> Reading:
    """Return the reading of a code that was typed as such."""
    if match is None:
        return _impossible_size(((code,),), rules) or Reading(moves=(code,), why=_(WHY["own-word"]))
    attempts = [
        (speaker, attempt(match, speaker, [(code,)], queued_calls)) for speaker in _possible_speakers(match, seat)
    ]
    speaker, trial = next(((speaker, trial) for speaker, trial in attempts if trial.refusal is None), attempts[0])
    base = Reading(seat=speaker, legal=legal_moves(match, speaker))
    if trial.refusal is not None:
        return replace(base, refused=_why_not(match, base, [trial]))
    return replace(base, moves=tuple(trial.moves), queued=trial.queued, why=_(WHY["own-word"]))


def _impossible_size(readings: Iterable[tuple[str, ...]], rules: Rules) -> Reading | None:
    """Return a refusal if a bet has a size that is impossible at this table, otherwise None."""
    sizes = [int(size[1]) for moves in readings for code in moves if (size := _BET.fullmatch(code))]
    if any(size > rules.match.target for size in sizes):
        return Reading(refused=_("that bet is too high: the game is to {target}").format(target=rules.match.target))
    unit = rules.envido.unit if isinstance(rules.envido, OpenEnvido) else 0
    if any(size % 2 and size != unit for size in sizes):
        return Reading(refused=_("there is no bet of that size here"))
    return None


def _meaningless(parsed: ParsedUtterance) -> str:
    """Return why the utterance is refused because a part of it has no meaning here, or an empty string.

    Playing only the rest would ignore words that the speaker meant.
    """
    if parsed.absent:
        return _("there is no “{call}” at this table").format(call=parsed.absent)
    if parsed.number:
        refusal = _("no bet of this table has “{number}”: say the bet without it, or as it is said here")
        return refusal.format(number=parsed.number)
    return ""


def _possible_speakers(match: Match, seat: int | None) -> list[int]:
    """Return the seats that may be the speaker. There is at least one."""
    if seat is not None:
        return [seat]
    able_seats = [*match.turn] or [*match.claims()]
    return able_seats or [1]


# ------------------------------------------------------------------------------------------------- without a match


def _reading_of_words(parsed: ParsedUtterance, lexicon: Lexicon, *, championship: bool) -> Reading:
    """Return the reading of the words alone, without a match."""
    rules = lexicon.rules
    legal, calls = [*lexicon.moves.words, *lexicon.moves.claims], _calls_for_more(lexicon)
    options = [expanded for option in parsed.options for expanded in _expanded(option, calls, legal)]
    answer_and_call = parsed.answer_and_call
    if answer_and_call is not None:
        answer, call = ((answer_and_call[0],),), ((answer_and_call[1],),)
        if parsed.names_call:
            options = [answer]
        elif opens(rules, answer_and_call[1]):
            options = [answer, call]
        elif answer_and_call[0] == REFUSE:
            options = [answer]  # `no quiero retruco`
    codes = list(dict.fromkeys(tuple(step[0] for step in option if step[0] != NOTHING) for option in options))
    if parsed.maybe_denied:
        codes = [*(tuple(step[0] for step in option) for option in parsed.maybe_denied), (NOTHING,)]
    if parsed.explicit or len(codes) > 1:
        return _question(codes, parsed)
    moves = codes[0] if codes else ()
    objection = objection_after_truco(moves, rules, _binding_article(rules))
    if objection is None and championship and not accepts_first(parsed.senses, rules):
        objection = objection_to_bare_raise(moves, rules)
    if objection is not None:
        return _refused_by(Reading(), objection, parsed)
    return _impossible_size(codes, rules) or _with_explanation(Reading(moves=moves), parsed, rules)


def _expanded(steps: Steps, calls: Sequence[str], legal: Iterable[str]) -> list[Steps]:
    """Return the steps with each placeholder expanded: one variant for every call or seat that it may mean.

    `calls` are the calls that a word for "more" may mean; `legal` are the moves that fill a code ending in `-N`.
    """
    choices: list[list[Step]] = []
    for step in steps:
        alternatives: list[Step] = [step]
        if step[0] == RAISE:
            alternatives = [(call,) for call in calls]
        elif step[0].endswith("-N"):
            prefix = step[0].removesuffix("N")
            alternatives = [(move,) for move in legal if move.startswith(prefix)] or [step]
        choices.append(alternatives)
    return list(product(*choices))


def _calls_for_more(lexicon: Lexicon, legal: Sequence[str] | None = None, lance: str = "") -> list[str]:
    """Return the calls that a word for "more" may mean: those of `lance`, or of all lances that have raises."""
    lances = (lance,) if lance in RAISED else RAISED
    calls = [move for move in lexicon.moves.words if lexicon.lance_of(move) in lances]
    if legal is None:
        return calls
    sizes = [move for move in legal if move.startswith(MORE)]
    return [*sizes[:MOST_SIZES], *(move for move in calls if move in legal)]


# ---------------------------------------------------------------------------------------------------- with a match


def _reading_at_table(
    parsed: ParsedUtterance, match: Match, seat: int, queued_calls: QueuedCalls, *, championship: bool
) -> Reading:
    """Return the reading of the words as said by a seat in the current position."""
    lexicon, legal = lexicon_of(match.rules), legal_moves(match, seat)
    base = Reading(seat=seat, legal=legal)
    calls = _calls_for_more(lexicon, legal, current_lance(match))
    options = [expanded for option in parsed.options for expanded in _expanded(option, calls, legal)]
    answering = Answering(match, seat, queued_calls, championship=championship)
    bare = championship and not accepts_first(parsed.senses, match.rules)
    parsed = answering.in_position(replace(parsed, options=options))
    if not parsed.options:
        return _with_explanation(base, parsed, lexicon.rules)
    if parsed.explicit:
        codes = [tuple(step[0] for step in option) for option in parsed.options]
        return replace(_question(codes, parsed), seat=seat, legal=legal)
    attempts = [attempt(match, seat, option, queued_calls) for option in parsed.options]
    objection = _objection(attempts, match.rules)
    if objection is None and bare and "truco" in pending_calls(match, seat, queued_calls):
        played = [(*trial.moves, *trial.queued) for trial in attempts if trial.refusal is None]
        objections = [objection_to_bare_raise(codes, match.rules) for codes in played]
        objection = objections[0] if objections and all(objections) else None
    if objection is not None:
        return _refused_by(base, objection, parsed)
    return _outcome(parsed, base, answering.remaining_attempts(attempts, parsed), match)


def _objection(attempts: Sequence[Attempt], rules: Rules) -> Objection | None:
    """Return the objection to a call after the speaker's own truco, if none of the attempts succeeded."""
    if any(trial.refusal is None for trial in attempts):
        return None
    codes = ((*trial.moves, trial.refusal.move) for trial in attempts if trial.refusal is not None)
    return next(filter(None, (objection_after_truco(moves, rules, _binding_article(rules)) for moves in codes)), None)


def _refused_by(base: Reading, objection: Objection, parsed: ParsedUtterance) -> Reading:
    """Return the refusal, which also says if the call is one only because an ambiguous form counts as it."""
    why = _(WHY["equivocal"]) if any(sense.why == "equivocal" for sense in parsed.senses) else ""
    return replace(base, refused=objection.reason, article=objection.article, why=why)


def _outcome(parsed: ParsedUtterance, base: Reading, attempts: list[Attempt], match: Match) -> Reading:
    """Return the attempt that succeeded; a question if several did, a refusal if none did."""
    successes = [trial for trial in attempts if trial.refusal is None]
    if parsed.answer_and_call is not None and len(attempts) > 2 and successes and successes[0] is attempts[0]:
        successes = successes[:1]  # accepted and raised in one utterance
    distinct = {(*trial.moves, "", *trial.queued): trial for trial in successes}
    if len(distinct) > 1:
        codes = [(*trial.moves, *trial.queued) for trial in distinct.values()]
        return replace(_question(codes, parsed), seat=base.seat, legal=base.legal)
    if parsed.unclear:
        return replace(base, why=_("it may not be an answer: it counts as talk"))
    if distinct:
        success = next(iter(distinct.values()))
        return _with_explanation(replace(base, moves=tuple(success.moves), queued=success.queued), parsed, match.rules)
    answers = all(set(step) <= {*ANSWERS, NOTHING} for sense in parsed.senses for step in sense.steps)
    if not parsed.reserved and answers and not current_lance(match):
        return replace(base, why=_("there is nothing to answer: it is only talk"))
    return _with_explanation(replace(base, refused=_why_not(match, base, attempts)), parsed, match.rules)


def _why_not(match: Match, base: Reading, attempts: list[Attempt]) -> str:
    """Return the reason why no attempt succeeded."""
    begun = [trial for trial in attempts if trial.moves]  # their first words were legal, so a later word is the problem
    codes = [trial.refusal.move for trial in attempts if trial.refusal is not None and not begun]
    if len(codes) > 1 and any(code in CARDS for code in base.legal) and all(code in CARDS for code in codes):
        return _("seat {seat} holds none of {cards}").format(seat=base.seat, cards=" ".join(codes))
    first = (begun or attempts)[0].refusal
    assert first is not None
    refusal = with_reason(match, first)
    move = refusal.move.removesuffix("-N")
    return _("seat {seat} may not {move}: {reason}").format(seat=base.seat, move=move, reason=refusal.reason)


# ----------------------------------------------------------------------------------------------------- explanations


def _question(options: Iterable[tuple[str, ...]], parsed: ParsedUtterance) -> Reading:
    question = tuple(dict.fromkeys(options))
    names = _(" or ").join(map(" ".join, question))
    return Reading(
        question=question, why=_("it may be {options}: say which").format(options=names), article=_article(parsed)
    )


def _article(parsed: ParsedUtterance) -> str:
    return ", ".join(dict.fromkeys(sense.article for sense in parsed.senses if sense.article))


def _with_explanation(reading: Reading, parsed: ParsedUtterance, rules: Rules) -> Reading:
    """Return the reading with its explanation and the article that it rests on."""
    reasons = [_(WHY[why]) for why in dict.fromkeys(sense.why for sense in parsed.senses) if WHY[why]]
    article, binding_article = _article(parsed), _binding_article(rules)
    if parsed.denied and not parsed.options:
        texts = [*dict.fromkeys(text for _code, text in parsed.denied)]
        reason = (
            _("said with a “no”, {call} is not called")
            if len(texts) == 1
            else _("said with a “no”: {call}; none is called")
        )
        reasons = [reason.format(call=", ".join(texts))]
        article = article or binding_article
    if parsed.said_twice and parsed.options:
        reasons.append(_(WHY["said-twice"]))
        article = article or binding_article
    if not parsed.options and not parsed.denied:
        reasons = [_("the words contain no reserved word: it is only talk")]
    if len(reading.moves) > 1 and len(set(reading.moves)) == 1:
        reasons.append(_("it answers the whole double challenge"))
        article = article or binding_article
    if parsed.unused and reading.moves:
        reasons.append(_("{numbers} has no meaning").format(numbers=", ".join(parsed.unused)))
    if reading.queued:
        reasons.append(_("{calls} follows after the others have answered").format(calls=" ".join(reading.queued)))
    if not article and any(sense.why in ("own-word", "verse", "card") for sense in parsed.senses):
        article = _source(rules)
    return replace(reading, why="; ".join(reasons), article=article)


def _binding_article(rules: Rules) -> str:
    """Return the article on binding words if it is in the table's own rule book; empty where it is only custom."""
    article: str = everywhere()["cites"]["article"]
    return article if article == rules.voices.speech.article else ""


def _source(rules: Rules) -> str:
    """Return the rule book of a table, or an empty string for a table with its own rules."""
    try:
        return preset(rules.variant).source
    except OptionError:
        return ""


__all__ = ["Reading", "Sense", "Step", "lexicon_of", "read"]
