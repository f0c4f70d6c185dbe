"""S000 §17: the first dealer, the cut, the deal and a card that falls face up."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.record_queries import awards, hand, illegal, judge, last_is_illegal, result, score, turn
from truquero.table import Match, TableError
from truquero.table.dealing import shuffled
from truquero.variants import rules_of

TWO = ("5b 7b 12c", "4e 6e 11o")
FOUR = ("4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1o 4e")
CARDS_OF_FOUR = "\n".join(f"cards {seat} {cards}" for seat, cards in enumerate(FOUR, start=1))


def first_dealer(players: int, seed: str, chosen: int | None = None) -> int | None:
    match = Match("argentino", players, seed=seed, dealer=chosen)
    match.deal()
    return match.dealer


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_s000_17_the_first_dealer_is_drawn_by_lot(players: int) -> None:
    """§17: "se determina, normalmente por sorteo, qué jugador será el primero en dar las cartas"."""
    dealers = Counter(first_dealer(players, seed=str(number)) for number in range(400))
    assert set(dealers) == set(range(1, players + 1))
    assert min(dealers.values()) > 400 / players / 2


def test_s000_17_the_lot_is_repeatable_and_a_dealer_may_be_chosen() -> None:
    """§17: "normalmente por sorteo"."""
    assert first_dealer(4, "a") == first_dealer(4, "a")
    assert [first_dealer(4, "a", seat) for seat in (1, 2, 3, 4)] == [1, 2, 3, 4]


@pytest.mark.parametrize("dealer", [1, 2, 3, 4])
def test_s000_17_the_mano_sits_at_the_right_of_the_dealer(dealer: int) -> None:
    """§17: "El jugador a la derecha del dador es el mano … además de ser el primero en jugar"."""
    assert list(turn(hand("", *FOUR, dealer=dealer))) == [dealer % 4 + 1]


@pytest.mark.parametrize("dealer", [1, 2, 3, 4])
def test_s000_17_the_deal_passes_to_the_right(dealer: int) -> None:
    """§17: "Todo el juego del truco se realiza en sentido contrario al de las agujas del reloj"."""
    mano = dealer % 4 + 1
    over = hand(f"{mano} truco ; {mano % 4 + 1} no-quiero", *FOUR, dealer=dealer)
    assert list(turn(f"{over}\ndeal {mano}\n{CARDS_OF_FOUR}")) == [mano % 4 + 1]
    for wrong in {1, 2, 3, 4} - {mano}:
        last_is_illegal(f"{over}\ndeal {wrong}")


def test_s000_17_nothing_is_dealt_while_a_hand_is_played() -> None:
    """§17: one hand after the other."""
    last_is_illegal(hand("1 4b\ndeal 1", *FOUR))


@pytest.mark.parametrize("seat", [0, 5])
def test_s000_17_only_a_player_deals(seat: int) -> None:
    """§17: the dealer sits at the table."""
    assert illegal(f"variant argentino\nplayers 4\ndeal {seat}").line == 3


# ----------------------------------------------------------------------------------------------------------- cutting


@pytest.mark.parametrize("cut", [0, 3, 4, 20, 36, 37])
def test_s000_17_cuts_that_are_allowed(cut: int) -> None:
    """§17: "aunque sí que se golpee el mazo sin hacer corte alguno": 0 is the knock."""
    assert judge(f"variant argentino\nplayers 2\ndeal 2\ncut {cut}\nseed 5f3a").match.log[-1].cut == cut
    assert Match("argentino", 2, seed="x").deal(cut=cut)


@pytest.mark.parametrize("cut", [1, 2, 38, 39, 40, 41])
def test_s000_17_cuts_that_are_not(cut: int) -> None:
    """§17: "Al cortar no pueden dejarse menos de tres cartas en cada parte del corte"."""
    last_is_illegal(f"variant argentino\nplayers 2\ndeal 2\ncut {cut}")
    with pytest.raises(TableError, match="cut"):
        Match("argentino", 2, seed="x").deal(cut=cut)


def test_s000_17_one_cut_only() -> None:
    """§17: "No está permitido … que se haga más de un corte en el mazo"."""
    last_is_illegal("variant argentino\nplayers 2\ndeal 2\ncut 12\ncut 15")


@pytest.mark.parametrize("cut", [0, 3, 17, 37])
def test_s000_17_the_lower_part_goes_on_top(cut: int) -> None:
    """§17: the cut changes which cards are dealt, and only by turning the pack round."""
    deck = shuffled(rules_of("argentino", 2).pack, "5f3a")
    turned = [*deck[cut:], *deck[:cut]]
    match = judge(f"variant argentino\nplayers 2\ndeal 2\ncut {cut}\nseed 5f3a").match
    assert match.hand is not None
    assert [match.hand.dealt(seat) for seat in (1, 2)] == [tuple(turned[0:6:2]), tuple(turned[1:6:2])]


# ---------------------------------------------------------------------------------------------------------- dealing


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("dealer", [1, 2])
def test_s000_17_one_card_at_a_time_from_the_right(players: int, dealer: int) -> None:
    """§17: "el dador reparte tres cartas a cada jugador, de una en una y empezando por la derecha"."""
    match = Match("argentino", players, dealer=dealer)
    match.deal(seed="7c")
    deck = shuffled(match.rules.pack, "7c")
    order = [(dealer + step) % players + 1 for step in range(players)]
    assert match.hand is not None
    for place, seat in enumerate(order):
        assert match.hand.dealt(seat) == tuple(deck[place + players * number] for number in range(3))


def test_s000_03_the_gallo_is_dealt_a_fourth_card() -> None:
    """§3: "El gallo tiene el privilegio de recibir cuatro cartas"."""
    match = Match("argentino", 3, dealer=2, seed="g")
    match.deal()
    assert match.hand is not None
    assert [len(match.hand.dealt(seat)) for seat in (1, 2, 3)] == [3, 4, 3]
    assert len({card for seat in (1, 2, 3) for card in match.hand.dealt(seat)}) == 10


def test_s000_03_three_cards_for_each_in_a_pica_pica() -> None:
    """§3: "dadas las tres cartas a cada uno de los jugadores": eighteen different cards for three duels."""
    match = Match("argentino", 6, seed="p", dealer=1)
    match.deal()
    match.play(2, "mazo")
    match.play(3, "truco")
    match.play(4, "no-quiero")
    dealt = []
    for _ in range(3):
        match.deal()
        assert match.hand is not None
        mano, rival = match.hand.seats
        dealt += [*match.hand.dealt(mano), *match.hand.dealt(rival)]
        match.play(mano, "truco")
        match.play(rival, "no-quiero")
    assert len(dealt) == len(set(dealt)) == 18


@pytest.mark.parametrize("cards", ["4b 6c", "4b 6c 11e 2b"])
def test_s000_17_three_cards_each(cards: str) -> None:
    """§17: "tres cartas a cada jugador"."""
    assert illegal(hand("", cards, *FOUR[1:])).line == 4


@pytest.mark.parametrize("cards", ["4b 6c 4b", "4b 6c 5o"])
def test_s000_17_a_card_is_dealt_once(cards: str) -> None:
    """§8: forty different cards."""
    assert illegal(hand("", cards, *FOUR[1:])).line in (4, 5)


# ----------------------------------------------------------------------------------------------------- a card face up


def exposed(moves: str, options: str = "") -> str:
    """Return the record of a deal in which the first card of seat 2, the 5 of oros, falls face up."""
    header = f"variant argentino\nplayers 4\noptions {options}" if options else "variant argentino\nplayers 4"
    return f"{header}\ndeal 4\nexposed 2 5o\n{CARDS_OF_FOUR}\n{moves}"


def test_s000_17_the_receiver_chooses_first() -> None:
    """§17: "el que la recibe así puede elegir"; "que tal elección depende del mano debe evitarse"."""
    assert turn(exposed("")) == {2: ["acepta-carta", "otra-carta"]}
    for move in ("1 4b", "1 acepta-carta", "1 otra-carta", "2 truco"):
        last_is_illegal(exposed(move))


@pytest.mark.parametrize(("seat", "answer", "dealer"), [(2, "acepta-carta", 1), (3, "otra-carta", 4)])
def test_s000_17_a_card_that_falls_at_a_real_table(seat: int, answer: str, dealer: int) -> None:
    """§17: "Si una de las cartas cae boca arriba": kept, the deal passes on; refused, the same dealer deals again."""
    match = Match("argentino", 4, seed="up", dealer=4)
    match.deal(exposed=seat)
    assert match.turn == {seat: ["acepta-carta", "otra-carta"]}
    match.play(seat, answer)
    if answer == "acepta-carta":
        match.play(1, "truco")
        match.play(2, "no-quiero")
    match.deal()
    assert match.dealer == dealer


def test_s000_17_the_receiver_may_keep_an_exposed_card() -> None:
    """§17: "quedarse con ella"."""
    text = exposed("2 acepta-carta")
    assert list(turn(text)) == [1]
    assert turn(text) == turn(hand("", *FOUR))
    last_is_illegal(f"{text}\n2 otra-carta")


def test_s000_17_the_receiver_may_demand_a_new_deal() -> None:
    """§17: "o exigir un nuevo reparto": the same dealer deals again, and nothing counts."""
    text = exposed("2 otra-carta")
    assert turn(text) == {}
    assert result(text)["hands"] == []
    again = f"{text}\ndeal 4\n{CARDS_OF_FOUR}\n1 truco ; 2 no-quiero"
    assert score(again) == (1, 0)
    last_is_illegal(f"{text}\ndeal 1")
    last_is_illegal(f"{text}\n1 4b")


def test_s000_17_after_the_new_deal_the_deal_passes_on() -> None:
    """§17: the void deal does not cost the dealer his turn."""
    text = exposed(f"2 otra-carta\ndeal 4\n{CARDS_OF_FOUR}\n1 truco ; 2 no-quiero\ndeal 1\n{CARDS_OF_FOUR}")
    assert list(turn(text)) == [2]


def test_s000_17_exposed_card_redeal() -> None:
    """AR-18 `exposed_card=redeal`: nobody chooses; the same dealer deals again."""
    text = exposed("", "exposed_card=redeal")
    assert turn(text) == {}
    last_is_illegal(exposed("2 acepta-carta", "exposed_card=redeal"))
    last_is_illegal(exposed("1 4b", "exposed_card=redeal"))
    assert awards(f"{text}\ndeal 4\n{CARDS_OF_FOUR}\n1 truco ; 2 no-quiero") == [("truco", "A", 1)]


def test_s000_17_a_new_deal_is_of_the_same_kind() -> None:
    """§3: the redondo that is dealt again is a redondo, not the pica-pica that follows it."""
    text = "variant argentino\nplayers 6\ndeal 6\nexposed 2 5o\n2 otra-carta\ndeal 6\n1 4b ; 2 truco"
    assert list(turn(text)) == [1, 3, 5]


def test_s000_17_a_pica_pica_that_is_dealt_again() -> None:
    """§3: the pica-pica is dealt again as a pica-pica, and the redondo follows it."""
    start = (
        "variant argentino\nplayers 6\ndeal 6\n1 truco ; 2 no-quiero\ndeal 1\nduel 2 5\nexposed 2 5o\n2 otra-carta\n"
    )
    again = start + "deal 1\nduel 2 5\n2 truco ; 5 no-quiero\n"
    assert score(again) == (1, 1)
    text = again + "duel 3 6\n3 truco ; 6 no-quiero\nduel 4 1\n4 truco ; 1 no-quiero\ndeal 2\n3 truco"
    assert list(turn(text)) == [2, 4, 6]


def test_s000_17_the_exposed_card_is_one_of_the_receivers() -> None:
    """§17: "el que la recibe"."""
    illegal(exposed("2 acepta-carta").replace("exposed 2 5o", "exposed 2 2b"))
    illegal(exposed("").replace("exposed 2 5o", "exposed 9 5o"))
