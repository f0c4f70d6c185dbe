"""S000 §3: six players, redondo and pica-pica in turn; falta and resto in a duel; meddling."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, claims, games, hand, judge, last_is_illegal, next_duel, score, turn

ROUND = ("4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1o 4e", "5e 6b 12o", "4c 7b 10o")
GOOD, BAD = "7c 6c 1e", "4o 5o 12b"  # envido 33 and 29
FLOR, HIGHER = "1o 6o 10o", "7e 4e 3e"  # 27 and 34
PENALTY = "illegal_calls=penalty"


def six(moves: str = "", points: str = "", options: str = "") -> str:
    """Return a record of six players: a redondo dealt by seat 6, in which B scores a point, and then these moves."""
    return hand(f"1 mazo ; 2 truco ; 3 no-quiero\n{moves}", *ROUND, score=points, options=options)


def duel(mano: int, rival: int, mano_cards: str, rival_cards: str, moves: str = "") -> str:
    return f"duel {mano} {rival}\ncards {mano} {mano_cards}\ncards {rival} {rival_cards}\n{moves}\n"


def won_by(mano: int, rival: int) -> str:
    """Return the moves of a short duel: the mano calls truco and the rival refuses."""
    return f"duel {mano} {rival}\n{mano} truco ; {rival} no-quiero\n"


def test_s000_03_the_first_deal_is_a_redondo() -> None:
    """§3: "En el primer juego parcial, llamado redondo, participan todos los jugadores"."""
    assert list(turn(hand("1 truco", *ROUND))) == [2, 4, 6]
    last_is_illegal("variant argentino\nplayers 6\ndeal 6\nduel 1 4")


@pytest.mark.parametrize(
    ("dealer", "duels"),
    [
        (1, [(2, 5), (3, 6), (4, 1)]),
        (2, [(3, 6), (4, 1), (5, 2)]),
        (3, [(4, 1), (5, 2), (6, 3)]),
        (4, [(5, 2), (6, 3), (1, 4)]),
        (5, [(6, 3), (1, 4), (2, 5)]),
        (6, [(1, 4), (2, 5), (3, 6)]),
    ],
)
def test_s000_03_the_second_deal_is_pica_pica(dealer: int, duels: list[tuple[int, int]]) -> None:
    """§3: "el siguiente se llama pica-pica … juega individualmente contra el jugador rival … sentado enfrente"."""
    first = (dealer + 4) % 6 + 1
    redondo_mano = dealer
    text = hand(f"{redondo_mano} truco ; {redondo_mano % 6 + 1} no-quiero\ndeal {dealer}\n", *ROUND, dealer=first)
    for mano, rival in duels:
        assert next_duel(text) == (mano, rival)
        text += won_by(mano, rival)
    assert next_duel(text) is None


@pytest.mark.parametrize("wrong", ["duel 5 2", "duel 3 6", "duel 2 4", "duel 1 4"])
def test_s000_03_duels_are_played_in_their_order(wrong: str) -> None:
    """AR-13: the mano's duel first, then counter-clockwise; the nearer to the mano is mano."""
    last_is_illegal(six(f"deal 1\n{wrong}"))


def test_s000_03_in_a_duel_only_two_play() -> None:
    """§3: "El resto de jugadores no pueden hacerles observación alguna"."""
    text = six("deal 1\n" + duel(2, 5, GOOD, BAD))
    assert list(turn(text)) == [2]
    for move in ("3 truco", "1 mazo", "4 envido", "6 quiero"):
        last_is_illegal(text + move)
    called = text + "2 truco\n"
    assert list(turn(called)) == [5]
    for move in ("1 quiero", "3 no-quiero", "3 envido"):
        last_is_illegal(called + move)


