"""S000 §12: a flor cancels an envido whose points are written already, accepted or refused."""

from __future__ import annotations

import random

import pytest

from tests.support.record_queries import awards, claims, games, hand, judge, last_is_illegal, score, shown_cards, turn
from truquero import Match, rules_of
from truquero.bots.players.heuristics import SOUND
from truquero.bots.players.playout import Playouts
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import cards
from truquero.records import as_text
from truquero.speech.narration import TableText

HIGH, LOW, PLAIN = "7o 6o 2b", "6e 4e 12c", "1b 1e 10o"  # envido 33, 30 and 1
FLOR, BETTER = "4c 5c 6c", "7b 5b 3b"  # 35 (envido 31) and 35, with the mano ahead
FOUR = (HIGH, LOW, FLOR, PLAIN)  # seat 3 has a flor and a partner with a better envido
VARIANTS = pytest.mark.parametrize(("variant", "turned"), [("argentino", ""), ("gauderio", ""), ("venezolano", "4o")])
ACCEPTED, REFUSED = "1 envido ; 2 quiero", "1 envido ; 2 no-quiero"
PLAY = "1 2b ; 2 12c"
LIKED = ("flor", "envido", "quiero", "no-quiero")  # in random play, so that there is much to take back


@VARIANTS
@pytest.mark.parametrize(("envido", "points"), [(ACCEPTED, 2), (REFUSED, 1)])
def test_s000_12_points_of_the_envido_are_taken_back(variant: str, turned: str, envido: str, points: int) -> None:
    """§12: "queda cancelado todo lo cantado referido al envido echado por los jugadores anteriores"."""
    text = hand(f"{envido}\n= {points}-0\n{PLAY} ; 3 flor\n= 3-0", *FOUR, variant=variant, turned=turned)
    assert awards(text) == [("envido", "A", points), ("envido", "A", -points), ("flor", "A", 3)]


@VARIANTS
def test_s000_12_points_of_the_rivals_are_taken_back(variant: str, turned: str) -> None:
    """The side that wrote them loses them, whichever side sings: nobody plays the envido if somebody has flor (§4)."""
    text = hand(f"{ACCEPTED} ; 1 12c ; 2 2b ; 3 flor", LOW, HIGH, FLOR, PLAIN, variant=variant, turned=turned)
    assert awards(text) == [("envido", "B", 2), ("envido", "B", -2), ("flor", "A", 3)]
    assert score(text) == (3, 0)


def test_s000_12_nothing_is_taken_back_where_nothing_was_written() -> None:
    assert awards(hand("1 truco ; 2 quiero ; 1 2b ; 2 12c ; 3 flor", *FOUR)) == [("flor", "A", 3)]
    assert awards(hand("1 2b ; 2 envido ; 3 flor", *FOUR)) == [("flor", "A", 3)]


def test_s000_12_a_partner_has_not_given_up_the_flor() -> None:
    """§12: "antes … de aceptar cualquier otro tipo de proposición": only the seat that accepts or calls gives up
    its flor. Its partner does not, even if the partner declares points."""
    held = (HIGH, LOW, PLAIN, FLOR)
    assert "flor" in turn(hand(f"{ACCEPTED} ; {PLAY} ; 3 10o", *held))[4]
    assert "flor" not in turn(hand("1 envido ; 4 quiero ; 1 2b ; 2 12c ; 3 10o", *held))[4]
    manual = hand(f"{ACCEPTED} ; 1 33 ; 2 son-buenas ; 3 son-buenas ; 4 son-buenas ; {PLAY} ; 3 10o", *held)
    automatic = manual.replace("deal 4", "options declare=manual\ndeal 4")
    assert awards(f"{automatic} ; 4 flor") == [("envido", "A", 2), ("envido", "A", -2), ("flor", "B", 3)]


def test_s000_12_flor_forced_takes_back_too() -> None:
    """With `flor_forced=on` the holder sings in his turn, after others have played the envido."""
    text = hand(f"{ACCEPTED} ; {PLAY} ; 3 flor", *FOUR, options="flor_forced=on")
    assert awards(text) == [("envido", "A", 2), ("envido", "A", -2), ("flor", "A", 3)]


def test_s000_12_a_falta_is_taken_back_as_it_was_written() -> None:
    """A falta of 20 at 10-4 is 20 again when it is taken back, whatever the score is then."""
    text = hand(
        "1 falta-envido ; 2 quiero\n= 10-24\n1 12c ; 2 2b ; 3 flor\n= 13-4", LOW, HIGH, FLOR, PLAIN, score="10-4"
    )
    assert awards(text) == [("envido", "B", 20), ("envido", "B", -20), ("flor", "A", 3)]


def test_s000_12_the_resto_is_counted_after_taking_back() -> None:
    """The envido is cancelled when the flor is sung, before anything is bet on it: al resto is 30 less the leader's
    points without the envido, and 3 for each flor."""
    four = (HIGH, LOW, FLOR, BETTER)
    text = hand(f"{ACCEPTED} ; {PLAY} ; 3 flor\n= 11-4\n4 contraflor-al-resto ; 3 quiero", *four, score="11-4")
    assert awards(text)[2:] == [("flor", "A", 30 - 11 + 6)]


def test_s000_12_only_the_first_flor_takes_back() -> None:
    four = (HIGH, LOW, FLOR, BETTER)
    text = hand(f"{ACCEPTED} ; {PLAY} ; 3 flor ; 4 flor ; 3 quiero", *four)
    assert awards(text) == [("envido", "A", 2), ("envido", "A", -2), ("flor", "A", 3)]


