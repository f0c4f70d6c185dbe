"""The structure of a match as tables: the hands of each deal, their kinds, and the score slots of each side."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.rules.game import Rules
from truquero.rules.hand import HandRules
from truquero.sim.tables.builder import every_score, score_width
from truquero.sim.tables.layout import MOST_PLACES
from truquero.table.schedule import Lineup, lineups, setting_of

BY_SCORE = -1  # in place of a kind of hand: `round_kinds` has it
NO_SLOT = -1
PERIOD = 2  # duels are played in every deal or in every second one


class Course(NamedTuple):
    """The structure of a match as plain numbers and arrays, for the executors.

    An index `duels` is 1 for a deal that is played as duels, otherwise 0. A *field* is one hand of a deal, for one way
    of dealing and one dealer: its number is (duels * players + dealer) * most_hands + hand.
    """

    players: int
    cards: int  # in the pack
    target: int
    width: int  # values of a side's points that the score tables distinguish
    slots: int  # numbers in the score: 2, or 3 for three players
    games_to_win: int
    writes_late: bool  # points are written when the hand is over
    plays_out: bool  # a hand continues after the target is reached
    last_duel_points: int  # a side with this many points ends the duels of the deal; 0: all are played
    shared_slots: int  # bit mask of the slots that win a game together
    turns: bool  # a card is turned after the deal
    duels_at: NDArray[np.uint8]  # [deals before this one in the game % PERIOD, points of the side ahead]
    hands: NDArray[np.int8]  # [duels]: number of hands of a deal
    packets: NDArray[np.int8]  # [duels]: number of packets of three cards dealt
    most_hands: int  # the most hands that a deal has
    kinds: NDArray[np.int8]  # [field]: the kind of hand, or BY_SCORE
    slot_masks: NDArray[np.int8]  # [field, side]: bit mask of the slots that a side's points are written to
    seats: NDArray[np.int8]  # [field, place]
    lone_slots: NDArray[np.int8]  # [dealer]: the gallo's slot, or NO_SLOT
    round_kinds: NDArray[np.int8]  # [score]: the kind of a hand whose kind depends on the score
    starts: NDArray[np.uint32]  # [kind]: the first state of a hand
    side_masks: NDArray[np.int16]  # [kind]: bit mask of the places of side 1
    hand_places: NDArray[np.int8]  # [kind]: number of players
    gallo_places: NDArray[np.int8]  # [kind]: the place that is dealt a fourth card, or NO_SLOT


def _flip(lineup: Lineup) -> int:
    """Return the bit that converts a side of the tables to a side of the score by XOR, and back.

    The tables call the mano's side 0; a score calls it A or B. A gallo is side 0 in both.
    """
    return 0 if lineup.gallo is not None else lineup.sides[0]


def _relative(lineup: Lineup) -> tuple[int, ...]:
    return tuple(side ^ _flip(lineup) for side in lineup.sides)


def _kind(rules: Rules, hands: tuple[HandRules, ...], lineup: Lineup) -> int:
    if lineup.gallo is None and not lineup.duel:
        return BY_SCORE
    setting, close = setting_of(rules, lineup, every_score(rules.match.target)[0])
    gallo = None if lineup.gallo is None else lineup.seats.index(lineup.gallo)
    return hands.index(rules.hand_rules(_relative(lineup), setting, close, gallo))


def _round_kinds(rules: Rules, hands: tuple[HandRules, ...]) -> list[int]:
    if rules.gallo is not None:
        return [0] * len(every_score(rules.match.target))
    everyone = tuple(range(1, rules.players + 1))
    lineup = Lineup(everyone, tuple(place % 2 for place in range(rules.players)))
    found: dict[tuple[object, int], int] = {}
    kinds = []
    for score in every_score(rules.match.target):
        key = setting_of(rules, lineup, score)
        if key not in found:
            found[key] = hands.index(rules.hand_rules(lineup.sides, *key))
        kinds.append(found[key])
    return kinds


def _slot_mask(rules: Rules, lineup: Lineup, side: int) -> int:
    if lineup.gallo is None:
        return 1 << (side ^ _flip(lineup))
    lone = 1 << lineup.gallo - 1
    return lone if side == 0 else (1 << rules.players) - 1 - lone


def _deals(rules: Rules) -> tuple[NDArray[np.uint8], list[list[list[Lineup]]]]:
    """Return when a deal is played as duels, and the hands of both ways of dealing for each dealer."""
    slots = 3 if rules.players == 3 else 2
    width = score_width(rules.match.target)
    dealers = range(1, rules.players + 1)
    duels_at = np.zeros((PERIOD, width), np.uint8)
    found: list[list[list[Lineup]]] = [[], []]
    for before in range(PERIOD):
        for points in range(width):
            score = [points] * slots
            duels = int(lineups(rules, 1, score, before)[0].duel)
            duels_at[before, points] = duels
            found[duels] = found[duels] or [lineups(rules, dealer, score, before) for dealer in dealers]
    return duels_at, found


def course_of(rules: Rules, hands: tuple[HandRules, ...], starts: list[int]) -> Course:
    duels_at, deals = _deals(rules)
    most = max((len(deal) for way in deals for deal in way), default=1)
    count = 2 * rules.players * most
    kinds, seats = np.zeros(count, np.int8), np.zeros((count, MOST_PLACES), np.int8)
    slot_masks = np.zeros((count, 2), np.int8)
    counts = np.zeros((2, 2), np.int8)
    lone = np.full(rules.players, NO_SLOT, np.int8)
    for duels, way in enumerate(deals):
        for dealer, deal in enumerate(way):
            packets = sum(len(lineup.seats) for lineup in deal)
            counts[:, duels] = len(deal), packets
            for hand, lineup in enumerate(deal):
                number = (duels * rules.players + dealer) * most + hand
                kinds[number] = _kind(rules, hands, lineup)
                seats[number, : len(lineup.seats)] = lineup.seats
                slot_masks[number] = [_slot_mask(rules, lineup, side) for side in (0, 1)]
                if lineup.gallo is not None:
                    lone[dealer] = lineup.gallo - 1
    gallo, duels_rule = rules.gallo, rules.duels
    pool = (1 << 3) - 1 - (1 << gallo.seat - 1) if gallo is not None and gallo.seat else 0
    return Course(
        players=rules.players,
        cards=len(rules.pack),
        target=rules.match.target,
        width=score_width(rules.match.target),
        slots=3 if rules.players == 3 else 2,
        games_to_win=rules.match.games_to_win,
        writes_late=rules.match.settle_at_hand_end,
        plays_out=rules.match.finish_hand_before_win,
        last_duel_points=duels_rule.until_points if duels_rule is not None and duels_rule.drop_rest_at_end else 0,
        shared_slots=pool,
        turns=bool(rules.deal.turned),
        duels_at=duels_at,
        hands=counts[0],
        packets=counts[1],
        most_hands=most,
        kinds=kinds,
        slot_masks=slot_masks,
        seats=seats,
        lone_slots=lone,
        round_kinds=np.array(_round_kinds(rules, hands), np.int8),
        starts=np.array(starts, np.uint32),
        side_masks=np.array([sum(side << place for place, side in enumerate(hand.sides)) for hand in hands], np.int16),
        hand_places=np.array([hand.places for hand in hands], np.int8),
        gallo_places=np.array([NO_SLOT if hand.gallo is None else hand.gallo for hand in hands], np.int8),
    )
