"""A bot's move depends on its view and on its own random stream, and on nothing else.

A bot plays among random players. Then all cards that its seat has not seen are dealt again, as in `test_view_leaks`,
and the same moves are replayed. A twin with the same seed gets the same questions. Its move, whether it speaks before
others, its seña and the seat that it watches must be the same each time.
"""

from __future__ import annotations

import ast
import copy
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import truquero.bots
from tests.support.bot_tables import THINKING, bot, runner_of, think_little
from tests.table.test_view_leaks import TABLES, before_last, redealt, replayed, seen_by, translated
from truquero import VARIANTS, Card, Match
from truquero.bots import ROSTER, Bot
from truquero.bots.players import move_evaluation, variance
from truquero.bots.players.beliefs import SampledDeal
from truquero.table.hand_opening import begin_deal, begin_hand

NAMES = ("aprendiz", *THINKING)
POSITIONS, ENOUGH = 20, 2  # positions tried, and comparisons required, at each table
DEALS_TRIED = 20
MOVES = 24  # the most moves of a match before the cards are dealt again

Answer = tuple[int, int, str, str | int | None]  # the hand, the moves made in it, the question and the answer


class Asker:
    """Asks the bot of a seat and records the questions and answers."""

    def __init__(self, player: Bot, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.answers: list[Answer] = []
        self._bot = player

    def now(self) -> tuple[int, int]:
        hands = [hand for deal in self.match.log for hand in deal.hands]
        return len(hands), len(hands[-1].moves)

    def ask(self, question: str) -> str | int | None:
        answer: str | int | None = getattr(self._bot, question)(self.match.view(self.seat))
        self.answers.append((*self.now(), question, answer))
        return answer

    def look_round(self, question: str, answer: str | int | None) -> None:
        if question == "watch":
            assert isinstance(answer, int)
            self.match.watch(self.seat, answer)


def play_some(asker: Asker, stream: random.Random, moves: int) -> bool:
    """Play at random around the bot, with señas. Return True if the play stops inside a hand."""
    match, seat, tricks = asker.match, asker.seat, -1
    while match.deal():
        while match.turn:
            assert match.hand is not None
            if moves <= 0:
                return True
            moves -= 1
            if match.players > 2 and seat in match.hand.seats and tricks != len(match.hand.state.won):
                tricks = len(match.hand.state.won)
                asker.look_round("watch", asker.ask("watch"))
                make(match, seat, asker.ask("sign"))
                signs = match.rules.voices.signs
                if signs and stream.random() < 0.5:
                    make(match, stream.choice(match.hand.seats), f"sena-{stream.choice(signs).name}")
            actor, move = stream.choice(match.moves())
            if actor == seat:
                make(
                    match,
                    seat,
                    asker.ask("choose" if len(match.turn) == 1 or stream.random() < 0.5 else "speak_up"),
                )
            else:
                make(match, actor, move)
        tricks = -1
    return False


def make(match: Match, seat: int, move: str | int | None) -> None:
    if move is not None:
        assert isinstance(move, str)
        match.play(seat, move)


def answers_of_twin(first: Asker, twin: Asker, cards: dict[int, tuple[Card, ...]]) -> list[Answer]:
    """Replay the match with other cards in its last hand. Return the twin's answers to the first bot's questions."""
    twin_match, questions_left = twin.match, list(first.answers)
    hands = [(deal, hand) for deal in first.match.log for hand in deal.hands]
    for deal, hand in hands:
        last = hand is hands[-1][1]
        if hand is deal.hands[0]:
            begin_deal(twin_match, deal.dealer)
        begin_hand(twin_match, cards if last else hand.cards, hand.turned)
        for actor, move in [*hand.moves, (0, "")]:
            while questions_left and questions_left[0][:2] == twin.now():
                question = questions_left.pop(0)[2]
                twin.look_round(question, twin.ask(question))
            if actor:
                twin_match.play(actor, translated(move, actor, hand, cards) if last else move)
    return twin.answers


def other_cards(match: Match, seat: int, stream: random.Random) -> dict[int, tuple[Card, ...]] | None:
    """Return a deal that this seat cannot distinguish from the real one, or None if none was found."""
    for _ in range(DEALS_TRIED):
        dealt = redealt(match, seen_by(match, seat), stream)
        if replayed(match, before_last(match), dealt) is not None:
            return dealt
    return None


@pytest.mark.parametrize(("number", "table"), list(enumerate(TABLES)), ids=lambda one: str(one).replace("'", ""))
def test_moves_do_not_depend_on_hidden_cards(
    number: int, table: tuple[str, int, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each table tests some of the bots, so that each bot plays at many tables."""
    think_little(monkeypatch)
    compare(number, table)


@pytest.mark.parametrize("variant", ["argentino", "belmez", "paulista"])
def test_the_compiled_solver_sees_no_hidden_cards(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    deal_counts: list[int] = []
    think_little(monkeypatch)
    monkeypatch.setattr(variance, "solver_is_available", lambda: True)
    monkeypatch.setattr(move_evaluation, "SOLVED_DEALS", 20)
    results = variance.OpenCardResults.results

    def note_and_solve(solver: variance.OpenCardResults, deals: Sequence[SampledDeal]) -> list[int]:
        deal_counts.append(len(deals))
        return results(solver, deals)

    monkeypatch.setattr(variance.OpenCardResults, "results", note_and_solve)
    compare(1, (variant, 2, {}))
    assert deal_counts


def compare(number: int, table: tuple[str, int, dict[str, Any]]) -> None:
    """Ask bots at a table again after the cards that they have not seen were replaced."""
    variant, players, options = table
    stream = random.Random(f"{table}")
    compared = 0
    for attempt in range(POSITIONS):
        name = NAMES[(2 * number + attempt) % len(NAMES)]
        match = Match(variant, players, seed=f"{attempt}", dealer=1, **options)
        seat = stream.randint(1, players)
        first = Asker(bot(name, match, seat), match, seat)
        dealt = (
            other_cards(match, seat, stream)
            if play_some(first, stream, stream.randint(1, stream.randint(2, MOVES)))
            else None
        )
        if dealt is not None and first.answers:
            twin_match = Match(match.rules, seed=match.seed, dealer=1)
            assert answers_of_twin(first, Asker(bot(name, twin_match, seat), twin_match, seat), dealt) == first.answers
            compared += 1
        if compared == ENOUGH:
            break
    assert compared == ENOUGH


# ----------------------------------------------------------------------------------------------------- random stream


@pytest.mark.parametrize("name", ROSTER)
def test_the_same_seed_makes_the_same_choices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)

    def moves(seed: str) -> tuple[tuple[int, str], ...]:
        match = Match("argentino", 2, seed="cards", dealer=2)
        match.deal()
        runner_of(match, name, seed=seed).play_hand()
        return tuple(match.log[-1].hands[-1].moves)

    assert moves("one") == moves("one")
    assert len({moves(f"{number}") for number in range(10)}) > 1


@pytest.mark.parametrize("name", ROSTER)
def test_thinking_changes_nothing_of_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    match = Match("belmez", 4, seed="still", dealer=4)
    match.deal()
    player = bot(name, match, 1)
    view, everybody = match.view(1), [match.view(seat) for seat in range(1, 5)]
    before = copy.deepcopy(view)
    for question in (player.watch, player.sign, player.speak_up, player.choose):
        question(view)
        assert view == before
    assert [match.view(seat) for seat in range(1, 5)] == everybody


STREAM = """
import pytest
from tests.support.bot_tables import runner_of, think_little
from truquero import Match
think_little(pytest.MonkeyPatch())
for variant, players in (("argentino", 4), ("belmez", 2), ("paulista", 2)):
    match = Match(variant, players, seed="hash", dealer=players)
    match.deal()
    runner_of(match, "jugador", "mentiroso").play_hand()
    print(match.log[-1].hands[-1].moves)
"""


def test_no_choice_depends_on_how_python_orders_sets() -> None:
    """Set order differs from run to run."""

    def run(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", STREAM]
        root = Path(__file__).parents[2]
        return subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True).stdout

    output = run("1")
    assert len(output.splitlines()) == 3
    assert output == run("2")


# ---------------------------------------------------------------------------------------------- access to hidden data

SOURCES = Path(truquero.bots.__file__).parent


def test_no_source_of_the_bots_names_a_variant() -> None:
    names = re.compile("|".join(rf"\b{name}\b" for name in VARIANTS), re.IGNORECASE)
    # Examples in docstrings and in error messages need some game.
    examples = re.compile(r"^ *(?:>>>|\.\.\.) .*$|\bexample='.*?'", re.MULTILINE)
    named = {
        f"{path.name}: {match[0]}"
        for path in SOURCES.rglob("*.py")
        for match in names.finditer(examples.sub("", path.read_text("utf-8")))
    }
    assert not named


def test_no_bot_reads_the_name_of_its_variant() -> None:
    """The variant name in the view is for people only."""
    for path in thinking_sources():
        tree = ast.parse(path.read_text("utf-8"))
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "variant"]


def imports(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def thinking_sources() -> set[Path]:
    """Return the modules of the built-in bots, with every module of the `bots` package that they import."""
    modules, to_read = set[Path](), {SOURCES / "players" / f"{name}.py" for name in ("azar", "aprendiz", "jugador")}
    while to_read:
        path = to_read.pop()
        modules.add(path)
        for module, name in imports(path):
            if module.startswith("truquero.bots"):
                location = SOURCES.joinpath(*module.split(".")[2:])
                files = {location.with_suffix(".py"), location / f"{name}.py"} - modules
                to_read |= {file for file in files if file.exists()}
    return modules


HIDING = ("truquero", "truquero.table.match", "truquero.table.deal_sequence", "truquero.variants", "truquero.records")


def test_no_bot_holds_the_table() -> None:
    """Bots receive rules and views. A bot with access to a match, its log or its deals would see every card."""
    sources = thinking_sources()
    assert len(sources) > 12
    for path in sources:
        for module, name in imports(path):
            assert name not in ("Match", "HandLog", "DealLog", "MatchRunner"), path.name
            assert module not in HIDING, path.name
