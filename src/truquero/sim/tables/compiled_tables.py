"""A variant as arrays: the rows of its automaton, the values of its cards, the structure of its match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.cards import CARDS, Card
from truquero.engine import State, advance, question, start
from truquero.engine.state import PLAY
from truquero.rules.game import Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import move_codes
from truquero.sim.tables import layout, values
from truquero.sim.tables.builder import CARD_MOVES, NO_PARENT, Builder, card_code, score_width
from truquero.sim.tables.kinds_of_hand import kinds_of_hand
from truquero.sim.tables.match_structure import MatchStructure, structure_of
from truquero.sim.tables.values import CardTables


class Rows(NamedTuple):
    """The rows of the automaton. `layout.py` describes the numbers that are packed in a row."""

    states: NDArray[np.uint32]
    state_outcomes: NDArray[np.uint32]
    menus: NDArray[np.uint32]
    lists: NDArray[np.uint32]
    members: NDArray[np.uint8]
    score_classes: NDArray[np.uint16]  # [score set, score]
    card_classes: NDArray[np.uint8]  # [card set, holding]
    actions: NDArray[np.int64]
    action_codes: NDArray[np.uint16]
    action_outcomes: NDArray[np.uint32]
    steps: NDArray[np.int64]
    award_lists: NDArray[np.uint32]
    awards: NDArray[np.int32]
    answers: NDArray[np.uint8]  # [question, mask of the places that hold a flor that must be sung]
    truths: NDArray[np.int16]
    stake_values: NDArray[np.int16]  # [stake, winner, score]
    flor_stakes: NDArray[np.int16]
    lacks: NDArray[np.int16]  # [score, side]


class Origins(NamedTuple):
    """The origin of each state, from which `CompiledTables.state` rebuilds the engine's `State`."""

    kinds: NDArray[np.uint8]
    parents: NDArray[np.uint64]
    menu_states: NDArray[np.uint32]


