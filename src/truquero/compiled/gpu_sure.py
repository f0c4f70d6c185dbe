"""Certain winners: the one question about cards that has no table, answered by the engine once for all hands alike.

Whether cards win whatever the others hold depends on the public state, and on how many unseen cards there are above,
beside and below each card of the player and of the trick; more than three of a sort are as good as three, for nobody
lays more. All of that is one number, and so are many lanes that ask the same.
"""

from __future__ import annotations

from functools import lru_cache
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
from truquero.table.sure import trial_of, wins_for_sure

CARD_MASK = (1 << CARD_BITS) - 1
COUNT_BITS = 2  # up to three unseen cards of a sort
MENU_SHIFT = 32
SLOT_MASK = 7


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


class Masks(NamedTuple):
    """[class of the turned card, card]: the cards above each card and its equals, as bits. One card more stands for
    none at all. For each menu: how many cards its place holds, and whether no card lies in this trick."""

    above: Tensor
    equal: Tensor
    held: Tensor
    leads: Tensor


def masks_of(tables: Tables, device: str) -> Masks:
    strengths = np.concatenate([tables.cards.strengths, np.full((len(tables.cards.strengths), 1), NOTHING)], axis=1)
    bits = np.left_shift(np.int64(1), np.arange(tables.course.cards))
    pack = strengths[:, None, :-1].astype(np.int64)
    above = ((pack > strengths[:, :, None]) * bits).sum(axis=2)
    equal = ((pack == strengths[:, :, None]) * bits).sum(axis=2)
    actions, first = tables.rows.actions, tables.rows.menus[:, at.MENU_ACTIONS].astype(np.int64)
    of_menus = [actions >> at.SLOT_SHIFT & SLOT_MASK, actions >> at.OPENS_TRICK_BIT & 1]
    held, leads = (np.maximum.reduceat(one, first) for one in of_menus)
    return Masks(*(table_tensor(one, device) for one in (above, equal, held, leads)))


class Asked(NamedTuple):
    """What is asked in a lane: the number of the question, and what makes it up."""

    key: Tensor
    menu: Tensor
    place: Tensor
    own: list[Tensor]  # cards below their strengths, NOTHING where there is none
    ours: Tensor
    theirs: Tensor
    unseen: Tensor  # cards as bits
    turned: Tensor


def questions(game: Game, masks: Masks, lane: Lanes) -> Asked:
    """What every lane asks; of those that ask nothing it is of no use."""
    facts, t = game.facts, game.tables
    menu = lane.asks.clamp(min=0)
    place = look(t.menus, gt.MENU_WIDTH * menu + at.MENU_PLACE) & at.PLACE_MASK
    side = sides_of(game, lane) >> place & 1
    leads = look(masks.leads, menu) != 0  # then what is remembered is of another trick
    ours, theirs = (torch.where(leads, NOTHING, pick(lane.trick, one)) for one in (side, 1 - side))
    held, count = pick(lane.held, place), look(masks.held, menu)
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
    key = menu.to(torch.int64) << MENU_SHIFT | _order(game, masks, lane, own, ours, theirs, unseen)
    return Asked(key, menu, place, own, ours, theirs, unseen, lane.turned)


def _order(
    game: Game, masks: Masks, lane: Lanes, own: list[Tensor], ours: Tensor, theirs: Tensor, unseen: Tensor
) -> Tensor:
    """How the player's cards, the best of his side, the best of the others and the unseen ones stand to one another."""
    ranked = []
    left, where = ours, torch.zeros_like(ours)
    for card in own:  # the best of his side goes among them
        where = where + (card >= ours)
        ranked.append(torch.maximum(card, left))
        left = torch.minimum(card, left)
    ranked.append(left)
    key = where.to(torch.int64)
    strengths = [card >> CARD_BITS for card in ranked]
    lower, level = torch.zeros_like(ours), torch.zeros_like(ours)
    for number, strength in enumerate(strengths):
        lower = lower + (strength > theirs >> CARD_BITS)
        level = level | (strength == theirs >> CARD_BITS)
        if number:
            key = key << 1 | (strength == strengths[number - 1])
    key = (key << 3 | lower) << 1 | level
    rest = unseen
    for card in ranked:
        cards = lane.turned * (game.facts.cards + 1) + torch.where(card == NOTHING, game.facts.cards, card & CARD_MASK)
        above, equal = look_wide(masks.above, cards), look_wide(masks.equal, cards)
        key = key << COUNT_BITS | _up_to_three(rest & above)
        key = key << COUNT_BITS | _up_to_three(unseen & equal)
        rest = rest & ~above & ~equal
    return key << COUNT_BITS | _up_to_three(rest)


