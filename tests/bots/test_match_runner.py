"""A match runner puts the questions of the session to bots, and makes their moves."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match, TableError, View
from truquero.bots import Bot, MatchRunner
from truquero.table.signs import usually_watched

WEAK = {1: "4o 5c 6e", 2: "4c 5o 6b", 3: "4e 5b 12c", 4: "4b 5e 12o"}


class QuietBot(Bot):
    """Makes its first scripted move that is legal, or the last legal move if it must choose. Records the questions."""

    def __init__(self, *moves: str, sign: str | None = None, watch: int | None = None, claim: bool = False) -> None:
        self.moves = list(moves)
        self.questions: list[str] = []
        self.results: list[View] = []
        self.closed = False
        self._sign, self._watch, self._claims = sign, watch, claim

    def _scripted_move(self, view: View) -> str | None:
        return next((move for move in self.moves if move in view.moves), None)

    def choose(self, view: View) -> str:
        self.questions.append("choose")
        return self._scripted_move(view) or view.moves[-1]

    def speak_up(self, view: View) -> str | None:
        self.questions.append("speak_up")
        return self._scripted_move(view)

    def sign(self, view: View) -> str | None:
        self.questions.append("sign")
        return self._sign

    def watch(self, view: View) -> int:
        self.questions.append("watch")
        return self._watch or super().watch(view)

    def claim(self, view: View) -> str | None:
        self.questions.append("claim")
        return view.claims[0] if self._claims else None

    def hear_result(self, view: View) -> None:
        self.results.append(view)

    def close(self) -> None:
        self.closed = True

    def move_questions(self) -> list[str]:
        """Return the questions that asked for a move."""
        return [question for question in self.questions if question in ("choose", "speak_up")]


def quiet_runner(match: Match, **chosen: QuietBot) -> MatchRunner:
    """Return a runner of quiet bots; keyword arguments such as `seat2=…` replace some of them."""
    return MatchRunner(match, {seat: chosen.get(f"seat{seat}") or QuietBot() for seat in range(1, match.players + 1)})


def move_questions(runner: MatchRunner) -> dict[int, list[str]]:
    questions_by_seat = {seat: bot.move_questions() for seat, bot in runner.bots.items() if isinstance(bot, QuietBot)}
    return {seat: questions for seat, questions in questions_by_seat.items() if questions}


# ----------------------------------------------------------------------------------------------- order of the questions


def test_the_last_bot_of_the_side_that_answers_must_choose() -> None:
    runner = quiet_runner(play(hand_of("argentino", WEAK, flor=False), "1 truco"))
    assert runner.step() == (4, "falta-envido")  # the last seat of the side must choose
    assert move_questions(runner) == {2: ["speak_up"], 4: ["choose"]}


def test_a_bot_that_answers_first_spares_its_partner_the_question() -> None:
    runner = quiet_runner(play(hand_of("argentino", WEAK, flor=False), "1 truco"), seat2=QuietBot("no-quiero"))
    assert runner.step() == (2, "no-quiero")
    assert move_questions(runner) == {2: ["speak_up"]}


# ------------------------------------------------------------------------------------------------------------- people


def test_the_runner_makes_no_moves_for_people() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    runner = MatchRunner(match, {2: QuietBot(), 3: QuietBot(), 4: QuietBot()})
    assert runner.step() is None
    match.play(1, "4o")
    assert runner.step() == (2, "6b")


def test_no_bot_is_forced_to_move_until_the_person_passes() -> None:
    match = play(hand_of("argentino", WEAK, flor=False), "1 truco")
    pie = QuietBot()
    runner = MatchRunner(match, {1: QuietBot(), 3: QuietBot(), 4: pie})
    assert runner.step() is None
    assert pie.move_questions() == ["speak_up"]
    assert runner.session.pass_turn(2)
    assert runner.step() == (4, "falta-envido")
    assert pie.move_questions() == ["speak_up", "choose"]


def test_a_bot_may_answer_before_a_person_of_its_side() -> None:
    match = play(hand_of("argentino", WEAK, flor=False), "1 truco")
    runner = MatchRunner(match, {4: QuietBot("quiero")})
    assert runner.step() == (4, "quiero")


def test_no_bot_moves_for_a_person_who_has_passed() -> None:
    match = play(hand_of("argentino", WEAK, flor=False), "1 truco")
    runner = MatchRunner(match, {1: QuietBot()})
    assert runner.session.pass_turn(2)
    assert runner.step() is None


# -------------------------------------------------------------------------------------------------------------- señas


def test_señas_are_made_at_the_start_of_a_trick_and_only_once_in_a_hand() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    runner = quiet_runner(match, seat1=QuietBot("4o", sign="sena-tres"))
    first = runner.bots[1]
    assert isinstance(first, QuietBot)
    for _ in range(4):
        runner.step()
    assert first.questions.count("sign") == first.questions.count("watch") == 1
    assert len(match.log[-1].hands[-1].tricks) == 1
    runner.step()
    assert first.questions.count("sign") == first.questions.count("watch") == 2
    assert [move for move in match.log[-1].hands[-1].moves if move[1] == "sena-tres"] == [(1, "sena-tres")]


def test_a_resumed_hand_repeats_no_señas() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    first_runner = quiet_runner(match, seat1=QuietBot("4o", sign="sena-tres"))
    first_runner.put_questions()
    resumed_at_once = quiet_runner(match, seat2=QuietBot(sign="sena-dos"))
    resumed_at_once.put_questions()
    assert [bot.questions for bot in resumed_at_once.bots.values() if isinstance(bot, QuietBot)] == [[], [], [], []]
    first_runner.step()
    for _ in range(3):
        first_runner.step()
    in_the_second_trick = quiet_runner(match, seat1=QuietBot(sign="sena-tres"), seat2=QuietBot(sign="sena-dos"))
    in_the_second_trick.put_questions()
    signs = [(event.seat, event.move) for event in match.events if event.kind == "sign"]
    assert signs == [(1, "sena-tres"), (2, "sena-dos")]


def test_all_bots_choose_whom_to_watch_before_the_first_seña() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    runner = quiet_runner(match, seat1=QuietBot(sign="sena-tres"), seat4=QuietBot(watch=1))
    runner.put_questions()
    observers = [seat for seat in range(1, 5) if any(event.kind == "sign" for event in match.view(seat).events)]
    assert observers == [1, 3, 4]


def test_two_players_make_no_señas() -> None:
    match = Match("argentino", 2, seed=1)
    match.deal()
    runner = quiet_runner(match)
    runner.step()
    assert all(
        set(bot.questions) <= {"choose", "speak_up"} for bot in runner.bots.values() if isinstance(bot, QuietBot)
    )


def test_only_the_seats_of_the_hand_are_asked_for_señas() -> None:
    match = Match("belmez", 4, seed="duels")
    match.deal()
    assert match.hand is not None
    assert len(match.hand.seats) == 2
    runner = quiet_runner(match)
    runner.put_questions()
    asked_seats = [seat for seat, bot in runner.bots.items() if isinstance(bot, QuietBot) and "sign" in bot.questions]
    assert sorted(asked_seats) == sorted(match.hand.seats)


def test_a_bot_without_a_choice_keeps_watching_the_usual_seat() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    quiet_runner(match).put_questions()
    assert [match.view(seat).watching for seat in range(1, 5)] == [usually_watched(seat, 4) for seat in range(1, 5)]


# ------------------------------------------------------------------------------------------------------------- the end


class ClosingBot(QuietBot):
    """Closes the runner while it is choosing its answer."""

    runner: MatchRunner

    def choose(self, view: View) -> str:
        self.runner.close()
        return super().choose(view)

    def sign(self, view: View) -> str | None:
        if self._sign is not None:
            self.runner.close()
        return super().sign(view)

    def watch(self, view: View) -> int:
        if self._watch is not None:
            self.runner.close()
        return super().watch(view)


@pytest.mark.parametrize("late", [ClosingBot("4o"), ClosingBot(sign="sena-tres"), ClosingBot(watch=4)])
def test_an_answer_after_the_runner_was_closed_is_ignored(late: ClosingBot) -> None:
    match = hand_of("argentino", WEAK, flor=False)
    late.runner = quiet_runner(match, seat1=late)
    before = match.view(1)
    assert late.runner.step() is None
    assert match.view(1) == before


def test_bots_are_asked_for_claims_after_the_hand() -> None:
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b"})
    runner = quiet_runner(match, seat1=QuietBot("6o", "5o", "4o"), seat2=QuietBot("12b", "5c", "4c", claim=True))
    runner.play_hand()
    assert (2, "pido-flor-1") in match.log[-1].hands[-1].moves
    assert 2 not in match.claims()


def test_results_are_reported_after_all_claims() -> None:
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b"})
    claiming = QuietBot("12b", "5c", "4c", claim=True)
    runner = quiet_runner(match, seat1=QuietBot("6o", "5o", "4o"), seat2=claiming)
    runner.play_hand()
    for seat, bot in runner.bots.items():
        assert isinstance(bot, QuietBot)
        assert bot.results == [match.view(seat)]
    assert [event.why for event in claiming.results[0].events if event.kind == "award"][-1] == "claim"


def test_results_of_a_duel_are_reported_to_all_bots() -> None:
    match = Match("belmez", 4, seed="duels")
    runner = quiet_runner(match)
    hands = 0
    while match.deal() and hands < 3:
        runner.play_hand()
        hands += 1
    for bot in runner.bots.values():
        assert isinstance(bot, QuietBot)
        assert [len(view.seats) for view in bot.results] == [2, 2, 2]


def test_a_bot_with_nothing_left_to_claim_is_not_asked() -> None:
    """A partner has already made the claim, and there is only a single silent flor."""
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b", 3: "4e 5b 12c", 4: "4b 5e 12o"})
    claims_offered: list[tuple[str, ...]] = []

    class Claiming(QuietBot):
        def claim(self, view: View) -> str | None:
            claims_offered.append(view.claims)
            return view.claims[0]

    runner = quiet_runner(match, seat1=QuietBot("4o", "5o", "6o"), seat2=Claiming(), seat4=Claiming())
    runner.play_hand()
    assert claims_offered
    assert all(claims_offered)


def test_all_bots_are_closed_in_parallel() -> None:
    """A program needs time to end. If bots were closed in turn, the last ones would be left running."""
    barrier = Barrier(4, timeout=120)

    class Slow(QuietBot):
        def close(self) -> None:
            barrier.wait()
            self.closed = True

    runner = MatchRunner(hand_of("argentino", WEAK), {seat: Slow() for seat in range(1, 5)})
    runner.close()
    assert all(isinstance(bot, QuietBot) and bot.closed for bot in runner.bots.values())


def test_a_bot_need_not_claim() -> None:
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b"})
    runner = quiet_runner(match, seat1=QuietBot("6o", "5o", "4o"), seat2=QuietBot("12b", "5c", "4c"))
    runner.play_hand()
    assert match.claims()[2] == ["pido-flor-1"]
    assert not any(move.startswith("pido") for _seat, move in match.log[-1].hands[-1].moves)


def test_bots_are_closed_after_an_exception() -> None:
    runner = quiet_runner(hand_of("argentino", WEAK))
    with pytest.raises(ZeroDivisionError), runner:
        raise ZeroDivisionError
    assert all(bot.closed for bot in runner.bots.values() if isinstance(bot, QuietBot))


def test_a_whole_match_is_played() -> None:
    match = Match("gauderio", 4, seed=5)
    quiet_runner(match).play()
    assert match.over
    assert not match.deal()


@pytest.mark.parametrize("play", [MatchRunner.play, MatchRunner.play_hand])
def test_a_seat_without_a_bot_is_named(play: Callable[[MatchRunner], None]) -> None:
    match = Match("argentino", players=4, seed="feria")
    match.deal()
    with pytest.raises(TableError, match="no bot plays in seat 2, 4: give every seat a bot, or play with step"):
        play(MatchRunner(match, {1: QuietBot(), 3: QuietBot()}))


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        ({1: QuietBot, 2: QuietBot()}, "the bot of seat 1 is the class QuietBot: give an object of it, such as Quiet"),
        ({1: QuietBot(), 2: "azar"}, "the bot of seat 2 is 'azar': give an object of a subclass of Bot, or use make_b"),
        ({1: QuietBot(), 3: QuietBot()}, "there is no seat 3: seats are 1 to 2"),
        ([1, 2], r"the bots are \[1, 2\]: give a bot for each seat, such as \{1: make_bot"),
    ],
)
def test_a_value_that_is_no_bot_is_refused(bots: Any, reason: str) -> None:
    with pytest.raises(TableError, match=reason):
        MatchRunner(Match("argentino", players=2), bots)


def test_a_bot_that_chooses_nothing_is_told_the_legal_moves() -> None:
    class Mute(QuietBot):
        def choose(self, view: View) -> str:
            return None  # type: ignore[return-value]

    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    with pytest.raises(TableError, match=r"the bot of seat 1 chose no move: .* one of view\.moves: envido .* 4c"):
        MatchRunner(match, {1: Mute(), 2: Mute()}).play()


def test_a_match_is_played_from_the_hand_on_the_table() -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    MatchRunner(match, {1: QuietBot(), 2: QuietBot()}).play()
    assert match.over
    assert match.log[0].hands[0].cards[1] == ("1e", "7e", "4c")
