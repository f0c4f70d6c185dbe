"""Comparison of the lookup tables of a game with the engine: menus, guards, questions, steps and awards.

This module computes the expected contents of each row from the engine, the cards and the score, independently of the
code that built the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.cards import Card
from truquero.engine import Award, Guard, Need, Option, State, advance, moves, question, start
from truquero.engine.declare import winner_and_value
from truquero.engine.flor import FLOR_WORDS
from truquero.engine.perros import THROW
from truquero.engine.state import COVER, DISCARD, LANCES, NOBODY, OF_CARDS, PLAY, Ask, bit
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND, HandRules
from truquero.rules.stakes import HandScore, Stake, Term
from truquero.sim.outcomes import outcomes_of_end, outcomes_of_move
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.layout import unpack_cards
from truquero.table.holdings import Holdings
from truquero.table.score_guards import score_allows

CARD_MOVES = (PLAY, COVER, DISCARD)
FACTS = (
    0,
    layout.IS_FLOR,
    layout.IS_FLOR | layout.IS_RESERVA,
)  # no flor, a flor that must be sung, a flor that need not be sung

Held = tuple[int, ...]  # the number of cards of each place
Guards = tuple[Guard, ...]


class Differs(AssertionError):
    """The error for a row that disagrees with the engine."""


def check(is_so: bool, *about: object) -> None:
    if not is_so:
        raise Differs(" · ".join(map(str, about)))


class Transitions:
    """Checks the states of one compiled game, each given with the corresponding state of the engine.

    Many rows share a few guards and stakes, so each pair of actual and expected values is compared only once.
    """

    def __init__(self, tables: CompiledTables) -> None:
        self.tables = tables
        self.states = len(tables.rows.states)
        self.transitions = 0
        target, self._width = tables.rules.match.target, tables.structure.score_width
        self._scores = [HandScore(target, (a, b), max(a, b)) for a in range(self._width) for b in range(self._width)]
        self._hands = _hands_by_facts(tables.rules)
        self._lists_seen: set[object] = set()
        self._stakes_seen: set[tuple[int, Stake]] = set()
        self._awards_seen: set[tuple[int, tuple[Award, ...]]] = set()
        self._allowed = cache(self._scores_allowed)

    def first(self) -> Iterator[tuple[int, State, Held]]:
        """Yield the states in which hands begin, with their numbers and the cards held."""
        for number in self.tables.structure.starts.tolist():
            hand = self.tables.hand_of(number)
            yield number, start(hand), tuple(CARDS_IN_HAND + (place == hand.gallo) for place in range(hand.places))

    def check_state(self, number: int, state: State, held: Held) -> list[tuple[int, State, Held]]:
        """Check all rows of a state, and return the states that its moves lead to."""
        rows, hand = self.tables.rows, self.tables.hand_of(number)
        row = int(rows.states[number])
        check(row != layout.UNKNOWN, "no rows", state)
        check(int(rows.state_outcomes[number]) == outcomes_of_end(state), "ties", state)
        first, count = row >> layout.MENU_COUNT_BITS, row & (1 << layout.MENU_COUNT_BITS) - 1
        legal = moves(hand, state)
        check(count == len(legal), "places with the word", state, list(legal))
        following = []
        for menu, (place, options) in zip(rows.menus[first : first + count].tolist(), legal.items(), strict=True):
            following += self._check_menu(hand, state, held, menu, place, options)
        return following

    # -------------------------------------------------------------------------------------------------------- menus

    def _check_menu(
        self, hand: HandRules, state: State, held: Held, menu: list[int], place: int, options: list[Option]
    ) -> list[tuple[int, State, Held]]:
        listed = list(_as_listed(option for option in options if self._ever(hand, option.guards)))
        actions: list[tuple[Option, int | None]] = []
        for option in listed:
            slots: Sequence[int | None] = range(held[place]) if option.move in CARD_MOVES else (None,)
            actions += [(option, slot) for slot in slots]
        check(menu[layout.MENU_PLACE] & layout.PLACE_MASK == place, "place", state, place)
        self._check_lists(hand, menu, tuple(option.guards for option, _slot in actions))
        following = []
        for number, (option, slot) in enumerate(actions, menu[layout.MENU_ACTIONS]):
            following += self._check_action(hand, state, held, place, number, option, slot)
        return following

    def _ever(self, hand: HandRules, guards: Guards) -> bool:
        """Return whether a bet with these guards is legal at any score."""
        sizes = (guard for guard in guards if guard.need in (Need.SIZE, Need.BELOW_FALTA))
        return all(self._allowed(hand, guard).any() for guard in sizes)

    def _scores_allowed(self, hand: HandRules, guard: Guard) -> NDArray[np.bool_]:
        return np.array([score_allows(hand, guard, score) for score in self._scores])

    def _check_lists(self, hand: HandRules, menu: list[int], guards: tuple[Guards, ...]) -> None:
        """Check the legal actions for every score, every kind of flor, and with and without certain winners."""
        key = (
            hand,
            tuple(menu[layout.MENU_LISTS : layout.MENU_PLACE]),
            menu[layout.MENU_PLACE] >> layout.CARD_CLASSES_SHIFT,
            guards,
        )
        if key in self._lists_seen:
            return
        self._lists_seen.add(key)
        asks_sure = any(guard.need is Need.SURE_WIN for some in guards for guard in some)
        check(menu[layout.MENU_PLACE] >> layout.ASKS_SURE_SHIFT == asks_sure, "asks for certain winners", guards)
        for facts in FACTS:
            if facts in self._hands:
                for sure in (False, True):
                    self._check_legal(hand, menu, guards, facts, sure)

    def _check_legal(
        self, hand: HandRules, menu: list[int], guards: tuple[Guards, ...], facts: int, sure: bool
    ) -> None:
        listed = _listed(self.tables, menu, facts | (layout.SURE if sure else 0))
        expected = np.ones((len(self._scores), len(guards)), np.bool_)
        for action, some in enumerate(guards):
            for guard in some:
                if guard.need is Need.SURE_WIN:
                    expected[:, action] &= sure
                elif guard.need in OF_CARDS:
                    expected[:, action] &= self._hands[facts].may(0, guard.need)
                else:
                    expected[:, action] &= self._allowed(hand, guard)
        for entry in set(listed.tolist()):
            start_at, count = entry >> layout.LIST_COUNT_BITS, entry & (1 << layout.LIST_COUNT_BITS) - 1
            legal = np.zeros(len(guards), np.bool_)
            members = self.tables.rows.members[start_at : start_at + count].tolist()
            legal[members] = True
            check(members == sorted(set(members)), "the order of legal actions", members)
            check(bool((expected[listed == entry] == legal).all()), "legal actions", facts, sure, guards)

    # ------------------------------------------------------------------------------------------------------ actions

    def _check_action(
        self, hand: HandRules, state: State, held: Held, place: int, number: int, option: Option, slot: int | None
    ) -> list[tuple[int, State, Held]]:
        tables, move = self.tables, option.move
        action, code = int(tables.rows.actions[number]), int(tables.rows.action_codes[number])
        check(tables.place_and_move(number) == (place, move), "action", state, place, move)
        check(action >> layout.CARD_SLOT_SHIFT & 7 == (0 if slot is None else slot + 1), "slot", state, move, slot)
        check(
            slot is None or (code - layout.CODE_CARDS) % layout.CARD_SPAN == slot, "code of a slot", state, move, slot
        )
        asked_question = question(hand, state, place, move)
        flags = {
            layout.FACE_DOWN_BIT: move == COVER,
            layout.DISCARDS_BIT: move == DISCARD,
            layout.OPENS_TRICK_BIT: slot is not None and asked_question.ask is Ask.NOTHING,
            layout.SINGS_BIT: move in FLOR_WORDS,
            layout.THROWS_BIT: move == THROW,
            layout.CHECKS_TRUTH_BIT: asked_question.ask is Ask.TRUE,
            layout.MAY_BE_FALSE_BIT: asked_question.ask is Ask.HOLDER and None in asked_question.answers,
        }
        for position, is_so in flags.items():
            check(action >> position & 1 == is_so, "flag", position, state, place, move)
        check(int(tables.rows.action_outcomes[number]) == outcomes_of_move(hand, state, move), "happens", state, move)
        self._check_question(state, place, move, asked_question.ask, asked_question.answers, action)
        if move in CARD_MOVES:
            held = tuple(count - (holder == place) for holder, count in enumerate(held))
        following = []
        for index, answer in enumerate(asked_question.answers):
            reached, awards = advance(hand, state, place, move, answer)
            step = int(tables.rows.steps[(action & 0xFFFFFFFF) + index])
            self._check_awards(hand, step >> layout.STEP_AWARDS_SHIFT, awards)
            following.append((step & 0xFFFFFFFF, reached, _still_held(reached, held)))
            self.transitions += 1
        return following

    def _check_question(
        self, state: State, place: int, move: str, ask: Ask, answers: tuple[int | None, ...], action: int
    ) -> None:
        rows = self.tables.rows
        row = action >> layout.QUESTION_SHIFT & (1 << layout.QUESTION_BITS) - 1
        if ask is Ask.NOTHING:
            check(row == layout.NO_QUESTION, "asks nothing", state, move)
        elif ask is Ask.COMPARE:
            check(row == layout.COMPARE and answers == (-1, 0, 1), "compares", state, move)
        elif ask is Ask.TRUE:
            best, value = winner_and_value(state, place, move)
            assert state.declaring is not None
            check(rows.truths[row].tolist() == [best, state.declaring.lance == "flor", value], "truth", state, move)
            check(answers == (0, 1), "answers", state, move)
        else:
            check(ask is not Ask.HOLDER or None not in answers or answers[0] is None, "a false flor", state, move)
            for holders in range(rows.answers.shape[1]):
                answer = answers[int(rows.answers[row, holders])]
                check(answer == _holder(ask, answers, holders), "holders", state, move, holders)

    # ------------------------------------------------------------------------------------------------------- awards

    def _check_awards(self, hand: HandRules, listed: int, awards: tuple[Award, ...]) -> None:
        if (listed, awards) in self._awards_seen:
            return
        self._awards_seen.add((listed, awards))
        row = int(self.tables.rows.award_lists[listed])
        first, count = row >> layout.AWARD_COUNT_BITS, row & (1 << layout.AWARD_COUNT_BITS) - 1
        check(count == len(awards) and (listed == 0) == (not awards), "number of awards", awards)
        for fields, award in zip(self.tables.rows.awards[first : first + count].tolist(), awards, strict=True):
            barred = award.lance == "envido" and hand.envido is not None and hand.envido.window.barred_to_flor
            expected = {
                layout.AWARD_LANCE: LANCES.index(award.lance),
                layout.AWARD_SIDE: award.side,
                layout.AWARD_BEST: award.why == "best",
                layout.AWARD_CONTENDERS: award.contenders,
                layout.AWARD_MATCH: award.stake.term is Term.WIN_MATCH,
                layout.AWARD_AT_FIRST: award.stake.term is Term.LACK,
                layout.AWARD_COMPARED: award.why in ("best", "false"),
                layout.AWARD_BARRED: barred,
                layout.AWARD_TAKES_BACK: award.takes_back,
            }
            check(all(fields[position] == value for position, value in expected.items()), "award", fields, award)
            self._check_stake(fields[layout.AWARD_STAKE], award.stake)

    def _check_stake(self, number: int, stake: Stake) -> None:
        if (number, stake) in self._stakes_seen:
            return
        self._stakes_seen.add((number, stake))
        rows = self.tables.rows
        for winner in (0, 1):
            hand_value = [stake.value(winner, score) for score in self._scores]
            check(rows.stake_values[number, winner].tolist() == hand_value, "what a stake is worth", stake, winner)
        check(rows.flor_stakes[number].tolist() == [stake.per_flor, stake.own_flores], "flores", stake)


def _as_listed(options: Iterable[Option]) -> Iterator[Option]:
    """Yield the options in the order in which a hand lists its moves.

    Calls without guards come first, then calls with a single guard about cards, then other calls, then cards.
    """
    every = list(options)
    calls = [option for option in every if option.move not in CARD_MOVES]
    yield from (option for option in calls if not option.guards)
    yield from (option for option in calls if _is_about_cards(option.guards))
    yield from (option for option in calls if option.guards and not _is_about_cards(option.guards))
    yield from (option for option in every if option.move in CARD_MOVES)


def _is_about_cards(guards: Guards) -> bool:
    """Return whether the only guard depends on the cards of the player."""
    return len(guards) == 1 and guards[0].need in OF_CARDS


def _still_held(state: State, held: Held) -> Held:
    """Return the numbers of cards that still matter: none after the hand, and 0 for places that have left it."""
    if state.stage == "over":
        return ()
    return tuple(0 if state.out & bit(place) else count for place, count in enumerate(held))


def _holder(ask: Ask, answers: tuple[int | None, ...], holders: int) -> int | None:
    """Return the answer to a question about flores, given the bit mask of places that hold a flor they must sing."""
    if ask is Ask.HOLDERS:
        last = answers[-1]
        assert last is not None
        return last & holders
    asked_places = [place for place in answers if place is not None and place != NOBODY]
    return next((place for place in asked_places if holders & bit(place)), NOBODY)


def _listed(tables: CompiledTables, menu: list[int], holding: int) -> NDArray[Any]:
    """Return the entry of `lists` that a menu refers to, for each score."""
    rows, sets = tables.rows, menu[layout.MENU_SETS]
    score_classes = rows.score_classes[sets & (1 << layout.SCORE_SET_BITS) - 1].astype(np.int64)
    card_class = int(rows.card_classes[sets >> layout.SCORE_SET_BITS, holding])
    classes = menu[layout.MENU_PLACE] >> layout.CARD_CLASSES_SHIFT & 0xFF
    entries: NDArray[Any] = rows.lists[menu[layout.MENU_LISTS] + score_classes * classes + card_class]
    return entries


def _hands_by_facts(rules: Rules) -> dict[int, Holdings]:
    """Return an example hand for each kind of flor that the game has, and one without flor."""
    points = rules.points_for(rules.pack[0] if rules.deal.turned else None)
    kinds = len(FACTS) if points.reservas else len(FACTS) - 1
    examples: dict[int, Holdings] = {}
    for hand in combinations(rules.pack, CARDS_IN_HAND):
        reserva = points.is_flor(hand) and points.is_reserva(hand)
        examples.setdefault(FACTS[points.is_flor(hand) + reserva], Holdings(points, [hand]))
        if len(examples) == kinds:
            break
    return examples


# ----------------------------------------------------------------------------------------------------------- walking


def walk(tables: CompiledTables, progress: Callable[[int, int], None] | None = None) -> Transitions:
    """Check every state of complete tables, and that no state occurs twice or cannot be reached."""
    checked = Transitions(tables)
    states: dict[int, tuple[State, Held]] = {}
    waiting = list(checked.first())
    states |= {number: (state, held) for number, state, held in waiting}
    done = 0
    while waiting:
        for number, state, held in checked.check_state(*waiting.pop()):
            if number not in states:
                states[number] = (state, held)
                waiting.append((number, state, held))
            check(states[number] == (state, held), "two states with one number", number, state, states[number])
        done += 1
        if progress is not None:
            progress(done, len(tables.rows.states))
    check(len(states) == len(tables.rows.states), "states that nothing leads to", len(tables.rows.states) - len(states))
    kinds = tables.origins.kinds.tolist()
    check(len({(kinds[number], state) for number, (state, _held) in states.items()}) == len(states), "a state twice")
    return checked


def wander(tables: CompiledTables, walkers: int, rounds: int, seed: int) -> Transitions:
    """Check the states on random walks, for tables that are filled on demand. At the end of a hand a walk starts again.

    Return the checker; its `states` is the number of distinct states visited."""
    checked, chance = Transitions(tables), Random(seed)
    states: dict[int, tuple[State, Held]] = {}
    first = list(checked.first())
    at_work = [chance.choice(first) for _walker in range(walkers)]
    for _round in range(rounds):
        tables.fill(sorted({number for number, _state, _held in at_work}))
        for walker, (number, state, held) in enumerate(at_work):
            new = number not in states
            check(new or states[number] == (state, held), "two states with one number", number, state)
            states[number] = (state, held)
            following = checked.check_state(number, state, held)
            at_work[walker] = chance.choice(following or first)
    checked.states = len(states)
    return checked


# ------------------------------------------------------------------------------------------------------------- cards


def check_cards(tables: CompiledTables, every: int = 1) -> None:
    """Check the value and the card order of every hand of three cards, or of every `every`-th hand."""
    rules, cards = tables.rules, tables.cards
    turned: Sequence[Card | None] = rules.pack if rules.deal.turned else (None,)
    counts_points = rules.envido is not None or rules.flor is not None
    triples = sorted(combinations(range(len(rules.pack)), CARDS_IN_HAND), key=lambda some: some[::-1])
    for turned_number, turned_card in enumerate(turned):
        kind, strengths, points = (
            int(cards.turned_classes[turned_number]),
            rules.ranking.strengths(turned_card),
            rules.points_for(turned_card),
        )
        check(cards.strengths[kind].tolist() == [strengths[card] for card in rules.pack], "strengths", turned_card)
        for number in range(turned_number % every, len(triples), every):
            packed, hand_value = (int(value) for value in cards.hands[kind, number])
            hand = [rules.pack[card] for card in triples[number]]
            in_order = sorted(hand, key=strengths.__getitem__, reverse=True)
            check([rules.pack[card] for card in unpack_cards(packed)] == in_order, "order of a hand", turned_card, hand)
            if counts_points:
                mask, flor = (1 << layout.VALUE_BITS) - 1, points.flor(hand)
                facts = FACTS[0] if flor is None else FACTS[1 + points.is_reserva(hand)]
                expected = (points.envido(hand), flor or 0, facts)
                check(
                    (hand_value & mask, hand_value >> layout.VALUE_BITS & mask, hand_value >> layout.HOLDING_SHIFT)
                    == expected,
                    "worth",
                    hand,
                )