def _up_to_three(cards: Tensor) -> Tensor:
    one_less = cards & cards - 1
    two_less = one_less & one_less - 1
    return (cards != 0).to(torch.int64) + (one_less != 0) + (two_less != 0)


# ------------------------------------------------------------------------------------------------------------ answers


class Answers:
    """What the engine has answered for one game. It grows as questions are met."""

    def __init__(self, tables: Tables, device: str) -> None:
        self._tables = tables
        self._device = device
        self._state = lru_cache(maxsize=None)(tables.state)
        self._answers: dict[int, bool] = {}
        self._keys = torch.full((1,), -1, dtype=torch.int64, device=device)
        self._told = torch.zeros(1, dtype=torch.int32, device=device)

    def tell(self, lane: Lanes, asked: Asked) -> None:
        """Answer the lanes that ask; those whose question is new are answered by the engine."""
        asks = lane.asks != NOTHING
        while True:
            at_key = torch.searchsorted(self._keys, asked.key).clamp(max=len(self._keys) - 1)
            known = self._keys[at_key] == asked.key
            if not bool((asks & ~known).any()):
                break
            self._work_out(torch.nonzero(asks & ~known).reshape(-1), asked)
        sure = self._told[at_key] * at.SURE << asked.place * at.FACT_BITS
        lane.facts = torch.where(asks, lane.facts | sure, lane.facts)
        lane.told = lane.told | asks

    def _work_out(self, lanes: Tensor, asked: Asked) -> None:
        keys, first = np.unique(asked.key[lanes].cpu().numpy(), return_index=True)
        chosen = lanes.cpu()[torch.from_numpy(first)].to(self._device)

        def told(tensor: Tensor) -> NDArray[np.int64]:
            found: NDArray[np.int64] = tensor[chosen].cpu().numpy().astype(np.int64)
            return found

        cards = np.stack([told(card) for card in (*asked.own, asked.ours, asked.theirs)], axis=1)
        strengths = self._tables.cards.strengths[told(asked.turned)]
        unseen = told(asked.unseen)[:, None] >> np.arange(self._tables.course.cards) & 1 != 0
        for key, menu, known, left, each in zip(keys, told(asked.menu), cards, unseen, strengths, strict=True):
            self._answers[int(key)] = self._wins(int(menu), known.tolist(), each[left].tolist())
        ordered = sorted(self._answers)
        self._keys = torch.tensor(ordered, dtype=torch.int64, device=self._device)
        self._told = torch.tensor([self._answers[key] for key in ordered], dtype=torch.int32, device=self._device)

    def _wins(self, menu: int, cards: list[int], unseen: list[int]) -> bool:
        tables = self._tables
        number = int(tables.origins.menu_states[menu])
        place = int(tables.rows.menus[menu, at.MENU_PLACE]) & at.PLACE_MASK
        hand, state = tables.hand_of(number), self._state(number)
        *own, ours, theirs = (card >> CARD_BITS for card in cards)
        rival = next(other for other in range(hand.places) if hand.sides[other] != hand.sides[place])
        trial = trial_of(hand, state, place, [(place, ours), (rival, theirs)])
        held = [strength for strength in own if strength != NOTHING]
        return wins_for_sure(hand.tricks, trial, held, unseen)
