"""The messages of the bot protocol that a table sends to a program, each as JSON on one line.

A message about a hand contains only data that follows from the seat's View and the rules. Places, sides and bit masks
of the public state become seats, so a program needs to know nothing of the engine. `protocol.toml` describes every
field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from truquero.engine import State
from truquero.engine.state import NOBODY, bit
from truquero.rules.game import HandType, Rules
from truquero.rules.lances import Truco
from truquero.rules.moves import move_codes
from truquero.rules.stakes import Stake, Term
from truquero.rules.voices import Sign
from truquero.table import Event, View
from truquero.table.schedule import Lineup, side_of
from truquero.table.score import hand_score_of
from truquero.table.signs import SIGN

PROTOCOL = 1
WISHES = ("signs", "watch", "claims", "results")  # optional messages, sent only to programs that ask for them
Json = dict[str, object]


def line(message: Mapping[str, object]) -> bytes:
    """Return a message as it is sent: ASCII, with a newline only at its end."""
    return json.dumps(message).encode() + b"\n"


def start(rules: Rules, seat: int, seed: str) -> Json:
    """Return the first message: the rules of the game, and the seat of the program."""
    return {"type": "start", "protocol": PROTOCOL, "rules": rules_as_json(rules), "seat": seat, "seed": seed}


def rules_as_json(rules: Rules) -> Json:
    """Return the part of the rules that a program needs."""
    return {
        "variant": rules.variant,
        "players": rules.players,
        "options": dict(rules.options),
        "target": rules.match.target,
        "games_to_win": rules.match.games_to_win,
        "pack": list(rules.pack),
        "truco": [rung.code for rung in rules.truco.rungs],
        "moves": sorted(move_codes(rules)),
        "signs": sign_moves(rules),
    }


def sign_moves(rules: Rules, view: View | None = None) -> list[str]:
    """Return the señas as moves: those of the game, or with a view those of its seat, whose side may have its own."""
    signs = rules.voices.signs if view is None else view.signs(rules, view.seat)
    return [f"{SIGN}{sign.name}" for sign in signs]


def turn(view: View, rules: Rules, *, may_pass: bool) -> Json:
    """Return a question for a move."""
    return {**_message_with_view("turn", view, rules), "moves": list(view.moves), "may_pass": may_pass}


def sign(view: View, rules: Rules) -> Json:
    """Return the question whether to make a seña."""
    return {**_message_with_view("sign", view, rules), "moves": sign_moves(rules, view), "may_pass": True}


def claim(view: View, rules: Rules) -> Json:
    """Return the question whether to challenge a player after a hand."""
    return {**_message_with_view("claim", view, rules), "moves": list(view.claims), "may_pass": True}


def watch(view: View, rules: Rules) -> Json:
    """Return the question which seat to watch."""
    return {**_message_with_view("watch", view, rules), "seats": other_seats(view)}


def result(view: View, rules: Rules) -> Json:
    """Return the message with the result of a hand."""
    return _message_with_view("result", view, rules)


def other_seats(view: View) -> list[int]:
    return [seat for seat in range(1, view.players + 1) if seat != view.seat]


def end() -> Json:
    """Return the last message."""
    return {"type": "end"}


def _message_with_view(kind: str, view: View, rules: Rules) -> Json:
    return {"type": kind, "seat": view.seat, "view": view_as_json(view, rules)}


# --------------------------------------------------------------------------------------------------------- the view


def view_as_json(view: View, rules: Rules) -> Json:
    """Return all that a seat may know, except its legal moves, which the question contains."""
    lineup = view.lineup
    own_side = _side(lineup, view.seat)
    return {
        "seat": view.seat,
        "variant": view.variant,
        "players": view.players,
        "target": view.target,
        "score": list(view.score),
        "games": list(view.games),
        "dealer": view.dealer,
        "seats": list(view.seats),
        "partners": [seat for seat in view.seats if _side(lineup, seat) == own_side and seat != view.seat],
        "rivals": [seat for seat in view.seats if _side(lineup, seat) != own_side],
        "gallo": view.gallo,
        "setting": view.hand_type,
        "turned": view.turned,
        "cards": list(view.cards),
        "points": {lance: view.points(rules, lance) for lance in ("envido", "flor")},
        "others": [{"seat": seat, "cards": list(cards)} for seat, cards in view.partner_hands],
        "table": [
            {"seat": laid.seat, "card": laid.card, "trick": laid.trick, "past": laid.past, "face_down": laid.face_down}
            for laid in view.table
        ],
        "strengths": dict(rules.ranking.strengths(view.turned)),
        "events": [_event(event) for event in view.events],
        "state": None if view.state is None else _StateWriter(view, rules, lineup).as_json(view.state),
        "word": list(view.may_act),
        "asked": list(view.must_act),
        "claims": list(view.claims),
        "winner": view.winner,
        "winners": list(view.winners),
        "watching": view.watching,
        "seen": list(view.seen_earlier),
        "codes": [None if code is None else [_sign(sign) for sign in code] for code in view.codes],
    }


def _side(lineup: Lineup, seat: int) -> int:
    """Return the side of a seat, also of a seat that does not play in the current duel."""
    return lineup.sides[lineup.seats.index(seat)] if seat in lineup.seats else side_of(seat)


def _sign(sign: Sign) -> Json:
    return {"move": f"{SIGN}{sign.name}", "shows": sign.shows, "gesture": sign.gesture}


def _event(event: Event) -> Json:
    """Return an event without `seen_by` and without empty fields."""
    fields = event._replace(seen_by=None)._asdict()
    return {name: value for name, value in fields.items() if value is not None and value != ()}


# -------------------------------------------------------------------------------------------------------- the state


class _StateWriter:
    """Converts a public state to JSON, with seats instead of places, sides and bit masks."""

    def __init__(self, view: View, rules: Rules, lineup: Lineup) -> None:
        self._lineup = lineup
        self._truco = _ladder(rules, HandType(view.hand_type))
        self._score = hand_score_of(rules, lineup, view.score)
        self._pending = view.pending

    def as_json(self, state: State) -> Json:
        return {
            "stage": state.stage,
            "waits": None if self._pending is None or self._pending.question == "play" else self._pending.question,
            "turn": self._seat(state.turn),
            "leader": self._seat(state.leader),
            "best": self._seat(state.best),
            "tied": state.parda,
            "won": [None if side is None else self._of_side(side) for side in state.won],
            "out": self._of_bits(state.out),
            "looked": self._of_bits(state.looked),
            "truco": self._truco_as_json(state),
            "envido": self._envido_as_json(state),
            "flor": self._flor_as_json(state),
            "declaring": self._declaring_as_json(state),
        }

    def _truco_as_json(self, state: State) -> Json:
        truco, ladder = state.truco, self._truco
        is_called = truco.calling != NOBODY
        reduced = truco.reduced
        in_force = ladder.stake(truco.rung) if reduced == NOBODY else Stake(term=Term.LACK, side=reduced)
        return {
            "accepted": ladder.rungs[truco.rung - 1].code if truco.rung else None,
            "stake": self._stake(in_force),
            "calling": self._of_side(truco.calling),
            "call": ladder.rungs[truco.rung].code if is_called else None,
            "offer": self._stake(ladder.rungs[truco.rung].stake) if is_called else None,
            "may_raise": self._of_side(truco.owner),
            "dark": truco.dark,
            "tie_to": self._of_side(truco.tie_to),
        }

    def _envido_as_json(self, state: State) -> Json:
        envido = state.envido
        return {
            "closed": envido.closed,
            **self._call(envido.calling, envido.offer, envido.refused),
            "final": envido.final,
            "shower": self._seat(envido.shower),
        }

    def _flor_as_json(self, state: State) -> Json:
        flor = state.flor
        return {
            "stage": flor.stage,
            "first": self._seat(flor.first),
            "sung": self._of_bits(flor.sung),
            "asked": self._seat(flor.speaker),
            **self._call(flor.calling, flor.offer, flor.refused),
            "said_chica": self._of_bits(flor.said_chica),
            "hushed": self._of_bits(flor.hushed),
        }

    def _call(self, side: int, offer: Stake, refused: Stake) -> Json:
        """Return the fields of a call that waits for an answer; all are None if there is no such call."""
        if side == NOBODY:
            return {"calling": None, "offer": None, "refused": None}
        return {"calling": self._of_side(side), "offer": self._stake(offer), "refused": self._stake(refused)}

    def _declaring_as_json(self, state: State) -> Json | None:
        declaring = state.declaring
        if declaring is None:
            return None
        return {
            "lance": declaring.lance,
            "speaker": self._seat(declaring.speaker),
            "contenders": self._of_bits(declaring.contenders),
            "speakers": self._of_bits(declaring.speakers),
            "stake": self._stake(declaring.stake),
            "best": self._seat(declaring.best),
            "value": None if declaring.value == NOBODY else declaring.value,
        }

    def _seat(self, place: int) -> int | None:
        return None if place == NOBODY else self._lineup.seats[place]

    def _of_side(self, side: int) -> list[int] | None:
        if side == NOBODY:
            return None
        return [
            seat for seat, seat_side in zip(self._lineup.seats, self._lineup.sides, strict=True) if seat_side == side
        ]

    def _of_bits(self, mask: int) -> list[int]:
        return [seat for place, seat in enumerate(self._lineup.seats) if mask & bit(place)]

    def _stake(self, stake: Stake) -> Json:
        """Return the non-empty parts of a stake, and its worth at this score."""
        parts = {
            "points": stake.points,
            "term": "" if stake.term is Term.NONE else stake.term.name.lower(),
            "of": self._of_side(stake.side) if stake.term is Term.LACK else None,
            "cap": stake.cap,
            "per_flor": stake.per_flor,
            "own_flores": stake.own_flores,
        }
        return {**{name: part for name, part in parts.items() if part}, "worth": stake.ceiling(self._score)}


@lru_cache(maxsize=64)
def _ladder(rules: Rules, hand_type: HandType) -> Truco:
    """Return the calls of truco in a kind of hand. They do not depend on the players."""
    return rules.hand_rules((0, 1), hand_type).truco
