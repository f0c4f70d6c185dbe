"""External programs at the table: the messages that they receive, how they end, and commands that cannot be started."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.support.programs import PATIENT, asks_for, ends_soon, is_running, play_to_the_end, program
from tests.support.typist import Typist
from truquero import Match
from truquero.bots import MatchRunner, make_bot, maker_of
from truquero.bots.protocol import messages, pipes, process_bot
from truquero.bots.protocol.process_bot import BadCommand, ProcessBot
from truquero.cards import CARDS
from truquero.cli import main
from truquero.records import parse, replay
from truquero.table import TableError
from truquero.table.hand_opening import begin_deal, begin_hand

ROOT = Path(__file__).parents[3]
EXAMPLES = {
    "python": f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples/bots/cauto.py'))}",
    "node": f"node {shlex.quote(str(ROOT / 'examples/bots/gallardo.mjs'))}",
}

# -------------------------------------------------------------------------------------------------------- good programs


@pytest.mark.usefixtures("patient")
def test_a_program_gets_only_the_messages_it_asked_for(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    command = program(tmp_path, f"open({str(heard)!r}, 'a').write(line)")
    match = Match("argentino", 4, seed=2)
    bot = ProcessBot(command, match.rules, 1, "1", seconds=PATIENT)
    assert bot.name == ""
    play_to_the_end(bot, match)
    assert bot.trouble is None
    assert bot.name == "prueba"
    assert bot.ended_by_itself
    kinds = [json.loads(line)["type"] for line in heard.read_text().splitlines()]
    assert kinds[0] == "start"
    assert set(kinds[1:]) == {"turn"}  # the end is not recorded: the program has already exited


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("argentino", 3), ("argentino", 6)])
def test_a_program_that_asks_for_them_hears_the_results_of_all_hands(
    variant: str, players: int, tmp_path: Path
) -> None:
    """The results include duels in which the program does not play."""
    heard = tmp_path / "heard"
    match = Match(variant, players, seed=4)
    bot = ProcessBot(
        program(tmp_path, f"{asks_for('results')}open({str(heard)!r}, 'a').write(line)"),
        match.rules,
        1,
        "1",
        seconds=PATIENT,
    )
    play_to_the_end(bot, match)
    assert bot.trouble is None
    assert bot.ended_by_itself
    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    results = [message for message in lines if message["type"] == "result"]
    hands = [hand for deal in match.log for hand in deal.hands]
    assert [message["view"]["seats"] for message in results] == [list(hand.lineup.seats) for hand in hands]
    for result, hand in zip(results, hands, strict=True):
        assert set(result) == {"type", "seat", "view"}
        assert result["view"]["state"]["stage"] == "over"
        awards = [message["points"] for message in result["view"]["events"] if message["kind"] == "award"]
        assert sum(awards) == sum(
            award.points * len(match.side_names(hand.lineup, award.side)) for award in hand.awards
        )
    assert results[-1]["view"]["winner"] == match.winner
    assert lines[-1] is results[-1]


def test_results_are_sent_at_a_table_with_a_person(
    typist: Typist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, record = tmp_path / "heard", tmp_path / "match.truco"
    command = program(tmp_path, f"{asks_for('results')}open({str(heard)!r}, 'a').write(line)")
    monkeypatch.setenv(process_bot.SECONDS_VARIABLE, str(PATIENT))
    typist.types("1\n" * 5000)
    assert main(["play", "paulista", "--players", "2", "--bots", f"exec:{command}", "--record", str(record)]) == 0
    match = replay(parse(record.read_text("utf-8"))).match
    results = [line for line in heard.read_text().splitlines() if json.loads(line)["type"] == "result"]
    assert len(results) == sum(len(deal.hands) for deal in match.log)
    assert json.loads(results[-1])["view"]["winner"] == match.winner is not None


def test_a_result_is_not_answered(tmp_path: Path) -> None:
    match = Match("paulista", 2, seed=1)
    bot = ProcessBot(
        program(tmp_path, asks_for("results") + "if kind == 'result': say({'move': None})"),
        match.rules,
        1,
        "1",
        seconds=PATIENT,
    )
    play_to_the_end(bot, match)
    assert bot.trouble is not None
    # This message appears if the next question was already sent.
    late = "its answer null is not one of the moves that it was sent"
    assert late in bot.trouble or "it wrote a line without being asked" in bot.trouble


def test_a_program_gets_the_same_messages_for_any_hidden_cards(tmp_path: Path) -> None:
    """Two tables that differ only in the rival's cards send the program the same messages."""
    own_cards, heard = [CARDS[name] for name in ("4o", "5e", "12b")], []
    for rival in ("1e 1b 7e", "6c 10c 11e"):
        note = tmp_path / f"heard-{rival}"
        match = Match("argentino", 2, seed=rival, dealer=2)
        bot = ProcessBot(
            program(tmp_path, f"open({str(note)!r}, 'ab').write(line.encode())"), match.rules, 1, "1", seconds=PATIENT
        )
        begin_deal(match, 2)
        begin_hand(match, {1: own_cards, 2: [CARDS[name] for name in rival.split()]})
        match.play(1, "truco")
        match.play(2, "quiero")
        bot.choose(match.view(1))
        bot.close()
        assert bot.trouble is None
        heard.append(note.read_bytes())
    assert heard[0] == heard[1]
    assert heard[0].count(b"\n") == 2


def test_a_program_that_floods_standard_error_plays_on(tmp_path: Path) -> None:
    match = Match("paulista", 2, seed=1)
    bot = ProcessBot(program(tmp_path, "os.write(2, b'thinking... ' * 20000)"), match.rules, 1, "1", seconds=PATIENT)
    play_to_the_end(bot, match)
    assert bot.trouble is None


