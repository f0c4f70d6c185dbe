"""Trial execution of an utterance: checks on a copy of the table whether all of its moves can be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from truquero.cards import CARDS
from truquero.engine.declare import CONCEDE
from truquero.engine.envido import SIZE
from truquero.engine.flor import ACHICO, FLOR_WORDS, SING
from truquero.engine.state import pending_lance
from truquero.i18n import _
from truquero.records.move_codes import meaning
from truquero.rules.expressions import NOTHING
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.speech.talk.move_lances import ALL_I_LACK, ANSWERS
from truquero.table import IllegalMove, Match, TableError
from truquero.table.call_codes import lance_of
from truquero.table.move_order import in_order
from truquero.table.queued_calls import QueuedCall, QueuedCalls
from truquero.table.signs import SIGN
from truquero.table.view import may_look

Step = tuple[str, ...]
_REPLIES = (  # assumed replies of the others before a queued call: all accept, or all refuse
    (ACCEPT, "guena", "chica", SING, CONCEDE),
    (REFUSE, "guena", ACHICO, SING, CONCEDE),
)
_MOST_TRIAL_MOVES = 12  # the most moves that a trial plays until the queued calls become legal
UNEXPLAINED = ""  # the reason of a refusal that `with_reason` has not filled in yet


@dataclass
class Attempt:
    """The result of a trial: the moves of the utterance, the calls to queue, and the refusal if it failed."""

    moves: list[str] = field(default_factory=list)
    queued: tuple[str, ...] = ()
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


def due_call(match: Match, queued_calls: QueuedCalls) -> QueuedCall | None:
    """Return a queued call that is legal now."""
    return queued_calls.due({seat: legal_moves(match, seat) for seat in queued_calls.by_seat})


def pending_calls(match: Match, seat: int, queued_calls: QueuedCalls) -> dict[str, str]:
    """Return the calls that a seat's side has to answer, by lance.

    The call that is settled first comes first, then a truco behind it or a queued call of the rivals.
    """
    lance = current_lance(match)
    calls = {lance: pending_call(match)} if lance else {}
    hand = match.hand
    if hand is None or hand.finished or seat not in hand.seats:
        return calls
    if hand.state.truco.calling == 1 - hand.side(seat):
        calls.setdefault("truco", _last_call(match, "truco"))
    queued = _queued_challenge(match, seat, queued_calls)
    return calls | {lance: move for move in queued if (lance := lance_of(match.rules, move))}


def pending_call(match: Match) -> str:
    """Return the code of the call that waits for an answer, or an empty string."""
    lance = current_lance(match)
    return _last_call(match, lance) if lance else ""


def _last_call(match: Match, lance: str) -> str:
    if not match.log or not match.log[-1].hands:
        return ""
    moves = [move for _, move in match.log[-1].hands[-1].moves]
    return next((move for move in reversed(moves) if lance_of(match.rules, move) == lance), "")


def attempt(match: Match, seat: int, steps: Sequence[Step], queued_calls: QueuedCalls) -> Attempt:
    """Try an utterance without changing the match. If it cannot be played as a whole, `refusal` has the reason."""
    if len(steps) == 1 and not queued_calls.by_seat and not is_double(match, seat, queued_calls):
        return _attempt_single(match, seat, steps[0])
    trial = _Trial(match, seat, queued_calls)
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
    if code in CARDS and hand is not None and plays and not may_look(match, hand, seat):
        # The reason must not reveal the hidden cards.
        return IllegalMove(seat, code, _("the cards are hidden: name them by their place"), refusal.legal)
    try:
        if hand is None or plays:
            match.copy().play(seat, code)
            reason = _("it cannot be said or played now")
    except TableError as error:
        reason = error.reason if isinstance(error, IllegalMove) else str(error)
    return IllegalMove(seat, code, reason, refusal.legal)


def why_not(match: Match, seat: int, move: str) -> str:
    """Return why a seat may not make a move. The reason may reveal the seat's cards, so only its player may read it."""
    if lacks_flor(match, seat, move):
        return _("you hold no flor")
    return with_reason(match, IllegalMove(seat, move, UNEXPLAINED, ())).reason


