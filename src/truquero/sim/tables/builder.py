"""The automaton as numbered rows: states, menus, actions, steps and awards, expanded state by state.

Rows never change once they are written, so the tables can be filled completely or lazily during play. A state that has
not been expanded yet has a number but no menu.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from truquero.engine import Award, Entry, Menu, Option, Question, State, advance, moves, question, start
from truquero.engine.declare import winner_and_value
from truquero.engine.flor import FLOR_WORDS
from truquero.engine.perros import THROW
from truquero.engine.state import COVER, DISCARD, LANCES, NOBODY, PLAY, Ask, Need, bit
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND, HandRules
from truquero.rules.stakes import HandScore, Stake, Term
from truquero.sim.outcomes import outcome_key, outcomes_of_end, outcomes_of_move
from truquero.sim.tables import layout
from truquero.sim.tables.kinds_of_hand import kinds_of_hand
from truquero.sim.tables.legal_lists import GuardGroup, LegalLists
from truquero.sim.tables.walk import PossibleMoves

CARD_MOVES = (PLAY, COVER, DISCARD)
NO_PARENT = (1 << 64) - 1

Held = tuple[int, ...]  # how many cards each place holds


def score_width(target: int) -> int:
    """Return how many values of a side's points the tables distinguish: 0 to the target, and one more.

    The extra value is for the side that is ahead when both sides have reached the target (see `note_score` in
    `cpu/hands.py`).
    """
    return target + 2


@lru_cache(maxsize=8)
def every_score(target: int) -> tuple[HandScore, ...]:
    """Return every score, in the order of its number.

    The number of a score is the first side's points times the width, plus the second side's points.
    """
    values = range(score_width(target))
    return tuple(HandScore(target, (first, second), max(first, second)) for first in values for second in values)


class _Menu(NamedTuple):
    """The part of a menu that many states share: all but the questions of its moves and the states they lead to."""

    actions: tuple[tuple[str, tuple[int, ...]], ...]  # each move, with the fixed bits of its actions: one per slot
    codes: array[int]
    outcomes: array[int]
    row: tuple[int, int, int]  # the rest of a row of `menus`, after its first action


class Builder:
    """Numbers states as they are reached and writes the rows of those that are expanded."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.hands: tuple[HandRules, ...] = tuple(hand for _, hand in kinds_of_hand(rules))
        self.lists = LegalLists(every_score(rules.match.target))
        self.states = array("I")
        self.state_kinds = array("B")
        self.state_outcomes = array("I")
        self.parents = array("Q")  # the action and the answer that first led to a state
        self.menus = array("I")
        self.menu_states = array("I")
        self.actions = array("q")
        self.action_codes = array("H")
        self.action_outcomes = array("I")
        self.steps = array("q")
        self.award_lists = array("I", [0])
        self.awards = array("i")
        self.stakes: list[Stake] = []
        self.answers: list[list[int]] = [[0] * self._masks, [0] * self._masks]  # rows of NO_QUESTION and COMPARE
        self.truths = array("h")
        self.words: list[str] = []
        self.expanded = 0  # number of states with rows; equals the number of states once all are expanded
        self._numbers: list[dict[State, int]] = [{} for _ in self.hands]
        self._positions: list[tuple[State, Held] | None] = []
        self._possible_moves = [PossibleMoves(hand, rules.match.target) for hand in self.hands]
        self._guard_groups = self._groups_by_guards()
        self._menus: dict[tuple[int, int, int, Hashable, tuple[Option, ...]], _Menu] = {}
        self._questions: dict[Question, int] = {}
        self._truth_rows: dict[tuple[int, str, int], int] = {}
        self._award_numbers: dict[tuple[Award, ...], int] = {(): 0}
        self._stake_numbers: dict[Stake, int] = {}
        self._word_numbers: dict[str, int] = {}
        self.starts = [self._begin(kind) for kind in range(len(self.hands))]

    @property
    def _masks(self) -> int:
        return 1 << max(hand.places for hand in self.hands)

    def _groups_by_guards(self) -> list[GuardGroup]:
        """Return the guard group of each kind of hand: kinds with the same envido share their guards."""
        firsts: list[HandRules] = []
        for hand in self.hands:
            if all(hand.envido != first.envido for first in firsts):
                firsts.append(hand)
        return [
            next(GuardGroup(first, number) for number, first in enumerate(firsts) if first.envido == hand.envido)
            for hand in self.hands
        ]

    def _begin(self, kind: int) -> int:
        hand = self.hands[kind]
        held = tuple(CARDS_IN_HAND + (place == hand.gallo) for place in range(hand.places))
        return self._number(kind, start(hand), held, NO_PARENT)

    # ------------------------------------------------------------------------------------------------------- states

    def _number(self, kind: int, state: State, held: Held, parent: int) -> int:
        numbers = self._numbers[kind]
        number = numbers.get(state)
        if number is not None:
            position = self._positions[number]
            if position is not None and position[1] != held and position[1] != _counts_that_matter(held, state.out):
                raise AssertionError(f"two positions with different numbers of cards share a state: {state}")
            return number
        number = numbers[state] = len(self.states)
        over = state.stage == "over"
        self.states.append(0 if over else layout.UNKNOWN)
        self.expanded += over
        self.state_kinds.append(kind)
        self.state_outcomes.append(outcomes_of_end(state))
        self.parents.append(parent)
        self._positions.append(None if over else (state, _counts_that_matter(held, state.out)))
        return number

    def expand(self, number: int) -> None:
        """Write the rows of a state, unless it already has them."""
        if self.states[number] != layout.UNKNOWN:
            return
        position = self._positions[number]
        assert position is not None
        state, held = position
        kind = self.state_kinds[number]
        first = len(self.menu_states)
        options_by_place = moves(self.hands[kind], state)
        outcomes = outcome_key(state)
        for place, options in options_by_place.items():
            key = (kind, place, held[place], outcomes, tuple(options))
            menu = self._menus.get(key)
            if menu is None:
                menu = self._menus[key] = self._menu(kind, state, place, held[place], options)
            self.menus.extend((len(self.actions), *menu.row))
            self.menu_states.append(number)
            self._actions(kind, state, held, place, menu)
        self.states[number] = first << layout.MENU_COUNT_BITS | len(options_by_place)
        self.expanded += 1

    # -------------------------------------------------------------------------------------------------------- menus

    def _menu(self, kind: int, state: State, place: int, held: int, options: list[Option]) -> _Menu:
        """Return the actions of a place, in the order in which `Hand.legal` lists them."""
        hand = self.hands[kind]
        allowed = [option for option in options if all(map(self._possible_moves[kind].allowed, option.guards))]
        menu = Menu(hand, state, place, allowed)
        spoken = (*menu.free, *(move for move, _ in menu.by_cards), *(move for move, _ in menu.guarded))
        entries: list[tuple[Entry, tuple[int, ...]]] = [
            (menu.words[move], (_fixed_bits(place, move),)) for move in spoken
        ]
        for move, entry in menu.with_card.items():
            entries.append((entry, tuple(_fixed_bits(place, move, slot) for slot in range(held))))
        guards = [entry.guards for entry, rows in entries for _ in rows]
        first_list, score_set, card_set, classes = self.lists.add(self._guard_groups[kind], tuple(guards))
        asks_sure = any(guard.need is Need.SURE_WIN for action_guards in guards for guard in action_guards)
        codes = [self._word(move) for move in spoken]
        codes += [card_code(move, slot) for move in menu.with_card for slot in range(held)]
        return _Menu(
            tuple((entry.move, rows) for entry, rows in entries),
            array("H", codes),
            array("I", [outcomes_of_move(hand, state, entry.move) for entry, rows in entries for _ in rows]),
            (
                first_list,
                score_set | card_set << layout.SCORE_SET_BITS,
                place | classes << layout.CARD_CLASSES_SHIFT | asks_sure << layout.ASKS_SURE_SHIFT,
            ),
        )

    def _actions(self, kind: int, state: State, held: Held, place: int, menu: _Menu) -> None:
        """Write the actions of a menu: the question of each, and the step for each answer."""
        hand, actions, steps = self.hands[kind], self.actions, self.steps
        for move, rows in menu.actions:
            move_question = question(hand, state, place, move)
            bits = len(steps) | self._question(state, place, move, move_question)
            parent = len(actions) << 8
            held_after = _one_less(held, place) if move in CARD_MOVES else held
            for index, answer in enumerate(move_question.answers):
                following, awards = advance(hand, state, place, move, answer)
                step = self._number(kind, following, held_after, parent | index)
                if awards:
                    step |= self._awards(awards) << layout.STEP_AWARDS_SHIFT
                steps.append(step)
            for row in rows:
                actions.append(bits | row)
        self.action_codes.extend(menu.codes)
        self.action_outcomes.extend(menu.outcomes)

    def _word(self, move: str) -> int:
        number = self._word_numbers.get(move)
        if number is None:
            number = self._word_numbers[move] = len(self.words)
            self.words.append(move)
        return number

    # ---------------------------------------------------------------------------------------------------- questions

    def _question(self, state: State, place: int, move: str, move_question: Question) -> int:
        """Return the bits of an action that encode its question."""
        if move_question.ask is Ask.NOTHING:
            return (move in CARD_MOVES) << layout.OPENS_TRICK_BIT
        if move_question.ask is Ask.COMPARE:
            return layout.COMPARE << layout.QUESTION_SHIFT
        if move_question.ask is Ask.TRUE:
            return 1 << layout.CHECKS_TRUTH_BIT | self._truth(state, place, move) << layout.QUESTION_SHIFT
        number = self._questions.get(move_question)
        if number is None:
            number = self._questions[move_question] = len(self.answers)
            self.answers.append([_answer(move_question, mask) for mask in range(self._masks)])
        return number << layout.QUESTION_SHIFT | (None in move_question.answers) << layout.MAY_BE_FALSE_BIT

    def _truth(self, state: State, place: int, move: str) -> int:
        assert state.declaring is not None
        best, value = winner_and_value(state, place, move)
        key = (best, state.declaring.lance, value)
        number = self._truth_rows.get(key)
        if number is None:
            number = self._truth_rows[key] = len(self.truths) // 3
            self.truths.extend((best, state.declaring.lance == "flor", value))
        return number

    # ------------------------------------------------------------------------------------------------------- awards

    def _awards(self, awards: tuple[Award, ...]) -> int:
        number = self._award_numbers.get(awards)
        if number is None:
            number = self._award_numbers[awards] = len(self.award_lists)
            first = len(self.awards) // layout.AWARD_WIDTH
            assert len(awards) < 1 << layout.AWARD_COUNT_BITS
            self.award_lists.append(first << layout.AWARD_COUNT_BITS | len(awards))
            for award in awards:
                self.awards.extend(self._award(award))
        return number

    def _award(self, award: Award) -> Sequence[int]:
        envido = self.hands[0].envido
        barred = award.lance == "envido" and envido is not None and envido.window.barred_to_flor
        return (
            LANCES.index(award.lance),
            award.side,
            self._stake(award.stake),
            award.why == "best",
            award.contenders,
            award.stake.term is Term.WIN_MATCH,
            award.stake.term is Term.LACK,
            award.why in ("best", "false"),
            barred,
            award.takes_back,
        )

    def _stake(self, stake: Stake) -> int:
        number = self._stake_numbers.get(stake)
        if number is None:
            number = self._stake_numbers[stake] = len(self.stakes)
            self.stakes.append(stake)
        return number


