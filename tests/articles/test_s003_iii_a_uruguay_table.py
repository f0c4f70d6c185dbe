"""Uruguay, S003 III.a and rules completed (UY-4, UY-5, UY-7): envido, truco, mazo, chicos, pico a pico, perros."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    choices,
    finished,
    games,
    hand,
    illegal,
    in_turns,
    judge,
    last_is_illegal,
    score,
    tricks,
    turn,
)
from truquero.table import Match
from truquero.variants import rules_of

uruguayo = partial(hand, variant="uruguayo", turned="6o")
ENVIDO, PLAIN = "7c 6c 4e", "1e 1b 5c"  # 33 and 6
B_WINS = "1 7c ; 2 1e ; 2 1b ; 1 6c"


def duel(moves: str, points: str = "0-0", options: str = "", games: str = "") -> str:
    return uruguayo(moves, ENVIDO, PLAIN, score=points, options=options, games=games)


def test_s003_iii_a_uruguay_options_are_these() -> None:
    assert choices("uruguayo") == {
        "target": ("40",),
        "word": ("turn", "any"),
        "tie_policy": ("MANO-TRICK", "STD", "NEXT", "LAST", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("mano", "none"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
        "chicos": ("3", "1"),
        "falta_mode": ("leader", "malas_win_buenas_leader"),
        "flor": ("on", "off"),
        "perros": ("off", "on"),
    }


@pytest.mark.parametrize("option", ["chicos=2", "falta_mode=win_game", "flor=yes", "perros", "deck=38", "target=0"])
def test_s003_iii_a_uruguay_options_unknown_are_bad_input(option: str) -> None:
    assert illegal(f"variant uruguayo\nplayers 2\noptions {option}\ndeal 2\n").line == 3


def test_s003_iii_a_uruguay_two_four_or_six() -> None:
    assert rules_of("uruguayo").players == 4
    for players in (2, 4, 6):
        assert turn(f"variant uruguayo\nplayers {players}\ndeal {players}\nturned 6o\n")[1]
    for players in (1, 3, 5, 8):
        assert illegal(f"variant uruguayo\nplayers {players}\n").line == 2


# ----------------------------------------------------------------------------------------------------------- envido


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("envido", 2, 1),
        ("real-envido", 3, 1),
        ("falta-envido", 40, 1),
        ("envido envido", 4, 2),
        ("envido real-envido", 5, 2),
        ("envido falta-envido", 40, 2),
        ("real-envido falta-envido", 40, 3),
        ("envido envido real-envido", 7, 4),
        ("envido envido falta-envido", 40, 4),
        ("envido real-envido falta-envido", 40, 5),
        ("envido envido real-envido falta-envido", 40, 7),
    ],
)
def test_s003_iii_a_uruguay_envido_every_chain(calls: str, accepted: int, refused: int) -> None:
    moves, caller = in_turns([*calls.split(), "quiero"]), "BA"[len(calls.split()) % 2]
    end = [] if accepted == 40 else ["1 mazo"]
    assert awards(duel(" ; ".join([*moves, *end])))[0] == ("envido", "A", accepted)
    moves = in_turns([*calls.split(), "no-quiero"])
    assert awards(duel(" ; ".join([*moves, "1 mazo"])))[0] == ("envido", caller, refused)


@pytest.mark.parametrize(
    "calls",
    [
        "envido envido envido",
        "real-envido envido",
        "real-envido real-envido",
        "envido real-envido envido",
        "envido real-envido real-envido",
        "falta-envido envido",
        "falta-envido real-envido",
        "falta-envido falta-envido",
    ],
)
def test_s003_iii_a_uruguay_envido_customary_chain_only(calls: str) -> None:
    last_is_illegal(duel("\n".join(in_turns(calls.split()))))


def test_s003_iii_a_uruguay_envido_window() -> None:
    """As in Argentina: in the first trick, before one's own card, and over a truco that waits."""
    assert "envido" in turn(duel("1 7c"))[2]
    assert "envido" in turn(duel("1 truco"))[2]
    assert "envido" not in turn(duel("1 truco ; 2 quiero ; 1 7c"))[2]
    assert "envido" not in turn(duel("1 7c ; 2 1e"))[2]
    assert "envido" not in turn(duel("1 7c ; 2 truco"))[1]
    first = duel("1 truco ; 2 envido ; 1 quiero")
    assert set(turn(first)[2]) == {"quiero", "no-quiero", "retruco", "mazo"}