def test_child_processes_end_with_their_program(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    starts = f"""
        if kind == "start":
            import subprocess
            child = subprocess.Popen(["sleep", "3600"])
            open({str(note)!r}, "w").write(str(child.pid))
    """
    match = Match("paulista", 2, seed=1)
    play_to_the_end(ProcessBot(program(tmp_path, starts), match.rules, 1, "1", seconds=PATIENT), match)
    assert ends_soon(int(note.read_text()))


def test_a_program_that_does_not_exit_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    stays = f"""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        open({str(note)!r}, "w").write(str(os.getpid()))
        if turns == 1:
            say({{"move": message["moves"][-1]}})
            time.sleep(3600)
    """
    match = Match("paulista", 2, seed=1)
    match.deal()
    bot = ProcessBot(program(tmp_path, stays), match.rules, 1, "1", seconds=PATIENT)
    view = match.view(next(iter(match.turn)))
    bot.choose(view)
    bot.close()
    bot.close()  # closing twice is harmless
    assert bot.trouble is None
    assert not bot.ended_by_itself
    assert not is_running(int(note.read_text()))
    assert bot.choose(view) == "mazo"  # a question after closing is harmless too


def test_a_forgotten_program_is_ended(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    match = Match("paulista", 2, seed=1)
    match.deal()
    bot = ProcessBot(
        program(tmp_path, f"open({str(note)!r}, 'w').write(str(os.getpid()))"), match.rules, 1, "1", seconds=PATIENT
    )
    bot.choose(match.view(next(iter(match.turn))))
    del bot
    assert ends_soon(int(note.read_text()))


def test_stopping_a_program_waits_until_it_has_exited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "GRACE_SECONDS", 0.0)
    sleeps = pipes.Program([sys.executable, "-S", "-c", "import time; print(flush=True); time.sleep(3600)"])
    sleeps.receive(PATIENT)
    sleeps.stop()
    assert sleeps._process.returncode == -signal.SIGTERM


def test_the_same_seed_makes_the_same_match() -> None:
    scores = []
    for _ in range(2):
        match = Match("valenciano", 2, seed=7)
        play_to_the_end(ProcessBot(EXAMPLES["python"], match.rules, 1, "x", seconds=PATIENT), match)
        scores.append((match.score, [hand.moves for deal in match.log for hand in deal.hands]))
    assert scores[0] == scores[1]


# -------------------------------------------------------------------------------------------------------- the examples


@pytest.mark.parametrize(
    ("variant", "players"), [("argentino", 2), ("argentino", 3), ("argentino", 4), ("belmez", 4), ("mineiro", 6)]
)
@pytest.mark.parametrize("language", EXAMPLES)
@pytest.mark.usefixtures("patient")
def test_examples_play_a_match(language: str, variant: str, players: int) -> None:
    program = shlex.split(EXAMPLES[language])[0]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed here")
    match = Match(variant, players, seed=3)
    bot = ProcessBot(EXAMPLES[language], match.rules, 1, "1", seconds=PATIENT)
    play_to_the_end(bot, match)
    assert bot.trouble is None
    assert bot.name
    assert bot.ended_by_itself


def test_programs_are_accepted_wherever_bots_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(process_bot.SECONDS_VARIABLE, str(PATIENT))
    match = Match("argentino", 4, seed=1, target=5)
    names = [f"exec:{EXAMPLES['python']}", "azar"] * 2
    bots = {seat: make_bot(name, match.rules, seat, f"s/{seat}") for seat, name in enumerate(names, start=1)}
    with MatchRunner(match, bots) as runner:
        runner.play()
    assert match.over
    assert [bot.trouble for bot in bots.values()] == [None] * 4


# -------------------------------------------------------------------------------------------------------- bad commands


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("exec:", "write a command after it"),
        ("exec:   ", "write a command after it"),
        ("exec:python3 'bot.py", "close the quotation mark"),
        ("exec:no-such-program-anywhere x", "there is no program no-such-program-anywhere to start"),
        ("exec:/", "there is no program / to start"),
    ],
)
def test_a_bad_command_is_refused_before_anybody_sits_down(name: str, says: str) -> None:
    with pytest.raises(BadCommand, match=says):
        make_bot(name, Match("paulista", 2, seed=1).rules, 1, "1")


@pytest.mark.parametrize("seconds", ["soon", "0", "-1", "inf", "nan"])
def test_a_bad_time_limit_is_refused(seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(process_bot.SECONDS_VARIABLE, seconds)
    with pytest.raises(TableError, match=f"^{process_bot.SECONDS_VARIABLE}: '{seconds}' is not a number of seconds"):
        maker_of(f"exec:{EXAMPLES['python']}")


def test_a_program_that_cannot_be_started_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    match = Match("paulista", 2, seed=1)
    bot = ProcessBot(str(path), match.rules, 1, "1")
    play_to_the_end(bot, match)
    assert bot.trouble is not None
    assert "it cannot be started" in bot.trouble


def test_ctrl_c_at_the_table_does_not_reach_a_program(tmp_path: Path) -> None:
    note = tmp_path / "group"
    match = Match("paulista", 2, seed=1)
    match.deal()
    notes = f"open({str(note)!r}, 'w').write(str(os.getpgid(0)))"
    bot = ProcessBot(program(tmp_path, notes), match.rules, 1, "1", seconds=PATIENT)
    bot.choose(match.view(next(iter(match.turn))))
    bot.close()
    assert int(note.read_text()) != os.getpgid(0)


def test_lines_are_whole_objects() -> None:
    match = Match("argentino", 2, seed=1)
    match.deal()
    line = messages.line(messages.turn(match.view(1), match.rules, may_pass=False))
    assert list(json.loads(line)) == ["type", "seat", "view", "moves", "may_pass"]
