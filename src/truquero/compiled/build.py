"""The automaton as numbered rows: states, menus, actions, steps and awards, worked out state by state.

Rows are never changed once they are written, so a table may be filled whole or as it is played: a state that nobody has
met yet is a number without a menu.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from truquero.compiled import layout as at
from truquero.compiled.check import kinds_of_hand
from truquero.compiled.happenings import mask_of, mask_of_end
from truquero.compiled.legal import Guards, Kind, LegalLists
from truquero.compiled.walk import Steps
from truquero.engine import Award, Entry, Menu, State, advance, moves, start
from truquero.engine.declare import winner_and_value
from truquero.engine.flor import FLOR_WORDS
from truquero.engine.perros import THROW
from truquero.engine.state import COVER, DISCARD, NOBODY, PLAY, Ask, Lance, Need, bit
from truquero.rules.game import Rules
from truquero.rules.hand import CARDS_IN_HAND, HandRules
from truquero.rules.stakes import Stake, Standing, Term

LANCES: tuple[Lance, ...] = ("flor", "envido", "truco", "penalty")
CARD_MOVES = (PLAY, COVER, DISCARD)
NO_PARENT = (1 << 64) - 1

Held = tuple[int, ...]  # how many cards each place holds


def score_width(target: int) -> int:
    """How many numbers of points the tables tell apart: up to the target, and one more (see `score_number`)."""
    return target + 2


def standings(target: int) -> list[Standing]:
    """Every score, in the order of its number: the first side's points times the width, plus the second's."""
    width = range(score_width(target))
    return [Standing(target, (first, second), max(first, second)) for first in width for second in width]


class Builder:
    """Numbers states as they are met and lays out the rows of those that are expanded."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.hands: tuple[HandRules, ...] = tuple(hand for _, hand in kinds_of_hand(rules))
        self.lists = LegalLists(standings(rules.match.target))
        self.states = array("I")
        self.state_kinds = array("B")
        self.state_happened = array("I")
        self.parents = array("Q")  # the action and the answer that first led to a state
        self.menus = array("I")
        self.menu_states = array("I")
        self.actions = array("q")
        self.action_codes = array("H")
        self.action_happened = array("I")
        self.steps = array("q")
        self.award_lists = array("I", [0])
        self.awards = array("i")
        self.stakes: list[Stake] = []
        self.answers: list[list[int]] = [[0] * self._masks, [0] * self._masks]  # of NO_QUESTION and COMPARE
        self.truths = array("h")
        self.words: list[str] = []
        self.expanded = 0  # states with rows; where all are filled, as many as there are
        self._known: dict[tuple[int, State], int] = {}
        self._met: list[tuple[State, Held] | None] = []
        self._allowed = [Steps(hand, rules.match.target) for hand in self.hands]
        self._guard_kinds = self._by_guards()
        self._questions: dict[tuple[Ask, tuple[int | None, ...]], int] = {}
        self._truth_rows: dict[tuple[int, str, int], int] = {}
        self._award_numbers: dict[tuple[Award, ...], int] = {(): 0}
        self._award_rows: dict[tuple[Award, ...], int] = {}
        self._stake_numbers: dict[Stake, int] = {}
        self._word_numbers: dict[str, int] = {}
        self.starts = [self._begin(kind) for kind in range(len(self.hands))]

    @property
    def _masks(self) -> int:
        return 1 << max(hand.places for hand in self.hands)

    def _by_guards(self) -> list[Kind]:
        """Kinds of hand with the same envido share their guards."""
        firsts: list[HandRules] = []
        for hand in self.hands:
            if all(hand.envido != one.envido for one in firsts):
                firsts.append(hand)
        return [next((one, number) for number, one in enumerate(firsts) if one.envido == hand.envido) for hand in self.hands]

    def _begin(self, kind: int) -> int:
        hand = self.hands[kind]
        held = tuple(CARDS_IN_HAND + (place == hand.gallo) for place in range(hand.places))
        return self._number(kind, start(hand), held, NO_PARENT)

    # ------------------------------------------------------------------------------------------------------- states

    def _number(self, kind: int, state: State, held: Held, parent: int) -> int:
        key = (kind, state)
        found = self._known.get(key)
        if state.out:  # who has thrown in may have laid his card before or not
            held = tuple(0 if state.out & bit(place) else count for place, count in enumerate(held))
        if found is not None:
            met = self._met[found]
            if met is not None and met[1] != held:
                raise AssertionError(f"a state that does not tell how many cards are held: {state}")
            return found
        found = self._known[key] = len(self.states)
        over = state.stage == "over"
        self.states.append(0 if over else at.UNKNOWN)
        self.expanded += over
        self.state_kinds.append(kind)
        self.state_happened.append(mask_of_end(state))
        self.parents.append(parent)
        self._met.append(None if over else (state, held))
        return found

    def expand(self, number: int) -> None:
        """Write the rows of a state."""
        if self.states[number] != at.UNKNOWN:
            return
        met = self._met[number]
        assert met is not None
        state, held = met
        kind = self.state_kinds[number]
        first = len(self.menu_states)
        found = moves(self.hands[kind], state)
        for place, options in found.items():
            allowed = [one for one in options if all(map(self._allowed[kind].allowed, one.guards))]
            self._menu(number, kind, state, held, place, Menu(self.hands[kind], state, place, allowed))
        self.states[number] = first << at.MENU_COUNT_BITS | len(found)
        self.expanded += 1

    # -------------------------------------------------------------------------------------------------------- menus

    def _menu(self, number: int, kind: int, state: State, held: Held, place: int, menu: Menu) -> None:
        """The actions of a place, in the order in which a table tells them."""
        first = len(self.actions)
        guards: list[Guards] = []
        told = (*menu.free, *(move for move, _ in menu.by_cards), *(move for move, _ in menu.guarded))
        for move in told:
            entry = menu.words[move]
            self._action(kind, state, held, place, entry, None, self._steps(kind, state, held, place, entry))
            guards.append(entry.guards)
        for entry in menu.with_card.values():
            steps = self._steps(kind, state, held, place, entry)
            for slot in range(held[place]):
                self._action(kind, state, held, place, entry, slot, steps)
                guards.append(entry.guards)
        start_of, score_set, card_set, classes = self.lists.add(self._guard_kinds[kind], tuple(guards))
        asks_sure = any(guard.need is Need.SURE_WIN for some in guards for guard in some)
        self.menus.extend(
            (
                first,
                start_of,
                score_set | card_set << at.SCORE_SET_BITS,
                place | classes << at.CARD_CLASSES_SHIFT | asks_sure << at.ASKS_SURE_SHIFT,
            )
        )
        self.menu_states.append(number)

    def _action(
        self, kind: int, state: State, held: Held, place: int, entry: Entry, slot: int | None, steps: int
    ) -> None:
        row = steps | place << at.PLACE_SHIFT | self._question(state, place, entry)
        if slot is not None:
            row |= slot + 1 << at.SLOT_SHIFT
            row |= (entry.move == COVER) << at.COVERED_BIT | (entry.move == DISCARD) << at.DISCARDS_BIT
            row |= (entry.ask is Ask.NOTHING) << at.OPENS_TRICK_BIT
        row |= (entry.move in FLOR_WORDS) << at.SINGS_BIT | (entry.move == THROW) << at.THROWS_BIT
        self.actions.append(row)
        self.action_codes.append(self._word(entry.move) if slot is None else card_code(entry.move, slot))
        self.action_happened.append(mask_of(self.hands[kind], state, entry.move))

    def _word(self, move: str) -> int:
        found = self._word_numbers.get(move)
        if found is None:
            found = self._word_numbers[move] = len(self.words)
            self.words.append(move)
        return found

    def _steps(self, kind: int, state: State, held: Held, place: int, entry: Entry) -> int:
        """Where each answer leads; gives the number of the first row."""
        first = len(self.steps)
        rules = self.hands[kind]
        if entry.move in CARD_MOVES:
            held = tuple(count - (one == place) for one, count in enumerate(held))
        action = len(self.actions)
        for index, answer in enumerate(entry.answers):
            following, awards = advance(rules, state, place, entry.move, answer)
            number = self._number(kind, following, held, action << 8 | index)
            self.steps.append(number | self._awards(awards) << at.STEP_AWARDS_SHIFT)
        return first

    # ---------------------------------------------------------------------------------------------------- questions

    def _question(self, state: State, place: int, entry: Entry) -> int:
        """The bits of an action that say what it asks."""
        if entry.ask is Ask.NOTHING:
            return 0
        if entry.ask is Ask.COMPARE:
            return at.COMPARE << at.QUESTION_SHIFT
        if entry.ask is Ask.TRUE:
            return 1 << at.TELLS_BIT | self._truth(state, place, entry.move) << at.QUESTION_SHIFT
        key = (entry.ask, entry.answers)
        found = self._questions.get(key)
        if found is None:
            found = self._questions[key] = len(self.answers)
            self.answers.append([_answer(entry, mask) for mask in range(self._masks)])
        return found << at.QUESTION_SHIFT | (None in entry.answers) << at.MAY_BE_FALSE_BIT

    def _truth(self, state: State, place: int, move: str) -> int:
        assert state.declaring is not None
        best, value = winner_and_value(state, place, move)
        key = (best, state.declaring.lance, value)
        found = self._truth_rows.get(key)
        if found is None:
            found = self._truth_rows[key] = len(self.truths) // 3
            self.truths.extend((best, state.declaring.lance == "flor", value))
        return found

    # ------------------------------------------------------------------------------------------------------- awards

    def _awards(self, awards: tuple[Award, ...]) -> int:
        found = self._award_numbers.get(awards)
        if found is None:
            found = self._award_numbers[awards] = len(self.award_lists)
            first = len(self.awards) // at.AWARD_WIDTH
            self.award_lists.append(first << at.MENU_COUNT_BITS | len(awards))
            for award in awards:
                self.awards.extend(self._award(award))
        return found

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
        )

    def _stake(self, stake: Stake) -> int:
        found = self._stake_numbers.get(stake)
        if found is None:
            found = self._stake_numbers[stake] = len(self.stakes)
            self.stakes.append(stake)
        return found


def card_code(move: str, card: int) -> int:
    """The number of a move with a card, or with a slot of the hand."""
    return at.CODE_CARDS + CARD_MOVES.index(move) * at.CARD_SPAN + card


def _answer(entry: Entry, holders: int) -> int:
    """The number of the answer where these places hold a flor that must be sung."""
    if entry.ask is Ask.HOLDERS:
        asked = entry.answers[-1]
        assert asked is not None
        return entry.answers.index(asked & holders)
    singers = (place for place in entry.answers if place is not None and place != NOBODY and holders & bit(place))
    return entry.answers.index(next(singers, NOBODY))
