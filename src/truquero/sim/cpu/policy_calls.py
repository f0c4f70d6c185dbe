"""The decisions that a policy outside the compiled loop makes, for the lanes that wait for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from truquero.cards import Card
from truquero.sim.cpu.flat_tables import ACTION, MENU, Flat, header, number_of, place_of_menu, width
from truquero.sim.cpu.memory import Rows
from truquero.sim.engine_games import EngineGame, EngineHand, EngineMatch
from truquero.sim.request import Request
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.sim.tables.layout import unpack_cards
from truquero.sim.view_policies import Callback, Player, PolicyChoice, chooser


class Choices:
    """Asks a policy for the moves of many games at once.

    For every lane the engine plays the same game in a `Match`, which determines what each player may know. When a game
    is played a second time to record its moves, the policy is not asked again.
    """

    def __init__(self, tables: CompiledTables, policy: Callback | Player, request: Request) -> None:
        self._tables = tables
        self._rules = tables.rules
        self._kinds = HandKinds(tables.rules)
        self._choose = chooser(policy)
        self._request = request
        self._games: dict[int, EngineGame] = {}  # by lane
        self._chosen_actions: dict[int, list[int]] = {}  # by game: the numbers of the chosen actions

    def make(self, flat: Flat, lanes: Rows, waiting: NDArray[np.int64]) -> None:
        """Write the chosen actions into the lanes that wait."""
        undecided = []
        for number in waiting.tolist():
            lane = lanes[number]
            actions = self._chosen_actions.get(int(lane["game"]), [])
            if lane["moves"] < len(actions):
                _write(flat, lane, actions[lane["moves"]])
            else:
                undecided.append(number)
        if undecided:
            self._ask(flat, lanes, undecided)

    def _ask(self, flat: Flat, lanes: Rows, lane_numbers: Sequence[int]) -> None:
        choices = []
        for number in lane_numbers:
            lane, game = lanes[number], self._game(number, lanes[number])
            seat = game.hand.seats[place_of_menu(flat, lane["menu"])]
            choices.append(PolicyChoice(game, seat, game.hand.legal(seat), int(lane["random_bits"])))
        for number, choice, (seat, move) in zip(lane_numbers, choices, self._choose(choices), strict=True):
            lane, game = lanes[number], choice.game
            action = self._action(flat, lane, choice, seat, move)
            _write(flat, lane, action)
            game.play(seat, move)
            if self._request.trajectories:
                self._chosen_actions.setdefault(int(lane["game"]), []).append(action)

    def _action(self, flat: Flat, lane: np.void, choice: PolicyChoice, seat: int, move: str) -> int:
        """Return the number of the action that makes a move in the state of a lane."""
        hand, menu = choice.game.hand, int(lane["menu"])
        if seat != choice.seat:
            menus = range(int(lane["menus"]), len(flat), width(MENU))
            menu = next(other_menu for other_menu in menus if place_of_menu(flat, other_menu) == hand.seats.index(seat))
        return self._tables.action(number_of(flat, "menus", MENU, menu), move, hand.held(seat))

    def _game(self, number: int, lane: np.void) -> EngineGame:
        """Return the game of a lane as the engine plays it, up to the lane's current move."""
        if not lane["moves"]:
            self._games[number] = self._new_game(lane)
        game = self._games[number]
        if isinstance(game, EngineMatch) and not game.match.in_hand:
            game.next_hand()
        return game

    def _new_game(self, lane: np.void) -> EngineGame:
        rules, kinds, request = self._rules, self._kinds, self._request

        def draw(packets: int, fourth: bool) -> list[Card]:
            return _deck(rules.pack, lane, packets, fourth=fourth, turned=bool(rules.deal.turned))

        if request.whole_matches:
            return EngineMatch(rules, kinds, int(lane["dealer"]) + 1, request.score, draw)
        return EngineHand(rules, kinds, request.kind, request.score, draw)


def _deck(pack: Sequence[Card], lane: np.void, packets: int, *, fourth: bool, turned: bool) -> list[Card]:
    """Return the cards that were dealt to a lane, in the order of the deal."""
    hands = [unpack_cards(packet) for packet in lane["places"]["packet"][:packets].tolist()]
    extra = [int(lane["fourth_card"]) - 1] * fourth + [int(lane["turned_card"])] * turned
    return [pack[card] for card in chain(*zip(*hands, strict=True), extra)]


def _write(flat: Flat, lane: np.void, action: int) -> None:
    """Make the action with this number the next action of a lane."""
    lane["chosen"] = header(flat)["actions"] + width(ACTION) * action
