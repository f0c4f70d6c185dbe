"""Programs that fail: the match still ends, the clock plays for the program, and a single message gives the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.programs import IMPATIENT, PATIENT, asks_for, is_running, play_to_the_end, program
from truquero import Match
from truquero.bots.protocol import process_bot
from truquero.bots.protocol.process_bot import ProcessBot

# Actions of a program that never sends its second answer.
SILENT = (
    "time.sleep(3600)",
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)",
    'sys.stdout.write(\'{"move": "mazo"}\\n\'); time.sleep(3600)',  # the output is not flushed
    "os.write(1, b'{\"move\":'); time.sleep(3600)",
)

# Other faulty actions in place of the second answer, each with the error message that it causes.
WRONG = {
    "raise ValueError('no cards for me')": "it exited with status 1",
    "sys.exit(7)": "it exited with status 7",
    "os.kill(os.getpid(), signal.SIGKILL)": "signal 9 ended it",
    "os.write(1, b'{\"move\":'); sys.exit()": 'it exited with status 0, in the middle of a line: {"move":',
    "os.close(1); time.sleep(3600)": "it closed its standard output",
    "[os.close(one) for one in range(3)]; time.sleep(3600)": "it closed its standard output",
    "print('quiero vale cuatro', flush=True)": "not a JSON object: quiero vale",
    "print(flush=True)": "not a JSON object: .",
    'print(\'{"move": "mazo"\', flush=True)': 'not a JSON object: {"move": "mazo".',
    "print('{} {}', flush=True)": "not a JSON object: {} {}.",
    "print('9' * 9000, flush=True)": "not a JSON object: 999",
    "print('[' * 60000, flush=True)": "not a JSON object: [[[",
    "os.write(1, b'\\xff\\xfe\\x1b[2J\\n')": "not a JSON object: \ufffd\ufffd\ufffd[2J",
    "say(['mazo'])": 'not a JSON object: ["mazo"]',
    "say(None)": "not a JSON object: null",
    "say({'card': '7o'})": 'its answer has no "move": {"card": "7o"}',
    "say({'move': '99z'})": '"99z" is not one of the moves that it was sent',
    "say({'move': '\\ud800'})": '"\\ud800" is not one of the moves that it was sent',
    "say({'move': message['moves'][:1]})": "] is not one of the moves that it was sent",
    "say({'move': 4})": "its answer 4 is not one of the moves that it was sent",
    "say({'move': float('nan')})": "its answer NaN is not one of the moves that it was sent",
    "say({'move': None})": "its answer null is not one of the moves that it was sent",  # passing is not allowed here
    "say({'move': 'a' * 70000})": "a line of more than 65536 bytes",
    "while True: os.write(1, b'quiero ' * 1000)": "a line of more than 65536 bytes",
    "while True: os.write(1, b'{}\\n' * 1000)": 'its answer has no "move"',
    "os.write(1, json.dumps({'move': message['moves'][-1]}).encode() + b'\\n{}\\n')": "without being asked",
}
EXITS = ("it exited", "signal")  # the beginning of the errors of programs that exit by themselves
AT_THE_START = {
    "raise ValueError('no cards for me')": "it exited with status 1",
    "say({'move': 'truco'})": 'its first line must be {"type": "ready"}, not {"move": "truco"}',
    'os.write(1, b\'{"type": "ready"}\\n{"move": "mazo"}\\n\')': "without being asked",
}


def at(when: str, deed: str) -> str:
    """Return code that acts on this condition only, and then skips the normal answer, which would be a second one."""
    return f"if {when}:\n    {deed}\n    continue"


@pytest.mark.parametrize(
    ("deed", "seconds", "says"),
    [
        *((at("turns == 2", deed), IMPATIENT, "no answer within 0.3 s; flush the output") for deed in SILENT),
        *((at("turns == 2", deed), PATIENT, says) for deed, says in WRONG.items()),
        *((at("kind == 'start'", deed), PATIENT, says) for deed, says in AT_THE_START.items()),
    ],
)
def test_a_failed_program_loses_on_time(
    deed: str, seconds: float, says: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if says.startswith(EXITS):
        request.getfixturevalue("patient")
    note = tmp_path / "pid"
    command = program(tmp_path, f"if kind == 'start': open({str(note)!r}, 'w').write(str(os.getpid()))\n{deed}")
    match = Match("paulista", 2, seed="feria")
    bot = ProcessBot(command, match.rules, 1, "1", seconds=seconds)
    play_to_the_end(bot, match)
    assert bot.trouble is not None
    assert bot.trouble.startswith(f"seat 1, exec:{command}: ")
    assert says in bot.trouble
    assert "\n" not in bot.trouble
    assert "\x1b" not in bot.trouble
    assert not is_running(int(note.read_text()))
    # From then on the clock refuses or leaves for it, so it never wins another trick.
    moves = [move for deal in match.log for hand in deal.hands for seat, move in hand.moves if seat == 1]
    assert set(moves[4:]) <= {"no-quiero", "mazo"}


@pytest.mark.usefixtures("patient")
def test_the_last_output_of_a_program_is_reported(tmp_path: Path) -> None:
    match = Match("paulista", 2, seed=1)
    bot = ProcessBot(program(tmp_path, "raise ValueError('no cards for me')"), match.rules, 1, "1", seconds=PATIENT)
    play_to_the_end(bot, match)
    assert bot.trouble is not None
    assert bot.trouble.endswith("Its last words: ValueError: no cards for me")


def test_a_program_that_is_not_ready_in_time_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_bot, "START_SECONDS", IMPATIENT)
    match = Match("paulista", 4, seed=1)
    bot = ProcessBot(program(tmp_path, "time.sleep(3600)"), match.rules, 1, "1", seconds=IMPATIENT)
    play_to_the_end(bot, match)
    assert bot.trouble is not None
    assert "no answer within 0.3 s" in bot.trouble


@pytest.mark.parametrize(
    ("deed", "says"),
    [
        ("if kind == 'watch': say({'watch': 1})", "its answer 1 is not one of the seats that it was asked about"),
        ("if kind == 'watch': say({'watch': True})", "its answer true is not one of the seats that it was asked about"),
        ("if kind == 'watch': say({'seat': 2})", 'its answer has no "watch"'),
        (
            "if kind == 'watch': say({'watch': None})\nif kind == 'sign': say({'move': 'sena-nada'})",
            '"sena-nada" is not one',
        ),
    ],
)
def test_wrong_answers_to_optional_questions_are_reported(deed: str, says: str, tmp_path: Path) -> None:
    match = Match("argentino", 4, seed=1)
    bot = ProcessBot(program(tmp_path, asks_for("signs", "watch") + deed), match.rules, 1, "1", seconds=PATIENT)
    play_to_the_end(bot, match)
    assert bot.trouble is not None
    assert says in bot.trouble
