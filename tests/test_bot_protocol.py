"""Programs at the table: whatever one does, the match ends, the clock plays for it, and one message says why."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from truquero import Match
from truquero.bots import Azar, Sitting, make_bot, messages
from truquero.bots import process as programs
from truquero.bots.process import BadCommand, ProcessBot
from truquero.cards import CARDS
from truquero.table import TableError

ROOT = Path(__file__).parent.parent
EXAMPLES = {
    "python": f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples/bots/cauto.py'))}",
    "node": f"node {shlex.quote(str(ROOT / 'examples/bots/gallardo.mjs'))}",
}
PATIENT = 20.0  # seconds for programs that do answer, however busy the machine is
IMPATIENT = 0.3

# A program that plays the last of its moves; what it does otherwise stands where `{}` is.
PLAYER = """
import json, os, signal, sys, time

def say(answer):
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()

turns = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "end":
        break
    turns += kind == "turn"
{}
    if kind == "start":
        say({{"type": "ready", "name": "prueba"}})
    elif kind == "turn":
        say({{"move": message["moves"][-1]}})
"""

Write = Callable[[str], str]


@pytest.fixture
def program(tmp_path: Path) -> Write:
    """Writes a program that does something on each line it hears, and gives its command."""

    def written(deed: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(PLAYER.format("\n".join(f"    {one}" for one in dedent(deed).strip().splitlines())))
        return f"{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"

    return written


def played(bot: ProcessBot, match: Match) -> None:
    """The whole match, the program against players who move at random."""
    seats = range(1, match.players + 1)
    with Sitting(match, {seat: bot if seat == 1 else Azar(seat) for seat in seats}) as sitting:
        sitting.play()
    assert match.over


def is_running(pid: int) -> bool:
    """Whether a process is there, and is no corpse that waits for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends_soon(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_running(pid)


# What a program does, how long it is waited for, and what the message says about it.
TROUBLE: dict[str, tuple[str, float, str]] = {
    "crashes at the start": ("raise ValueError('no cards for me')", PATIENT, "it ended with status 1"),
    "crashes in the middle": ("if turns == 3: sys.exit(7)", PATIENT, "it ended with status 7"),
    "is killed": ("if turns == 2: os.kill(os.getpid(), signal.SIGKILL)", PATIENT, "it was ended by signal 9"),
    "hangs": ("if turns == 2: time.sleep(60)", IMPATIENT, "no answer in 0.3 s"),
    "is late": ("if turns == 2: time.sleep(2)", IMPATIENT, "no answer in 0.3 s"),
    "hangs and ignores SIGTERM": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nif turns == 2: time.sleep(60)",
        IMPATIENT,
        "no answer in 0.3 s",
    ),
    "does not flush": (
        'if turns == 2:\n    sys.stdout.write(\'{"move": "mazo"}\\n\')\n    time.sleep(60)',
        IMPATIENT,
        "every line has to be flushed",
    ),
    "says half a line": (
        "if turns == 2:\n    os.write(1, b'{\"move\":')\n    time.sleep(60)",
        IMPATIENT,
        "no answer in 0.3 s",
    ),
    "ends in the middle of a line": (
        "if turns == 2:\n    os.write(1, b'{\"move\":')\n    sys.exit()",
        PATIENT,
        'it ended with status 0, in the middle of a line: {"move":',
    ),
    "closes its output": (
        "if turns == 2:\n    os.close(1)\n    time.sleep(60)",
        PATIENT,
        "it closed its standard output",
    ),
    "closes everything": (
        "if turns == 2:\n    for one in range(3): os.close(one)\n    time.sleep(60)",
        PATIENT,
        "it closed its standard output",
    ),
    "talks garbage": ("if turns == 2: print('quiero vale cuatro', flush=True)", PATIENT, "no JSON object: quiero vale"),
    "talks no UTF-8": (
        "if turns == 2: os.write(1, b'\\xff\\xfe\\x1b[2J\\n')",
        PATIENT,
        "no JSON object: \ufffd\ufffd\ufffd[2J",
    ),
    "answers a list": ("if turns == 2: say(['mazo'])", PATIENT, 'no JSON object: ["mazo"]'),
    "answers too deeply": ("if turns == 2: print('[' * 60000, flush=True)", PATIENT, "no JSON object: [[["),
    "talks without end": (
        "if turns == 2:\n    while True: os.write(1, b'quiero ' * 1000)",
        PATIENT,
        "a line of more than 65536 bytes",
    ),
    "writes a long line": ("if turns == 2: say({'move': 'a' * 70000})", PATIENT, "a line of more than 65536 bytes"),
    "answers an illegal move": (
        "if turns == 2: say({'move': '99z'})",
        PATIENT,
        '"99z" is none of the moves it was sent',
    ),
    "answers a number": ("if turns == 2: say({'move': 4})", PATIENT, "4 is none of the moves it was sent"),
    "passes where it may not": ("if turns == 2: say({'move': None})", PATIENT, "null is none of the moves it was sent"),
    "answers something else": (
        "if turns == 2: say({'card': '7o'})",
        PATIENT,
        'its answer has no "move": {"card": "7o"}',
    ),
    "answers twice": (
        "if turns == 2: os.write(1, json.dumps({'move': message['moves'][-1]}).encode() + b'\\n{}\\n')",
        PATIENT,
        "nobody had asked for",
    ),
    "is not ready": (
        "if kind == 'start': say({'move': 'truco'})",
        PATIENT,
        'its first line has to be {"type": "ready"}',
    ),
    "speaks before it is asked": (
        'if kind == \'start\': os.write(1, b\'{"type": "ready"}\\n{"move": "mazo"}\\n\')',
        PATIENT,
        "nobody had asked for",
    ),
}


