"""Certain winners: the one question about cards that has no table, answered by the engine once for all hands alike.

Whether cards win whatever the others hold depends on the tricks so far, and on how many unseen cards there are above,
beside and below each card of the player and of the trick; more of a sort than there are tricks left are as good as
that many, and where so many lie above all of these cards nothing else matters. All of that is one number, the key of
the question, and what the engine has said to a key is kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.compiled import gpu_tables as gt
from truquero.compiled import layout as at
from truquero.compiled.gpu_awards import sides_of
from truquero.compiled.gpu_lanes import NOTHING, Lanes
from truquero.compiled.gpu_numbers import Tensor, look, look_wide, pick, put, torch
from truquero.compiled.gpu_tables import Game, table_tensor
from truquero.compiled.lanes import CARD_BITS
from truquero.compiled.tables import Tables
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.tricks import TrickRules
from truquero.table.sure import Trial, trial_of, wins_for_sure

CARD_MASK = (1 << CARD_BITS) - 1
COUNT_BITS = 2  # up to three unseen cards of a sort
TRIAL_SHIFT = 32
SLOT_MASK = 7
ROOM = 1 << 15
LAST_KEY = (1 << 63) - 1
BEATEN = (1 << TRIAL_SHIFT) - 1  # in place of an order of cards


class Laid(NamedTuple):
    """The cards that are laid."""

    place: Tensor
    card: Tensor
    strength: Tensor  # NOTHING where it is covered
    opens: Tensor  # truth values: it is the first of its trick


def note_laid(game: Game, lane: Lanes, lays: Tensor, laid: Laid) -> None:
    """What is seen of the cards laid, and the best of each side in the trick."""
    one = torch.ones_like(lane.seen) << laid.card
    face_up = lays & (laid.strength != NOTHING)
    lane.seen = torch.where(face_up, lane.seen | one, lane.seen)
    if lane.covered:
        before = pick(lane.covered, laid.place)
        put(lane.covered, laid.place, before | one, lays & ~face_up)
    side = sides_of(game, lane) >> laid.place & 1
    value = torch.where(face_up, laid.strength << CARD_BITS | laid.card, NOTHING)
    for number, best in enumerate(lane.trick):
        before = torch.where(laid.opens, NOTHING, best)
        now = torch.where(side == number, torch.maximum(before, value), before)
        lane.trick[number] = torch.where(lays, now, best)


# ---------------------------------------------------------------------------------------------------------- questions


class Known(NamedTuple):
    """What questions are made up of, and what was answered to them."""

    above: Tensor  # [class of the turned card, card]: the cards above it, as bits; one card more stands for none at all
    equal: Tensor  # the same: its equals
    held: Tensor  # [menu]: how many cards its place holds
    leads: Tensor  # [menu]: 1 where no card lies in this trick
    trials: Tensor  # [menu]: twice the number of the tricks so far, and one more where rivals still lay a card in this
    # trick; or NOTHING where nobody has asked yet
    keys: Tensor  # sorted; behind the last there are only keys that no question has
    answers: Tensor  # [key]


class Asked(NamedTuple):
    """What is asked in a lane: the key of the question, and the cards that it is about."""

    key: Tensor
    place: Tensor
    own: list[Tensor]  # cards below their strengths, NOTHING where there is none
    ours: Tensor  # the best card of his side in the trick
    theirs: Tensor
    unseen: Tensor  # cards as bits


def tell(game: Game, known: Known, lane: Lanes) -> None:
    """Answer the lanes that ask, as far as that is known; the others go on asking."""
    asked = questions(game, known, lane)
    position = torch.searchsorted(known.keys, asked.key, out_int32=True)
    found = (lane.asks != NOTHING) & (look_wide(known.keys, position) == asked.key)
    sure = look(known.answers, position) * at.SURE << asked.place * at.FACT_BITS
    lane.facts = torch.where(found, lane.facts | sure, lane.facts)
    lane.told = lane.told | found
    lane.asks = torch.where(found, NOTHING, lane.asks)


def questions(game: Game, known: Known, lane: Lanes) -> Asked:
    """What every lane asks; of those that ask nothing it is of no use."""
    facts, t = game.facts, game.tables
    menu = lane.asks.clamp(min=0)
    place = look(t.menus, gt.MENU_WIDTH * menu + at.MENU_PLACE) & at.PLACE_MASK
    side = sides_of(game, lane) >> place & 1
    leads = look(known.leads, menu) != 0  # then what is remembered is of another trick
    ours, theirs = (torch.where(leads, NOTHING, pick(lane.trick, one)) for one in (side, 1 - side))
    held, count = pick(lane.held, place), look(known.held, menu)
    one = torch.ones_like(lane.seen)
    unseen = ((one << facts.cards) - 1) & ~lane.seen
    if lane.covered:
        unseen = unseen & ~pick(lane.covered, place)
    if facts.turns:
        unseen = unseen & ~(one << lane.turned_card)
    own = []
    for slot in range(CARDS_IN_HAND):
        card = held >> slot * CARD_BITS & CARD_MASK
        strength = look(t.strengths, lane.turned * facts.cards + card)
        own.append(torch.where(slot < count, strength << CARD_BITS | card, NOTHING))
        unseen = torch.where(slot < count, unseen & ~(one << card), unseen)
    trial = look(known.trials, menu)
    asked = Asked(trial, place, own, ours, theirs, unseen)
    return asked._replace(key=trial.to(torch.int64) << TRIAL_SHIFT | _order(game, known, lane, asked, count))


def _order(game: Game, known: Known, lane: Lanes, asked: Asked, held: Tensor) -> Tensor:
    """How the player's cards, the best of his side, the best of the others and the unseen ones stand to one another."""
    last = (
        asked.key & 1 == 0
    )  # no rival lays a card in this trick any more: then who is ahead is all that matters in it
    ahead = last & (asked.ours >> CARD_BITS > asked.theirs >> CARD_BITS)
    level = last & (asked.ours >> CARD_BITS == asked.theirs >> CARD_BITS)
    theirs = torch.where(ahead, NOTHING, asked.theirs) >> CARD_BITS
    left = torch.where(last, NOTHING, asked.ours)
    ours = left
    ranked, where = [], torch.zeros_like(left)
    for card in asked.own:  # the best of his side goes among them
        where = where + (card >= ours)
        ranked.append(torch.maximum(card, left))
        left = torch.minimum(card, left)
    ranked.append(left)
    key = where.to(torch.int64) << 1 | level
    strengths = [card >> CARD_BITS for card in ranked]
    lower, equals = torch.zeros_like(theirs), torch.zeros_like(theirs)
    for number, strength in enumerate(strengths):
        lower = lower + (strength > theirs)
        equals = equals | (strength == theirs)
        if number:
            key = key << 1 | (strength == strengths[number - 1])
    key = (key << 3 | lower) << 1 | equals
    tricks = held - last.to(torch.int32)  # those that rivals can still take
    counts = _counts(game, known, lane, asked, ranked, tricks)
    for count in counts:
        key = key << COUNT_BITS | count
    beaten = (counts[0] == tricks) & (tricks >= torch.where(last, 2, 1))  # with one trick to come this one may decide
    return torch.where(beaten, BEATEN, key)