def lacks_flor(match: Match, seat: int, move: str) -> bool:
    """Return whether a move is about a flor of a seat that sees its cards and holds none."""
    if move not in FLOR_WORDS or match.rules.flor is None:
        return False
    view = match.view(seat)
    return len(view.dealt) == CARDS_IN_HAND and view.points(match.rules, "flor") is None


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


def is_double(match: Match, seat: int, queued_calls: QueuedCalls) -> bool:
    """Return whether a seat's side must answer two calls: an envido or flor, and a truco or queued call behind it."""
    hand = match.hand
    if hand is None or hand.finished or seat not in hand.seats or ACCEPT not in legal_moves(match, seat):
        return False
    rivals, state = 1 - hand.side(seat), hand.state
    first_caller = state.flor.calling if state.flor.stage == "raised" else state.envido.calling
    return first_caller == rivals and (
        state.truco.calling == rivals or bool(_queued_challenge(match, seat, queued_calls))
    )


def _queued_challenge(match: Match, seat: int, queued_calls: QueuedCalls) -> tuple[str, ...]:
    """Return the queued moves of a rival if they begin with a call. A queued answer or card challenges nobody."""
    hand = match.hand
    for caller, moves in queued_calls.by_seat.items():
        is_rival = hand is not None and caller in hand.seats and hand.side(caller) != hand.side(seat)
        if is_rival and lance_of(match.rules, moves[0]):
            return moves
    return ()


class _Trial:
    """A copy of the table on which one utterance is played."""

    def __init__(self, match: Match, seat: int, queued_calls: QueuedCalls) -> None:
        self._match = match.copy()
        self._seat = seat
        self._queued_calls = queued_calls.copy()
        self.result = Attempt()

    def carry_out(self, steps: list[Step]) -> None:
        """Play the steps on the copy and store the outcome in `result`.

        Raise IllegalMove if they cannot all be played.
        """
        is_plain_answer = len(steps) == 1 and len(steps[0]) == 1 and steps[0][0] in ANSWERS
        answers_both = is_plain_answer and is_double(self._match, self._seat, self._queued_calls)
        if answers_both:
            steps = steps * 2  # S000 §16: a plain answer to a double challenge answers both parts
        while steps:
            if self._is_contained(steps):
                steps = steps[1:]
            move = _move_now(self._match, self._seat, steps[0])
            if move and move != NOTHING:
                self._play(self._seat, move)
                self.result.moves.append(move)
            if move:
                steps = steps[1:]
            elif due := due_call(self._match, self._queued_calls):
                self._play(due.seat, due.move)
            else:
                self._queue_or_refuse(steps, answers_both)
                return

    def _play(self, seat: int, move: str) -> None:
        self._match.play(seat, move)
        self._queued_calls.note_move(seat, move)

    def _is_contained(self, steps: list[Step]) -> bool:
        """Return whether the first step is a quiero that the next step, a raise of the pending call, includes."""
        if len(steps) < 2 or steps[0] != (ACCEPT,):
            return False
        raise_code = _move_now(self._match, self._seat, steps[1])
        return bool(raise_code) and lance_of(self._match.rules, raise_code) == current_lance(self._match)

    def _queue_or_refuse(self, steps: list[Step], answers_both: bool) -> None:
        """Queue the remaining steps until the others have answered, or raise IllegalMove for the utterance."""
        if answers_both and not self._match.in_hand:
            return  # the answer to the first part has ended the hand
        codes = tuple(step[0] for step in steps)
        legal = legal_moves(self._match, self._seat)
        begun = bool(self.result.moves) and not legal and self._match.in_hand
        if begun and not _queued_challenge(self._match, self._seat, self._queued_calls):
            without_accept = [codes[1:]] if codes[0] == ACCEPT and len(codes) > 1 else []  # a raise includes the quiero
            for queued in (*without_accept, codes):
                if any(self._become_legal(queued, replies) for replies in _REPLIES):
                    self.result.queued = queued
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
