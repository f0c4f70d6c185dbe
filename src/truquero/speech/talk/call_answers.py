"""Answers to pending calls: which call an answer refers to, and what a denied call may mean."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from truquero.engine.envido import MORE, SIZE
from truquero.rules.everywhere import everywhere
from truquero.rules.expressions import NOTHING
from truquero.rules.game import Rules
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.speech.talk.lexicon import RAISE, Sense
from truquero.speech.talk.move_lances import ANSWERS
from truquero.speech.talk.parser import ParsedUtterance, Steps
from truquero.speech.talk.trial import (
    Attempt,
    attempt,
    current_lance,
    is_double,
    legal_moves,
    pending_call,
    pending_calls,
)
from truquero.table import Match
from truquero.table.call_codes import lance_of
from truquero.table.queued_calls import QueuedCalls

_ACCEPTS: Steps = ((ACCEPT,),)
_REFUSES: Steps = ((REFUSE,),)
_NOTHING: Steps = ((NOTHING,),)


def may_be_answered(rules: Rules, call: str, pending: Container[str], moves_made: Container[str]) -> bool:
    """Return whether a call named beside an answer may be the call that is answered.

    It must be the name of a pending lance, or a call of that lance that was made.
    """
    lance = lance_of(rules, call)
    return lance in pending and (call == lance or call in moves_made)


class Answering:
    """The calls that one seat has to answer, and the interpretation of its answers."""

    def __init__(self, match: Match, seat: int, queued_calls: QueuedCalls, *, championship: bool) -> None:
        self._match, self._seat, self._queued_calls = match, seat, queued_calls
        self._championship = championship
        self._legal = legal_moves(match, seat)
        self._pending = pending_calls(match, seat, queued_calls)
        self._double = is_double(match, seat, queued_calls)

    def in_position(self, parsed: ParsedUtterance) -> ParsedUtterance:
        """Return the parsed utterance with the options that it has in this position."""
        if parsed.maybe_denied:
            return self._with_question(parsed, self._maybe_denied_options(parsed.maybe_denied))
        parsed = self._split_by_lance(self._without_accepted_calls(parsed))
        if parsed.denied and REFUSE in self._legal and not parsed.options:
            return self._with_question(parsed, self._unclear_options(parsed.denied[0][0]))
        if parsed.answer_and_call is None:
            return parsed
        answer, call = parsed.answer_and_call
        if answer == REFUSE:
            return self._with_refusal_options(parsed, call)
        raise_code = f"{MORE}{call.removeprefix(SIZE)}"
        if call.startswith(SIZE) and call not in self._pending.values() and raise_code in self._legal:
            return self._with_question(parsed, [_ACCEPTS, ((raise_code,),)])  # not a pending bet: ask if it is a raise
        answer_or_call: list[Steps] = [_ACCEPTS, ((call,),)]
        if call == pending_call(self._match):
            return replace(parsed, options=answer_or_call[:1] if parsed.names_call else answer_or_call)
        return replace(parsed, options=answer_or_call if parsed.names_call else [*parsed.options, *answer_or_call])

    def remaining_attempts(self, attempts: list[Attempt], parsed: ParsedUtterance) -> list[Attempt]:
        """Return the attempts that remain if the utterance names a call that nobody has made.

        If no attempt that plays more than an answer succeeds, and the call was refused in some attempt, return only the
        last such attempt. Otherwise return all attempts, so that the player is asked to choose.
        """
        if parsed.answer_and_call is None:
            return attempts
        _answer, call = parsed.answer_and_call
        if may_be_answered(self._match.rules, call, self._pending, self._moves_made()):
            return attempts
        if any(trial.refusal is None and not {*trial.moves, *trial.queued} <= {*ANSWERS} for trial in attempts):
            return attempts
        refused = [trial for trial in attempts if trial.refusal is not None and trial.refusal.move == call]
        return refused[-1:] or attempts

    def _moves_made(self) -> set[str]:
        """Return every move made in this hand, and the pending calls, including queued calls."""
        moves = (move for _seat, move in self._match.log[-1].hands[-1].moves) if self._pending else ()
        return {*moves, *self._pending.values()}

    # ----------------------------------------------------------------------------------------------------- questions

    def _with_question(self, parsed: ParsedUtterance, options: Sequence[Steps]) -> ParsedUtterance:
        return replace(parsed, options=list(options), explicit=len(options) > 1, answer_and_call=None)

    def _maybe_denied_options(self, options: list[Steps]) -> list[Steps]:
        """Return the options to ask about if it is not clear whether something was denied."""
        possible = [
            option for option in options if attempt(self._match, self._seat, option, self._queued_calls).refusal is None
        ]
        if REFUSE in self._legal:
            return [_REFUSES, *possible] if possible else [_ACCEPTS, _REFUSES]
        return [*possible, _NOTHING] if possible else options[:1]

    def _unclear_options(self, denied_call: str) -> list[Steps]:
        """Return the options to ask about if a denied call may be the answer that is due."""
        lance = lance_of(self._match.rules, denied_call)
        if denied_call in (LEAVE, RAISE, pending_call(self._match)) or (self._double and lance in self._pending):
            return [_ACCEPTS, _REFUSES]
        return [_REFUSES, ((denied_call,),)] if lance else []

    # ----------------------------------------------------------------------------------- answers that name a call

    def _without_accepted_calls(self, parsed: ParsedUtterance) -> ParsedUtterance:
        """Drop calls that only name what is accepted.

        `quiero retruco`, said to a retruco, accepts it; if the call is legal, it is a raise.
        """
        calls = {call for call in self._pending.values() if call not in self._legal}
        options = [_without_named(option, calls) for option in parsed.options]
        if options == parsed.options or parsed.answer_and_call is not None:
            return parsed
        senses = [sense._replace(why="accepts-named") if len(sense.steps) > 1 else sense for sense in parsed.senses]
        return replace(parsed, options=options, senses=senses)

    def _split_by_lance(self, parsed: ParsedUtterance) -> ParsedUtterance:
        """Split an answer to a double challenge by lance: `quiero el truco y no el envido` (S000 §16).

        The answers come in the order in which the lances are settled.
        """
        refused_lances = {lance_of(self._match.rules, code) for code, _text in parsed.denied} & {*self._pending}
        answer, call = parsed.answer_and_call or (_single_code(parsed), "")
        if not self._double or not refused_lances or answer not in ANSWERS:
            return parsed
        lances = [
            current_lance(self._match),
            *(lance for lance in self._pending if lance != current_lance(self._match)),
        ]
        if answer == ACCEPT and (refused_lances == {*lances} or lance_of(self._match.rules, call) in refused_lances):
            return self._with_question(parsed, [_ACCEPTS, _REFUSES])
        steps = tuple((REFUSE if lance in refused_lances else answer,) for lance in lances)
        sense = Sense((), everywhere()["cites"]["article"], "first-part-first")
        return replace(parsed, options=[steps], answer_and_call=None, senses=[sense])

    def _with_refusal_options(self, parsed: ParsedUtterance, call: str) -> ParsedUtterance:
        """Return the options of a refusal that names a call.

        A denied call is never played unasked. If it is one part of a double challenge, or nobody has made it, ask the
        player.
        """
        lance, call_option = lance_of(self._match.rules, call), ((call,),)
        if REFUSE not in self._legal:
            if not self._championship:
                return replace(
                    parsed, options=[], answer_and_call=None, senses=[], denied=[*parsed.denied, (call, call)]
                )
            return self._with_question(parsed, [call_option, _NOTHING] if call in self._legal else [call_option])
        if self._double and lance in self._pending:
            first = lance == current_lance(self._match)
            part = ((REFUSE,), (ACCEPT,)) if first else ((ACCEPT,), (REFUSE,))
            return replace(parsed, options=[((REFUSE,), (REFUSE,)), part])
        if call in self._legal and call not in self._pending.values():
            return self._with_question(parsed, [_REFUSES, call_option])
        return replace(parsed, options=[_REFUSES] if lance in self._pending else [_REFUSES, call_option])


def _without_named(steps: Steps, calls: set[str]) -> Steps:
    """Return the steps without the calls after a quiero that can only name what it accepts."""
    name_indices = {
        index + 1 for index in range(len(steps) - 1) if steps[index] == (ACCEPT,) and {*steps[index + 1]} <= calls
    }
    return tuple(step for index, step in enumerate(steps) if index not in name_indices)


def _single_code(parsed: ParsedUtterance) -> str:
    """Return the code if the utterance has a single meaning of one step, otherwise an empty string."""
    steps = parsed.options[0] if len(parsed.options) == 1 else ()
    return steps[0][0] if len(steps) == 1 else ""
