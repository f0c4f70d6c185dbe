"""The stakes that a view tells: the same as in the bot protocol, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from truquero import VARIANTS, Match, View
from truquero.bots.protocol.messages import view_as_json
from truquero.rules.game import Rules
from truquero.table import PendingCall


def points(view: View, state: dict[str, Any], stake: dict[str, Any]) -> int:
    """Return the points of a stake in JSON, with the flores sung, and at least one of each side."""
    sides = [
        side for seat, side in zip(view.lineup.seats, view.lineup.sides, strict=True) if seat in state["flor"]["sung"]
    ]
    flores = sum(max(1, sides.count(side)) for side in (0, 1))
    return int(stake["worth"]) + int(stake.get("per_flor", 0)) * flores


def protocol_offer(view: View, state: dict[str, Any]) -> PendingCall | None:
    """Return the pending call of a state in JSON. The protocol does not tell what a refused truco pays: the stake."""
    for lance in ("flor", "envido", "truco"):
        part = state[lance]
        if part["offer"] is not None:
            refused = part["stake"] if lance == "truco" else part["refused"]
            return PendingCall(
                lance, tuple(part["calling"]), points(view, state, part["offer"]), points(view, state, refused)
            )
        if lance == "flor" and part["stage"] not in ("open", "closed"):
            return None
    return None


def compare(view: View, rules: Rules) -> bool:
    """Check a view against the protocol. Return whether a call waits for an answer."""
    state: Any = view_as_json(view, rules)["state"]
    if not view.must_act:  # the hand is over, or the game was won in its middle
        assert (view.stake(rules), view.pending_call(rules)) == (None, None)
        return False
    assert view.stake(rules) == state["truco"]["stake"]["worth"]
    assert view.pending_call(rules) == protocol_offer(view, state)
    return view.pending_call(rules) is not None


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_tells_the_stakes(variant: str) -> None:
    chance = Random(variant)
    for players in VARIANTS[variant].players:
        match = Match(variant, players, seed=7, score=[5] * (3 if players == 3 else 2))
        offers = 0
        while len(match.log) < 25 and match.deal():
            while match.turn:
                seat, move = chance.choice(match.moves())
                offers += compare(match.view(seat), match.rules)
                match.play(seat, move)
            compare(match.view(1), match.rules)
        assert offers > 0


def test_there_are_no_stakes_before_the_first_deal() -> None:
    match = Match("argentino", 2)
    assert (match.view(1).stake(match.rules), match.view(1).pending_call(match.rules)) == (None, None)


def test_a_hand_that_was_won_in_the_middle_has_no_stake() -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}, score=(29, 10))
    for seat, move in ((1, "truco"), (2, "envido"), (1, "quiero")):
        match.play(seat, move)
    assert match.hand is not None
    assert match.hand.finished
    for seat in (1, 2):
        view = match.view(seat)
        assert (view.pending, view.stake(match.rules), view.pending_call(match.rules)) == (None, None, None)


def test_an_open_contraflor_pays_for_each_flor_that_was_sung() -> None:
    cards = {1: "4e 5e 6e", 2: "1o 6o 10o", 3: "2c 5c 6c", 4: "3b 11o 10e"}
    match = Match.from_cards("argentino", cards, flor="on")
    for seat, move in ((1, "flor"), (2, "contraflor")):
        match.play(seat, move)
    call = match.view(1).pending_call(match.rules)
    assert call is not None
    assert (call.accepted, call.refused) == (6, 3)
