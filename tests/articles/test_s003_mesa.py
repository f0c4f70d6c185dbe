"""Bélmez, S003 Reglamento: players, pack, deal, cortaíllos and redondo, and how a hand is opened."""

from __future__ import annotations

import pytest

from tests.support.record_queries import (
    awards,
    games,
    illegal,
    judge,
    last_is_illegal,
    partners_seen,
    score,
    tricks,
    turn,
)
from truquero.cards import cards
from truquero.records import record, replay
from truquero.table import IllegalMove, Match, TableError
from truquero.table.dealing import shuffled
from truquero.table.hand_opening import begin_deal
from truquero.variants import rules_of

PAIRS = "variant belmez\nplayers 4\n"
ALONE = "variant belmez\nplayers 2\ndeal 2\n"
PLAIN = ALONE + "cards 1 7c 6c 4e\ncards 2 1e 1b 4o\n"
ROUND = """deal 4
cards 1 7c 6c 4e
cards 2 1e 2b 3o
cards 3 4c 5e 6o
cards 4 1b 7o 2c
"""
REDONDO = PAIRS + "score 30-0\n" + ROUND


def captains_sight(text: str) -> dict[int, tuple[tuple[int, tuple[str, ...]], ...]]:
    match = judge(text).match
    return {seat: match.view(seat).partner_hands for seat in range(1, 5)}


def test_s003_modalidades_individual_or_pairs() -> None:
    """«la individual o por parejas»; III: «3 jugadores, posibilidad inaudita en el truco de Bélmez»."""
    assert rules_of("belmez").players == 4
    assert rules_of("belmez", 2).duels is None
    for players in (1, 3, 5, 6, 8):
        assert illegal(f"variant belmez\nplayers {players}\ndeal 1\n").line == 2


def test_s003_modalidades_individual_is_one_plain_hand_a_deal() -> None:
    """BE-17: two players have neither cortaíllos nor redondo, at any score."""
    for points in ("0-0", "29-29", "30-0", "39-39"):
        text = f"variant belmez\nplayers 2\nscore {points}\ndeal 2\n"
        assert sorted(turn(text)) == [1]
        assert illegal(text + "duel 1 2\n").line == 5


def test_s003_pareja_sits_face_to_face() -> None:
    """«han de sentarse, en una mesa cuadrada, uno frente al otro»: 1 with 3, 2 with 4."""
    assert list(turn(REDONDO + "1 mazo")) == [2]
    assert awards(REDONDO + "1 mazo ; 2 1e ; 3 mazo") == [("truco", "B", 1)]
    assert awards(REDONDO + "1 4e ; 2 mazo ; 3 4c ; 4 mazo") == [("truco", "A", 1)]


def test_s003_baraja_keeps_31_cards() -> None:
    """«todas las cartas de sota, caballo y rey excepto el caballo y gallo y la sota de oros … quedan 31 cartas»."""
    low = {f"{rank}{suit}" for rank in range(1, 8) for suit in "ebco"}
    assert set(rules_of("belmez").pack) == low | {"12b", "11b", "10o"}
    assert len(rules_of("belmez").pack) == 31


@pytest.mark.parametrize("card", ["10e", "10b", "10c", "11e", "11o", "11c", "12e", "12o", "12c", "8e", "9o"])
def test_s003_ehcarte_is_not_dealt(card: str) -> None:
    """«conjunto de cartas que no son utilizadas para el juego»."""
    assert illegal(f"{ALONE}cards 1 {card} 6c 4e\n").line == 4


def test_s003_partida_best_of_five_patas() -> None:
    """«al mejor de 5 patah … Gana el partido el que primero hace 3»."""
    text = "variant belmez\nplayers 2\nscore 39-39\ngames {}\ndeal 2\n1 truco ; 2 no-quiero\n"
    assert judge(text.format("1-2")).match.winner is None
    assert games(text.format("1-2")) == (2, 2)
    assert judge(text.format("2-2")).match.winner == "A"
    assert judge(text.format("2-2")).match.score == (40, 39)


def test_s003_pata_is_forty_points() -> None:
    """«Cada pata consta de 40 puntos»: 39 are not enough, the 40th wins, and the next pata starts from nothing."""
    text = "variant belmez\nplayers 2\nscore 38-0\ndeal 2\n1 truco ; 2 no-quiero\n"
    assert (score(text), games(text)) == ((39, 0), (0, 0))
    text += "deal 1\n2 mazo\n"
    assert (score(text), games(text)) == ((0, 0), (1, 0))