def card_code(move: str, card: int) -> int:
    """Return the code of a move with a card, or with a slot of the hand."""
    return layout.CODE_CARDS + CARD_MOVES.index(move) * layout.CARD_SPAN + card


def _fixed_bits(place: int, move: str, slot: int | None = None) -> int:
    """Return the bits of an action that are the same in every state."""
    bits = place << layout.PLACE_SHIFT
    if slot is not None:
        bits |= slot + 1 << layout.CARD_SLOT_SHIFT
        bits |= (move == COVER) << layout.FACE_DOWN_BIT | (move == DISCARD) << layout.DISCARDS_BIT
    return bits | (move in FLOR_WORDS) << layout.SINGS_BIT | (move == THROW) << layout.THROWS_BIT


def _counts_that_matter(held: Held, out: int) -> Held:
    """Return the card counts, with 0 for places that have thrown in.

    Such a place may or may not have laid its card before. Its count no longer matters.
    """
    return tuple(0 if out & bit(place) else count for place, count in enumerate(held)) if out else held


def _one_less(held: Held, place: int) -> Held:
    return (*held[:place], held[place] - 1, *held[place + 1 :])


def _answer(move_question: Question, holders: int) -> int:
    """Return the index of the answer when these places hold a flor that must be sung."""
    if move_question.ask is Ask.HOLDERS:
        everyone = move_question.answers[-1]
        assert everyone is not None
        return move_question.answers.index(everyone & holders)
    singers = (
        place for place in move_question.answers if place is not None and place != NOBODY and holders & bit(place)
    )
    return move_question.answers.index(next(singers, NOBODY))
