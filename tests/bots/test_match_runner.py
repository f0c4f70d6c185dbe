"""The order in which bots are asked for the next move, and the questions that are never asked."""

from __future__ import annotations

from threading import Barrier
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match, View
from truquero.bots import Bot, MatchRunner
from truquero.session import order_of_asking
from truquero.table.signs import usually_watched

WEAK = {1: "4o 5c 6e", 2: "4c 5o 6b", 3: "4e 5b 12c", 4: "4b 5e 12o"}


class Quiet(Bot):
    """Makes its first scripted move that is legal, or the last legal move if it must choose. Records the questions."""

    def __init__(self, *moves: str, sign: str | None = None, watch: int | None = None, claim: bool = False) -> None:
        self.moves = list(moves)
        self.asked: list[str] = []
        self.results: list[View] = []
        self.closed = False
        self._sign, self._watch, self._claims = sign, watch, claim

    def _said(self, view: View) -> str | None:
        return next((move for move in self.moves if move in view.moves), None)

    def choose(self, view: View) -> str:
        self.asked.append("choose")
        return self._said(view) or view.moves[-1]

    def speak_up(self, view: View) -> str | None:
        self.asked.append("speak_up")
        return self._said(view)

    def sign(self, view: View) -> str | None:
        self.asked.append("sign")
        return self._sign

    def watch(self, view: View) -> int:
        self.asked.append("watch")
        return self._watch or super().watch(view)

    def claim(self, view: View) -> str | None:
        self.asked.append("claim")
        return view.claims[0] if self._claims else None

    def hear_result(self, view: View) -> None:
        self.results.append(view)

    def close(self) -> None:
        self.closed = True

    def words(self) -> list[str]:
        """Return the questions that asked for a move."""
        return [one for one in self.asked if one in ("choose", "speak_up")]


def quiet(match: Match, **some: Quiet) -> MatchRunner:
    """Return a runner of quiet bots; keyword arguments such as `seat2=…` replace some of them."""
    return MatchRunner(match, {seat: some.get(f"seat{seat}") or Quiet() for seat in range(1, match.players + 1)})


def words(runner: MatchRunner) -> dict[int, list[str]]:
    found = {seat: bot.words() for seat, bot in runner.bots.items() if isinstance(bot, Quiet)}
    return {seat: asked for seat, asked in found.items() if asked}


# ----------------------------------------------------------------------------------------------- order of the questions


def test_of_a_side_that_answers_the_mano_is_asked_first_and_the_pie_last() -> None:
    runner = quiet(play(hand_of("argentino", WEAK, flor=False), "1 truco"))
    assert order_of_asking(runner.match) == [2, 4]
    assert runner.step() == (4, "falta-envido")  # the last seat of the side must choose
    assert words(runner) == {2: ["speak_up"], 4: ["choose"]}


def test_who_speaks_up_is_heard_before_the_pie_is_asked() -> None:
    runner = quiet(play(hand_of("argentino", WEAK, flor=False), "1 truco"), seat2=Quiet("no-quiero"))
    assert runner.step() == (2, "no-quiero")
    assert words(runner) == {2: ["speak_up"]}


def test_the_order_goes_from_the_mano_whoever_it_is() -> None:
    match = Match("argentino", 6, seed="order", dealer=2, flor=False)
    match.deal()
    match.play(3, "truco")
    assert order_of_asking(match) == [4, 6, 2]


def test_those_who_may_interrupt_come_before_the_seat_on_turn() -> None:
    match = play(hand_of("argentino", WEAK, flor=False, word="any"), "1 4o")
    assert len(match.turn) > 1
    asked = order_of_asking(match)
    assert asked[-1] == 2
    assert sorted(asked) == sorted(match.turn)


def test_who_may_only_bring_out_a_reserva_is_asked_first_and_not_waited_for() -> None:
    """S003 Flor: a reservá may be sung while the others speak, and nobody has to sing it."""
    cards = {1: "2o 10o 4b", 2: "1e 1c 5b", 3: "1b 7o 4e", 4: "5o 7e 11o", 5: "4c 7b 4o", 6: "5c 3c 2c"}
    match = play(hand_of("quesada", cards), "1 envido-10", "6 flor")
    assert [seat for seat, moves in match.turn.items() if moves == ["flor"]] == [4]
    runner = quiet(match)
    assert order_of_asking(match) == [4, 1, 3, 5]
    assert runner.step() == (5, "guena")
    assert words(runner) == {4: ["speak_up"], 1: ["speak_up"], 3: ["speak_up"], 5: ["choose"]}


