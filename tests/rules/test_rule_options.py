"""Rule options that other games of the family use: each does what its rule book says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from truquero import Card, Match, Rules, cards, rules_of
from truquero.cards import SPANISH_40
from truquero.rules.game import BothClose, HandType, LastHand
from truquero.rules.lances import Call, FixedEnvido, Flor, Window, ladder
from truquero.rules.options import OptionError, choose, number, parse, switch
from truquero.rules.ranking import TurnedPiezas, ranking
from truquero.rules.stakes import GAME, HandScore, Stake, Term
from truquero.rules.trick_rules import AllTied, Ties
from truquero.sim.tables.exhaustive_check import check_hand
from truquero.table.hand_opening import begin_deal, begin_hand

ORDER = "1e > 1b > 7e > 7o > 3 > 2 > 1 > 12 > 11 > 10 > 7 > 6 > 5 > 4"
HANDS = {1: cards("7c 6c 4e"), 2: cards("1e 1b 5o"), 3: cards("4c 5e 12b"), 4: cards("3c 4o 12e")}


def dealt(rules: Rules, score: tuple[int, int] = (0, 0)) -> Match:
    """Return a match with a dealt hand, seat 1 as mano."""
    match = Match(rules, seed="", dealer=rules.players, score=score)
    begin_deal(match, rules.players)
    begin_hand(match, {seat: HANDS[seat] for seat in range(1, rules.players + 1)})
    return match


def match_after(rules: Rules, moves: str, score: tuple[int, int] = (0, 0)) -> Match:
    match = dealt(rules, score)
    for move in moves.split(" ; "):
        seat, code = move.split()
        match.play(int(seat), code)
    return match


def torne(**window: bool) -> FixedEnvido:
    """Return the envit of Valencia: envide 2, torne 4, falta. Torne is only an answer (S003 III.b)."""
    calls = (Call("envido", 2, at_most=1), Call("torne", 2, at_most=1, opens=False))
    return FixedEnvido(calls, falta=GAME, ascending=True, window=Window(**window))


@pytest.mark.parametrize(
    ("calls", "accepted", "refused"),
    [("envido", 2, 1), ("envido torne", 4, 2), ("envido torne falta-envido", 30, 4), ("falta-envido", 30, 1)],
)
def test_torne_ladder(calls: str, accepted: int, refused: int) -> None:
    rules = replace(rules_of("argentino", 2, flor="off", chicos=1), envido=torne())
    moves = " ; ".join(f"{1 + number % 2} {call}" for number, call in enumerate(calls.split()))
    answering = 1 + len(calls.split()) % 2
    assert match_after(rules, f"{moves} ; {answering} quiero").score == (accepted, 0)
    winner = 2 - answering
    assert match_after(rules, f"{moves} ; {answering} no-quiero").score[winner] == refused


def test_torne_does_not_open_and_nothing_follows_it_but_the_falta() -> None:
    rules = replace(rules_of("argentino", 2, flor="off"), envido=torne())
    assert "torne" not in dealt(rules).turn[1]
    assert set(match_after(rules, "1 envido").turn[2]) >= {"torne", "falta-envido"}
    answers = match_after(rules, "1 envido ; 2 torne").turn[1]
    assert "falta-envido" in answers
    assert not {"envido", "torne"} & set(answers)


def test_only_the_last_two_may_open_the_envit() -> None:
    rules = replace(rules_of("argentino", 4, flor="off"), envido=torne(last_two_only=True))
    assert "envido" not in dealt(rules).turn[1]
    assert "envido" not in match_after(rules, "1 4e").turn[2]
    assert "envido" in match_after(rules, "1 4e ; 2 5o").turn[3]


def test_the_caller_shows_a_card_before_the_answer() -> None:
    rules = replace(rules_of("argentino", 2, flor="off"), envido=torne(caller_shows_card=True))
    assert match_after(rules, "1 envido").turn == {1: ["7c", "6c", "4e"]}
    match = match_after(rules, "1 envido ; 1 7c")
    assert set(match.turn) == {2}
    assert {"quiero", "no-quiero", "torne"} <= set(match.turn[2])
    assert set(match_after(rules, "1 envido ; 1 7c ; 2 quiero").turn) == {2}


def test_a_chain_of_three_calls_at_most() -> None:
    """S001: two replies in the whole chain."""
    calls = (Call("envido", 2), Call("real-envido", 3))
    rules = replace(rules_of("argentino", 2, flor="off"), envido=FixedEnvido(calls, Stake(9), longest_chain=3))
    assert {"envido", "falta-envido"} <= set(match_after(rules, "1 envido ; 2 real-envido").turn[1])
    assert set(match_after(rules, "1 envido ; 2 real-envido ; 1 envido").turn[2]) == {"quiero", "no-quiero", "mazo"}


def test_a_rival_may_not_answer_flor_with_flor() -> None:
    """S001 Flor: of the three answers offered, none is a plain flor."""
    rules = replace(rules_of("argentino", 2), flor=Flor(rival_may_sing=False, resto_over_contraflor=False, resto=GAME))
    match = Match(rules, seed="", dealer=2)
    begin_deal(match, 2)
    begin_hand(match, {1: cards("7c 5c 2c"), 2: cards("6o 4o 12o")})
    match.play(1, "flor")
    assert match.turn == {2: ["con-flor-me-achico", "contraflor", "contraflor-al-resto"]}
    match.play(2, "contraflor")
    assert set(match.turn[1]) == {"quiero", "no-quiero", "mazo"}


def test_piezas_of_the_turned_suit_and_the_substitute() -> None:
    """Uruguay in S003 III.a: 2, 4, 5, 11, 10 of the turned suit. The 12 replaces a turned pieza."""
    muestra = ranking(ORDER, SPANISH_40, TurnedPiezas(((2, 10), (4, 9), (5, 8), (11, 7), (10, 7)), substitute=12))
    plain = muestra.strengths(Card("7o"))
    order = sorted(cards("2o 4o 5o 11o 10o 1e 12o 2c"), key=plain.__getitem__, reverse=True)
    assert order == list(cards("2o 4o 5o 11o 10o 1e 2c 12o"))
    turned = muestra.strengths(Card("2o"))
    assert turned[Card("12o")] > turned[Card("4o")] > turned[Card("1e")]
    assert muestra.strengths(Card("10o"))[Card("11o")] > muestra.strengths(Card("10o"))[Card("12o")]


def test_a_ranking_must_name_every_card_once() -> None:
    for text in ("1e > 1b", f"{ORDER} > 9", f"1e > {ORDER}", "1x > 2"):
        with pytest.raises(ValueError, match=r"card|missing"):
            ranking(text, SPANISH_40)


def test_arriba_and_abajo() -> None:
    """S002 §7, §8: at 29 the side decides. In that hand the card laid first wins ties."""
    last = LastHand(at=29, played=3, declined=1, ties=Ties.FIRST_PLAYED, all_tied=AllTied.MANO)
    rules = replace(rules_of("argentino", 2, flor="off", chicos=1), last_hand=last, envido=None)
    assert dealt(rules, (29, 10)).turn == {1: ["quiero", "no-quiero"]}
    assert match_after(rules, "1 no-quiero", (29, 10)).score == (29, 11)
    assert "truco" not in match_after(rules, "1 quiero", (29, 10)).turn[1]
    hand = rules.hand_rules((0, 1), HandType.DECIDED, decider=0)
    assert check_hand("arriba", hand, 30).violations == ()


def test_the_manos_side_may_decide_when_both_are_close() -> None:
    last = LastHand(at=29, played=3, declined=1, both=BothClose.MANO_DECIDES)
    rules = replace(rules_of("argentino", 2, flor="off"), last_hand=last, envido=None)
    assert dealt(rules, (29, 29)).turn == {1: ["quiero", "no-quiero"]}


def test_a_stake_may_be_the_whole_match() -> None:
    rungs = ladder("truco 2, retruco 3, cama game")
    match_rung = replace(rungs[2], stake=Stake(term=Term.WIN_MATCH))
    base = rules_of("argentino", 2, flor="off")
    rules = replace(base, truco=replace(base.truco, rungs=(*rungs[:2], match_rung)))
    match = match_after(rules, "1 truco ; 2 retruco ; 1 cama ; 2 quiero ; 1 mazo")
    assert match.winner == "B"
    assert match.games == (0, 2)


@pytest.mark.parametrize(
    ("term", "points", "worth"),
    [
        (Term.LEADER_REST, (10, 4), 20),
        (Term.WIN_GAME, (10, 4), 26),
        (Term.MALAS_GAME_ELSE_REST, (10, 4), 26),
        (Term.MALAS_GAME_ELSE_REST, (15, 4), 15),
    ],
)
def test_terms_of_stakes(term: Term, points: tuple[int, int], worth: int) -> None:
    assert Stake(term=term).value(1, HandScore(30, points, max(points))) == worth


def test_the_error_of_an_option_names_allowed_values() -> None:
    options = (switch("flor", "on|off", "…"), number("target", 30, "…"))
    assert choose(options, {"flor": False, "target": 15}).values == {"flor": "off", "target": "15"}
    for chosen, message in (
        ({"flora": "on"}, "unknown option 'flora'; the options are flor, target"),
        ({"flor": "maybe"}, "option flor=maybe: choose one of on, off"),
        ({"target": "0"}, "choose a whole number from 1 to 1000"),
        ({"target": "many"}, "choose a whole number from 1 to 1000"),
    ):
        with pytest.raises(OptionError, match=message):
            choose(options, chosen)
    for words, message in (
        (["flor"], "write name=value"),
        (["a=1", "a=2"], "given twice"),
        (["=1"], "write name=value"),
    ):
        with pytest.raises(OptionError, match=message):
            parse(words)
