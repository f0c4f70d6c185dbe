"""Table talk: the phrases of `phrases.toml` with their readings, and invariants for any words."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.record_queries import hand, judge
from truquero.i18n import speaking
from truquero.records import parse, record, replay
from truquero.rules.game import Rules
from truquero.rules.options import parse as parse_options
from truquero.speech.talk import QueuedCalls, Reading, carry_out, read
from truquero.table import IllegalMove, Match
from truquero.variants import VARIANTS, preset, rules_of

PHRASE_FILE = tomllib.loads((Path(__file__).parent / "phrases.toml").read_text(encoding="utf-8"))
TWO_HANDS = ("5b 7b 12c", "4e 6e 11o")


class Phrase(NamedTuple):
    variant: str
    options: str
    position: str
    championship: bool
    words: str
    reading: str
    article: str

    @property
    def name(self) -> str:
        mode = "championship" if self.championship else "common"
        return f"{self.variant}-{self.position or 'words'}-{mode}-{self.words}"


def phrases() -> Iterator[Phrase]:
    for group in PHRASE_FILE["group"]:
        modes = [group["championship"]] if "championship" in group else [False, True]
        for words, reading, *article in group["phrases"]:
            for mode in modes:
                yield Phrase(
                    group["table"],
                    group.get("options", ""),
                    group.get("position", ""),
                    mode,
                    words,
                    reading,
                    article[0] if article else "",
                )


@cache
def replayed(name: str) -> Match:
    return replay(parse(PHRASE_FILE["positions"][name])).match


def position(name: str) -> Match:
    return replayed(name).copy()


@cache
def rules_with(variant: str, options: str) -> Rules:
    return rules_of(variant, None, **parse_options(options.split()))


def as_text(reading: Reading) -> str:
    """Return a reading in the notation of the phrase table."""
    if reading.question:
        return "? " + " / ".join(" ".join(codes) for codes in reading.question)
    if reading.refused:
        return "!"
    if reading.queued:
        return f"{' '.join(reading.moves)} > {' '.join(reading.queued)}"
    return " ".join(reading.moves) or "-"


@pytest.mark.parametrize("phrase", [*phrases()], ids=lambda phrase: phrase.name)
def test_a_phrase_has_the_reading_of_the_table(phrase: Phrase) -> None:
    if phrase.position:
        match = position(phrase.position)
        reading = read(phrase.words, match.rules, match, championship=phrase.championship)
        check_carrying_out(match, reading)
    else:
        rules = rules_with(phrase.variant, phrase.options)
        reading = read(phrase.words, rules, championship=phrase.championship)
    assert as_text(reading) == phrase.reading, reading
    if phrase.article:
        assert reading.article == phrase.article
    assert reading.why or reading.refused


def check_carrying_out(match: Match, reading: Reading, queued_calls: QueuedCalls | None = None) -> None:
    """Check that exactly the moves of the reading are made, and that its `queued` calls are queued."""
    before_queued = QueuedCalls() if queued_calls is None else queued_calls.copy()
    if not reading.moves:
        assert carry_out(match, 1, reading, queued_calls) == before_queued
        return
    assert reading.seat is not None
    before = len(moves_of(match))
    still_queued = carry_out(match, reading.seat, reading, queued_calls)
    assert queued_calls in (None, before_queued)
    moves_made = moves_of(match)[before:]
    for move, (_, logged) in zip(reading.moves, [pair for pair in moves_made if pair[0] == reading.seat], strict=True):
        assert move == logged or move.partition("-")[0] in ("carta", "tapada")  # carta-N: the log has the card itself
    may_be_due = {(seat, move) for seat, moves in before_queued.by_seat.items() for move in moves}
    assert {pair for pair in moves_made if pair[0] != reading.seat} <= may_be_due
    assert not reading.queued or still_queued.by_seat[reading.seat] == reading.queued


def test_there_are_enough_phrases() -> None:
    """The table has at least 170 different phrases, in three languages."""
    different_phrases = {(phrase.variant, phrase.position, phrase.words) for phrase in phrases()}
    assert len(different_phrases) >= 170
    languages = Counter(preset(phrase.variant).voices.language for phrase in phrases())
    assert set(languages) == {"es", "pt", "ca"}
    assert all(count >= 20 for count in languages.values())


FOUR_HANDS = ("4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1o 4e")


def test_the_speaker_is_a_seat_that_may_act() -> None:
    """Any seat of the challenged side may answer. The reading names the seat that it assumes."""
    match = judge(hand("1 truco", *FOUR_HANDS)).match
    assert read("quiero", match.rules, match).seat == 2
    assert read("quiero", match.rules, match, 4).moves == ("quiero",)
    reading_of_partner = read("quiero", match.rules, match, 3)
    assert reading_of_partner.moves == ()
    assert reading_of_partner.refused


def test_the_speaker_is_the_partner_who_can_make_the_move() -> None:
    """Of two seats that may speak, the reading chooses the seat whose cards allow what was said."""
    match = judge(hand("1 truco", "4b 6c 11e", "5o 2e 12c", "10b 3o 6e", "7c 1c 4c")).match
    reading = read("flor", match.rules, match)
    assert (reading.seat, reading.moves) == (4, ("flor",))


def test_refusals_list_the_legal_moves() -> None:
    match = judge(hand("1 envido", *TWO_HANDS)).match
    with speaking("en"):
        reading = read("truco", match.rules, match)
    assert reading.refused == "seat 2 may not truco: the envido must be answered first"
    assert {"quiero", "no-quiero", "real-envido"} <= set(reading.legal)
    assert not reading.question
    assert not reading.moves


def test_a_refusal_explains_the_illegal_part_without_revealing_cards() -> None:
    """With 5b in hand, "the 5 and truco" fails for the truco. The reason must not reveal which fives are not held."""
    match = position("open")
    with speaking("en"):
        assert (
            read("juego el 5 y truco", match.rules, match).refused == "seat 1 may not truco: it is the turn of seat 2"
        )


def test_a_declaration_must_beat_the_last() -> None:
    match = position("declaring")
    with speaking("en"):
        assert "32" in read("treinta", match.rules, match).refused


def test_calls_are_read_at_a_table_with_unknown_cards() -> None:
    """S000 §16 also holds at a table whose cards are not recorded."""
    match = judge(hand("", "?? ?? ??", "?? ?? ??")).match
    reading = read("envido mi truco", match.rules, match)
    assert (reading.moves, reading.queued) == (("envido",), ("truco",))


def test_queued_calls_are_dropped_at_the_end_of_the_hand() -> None:
    match = judge(hand("", *TWO_HANDS)).match
    queued = say(match, 1, "envido mi truco")
    assert say(match, 2, "me voy al mazo", queued) == QueuedCalls()


def test_a_refusal_reveals_no_card_of_a_blind_hand() -> None:
    """S004 Mão de ferro: a player with a blind hand cannot learn the cards by naming some."""
    match = position("paulista-blind")
    with speaking("en"):
        reasons = {read(words, match.rules, match).refused for words in ("rei de espadas", "rei de paus")}
    assert reasons == {
        "seat 1 may not 12e: the cards are hidden: name them by their place",
        "seat 1 may not 12b: the cards are hidden: name them by their place",
    }


def test_a_refused_form_suggests_the_right_word() -> None:
    with speaking("en"):
        assert read("¡trulo!", rules_of("argentino")).refused == "“trulo” is ambiguous: say “truco”"
        assert read("trucazo", rules_of("valenciano")).refused == "“trucazo” is ambiguous: say “truque” for truco"


def moves_of(match: Match) -> list[tuple[int, str]]:
    return match.log[-1].hands[-1].moves


def say(match: Match, seat: int, words: str, queued_calls: QueuedCalls | None = None) -> QueuedCalls:
    return carry_out(match, seat, read(words, match.rules, match, seat, queued_calls=queued_calls), queued_calls)


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        ("quiero", [(2, "quiero"), (1, "truco"), (2, "quiero")]),
        ("no quiero", [(2, "no-quiero"), (1, "truco"), (2, "no-quiero")]),
        ("paso y quiero", [(2, "no-quiero"), (1, "truco"), (2, "quiero")]),
        ("quiero y paso", [(2, "quiero"), (1, "truco"), (2, "no-quiero")]),
    ],
)
def test_s000_16_envido_mi_truco_is_a_double_challenge(answer: str, moves: list[tuple[int, str]]) -> None:
    """§16: "valen las dos expresiones". The answer applies to both calls, or to each in turn."""
    match = judge(hand("", *TWO_HANDS)).match
    queued = say(match, 1, "envido mi truco")
    assert queued == QueuedCalls({1: ("truco",)})
    assert moves_of(match) == [(1, "envido")]
    assert say(match, 2, answer, queued) == QueuedCalls()
    assert moves_of(match)[1:] == moves


def test_a_raise_leaves_the_second_challenge_queued() -> None:
    match = judge(hand("", *TWO_HANDS)).match
    queued = say(match, 1, "envido mi truco")
    queued = say(match, 2, "real envido", queued)
    assert queued == QueuedCalls({1: ("truco",)})
    assert moves_of(match) == [(1, "envido"), (2, "real-envido")]


def test_a_queued_answer_is_no_second_challenge() -> None:
    """A player who calls envido and answers the truco makes one challenge. A plain quiero accepts only the envido."""
    match = judge(hand("1 truco", *TWO_HANDS)).match
    queued = say(match, 2, "envido y quiero")
    assert queued == QueuedCalls({2: ("quiero",)})
    assert read("quiero", match.rules, match, 1, queued_calls=queued).moves == ("quiero",)
    say(match, 1, "quiero", queued)
    assert moves_of(match)[-1] == (1, "quiero")


def test_a_queued_card_is_no_second_challenge() -> None:
    """A partner answers an envido while a card that was announced with the truco is queued."""
    match = judge(hand("1 truco", "5b 7b 12c", "5o 2e 11c", "10b 3o 6e", "7c 1o 4e")).match
    queued = QueuedCalls({1: ("7b",)})
    say(match, 2, "envido", queued)
    assert read("quiero", match.rules, match, 3, queued_calls=queued).moves == ("quiero",)


def test_a_phrase_may_name_the_call_that_is_already_pending() -> None:
    """In "quiero truco" the truco is the pending call, which is accepted. It is not called again."""
    match = judge(hand("1 truco", *TWO_HANDS)).match
    assert read("envido, quiero truco", match.rules, match).queued == ("quiero",)
    assert read("envido, quiero y vale cuatro", match.rules, match).refused


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        ("quiero el envido y no el truco", [(2, "quiero"), (1, "truco"), (2, "no-quiero")]),
        ("quiero el truco y no el envido", [(2, "no-quiero"), (1, "truco"), (2, "quiero")]),
    ],
)
@pytest.mark.parametrize("championship", [False, True])
def test_a_part_that_is_denied_is_refused(answer: str, moves: list[tuple[int, str]], championship: bool) -> None:
    match = judge(hand("", *TWO_HANDS)).match
    queued = say(match, 1, "envido mi truco")
    reading = read(answer, match.rules, match, 2, championship=championship, queued_calls=queued)
    carry_out(match, 2, reading, queued)
    assert moves_of(match)[1:] == moves


def test_a_refused_diminutive_is_explained() -> None:
    """S000 §14, §16: in a championship it counts as the raise, which the player must accept first."""
    match = judge(hand("1 truco", *TWO_HANDS)).match
    for position in (None, match):
        plain, diminutive = (
            read(words, match.rules, position, championship=True) for words in ("retruco", "retruquito")
        )
        assert plain.refused == diminutive.refused != ""
        assert (plain.why, diminutive.why) == ("", "an ambiguous form counts as the proposal")


def test_an_utterance_is_carried_out_whole_or_not_at_all() -> None:
    match = judge(hand("1 truco", *TWO_HANDS)).match
    before = str(record(match))
    with pytest.raises(IllegalMove):
        carry_out(match, 2, Reading(moves=("quiero", "retruco", "vale-cuatro")))
    with speaking("en"), pytest.raises(IllegalMove, match="the turn of seat 2"):
        carry_out(match, 1, Reading(moves=("7b",)))
    with pytest.raises(IllegalMove):
        carry_out(match, 2, Reading(moves=("flor", "quiero")))
    assert str(record(match)) == before
    with pytest.raises(IllegalMove):
        carry_out(match, 2, Reading(moves=("quiero", "retruco")))
    assert str(record(match)) == before
    say(match, 2, "quiero retruco")
    assert moves_of(match)[1:] == [(2, "retruco")]


def test_talk_and_questions_change_nothing() -> None:
    match = judge(hand("1 truco", *TWO_HANDS)).match
    before = str(record(match))
    for words in ("qué lindo día", "quiero envido", "vale cuatro", "quieto"):
        assert say(match, 2, words) == QueuedCalls()
    assert str(record(match)) == before


def test_the_second_answer_is_dropped_if_the_first_ends_the_game() -> None:
    match = judge(hand("1 truco ; 2 envido ; 1 falta-envido", *TWO_HANDS, score="29-0")).match
    say(match, 2, "quiero")
    assert moves_of(match)[-1] == (2, "quiero")
    assert match.games == (1, 0)


def test_reading_changes_nothing() -> None:
    match = judge(hand("1 truco ; 2 envido ; 1 real-envido", *TWO_HANDS)).match
    before = str(record(match))
    for words in ("quiero", "paso y quiero", "no quiero", "flor y quiero retruco", "truco y el siete"):
        read(words, match.rules, match)
    assert str(record(match)) == before


# --------------------------------------------------------------------------------------------------- property tests


WORDS = sorted({word for group in PHRASE_FILE["group"] for words, *_rest in group["phrases"] for word in words.split()})


def check_moves_are_legal(match: Match, reading: Reading) -> None:
    """Make the moves of a reading one after another in a copy of the match. An illegal move raises IllegalMove."""
    assert reading.seat is not None
    trial = replay(parse(str(record(match))), rules=match.rules).match
    for move in reading.moves:
        trial.play(reading.seat, move)


def match_in_play(variant: str, seed: int) -> Match:
    """Return a match in the middle of a hand."""
    random = Random(f"{variant}/{seed}")
    players = random.choice(preset(variant).players)
    match = Match(variant, players, seed=str(seed))
    match.deal()
    for _ in range(random.randrange(10)):
        if not match.turn and not match.deal():
            break
        match.play(*random.choice(match.moves()))
    return match


@given(
    variant=st.sampled_from(sorted(VARIANTS)),
    seed=st.integers(0, 10**6),
    words=st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join),
    championship=st.booleans(),
)
def test_readings_in_a_position_are_legal(variant: str, seed: int, words: str, championship: bool) -> None:
    match = match_in_play(variant, seed)
    reading = read(words, match.rules, match, championship=championship)
    assert bool(reading.moves) + bool(reading.question) + bool(reading.refused) <= 1
    assert reading.question == () or len(reading.question) > 1
    if reading.moves:
        check_moves_are_legal(match, reading)
    check_carrying_out(match, reading)


@given(
    variant=st.sampled_from(sorted(VARIANTS)),
    seed=st.integers(0, 10**6),
    first=st.sampled_from(["envido mi truco", "flor y truco", "truco y el siete", "envide i truque", "truco"]),
    words=st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join),
)
def test_readings_are_carried_out_while_calls_are_queued(variant: str, seed: int, first: str, words: str) -> None:
    match = match_in_play(variant, seed)
    first_reading = read(first, match.rules, match)
    if not first_reading.moves or first_reading.seat is None:
        return
    queued = carry_out(match, first_reading.seat, first_reading)
    check_carrying_out(match, read(words, match.rules, match, queued_calls=queued), queued)


DENIED = ["no quiero {}", "no {}", "tampoco quiero {}", "não quero {}", "no vull el {}", "no, {}", "nunca digo {}"]


@given(
    variant=st.sampled_from(sorted(VARIANTS)),
    seed=st.integers(0, 10**6),
    denial=st.sampled_from(DENIED),
    call=st.sampled_from(["truco", "truc", "envido", "envit", "flor", "retruco", "real envido"]),
    is_queued=st.booleans(),
)
def test_denied_calls_are_never_made(variant: str, seed: int, denial: str, call: str, is_queued: bool) -> None:
    """In common play a denied call is a refusal, a question or nothing, whatever is queued."""
    match, queued = match_in_play(variant, seed), QueuedCalls()
    first_reading = read("envido mi truco", match.rules, match) if is_queued else Reading()
    if first_reading.moves and first_reading.seat is not None:
        queued = carry_out(match, first_reading.seat, first_reading)
    reading = read(denial.format(call), match.rules, match, queued_calls=queued)
    assert {*reading.moves} <= {"no-quiero"}, reading
    check_carrying_out(match, reading, queued)


@given(words=st.text(max_size=60), variant=st.sampled_from(sorted(VARIANTS)), championship=st.booleans())
def test_any_text_gets_a_reading(words: str, variant: str, championship: bool) -> None:
    """No words cause an error, and every reading at a table can be carried out there."""
    rules = rules_of(variant)
    read(words, rules, championship=championship)
    match = match_in_play(variant, 7)
    check_carrying_out(match, read(words, rules, match, championship=championship))


@pytest.mark.parametrize(
    "words",
    [
        "",
        " ",
        "\x00\x1b[31m\x07",
        "🂡🂮",
        "\ud800",
        "ﷺ" * 50,
        "9" * 5000,
        "no " * 3000,
        "quiero " * 1200,  # more than Python's recursion limit
        "a" * 10**6,
        "٣٣",
        "²",
    ],
    ids=[
        "empty",
        "blank",
        "control",
        "emoji",
        "surrogate",
        "ligature",
        "number",
        "no",
        "quiero",
        "long",
        "arabic",
        "square",
    ],
)
@pytest.mark.parametrize("variant", ["argentino", "belmez", "paulista"])
def test_hostile_text_gets_a_reading(words: str, variant: str) -> None:
    rules = rules_of(variant, 2)
    match = Match(rules, seed="1")
    match.deal()
    for championship in (False, True):
        read(words, rules, championship=championship)
        reading = read(words, rules, match, championship=championship)
        assert not reading.moves
