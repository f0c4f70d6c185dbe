"""A bot plays with its partner: it saves cards on a won trick, lets the pie decide, and makes and reads señas."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.support.bot_tables import THINKING, bot, hand_of, only, play, runner_of, think_little
from truquero import VARIANTS, Match
from truquero.cards import CARDS
from truquero.table.signs import SIGN

PLAYERS = ("aprendiz", *THINKING)
SEEDS = [f"{number}" for number in range(5)]


def cards_laid(name: str, match: Match, seat: int) -> set[str]:
    """Return the cards that a bot lays with several random streams, if it must lay a card."""
    return {bot(name, match, seat, seed).choose(only(match.view(seat))) for seed in SEEDS}


# ---------------------------------------------------------------------------------------------------------- the cards


@pytest.mark.parametrize("name", PLAYERS)
def test_the_last_player_lays_the_lowest_card_where_the_partner_has_won(name: str) -> None:
    cards = {1: "4c 5c 6o", 2: "3c 12b 4o", 3: "5o 11e 4b", 4: "6c 2b 7e"}
    match = play(hand_of("argentino", cards, flor=False), "1 4c", "2 3c", "3 5o")
    assert cards_laid(name, match, 4) == {"6c"}


@pytest.mark.parametrize("name", PLAYERS)
def test_a_high_card_of_the_partner_is_not_covered_with_rivals_still_to_come(name: str) -> None:
    cards = {1: "7e 5c 6o", 2: "4o 12b 4c", 3: "5o 1b 1e", 4: "6c 2b 3o"}
    match = play(hand_of("argentino", cards, flor=False), "1 7e", "2 4o")
    assert cards_laid(name, match, 3) == {"5o"}


def test_a_low_card_of_the_partner_is_covered_with_rivals_still_to_come() -> None:
    cards = {1: "4e 5c 6o", 2: "4o 12b 4c", 3: "5o 1b 10e", 4: "6c 2b 3o"}
    match = play(hand_of("argentino", cards, flor=False), "1 5c", "2 4o")
    assert cards_laid("aprendiz", match, 3) == {"1b"}


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_who_cannot_win_the_trick_saves_the_better_cards(name: str) -> None:
    cards = {1: "4c 5c 6o", 2: "1e 12b 4o", 3: "5o 11e 3b", 4: "6c 2b 7e"}
    match = play(hand_of("argentino", cards, flor=False), "1 4c", "2 1e")
    assert cards_laid(name, match, 3) == {"5o"}


@pytest.mark.parametrize("name", PLAYERS)
def test_the_lowest_card_is_laid_in_other_games_too(name: str) -> None:
    """S004: the zap is a manilha, and no card beats it."""
    cards = {1: "4o 5o 6o", 2: "6c 12o 11o", 3: "7o 11e 12e", 4: "3b 2b 6e"}
    match = play(hand_of("paulista", cards, turned="5c"), "1 4o", "2 6c", "3 7o")
    lowest = min(cards[4].split(), key=lambda card: match.rules.ranking.strengths(CARDS["5c"])[CARDS[card]])
    assert cards_laid(name, match, 4) == {lowest}


# -------------------------------------------------------------------------------------------------------------- calls


@pytest.mark.parametrize("name", PLAYERS)
def test_with_weak_cards_the_answer_is_left_to_the_pie(name: str) -> None:
    cards = {1: "3e 2c 6o", 2: "4o 12b 5c", 3: "5o 1c 7c", 4: "6c 11b 4e"}
    match = play(hand_of("argentino", cards, flor=False), "1 truco")
    assert bot(name, match, 2).speak_up(match.view(2)) is None
    answer = runner_of(match, name).step()
    assert answer is not None
    assert answer[0] == 4


@pytest.mark.parametrize("name", THINKING)
def test_with_the_best_cards_a_bot_answers_at_once(name: str) -> None:
    cards = {1: "3e 2c 6o", 2: "1e 1b 7e", 3: "5o 1c 7c", 4: "6c 11b 4e"}
    match = play(hand_of("argentino", cards, flor=False), "1 truco")
    answers = {bot(name, match, 2, seed).speak_up(match.view(2)) for seed in SEEDS}
    assert None not in answers
    assert "no-quiero" not in answers


@pytest.mark.parametrize("name", PLAYERS)
def test_a_flor_is_sung_before_the_partner_answers(name: str) -> None:
    cards = {1: "3e 2c 6o", 2: "5o 4o 7o", 3: "12o 1c 7c", 4: "6c 5b 4b"}
    match = play(hand_of("argentino", cards, flor=True), "1 envido")
    assert "flor" in match.turn[2]
    assert runner_of(match, name).step() == (2, "flor")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_flor_is_sung_by_the_mano(name: str) -> None:
    match = hand_of("argentino", {1: "5o 4o 7o", 2: "12o 1c 7c"}, flor=True)
    assert bot(name, match, 1).choose(match.view(1)) == "flor"


@pytest.mark.parametrize("name", PLAYERS)
def test_a_bot_without_a_flor_never_sings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table accepts any call and fines players for illegal ones."""
    think_little(monkeypatch)
    match = hand_of("argentino", {1: "5o 4c 7o", 2: "12o 1c 7c"}, flor=True, illegal_calls="penalty")
    for seed in SEEDS:
        assert bot(name, match, 1, seed).speak_up(match.view(1)) != "flor"
        assert bot(name, match, 1, seed).choose(match.view(1)) != "flor"


