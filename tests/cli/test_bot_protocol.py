"""`truquero bot-protocol`: the documentation, the messages of a sample hand, and the trial of a program."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.bots.protocol.test_messages import object_errors, type_errors
from tests.support.commands import Command
from tools.protocol_tables import PAGE, with_current_tables
from truquero.bots.protocol.message_schema import schema
from truquero.cli.protocol_check import random_house_rules
from truquero.cli.protocol_page import reference
from truquero.rulebook import Document, as_markdown
from truquero.variants import VARIANTS

ROOT = Path(__file__).parents[2]
CAUTO = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples/bots/cauto.py'))}"


PROTOCOL = Command("bot-protocol")
output_of, error_of = PROTOCOL.output_of, PROTOCOL.error_of


def test_the_documentation_contains_every_message_and_code(capsys: pytest.CaptureFixture[str]) -> None:
    page = output_of(capsys)
    documented = schema()
    for name in (*documented.messages, *documented.answers, *documented.objects):
        assert f"\n{name}: " in page
    for name in documented.codes:
        assert f"\n{name}:\n" in page
    assert '{"move": "truco"}' in page
    assert max(map(len, page.splitlines())) <= 80


def test_every_code_field_is_documented() -> None:
    documented = schema()
    fields = {
        f"{name}.{field.name.removesuffix('?')}"
        for name, thing in documented.objects.items()
        for field in thing.fields
        if "code" in field.kind.split(" | ")
    }
    assert fields == set(documented.codes)


def test_the_page_in_docs_holds_the_reference() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_current_tables(page) == page, "run python -m tools.protocol_tables"


def test_markdown_is_the_same_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = output_of(capsys, "--markdown")
    assert page.startswith("# The bot protocol\n")
    assert page.endswith(as_markdown(Document("", reference())).partition("\n## ")[2])


@pytest.mark.parametrize("game", [(), ("belmez", "--players", "4"), ("argentino", "--players", "3")])
def test_the_example_consists_of_valid_messages(game: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "--example", *game).splitlines()
    questions = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    answers = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert len(questions) + len(answers) == len(lines)
    assert [message["type"] for message in questions] == ["start", *["turn"] * (len(questions) - 2), "end"]
    assert len(questions) > 2
    for message in questions:
        assert list(object_errors(message, schema().messages[message["type"]], "")) == []
    for question, answer in zip(questions[1:-1], answers[1:], strict=True):
        assert list(type_errors(answer["move"], "move | null", "")) == []
        assert answer["move"] in question["moves"] or (answer["move"] is None and question["may_pass"])


@pytest.mark.usefixtures("patient")
def test_a_good_program_passes(capsys: pytest.CaptureFixture[str]) -> None:
    out = output_of(capsys, "--check", CAUTO, "argentino", "--hands", "2", "--seconds", "120")
    assert [line.split()[:2] for line in out.splitlines()[:5]] == [["argentino", n] for n in "42368"]
    assert "5 of 5 tables played, " in out
    assert out.endswith("No errors.\n")


def test_the_check_may_be_limited_to_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    out = output_of(
        capsys, "--check", CAUTO, "belmez", "--players", "2", "blind_calls=on", "--hands", "3", "--seconds", "120"
    )
    assert out.startswith("belmez        2   ")
    assert "blind_calls=on" in out
    assert "1 of 1 tables played, " in out


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("input(); print('hola')", "its answer is not a JSON object: hola"),
        ("import sys; sys.exit('no thanks')", "it exited with status 1"),
    ],
)
def test_a_program_without_any_answer_is_tested_at_one_table_only(
    source: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(source)
    out = output_of(capsys, "--check", f"{sys.executable} {path}", "--seconds", "120", status=1)
    assert message in out
    assert (
        f"1 of {sum(len(preset.players) for preset in VARIANTS.values()) + len(VARIANTS)} tables played, 0 answers"
        in out
    )
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
    arguments = ("paulista", "--players", "2", "--hands", "30", "--seconds", "120")
    out = output_of(capsys, "--check", f"{sys.executable} {path} {log}", *arguments)
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
    out = output_of(capsys, "--check", f"{sys.executable} {path}", "--seconds", "120", status=1)
    assert '"quiero" is not one of the moves that it was sent' in out
    sent = next(line for line in out.splitlines() if line.startswith("  The last line sent to it: "))
    assert json.loads(sent.partition(": ")[2])["type"] == "turn"
    assert out.endswith("Errors at 3 tables.\n")


def test_a_program_that_does_not_exit_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(f"exec(open({str(ROOT / 'examples/bots/cauto.py')!r}).read())\nimport time\ntime.sleep(3600)\n")
    command = f"{sys.executable} {path}"
    out = output_of(capsys, "--check", command, "paulista", "--players", "2", "--seconds", "120", status=1)
    assert "it did not exit within 0.5 s" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
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
def test_bad_arguments_are_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_of(capsys, *arguments)


def test_unusual_tables_change_house_rules() -> None:
    changed = [random_house_rules(house_rules, "1").changed for house_rules in VARIANTS.values()]
    assert sum(bool(house_rules) for house_rules in changed) > len(changed) // 2
    assert [random_house_rules(house_rules, "1").changed for house_rules in VARIANTS.values()] == changed
