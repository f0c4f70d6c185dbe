"""Sure wins: whether a player's cards win the hand whatever the others hold.

This is the only question about cards that has no lookup table. The engine answers it once for each equivalence class
of positions. A class depends on the tricks so far, and on the number of unseen cards above, equal to and below each
card of the player and of the trick. Each of these counts is limited to the number of tricks left, because more cards
make no difference. If that many unseen cards are above all of these cards, nothing else matters. The class is encoded
as one integer, the key of the question, and the answers are cached by key.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.trick_rules import TrickRules
from truquero.sim.gpu import tensors as gt
from truquero.sim.gpu.awards import sides_of
from truquero.sim.gpu.lanes import NOTHING, Lanes
from truquero.sim.gpu.primitives import Tensor, look_up, look_wide, pick_element, put_element, torch
from truquero.sim.gpu.tensors import GpuGame, table_tensor
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.layout import CARD_BITS
from truquero.table.sure_wins import Trial, trial_of, wins_for_sure

CARD_MASK = (1 << CARD_BITS) - 1
COUNT_BITS = 2  # a count of unseen cards, up to three
TRIAL_SHIFT = 32
CARD_SLOT_MASK = 7
INITIAL_CAPACITY = 1 << 15  # of the cache
LAST_KEY = (1 << 63) - 1
BEATEN = (1 << TRIAL_SHIFT) - 1  # replaces the order of the cards in a key: the rivals can beat all of them


class LaidCards(NamedTuple):
    """The card that each lane lays."""

    place: Tensor
    card: Tensor
    strength: Tensor  # NOTHING if it lies face down
    opens: Tensor  # bool: it is the first of its trick


def note_laid(game: GpuGame, lane: Lanes, lays: Tensor, laid: LaidCards) -> None:
    """Record the cards laid face up and face down, and the best card of each side in the trick."""
    bit = torch.ones_like(lane.visible) << laid.card
    face_up = lays & (laid.strength != NOTHING)
    lane.visible = torch.where(face_up, lane.visible | bit, lane.visible)
    if lane.face_down:
        before = pick_element(lane.face_down, laid.place)
        put_element(lane.face_down, laid.place, before | bit, lays & ~face_up)
    side = sides_of(game, lane) >> laid.place & 1
    value = torch.where(face_up, laid.strength << CARD_BITS | laid.card, NOTHING)
    for number, best in enumerate(lane.trick):
        before = torch.where(laid.opens, NOTHING, best)
        best_after = torch.where(side == number, torch.maximum(before, value), before)
        lane.trick[number] = torch.where(lays, best_after, best)


# ---------------------------------------------------------------------------------------------------------- questions


class SureWinLookups(NamedTuple):
    """The lookup tables for the keys of questions, and the cached answers."""

    above: Tensor  # [class of the turned card, card]: bit mask of the cards above it; the last column is for "no card"
    equal: Tensor  # the same for the cards of equal strength
    held: Tensor  # [menu]: the number of cards that its place holds
    leads: Tensor  # [menu]: 1 if this trick has no card yet
    # [menu]: twice the index of the trial (the tricks so far), plus 1 if rivals still lay a card in this trick; NOTHING
    # if no lane has asked in this menu yet
    trials: Tensor
    keys: Tensor  # sorted, then padded with LAST_KEY, which no question has
    answers: Tensor  # [key]


class SureWinQuestions(NamedTuple):
    """The question of each lane: its key, and the cards that it is about."""

    key: Tensor
    place: Tensor
    own: list[Tensor]  # the card in the low bits, its strength above; NOTHING if there is none
    ours: Tensor  # the best card of the player's side in the trick
    theirs: Tensor
    unseen: Tensor  # bit mask of cards


def answer_cached(game: GpuGame, sure_wins: SureWinLookups, lane: Lanes) -> None:
    """Answer the questions of lanes whose answers are cached. The other questions stay open."""
    questions = questions_of(game, sure_wins, lane)
    position = torch.searchsorted(sure_wins.keys, questions.key, out_int32=True)
    is_cached = (lane.asks != NOTHING) & (look_wide(sure_wins.keys, position) == questions.key)
    sure = look_up(sure_wins.answers, position) * layout.SURE << questions.place * layout.HOLDING_BITS
    lane.holdings = torch.where(is_cached, lane.holdings | sure, lane.holdings)
    lane.sure_known = lane.sure_known | is_cached
    lane.asks = torch.where(is_cached, NOTHING, lane.asks)


def questions_of(game: GpuGame, sure_wins: SureWinLookups, lane: Lanes) -> SureWinQuestions:
    """Return the question of every lane. The result is meaningless for lanes that ask nothing."""
    constants, t = game.constants, game.tables
    menu = lane.asks.clamp(min=0)
    place = look_up(t.menus, gt.MENU_WIDTH * menu + layout.MENU_PLACE) & layout.PLACE_MASK
    side = sides_of(game, lane) >> place & 1
    leads = look_up(sure_wins.leads, menu) != 0  # then `lane.trick` belongs to an earlier trick
    ours, theirs = (
        torch.where(leads, NOTHING, pick_element(lane.trick, trick_side)) for trick_side in (side, 1 - side)
    )
    held, count = pick_element(lane.held, place), look_up(sure_wins.held, menu)
    bit = torch.ones_like(lane.visible)
    unseen = ((bit << constants.cards) - 1) & ~lane.visible
    if lane.face_down:
        unseen = unseen & ~pick_element(lane.face_down, place)
    if constants.turns:
        unseen = unseen & ~(bit << lane.turned_card)
    own = []
    for slot in range(CARDS_IN_HAND):
        card = held >> slot * CARD_BITS & CARD_MASK
        strength = look_up(t.strengths, lane.turned_class * constants.cards + card)
        own.append(torch.where(slot < count, strength << CARD_BITS | card, NOTHING))
        unseen = torch.where(slot < count, unseen & ~(bit << card), unseen)
    trial = look_up(sure_wins.trials, menu)
    questions = SureWinQuestions(trial, place, own, ours, theirs, unseen)
    return questions._replace(
        key=trial.to(torch.int64) << TRIAL_SHIFT | _order(game, sure_wins, lane, questions, count)
    )


def _order(game: GpuGame, sure_wins: SureWinLookups, lane: Lanes, questions: SureWinQuestions, held: Tensor) -> Tensor:
    """Return a code for the relative order of the player's cards, the best card of each side and the unseen cards."""
    # If no rival lays another card in this trick, all that matters in it is which side is ahead.
    last = questions.key & 1 == 0
    ahead = last & (questions.ours >> CARD_BITS > questions.theirs >> CARD_BITS)
    level = last & (questions.ours >> CARD_BITS == questions.theirs >> CARD_BITS)
    theirs = torch.where(ahead, NOTHING, questions.theirs) >> CARD_BITS
    carried = torch.where(last, NOTHING, questions.ours)
    ours = carried
    ranked, position = [], torch.zeros_like(carried)
    for card in questions.own:  # insert the best card of the player's side in order
        position = position + (card >= ours)
        ranked.append(torch.maximum(card, carried))
        carried = torch.minimum(card, carried)
    ranked.append(carried)
    key = position.to(torch.int64) << 1 | level
    strengths = [card >> CARD_BITS for card in ranked]
    lower, equals = torch.zeros_like(theirs), torch.zeros_like(theirs)
    for number, strength in enumerate(strengths):
        lower = lower + (strength > theirs)
        equals = equals | (strength == theirs)
        if number:
            key = key << 1 | (strength == strengths[number - 1])
    key = (key << 3 | lower) << 1 | equals
    tricks = held - last.to(torch.int32)  # those that rivals can still win
    counts = _counts(game, sure_wins, lane, questions, ranked, tricks)
    for count in counts:
        key = key << COUNT_BITS | count
    beaten = (counts[0] == tricks) & (tricks >= torch.where(last, 2, 1))  # with one trick left, this trick may decide
    return torch.where(beaten, BEATEN, key)