@pytest.mark.parametrize(
    ("points", "leader", "malas"),
    [
        ("0-0", 40, 40),
        ("10-19", 21, 30),  # both in malas: the winner, who has ten, takes the chico
        ("19-5", 21, 21),
        ("20-5", 20, 20),
        ("5-20", 20, 20),
        ("25-39", 1, 1),
    ],
)
def test_s003_iii_a_uruguay_falta_modes(points: str, leader: int, malas: int) -> None:
    """UY-4; seat 1 wins."""
    calls = "1 falta-envido ; 2 quiero"
    assert awards(duel(calls, points))[0] == ("envido", "A", leader)
    assert awards(duel(calls, points, "falta_mode=malas_win_buenas_leader"))[0] == ("envido", "A", malas)


def test_s003_iii_a_uruguay_falta_follows_the_target() -> None:
    assert awards(duel("1 falta-envido ; 2 quiero", "3-10", "target=30"))[0] == ("envido", "A", 20)


# --------------------------------------------------------------------------------------------------- truco and mazo


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [
        ("1 truco ; 2 {}", 2, ("A", 1)),
        ("1 truco ; 2 retruco ; 1 {}", 3, ("B", 2)),
        ("1 truco ; 2 retruco ; 1 vale-cuatro ; 2 {}", 4, ("A", 3)),
    ],
)
def test_s003_iii_a_uruguay_truco_two_three_four(calls: str, accepted: int, refused: tuple[str, int]) -> None:
    assert awards(duel(f"{calls.format('quiero')} ; {B_WINS}")) == [("truco", "B", accepted)]
    assert awards(duel(calls.format("no-quiero"))) == [("truco", *refused)]
    assert awards(duel(calls.format("mazo"))) == [("truco", *refused)]


def test_s003_iii_a_uruguay_mazo_pays_what_is_in_force() -> None:
    assert awards(duel("1 mazo")) == [("truco", "B", 1)]
    assert awards(duel("1 truco ; 2 quiero ; 1 mazo")) == [("truco", "B", 2)]
    assert awards(duel("1 truco ; 2 retruco ; 1 quiero ; 1 mazo")) == [("truco", "B", 3)]


def test_s003_iii_a_uruguay_mazo_refuses_a_pending_envido() -> None:
    assert awards(duel("1 envido ; 2 envido ; 1 mazo")) == [("envido", "B", 2), ("truco", "B", 1)]


@pytest.mark.parametrize("call", ["truco", "envido", "falta-envido"])
def test_s003_iii_a_uruguay_the_author_of_a_pending_call_may_not_fold(call: str) -> None:
    last_is_illegal(duel(f"1 {call}\n1 mazo"))


# ------------------------------------------------------------------------------------------------- chicos and order


def test_s003_iii_a_uruguay_option_chicos() -> None:
    """UY-5: «Se juega a 3 chicos»."""
    assert judge(duel("1 mazo", "0-39", games="0-1")).match.winner == "B"
    assert judge(duel("1 mazo", "0-39")).match.winner is None
    assert judge(duel("1 mazo", "0-39", "chicos=1")).match.winner == "B"


def test_s003_iii_a_uruguay_the_next_chico_starts_from_nothing() -> None:
    text = duel("1 mazo", "12-39")
    assert (score(text), games(text)) == ((0, 0), (0, 1))
    text += "\ndeal 1\nturned 6o\n2 mazo"
    assert (score(text), games(text)) == ((1, 0), (0, 1))


def test_s003_iii_a_uruguay_the_envido_counts_before_the_truco() -> None:
    text = duel("1 envido ; 2 quiero", "38-39")
    assert (awards(text), games(text), finished(text)) == ([("envido", "A", 2)], (1, 0), True)


# ------------------------------------------------------------------------------------------------------ pico a pico