@pytest.mark.parametrize(("number", "side"), [(1, "B"), (2, "A"), (3, "B")])
def test_s000_03_the_nearer_to_the_mano_is_mano_of_the_duel(number: int, side: str) -> None:
    """AR-13: in 2-5, 3-6 and 4-1 the first named wins equal envidos and a hand of three pardas."""
    duels = [(2, 5), (3, 6), (4, 1)]
    before = "".join(won_by(*pair) for pair in duels[: number - 1])
    mano, rival = duels[number - 1]
    envido = (
        f"{mano} envido ; {rival} quiero ; {mano} 7c ; {rival} 7b ; {mano} 2c ; {rival} 2b ; {mano} 3e ; {rival} 3o"
    )
    text = six("deal 1\n" + before + duel(mano, rival, "7c 2c 3e", "7b 2b 3o", envido))
    assert awards(text) == [("envido", side, 2), ("truco", side, 1)]


def test_s000_03_redondo_and_pica_pica_alternate() -> None:
    """§3: redondo, pica-pica, redondo, pica-pica."""
    text = six("deal 1\n" + won_by(2, 5) + won_by(3, 6) + won_by(4, 1))
    held = "\n".join(f"cards {seat} {cards}" for seat, cards in enumerate(ROUND, start=1))
    text += f"deal 2\n{held}\n3 truco"
    assert list(turn(text)) == [2, 4, 6]
    text += " ; 4 no-quiero\ndeal 3\n"
    assert next_duel(text) == (4, 1)


def test_s000_03_a_deal_is_not_over_before_its_duels() -> None:
    """§3: three duels make one deal."""
    last_is_illegal(six("deal 1\n" + won_by(2, 5) + "deal 2"))


def test_s000_03_one_card_is_dealt_once_in_the_three_duels() -> None:
    """§3: "dadas las tres cartas a cada uno": the duels share one pack."""
    text = six("deal 1\n" + duel(2, 5, GOOD, BAD, "2 truco ; 5 no-quiero"))
    last_is_illegal(text + "duel 3 6\ncards 3 7c 1b 2b")


@pytest.mark.parametrize(
    ("points", "options", "pica"),
    [
        ("0-0", "", True),
        ("24-0", "", True),
        ("0-23", "", True),
        ("0-24", "", False),
        ("25-3", "", False),
        ("14-3", "picapica_until=15", True),
        ("3-13", "picapica_until=15", True),
        ("3-14", "picapica_until=15", False),
        ("15-3", "picapica_until=15", False),
        ("15-3", "", True),
        ("0-3", "picapica_from=5", False),
        ("0-4", "picapica_from=5", True),
        ("5-0", "picapica_from=5", True),
        ("4-0", "picapica_from=5", False),
        ("0-3", "", True),
    ],
)
def test_s000_03_picapica_begins_and_ends_at_these_scores(points: str, options: str, pica: bool) -> None:
    """§3: "Cuando un bando llega a las 10 buenas (25 tantos), deja de jugarse pica-pica"; in some places at 15."""
    text = six("deal 1", points, options)
    assert (next_duel(text) is not None) == pica


def test_s000_03_a_deal_that_began_as_pica_pica_is_finished() -> None:
    """§3: a side that reaches 25 in a duel does not stop the other two."""
    text = six("deal 1\n" + won_by(2, 5) + won_by(3, 6), "0-23")
    assert score(text) == (1, 25)
    assert next_duel(text) == (4, 1)


@pytest.mark.parametrize("mode", ["leader", "win_game", "malas_win_buenas_leader"])
@pytest.mark.parametrize("points", ["0-0", "10-3", "23-3", "3-20"])
def test_s000_03_in_a_duel_the_falta_is_six(points: str, mode: str) -> None:
    """§3: "Cuando se juega el pica-pica la falta envido vale 6 tantos"."""
    text = six("deal 1\n" + duel(2, 5, BAD, GOOD, "2 falta-envido ; 5 quiero"), points, f"falta_mode={mode}")
    assert awards(text) == [("envido", "A", 6)]


