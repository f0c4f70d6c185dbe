"""Every game offers moves in the same order: accept, raise, refuse, then other calls, and leaving last."""

from __future__ import annotations

import random

import pytest

from truquero import VARIANTS, IllegalMove, Match
from truquero.cards import CARDS
from truquero.engine.state import pending_lance
from truquero.server.changes import TableSettings
from truquero.server.tables.state import TableState
from truquero.server.ws.messages import HandInfo as HandSeen
from truquero.server.ws.page_view import PageView
from truquero.speech.menu import menu_of
from truquero.speech.talk import read
from truquero.table.move_order import in_order
from truquero.variants import rules_of

MOVES = 500  # moves at each table
ACCEPTS = ("quiero", "mi-falta")
REFUSES = ("no-quiero", "con-flor-me-achico")
# Every ladder of calls, from small to large.
LADDERS = {
    "truco": ("truco", "retruco", "vale-cuatro", "vale-nueve", "vale-juego", "pata", "cama", "juego-fuera"),
    "envido": ("envido", "torne", "real-envido", "falta-envido"),
    "flor": ("contraflor", "contraflor-al-resto", "al-resto"),
}
LADDERS_OF = {
    "paulista": {"truco": ("truco", "seis", "nove", "doze")},
    "mineiro": {"truco": ("truco", "seis", "dez", "doze")},
    "autoridades": {"truco": ("truco", "tres-mas", "nueve", "juego-fuera")},
}


def rank(variant: str, pending: str, move: str) -> tuple[int, int] | None:
    """Return the sort key that a move should have among the answers, or None for cards."""
    if move in CARDS or move.partition("-")[0] in ("carta", "tapada", "descarta"):
        return None
    if move in ACCEPTS or (pending == "flor" and move in ("flor", "chica", "guena")):
        return 0, (*ACCEPTS, "flor", "chica", "guena").index(move)
    if move in REFUSES:
        return 2, 0
    if move == "mazo":
        return 9, 0
    _name, _dash, size = move.rpartition("-")
    ladder = {**LADDERS, **LADDERS_OF.get(variant, {})}[pending] if pending in LADDERS else ()
    if pending == "envido" and size.isdigit():
        return 1, int(size)
    if pending == "envido" and move == "envido-pata":
        return 1, 1_000_000
    return (1, ladder.index(move) * 100) if move in ladder else (5, 0)


def all_codes(hand: HandSeen) -> tuple[str, ...]:
    """Return every choice that a page is offered, with the ranges of bets expanded."""
    codes: list[str] = []
    for index in range(len(hand.choices) + 1):
        for sizes in hand.bet_sizes:
            if sizes.position == index:
                codes += [f"{sizes.name}-{size}" for size in range(sizes.first, sizes.last + 1, sizes.step)]
        codes += [choice.code for choice in hand.choices[index : index + 1]]
    return tuple(codes)


@pytest.mark.parametrize(
    ("variant", "players"), [(name, players) for name in sorted(VARIANTS) for players in VARIANTS[name].players]
)
def test_answers_have_the_same_order_in_every_game(variant: str, players: int) -> None:
    """This holds for the terminal's menu and the page's choices, wherever an answer is due."""
    randomness, moves_made, answers = random.Random(f"{variant}/{players}"), 0, 0
    table = TableState("table", TableSettings(variant, players, {}, True, True, 0, 0, "azar"), "")
    match = table.match = Match(variant, players, seed="order")
    while moves_made < MOVES:
        if not match.deal():
            match = table.match = Match(variant, players, seed=f"order {moves_made}")
            continue
        while match.turn and moves_made < MOVES:
            for seat, moves in match.turn.items():
                assert match.hand is not None
                pending = pending_lance(match.hand.state) if match.exposed is None else None
                offered = in_order(match.rules, match.hand.state, moves)
                assert sorted(offered) == sorted(moves)
                if "mazo" in offered:
                    assert offered[-1] == "mazo"
                if pending is None:
                    continue
                ranks = [key for move in offered if (key := rank(variant, pending, move)) is not None]
                assert ranks == sorted(ranks), offered
                answers += 1
                view = match.view(seat)
                hand = PageView(table, seat, None).hand()
                assert hand is not None
                assert all_codes(hand) == offered
                menu = menu_of(in_order(match.rules, view.state, view.moves))
                codes = [code for entry in menu.entries for code in ((entry,) if isinstance(entry, str) else entry)]
                assert codes == [code for code in offered if not code.isdigit()]
            calls = [
                seat_and_move
                for seat_and_move in match.moves()
                if seat_and_move[1] not in (*CARDS, "mazo", "no-quiero")
            ]
            match.play(*randomness.choice(calls if calls and randomness.random() < 0.5 else match.moves()))
            moves_made += 1
    assert answers > 30, "the walk has met no answers"


def test_raise_sizes_are_listed_between_accept_and_refuse() -> None:
    """This also holds where the menu shows many sizes as a range."""
    match = Match("belmez", 2, seed="3", dealer=2)
    match.deal()
    match.play(1, "envido")
    assert match.hand is not None
    lines = list(menu_of(in_order(rules_of("belmez", 2), match.hand.state, match.turn[2])).lines())
    assert [line.split()[1] if ")" in line else "range" for line in lines] == [
        "quiero",
        "range",
        "envido-pata",
        "no-quiero",
        "mazo",
    ]


@pytest.mark.parametrize(
    ("variant", "moves", "seat", "answers"),
    [
        ("belmez", ["truco"], 2, ["quiero", "retruco", "no-quiero"]),
        ("belmez", ["envido"], 2, ["quiero", "envido-pata", "no-quiero"]),
        ("argentino", ["envido"], 2, ["quiero", "envido", "real-envido", "falta-envido", "no-quiero"]),
    ],
)
def test_errors_and_table_talk_list_moves_in_the_order_of_menus(
    variant: str, moves: list[str], seat: int, answers: list[str]
) -> None:
    match = Match(variant, 2, seed="feria", dealer=2)
    match.deal()
    for move in moves:
        match.play(1, move)
    assert match.hand is not None
    menu = in_order(match.rules, match.hand.state, match.view(seat).moves)
    with pytest.raises(IllegalMove) as refused:
        match.play(seat, "son-buenas")
    assert refused.value.legal == menu
    assert read("nada", match.rules, match, seat).legal == menu
    assert [move for move in menu if move in answers] == answers