def _counts(
    game: GpuGame,
    sure_wins: SureWinLookups,
    lane: Lanes,
    questions: SureWinQuestions,
    ranked: list[Tensor],
    tricks: Tensor,
) -> list[Tensor]:
    """Return counts of unseen cards, at most `tricks` each.

    For each card of `ranked`, these are the cards between it and the card before it, and those equal to it. The last
    count is that of the cards below all of them.
    """
    no_card = game.constants.cards
    rest, counts = questions.unseen, []
    for card in ranked:
        cards = lane.turned_class * (no_card + 1) + torch.where(card == NOTHING, no_card, card & CARD_MASK)
        above, equal = look_wide(sure_wins.above, cards), look_wide(sure_wins.equal, cards)
        counts += [_count(rest & above, tricks), _count(questions.unseen & equal, tricks)]
        rest = rest & ~above & ~equal
    return [*counts, _count(rest, tricks)]


def _count(cards: Tensor, most: Tensor) -> Tensor:
    """Return the number of cards in a bit mask, at most three and at most `most`."""
    one_less = cards & cards - 1
    two_less = one_less & one_less - 1
    count = (cards != 0).to(torch.int32) + (one_less != 0) + (two_less != 0)
    return torch.minimum(count, most)


# ------------------------------------------------------------------------------------------------------------ answers