@pytest.mark.parametrize("deed", TROUBLE)
def test_a_program_in_trouble_loses_by_the_clock(deed: str, program: Write, tmp_path: Path) -> None:
    does, seconds, says = TROUBLE[deed]
    note = tmp_path / "pid"
    command = program(f"open({str(note)!r}, 'w').write(str(os.getpid()))\n{does}")
    match = Match("paulista", 2, seed="feria")
    bot = ProcessBot(command, match.rules, 1, "1", seconds=seconds)
    played(bot, match)
    assert bot.trouble is not None
    assert bot.trouble.startswith(f"seat 1, exec:{command}: ")
    assert says in bot.trouble
    assert "\n" not in bot.trouble
    assert "\x1b" not in bot.trouble
    assert not is_running(int(note.read_text()))
    # From then on it refuses or leaves, and so never wins another trick.
    moves = [move for deal in match.log for hand in deal.hands for seat, move in hand.moves if seat == 1]
    assert set(moves[4:]) <= {"no-quiero", "mazo"}


def test_the_last_words_of_a_program_are_told(program: Write) -> None:
    match = Match("paulista", 2, seed=1)
    bot = ProcessBot(program("raise ValueError('no cards for me')"), match.rules, 1, "1", seconds=PATIENT)
    played(bot, match)
    assert bot.trouble is not None
    assert bot.trouble.endswith("Its last words: ValueError: no cards for me")


def test_a_program_that_never_is_ready(program: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "START_SECONDS", IMPATIENT)
    match = Match("paulista", 4, seed=1)
    bot = ProcessBot(program("time.sleep(60)"), match.rules, 1, "1", seconds=IMPATIENT)
    played(bot, match)
    assert bot.trouble is not None
    assert "no answer in 0.3 s" in bot.trouble