def test_s003_pata_won_inside_a_deal_drops_the_cortaos_left() -> None:
    """The pata is over: the rest of the deal is dropped, and the next seat deals."""
    text = PAIRS + "score 29-0\ndeal 1\nduel 2 3\n2 truco ; 3 retruco ; 2 vale-nueve ; 3 pata ; 2 quiero\n2 4c ; 3 3c\n"
    text += "3 3e ; 2 4e\n"
    assert (score(text), games(text)) == ((0, 0), (1, 0))
    assert illegal(text + "duel 2 3\n").line == text.count("\n") + 1
    assert turn(text + "deal 2\nduel 3 4\n")[3]


def test_s003_viaje_another_player_deals_each_time_counter_clockwise() -> None:
    """«las reparte un jugador distinto, turnándose en sentido contrario a las agujas del reloj»."""
    text = PAIRS + "score 30-0\n"
    for dealer in (3, 4, 1, 2, 3):
        mano = dealer % 4 + 1
        text += f"deal {dealer}\n"
        assert list(turn(text)) == [mano]
        text += f"{mano} truco ; {mano % 4 + 1} no-quiero\n"
    assert illegal(text + "deal 3\n").line == text.count("\n") + 1


def test_s003_pohtre_plays_last() -> None:
    """«Al jugador que reparte se le conoce también como pohtre, pues será el último en jugar»."""
    assert list(turn(REDONDO + "1 4e ; 2 3o ; 3 6o")) == [4]
    assert list(turn(ALONE + "1 4c")) == [2]


def test_s003_mano_three_cards_for_each_player() -> None:
    """«3 para cada contrincante»."""
    match = Match("belmez", 4, seed="tres", dealer=1, score=(30, 0))
    match.deal()
    assert [len(match.view(seat).cards) for seat in (1, 2, 3, 4)] == [3, 3, 3, 3]
    assert illegal(ALONE + "cards 1 7c 6c\n").line == 4


def test_s003_cortaillos_until_thirty_then_redondo() -> None:
    """«llega hasta los 30 puntos (o 10 güenah) … los últimos 10 tantos se juega mediante el sistema de redondo»."""
    for points in ("0-0", "29-29", "0-29"):
        assert turn(f"{PAIRS}score {points}\ndeal 1\nduel 2 3\n")[2]
    for points in ("30-0", "0-30", "29-30", "39-39"):
        assert illegal(f"{PAIRS}score {points}\ndeal 1\nduel 2 3\n").line == 5
        assert turn(f"{PAIRS}score {points}\ndeal 1\n")[2]


def test_s003_cortaillos_are_three_duels_of_six_cards() -> None:
    """Vocabulario: «dos para que los juegue el mano contra su rival de la derecha y uno el compañero del mano
    contra el pohtre»."""
    for dealer in (1, 2, 3, 4):
        mano, right, partner = (dealer % 4 + 1, (dealer + 1) % 4 + 1, (dealer + 2) % 4 + 1)
        match = Match("belmez", 4, seed="x", dealer=dealer)
        assert [lineup.seats for lineup in begin_deal(match, dealer)] == [
            (mano, right),
            (mano, right),
            (partner, dealer),
        ]


def test_s003_cortaillos_reglamento_pairing() -> None:
    """«El primer cortaíllo se lo juegan el mano contra el que dio cartas; el segundo sus compañeros, el tercero
    vuelven a jugarlo los primeros»."""
    match = Match("belmez", 4, seed="x", dealer=1, cortaos_pairing="A")
    assert [lineup.seats for lineup in begin_deal(match, 1)] == [(2, 1), (4, 3), (2, 1)]


def test_s003_cortaillos_use_eighteen_different_cards() -> None:
    """«por fin, una tercera tanda de cartas»: six packets of three, none twice."""
    match = Match("belmez", 4, seed="dieciocho", dealer=1)
    dealt: list[str] = []
    while match.deal() and match.log[-1].dealer == 1:
        dealt += [card for seat in match.view(2).seats for card in match.view(seat).cards if card]
        match.play(match.view(1).seats[0], "mazo")
    assert len(dealt) == len(set(dealt)) == 18
    duel = PAIRS + "deal 1\nduel 2 3\ncards 2 4e 2b 10o\ncards 3 5e 6c 3o\n2 mazo\nduel 2 3\ncards 2 7c 7b 3o\n"
    assert illegal(duel).line == 9


