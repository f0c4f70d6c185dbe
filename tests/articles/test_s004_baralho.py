"""Paulista, S004: players, pack, vira and manilhas, order of the cards, deal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.record_queries import awards, check_ranking, games, heights_in, illegal, judge, score, tricks, turn
from truquero.cards import CARDS, cards
from truquero.table import Match, TableError
from truquero.table.dealing import shuffled
from truquero.variants import rules_of

HEAD = "variant paulista\nplayers 2\ndeal 2\n"
ORDER = ["4", "5", "6", "7", "10", "11", "12", "1", "2", "3"]  # from the lowest; dama 10, valete 11, rei 12
LIMPO = ORDER[4:]  # the baralho limpo has no cards below the dama
SUITS = "bceo"  # zap, copas, espadilha, pica-fumo


def check_manilhas(deck: str, ranks: list[str], vira: str) -> None:
    """Check the order of all cards against the article: four manilhas above, the other ranks by their order."""
    rules = rules_of("paulista", 2, deck=deck)
    following = ranks[(ranks.index(vira[:-1]) + 1) % len(ranks)]
    entries = (*(f"{following}{suit}" for suit in SUITS), *map(int, reversed(ranks)))
    check_ranking(rules.ranking.strengths(CARDS[vira]), heights_in([[entry] for entry in entries], rules.pack))


# ------------------------------------------------------------------------------------------------ players and pack


def test_s004_jogadores_two_pairs_or_two_trios() -> None:
    """«O jogo acontece com duas duplas ou dois trios»; two players are an option of many tables."""
    assert rules_of("paulista").players == 4
    for players in (2, 4, 6):
        assert turn(f"variant paulista\nplayers {players}\ndeal {players}\nturned 4c\n")[1]
    for players in (1, 3, 5, 7, 8):
        assert illegal(f"variant paulista\nplayers {players}\ndeal 1\n").line == 2


def test_s004_trios_alternate_and_win_tricks_together() -> None:
    hands = ("4e 6e 7e", "4b 6b 7b", "5e 5b 5o", "1o 1b 2o", "3e 3b 2b", "12o 12b 11o")
    text = "variant paulista\nplayers 6\ndeal 6\nturned 4c\n"
    text += "".join(f"cards {seat} {held}\n" for seat, held in enumerate(hands, start=1))
    text += "1 4e ; 2 4b ; 3 5e ; 4 1o ; 5 2b ; 6 12o\n"
    assert (tricks(text), list(turn(text))) == (["A"], [3])
    text += "3 5o ; 4 2o ; 5 3e ; 6 11o ; 1 6e ; 2 6b\n"
    assert awards(text) == [("truco", "A", 1)]


def test_s004_baralho_without_8_9_10_and_jokers() -> None:
    """«as cartas 8, 9 e 10 e curingas são excluídas»: forty."""
    pack = rules_of("paulista").pack
    assert len(pack) == 40
    assert set(pack) == {f"{rank}{suit}" for rank in ORDER for suit in SUITS}
    for card in ("8e", "9b"):
        assert illegal(f"{HEAD}turned {card}\n").line == 4


def test_s004_baralho_limpo_is_24() -> None:
    rules = rules_of("paulista", 6, deck=24)
    assert set(rules.pack) == {f"{rank}{suit}" for rank in LIMPO for suit in SUITS}
    text = "variant paulista\nplayers 2\noptions deck=24\ndeal 2\n"
    for card in ("4c", "5e", "6b", "7o"):
        assert illegal(f"{text}turned {card}\n").line == 5


# -------------------------------------------------------------------------------------------------- vira, manilhas


@pytest.mark.parametrize("vira", [f"{rank}{suit}" for rank in ORDER for suit in SUITS])
def test_s004_manilhas_of_every_vira(vira: str) -> None:
    """«a carta seguinte em seus 4 diferentes naipes são as Manilhas»: every pair of cards under every vira."""
    check_manilhas("40", ORDER, vira)


@pytest.mark.parametrize("vira", [f"{rank}{suit}" for rank in LIMPO for suit in SUITS])
def test_s004_manilhas_of_every_vira_limpo(vira: str) -> None:
    """Without 4 to 7 the dama follows the three."""
    check_manilhas("24", LIMPO, vira)


VIRAS = dict(zip(ORDER, [*ORDER[1:], ORDER[0]], strict=True))


@pytest.mark.parametrize(("vira", "manilha"), VIRAS.items())
def test_s004_manilhas_on_the_table(vira: str, manilha: str) -> None:
    """Zap takes copas, espadilha takes pica-fumo, pica-fumo takes the best other card."""
    best = "3" if "3" not in (manilha, vira) else "2"
    text = HEAD + f"turned {vira}c\ncards 1 {manilha}c {manilha}o {best}b\n"
    text += f"cards 2 {manilha}b {manilha}e {best}e\n1 {manilha}c ; 2 {manilha}b ; 2 {best}e ; 1 {manilha}o\n"
    assert tricks(text) == ["B", "A"]
    text += f"1 {best}b ; 2 {manilha}e\n"
    assert tricks(text) == ["B", "A", "B"]
    lower = HEAD + f"turned {vira}c\ncards 1 {manilha}o {manilha}b {best}b\ncards 2 {manilha}e {manilha}c {best}e\n"
    lower += f"1 {manilha}o ; 2 {manilha}e ; 2 {manilha}c ; 1 {manilha}b\n"
    assert tricks(lower) == ["B", "A"]


def test_s004_manilhas_cards_of_the_rank_of_the_vira_are_ordinary() -> None:
    """Vira 3: the other treses stay above the twos and below the fours."""
    text = HEAD + "turned 3c\ncards 1 3b 3e 6o\ncards 2 2e 4o 3o\n"
    assert tricks(text + "1 3b ; 2 2e\n") == ["A"]
    assert tricks(text + "1 3b ; 2 4o\n") == ["B"]
    assert tricks(text + "1 3b ; 2 3o\n") == [None]


def test_s004_valores_order_of_the_other_cards() -> None:
    """«3, 2, Ás, reis, valetes, damas, 7, 6, 5 e 4»: each beats the next, and suits do not count."""
    falling = ["3", "2", "A", "K", "J", "Q", "7", "6", "5", "4"]
    for high, low in pairwise(falling):
        vira = "4c" if "A" in (high, low) else "Kc"  # neither of the two is a manilha
        text = HEAD + f"turned {vira}\ncards 1 {low}e ?? ??\ncards 2 {high}o ?? ??\n1 {low}e ; 2 {high}o\n"
        assert tricks(text) == ["B"], (high, low)
        tie = HEAD + f"turned {vira}\ncards 1 {high}e ?? ??\ncards 2 {high}o ?? ??\n1 {high}e ; 2 {high}o\n"
        assert tricks(tie) == [None], high


def test_s004_valores_french_names() -> None:
    """Q, J and K are 10, 11 and 12, A is 1, and p is paus."""
    text = HEAD + "turned 6C\ncards 1 Ap Kp Qo\ncards 2 Jp 7P 4p\n1 Ap ; 2 7p\n"
    assert turn(text)[2] == ["11b", "4b", "mazo", "truco"]
    assert judge(text).match.view(1).cards == cards("12b 10o")


# -------------------------------------------------------------------------------------------------------------- deal


def test_s004_distribuicao_three_each_and_a_vira() -> None:
    """«três para cada jogador e uma vira»; none of them twice."""
    for players in (2, 4, 6):
        match = Match("paulista", players, seed="vira", dealer=1)
        match.deal()
        hands = [match.view(seat).cards for seat in range(1, players + 1)]
        dealt = [*(card for held in hands for card in held), match.view(1).turned]
        assert [len(held) for held in hands] == [3] * players
        assert len(set(dealt)) == 3 * players + 1


def test_s004_distribuicao_the_mao_gets_the_first_card_and_the_vira_is_the_last() -> None:
    """«com a primeira sendo da mão»; «No final da distribuição das cartas, vira-se uma carta»."""
    match = Match("paulista", 4, seed="s", dealer=2)
    match.deal(seed="monte", cut=9)
    deck = shuffled(match.rules.pack, "monte")
    order = deck[9:] + deck[:9]
    for place, seat in enumerate((3, 4, 1, 2)):
        assert match.view(seat).cards == tuple(order[place:12:4])
    assert {match.view(seat).turned for seat in (1, 2, 3, 4)} == {order[12]}


def test_s004_distribuicao_a_record_names_the_vira() -> None:
    assert illegal(HEAD + "cards 1 4e 4b 4o\n1 4e\n").line
    assert illegal(HEAD + "turned 4c\ncards 1 4c 4b 4o\n").line == 5
    assert illegal(HEAD + "cards 1 4c 4b 4o\nturned 4c\n").line == 5
    assert illegal(HEAD + "turned 4c\nturned 4e\n").line == 5


@pytest.mark.parametrize("cut", [1, 2, 38, 39, 40])
def test_s004_distribuicao_the_cut_leaves_three_cards(cut: int) -> None:
    """«Dá-se o monte para o adversário à esquerda cortar»."""
    with pytest.raises(TableError):
        Match("paulista", 4, seed="s", dealer=2).deal(cut=cut)


def test_s004_mao_is_at_the_right_of_the_dealer_and_pe_plays_last() -> None:
    """«O primeiro à direita de quem distribui»; «Aquele que deve jogar a última carta, o mesmo que distribui»."""
    text = "variant paulista\nplayers 4\n"
    for dealer in (2, 3, 4, 1, 2):
        text += f"deal {dealer}\nturned 4c\n"
        seats = [(dealer + step) % 4 + 1 for step in range(4)]
        for seat, card in zip(seats, ("6e", "6b", "6o", "7e"), strict=True):
            assert list(turn(text)) == [seat]
            text += f"{seat} {card}\n"
        assert list(turn(text)) == [dealer]
        text += f"{dealer} truco ; {seats[0]} no-quiero\n"
    assert illegal(text + "deal 2\n").line == text.count("\n") + 1


# --------------------------------------------------------------------------------------------------------- the match


def test_s004_mao_is_worth_one() -> None:
    """«Cada mão vale inicialmente 1 ponto»; «Quem ganhar 2 dessas rodadas ganha a mão e marca 1 ponto»."""
    text = HEAD + "turned 4c\ncards 1 3c 2e 12o\ncards 2 7b 6e 4o\n1 3c ; 2 7b ; 1 2e ; 2 6e\n"
    assert (awards(text), turn(text), tricks(text)) == ([("truco", "A", 1)], {}, ["A", "A"])


def test_s004_jogo_is_won_with_twelve() -> None:
    """«ganha o jogo a dupla ou trio que fizer 12 pontos»; eleven are not enough."""
    text = "variant paulista\nplayers 2\nscore {}\ndeal 2\nturned 4c\n1 truco ; 2 quiero ; 1 mazo\n"
    assert (judge(text.format("0-8")).match.winner, score(text.format("0-8"))) == (None, (0, 11))
    assert (judge(text.format("0-9")).match.winner, score(text.format("0-9"))) == ("B", (0, 12))
    assert score(text.format("0-10")) == (0, 13)
    assert games(text.format("0-10")) == (0, 1)


def test_s004_vaza_the_winner_leads_the_next() -> None:
    text = HEAD + "turned 4c\ncards 1 3c 2e 12o\ncards 2 7b 6e 3o\n"
    assert list(turn(text + "1 3c ; 2 7b")) == [1]
    assert list(turn(text + "1 2e ; 2 3o")) == [2]
    assert list(turn(text + "1 3c ; 2 3o")) == [1]


def test_s004_vaza_equal_best_cards_of_partners_are_no_tie() -> None:
    hands = ("3e 6e 6c", "2b 7b 7e", "3c 4b 4e", "2c 4o 7o")
    text = "variant paulista\nplayers 4\ndeal 4\nturned 4c\n"
    text += "".join(f"cards {seat} {held}\n" for seat, held in enumerate(hands, start=1))
    text += "1 3e ; 2 2b ; 3 3c ; 4 2c\n"
    assert (tricks(text), list(turn(text))) == (["A"], [1])
