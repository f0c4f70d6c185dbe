"""The documents: their links lead somewhere, their lines are short, and the sessions that they show are real."""

from __future__ import annotations

import argparse
import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tools.diagrams import drawings, without_shortcuts
from tools.packages import PACKAGES
from tools.pictures import photographing_tests
from truquero.cli import COMMANDS
from truquero.cli.command_parser import add_language

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
WRITTEN_BY_HAND = [path for path in DOCUMENTS if DOCS / "variants" not in path.parents]
LONGEST_README = 150
WIDTH = 100

LINK = re.compile(r"\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
NAMED_FILE = re.compile(r"\b(?:docs|examples|tools|benchmarks)/[\w./-]*\w")
FENCE = re.compile(r"^( *)```(\w*).*?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SESSION_SECONDS = 120


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def anchors(path: Path) -> set[str]:
    """Return the anchors of the headings of a document."""
    headings = re.findall(r"^#+ (.*)", FENCE.sub("", path.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: Path) -> list[str]:
    broken: list[str] = []
    for link in LINK.findall(FENCE.sub("", path.read_text("utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.is_file() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    return broken


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_to_files_and_headings(path: Path) -> None:
    assert broken_links(path) == []


def test_every_picture_is_shown_and_has_a_description() -> None:
    linked: set[Path] = set()
    for path in WRITTEN_BY_HAND:
        for description, link in PICTURE.findall(path.read_text("utf-8")):
            assert description.strip(), f"{name_of(path)}: {link}"
            linked.add((path.parent / link).resolve())
    assert set((DOCS / "pictures").iterdir()) == {picture for picture in linked if picture.parent == DOCS / "pictures"}


def test_the_screenshots_are_those_that_the_browser_tests_take() -> None:
    sources = " ".join(Path(path).read_text("utf-8") for path in photographing_tests())
    names = {path.stem for path in (DOCS / "pictures").glob("*.png")}
    assert {name for name in names if f'"{name}"' not in sources and not name.startswith("table-phone-")} == set()


def test_the_diagrams_are_current() -> None:
    for path, drawing in drawings().items():
        assert path.read_text("utf-8") == drawing, f"run python -m tools.diagrams, which draws {path.name}"


def test_the_diagram_leaves_out_imports_that_longer_paths_imply() -> None:
    graph = {package: set[str]() for package in PACKAGES} | {"rules": {"cards", "i18n"}, "cards": {"i18n"}}
    assert without_shortcuts(graph)["rules"] == {"cards"}


def test_files_named_in_the_documents_exist() -> None:
    """Check paths such as `tools/pins.py` in documents and docs/… in sources. The changelog tells of old files too."""
    sources = [path for folder in ("src", "tests", "tools", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    texts = {path: path.read_text("utf-8") for path in WRITTEN_BY_HAND if path.name != "CHANGELOG.md"}
    texts |= {path: " ".join(re.findall(r"docs/[\w/-]+\.md", path.read_text("utf-8"))) for path in sources}
    missing = {
        f"{name_of(path)}: {name}"
        for path, text in texts.items()
        for name in NAMED_FILE.findall(text)
        if not (ROOT / name.rstrip("/")).exists()
    }
    assert missing == set()


@pytest.mark.parametrize("path", WRITTEN_BY_HAND, ids=name_of)
def test_lines_are_short(path: Path) -> None:
    """Check the lines of text: not tables, links, examples of code and the generated reference."""
    lines = FENCE.sub("", path.read_text("utf-8").split("\n## Messages of the table")[0]).splitlines()
    long = [line for line in lines if len(line) > WIDTH and not line.startswith("|") and " " in line.strip()[WIDTH:]]
    assert long == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= LONGEST_README


def sessions() -> list[tuple[str, str]]:
    """Return the command and the text of every terminal session that the documents show."""
    commands_and_texts: list[tuple[str, str]] = []
    for path in WRITTEN_BY_HAND:
        for _indent, language, text in FENCE.findall(path.read_text("utf-8")):
            if language == "console":
                command, _, output = text.partition("\n")
                commands_and_texts.append((command.removeprefix("$ "), output))
    return commands_and_texts


@pytest.mark.parametrize(("command", "output"), sessions(), ids=[command for command, _output in sessions()])
def test_sessions_are_real(command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the command with the input behind `> `, which a command without a terminal echoes. A line … is any output."""
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    program, *arguments = shlex.split(command)
    assert program == "truquero"
    typed = re.findall(r"^> (.*)", output, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-m", "truquero", *arguments],
        input="".join(f"{line}\n" for line in typed),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SESSION_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    expected, actual = output.replace("…\n", "...\n"), done.stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert doctest.OutputChecker().check_output(expected, actual, doctest.ELLIPSIS), actual


def commands_of(path: Path) -> list[str]:
    """Return the lines of a document's blocks that begin with the command `truquero` or its Python."""
    blocks = [text for _indent, _language, text in FENCE.findall(path.read_text("utf-8"))]
    return [line for text in blocks for line in text.splitlines() if re.match(r"(?:\$ )?(?:truquero|python -m) ", line)]


@pytest.mark.parametrize("path", [*DOCS.rglob("*.md"), ROOT / "README.md"], ids=name_of)
def test_a_page_with_commands_says_how_to_put_them_on_the_path(path: Path) -> None:
    """A page for users says so itself or links to the section that does. The guide for contributors has full paths."""
    text = path.read_text("utf-8")
    assert ".venv/bin/truquero" not in text
    assert ".venv/bin/python" not in text
    if commands_of(path):
        assert "source .venv/bin/activate" in text or "commands.md#put-truquero-on-the-path" in text


@pytest.mark.parametrize("name", ["architecture.md", "executors.md"])
def test_source_files_named_in_the_design_exist(name: str) -> None:
    text = (DOCS / "explanation" / name).read_text("utf-8")
    sources = ["/" + path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py")]
    named = set(re.findall(r"`([\w/]+\.py)`", text))
    assert named
    assert {
        file for file in named if not (ROOT / file).exists() and not any(s.endswith("/" + file) for s in sources)
    } == set()


def test_the_commands_and_their_options_in_the_documents_exist() -> None:
    """Check every `truquero COMMAND --option` in the documents, and that the reference lists all commands."""
    options = {name: option_names(module) for name, module in COMMANDS.items()}
    wrong: set[str] = set()
    for path in WRITTEN_BY_HAND:
        for command, arguments in re.findall(r"truquero (\w[\w-]*)((?: [^`|\n#]*)?)", path.read_text("utf-8")):
            for option in re.findall(r"(?<![\w\"'=-])--[a-z-]+", re.sub(r"\"[^\"]*\"", "", arguments)):
                if command in options and option not in options[command]:
                    wrong.add(f"{name_of(path)}: truquero {command} {option}")
    assert wrong == set()
    reference = (DOCS / "reference/commands.md").read_text("utf-8")
    assert {name for name in COMMANDS if f"| `truquero {name} " not in reference} == set()


def option_names(module: ModuleType) -> set[str]:
    """Return the long options of a command."""
    parser = argparse.ArgumentParser()
    add_language(parser)
    module.add_arguments(parser)
    return {option for action in parser._actions for option in action.option_strings}