def test_s000_03_in_a_duel_the_chain_stops_at_six() -> None:
    """AR-2: once 6 are bet, as much as the falta, only the falta and the answers are left."""
    text = six("deal 1\n" + duel(2, 5, BAD, GOOD, "2 envido ; 5 envido"))
    assert "envido" in turn(text)[2]
    assert turn(text + "2 envido") == {5: ["falta-envido", "mazo", "no-quiero", "quiero"]}


def test_s000_03_in_a_redondo_of_six_the_falta_is_what_is_lacking() -> None:
    """§3: the limit of 6 is for the pica-pica only."""
    text = hand("1 falta-envido ; 2 quiero", GOOD, *ROUND[1:3], "7b 1o 4e", "5e 6b 12o", "4c 5b 10o", score="10-3")
    assert awards(text) == [("envido", "A", 20)]


@pytest.mark.parametrize("points", ["0-0", "10-3", "24-3", "3-22", "0-23", "24-22"])
@pytest.mark.parametrize("bet", ["contraflor-al-resto", "contraflor ; 2 contraflor-al-resto"])
def test_s000_03_in_a_duel_the_resto_is_at_most_six(points: str, bet: str) -> None:
    """§3: "lo máximo … son también 6 tantos, que más la contraflor implican anotar 12 tantos para el ganador"."""
    last = 5 if ";" in bet else 2
    text = six("deal 1\n" + duel(2, 5, FLOR, HIGHER, f"2 flor ; 5 {bet} ; {last} quiero"), points)
    assert awards(text) == [("flor", "A", 12)]


def test_s000_03_in_a_duel_the_resto_may_be_less() -> None:
    """§3: "lo máximo": at 28 only 2 are lacking."""
    first = duel(2, 5, BAD, GOOD, "2 envido ; 5 quiero ; 2 truco ; 5 quiero ; 2 mazo")
    text = six("deal 1\n" + first + duel(3, 6, FLOR, HIGHER, "3 flor ; 6 contraflor-al-resto ; 3 quiero"), "24-3")
    assert awards(text) == [("flor", "B", 2 + 6)]


def test_s000_03_resto_mode_does_not_lift_the_limit() -> None:
    """§3: in a pica-pica nobody wins the game with a resto worth more than 6."""
    moves = duel(2, 5, FLOR, HIGHER, "2 flor ; 5 contraflor-al-resto ; 2 quiero")
    assert awards(six("deal 1\n" + moves, "3-2", "resto_mode=win_game")) == [("flor", "A", 12)]


# ----------------------------------------------------------------------------------------------- the end of a chico

FALTA = duel(2, 5, BAD, GOOD, "2 falta-envido ; 5 quiero")


def test_s000_03_a_chico_can_end_in_a_duel() -> None:
    """AR-14: at once; the other duels are dropped."""
    text = six("deal 1\n" + FALTA, "24-3")
    assert games(text) == (1, 0)
    assert score(text) == (0, 0)
    assert turn(text) == {}
    assert next_duel(text) is None
    last_is_illegal(text + "duel 3 6")


def test_s000_03_a_new_chico_starts_with_a_redondo() -> None:
    """§3: "En el primer juego parcial, llamado redondo"; the deal goes on to the next seat."""
    text = six("deal 1\n" + FALTA, "24-3")
    held = "\n".join(f"cards {seat} {cards}" for seat, cards in enumerate(ROUND, start=1))
    text += f"deal 2\n{held}\n3 truco"
    assert list(turn(text)) == [2, 4, 6]
    assert next_duel(f"{text} ; 4 no-quiero\ndeal 3\n") == (4, 1)
    last_is_illegal(six("deal 1\n" + FALTA, "24-3") + "deal 1")