GO = "1 mazo ; 2 mazo ; 3 mazo ; 4 mazo ; 5 mazo"


def six(points: str, options: str = "") -> str:
    chosen = f"options {options}\n" if options else ""
    return f"variant uruguayo\nplayers 6\n{chosen}score {points}\ndeal 6\nturned 6o\n{GO}\ndeal 1\n"


@pytest.mark.parametrize(
    ("points", "duels"),
    [("0-0", True), ("19-18", True), ("18-19", False), ("20-0", False), ("0-25", False), ("39-5", False)],
)
def test_s003_iii_a_uruguay_pico_a_pico_while_both_are_in_malas(points: str, duels: bool) -> None:
    """Every second deal, the first being round; the first deal here gives B a point."""
    text = six(points)
    if duels:
        assert turn(text + "duel 2 5\nturned 6o\n")[2]
    else:
        assert illegal(text + "duel 2 5\n").line == text.count("\n") + 1
        assert list(turn(text + "turned 6o\n")) == [2]


def test_s003_iii_a_uruguay_pico_a_pico_three_duels_of_one_deal() -> None:
    """«one deal for the three duels»: each seat against the one in front, the nearer to the mano being mano."""
    head = six("0-0")
    text = head + "".join(f"duel {mano} {rival}\nturned 6o\n{mano} mazo\n" for mano, rival in ((2, 5), (3, 6), (4, 1)))
    assert score(text) == (2, 2)
    assert list(turn(text + "deal 2\nturned 6o\n")) == [3], "then all together again"
    cards = head + "duel 2 5\nturned 6o\ncards 2 7c 6c 4e\ncards 5 1e 1b 5c\n2 mazo\nduel 3 6\nturned 6o\n"
    assert illegal(cards + "cards 3 7c 3b 2e\n").line == cards.count("\n") + 1


def test_s003_iii_a_uruguay_pico_a_pico_the_muestra_is_written_with_the_deal() -> None:
    """There is one muestra a deal, so a record tells it once, before the duels, and it holds for all of them."""
    text = six("0-0") + "turned 6o\nduel 2 5\n2 mazo\nduel 3 6\ncards 3 2o 3b 5e\ncards 6 1e 2b 3e\n3 2o ; 6 1e\n"
    assert tricks(text) == ["A"]
    assert judge(text).match.view(1).turned == "6o"


def test_s003_iii_a_uruguay_pico_a_pico_the_muestra_of_the_first_duel_holds_in_the_others() -> None:
    text = six("0-0") + "duel 2 5\nturned 6o\n2 mazo\nduel 3 6\ncards 3 2o 3b 5e\ncards 6 1e 2b 3e\n3 2o ; 6 1e\n"
    assert tricks(text) == ["A"]


def test_s003_iii_a_uruguay_pico_a_pico_the_muestra_does_not_change() -> None:
    text = six("0-0") + "duel 2 5\nturned 6o\n2 mazo\nduel 3 6\n"
    assert illegal(text + "turned 5c\n").line == text.count("\n") + 1
    assert illegal(text + "cards 3 6o 3b 5e\n").line == text.count("\n") + 1


def test_s003_iii_a_uruguay_pico_a_pico_the_muestra_is_one() -> None:
    match = Match("uruguayo", 6, seed="pico", dealer=6)
    turned = []
    for _ in range(4):
        match.deal()
        turned.append(match.view(1).turned)
        while match.in_hand:
            seat, moves = next(iter(match.turn.items()))
            match.play(seat, next(move for move in moves if move in ("mazo", "flor", "quiero", moves[0])))
    assert turned[1] == turned[2] == turned[3] != turned[0]


# ----------------------------------------------------------------------------------------------------------- perros

PERROS = "perros=on"
FLOR, BETTER = "7c 5c 4c", "2o 4o 3b"


def dogs(moves: str, *cards: str, points: str = "0-0", options: str = PERROS) -> str:
    return uruguayo(moves, *(cards or (ENVIDO, PLAIN)), options=options, score=points)


def test_s003_iii_a_uruguay_perros_only_where_agreed() -> None:
    """UY-7."""
    assert not {"perros", "mira"} & set(turn(duel(""))[1])
    last_is_illegal(duel("\n1 perros"))


