"""S000 §3: how many play, who is whose partner; and eight at a table."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, illegal, last_is_illegal, next_duel, result, tricks, turn

PACK = [f"{rank}{suit}" for rank in (4, 5, 6, 7, 10, 11, 12, 3, 2, 1) for suit in "eboc"]


def dealt(players: int) -> list[str]:
    """Return three cards for each seat, the lowest first, without a flor."""
    rows = [PACK[players * number : players * (number + 1)] for number in range(3)]
    return [" ".join(row[(seat + number) % players] for number, row in enumerate(rows)) for seat in range(players)]


@pytest.mark.parametrize("players", [0, 1, 5, 7, 9, 10])
def test_s000_03_nobody_else_may_sit_down(players: int) -> None:
    """§3: "un máximo de ocho y un mínimo de dos. A partir de cuatro jugadores deben ser un número par"."""
    assert illegal(f"variant argentino\nplayers {players}\ndeal 1").line == 2


def test_s000_03_four_is_the_usual_number() -> None:
    """§3 Partidas de cuatro jugadores: "Son las más corrientes"."""
    assert result("variant argentino\ndeal 1")["players"] == 4


@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_s000_03_everybody_plays_in_turn(players: int) -> None:
    """§17: the game goes round counter-clockwise, from the mano to the dealer."""
    held = dealt(players)
    moves = [f"{seat} {held[seat - 1].split()[0]}" for seat in range(1, players + 1)]
    for count in range(players):
        assert list(turn(hand(" ; ".join(moves[:count]), *held))) == [count + 1]
    assert len(tricks(hand(" ; ".join(moves), *held))) == 1


@pytest.mark.parametrize("players", [4, 6, 8])
def test_s000_03_sides_alternate_at_the_table(players: int) -> None:
    """§3: "dos parejas enfrentadas cuyos lugares se alternan en la mesa"."""
    answering = turn(hand("1 truco", *dealt(players)))
    assert list(answering) == list(range(2, players + 1, 2))


@pytest.mark.parametrize("winner", range(1, 9))
def test_s000_03_eight_play_for_two_sides(winner: int) -> None:
    """§3 Partidas de ocho jugadores: "En el juego parcial, llamado redondo participan todos los jugadores"."""
    held = dealt(8)
    held[winner - 1] = " ".join(["1e", *held[winner - 1].split()[1:]])
    first = [f"{seat} {held[seat - 1].split()[0]}" for seat in range(1, 9)]
    text = hand(" ; ".join(first), *held)
    assert tricks(text) == ["A" if winner % 2 else "B"]
    assert list(turn(text)) == [winner]


def test_s000_03_eight_play_redondos_only() -> None:
    """AR-12: facing seats are partners, so eight play no pica-pica."""
    held = dealt(8)
    second = "\n".join(f"cards {seat} {cards}" for seat, cards in enumerate(held, start=1))
    text = hand(f"1 truco ; 2 no-quiero\ndeal 1\n{second}\n2 truco", *held)
    assert list(turn(text)) == [1, 3, 5, 7]
    last_is_illegal(hand("1 truco ; 2 no-quiero\ndeal 1\nduel 2 6", *held))


def test_s000_03_eight_with_picapica_8_neighbours() -> None:
    """AR-12 `picapica_8=neighbours`: each plays against the next seat, the mano first; falta and resto are 6."""
    text = hand("1 truco ; 2 no-quiero\ndeal 1", *dealt(8), options="picapica_8=neighbours")
    for mano, rival in ((2, 3), (4, 5), (6, 7), (8, 1)):
        assert next_duel(text) == (mano, rival)
        text += f"\nduel {mano} {rival}\n{mano} truco ; {rival} no-quiero"
        assert awards(text) == [("truco", "B", 1)]
    assert next_duel(text) is None
    last_is_illegal(f"{text}\nduel 2 3")


def test_s000_03_eight_with_neighbours_falta_is_six() -> None:
    """§3: "se juegan como las de seis jugadores"."""
    text = hand("1 truco ; 2 no-quiero\ndeal 1\nduel 2 3", *dealt(8), options="picapica_8=neighbours")
    text += "\ncards 2 7c 6c 1e\ncards 3 4o 5o 12b\n2 falta-envido ; 3 quiero"
    assert awards(text) == [("envido", "B", 6)]
