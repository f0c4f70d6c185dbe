"""`truquero bot-protocol`: the documentation, the messages of a sample hand, and the trial of a program."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.bots.protocol.test_messages import wrong, wrong_object
from tests.support.commands import Command
from tests.support.programs import PATIENT
from tools.protocol_tables import PAGE, with_current_tables
from truquero.bots.protocol import pipes
from truquero.bots.protocol.message_schema import schema
from truquero.cli.protocol_check import random_house_rules
from truquero.cli.protocol_page import reference
from truquero.rulebook import Document, as_markdown
from truquero.variants import VARIANTS

ROOT = Path(__file__).parents[2]
CAUTO = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples/bots/cauto.py'))}"


PROTOCOL = Command("bot-protocol")
told, refused = PROTOCOL.told, PROTOCOL.refused


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a program that was asked to end enough time on a busy machine."""
    monkeypatch.setattr(pipes, "GRACE", PATIENT)


def test_the_documentation_contains_every_message_and_code(capsys: pytest.CaptureFixture[str]) -> None:
    page = told(capsys)
    words = schema()
    for name in (*words.messages, *words.answers, *words.objects):
        assert f"\n{name}: " in page
    for name in words.codes:
        assert f"\n{name}:\n" in page
    assert '{"move": "truco"}' in page
    assert max(map(len, page.splitlines())) <= 80


def test_every_code_field_has_its_words() -> None:
    words = schema()
    fields = {
        f"{name}.{one.name.removesuffix('?')}"
        for name, thing in words.objects.items()
        for one in thing.fields
        if "code" in one.kind.split(" | ")
    }
    assert fields == set(words.codes)


def test_the_page_in_docs_holds_the_reference() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_current_tables(page) == page, "run python -m tools.protocol_tables"


def test_markdown_is_the_same_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = told(capsys, "--markdown")
    assert page.startswith("# The bot protocol\n")
    assert page.endswith(as_markdown(Document("", reference())).partition("\n## ")[2])


@pytest.mark.parametrize("table", [(), ("belmez", "--players", "4"), ("argentino", "--players", "3")])
def test_the_example_is_made_of_real_lines(table: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "--example", *table).splitlines()
    asked = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    answers = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert len(asked) + len(answers) == len(lines)
    assert [one["type"] for one in asked] == ["start", *["turn"] * (len(asked) - 2), "end"]
    assert len(asked) > 2
    for one in asked:
        assert list(wrong_object(one, schema().messages[one["type"]], "")) == []
    for question, answer in zip(asked[1:-1], answers[1:], strict=True):
        assert list(wrong(answer["move"], "move | null", "")) == []
        assert answer["move"] in question["moves"] or (answer["move"] is None and question["may_pass"])


@pytest.mark.usefixtures("patient")
def test_a_good_program_passes(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "--check", CAUTO, "argentino", "--hands", "2", "--seconds", "120")
    assert [line.split()[:2] for line in out.splitlines()[:5]] == [["argentino", n] for n in "42368"]
    assert "5 of 5 tables played, " in out
    assert out.endswith("No errors.\n")


def test_the_check_may_be_limited_to_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(
        capsys, "--check", CAUTO, "belmez", "--players", "2", "blind_calls=on", "--hands", "3", "--seconds", "120"
    )
    assert out.startswith("belmez        2   ")
    assert "blind_calls=on" in out
    assert "1 of 1 tables played, " in out


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("input(); print('hola')", "its answer is not a JSON object: hola"),
        ("import sys; sys.exit('no thanks')", "it exited with status 1"),
    ],
)
def test_a_program_without_any_answer_is_tested_at_one_table_only(
    source: str, says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(source)
    out = told(capsys, "--check", f"{sys.executable} {path}", "--seconds", "120", status=1)
    assert says in out
    assert f"1 of {sum(len(one.players) for one in VARIANTS.values()) + len(VARIANTS)} tables played, 0 answers" in out
    assert out.endswith("Errors at 1 table.\n")


COUNTING = """
import json, pathlib, sys
for line in sys.stdin:
    message = json.loads(line)
    with pathlib.Path(sys.argv[1]).open("a") as file:
        print(message["type"], message.get("results"), file=file)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "results": True}), flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"move": message["moves"][-1]}), flush=True)
"""


@pytest.mark.usefixtures("patient")
def test_the_check_continues_with_another_match_until_all_hands_are_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, log = tmp_path / "bot.py", tmp_path / "log"
    path.write_text(COUNTING)
    words = ("paulista", "--players", "2", "--hands", "30", "--seconds", "120")
    out = told(capsys, "--check", f"{sys.executable} {path} {log}", *words)
    assert out.endswith("No errors.\n")
    kinds = [line.split()[0] for line in log.read_text().splitlines()]
    assert kinds.count("start") == kinds.count("end") > 1
    assert kinds.count("result") == 30


WRONG = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    ready = message["type"] == "start"
    print(json.dumps({"type": "ready"} if ready else {"move": "truco" if "truco" in message["moves"] else "quiero"}))
    sys.stdout.flush()
"""


@pytest.mark.usefixtures("patient")
def test_a_fault_is_shown_with_the_last_question(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(WRONG)
    out = told(capsys, "--check", f"{sys.executable} {path}", "--seconds", "120", status=1)
    assert '"quiero" is not one of the moves that it was sent' in out
    sent = next(line for line in out.splitlines() if line.startswith("  The last line sent to it: "))
    assert json.loads(sent.partition(": ")[2])["type"] == "turn"
    assert out.endswith("Errors at 3 tables.\n")


def test_a_program_that_does_not_exit_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(f"exec(open({str(ROOT / 'examples/bots/cauto.py')!r}).read())\nimport time\ntime.sleep(60)\n")
    command = f"{sys.executable} {path}"
    out = told(capsys, "--check", command, "paulista", "--players", "2", "--seconds", "120", status=1)
    assert "it did not exit within 0.5 s" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--check", "no-such-program-anywhere"], "there is no program no-such-program-anywhere"),
        (["--check", ""], "write a command after it"),
        (["--check", str(ROOT)], f"there is no program {ROOT}"),
        (["--check", "exec:no-such-program-anywhere"], ": exec:no-such-program-anywhere: there is no program"),
        (["belmez"], "only with --example or --check"),
        (["--example", "--hands", "3"], "use --hands, --seconds only with --check"),
        (["--seconds", "3"], "use --hands, --seconds only with --check"),
        (["--example", "mus"], "unknown variant 'mus'"),
        (["--example", "--check", CAUTO], "not allowed with argument"),
        (["--check", CAUTO, "--seconds", "0"], "it must be 1 or more"),
        (["--check", CAUTO, "--hands", "many"], "'many' is not a whole number"),
        (["--check", CAUTO, "paulista", "--players", "5"], "is not played by 5"),
    ],
)
def test_bad_arguments_are_refused(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in refused(capsys, *words)


def test_unusual_tables_change_house_rules() -> None:
    changed = [random_house_rules(preset, "1").changed for preset in VARIANTS.values()]
    assert sum(bool(one) for one in changed) > len(changed) // 2
    assert [random_house_rules(preset, "1").changed for preset in VARIANTS.values()] == changed