# ---------------------------------------------------------------------------------------------------------- the señas

ACE = {1: "1e 5c 6o", 2: "4o 12b 4c", 3: "5o 1b 7e", 4: "6c 2b 3o"}


def signs_made(name: str, match: Match, seat: int, count: int = 200) -> Counter[str | None]:
    return Counter(bot(name, match, seat, f"{number}").sign(match.view(seat)) for number in range(count))


@pytest.mark.parametrize("name", THINKING)
def test_the_best_card_is_usually_signed_to_the_partner(name: str) -> None:
    match = hand_of("argentino", ACE, flor=False)
    signs = signs_made(name, match, 1)
    assert signs["sena-as-de-espadas"] > 0.6 * signs.total()
    assert signs[None] > 0.1 * signs.total()  # a player who signals everything is predictable
    assert signs_made(name, match, 2)[None] > 0.8 * signs.total()


def test_mentiroso_makes_more_false_senas() -> None:
    match = hand_of("argentino", ACE, flor=False)
    honest, liar = (signs_made(name, match, 2, 400) for name in ("jugador", "mentiroso"))
    assert honest[None] > liar[None]


@pytest.mark.parametrize("name", THINKING)
def test_a_seña_is_not_repeated_in_the_same_hand(name: str) -> None:
    for seed in SEEDS:
        match = hand_of("argentino", ACE, flor=False)
        player = bot(name, match, 1, seed)
        first = player.sign(match.view(1))
        play(match, "1 5c", "2 4o", "3 5o", "4 6c")
        later = [player.sign(match.view(1)) for _ in range(20)]
        made_signs = [sign for sign in (first, *later) if sign is not None]
        assert made_signs
        assert len(made_signs) == len(set(made_signs))


@pytest.mark.parametrize("name", THINKING)
def test_good_points_are_signed_while_they_can_be_bet(name: str) -> None:
    match = hand_of("argentino", {**ACE, 1: "6o 5o 4c", 2: "1e 12b 5c", 3: "4o 1b 7e"}, flor=False)
    assert signs_made(name, match, 1)["sena-envido"] > 100
    play(match, "1 4c", "2 5c", "3 4o", "4 3o")
    assert signs_made(name, match, 1)["sena-envido"] < 20


@pytest.mark.parametrize("name", THINKING)
def test_nobody_makes_senas_without_partners(name: str) -> None:
    match = hand_of("argentino", {1: "1e 5c 6o", 2: "4o 12b 4c"})
    assert signs_made(name, match, 1, 20)[None] == 20


