"""The lanes of the GPU executor: one tensor for each variable of a lane. A lane plays one game at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from truquero.sim.gpu.primitives import Tensor, torch
from truquero.sim.gpu.tensors import Constants
from truquero.sim.tables.match_structure import NO_SCORE_COLUMN

OUTCOMES_IN_A_COUNT = 7
HANDS_IN_A_COUNT = 255  # the largest value of an 8-bit counter
COUNT_BITS = 8
NOTHING = -1


@dataclass
class Lanes:
    """The state of all lanes. Tensors hold 32-bit integers unless noted. Lists are by score column, place, etc."""

    random: Tensor  # 64 bits
    playing: Tensor  # bool: the lane has a game
    stopped: Tensor  # bool: the hand ends now
    row: Tensor  # the index of the game in the request
    end_row: Tensor  # the end of the block of games of this lane
    reserve: Tensor  # the first game of the next block, or NOTHING
    state: Tensor
    kind: Tensor
    score: Tensor  # the index of the score, in terms of the sides of this hand
    first_score: Tensor  # the same at the beginning of the hand
    holdings: Tensor  # three bits per place: a flor, a reservá, a sure win
    plain: Tensor  # bit mask of the places with a flor that must be sung
    turned_class: Tensor  # of the turned card
    turned_card: Tensor
    fourth_card: Tensor
    best: Tensor  # the strength of the best card in the trick
    outcomes: Tensor  # bit mask of the events of this hand
    declared: Tensor  # bit mask of the places that have declared their flor
    envido_points: Tensor  # written in this hand; a flor may take them back
    envido_side: Tensor  # the side that won them
    winner: Tensor  # of the truco of this hand: 0 for the mano's side
    moves: Tensor
    hands: Tensor
    deals_in_game: Tensor
    dealer: Tensor
    first_dealer: Tensor
    first_mano: Tensor
    duels: Tensor  # whether this deal is played as duels
    hand: Tensor  # the index of the hand in its deal
    lineup: Tensor  # the index of the lineup of this hand in the tables of `MatchStructure`
    first_score_columns: Tensor  # bit mask of the score columns that receive the points of side 0
    second_score_columns: Tensor
    first_reached: Tensor  # the score column that reached the target first
    reached: Tensor  # bit mask of all score columns that have reached it
    won_match: Tensor  # bit mask of the score columns that have won a bet on the whole match
    deferred_count: Tensor
    points: list[Tensor]
    games: list[Tensor]
    awards: list[Tensor]  # by lance, then by score column
    held: list[Tensor]
    hand_value: list[Tensor]
    buckets: list[Tensor]  # the bucket that selects the weights of a policy, by place
    packets: list[Tensor]  # the cards dealt for all hands of the deal
    packet_values: list[Tensor]
    deferred: list[Tensor]  # awards to be written at the end of the hand
    # Sure wins.
    sure_known: Tensor  # bool: `holdings` has the answer for the player to move
    asks: Tensor  # the menu that needs the answer, or NOTHING
    visible: Tensor  # 64-bit mask of the cards laid face up
    face_down: list[Tensor]  # 64-bit masks of the cards that each place has laid face down
    trick: list[Tensor]  # each side's best card in the trick: the card in the low bits, its strength above
    # The record.
    last_move: Tensor  # the move just made and its seat, packed; or NOTHING
    deals_now: Tensor  # bool: a deal has just begun
    # Totals of the lane over all its hands.
    all_points: Tensor
    mano_points: Tensor
    decided: Tensor
    mano_hands: Tensor
    kinds: Tensor  # 64 bits: an 8-bit counter for each kind of hand
    outcome_counts: list[Tensor]  # 64 bits: 8-bit counters for seven kinds of events each

    def flat(self) -> list[Tensor]:
        """Return all tensors as one flat list."""
        return [tensor for name in _NAMES for tensor in _listed(getattr(self, name))]

    @classmethod
    def of(cls, constants: Constants, tensors: Sequence[Tensor]) -> Lanes:
        """Return lanes made from a flat list of tensors; the inverse of `flat`."""
        unassigned = iter(tensors)
        widths = widths_of(constants)
        values: dict[str, Any] = {}
        for name in _NAMES:
            width = widths.get(name)
            values[name] = next(unassigned) if width is None else [next(unassigned) for _ in range(width)]
        return cls(**values)


_NAMES = tuple(field.name for field in fields(Lanes))


def _listed(value: Any) -> Sequence[Tensor]:
    return value if isinstance(value, list) else [value]


def keeps_packets(constants: Constants) -> bool:
    """Return whether the cards of a deal are needed after its first hand has begun."""
    return constants.most_hands > 1 or constants.records


def widths_of(constants: Constants) -> dict[str, int]:
    """Return the length of each list in `Lanes`."""
    packets = constants.packets if keeps_packets(constants) else 0
    return {
        "points": constants.score_columns,
        "games": constants.score_columns,
        "awards": len(constants.lances) * constants.score_columns,
        "held": constants.places,
        "hand_value": constants.places,
        "buckets": constants.places if constants.buckets else 0,
        "packets": packets,
        "packet_values": packets,
        "deferred": constants.most_deferred if constants.writes_late else 0,
        "face_down": constants.places if constants.features.asks_sure and constants.features.covers else 0,
        "trick": 2 if constants.features.asks_sure else 0,
        "outcome_counts": -(-constants.outcomes // OUTCOMES_IN_A_COUNT),
    }


_WIDE = ("random", "visible", "face_down", "kinds", "outcome_counts")
_BOOLEANS = ("playing", "stopped", "sure_known", "deals_now")
_FIRST = {
    "reserve": NOTHING,
    "asks": NOTHING,
    "last_move": NOTHING,
    "deferred": NOTHING,
    "first_reached": NO_SCORE_COLUMN,
}


def empty_lanes(constants: Constants, lanes: int, device: str) -> Lanes:
    """Return idle lanes in which nothing has been played."""

    def empty_tensor(name: str) -> Tensor:
        dtype = torch.int64 if name in _WIDE else torch.bool if name in _BOOLEANS else torch.int32
        return torch.full((lanes,), _FIRST.get(name, 0), dtype=dtype, device=device)

    widths = widths_of(constants)
    return Lanes.of(constants, [empty_tensor(name) for name in _NAMES for _ in range(widths.get(name, 1))])