def test_s000_12_a_flor_comes_too_late_for_a_game_that_is_won() -> None:
    """Points that end the game end it: nothing is sung any more."""
    text = hand(f"{ACCEPTED}", *FOUR, score="28-0")
    assert games(text) == (1, 0)
    last_is_illegal(f"{text}\n1 2b")


def test_s000_12_a_game_is_not_won_by_points_that_are_taken_back() -> None:
    """With `finish_hand_before_win=on` the hand is played out, so the flor comes in time."""
    held = (LOW, HIGH, FLOR, PLAIN)
    text = hand(f"{ACCEPTED} ; 1 12c ; 2 2b", *held, options="finish_hand_before_win=on", score="0-28")
    assert score(text) == (0, 30)
    ended = f"{text} ; 3 flor ; 3 mazo ; 4 10o ; 2 6o ; 4 1e ; 1 mazo"
    assert score(ended) == (3, 29)
    assert games(ended) == (0, 0)


def test_s000_12_an_envido_refused_in_a_duel_is_taken_back() -> None:
    """In a duel, a player who has refused the envido may still sing."""
    text = hand("1 envido ; 2 no-quiero ; 1 2b ; 2 flor ; 2 4c", HIGH, FLOR)
    assert awards(text) == [("envido", "A", 1), ("envido", "A", -1), ("flor", "B", 3)]


def test_s000_03_both_partners_of_the_gallo_lose_the_points() -> None:
    """§3: "los tantos obtenidos por la pareja se anotan a cada uno": so they are taken from each."""
    text = hand(
        "1 descarta-12c ; 2 envido ; 1 no-quiero\n= 10-1-28\n2 2b ; 3 flor\n= 10-3-30",
        "1b 1e 10o 12c",
        HIGH,
        FLOR,
        dealer=1,
        score="10-0-27",
        options="finish_hand_before_win=on",
    )
    envido = [("envido", "2", 1), ("envido", "3", 1), ("envido", "2", -1), ("envido", "3", -1)]
    assert awards(text) == [*envido, ("flor", "2", 3), ("flor", "3", 3)]


def test_s000_12_a_player_who_has_won_a_cancelled_envido_does_not_show() -> None:
    """§13: "debe mostrar sus cartas antes de anotarse los puntos", of which there are none."""
    ended = hand(f"{ACCEPTED} ; {PLAY} ; 3 flor ; 3 mazo ; 4 10o ; 1 mazo", *FOUR)
    assert set(shown_cards(ended)) == {3}


def test_s000_12_pedir_flor_counts_what_is_left() -> None:
    """§12 Pedir flor: "más todos los tantos de la mano contraria": a cancelled envido is none of them."""
    moves = f"{ACCEPTED} ; 1 2o ; 2 12c ; 3 flor ; 3 4c ; 4 10o ; 1 6o ; 2 mazo ; 3 5c ; 4 mazo"
    text = hand(moves, "7o 6o 2o", LOW, FLOR, PLAIN)
    assert claims(text)[2] == ["pido-flor-1"]
    assert awards(f"{text} ; 2 pido-flor-1")[-1] == ("flor", "B", 3 + 3 + 1)


@VARIANTS
def test_s000_12_the_narration_mentions_points_that_are_taken_back(variant: str, turned: str) -> None:
    text = hand(f"{ACCEPTED} ; {PLAY} ; 3 flor", *FOUR, variant=variant, turned=turned)
    assert "envido: 2 taken back from A, cancelled by a flor" in as_text(judge(text))
    match = judge(text).match
    lines = [line for _kind, line in TableText(match.rules, 2).new_lines(match.view(2), 0)]
    assert "−2 for them: the envido, cancelled by a flor" in lines


def test_s000_12_players_who_imagine_the_hand_take_back_too() -> None:
    """A bot that weighs singing knows that it takes 20 points from its rivals, who are ahead by them."""
    falta = "1 falta-envido ; 2 quiero ; 1 12c ; 2 2b"
    match = judge(hand(falta, LOW, HIGH, FLOR, PLAIN, score="10-4")).match
    prepared = PreparedView(match.rules, match.view(3))
    assert [(award.lance, award.side, award.points) for award in prepared.written] == [("envido", 1, 20)]
    deal = {place: cards(held) for place, held in enumerate((LOW, HIGH, FLOR, PLAIN))}
    playouts = Playouts(prepared, random.Random(1), SOUND, SOUND)
    assert playouts.value(deal, "flor") > 15 > playouts.value(deal, "4c")


@pytest.mark.parametrize("options", [{}, {"finish_hand_before_win": "on"}, {"declare": "manual"}])
@pytest.mark.parametrize(
    ("variant", "players"),
    [("argentino", 4), ("argentino", 3), ("gauderio", 6), ("venezolano", 4), ("trucardo", 4), ("uruguayo", 6)],
)
def test_s000_12_no_envido_beside_a_flor(variant: str, players: int, options: dict[str, str]) -> None:
    """In random play the envido of a hand in which a flor is sung is worth nothing, unless it has won the game."""
    chance, sung, cancelled = random.Random(f"{variant} {players}"), 0, 0
    for seed in range(30):
        match = Match(rules_of(variant, players, **options), seed=seed)
        while len(match.log) < 12 and match.deal():
            while match.turn:
                moves = match.moves()
                liked = [move for move in moves if move[1] in LIKED]
                match.play(*chance.choice(liked if liked and chance.random() < 0.7 else moves))
            log = match.log[-1].hands[-1]
            if any(move == "flor" for _seat, move in log.moves):
                envido = [award.points for award in log.awards if award.lance == "envido"]
                assert sum(envido) == 0
                sung, cancelled = sung + 1, cancelled + bool(envido)
    assert sung > cancelled > 0
