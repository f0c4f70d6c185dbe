"""Valencia, S003 III.b and VA-1 to VA-8: what changes from one village to another."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    choices,
    games,
    hand,
    illegal,
    judge,
    last_is_illegal,
    result,
    score,
    seats_that_may,
    tricks,
    turn,
)
from truquero.variants import rules_of

valenciano = partial(hand, variant="valenciano")
ENVIT, PLAIN = "7c 6c 4e", "1e 5o 4b"
B_WINS = "1 7c ; 2 1e ; 2 5o ; 1 4e"
FOUR = ("7c 6c 4e", "1e 5o 4b", "5c 4o 6b", "1b 4c 5e")


def duel(moves: str, options: str = "", points: str = "0-0", games: str = "") -> str:
    return valenciano(moves, ENVIT, PLAIN, score=points, options=options, games=games)


def test_s003_iii_b_options_are_these() -> None:
    assert choices("valenciano") == {
        "target": ("24",),
        "word": ("turn", "any"),
        "tie_policy": ("STD", "NEXT", "LAST", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("mano", "none"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
        "deck": ("22", "24"),
        "envit_mode": ("torne", "literal"),
        "falta_mode": ("malas_cama", "cama", "halves"),
        "envit_who": ("any", "peus"),
        "envit_show_card": ("off", "on"),
        "camas": ("2",),
        "joc_fora": ("cama", "match"),
        "cama_points": ("24", "18"),
        "covered_cards": ("off", "on"),
    }


@pytest.mark.parametrize(
    "option", ["deck=23", "envit_mode=vuelvo", "falta_mode=leader", "camas=0", "camas=x", "cama_points=20", "flor=on"]
)
def test_s003_iii_b_options_unknown_are_bad_input(option: str) -> None:
    assert illegal(f"variant valenciano\noptions {option}\ndeal 4\n").line == 2


# ------------------------------------------------------------------------------------------------------------ envit


def test_s003_iii_b_envit_to_the_letter() -> None:
    """VA-1: «se juegan 2 piedras si no se acepta el envite, y 4 cuando se acepta»; above it only the falta."""
    literal = "envit_mode=literal"
    assert awards(duel("1 envido ; 2 quiero ; 1 mazo", literal))[0] == ("envido", "A", 4)
    assert awards(duel("1 envido ; 2 no-quiero ; 1 mazo", literal))[0] == ("envido", "A", 2)
    assert awards(duel("1 envido ; 2 falta-envido ; 1 no-quiero ; 1 mazo", literal))[0] == ("envido", "B", 4)
    assert awards(duel("1 envido ; 2 falta-envido ; 1 quiero", literal))[0] == ("envido", "A", 24)
    assert set(turn(duel("1 envido", literal))[2]) == {"quiero", "no-quiero", "falta-envido", "mazo"}
    # «el jugador que acepta dice: "vuelvo"»
    assert awards(duel("1 envido ; 2 torne ; 1 mazo", literal))[0] == ("envido", "A", 4)
    last_is_illegal(duel("1 torne", literal))
    last_is_illegal(duel("1 envido\n2 envido", literal))


def test_s003_iii_b_option_envit_who_any() -> None:
    """«en otros puede envidar ya el primero»."""
    for seat, before in ((1, ""), (2, "1 7c"), (3, "1 7c ; 2 4b"), (4, "1 7c ; 2 4b ; 3 4o")):
        assert seat in seats_that_may(valenciano(before, *FOUR), "envido")


def test_s003_iii_b_option_envit_who_peus() -> None:
    """VA-3: «en unos pueblos no se envida hasta que le llega el turno al tercer participante»."""
    peus = partial(valenciano, options="envit_who=peus")
    for seat, before, allowed in (
        (1, "", False),
        (2, "1 7c", False),
        (3, "1 7c ; 2 4b", True),
        (4, "1 7c ; 2 4b ; 3 4o", True),
    ):
        assert (seat in seats_that_may(peus(before, *FOUR), "envido")) == allowed
        assert (seat in seats_that_may(peus(before, *FOUR), "falta-envido")) == allowed
        assert seat in seats_that_may(peus(before, *FOUR), "truco")
    legal = turn(peus("1 7c ; 2 4b ; 3 envido", *FOUR))
    assert {"quiero", "no-quiero", "torne"} <= set(legal[2]), "a player who has passed may answer"
    assert {"quiero", "no-quiero", "torne"} <= set(legal[4])


def test_s003_iii_b_peus_over_a_truc() -> None:
    legal = turn(valenciano("1 truco", *FOUR, options="envit_who=peus"))
    assert "envido" not in legal[2]
    assert "envido" in legal[4]


def test_s003_iii_b_peus_are_counted_from_the_dealer() -> None:
    """Seat 1 deals: 4 and 1 are the last two."""
    text = valenciano("2 4b ; 3 4o", *FOUR, options="envit_who=peus", dealer=1)
    assert 4 in seats_that_may(text, "envido")
    assert 3 not in seats_that_may(valenciano("2 4b", *FOUR, options="envit_who=peus", dealer=1), "envido")


def test_s003_iii_b_a_player_shows_a_card_before_betting() -> None:
    """VA-4: «quien envida ha de mostrar su primera carta de truco antes de que los del equipo rival decidan»."""
    showing = partial(valenciano, options="envit_show_card=on")
    called = showing("1 envido", *FOUR)
    assert turn(called) == {1: ["4e", "6c", "7c"]}
    laid = showing("1 envido ; 1 4e", *FOUR)
    assert sorted(turn(laid)) == [2, 4]
    assert {"quiero", "no-quiero", "torne", "falta-envido"} <= set(turn(laid)[2])
    answered = f"{laid} ; 4 quiero"
    assert list(turn(answered)) == [2]
    text = f"{answered} ; 2 1e ; 3 4o ; 4 4c\n2 5o ; 3 5c ; 4 1b ; 1 6c"
    assert awards(text) == [("envido", "A", 2), ("truco", "B", 1)]
    assert tricks(text) == ["B", "B"]
    last_is_illegal(showing("1 envido\n2 quiero", *FOUR))


def test_s003_iii_b_without_the_custom_the_card_comes_after() -> None:
    assert sorted(turn(valenciano("1 envido", *FOUR))) == [2, 4]


def test_s003_iii_b_show_card_by_the_last_ends_the_trick_after_the_answer() -> None:
    """The peu envides and shows the card that takes the trick; the envit must still be answered."""
    text = valenciano("1 7c ; 2 4b ; 3 4o ; 4 envido ; 4 1b", *FOUR, options="envit_show_card=on")
    assert sorted(turn(text)) == [1, 3]
    assert "quiero" in turn(text)[1]
    assert awards(f"{text} ; 1 quiero ; 4 4c ; 1 mazo ; 2 mazo ; 3 mazo")[0] == ("envido", "A", 2)


# ------------------------------------------------------------------------------------------------------------ match


def test_s003_iii_b_option_camas() -> None:
    """VA-5."""
    assert judge(duel("1 mazo", "camas=1", "0-23")).match.winner == "B"
    assert judge(duel("1 mazo", "camas=3", "0-23", games="2-1")).match.winner is None
    assert judge(duel("1 mazo", "camas=3", "0-23", games="1-2")).match.winner == "B"


JOC = "1 truco ; 2 retruco ; 1 vale-cuatro ; 2 cama ; 1 quiero"


def test_s003_iii_b_joc_fora_of_the_cama() -> None:
    """VA-6."""
    text = duel(f"{JOC} ; {B_WINS}", "joc_fora=cama", "5-5")
    assert (judge(text).match.winner, games(text)) == (None, (0, 1))


def test_s003_iii_b_joc_fora_of_the_match() -> None:
    text = duel(f"{JOC} ; {B_WINS}", "joc_fora=match", "20-5", games="1-0")
    assert judge(text).match.winner == "B"
    assert games(text) == (1, 2)
    refused = duel(JOC.replace("quiero", "no-quiero"), "joc_fora=match", "0-0")
    assert (awards(refused), judge(refused).match.winner) == ([("truco", "B", 4)], None)


def test_s003_iii_b_option_cama_points() -> None:
    """VA-7: eighteen, nine and nine."""
    assert games(duel("1 mazo", "cama_points=18", "0-17")) == (0, 1)
    assert games(duel("1 mazo", "cama_points=18", "0-16")) == (0, 0)
    assert illegal("variant valenciano\noptions cama_points=18\nscore 18-0\ndeal 4\n").line == 3
    falta = "1 falta-envido ; 2 quiero"
    assert awards(duel(falta, "cama_points=18", "2-8"))[0] == ("envido", "A", 16), "both in malas"
    assert awards(duel(falta, "cama_points=18", "2-9"))[0] == ("envido", "A", 9), "nine are the malas"


def test_s003_iii_b_target_is_the_same_thing() -> None:
    assert games(duel("1 mazo", "target=18", "0-17")) == (0, 1)
    assert games(duel("1 mazo", "target=30", "0-28")) == (0, 0)
    assert games(duel("1 mazo", "target=24 cama_points=18", "0-17")) == (0, 1)


def test_s003_iii_b_a_bet_of_the_match_is_not_won_by_the_other_side() -> None:
    """VA-6 with the hand played out: the first side at the target wins the cama, not the match that the rivals won."""
    text = duel(
        "1 envido ; 2 quiero ; 1 truco ; 2 retruco ; 1 vale-cuatro ; 2 cama ; 1 quiero ; 1 mazo",
        "joc_fora=match finish_hand_before_win=on",
        "22-0",
    )
    assert judge(text).match.games == (1, 0)
    assert judge(text).match.winner is None


def test_s003_iii_b_torne_answers_only_an_envit() -> None:
    last_is_illegal(duel("1 truco\n2 torne", "envit_mode=literal"))


def test_s003_iii_b_target_and_cama_points_that_differ_are_bad_input() -> None:
    assert illegal("variant valenciano\noptions target=30 cama_points=18\ndeal 4\n").line == 2


def test_s003_iii_b_target_and_cama_points_that_agree() -> None:
    assert rules_of("valenciano", target=18, cama_points="18").match.target == 18


# ----------------------------------------------------------------------------------------------------- covered cards


def test_s003_iii_b_option_covered_cards() -> None:
    """VA-8: from the second trick a card may be laid face down, and takes nothing."""
    on = "covered_cards=on"
    assert not any(move.startswith("tapada") for move in turn(duel("", on))[1])
    assert not any(move.startswith("tapada") for move in turn(duel("1 7c ; 2 1e"))[2])
    second = duel("1 7c ; 2 1e", on)
    assert {"tapada-5o", "tapada-4b", "5o", "4b"} <= set(turn(second)[2])
    assert tricks(f"{second} ; 2 tapada-5o ; 1 4e") == ["B", "A"], "the lowest card takes it"
    assert tricks(f"{second} ; 2 4b ; 1 tapada-6c") == ["B", "B"]


def test_s003_iii_b_two_covered_cards_tie() -> None:
    text = duel("1 7c ; 2 1e ; 2 tapada-5o ; 1 tapada-4e", "covered_cards=on")
    assert tricks(text) == ["B", None]
    assert awards(text) == [("truco", "B", 1)]


# ----------------------------------------------------------------------------------------------------------- shared


def test_s003_iii_b_option_word_any() -> None:
    assert sorted(turn(valenciano("", *FOUR, options="word=any"))) == [1, 2, 3, 4]
    assert turn(valenciano("", *FOUR, options="word=any"))[3] == ["truco"]


def test_s003_iii_b_option_all_tied_none() -> None:
    text = valenciano("1 3c ; 2 3o ; 1 6e ; 2 6b ; 1 4o ; 2 4b", "3c 6e 4o", "3o 6b 4b", options="all_tied=none")
    assert awards(text) == []


def test_s003_iii_b_option_declare_manual() -> None:
    text = duel("1 envido ; 2 quiero", "declare=manual")
    assert list(turn(text)) == [1]
    assert "33" in turn(text)[1]
    assert awards(f"{text} ; 1 33 ; 2 son-buenas ; 1 mazo")[0] == ("envido", "A", 2)
    assert awards(f"{text} ; 1 32 ; 2 son-buenas ; 1 mazo")[0] == ("envido", "B", 2), "a wrong word loses"


def test_s003_iii_b_option_finish_hand_before_win() -> None:
    text = duel("1 envido ; 2 quiero", "finish_hand_before_win=on", "22-0")
    assert result(text)["hands"][-1]["finished"] is False
    assert score(text) == (24, 0)
    assert games(f"{text} ; {B_WINS}") == (1, 0)