def test_s003_cortaillos_packets_are_hidden_until_their_turn() -> None:
    """BE-16: in the first cortao nobody knows what lies in the other packets."""
    match = Match("belmez", 4, seed="oculto", dealer=1)
    match.deal()
    assert [len(match.view(seat).cards) for seat in (1, 2, 3, 4)] == [0, 3, 3, 0]
    assert all(match.view(seat).partner_hands == () for seat in (1, 2, 3, 4))
    with pytest.raises(IllegalMove):
        match.play(4, "truco")


def test_s003_redondo_all_four_play_counter_clockwise() -> None:
    """«un juego común para los 4 jugadores … en sentido contrario a las agujas horarias»."""
    text = REDONDO + "1 6c ; 2 1e ; 3 5e ; 4 2c\n2 2b ; 3 4c ; 4 1b ; 1 4e\n"
    assert tricks(text) == ["B", "B"]
    assert list(turn(REDONDO + "1 6c ; 2 1e ; 3 5e ; 4 2c\n2 2b ; 3 4c\n")) == [4]
    assert awards(text) == [("truco", "B", 1)]


def test_s003_redondo_captain_sees_the_partners_cards() -> None:
    """«el capitán de cada pareja ve, antes de comenzar, las cartas de su compañero»."""
    expected = {1: ((3, cards("4c 5e 6o")),), 2: ((4, cards("1b 7o 2c")),), 3: (), 4: ()}
    assert captains_sight(REDONDO) == expected


def test_s003_redondo_the_captain_is_the_one_the_pair_chose() -> None:
    """«siempre se erige como líder el jugador más experimentado»."""
    match = Match("belmez", 4, seed="capitan", dealer=4, score=(30, 0), captains=(3, 4))
    match.deal()
    assert partners_seen(match) == {1: [], 2: [], 3: [1], 4: [2]}


def test_s003_cortaillos_the_captain_sees_no_cards() -> None:
    """«Es en esta fase del juego [el redondo] cuando el capitán … ve»."""
    text = PAIRS + "deal 4\nduel 1 2\ncards 1 7c 6c 4e\ncards 2 1e 2b 3o\n"
    assert set(captains_sight(text).values()) == {()}
    assert judge(ALONE).match.view(1).partner_hands == ()


def test_s003_corte_puts_the_lifted_cards_below() -> None:
    """«ofrezca el mazo al que tiene situado a su izquierda, para que corte»; the fist on the pack is no cut."""
    deck = shuffled(rules_of("belmez").pack, "corte")
    for cut in (0, 3, 11, 27, 28):
        match = Match("belmez", 2, seed="s", dealer=2)
        match.deal(seed="corte", cut=cut)
        order = deck[cut:] + deck[:cut]
        assert match.view(1).cards == tuple(order[0:6:2])
        assert match.view(2).cards == tuple(order[1:6:2])


@pytest.mark.parametrize("cut", [1, 2, 29, 30, 31])
def test_s003_corte_leaves_three_cards_in_each_part(cut: int) -> None:
    with pytest.raises(TableError):
        Match("belmez", 2, seed="s", dealer=2).deal(cut=cut)


def test_s003_reparto_one_by_one_from_the_right() -> None:
    """«han de repartirse a cada jugador una a una, alternativamente …, comenzando por … nuestra derecha»."""
    match = Match("belmez", 4, seed="s", dealer=2, score=(0, 30))
    match.deal(seed="reparto")
    deck = shuffled(match.rules.pack, "reparto")
    for turn_of, seat in enumerate((3, 4, 1, 2)):
        assert match.view(seat).cards == tuple(deck[turn_of:12:4])


EXPOSED = ALONE + "exposed 2 4o\ncards 1 7c 6c 4e\ncards 2 1e 1b 4o\n"


def test_s003_carta_boca_arriba_its_receiver_decides() -> None:
    """«es facultad del jugador a quien correspondía esa carta el decidir si la quiere o prefiere otra»."""
    assert turn(EXPOSED) == {2: ["acepta-carta", "otra-carta"]}
    last_is_illegal(EXPOSED + "1 otra-carta")
    last_is_illegal(EXPOSED + "1 7c")
    last_is_illegal(EXPOSED + "2 acepta-carta\n2 otra-carta")