def test_s000_03_finish_hand_before_win_plays_the_duels_out() -> None:
    """AR-14 `finish_hand_before_win=on`: the chico ends after the three duels."""
    text = six("deal 1\n" + FALTA + "2 truco ; 5 no-quiero\n", "24-3", "finish_hand_before_win=on")
    assert games(text) == (0, 0)
    assert next_duel(text) == (3, 6)
    assert score(text) == (30, 5)
    text += won_by(3, 6) + won_by(4, 1)
    assert games(text) == (1, 0)
    assert score(text) == (0, 0)


def test_s000_03_no_resto_is_left_when_a_side_has_thirty_already() -> None:
    """§12.5: what the side ahead lacks is nothing, not less than nothing; the two flores are paid."""
    first = FALTA + "2 truco ; 5 quiero ; 2 mazo\n"
    flores = duel(3, 6, FLOR, HIGHER, "3 flor ; 6 contraflor-al-resto ; 3 quiero")
    text = six("deal 1\n" + first + flores, "24-3", "finish_hand_before_win=on")
    assert awards(text) == [("flor", "B", 6)]


# --------------------------------------------------------------------------------------------------- hidden, meddling


def test_s000_03_picapica_hidden_keeps_the_score_back() -> None:
    """AR-13 `picapica_hidden=on`: the players see the score again when the duels are over."""
    played = "deal 1\n" + won_by(2, 5) + won_by(3, 6)
    scores = {option: judge(six(played, "7-9", option)).match.view(1).score for option in ("", "picapica_hidden=on")}
    assert scores == {"": (8, 11), "picapica_hidden=on": (7, 10)}
    over = judge(six(played + won_by(4, 1), "7-9", "picapica_hidden=on")).match
    assert over.view(1).score == (8, 12)


@pytest.mark.parametrize(("meddler", "points"), [(3, (0, 5)), (1, (0, 5)), (4, (4, 1)), (6, (4, 1))])
def test_s000_03_meddling_gives_the_others_four(meddler: int, points: tuple[int, int]) -> None:
    """§3: "el bando al que pertenezca un jugador que se inmiscuya … pierde …; el equipo no infractor cobrará 4"."""
    text = six("deal 1\n" + duel(2, 5, GOOD, BAD, f"{meddler} truco"), options=PENALTY)
    assert score(text) == points
    assert turn(text) == {}
    assert next_duel(text) == (3, 6)
    innocent = "B" if meddler % 2 else "A"
    assert awards(text) == [("penalty", innocent, 4)]


def test_s000_03_the_meddling_side_returns_its_points() -> None:
    """§3: "tiene que devolver los tantos que se hubieran cobrado"."""
    bets = "2 envido ; 5 quiero\n"  # B takes 2
    assert score(six("deal 1\n" + duel(2, 5, GOOD, BAD, f"{bets}4 mazo"), options=PENALTY)) == (4, 1)
    assert score(six("deal 1\n" + duel(2, 5, GOOD, BAD, f"{bets}3 mazo"), options=PENALTY)) == (0, 7)


def test_s000_03_only_the_points_of_that_duel_are_returned() -> None:
    """§3: what was won in other hands stays."""
    first = duel(2, 5, GOOD, BAD, "2 envido ; 5 quiero ; 2 truco ; 5 no-quiero")
    text = six("deal 1\n" + first + "duel 3 6\n3 truco\n2 quiero", options=PENALTY)
    assert score(text) == (4, 4)


def test_s000_03_meddling_cannot_happen_as_a_rule() -> None:
    """AR-10 `illegal_calls=forbid`: it is refused."""
    last_is_illegal(six("deal 1\n" + duel(2, 5, GOOD, BAD, "3 truco")))


def test_s000_12_pido_flor_after_a_duel() -> None:
    """§12: the two players of the duel may challenge each other before the next duel."""
    text = six("deal 1\n" + duel(2, 5, FLOR, BAD, "2 truco ; 5 no-quiero"))
    assert claims(text) == {2: ["pido-flor-5"], 5: ["pido-flor-2"]}
    assert awards(text + "5 pido-flor-2") == [("truco", "B", 1), ("flor", "A", 4)]
