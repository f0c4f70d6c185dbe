"""Trial execution of an utterance: checks on a copy of the table whether all of its moves can be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from truquero.cards import CARDS
from truquero.engine.declare import CONCEDE
from truquero.engine.envido import SIZE
from truquero.engine.flor import ACHICO, SING
from truquero.engine.state import pending_lance
from truquero.i18n import _
from truquero.records.move_codes import meaning
from truquero.rules.expressions import NOTHING
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.speech.talk.move_lances import ALL_I_LACK, ANSWERS
from truquero.table import IllegalMove, Match, TableError
from truquero.table.call_codes import lance_of
from truquero.table.move_order import in_order
from truquero.table.signs import SIGN
from truquero.table.view import may_look

Step = tuple[str, ...]
_REPLIES = (  # assumed replies of the others before a waiting call: all accept, or all refuse
    (ACCEPT, "guena", "chica", SING, CONCEDE),
    (REFUSE, "guena", ACHICO, SING, CONCEDE),
)
_MOST_TRIAL_MOVES = 12  # the most moves that a trial plays until the waiting calls become legal
UNEXPLAINED = ""  # the reason of a refusal that `with_reason` has not filled in yet


@dataclass(frozen=True)
class Waiting:
    """Calls of an utterance that wait until the rivals have answered its first call: envido mi truco (S000 §16)."""

    seat: int  # the speaker
    moves: tuple[str, ...]  # the calls that wait, in order

    def after_first(self) -> Waiting | None:
        """Return the calls without the first, or None if none is left."""
        return Waiting(self.seat, self.moves[1:]) if len(self.moves) > 1 else None


@dataclass
class Attempt:
    """The result of a trial: the moves of the utterance, the calls that wait, and the refusal if it failed."""

    moves: list[str] = field(default_factory=list)
    waits: tuple[str, ...] = ()
    waiting: Waiting | None = None  # calls of an earlier utterance that still wait
    refusal: IllegalMove | None = None


def legal_moves(match: Match, seat: int) -> tuple[str, ...]:
    """Return the legal moves of a seat in the order of menus, including `pido flor` challenges."""
    view, state = match.view(seat), None if match.hand is None else match.hand.state
    return in_order(match.rules, state, (*view.moves, *view.claims))


def current_lance(match: Match) -> str:
    """Return the lance that is being declared, or else the pending lance; an empty string if there is neither."""
    if match.hand is None or match.hand.finished:
        return ""
    state = match.hand.state
    return state.declaring.lance if state.declaring is not None else pending_lance(state) or ""


def pending_calls(match: Match, seat: int, waiting: Waiting | None = None) -> dict[str, str]:
    """Return the calls that a seat's side has to answer, by lance.

    The call that is settled first comes first, then a truco behind it or a waiting call of the rivals.
    """
    lance = current_lance(match)
    calls = {lance: pending_call(match)} if lance else {}
    hand = match.hand
    if hand is None or hand.finished or seat not in hand.seats:
        return calls
    if hand.state.truco.calling == 1 - hand.side(seat):
        calls.setdefault("truco", _last_call(match, "truco"))
    if _challenges(match, seat, waiting):
        calls |= {lance_of(match.rules, move): move for move in waiting.moves if lance_of(match.rules, move)}  # type: ignore[union-attr]
    return calls


def pending_call(match: Match) -> str:
    """Return the code of the call that waits for an answer, or an empty string."""
    lance = current_lance(match)
    return _last_call(match, lance) if lance else ""


def _last_call(match: Match, lance: str) -> str:
    if not match.log or not match.log[-1].hands:
        return ""
    moves = [move for _, move in match.log[-1].hands[-1].moves]
    return next((move for move in reversed(moves) if lance_of(match.rules, move) == lance), "")


def attempt(match: Match, seat: int, steps: Sequence[Step], waiting: Waiting | None = None) -> Attempt:
    """Try an utterance without changing the match. If it cannot be played as a whole, `refusal` has the reason."""
    if len(steps) == 1 and waiting is None and not is_double(match, seat, waiting):
        return _attempt_single(match, seat, steps[0])
    trial = _Trial(match, seat, waiting)
    try:
        trial.carry_out(list(steps))
    except IllegalMove as refusal:
        trial.result.refusal = refusal
    except TableError as error:  # the outcome depends on cards that the record does not contain
        trial.result.refusal = IllegalMove(seat, steps[0][0], str(error), legal_moves(match, seat))
    return trial.result


def _attempt_single(match: Match, seat: int, step: Step) -> Attempt:
    """Try a single move. It needs no copy of the table, because the legal moves decide."""
    move = _move_now(match, seat, step)
    if not move:
        return Attempt(refusal=IllegalMove(seat, step[0], UNEXPLAINED, legal_moves(match, seat)))
    return Attempt([] if move == NOTHING else [move])


def with_reason(match: Match, refusal: IllegalMove) -> IllegalMove:
    """Return a refusal with its reason, which is the error that the table raises when the move is played."""
    seat, code = refusal.seat, refusal.move
    if refusal.reason != UNEXPLAINED:
        return refusal
    reason = _("seat {seat} does not play this hand").format(seat=seat)
    hand = match.hand
    plays = hand is not None and seat in hand.seats
    if (
        code in CARDS and hand is not None and plays and not may_look(match, hand, seat)
    ):  # the reason must not reveal the hidden cards
        return IllegalMove(seat, code, _("the cards are hidden: name them by their place"), refusal.legal)
    try:
        if hand is None or plays:
            match.copy().play(seat, code)
            reason = _("it cannot be said or played now")
    except TableError as error:
        reason = error.reason if isinstance(error, IllegalMove) else str(error)
    return IllegalMove(seat, code, reason, refusal.legal)


def _move_now(match: Match, seat: int, step: Step) -> str:
    """Return the first code of a step that is legal now, or an empty string."""
    legal = legal_moves(match, seat)
    for code in step:
        move = _envido_for_the_lack(match, seat) if code == ALL_I_LACK else meaning(match, seat, code)
        if move in legal or move == NOTHING or (move.startswith(SIGN) and match.in_hand):
            return move
    return ""


def _envido_for_the_lack(match: Match, seat: int) -> str:
    """Return the code of an envido for the points that a seat's side lacks, or an empty string."""
    hand = match.hand
    return "" if hand is None or seat not in hand.seats else f"{SIZE}{hand.score.lack(hand.side(seat))}"