def test_s003_carta_boca_arriba_is_accepted() -> None:
    accepted = EXPOSED + "2 acepta-carta\n"
    assert list(turn(accepted)) == [1]
    assert {"1e", "1b", "4o"} <= set(turn(accepted + "1 7c")[2])


def test_s003_carta_boca_arriba_another_in_its_place() -> None:
    """«otra carta en sustitución de aquella»: the other two stay, and the exposed one is out of play."""
    text = EXPOSED + "2 otra-carta\ncards 2 1e 1b 3c\n1 7c\n"
    held = {move for move in turn(text)[2] if move[0].isdigit()}
    assert held == {"1e", "1b", "3c"}
    told_after = ALONE + "exposed 2 4o\n2 otra-carta\ncards 1 7c 6c 4e\ncards 2 1e 1b 3c\n1 7c\n"
    assert turn(told_after) == turn(text)
    last_is_illegal(text + "2 4o")


def test_s003_carta_boca_arriba_the_other_card_is_a_new_one() -> None:
    """The replacement comes from the stock, so nobody else has it; and the record of the table contains it."""
    match = Match("belmez", 4, seed="boca arriba", dealer=1)
    match.deal(exposed=3)
    assert match.hand is not None
    before = match.hand.held(3)
    assert match.view(3).cards == (before[0], None, None)
    match.play(3, "otra-carta")
    after = match.view(3).cards
    [new] = set(after) - set(before)
    assert before[0] not in after
    assert new not in match.view(2).cards
    assert replay(record(match)).match.view(3).cards == after
    match.play(2, "mazo")
    match.deal()
    assert new not in {*match.view(2).cards, *match.view(3).cards}
    assert replay(record(match)).match.view(2).cards == match.view(2).cards


def test_s003_carta_boca_arriba_the_other_card_is_used_up() -> None:
    """The card that replaced the exposed one is not dealt again in the later cortaos."""
    text = PAIRS + "deal 1\nduel 2 3\nexposed 2 4o\ncards 2 4o 7c 6c\ncards 3 1e 1b 5c\n"
    text += "2 otra-carta\ncards 2 3e 7c 6c\n2 3e ; 3 1e\n3 1b ; 2 7c\nduel 2 3\n"
    assert illegal(text + "cards 2 3e 2e 2o\n").line == text.count("\n") + 1
    assert illegal(text + "cards 2 4o 2e 2o\n").line == text.count("\n") + 1


def test_s003_dogma_a_raise_accepts_what_was_bet() -> None:
    """«la formulación de una apuesta supone la aceptación de las que anteriormente se formalizasen»."""
    assert awards(PLAIN + "1 envido ; 2 mas-4 ; 1 no-quiero ; 1 mazo")[0] == ("envido", "B", 2)
    assert awards(PLAIN + "1 truco ; 2 retruco ; 1 no-quiero") == [("truco", "B", 3)]


def test_s003_apertura_the_mano_may_bet_sing_play_or_truck() -> None:
    """«Envidando, Cantando flor, Jugando su primer carta de truco, Trucando»."""
    legal = set(turn(ALONE + "cards 1 5o 12b 4e\ncards 2 1e 1b 4o")[1])
    assert {"envido", "envido-4", "envido-pata", "flor", "truco", "4e", "5o", "12b", "mazo"} <= legal
    assert not legal & {"quiero", "no-quiero", "guena", "chica", "retruco", "mas-2"}


def test_s003_apertura_the_pohtre_answers_or_does_the_same() -> None:
    """«Responder … a los envites y apuestas; Envidar; Cantar flor; Trucar; Jugar su primer carta de truco»."""
    text = ALONE + "cards 1 1e 1b 4o\ncards 2 5o 12b 4e\n"
    assert {"envido", "flor", "truco", "4e"} <= set(turn(text + "1 4o")[2])
    assert {"quiero", "no-quiero", "mas-2", "envido-pata", "flor"} <= set(turn(text + "1 envido")[2])
    assert {"quiero", "no-quiero", "retruco", "envido", "flor"} <= set(turn(text + "1 truco")[2])
    assert not {"truco", "4e", "envido"} & set(turn(text + "1 envido")[2])