def test_s003_iii_a_uruguay_perros_by_the_mano_before_looking() -> None:
    assert turn(dogs("")) == {1: ["mira", "perros"]}
    looked = turn(dogs("1 mira"))
    assert {"7c", "6c", "4e", "envido", "truco", "mazo"} <= set(looked[1])
    assert "perros" not in looked[1]
    assert not {"perros", "mira"} & set(turn(dogs("1 mira ; 1 7c"))[2])


def test_s003_iii_a_uruguay_perros_hide_the_manos_cards_until_the_mano_looks() -> None:
    match = Match("uruguayo", 2, seed="perros", dealer=2, perros=True)
    match.deal()
    assert match.view(1).cards == (None, None, None)
    assert None not in match.view(2).cards
    match.play(1, "mira")
    assert None not in match.view(1).cards


def test_s003_iii_a_uruguay_perros_without_flores_are_falta_and_truco() -> None:
    text = dogs("1 perros", points="10-4")
    assert turn(text) == {2: ["mazo", "no-quiero", "quiero"]}
    accepted = f"{text} ; 2 quiero"
    assert (awards(accepted), games(accepted)) == ([("envido", "A", 30)], (1, 0))
    refused = f"{text} ; 2 no-quiero"
    assert set(turn(refused)[2]) == {"quiero", "no-quiero", "retruco", "mazo"}
    assert awards(f"{refused} ; 2 no-quiero") == [("envido", "A", 1), ("truco", "A", 1)]
    assert awards(f"{text} ; 2 mazo") == [("envido", "A", 1), ("truco", "A", 1)]


def test_s003_iii_a_uruguay_perros_falta_lost_the_truco_is_still_answered() -> None:
    text = dogs("1 perros ; 2 quiero", PLAIN, ENVIDO, points="25-10")
    assert score(text) == (25, 25)
    played = f"{text} ; 2 quiero ; 1 mira ; 1 1e ; 2 4e ; 1 1b ; 2 6c"
    assert awards(played) == [("envido", "B", 15), ("truco", "A", 2)]
    assert awards(f"{text} ; 2 no-quiero") == [("envido", "B", 15), ("truco", "A", 1)]


def test_s003_iii_a_uruguay_perros_with_a_flor_on_both_sides_are_al_resto() -> None:
    text = dogs("1 perros", FLOR, BETTER, points="25-10")
    assert turn(text) == {2: ["mazo", "no-quiero", "quiero"]}
    assert awards(f"{text} ; 2 quiero ; 2 no-quiero") == [("flor", "B", 15), ("truco", "A", 1)]
    assert awards(f"{text} ; 2 no-quiero ; 2 no-quiero") == [("flor", "A", 4), ("truco", "A", 1)]


@pytest.mark.parametrize(("cards", "side"), [((FLOR, PLAIN.replace("5c", "5e")), "A"), ((PLAIN, BETTER), "B")])
def test_s003_iii_a_uruguay_perros_with_one_flor_pay_it(cards: tuple[str, str], side: str) -> None:
    """Nobody can answer the challenge to the flor; the truco is left."""
    text = dogs("1 perros", *cards)
    assert awards(f"{text} ; 2 no-quiero") == [("flor", side, 3), ("truco", "A", 1)]


def test_s003_iii_a_uruguay_perros_where_no_flor_is_played() -> None:
    text = dogs("1 perros ; 2 quiero", FLOR, BETTER, points="39-39", options=f"{PERROS} flor=off")
    assert games(text) == (0, 1)


def test_s003_iii_a_uruguay_perros_are_thrown_by_the_mano_of_every_hand() -> None:
    text = dogs("1 mira ; 1 mazo\ndeal 1\nturned 6o\ncards 1 7c 6c 4e\ncards 2 1e 1b 5c\n")
    assert turn(text) == {2: ["mira", "perros"]}
    four = uruguayo("", ENVIDO, PLAIN, "3e 2c 12b", "3c 2e 11b", options=PERROS)
    assert turn(four) == {1: ["mira", "perros"]}
    assert sorted(turn(f"{four}\n1 perros")) == [2, 4]
