"""Bots at a table for tests: hands with chosen cards, and thinking bots with a small budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from truquero import Match, View
from truquero.bots import ROSTER, Bot, MatchRunner, make_bot
from truquero.bots.players import beliefs, betting_games, move_evaluation, variance
from truquero.cards import CARDS
from truquero.table.hand_opening import begin_deal, begin_hand

SIMPLE = ("azar", "aprendiz")
THINKING = tuple(name for name in ROSTER if name not in SIMPLE)


def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let thinking bots sample only a few deals, and disable the compiled solver, which is not always installed."""
    for name, value in {"ROUND": 2, "ROUNDS": 1}.items():
        monkeypatch.setattr(move_evaluation, name, value)
    for name, value in {"HANDS": 5, "ROUNDS": 10}.items():
        monkeypatch.setattr(betting_games, name, value)
    monkeypatch.setattr(variance, "solver_is_available", lambda: False)
    monkeypatch.setattr(beliefs, "SAMPLE_SIZE", 40)
    monkeypatch.setattr(beliefs, "FEW_HANDS", 60)


def runner_of(match: Match, *names: str, seed: str = "") -> MatchRunner:
    """Return a table with the bots of these names from seat 1 on, repeated until every seat has one."""
    chosen = {seat: names[(seat - 1) % len(names)] for seat in range(1, match.players + 1)}
    return MatchRunner(match, {seat: bot(name, match, seat, seed) for seat, name in chosen.items()})


def bot(name: str, match: Match, seat: int, seed: str = "") -> Bot:
    return make_bot(name, match.rules, seat, f"{seed}/{seat}")


def hand_of(
    variant: str, cards: Mapping[int, str], turned: str | None = None, score: tuple[int, int] = (0, 0), **options: Any
) -> Match:
    """Return a match in a hand with these cards, written `1e 7e 4c` for each seat.

    The last seat deals, so seat 1 is the mano.
    """
    match = Match(variant, len(cards), seed="hand", dealer=len(cards), score=score, **options)
    begin_deal(match, len(cards))
    dealt = {seat: [CARDS[code] for code in held.split()] for seat, held in cards.items()}
    begin_hand(match, dealt, None if turned is None else CARDS[turned])
    return match


def play(match: Match, *moves: str) -> Match:
    """Play moves written `2 envido`, and return the match."""
    for move in moves:
        seat, code = move.split()
        match.play(int(seat), code)
    return match


def only(view: View, *moves: str) -> View:
    """Return a view in which only these moves are legal, or only cards face up if none is given."""
    return replace(view, moves=tuple(move for move in view.moves if (move in moves if moves else move in CARDS)))