@pytest.mark.parametrize(
    ("deed", "says"),
    [
        ("if kind == 'watch': say({'watch': 1})", "1 is none of the seats it was asked about"),
        ("if kind == 'watch': say({'watch': True})", "true is none of the seats it was asked about"),
        ("if kind == 'watch': say({'seat': 2})", 'its answer has no "watch"'),
        (
            "if kind == 'watch': say({'watch': None})\nif kind == 'sign': say({'move': 'sena-nada'})",
            '"sena-nada" is none',
        ),
    ],
)
def test_wrong_answers_beside_the_play(deed: str, says: str, program: Write) -> None:
    ready = "if kind == 'start':\n    say({'type': 'ready', 'signs': True, 'watch': True})\n    continue\n"
    match = Match("argentino", 4, seed=1)
    bot = ProcessBot(program(ready + deed), match.rules, 1, "1", seconds=PATIENT)
    played(bot, match)
    assert bot.trouble is not None
    assert says in bot.trouble


# -------------------------------------------------------------------------------------------------------- good programs


def test_a_program_is_asked_only_for_what_it_asked_for(program: Write, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    command = program(f"open({str(heard)!r}, 'a').write(line)")
    match = Match("argentino", 4, seed=2)
    bot = ProcessBot(command, match.rules, 1, "1", seconds=PATIENT)
    assert bot.name == ""
    played(bot, match)
    assert bot.trouble is None
    assert bot.name == "prueba"
    assert bot.ended_by_itself
    kinds = [json.loads(line)["type"] for line in heard.read_text().splitlines()]
    assert kinds[0] == "start"
    assert set(kinds[1:]) == {"turn"}  # it notes no end, for it has left by then


def test_a_program_hears_the_same_whatever_it_cannot_see(program: Write, tmp_path: Path) -> None:
    """Two tables that differ in the rival's cards alone, as the program itself hears of them."""
    own, heard = [CARDS[one] for one in ("4o", "5e", "12b")], []
    for rival in ("1e 1b 7e", "6c 10c 11e"):
        note = tmp_path / f"heard-{rival}"
        match = Match("argentino", 2, seed=rival, dealer=2)
        bot = ProcessBot(
            program(f"open({str(note)!r}, 'ab').write(line.encode())"), match.rules, 1, "1", seconds=PATIENT
        )
        match.begin_deal(2)
        match.begin_hand({1: own, 2: [CARDS[one] for one in rival.split()]})
        match.play(1, "truco")
        match.play(2, "quiero")
        bot.choose(match.view(1))
        bot.close()
        assert bot.trouble is None
        heard.append(note.read_bytes())
    assert heard[0] == heard[1]
    assert heard[0].count(b"\n") == 2


def test_a_program_that_shouts_at_standard_error_plays_on(program: Write) -> None:
    match = Match("paulista", 2, seed=1)
    bot = ProcessBot(program("os.write(2, b'thinking... ' * 20000)"), match.rules, 1, "1", seconds=PATIENT)
    played(bot, match)
    assert bot.trouble is None


def test_what_a_program_has_started_ends_with_it(program: Write, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    starts = f"""
        if kind == "start":
            import subprocess
            child = subprocess.Popen(["sleep", "60"])
            open({str(note)!r}, "w").write(str(child.pid))
    """
    match = Match("paulista", 2, seed=1)
    played(ProcessBot(program(starts), match.rules, 1, "1", seconds=PATIENT), match)
    assert ends_soon(int(note.read_text()))


def test_a_program_that_does_not_want_to_go_is_ended(program: Write, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    stays = f"""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        open({str(note)!r}, "w").write(str(os.getpid()))
        if turns == 1:
            say({{"move": message["moves"][-1]}})
            time.sleep(60)
    """
    match = Match("paulista", 2, seed=1)
    match.deal()
    bot = ProcessBot(program(stays), match.rules, 1, "1", seconds=PATIENT)
    view = match.view(next(iter(match.turn)))
    bot.choose(view)
    bot.close()
    bot.close()  # twice does no harm
    assert bot.trouble is None
    assert not bot.ended_by_itself
    assert not is_running(int(note.read_text()))
    assert bot.choose(view) == "mazo"  # and no question does, either


def test_a_forgotten_program_is_ended(program: Write, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    match = Match("paulista", 2, seed=1)
    match.deal()
    bot = ProcessBot(program(f"open({str(note)!r}, 'w').write(str(os.getpid()))"), match.rules, 1, "1", seconds=PATIENT)
    bot.choose(match.view(next(iter(match.turn))))
    del bot
    assert ends_soon(int(note.read_text()))


def test_the_same_seed_makes_the_same_match() -> None:
    scores = []
    for _ in range(2):
        match = Match("valenciano", 2, seed=7)
        played(ProcessBot(EXAMPLES["python"], match.rules, 1, "x", seconds=PATIENT), match)
        scores.append((match.score, [hand.moves for deal in match.log for hand in deal.hands]))
    assert scores[0] == scores[1]


# -------------------------------------------------------------------------------------------------------- the examples


@pytest.mark.parametrize(
    ("variant", "players"), [("argentino", 2), ("argentino", 3), ("argentino", 4), ("belmez", 4), ("mineiro", 6)]
)
@pytest.mark.parametrize("language", EXAMPLES)
def test_examples_play_a_match(language: str, variant: str, players: int) -> None:
    program = shlex.split(EXAMPLES[language])[0]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed here")
    match = Match(variant, players, seed=3)
    bot = ProcessBot(EXAMPLES[language], match.rules, 1, "1", seconds=PATIENT)
    played(bot, match)
    assert bot.trouble is None
    assert bot.name
    assert bot.ended_by_itself


def test_programs_are_named_wherever_a_bot_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(programs.VARIABLE, str(PATIENT))
    match = Match("argentino", 4, seed=1, target=5)
    names = [f"exec:{EXAMPLES['python']}", "azar"] * 2
    bots = {seat: make_bot(name, match.rules, seat, f"s/{seat}") for seat, name in enumerate(names, start=1)}
    with Sitting(match, bots) as sitting:
        sitting.play()
    assert match.over
    assert [bot.trouble for bot in bots.values()] == [None] * 4


# -------------------------------------------------------------------------------------------------------- bad commands


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("exec:", "write a command behind it"),
        ("exec:   ", "write a command behind it"),
        ("exec:python3 'bot.py", "a quotation mark is not closed"),
        ("exec:no-such-program-anywhere x", "there is no program no-such-program-anywhere that can be started"),
        ("exec:/", "there is no program / that can be started"),
    ],
)
def test_a_bad_command_is_refused_before_anybody_sits_down(name: str, says: str) -> None:
    with pytest.raises(BadCommand, match=says):
        make_bot(name, Match("paulista", 2, seed=1).rules, 1, "1")


@pytest.mark.parametrize("seconds", ["soon", "0", "-1", "inf", "nan"])
def test_a_bad_clock_is_refused(seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(programs.VARIABLE, seconds)
    with pytest.raises(TableError, match="is no number of seconds"):
        make_bot(f"exec:{EXAMPLES['python']}", Match("paulista", 2, seed=1).rules, 1, "1")


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    match = Match("paulista", 2, seed=1)
    bot = ProcessBot(str(path), match.rules, 1, "1")
    played(bot, match)
    assert bot.trouble is not None
    assert "it cannot be started" in bot.trouble


def test_ctrl_c_at_the_table_does_not_reach_a_program(program: Write, tmp_path: Path) -> None:
    note = tmp_path / "group"
    match = Match("paulista", 2, seed=1)
    match.deal()
    notes = f"open({str(note)!r}, 'w').write(str(os.getpgid(0)))"
    bot = ProcessBot(program(notes), match.rules, 1, "1", seconds=PATIENT)
    bot.choose(match.view(next(iter(match.turn))))
    bot.close()
    assert int(note.read_text()) != os.getpgid(0)


def test_lines_are_whole_objects() -> None:
    match = Match("argentino", 2, seed=1)
    match.deal()
    line = messages.line(messages.turn(match.view(1), match.rules, may_pass=False))
    assert list(json.loads(line)) == ["type", "seat", "view", "moves", "may_pass"]
