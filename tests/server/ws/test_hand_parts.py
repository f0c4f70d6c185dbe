"""The open bet, the marked cards and the señas that a page is shown."""

from __future__ import annotations

from truquero import Match, rules_of
from truquero.cards import CARDS
from truquero.i18n import speaking
from truquero.server.ws.hand_parts import all_marks, marked_cards_of, open_bet_of, sign_options, with_gesture
from truquero.server.ws.messages import MarkedCard, OpenBet
from truquero.server.ws.page_view import event_message

HANDS = {1: "1e 7e 4c", 2: "3b 11o 10e", 3: "5b 6c 12o", 4: "2b 7o 6e"}


def four_players() -> Match:
    return Match.from_cards("argentino", HANDS)


def test_an_open_bet_has_its_last_words_and_what_it_pays() -> None:
    match = Match.from_cards("argentino", {1: HANDS[1], 2: HANDS[2]}, flor="off")
    assert open_bet_of(match.rules, match.view(2)) is None
    match.play(1, "envido")
    match.play(2, "real-envido")
    assert open_bet_of(match.rules, match.view(1)) == OpenBet("envido", "real envido", (2,), 5, 2)
    match.play(1, "no-quiero")
    assert open_bet_of(match.rules, match.view(1)) is None


def test_an_open_bet_has_the_words_that_were_said() -> None:
    """S000 §14: "quiero" is heard only when the raise answers a truco."""
    later = Match.from_cards("argentino", {1: HANDS[1], 2: HANDS[2]}, flor="off")
    for seat, move in ((1, "truco"), (2, "quiero"), (1, "4c"), (2, "retruco")):
        later.play(seat, move)
    at_once = Match.from_cards("argentino", {1: HANDS[1], 2: HANDS[2]}, flor="off")
    for seat, move in ((1, "truco"), (2, "retruco")):
        at_once.play(seat, move)
    bets = [open_bet_of(match.rules, match.view(1)) for match in (later, at_once)]
    assert [bet.words for bet in bets if bet] == ["retruco", "quiero retruco"]


def test_only_cards_that_the_seat_sees_are_marked() -> None:
    match = four_players()
    assert marked_cards_of(match.rules, match.view(2)) == ()
    match.play(1, "1e")
    assert marked_cards_of(match.rules, match.view(2)) == (MarkedCard("1e", 1, "matador", "espadilla"),)
    assert [marked.card for marked in marked_cards_of(match.rules, match.view(1))] == ["1e", "7e"]


def test_a_true_sena_is_known_as_true_to_its_seat_only_while_it_holds_the_card() -> None:
    match = four_players()
    true_signs = [option.code for option in sign_options(match.rules, match.view(1), with_texts=False) if option.holds]
    assert true_signs == ["sena-as-de-espadas", "sena-siete-de-espadas"]
    match.play(1, "1e")
    true_signs = [option.code for option in sign_options(match.rules, match.view(1), with_texts=False) if option.holds]
    assert true_signs == ["sena-siete-de-espadas"]


def test_senas_are_in_the_language_of_the_page() -> None:
    match = four_players()
    meanings = {}
    for language in ("en", "pt", "en"):  # the answers are cached
        with speaking(language):
            meanings[language] = [
                option.meaning for option in sign_options(match.rules, match.view(1), with_texts=True)
            ]
    assert (meanings["en"][0], meanings["pt"][0]) == ("ace of swords", "ás de espadas")
    assert {option.meaning for option in sign_options(match.rules, match.view(1), with_texts=False)} == {""}


def test_a_sena_of_several_cards_promises_only_one_of_them() -> None:
    match = four_players()
    with speaking("es"):
        meanings = {option.code: option.meaning for option in sign_options(match.rules, match.view(1), with_texts=True)}
    assert meanings["sena-as-falso"] == "as de oros o as de copas"


def test_the_marks_follow_the_turned_card() -> None:
    rules = rules_of("paulista")
    zaps = [all_marks(rules, CARDS[turned])[0].card for turned in ("3o", "4o", "3o")]
    assert zaps == ["4b", "5b", "4b"]


def test_a_seen_sena_comes_with_its_gesture_and_meaning() -> None:
    match = four_players()
    match.play(1, "sena-as-de-espadas")
    event = match.view(3).events[-1]
    message = with_gesture(match.rules, match.view(3), event_message(match.rules, event, ""))
    assert (message.gesture, message.meaning) == ("eyebrows", "ace of swords")


def test_the_meaning_of_a_rivals_own_sena_stays_hidden() -> None:
    match = Match.from_cards("argentino", HANDS, signs={"A": "ceja=1e/eyebrows"})
    match.watch(2, 1)
    match.play(1, "sena-ceja")
    for seat, meaning in ((2, ""), (3, "ace of swords")):
        view = match.view(seat)
        message = with_gesture(match.rules, view, event_message(match.rules, view.events[-1], ""))
        assert (message.gesture, message.meaning) == ("eyebrows", meaning)