# ------------------------------------------------------------------------------------------------------------- people


FORCED: list[tuple[str, dict[str, Any]]] = [
    ("trucardo", {}),
    ("uruguayo", {"turned": "12o"}),
    ("argentino", {"flor_forced": "on"}),
]


@pytest.mark.parametrize(("variant", "options"), FORCED)
def test_the_order_tells_of_no_flor(variant: str, options: dict[str, Any]) -> None:
    """Seat 4 must sing a flor, or may only answer. In both cases seat 2 is asked first and may leave it to seat 4."""
    others = {1: "4o 5c 6e", 2: "1c 10e 7b", 3: "4e 12b 3c"}
    for last in ("2b 5b 6b", "2b 5b 6c"):
        match = play(hand_of(variant, {**others, 4: last}, **options), "1 envido")
        assert order_of_asking(match) == [2, 4]


def test_a_seat_without_a_bot_is_never_moved() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    runner = MatchRunner(match, {2: Quiet(), 3: Quiet(), 4: Quiet()})
    assert runner.step() is None
    match.play(1, "4o")
    assert runner.step() == (2, "6b")


def test_nobody_is_forced_while_a_person_has_yet_to_speak() -> None:
    match = play(hand_of("argentino", WEAK, flor=False), "1 truco")
    pie = Quiet()
    runner = MatchRunner(match, {1: Quiet(), 3: Quiet(), 4: pie})
    assert runner.step() is None
    assert pie.words() == ["speak_up"]
    assert runner.session.pass_turn(2)
    assert runner.step() == (4, "falta-envido")
    assert pie.words() == ["speak_up", "choose"]


def test_a_bot_speaks_before_a_person_if_it_wants_to() -> None:
    match = play(hand_of("argentino", WEAK, flor=False), "1 truco")
    runner = MatchRunner(match, {4: Quiet("quiero")})
    assert runner.step() == (4, "quiero")


def test_a_person_who_keeps_silent_still_may_not_be_moved() -> None:
    match = play(hand_of("argentino", WEAK, flor=False), "1 truco")
    runner = MatchRunner(match, {1: Quiet()})
    assert runner.session.pass_turn(2)
    assert runner.step() is None


# -------------------------------------------------------------------------------------------------------------- señas


def test_señas_are_made_as_a_trick_begins_and_none_twice_in_a_hand() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    runner = quiet(match, seat1=Quiet("4o", sign="sena-tres"))
    first = runner.bots[1]
    assert isinstance(first, Quiet)
    for _ in range(4):
        runner.step()
    assert first.asked.count("sign") == first.asked.count("watch") == 1
    assert len(match.log[-1].hands[-1].tricks) == 1
    runner.step()
    assert first.asked.count("sign") == first.asked.count("watch") == 2
    assert [move for move in match.log[-1].hands[-1].moves if move[1] == "sena-tres"] == [(1, "sena-tres")]


def test_who_comes_back_to_a_hand_makes_no_seña_again() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    left = quiet(match, seat1=Quiet("4o", sign="sena-tres"))
    left.put_questions()
    at_once = quiet(match, seat2=Quiet(sign="sena-dos"))
    at_once.put_questions()
    assert [bot.asked for bot in at_once.bots.values() if isinstance(bot, Quiet)] == [[], [], [], []]
    left.step()
    for _ in range(3):
        left.step()
    in_the_second_trick = quiet(match, seat1=Quiet(sign="sena-tres"), seat2=Quiet(sign="sena-dos"))
    in_the_second_trick.put_questions()
    signs = [(event.seat, event.move) for event in match.events if event.kind == "sign"]
    assert signs == [(1, "sena-tres"), (2, "sena-dos")]


def test_everybody_has_chosen_whom_to_watch_before_the_first_sena() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    runner = quiet(match, seat1=Quiet(sign="sena-tres"), seat4=Quiet(watch=1))
    runner.put_questions()
    seen = [seat for seat in range(1, 5) if any(event.kind == "sign" for event in match.view(seat).events)]
    assert seen == [1, 3, 4]


def test_two_players_make_no_senas() -> None:
    match = Match("argentino", 2, seed=1)
    match.deal()
    runner = quiet(match)
    runner.step()
    assert all(set(bot.asked) <= {"choose", "speak_up"} for bot in runner.bots.values() if isinstance(bot, Quiet))


