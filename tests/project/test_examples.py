"""The examples for users work as they are."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from truquero import rules_of
from truquero.bots.contest import SINGLE, duel
from truquero.rulebook.commented_records import COMMENTED_HANDS, commented_record
from truquero.variants.house import load, loads

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
RECORDS = sorted(str(path) for path in (ROOT / "tests/records/argentino").glob("envido-*.truco"))

# What each script is run with, and a pattern of its output.
SCRIPTS = {
    "python_bot.py": (
        ["--deals", "4"],
        r"\S\d\.\d\d points per hand, between \S\d\.\d\d and \S\d\.\d\d, in 4 deals\n",
    ),
    "envido_policy.py": (["--hands", "20"], r"(envido from .\d: [+-]\d+\.\d+ ± \d+\.\d+ points per hand\n){6}"),
    "record_statistics.py": (RECORDS, r"(\w+ +\w+ +-?\d+ points +-?\d+\.\d%\n)+"),
    "dealt_position.py": (["--games", "5"], r"Seat 2 holds 7e 3o at 20-18: .*\n([\w-]+ +[+-]\d\.\d\d\n){4}"),
}


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the examples."""
    command = [sys.executable, str(EXAMPLES / "scripts" / script), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_script_is_tested() -> None:
    assert {path.name for path in (EXAMPLES / "scripts").iterdir() if path.is_file()} == set(SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_prints_its_results(script: str) -> None:
    arguments, pattern = SCRIPTS[script]
    done = run(script, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(pattern, done.stdout), done.stdout


def test_the_statistic_names_a_record_that_cannot_be_read(tmp_path: Path) -> None:
    record = tmp_path / "wrong.truco"
    record.write_text("variant argentino\nplayers 5\n")
    done = run("record_statistics.py", str(record))
    assert done.returncode == 2
    assert done.stderr.startswith(f"{record}: ")


def script(name: str) -> ModuleType:
    """Import a script of the examples."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_script_for_a_bot_measures_what_a_duel_measures() -> None:
    """Among these deals are hands that win the game at once, after which the score begins again at 0-0."""
    rules = rules_of("argentino", 2)
    measured = script("python_bot").measure(rules, "azar", "aprendiz", 30)
    assert any(max(result.points) >= rules.match.target for result in measured.deals)
    assert measured == duel(rules, "azar", "aprendiz", hands=30, what=SINGLE, seed="feria")


@pytest.mark.parametrize("deals", ["0", "1", "-3"])
def test_the_script_for_a_bot_refuses_too_few_deals(deals: str) -> None:
    done = run("python_bot.py", "--deals", deals)
    assert done.returncode == 2
    assert f"{deals}: play at least 2 deals" in done.stderr


@pytest.mark.parametrize("path", sorted((EXAMPLES / "house-rules").iterdir()), ids=lambda path: path.name)
def test_the_house_rules_are_valid(path: Path) -> None:
    preset = load(path)
    assert preset.rules().variant == path.stem


def test_the_commented_hands_are_up_to_date() -> None:
    written = {path.name: path.read_text("utf-8") for path in (EXAMPLES / "records").iterdir()}
    assert written == {f"{name}.truco": commented_record(name) for name in COMMENTED_HANDS}, "run make docs"


def test_the_commented_hands_pass_the_referee_and_the_verification() -> None:
    files = sorted(str(path) for path in (EXAMPLES / "records").iterdir())
    for command, exit_status in (("referee", 0), ("verify", 0)):
        done = subprocess.run(
            [sys.executable, "-m", "truquero", command, *files], capture_output=True, text=True, check=False
        )
        assert done.returncode == exit_status, done.stdout + done.stderr


def blocks(document: str, language: str) -> list[str]:
    """Return the blocks of code of a document in a language."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", [0, 1], ids=["random", "thinking"])
def test_the_bots_of_the_tutorial_play(number: int, tmp_path: Path) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text(blocks("tutorials/first-bot.md", "python")[number], "utf-8")
    check = ["bot-protocol", "--check", f"{sys.executable} {bot}", "belmez", "--players", "2", "--hands", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "truquero", *check, "--seconds", "60", "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("document", ["how-to/write-house-rules.md", "reference/house-rules.md"])
def test_the_house_rules_of_the_documents_are_valid(document: str) -> None:
    assert loads(blocks(document, "toml")[0]).name == "mi-pueblo"


def test_the_records_of_the_guide_are_played_and_read(tmp_path: Path) -> None:
    """Run the commands of the guide with the files that it shows."""
    hand, position = blocks("how-to/check-a-record.md", "text")
    (tmp_path / "hand.truco").write_text(hand, "utf-8")
    (tmp_path / "position.truco").write_text(position, "utf-8")
    commands = [block for block in blocks("how-to/check-a-record.md", "sh") if block.startswith("truquero ")]
    assert len(commands) == 2
    for command in commands:
        arguments = [sys.executable, "-m", *shlex.split(command)]
        done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