class SureWinCache:
    """The cache of the engine's answers for one game. It grows with each new question.

    Tensors are updated in place, since CUDA graphs hold their addresses. If they are replaced, so is `lookups`.
    """

    def __init__(self, tables: CompiledTables, device: str) -> None:
        self._tables = tables
        self._device = device
        self._trials: list[tuple[TrickRules, Trial]] = []
        self._trial_of_menu: dict[int, int] = {}
        self._answers: dict[int, bool] = {}
        self._keys = torch.full((INITIAL_CAPACITY,), LAST_KEY, dtype=torch.int64, device=device)
        self._answered = torch.zeros(INITIAL_CAPACITY, dtype=torch.int32, device=device)
        self.grow()

    def grow(self) -> None:
        """Rebuild `lookups` for the menus that the tables have now."""
        tables, device = self._tables, self._device
        strengths = tables.cards.strengths.astype(np.int64)
        bits = np.left_shift(np.int64(1), np.arange(tables.structure.cards))
        with_none = np.concatenate([strengths, np.full((len(strengths), 1), NOTHING)], axis=1)
        above = ((strengths[:, None, :] > with_none[:, :, None]) * bits).sum(axis=2)
        equal = ((strengths[:, None, :] == with_none[:, :, None]) * bits).sum(axis=2)
        actions, first = tables.rows.actions, tables.rows.menus[:, layout.MENU_ACTIONS].astype(np.int64)
        held = np.maximum.reduceat(actions >> layout.CARD_SLOT_SHIFT & CARD_SLOT_MASK, first)
        leads = np.maximum.reduceat(actions >> layout.OPENS_TRICK_BIT & 1, first)
        trials = np.full(len(first), NOTHING, np.int32)
        for menu, trial in self._trial_of_menu.items():
            trials[menu] = trial
        above, equal, held, leads, trials = (
            table_tensor(table, device) for table in (above, equal, held, leads, trials)
        )
        self.lookups = SureWinLookups(above, equal, held, leads, trials, self._keys, self._answered)

    def answer_open(self, game: GpuGame, lane: Lanes) -> None:
        """Answer all open questions of the lanes with the engine and cache the answers."""
        asking = torch.nonzero(lane.asks != NOTHING).reshape(-1)
        if not len(asking):
            return
        for menu in torch.unique(lane.asks[asking]).tolist():
            if menu not in self._trial_of_menu:
                self._trial_of_menu[menu] = self._trial(menu)
                self.lookups.trials[menu] = self._trial_of_menu[menu]
        questions = questions_of(game, self.lookups, lane)
        keys, first = np.unique(questions.key[asking].cpu().numpy(), return_index=True)
        chosen = asking[torch.from_numpy(first).to(self._device)]

        def numbers_of(tensor: Tensor) -> NDArray[np.int64]:
            numbers: NDArray[np.int64] = tensor[chosen].cpu().numpy().astype(np.int64)
            return numbers

        cards_in_question = (*questions.own, questions.ours, questions.theirs)
        strengths_in_question = np.stack([numbers_of(card) for card in cards_in_question], axis=1) >> CARD_BITS
        pack_strengths = self._tables.cards.strengths[numbers_of(lane.turned_class)]
        unseen = numbers_of(questions.unseen)[:, None] >> np.arange(self._tables.structure.cards) & 1 != 0
        for key, strengths, is_unseen, card_strengths in zip(
            keys.tolist(), strengths_in_question.tolist(), unseen, pack_strengths, strict=True
        ):
            if key not in self._answers:
                self._answers[key] = self._wins(key >> TRIAL_SHIFT + 1, strengths, card_strengths[is_unseen].tolist())
        self._store()

    def _trial(self, menu: int) -> int:
        """Return the entry of `SureWinLookups.trials` for a menu."""
        tables = self._tables
        state = int(tables.origins.menu_states[menu])
        hand, place = tables.hand_of(state), int(tables.rows.menus[menu, layout.MENU_PLACE]) & layout.PLACE_MASK
        rules_and_trial = hand.tricks, trial_of(hand, tables.state(state), place, [])
        if rules_and_trial not in self._trials:
            self._trials.append(rules_and_trial)
        return 2 * self._trials.index(rules_and_trial) + rules_and_trial[1].rivals_to_come

    def _wins(self, number: int, strengths: list[int], unseen: list[int]) -> bool:
        """Ask the engine. `strengths` are those of the player's cards and of the best card of each side."""
        rules, trial = self._trials[number]
        *own, ours, theirs = strengths
        held = [strength for strength in own if strength != NOTHING]
        return wins_for_sure(rules, trial._replace(ours=ours, theirs=theirs), held, unseen)

    def _store(self) -> None:
        """Write all answers to the tensors, sorted by key."""
        ordered = sorted(self._answers)
        if len(ordered) >= len(self._keys):  # the last entry stays LAST_KEY
            self._keys = torch.cat([self._keys, torch.full_like(self._keys, LAST_KEY)])
            self._answered = torch.cat([self._answered, torch.zeros_like(self._answered)])
            self.lookups = self.lookups._replace(keys=self._keys, answers=self._answered)
        answers = [self._answers[key] for key in ordered]
        self._keys[: len(ordered)] = torch.tensor(ordered, dtype=torch.int64, device=self._device)
        self._answered[: len(ordered)] = torch.tensor(answers, dtype=torch.int32, device=self._device)