def test_only_those_in_the_hand_are_asked_for_senas() -> None:
    match = Match("belmez", 4, seed="duels")
    match.deal()
    assert match.hand is not None
    assert len(match.hand.seats) == 2
    runner = quiet(match)
    runner.put_questions()
    asked = [seat for seat, bot in runner.bots.items() if isinstance(bot, Quiet) and "sign" in bot.asked]
    assert sorted(asked) == sorted(match.hand.seats)


def test_who_watches_nobody_in_particular_watches_as_before() -> None:
    match = hand_of("argentino", WEAK, flor=False)
    quiet(match).put_questions()
    assert [match.view(seat).watching for seat in range(1, 5)] == [usually_watched(seat, 4) for seat in range(1, 5)]


# ------------------------------------------------------------------------------------------------------------- the end


class Late(Quiet):
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


@pytest.mark.parametrize("late", [Late("4o"), Late(sign="sena-tres"), Late(watch=4)])
def test_what_a_bot_says_when_the_table_is_left_is_not_heard(late: Late) -> None:
    match = hand_of("argentino", WEAK, flor=False)
    late.runner = quiet(match, seat1=late)
    before = match.view(1)
    assert late.runner.step() is None
    assert match.view(1) == before


def test_claims_are_asked_for_after_the_hand() -> None:
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b"})
    runner = quiet(match, seat1=Quiet("6o", "5o", "4o"), seat2=Quiet("12b", "5c", "4c", claim=True))
    runner.play_hand()
    assert (2, "pido-flor-1") in match.log[-1].hands[-1].moves
    assert 2 not in match.claims()


def test_everybody_hears_the_result_when_nothing_more_is_claimed() -> None:
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b"})
    claiming = Quiet("12b", "5c", "4c", claim=True)
    runner = quiet(match, seat1=Quiet("6o", "5o", "4o"), seat2=claiming)
    runner.play_hand()
    for seat, bot in runner.bots.items():
        assert isinstance(bot, Quiet)
        assert bot.results == [match.view(seat)]
    assert [event.why for event in claiming.results[0].events if event.kind == "award"][-1] == "claim"


def test_who_looks_on_at_a_duel_hears_its_result_too() -> None:
    match = Match("belmez", 4, seed="duels")
    runner = quiet(match)
    hands = 0
    while match.deal() and hands < 3:
        runner.play_hand()
        hands += 1
    for bot in runner.bots.values():
        assert isinstance(bot, Quiet)
        assert [len(view.seats) for view in bot.results] == [2, 2, 2]


def test_who_has_nothing_left_to_claim_is_not_asked() -> None:
    """A partner has already made the claim, and there is only a single silent flor."""
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b", 3: "4e 5b 12c", 4: "4b 5e 12o"})
    asked: list[tuple[str, ...]] = []

    class Claiming(Quiet):
        def claim(self, view: View) -> str | None:
            asked.append(view.claims)
            return view.claims[0]

    runner = quiet(match, seat1=Quiet("4o", "5o", "6o"), seat2=Claiming(), seat4=Claiming())
    runner.play_hand()
    assert asked
    assert all(asked)


def test_all_are_closed_at_once() -> None:
    """A program needs time to end. If bots were closed in turn, the last ones would be left running."""
    together = Barrier(4, timeout=120)

    class Slow(Quiet):
        def close(self) -> None:
            together.wait()
            self.closed = True

    runner = MatchRunner(hand_of("argentino", WEAK), {seat: Slow() for seat in range(1, 5)})
    runner.close()
    assert all(isinstance(bot, Quiet) and bot.closed for bot in runner.bots.values())


def test_nobody_has_to_claim() -> None:
    match = hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 12b"})
    runner = quiet(match, seat1=Quiet("6o", "5o", "4o"), seat2=Quiet("12b", "5c", "4c"))
    runner.play_hand()
    assert match.claims()[2] == ["pido-flor-1"]
    assert not any(move.startswith("pido") for _seat, move in match.log[-1].hands[-1].moves)


def test_the_bots_are_let_go_of_even_when_something_breaks() -> None:
    runner = quiet(hand_of("argentino", WEAK))
    with pytest.raises(ZeroDivisionError), runner:
        raise ZeroDivisionError
    assert all(bot.closed for bot in runner.bots.values() if isinstance(bot, Quiet))


def test_a_hand_and_a_match_come_to_their_end() -> None:
    match = Match("gauderio", 4, seed=5)
    quiet(match).play()
    assert match.over
    assert not match.deal()
