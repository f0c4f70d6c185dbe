"""Bélmez, S003 Partida Comentada: two deals of three duels, move by move with every score, and the anecdote."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, games, hand, judge, result, turn
from truquero.cards import cards
from truquero.i18n import LANGUAGES, _, speaking
from truquero.records import parse, replay
from truquero.records.comments import comments_in
from truquero.records.player_names import names_in
from truquero.rulebook.commented_records import COMMENTED_HANDS, commented_record
from truquero.server.http.replay_steps import replayed
from truquero.variants import rules_of

FIRST_DEAL = """variant belmez
players 4
score 0-0
deal 1
duel 2 3
cards 2 4e 2b 10o
cards 3 5e 6c 3o
2 envido ; 3 no-quiero
= 0-0
2 4e ; 3 5e
3 3o ; 2 10o
2 2b ; 3 6c
= 0-2
== envido B 1
== truco B 1
duel 2 3
cards 2 4o 7b 7c
cards 3 1b 1o 7o
2 7b ; 3 1o
3 1b ; 2 mazo
= 1-2
== truco A 1
duel 4 1
cards 4 4b 3e 11b
cards 1 2e 6e 1c
4 4b
1 envido ; 4 quiero
= 1-2
1 6e
1 1c
4 truco ; 1 no-quiero
= 1-5
== envido B 2
== truco B 1
"""

SECOND_DEAL = """deal 2
duel 3 4
cards 3 6b 7b 5o
cards 4 4b 5b 7o
3 flor ; 4 guena
3 5o ; 4 4b
3 7b
= 1-5
4 mazo
= 5-5
== flor A 3
== truco A 1
duel 3 4
cards 3 2b 5e 6c
cards 4 2c 3e 4o
3 2b ; 4 3e
4 2c
3 truco ; 4 quiero
3 6c
= 5-8
== truco B 3
duel 1 2
cards 1 2o 10o 12b
cards 2 3c 5c 4e
1 flor ; 2 guena
1 2o ; 2 3c
2 4e
1 truco ; 2 no-quiero
= 9-8
== flor A 3
== truco A 1
"""

BOTH_DEALS = FIRST_DEAL + SECOND_DEAL


def test_s003_partida_comentada_every_running_score() -> None:
    """0-2, 1-2, 1-5; 5-5, 5-8, 9-8."""
    judge(BOTH_DEALS)


def test_s003_partida_comentada_tricks() -> None:
    """The winners of the finished tricks of each duel, in order."""
    winners = ["".join(trick or "=" for trick in duel["tricks"]) for duel in result(BOTH_DEALS)["hands"]]
    assert winners == ["ABB", "A", "A", "A", "BB", "B"]


def test_s003_partida_comentada_duels() -> None:
    """The mano and the rival on his right twice, then the partner of the mano and the pohtre, who plays last."""
    assert [duel["duel"] for duel in result(BOTH_DEALS)["hands"]] == [[2, 3], [2, 3], [4, 1], [3, 4], [3, 4], [1, 2]]


def test_s003_partida_comentada_every_move_is_legal() -> None:
    """Before each move of the article it is the turn of its player and that move is legal."""
    lines = BOTH_DEALS.splitlines()
    entries = [(number, entry.strip()) for number, line in enumerate(lines) for entry in line.split(";")]
    count = 0
    for index, (number, entry) in enumerate(entries):
        if not entry[0].isdigit():
            continue
        earlier_in_line = [earlier for line, earlier in entries[:index] if line == number]
        table = replay(parse("\n".join([*lines[:number], " ; ".join(earlier_in_line)]))).match
        seat, move = entry.split()
        assert move in table.turn[int(seat)], entry
        count += 1
    assert count == 38


@pytest.mark.parametrize(
    ("held", "envite"),
    [("4e 2b 10o", 32), ("5e 6c 3o", 6), ("4o 7b 7c", 7), ("1b 1o 7o", 28), ("4b 3e 11b", 33), ("2e 6e 1c", 28)],
)
def test_s003_partida_comentada_envido_points_of_the_first_deal(held: str, envite: int) -> None:
    """Moves 1, 5, 7 and 8 of the article print 32, 28, 33 and 28."""
    assert rules_of("belmez").points.envido(cards(held)) == envite


def test_s003_partida_comentada_a_figure_would_have_been_a_flor() -> None:
    """Move 5: «la tercera carta de su contrario no es figura, ya que si lo fuera habría cantado flor»."""
    points = rules_of("belmez").points
    for figure in ("5o", "12b", "11b", "10o"):
        assert points.flor(cards(f"1o 7o {figure}")) is not None
    assert points.flor(cards("1o 7o 1b")) is None


def test_s003_partida_comentada_the_pasao_may_raise() -> None:
    """Move 4: «se ha pasao para si jugador 3 envida él echarle 2 pares más»: a player who laid a card may answer."""
    text = FIRST_DEAL.split("2 7b ; 3 1o")[0] + "2 7b ; 3 envido\n"
    assert {"quiero", "no-quiero", "mas-4"} <= set(turn(text)[2])


def test_s003_partida_comentada_a_refused_bluff_wins_the_truco() -> None:
    """Move 17: player 3 calls truco although he cannot win the second trick. A refusal would pay him 1."""
    text = FIRST_DEAL + SECOND_DEAL.split("3 truco ; 4 quiero")[0] + "3 truco ; 4 no-quiero\n"
    assert awards(text) == [("truco", "A", 1)]


def played(text: str) -> list[str]:
    """Return the statements on the cards and moves of a record, without assertions."""
    return [str(statement) for statement in parse(text) if statement.word in ("deal", "duel", "cards", "move")]


def test_s003_partida_comentada_the_examples_play_the_hands_of_the_article() -> None:
    """The commented records have its cards, moves and scores, and a comment on every step."""
    commented = [commented_record("belmez-1"), commented_record("belmez-2")]
    assert [line for text in commented for line in played(text)] == played(BOTH_DEALS)
    assert [judge(text).match.score for text in commented] == [(1, 5), (9, 8)]
    for text in commented:
        data = replayed(text)
        assert data.comments.keys() == set(map(str, range(len(data.steps))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_s003_partida_comentada_the_comments_are_in_the_language_in_use(language: str) -> None:
    with speaking(language):
        for name, (_preset, commented) in COMMENTED_HANDS.items():
            text = commented_record(name)
            assert names_in(text)[4] == _("Player {number}").format(number=4)
            assert [comment for _line, comment in comments_in(text)][-1] == _(commented.moves[-1][1])


def test_s003_anecdota_retruco_answers_the_truco() -> None:
    """The last championship: envido refused with 38 in hand, truco de cerrao, retruco, accepted and lost."""
    text = hand(
        "1 envido ; 2 no-quiero ; 1 truco ; 2 retruco ; 1 quiero ; 1 12b ; 2 5o ; 2 1e ; 1 7e",
        "12b 7e 2o",
        "5o 7c 1e",
        variant="belmez",
        score="20-34",
        games="2-2",
    )
    assert awards(text) == [("envido", "A", 1), ("truco", "B", 6)]
    assert (games(text), judge(text).match.winner, judge(text).match.score) == ((2, 3), "B", (21, 40))