def _counts(game: Game, known: Known, lane: Lanes, asked: Asked, ranked: list[Tensor], tricks: Tensor) -> list[Tensor]:
    """How many unseen cards lie above each card, beside it, and below all of them."""
    none = game.facts.cards
    rest, counts = asked.unseen, []
    for card in ranked:
        cards = lane.turned * (none + 1) + torch.where(card == NOTHING, none, card & CARD_MASK)
        above, equal = look_wide(known.above, cards), look_wide(known.equal, cards)
        counts += [_count(rest & above, tricks), _count(asked.unseen & equal, tricks)]
        rest = rest & ~above & ~equal
    return [*counts, _count(rest, tricks)]


def _count(cards: Tensor, most: Tensor) -> Tensor:
    """How many cards there are, up to as many as three."""
    one_less = cards & cards - 1
    two_less = one_less & one_less - 1
    count = (cards != 0).to(torch.int32) + (one_less != 0) + (two_less != 0)
    return torch.minimum(count, most)


# ------------------------------------------------------------------------------------------------------------ answers


class Answers:
    """What the engine has answered for one game. It grows as questions are met; its tensors stay where they are."""

    def __init__(self, tables: Tables, device: str) -> None:
        self._tables = tables
        self._device = device
        self._trials: list[tuple[TrickRules, Trial]] = []
        self._of_menus: dict[int, int] = {}
        self._answers: dict[int, bool] = {}
        self._keys = torch.full((ROOM,), LAST_KEY, dtype=torch.int64, device=device)
        self._told = torch.zeros(ROOM, dtype=torch.int32, device=device)
        self.grow()

    def grow(self) -> None:
        """Take in the menus that the tables have now."""
        tables, device = self._tables, self._device
        each = tables.cards.strengths.astype(np.int64)
        bits = np.left_shift(np.int64(1), np.arange(tables.course.cards))
        with_none = np.concatenate([each, np.full((len(each), 1), NOTHING)], axis=1)
        above = ((each[:, None, :] > with_none[:, :, None]) * bits).sum(axis=2)
        equal = ((each[:, None, :] == with_none[:, :, None]) * bits).sum(axis=2)
        actions, first = tables.rows.actions, tables.rows.menus[:, at.MENU_ACTIONS].astype(np.int64)
        held = np.maximum.reduceat(actions >> at.SLOT_SHIFT & SLOT_MASK, first)
        leads = np.maximum.reduceat(actions >> at.OPENS_TRICK_BIT & 1, first)
        trials = np.full(len(first), NOTHING, np.int32)
        for menu, trial in self._of_menus.items():
            trials[menu] = trial
        above, equal, held, leads, trials = (table_tensor(one, device) for one in (above, equal, held, leads, trials))
        self.known = Known(above, equal, held, leads, trials, self._keys, self._told)

    def work_out(self, game: Game, lane: Lanes) -> None:
        """Let the engine answer whatever lanes still ask."""
        asking = torch.nonzero(lane.asks != NOTHING).reshape(-1)
        if not len(asking):
            return
        for menu in torch.unique(lane.asks[asking]).tolist():
            if menu not in self._of_menus:
                self._of_menus[menu] = self._trial(menu)
                self.known.trials[menu] = self._of_menus[menu]
        asked = questions(game, self.known, lane)
        keys, first = np.unique(asked.key[asking].cpu().numpy(), return_index=True)
        chosen = asking[torch.from_numpy(first).to(self._device)]

        def told(tensor: Tensor) -> NDArray[np.int64]:
            found: NDArray[np.int64] = tensor[chosen].cpu().numpy().astype(np.int64)
            return found

        cards = np.stack([told(card) for card in (*asked.own, asked.ours, asked.theirs)], axis=1) >> CARD_BITS
        strengths = self._tables.cards.strengths[told(lane.turned)]
        unseen = told(asked.unseen)[:, None] >> np.arange(self._tables.course.cards) & 1 != 0
        for key, mine, left, each in zip(keys.tolist(), cards.tolist(), unseen, strengths, strict=True):
            if key not in self._answers:
                self._answers[key] = self._wins(key >> TRIAL_SHIFT + 1, mine, each[left].tolist())
        self._keep()

    def _trial(self, menu: int) -> int:
        """What `Known.trials` tells of a menu."""
        tables = self._tables
        state = int(tables.origins.menu_states[menu])
        hand, place = tables.hand_of(state), int(tables.rows.menus[menu, at.MENU_PLACE]) & at.PLACE_MASK
        found = hand.tricks, trial_of(hand, tables.state(state), place, [])
        if found not in self._trials:
            self._trials.append(found)
        return 2 * self._trials.index(found) + found[1].rivals_to_come

    def _wins(self, number: int, cards: list[int], unseen: list[int]) -> bool:
        rules, trial = self._trials[number]
        *own, ours, theirs = cards
        held = [strength for strength in own if strength != NOTHING]
        return wins_for_sure(rules, trial._replace(ours=ours, theirs=theirs), held, unseen)

    def _keep(self) -> None:
        """Write down all answers, sorted by their keys."""
        ordered = sorted(self._answers)
        if len(ordered) >= len(self._keys):  # the last key stays free
            self._keys = torch.cat([self._keys, torch.full_like(self._keys, LAST_KEY)])
            self._told = torch.cat([self._told, torch.zeros_like(self._told)])
            self.known = self.known._replace(keys=self._keys, answers=self._told)
        told = [self._answers[key] for key in ordered]
        self._keys[: len(ordered)] = torch.tensor(ordered, dtype=torch.int64, device=self._device)
        self._told[: len(ordered)] = torch.tensor(told, dtype=torch.int32, device=self._device)
