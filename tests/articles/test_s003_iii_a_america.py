"""S003 III.a: what the article says of the truco in America, Argentina first; where it errs, as the rules decided."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    games,
    hand,
    illegal,
    judge,
    last_is_illegal,
    score,
    seats_that_show,
    tricks,
    turn,
)
from truquero.cards import CARDS, SPANISH_40, cards
from truquero.table import Match
from truquero.variants import preset, rules_of

argentino = partial(hand, variant="argentino")
WEAK, STRONG = "7c 6c 4e", "1e 1b 4o"
FOUR = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")


def test_s003_iii_a_the_three_lances_flor_envido_truco() -> None:
    """«En América el juego también consta de las 3 suertes clásicas: flor, envido y truco»."""
    for variant in ("argentino", "uruguayo"):
        rules = rules_of(variant, 2)
        assert rules.flor is not None
        assert rules.envido is not None
        assert rules.truco.rungs


def test_s003_iii_a_points_of_envido_are_counted_as_in_belmez() -> None:
    """«coinciden en la manera como se calculan los puntos de envido»: without piezas, two linked and twenty."""
    plain = ("7c 6c 4e", "1o 7o 2b", "4c 5e 6o", "7b 1b 3c")
    for held in plain:
        values = {rules_of(name, 2).points.envido(cards(held)) for name in ("argentino", "belmez")}
        assert len(values) == 1, held


def test_s003_iii_a_three_players() -> None:
    """«Pueden jugarlo 3 jugadores, posibilidad inaudita en el truco de Bélmez»."""
    assert 3 in preset("argentino").players
    assert turn("variant argentino\nplayers 3\ndeal 1\ncards 1 7c 6c 4e 5o\n")[1]
    assert illegal("variant belmez\nplayers 3\n").line == 2


def test_s003_iii_a_thirty_points_fifteen_malas_and_fifteen_buenas() -> None:
    """«Se juega la partida a 30 tantos, 15 "malos" y 15 "buenos"»."""
    rules = rules_of("argentino")
    assert (rules.match.target, rules.match.halves) == (30, True)
    assert games(argentino("1 mazo", WEAK, STRONG, score="0-28")) == (0, 0)
    assert games(argentino("1 mazo", WEAK, STRONG, score="0-29")) == (0, 1)


def test_s003_iii_a_uruguay_chico_of_forty() -> None:
    """«En Uruguay si se juega a 40 tantos por "chico", que es el equivalente de la "pata"»."""
    match = rules_of("uruguayo").match
    assert (match.target, match.game_name, match.halves) == (40, "chico", True)
    for points, won in (("0-38", (0, 0)), ("0-39", (0, 1))):
        assert games(hand("1 mazo", WEAK, STRONG, variant="uruguayo", score=points, turned="6o")) == won


@pytest.mark.parametrize("variant", ["argentino", "uruguayo"])
def test_s003_iii_a_three_chicos(variant: str) -> None:
    """«Se juega a 3 chicos»: the best of them."""
    turned, last = ("6o", "39") if variant == "uruguayo" else ("", "29")
    won = partial(hand, "1 mazo", WEAK, STRONG, variant=variant, score=f"0-{last}", turned=turned)
    assert judge(won(games="0-0")).match.winner is None
    assert judge(won(games="1-0")).match.winner is None
    assert judge(won(games="0-1")).match.winner == "B"
    assert judge(won(games="1-1")).match.winner == "B"


@pytest.mark.parametrize("variant", ["argentino", "uruguayo"])
def test_s003_iii_a_three_cards_for_each(variant: str) -> None:
    """«repartiendo 3 cartas por jugador en cada mano»."""
    match = Match(variant, 4, seed="tres", dealer=1)
    match.deal()
    assert [len(match.view(seat).cards) for seat in (1, 2, 3, 4)] == [3, 3, 3, 3]


def test_s003_iii_a_forty_cards_and_no_ehcarte() -> None:
    """«En Argentina se juega con las 40 cartas de la baraja: no existe descarte»."""
    for variant in ("argentino", "uruguayo"):
        assert rules_of(variant).pack == SPANISH_40
        assert len(set(rules_of(variant).pack)) == 40


def test_s003_iii_a_cartas_bravas_in_the_order_of_belmez() -> None:
    """«justo el mismo orden de rango que existe en Bélmez, si elimináramos las piezas»."""
    argentino, belmez = (rules_of(name, 2).ranking.strengths() for name in ("argentino", "belmez"))
    piezas = {"5o", "12b", "11b", "10o"}
    shared = [card for card in belmez if card not in piezas]
    for card in shared:
        for rival in shared:
            assert (argentino[card] > argentino[rival]) == (belmez[card] > belmez[rival]), (card, rival)
    bravas = [CARDS[code] for code in ("1e", "1b", "7e", "7o")]
    assert sorted(argentino, key=lambda card: -argentino[card])[:4] == bravas


def test_s003_iii_a_order_of_the_rest() -> None:
    """«los treses, los doses, los unos, las piezas (12, 11 y 10), los sietes, los seises, los cincos y los cuatros»."""
    strengths = rules_of("argentino").ranking.strengths()
    falling = [strengths[CARDS[f"{rank}c"]] for rank in (3, 2, 1, 12, 11, 10, 7, 6, 5, 4)]
    assert falling == sorted(falling, reverse=True)
    assert len(set(falling)) == 10
    assert strengths[CARDS["1c"]] == strengths[CARDS["1o"]]


def test_s003_iii_a_redondo_first_and_again_in_the_last_five() -> None:
    """«se juega al redondo el primer juego parcial, para volver a jugarlo en los últimos 5 tantos o en todos los de
    "buenas"»."""
    for points, option, duels in (
        ("23-23", "", True),
        ("25-0", "", False),
        ("13-13", "picapica_until=15", True),
        ("15-0", "picapica_until=15", False),
    ):
        head = f"variant argentino\nplayers 6\n{f'options {option}' if option else '#'}\nscore {points}\ndeal 6\n"
        text = head + "1 mazo ; 2 mazo ; 3 mazo ; 4 mazo ; 5 mazo\n"
        assert sorted(turn(head)) == [1], "the first deal is round"
        if duels:
            assert turn(text + "deal 1\nduel 2 5\n")[2]
        else:
            assert illegal(text + "deal 1\nduel 2 5\n").line == 8


@pytest.mark.parametrize("variant", ["argentino", "uruguayo", "gauderio"])
def test_s003_iii_a_one_player_goes_to_the_deck_and_the_partner_stays(variant: str) -> None:
    """«1 jugador puede irse a la baraja y su compañero no»."""
    text = hand("1 mazo", *FOUR, variant=variant, turned="6b" if variant == "uruguayo" else "")
    assert list(turn(text)) == [2]
    text += " ; 2 3o ; 3 4c ; 4 1b ; 4 7o ; 2 1e ; 3 5e"
    assert awards(text) == [("truco", "B", 1)]


def test_s003_iii_a_no_round_of_calls_before_the_cards() -> None:
    """The article tells of one; S000 §11 denies it, and S000 is followed: the mano may call or play at once."""
    moves = set(turn(argentino("", *FOUR))[1])
    assert {"envido", "truco", "7c", "6c", "4e"} <= moves
    assert "envido" in turn(argentino("1 7c", *FOUR))[2]
    assert "envido" not in turn(argentino("1 7c ; 2 1e ; 3 4c ; 4 2c", *FOUR))[2]


def test_s003_iii_a_the_winner_shows_the_envido() -> None:
    """«al menos el jugador que gana el envido ha de mostrar sus cartas de envido»."""
    text = argentino("1 envido ; 2 quiero ; 1 mazo", WEAK, STRONG)
    assert seats_that_show(text) == [1]


@pytest.mark.parametrize("variant", ["argentino", "uruguayo", "gauderio"])
def test_s003_iii_a_real_envido_is_three(variant: str) -> None:
    """«También se registra la figura del "real envido", que vale 3 tantos»."""
    turned = "6o" if variant == "uruguayo" else ""
    accepted = hand("1 real-envido ; 2 quiero ; 1 mazo", WEAK, STRONG, variant=variant, turned=turned)
    assert awards(accepted)[0] == ("envido", "A", 3)
    refused = hand("1 real-envido ; 2 no-quiero ; 1 mazo", WEAK, STRONG, variant=variant, turned=turned)
    assert awards(refused)[0] == ("envido", "A", 1)


def test_s003_iii_a_the_flor_is_obligatory() -> None:
    """«es obligatorio cantarla si se tiene»: in Uruguay nothing else is legal, in Argentina silence is punished."""
    forced = hand("", "7c 6c 4c", STRONG, variant="uruguayo", turned="6o")
    assert turn(forced) == {1: ["flor"]}
    silent = argentino("1 7c ; 2 1e ; 2 1b ; 1 6c ; 2 pido-flor-1", "7c 6c 4c", STRONG)
    assert awards(silent)[-1] == ("flor", "B", 3)


def test_s003_iii_a_after_a_parda_the_mano_leads_and_the_next_trick_decides() -> None:
    """The article lets him lead "que inició la voz empardar"; S000 §14 gives it to the mano, and is followed.
    «ganará el truco de esa mano, sin necesidad de que se dispute la tercera baza»."""
    cards_ = ("3e 4c 6o", "3c 2e 6b")
    tied = argentino("1 3e ; 2 3c", *cards_)
    assert (tricks(tied), list(turn(tied))) == ([None], [1])
    assert awards(tied + " ; 1 4c ; 2 2e") == [("truco", "B", 1)]
    second = argentino("1 4c ; 2 3c", *cards_, options="tie_lead=tier") + " ; 2 2e ; 1 3e"
    assert tricks(second) == ["B", "A"]
    caller = hand("1 3e ; 2 3c", *cards_, options="tie_lead=tier")
    assert list(turn(caller)) == [2], "the option follows the letter of the article"


def test_s003_iii_a_uruguay_a_tied_trick_is_the_manos() -> None:
    """«En Uruguay la jugada que resulta igualada "a parda" es ganada directamente por el jugador mano»."""
    text = hand("1 3e ; 2 3c", "3e 4c 6b", "3c 2e 5b", variant="uruguayo", turned="6o")
    assert tricks(text) == ["A"]


@pytest.mark.parametrize("variant", ["argentino", "uruguayo", "gauderio"])
def test_s003_iii_a_vale_cuatro_is_the_largest(variant: str) -> None:
    """«siendo esta la más grande posible (no llegan a jugarse el "chico" en una sola jugada)»."""
    calls = "1 truco ; 2 retruco ; 1 vale-cuatro"
    text = hand(calls, WEAK, STRONG, variant=variant, turned="6o" if variant == "uruguayo" else "")
    assert turn(text)[2] == ["mazo", "no-quiero", "quiero"]
    won = text + " ; 2 quiero ; 1 7c ; 2 1e ; 2 1b ; 1 6c"
    assert awards(won) == [("truco", "B", 4)]
    assert games(won) == (0, 0)


def test_s003_iii_a_the_same_words_on_both_shores() -> None:
    """«buenas son»; «quiero, no quiero, retruco»; «irse a la baraja»."""
    manual = argentino("1 envido ; 2 quiero ; 1 33 ; 2 buenas-son", "7c 6c 4e", STRONG, options="declare=manual")
    assert awards(manual) == [("envido", "A", 2)]
    assert awards(argentino("1 truco ; 2 retruco ; 1 no-quiero", WEAK, STRONG)) == [("truco", "B", 2)]
    assert awards(argentino("1 a-la-baraja", WEAK, STRONG)) == [("truco", "B", 1)]


def test_s003_iii_a_envido_mi_falta_is_a_plain_envido() -> None:
    """«en Argentina esta expresión significa un envido normal, de 2 tantos»: the farta of Bélmez is no word there."""
    last_is_illegal(argentino("1 envido\n2 mi-falta", WEAK, STRONG, score="25-5"))
    assert awards(argentino("1 envido ; 2 quiero ; 1 mazo", WEAK, STRONG, score="25-5"))[0] == ("envido", "A", 2)


def test_s003_iii_a_resto_in_uruguay_is_about_the_flor_only() -> None:
    """«la voz "rehto" en Uruguay sólo es sinónima de "farta" en caso de estar disputándose una flor»."""
    flor = hand("1 flor", "7c 6c 4c", "6e 5e 1e", variant="uruguayo", turned="6o")
    assert "contraflor-al-resto" in turn(flor)[2]
    envido = hand("1 envido", WEAK, STRONG, variant="uruguayo", turned="6o")
    assert not any("resto" in move for move in turn(envido)[2])


def test_s003_iii_a_a_coin_a_point() -> None:
    """«Se anotan los tantos … punto por moneda»: the score is one plain number a side."""
    assert score(argentino("1 truco ; 2 quiero ; 1 7c ; 2 1e ; 2 1b ; 1 6c", WEAK, STRONG)) == (0, 2)
