"""Policies in Python: functions that choose for a batch of views, and bots that choose for one view at a time.

A policy sees only the `View` of the player whose move it is, the same as a bot at a table. The reference executor and
the CPU executor both call such policies through this module, so they play the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from reprlib import repr as short
from typing import NamedTuple, Protocol, SupportsIndex, TypeGuard, runtime_checkable

from truquero.cards import CARDS
from truquero.engine.state import COVER, DISCARD, PLAY
from truquero.i18n import _
from truquero.sim.engine_games import EngineGame
from truquero.sim.simulation_error import SimulationError
from truquero.table import View
from truquero.table.order_of_asking import order_of_asking
from truquero.table.validation import check_call
from truquero.table.view import view_of

Move = tuple[int, str]  # a seat and a move
# Returns for each view the index of one of its moves, or -1 to leave that choice to chance.
Callback = Callable[[Sequence[View]], Iterable[SupportsIndex]]


@runtime_checkable
class Player(Protocol):
    """Anything that chooses a move from a view, such as a `Bot`.

    It plays all seats of all games. Where several seats may act, it is asked as at a table: if it has a method
    `speak_up`, each seat but the last may return None to leave the move to the seats after it; without that method they
    all do.
    """

    def choose(self, view: View) -> str:
        """Return one of `view.moves`."""


class PolicyChoice(NamedTuple):
    """A choice that a policy has to make."""

    game: EngineGame
    seat: int  # drawn by lot from the seats that may act
    legal: Sequence[str]  # its legal moves
    random_bits: int  # 32 of them, for choices that the policy leaves to chance


ChooseMoves = Callable[[Sequence[PolicyChoice]], list[Move]]


def takes_views(policy: object) -> TypeGuard[Callback | Player]:
    """Return whether a policy is Python code, to be called for every choice."""
    return callable(policy) or isinstance(policy, Player)


def chooser(policy: Callback | Player) -> ChooseMoves:
    """Return a function that asks the policy for the moves of some choices."""
    if isinstance(policy, Player):
        return lambda choices: [_move_of_player(policy, choice) for choice in choices]
    return lambda choices: _moves_of_function(policy, choices)


def word_of(code: str) -> str:
    """Return a move as the automaton and the weights of a policy name it: all cards share one word."""
    if code in CARDS:
        return PLAY
    kind, _dash, name = code.partition("-")
    return kind if kind in (COVER, DISCARD) and name in CARDS else code


def _moves_of_function(policy: Callback, choices: Sequence[PolicyChoice]) -> list[Move]:
    """Return the moves that a function chooses.

    Raise SimulationError if it does not return an index of a move, or -1, for each view.
    """
    views = [view_of(choice.game.match, choice.seat, choice.legal) for choice in choices]
    answer = policy(views)
    try:
        chosen = [index(number) for number in answer]
    except TypeError:
        message = _("the policy gave {given}: it must give a whole number for each decision")
        raise SimulationError(message.format(given=short(answer))) from None
    if len(chosen) != len(choices):
        message = _("the policy must give {asked} moves, not {given}")
        raise SimulationError(message.format(asked=len(choices), given=len(chosen)))
    return [_move_at(*decision) for decision in zip(choices, views, chosen, strict=True)]


def _move_at(choice: PolicyChoice, view: View, position: int) -> Move:
    """Return the move with this index among those of a view, or any legal move if it is -1."""
    if not -1 <= position < len(view.moves):
        message = _("the policy chose move {choice}: there are {count}, from 0 on, or -1 for chance")
        raise SimulationError(message.format(choice=position, count=len(view.moves)))
    if position < 0:
        return choice.seat, choice.legal[choice.random_bits * len(choice.legal) >> 32]
    move = view.moves[position]
    return choice.seat, move if move in choice.legal else _any_card(choice.legal, move, choice.random_bits)


def _move_of_player(player: Player, choice: PolicyChoice) -> Move:
    """Return the move of the first seat that wants to act, in the order of asking. The last seat has to."""
    match = choice.game.match
    legal_moves = match.turn
    *earlier, last = order_of_asking(match, legal_moves)
    speak_up: Callable[[View], str | None] = getattr(player, "speak_up", _stay_silent)
    for seat in earlier:
        view = view_of(match, seat, legal_moves[seat])
        move = speak_up(view)
        if move is not None:
            return seat, _checked_move(choice, view, legal_moves[seat], move)
    view = view_of(match, last, legal_moves[last])
    return last, _checked_move(choice, view, legal_moves[last], player.choose(view))


def _stay_silent(_view: View) -> None:
    """Return None, which leaves the move to the seats that are asked later."""


def _checked_move(choice: PolicyChoice, view: View, legal: Sequence[str], move: str) -> str:
    """Return the move of a bot as the engine names it, or raise IllegalMove."""
    if move not in legal:
        if move in view.moves:
            return _any_card(legal, move, choice.random_bits)
        check_call(view.seat, move, choice.game.match.players, lambda _seat: view.moves)
        choice.game.hand.play(view.seat, move)  # raises IllegalMove, with the reason
    return move


def _any_card(legal: Sequence[str], move: str, random_bits: int) -> str:
    """Return a card chosen by chance, for a player who may not look at the cards and names one by its number.

    The simulator sorts the cards of a hand, so the number in a move such as `carta-2` would tell how strong the card
    is.
    """
    kind = move.partition("-")[0]
    cards = [code for code in legal if word_of(code) == kind]
    return cards[random_bits * len(cards) >> 32]