@pytest.mark.parametrize("name", THINKING)
def test_a_bot_watches_a_rival(name: str) -> None:
    match = hand_of("argentino", ACE, flor=False)
    assert {bot(name, match, 1, seed).watch(match.view(1)) for seed in SEEDS * 2} == {2, 4}
    three = Match("argentino", 3, seed="gallo", dealer=3)
    three.deal()
    gallo = three.view(1).gallo
    assert gallo is not None
    pair = [seat for seat in (1, 2, 3) if seat != gallo]
    assert bot(name, three, pair[0]).watch(three.view(pair[0])) == gallo
    assert {bot(name, three, gallo, f"{number}").watch(three.view(gallo)) for number in range(20)} == set(pair)


# --------------------------------------------------------------------------------------------------- answers to a call


@pytest.mark.parametrize("name", THINKING)
def test_the_seat_that_called_answers_the_raise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller knows the reason for the call; the partner might take a bluff for a good hand."""
    think_little(monkeypatch)
    held = {1: "4o 5c 6e", 2: "1c 10o 7b", 3: "4e 5b 12c", 4: "7o 6o 1b"}
    match = play(hand_of("argentino", held, flor=False), "1 envido", "4 real-envido")
    assert bot(name, match, 1).speak_up(match.view(1)) is not None
    assert bot(name, match, 3).speak_up(match.view(3)) is None


@pytest.mark.parametrize("name", THINKING)
def test_the_only_seat_with_cards_answers_the_truco(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    held = {1: "4c 3e 2c", 2: "2o 5b 6o", 3: "4e 5c 6c", 4: "4b 5o 1e"}
    match = hand_of("argentino", held, flor=False, word="any")
    play(match, "1 4c", "2 2o", "3 4e", "4 4b", "2 5b", "3 5c", "4 5o", "1 3e", "1 2c", "2 6o", "3 6c", "3 truco")
    assert bot(name, match, 4).speak_up(match.view(4)) in ("quiero", "retruco")


# ----------------------------------------------------------------------------------------------------- timing of señas


@pytest.mark.parametrize("name", THINKING)
def test_no_seat_signs_the_card_that_a_partner_signed(name: str) -> None:
    held = {1: "1e 5c 6e", 2: "1c 10o 7b", 3: "4e 5b 12c", 4: "7o 6o 1b"}
    match = play(hand_of("argentino", held, flor=False), "1 sena-as-de-espadas")
    signs = {bot(name, match, 3, f"{seed}").sign(match.view(3)) for seed in range(150)}
    assert "sena-as-de-espadas" not in signs


@pytest.mark.parametrize("variant", [name for name in sorted(VARIANTS) if VARIANTS[name].rules(4).voices.signs])
def test_no_sena_shows_a_card_that_has_been_played(variant: str) -> None:
    """The turned card is not shown either, whatever is played and however often the bot lies."""
    random_stream, sign_count = random.Random(variant), 0
    for players in (count for count in VARIANTS[variant].players if count > 2):
        match = Match(variant, players, seed="signs")
        for _deal in range(4):
            match.deal()
            while match.turn:
                assert match.hand is not None
                view = match.view(random_stream.choice(match.hand.seats))
                visible_cards = {laid.card for laid in view.table if not laid.face_down} | {view.turned}
                for seed in range(12):
                    code = bot("mentiroso", match, view.seat, f"{seed}").sign(view)
                    sign = None if code is None else match.rules.voices.sign(code.removeprefix(SIGN))
                    if sign is not None and (cards := sign.cards(match.rules.pack, view.turned)):
                        assert set(cards) - visible_cards, (code, visible_cards)
                        sign_count += bool(view.table)
                match.play(*random_stream.choice([(seat, move) for seat, move in match.moves() if move != "mazo"]))
    assert sign_count > 20
