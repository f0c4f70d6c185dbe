#!/usr/bin/env python3
"""Cauto: a careful player, and a complete program in the bot protocol of Truquero. It needs only Python.

    truquero play argentino --players 2 --bots "exec:python3 examples/bots/cauto.py"
    truquero bot-protocol --check "python3 examples/bots/cauto.py"

It knows the name of no variant: the questions say how high each card is, what the cards count and what is legal.
"""

from __future__ import annotations

import json
import sys
from typing import Any

GOOD_ENVIDO = 26  # points that are worth a bet
GOOD_HAND = 0.7  # the share of the pack that each of the two best cards must beat


def choose(view: dict[str, Any], moves: list[str]) -> str:
    """Return one of the legal moves."""
    for answer in (about_flor(moves), about_bets(view, moves)):
        if answer is not None:
            return answer
    cards = [move for move in moves if move in view["strengths"]]
    if cards:
        return card_to_play(view, cards)
    # Rare moves: look at the cards, discard one, keep an exposed card, say points, play cards unseen.
    truth = str(view["points"]["envido"])
    for move in (truth, "son-buenas", "mira", "acepta-carta", "chica", "guena"):
        if move in moves:
            return move
    return moves[0]


def about_flor(moves: list[str]) -> str | None:
    """Always sing a flor; never raise a rival's."""
    return next((move for move in ("flor", "con-flor-me-achico") if move in moves), None)


def about_bets(view: dict[str, Any], moves: list[str]) -> str | None:
    """Answer a pending call, or make one with good cards; None if neither applies."""
    waits = view["state"]["waits"]
    good = good_envido(view) if waits == "envido" else how_good(view) >= GOOD_HAND
    if "quiero" in moves:
        return "quiero" if good or "no-quiero" not in moves else "no-quiero"
    if "envido" in moves and good_envido(view):
        return "envido"
    if "truco" in moves and view["setting"] == "round" and how_good(view) > GOOD_HAND:
        return "truco"
    return None


def good_envido(view: dict[str, Any]) -> bool:
    """Return whether the envido points are worth a bet."""
    points = view["points"]["envido"]
    return points is not None and points >= GOOD_ENVIDO


def how_good(view: dict[str, Any]) -> float:
    """Return the share of the pack that the second best card beats, with the cards already played."""
    laid = [play["card"] for play in view["table"] if play["seat"] == view["seat"]]
    own = [card for card in (*view["cards"], *laid) if card is not None]
    if len(own) < 2:
        return 0.0
    heights = view["strengths"]
    second = sorted(heights[card] for card in own)[-2]
    return float(sum(height < second for height in heights.values()) / len(heights))


def card_to_play(view: dict[str, Any], cards: list[str]) -> str:
    """Return the lowest card that takes the trick, otherwise the lowest; never beat a partner's winning card."""
    heights = view["strengths"]
    trick = len(view["state"]["won"])
    on_table = [play for play in view["table"] if play["trick"] == trick]
    if not on_table:
        return max(cards, key=heights.__getitem__)
    to_beat = max(heights.get(play["card"], -1) for play in on_table)  # a card that lies face down beats nothing
    ours = any(heights.get(play["card"], -1) == to_beat for play in on_table if play["seat"] in view["partners"])
    winners = [card for card in cards if heights[card] > to_beat]
    return min(winners if winners and not ours else cards, key=heights.__getitem__)


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            answer: dict[str, Any] = {"type": "ready", "name": "Cauto"}
        elif message["type"] == "turn":
            # With `may_pass` another seat may speak instead. A careful player leaves that to a partner.
            pass_on = message["may_pass"] and message["view"]["state"]["waits"] is None
            answer = {"move": None if pass_on else choose(message["view"], message["moves"])}
        else:  # the end
            break
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