class CompiledTables:
    """A compiled game.

    The rows grow if states are filled as play reaches them; everything else never changes.
    """

    def __init__(self, rules: Rules, parts: dict[str, Any], builder: Builder | None = None) -> None:
        self.rules: Rules = rules  # of the game
        cards = (parts[f"cards_{name}"] for name in CardTables._fields)
        self.cards: CardTables = CardTables(*cards)  # the hands that may be dealt, with their values
        structure = (_plain(parts[f"structure_{name}"]) for name in MatchStructure._fields)
        self.structure: MatchStructure = MatchStructure(*structure)  # the hands of each deal, and what follows them
        self.hands = _hands(rules)  # the rules of each kind of hand
        decisions = [hand.decision for hand in self.hands]
        sure = (kind for kind, decision in enumerate(decisions) if decision is not None and decision.may_show)
        self.sure_kinds: frozenset[int] = frozenset(sure)  # kinds of hand in which a menu may ask about a sure win
        self._builder = builder
        self._set_rows(parts)

    def _set_rows(self, parts: dict[str, Any]) -> None:
        self.rows = Rows(*(parts[f"rows_{name}"] for name in Rows._fields))
        self.origins = Origins(*(parts[f"origins_{name}"] for name in Origins._fields))
        self.words: tuple[str, ...] = tuple(str(word) for word in parts["words"])
        self._word_numbers = {word: number for number, word in enumerate(self.words)}
        self.codes = self._codes()
        self.complete = not bool((self.rows.states == layout.UNKNOWN).any())  # every state has its rows

    @property
    def asks_sure_wins(self) -> bool:
        """Whether the game has kinds of hand that ask about a sure win."""
        return bool(self.sure_kinds)

    def parts(self) -> dict[str, Any]:
        """Return every array by its name."""
        groups: dict[str, Any] = {"rows": self.rows, "cards": self.cards, "structure": self.structure}
        groups["origins"] = self.origins
        named: dict[str, Any] = {"words": np.array(self.words)}
        for prefix, group in groups.items():
            named |= {f"{prefix}_{name}": value for name, value in group._asdict().items()}
        return named

    def fill(self, numbers: Iterable[int]) -> None:
        """Expand states that have no rows yet."""
        builder = self._builder
        assert builder is not None, "a table without rows to fill needs no builder"
        # Expand no successors: nearly all of them are never reached.
        for number in numbers:
            builder.expand(number)
        self._set_rows(_row_parts(builder))

    # ----------------------------------------------------------------------------------------------- back to values

    def _codes(self) -> dict[int, str]:
        """Return the text of every move by its code: words, and moves with every card."""
        texts = dict(enumerate(self.words))
        for move in CARD_MOVES:
            for number, card in enumerate(self.rules.pack):
                texts[card_code(move, number)] = card if move == PLAY else f"{move}-{card}"
        return texts

    def hand_of(self, number: int) -> HandRules:
        """Return the rules of the hand that a state belongs to."""
        return self.hands[int(self.origins.kinds[number])]

    def state(self, number: int) -> State:
        """Return the public state with this number, by replaying its moves from the deal."""
        hand = self.hand_of(number)
        path = []
        while (parent := int(self.origins.parents[number])) != NO_PARENT:
            path.append((parent >> 8, parent & 0xFF))
            number = self.state_of_action(parent >> 8)
        state = start(hand)
        for action, index in reversed(path):
            place, move = self.place_and_move(action)
            answer = question(hand, state, place, move).answers[index]
            state, _ = advance(hand, state, place, move, answer)
        return state

    def state_of_action(self, action: int) -> int:
        """Return the number of the state that an action belongs to."""
        menu = int(np.searchsorted(self.rows.menus[:, layout.MENU_ACTIONS], action, side="right")) - 1
        return int(self.origins.menu_states[menu])

    @property
    def action_words(self) -> tuple[str, ...]:
        """Every word that an action can have: spoken words, then the kinds of card moves of the game."""
        return (*self.words, *_card_moves(self.rules))

    @property
    def action_word_numbers(self) -> NDArray[np.int64]:
        """The index in `action_words` of each action's word."""
        codes, card_moves = self.rows.action_codes.astype(np.int64), _card_moves(self.rules)
        numbers = np.array(
            [len(self.words) + card_moves.index(move) if move in card_moves else -1 for move in CARD_MOVES]
        )
        return np.where(
            codes < layout.CODE_CARDS, codes, numbers[np.maximum(0, codes - layout.CODE_CARDS) // layout.CARD_SPAN]
        )

    def action(self, menu: int, move: str, held: Sequence[Card]) -> int:
        """Return the number of the action of a menu that makes a move.

        `held` are the mover's cards, the strongest first.
        """
        code = self._code(move, held)
        action = int(self.rows.menus[menu, layout.MENU_ACTIONS])
        codes = self.rows.action_codes
        while codes[action] != code:
            action += 1
        return action

    def _code(self, move: str, held: Sequence[Card]) -> int:
        """Return the code of a move: that of its word, or of its kind of card move with the card's slot."""
        kind, _hyphen, name = (PLAY, "", move) if move in CARDS else move.partition("-")
        return card_code(kind, held.index(CARDS[name])) if name in CARDS else self._word_numbers[move]

    def place_and_move(self, action: int) -> tuple[int, str]:
        """Return the place that acts and its word, or the kind of card move."""
        code = int(self.rows.action_codes[action])
        kind = (code - layout.CODE_CARDS) // layout.CARD_SPAN
        move = self.words[code] if code < layout.CODE_CARDS else CARD_MOVES[kind]
        return int(self.rows.actions[action]) >> layout.PLACE_SHIFT & 0xF, move


def _plain(value: Any) -> Any:
    """Return an array without dimensions as a number, and any other value unchanged."""
    return value.item() if isinstance(value, np.ndarray) and not value.ndim else value


def _card_moves(rules: Rules) -> tuple[str, ...]:
    """Return the kinds of card moves that a game has."""
    existing = {PLAY} | move_codes(rules)
    return tuple(move for move in CARD_MOVES if move in existing)


@lru_cache(maxsize=16)
def _hands(rules: Rules) -> tuple[HandRules, ...]:
    return tuple(hand for _, hand in kinds_of_hand(rules))


def tables_of(builder: Builder) -> CompiledTables:
    """Return the tables of all states that a builder has expanded.

    The builder expands further states when play reaches them.
    """
    rules = builder.rules
    cards = values.card_tables(rules)
    structure = structure_of(rules, builder.hands, builder.starts)
    parts = _row_parts(builder)
    parts |= {f"cards_{name}": value for name, value in cards._asdict().items()}
    parts |= {f"structure_{name}": value for name, value in structure._asdict().items()}
    return CompiledTables(rules, parts, builder)


def _row_parts(builder: Builder) -> dict[str, Any]:
    target, lists, stakes = builder.rules.match.target, builder.lists, builder.stakes
    rows = Rows(
        states=np.array(builder.states, np.uint32),
        state_outcomes=np.array(builder.state_outcomes, np.uint32),
        menus=np.array(builder.menus, np.uint32).reshape(-1, 4),
        lists=np.array(lists.lists, np.uint32),
        members=np.array(lists.members, np.uint8),
        score_classes=np.array(lists.score_classes, np.uint16).reshape(-1, score_width(target) ** 2),
        card_classes=np.array(lists.card_classes, np.uint8).reshape(-1, layout.HOLDINGS),
        actions=np.array(builder.actions, np.int64),
        action_codes=np.array(builder.action_codes, np.uint16),
        action_outcomes=np.array(builder.action_outcomes, np.uint32),
        steps=np.array(builder.steps, np.int64),
        award_lists=np.array(builder.award_lists, np.uint32),
        awards=np.array(builder.awards, np.int32).reshape(-1, layout.AWARD_WIDTH),
        answers=np.array(builder.answers, np.uint8),
        truths=np.array(builder.truths, np.int16).reshape(-1, 3),
        stake_values=values.stake_values(stakes, target),
        flor_stakes=values.flor_stakes(stakes),
        lacks=values.lacks(target),
    )
    origins = Origins(
        np.array(builder.state_kinds, np.uint8),
        np.array(builder.parents, np.uint64),
        np.array(builder.menu_states, np.uint32),
    )
    parts: dict[str, Any] = {f"rows_{name}": value for name, value in rows._asdict().items()}
    parts |= {f"origins_{name}": value for name, value in origins._asdict().items()}
    return parts | {"words": np.array(builder.words)}