def is_double(match: Match, seat: int, waiting: Waiting | None) -> bool:
    """Return whether a seat's side must answer two calls: an envido or flor, and a truco or waiting call behind it."""
    hand = match.hand
    if hand is None or hand.finished or seat not in hand.seats or ACCEPT not in legal_moves(match, seat):
        return False
    rivals, state = 1 - hand.side(seat), hand.state
    first_caller = state.flor.calling if state.flor.stage == "raised" else state.envido.calling
    return first_caller == rivals and (state.truco.calling == rivals or _challenges(match, seat, waiting))


def _challenges(match: Match, seat: int, waiting: Waiting | None) -> bool:
    """Return whether the waiting moves begin with a call of the rivals. A waiting answer or card challenges nobody."""
    hand = match.hand
    if waiting is None or hand is None or waiting.seat not in hand.seats:
        return False
    return hand.side(waiting.seat) != hand.side(seat) and bool(lance_of(match.rules, waiting.moves[0]))


class _Trial:
    """A copy of the table on which one utterance is played."""

    def __init__(self, match: Match, seat: int, waiting: Waiting | None) -> None:
        self._match = match.copy()
        self._seat = seat
        self.result = Attempt(waiting=waiting)

    def carry_out(self, steps: list[Step]) -> None:
        """Play the steps on the copy and store the outcome in `result`.

        Raise IllegalMove if they cannot all be played.
        """
        is_plain_answer = len(steps) == 1 and len(steps[0]) == 1 and steps[0][0] in ANSWERS
        answers_both = is_plain_answer and is_double(self._match, self._seat, self.result.waiting)
        if answers_both:
            steps = steps * 2  # S000 §16: a plain answer to a double challenge answers both parts
        while steps:
            if self._is_contained(steps):
                steps = steps[1:]
            move = _move_now(self._match, self._seat, steps[0])
            if move and move != NOTHING:
                self._match.play(self._seat, move)
                self.result.moves.append(move)
            if move:
                steps = steps[1:]
            elif not self._play_waiting():
                self._wait_or_refuse(steps, answers_both)
                return

    def _is_contained(self, steps: list[Step]) -> bool:
        """Return whether the first step is a quiero that the next step, a raise of the pending call, includes."""
        if len(steps) < 2 or steps[0] != (ACCEPT,):
            return False
        raise_code = _move_now(self._match, self._seat, steps[1])
        return bool(raise_code) and lance_of(self._match.rules, raise_code) == current_lance(self._match)

    def _play_waiting(self) -> bool:
        """Play the next waiting call if it is legal now, and return whether it was."""
        waiting = self.result.waiting
        if waiting is None or waiting.moves[0] not in legal_moves(self._match, waiting.seat):
            return False
        self._match.play(waiting.seat, waiting.moves[0])
        self.result.waiting = waiting.after_first()
        return True

    def _wait_or_refuse(self, steps: list[Step], answers_both: bool) -> None:
        """Store the remaining steps as waiting for an answer of the others, or raise IllegalMove for the utterance."""
        if answers_both and not self._match.in_hand:
            return  # the answer to the first part has ended the hand
        codes = tuple(step[0] for step in steps)
        legal = legal_moves(self._match, self._seat)
        begun = bool(self.result.moves) and not legal and self._match.in_hand
        if begun and not _challenges(self._match, self._seat, self.result.waiting):
            without_accept = [codes[1:]] if codes[0] == ACCEPT and len(codes) > 1 else []  # a raise includes the quiero
            for waiting_codes in (*without_accept, codes):
                if any(self._become_legal(waiting_codes, replies) for replies in _REPLIES):
                    self.result.waits = waiting_codes
                    return
        raise with_reason(self._match, IllegalMove(self._seat, codes[0], UNEXPLAINED, legal))

    def _become_legal(self, codes: Sequence[str], replies: Sequence[str]) -> bool:
        """Return whether all of these moves become legal in turn if the others answer with these replies.

        Return False if the outcome depends on cards that the record does not contain.
        """
        trial, remaining = self._match.copy(), list(codes)
        for _turn in range(_MOST_TRIAL_MOVES):
            if remaining[0] in legal_moves(trial, self._seat):
                if len(remaining) == 1:
                    return True
                trial.play(self._seat, remaining.pop(0))
                continue
            replies_now = [(seat, move) for move in replies for seat, legal in trial.turn.items() if move in legal]
            declarations = [(seat, move) for seat, legal in trial.turn.items() for move in legal if move.isdigit()]
            if not replies_now and not declarations:
                return False
            try:
                trial.play(*(replies_now or declarations)[0])
            except TableError:
                return False
        return False
