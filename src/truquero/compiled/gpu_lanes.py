"""The memory of the GPU executor: a tensor for each thing that a lane remembers. A lane plays one game at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from truquero.compiled.course import NO_SLOT
from truquero.compiled.gpu_numbers import Tensor, torch
from truquero.compiled.gpu_tables import Facts

HAPPENINGS_IN_A_COUNT = 7
HANDS_IN_A_COUNT = 255  # then they are taken down
COUNT_BITS = 8
NOTHING = -1


@dataclass
class Lanes:
    """Whole numbers of 32 bits where nothing else is said; lists have one for each slot, place or the like."""

    random: Tensor  # 64 bits
    playing: Tensor  # truth values: there is a game
    stopped: Tensor  # the hand ends here
    row: Tensor  # the game, counted from the first one of the request
    end_row: Tensor  # where the games of this lane end
    reserve: Tensor  # where more of them begin, or NOTHING
    state: Tensor
    kind: Tensor
    score: Tensor  # the number of the score, as this hand's sides see it
    first_score: Tensor  # at the beginning of the hand
    facts: Tensor  # three bits a place: a flor, a reservá, certain winners
    plain: Tensor  # the places that hold a flor that must be sung
    turned: Tensor  # the class of the turned card
    turned_card: Tensor
    fourth_card: Tensor
    best: Tensor  # strength of the best card in the trick
    happened: Tensor
    declared: Tensor  # places that have told their flor
    envido_points: Tensor  # written in this hand, and for which side: a flor takes them back
    envido_side: Tensor
    winner: Tensor  # of the truco of this hand: 0 the mano's side
    moves: Tensor
    hands: Tensor
    deals_in_game: Tensor
    dealer: Tensor
    first_dealer: Tensor
    first_mano: Tensor
    duels: Tensor  # whether this deal is played as duels
    hand: Tensor  # which hand of the deal it is
    field: Tensor  # where the tables of the course tell of this hand
    first_slots: Tensor  # where the points of side 0 are written
    second_slots: Tensor
    first_reached: Tensor  # the slot that has reached the target first
    reached: Tensor  # all of them
    won_match: Tensor  # slots that have won a bet of the whole match
    deferred_count: Tensor
    points: list[Tensor]
    games: list[Tensor]
    awards: list[Tensor]  # by lance, then by slot
    held: list[Tensor]
    worth: list[Tensor]
    buckets: list[Tensor]  # by which a policy weighs the moves of a place
    packets: list[Tensor]  # the cards dealt, for all hands of the deal
    packets_worth: list[Tensor]
    deferred: list[Tensor]  # awards that wait for the end of the hand
    # Certain winners.
    told: Tensor  # truth values: whether the mover's cards are stands in the facts
    asks: Tensor  # the menu that wants to know
    seen: Tensor  # 64 bits: the cards laid face up
    covered: list[Tensor]  # 64 bits: the cards that a place has laid face down
    trick: list[Tensor]  # each side's best card in the trick, below its strength
    # The record.
    said: Tensor  # the move just made, and the seat
    dealt: Tensor  # truth values: there are new cards
    # Totals of the lane over all its hands.
    all_points: Tensor
    mano_points: Tensor
    decided: Tensor
    mano_hands: Tensor
    kinds: Tensor  # 64 bits: counts of eight bits
    things: list[Tensor]  # the same, for seven happenings each

    def flat(self) -> list[Tensor]:
        """All tensors one after the other."""
        return [one for name in _NAMES for one in _listed(getattr(self, name))]

    @classmethod
    def of(cls, facts: Facts, tensors: Sequence[Tensor]) -> Lanes:
        """Lanes from their tensors one after the other."""
        left = iter(tensors)
        widths = widths_of(facts)
        made: dict[str, Any] = {}
        for name in _NAMES:
            width = widths.get(name)
            made[name] = next(left) if width is None else [next(left) for _ in range(width)]
        return cls(**made)


_NAMES = tuple(field.name for field in fields(Lanes))


def _listed(value: Any) -> Sequence[Tensor]:
    return value if isinstance(value, list) else [value]


def keeps_packets(facts: Facts) -> bool:
    """Whether cards are wanted again after the first hand of a deal has begun."""
    return facts.most_hands > 1 or facts.records


def widths_of(facts: Facts) -> dict[str, int]:
    """How long each list of a lane is."""
    packets = facts.packets if keeps_packets(facts) else 0
    return {
        "points": facts.slots,
        "games": facts.slots,
        "awards": len(facts.lances) * facts.slots,
        "held": facts.places,
        "worth": facts.places,
        "buckets": facts.places if facts.buckets else 0,
        "packets": packets,
        "packets_worth": packets,
        "deferred": facts.most_deferred if facts.late else 0,
        "covered": facts.places if facts.asks_sure and facts.covers else 0,
        "trick": 2 if facts.asks_sure else 0,
        "things": -(-facts.happenings // HAPPENINGS_IN_A_COUNT),
    }


_WIDE = ("random", "seen", "covered", "kinds", "things")
_TRUTHS = ("playing", "stopped", "told", "dealt")
_FIRST = {"reserve": NOTHING, "asks": NOTHING, "said": NOTHING, "deferred": NOTHING, "first_reached": NO_SLOT}


def empty_lanes(facts: Facts, lanes: int, device: str) -> Lanes:
    """Lanes in which nothing has been played."""

    def made(name: str) -> Tensor:
        dtype = torch.int64 if name in _WIDE else torch.bool if name in _TRUTHS else torch.int32
        return torch.full((lanes,), _FIRST.get(name, 0), dtype=dtype, device=device)

    widths = widths_of(facts)
    return Lanes.of(facts, [made(name) for name in _NAMES for _ in range(widths.get(name, 1))])
