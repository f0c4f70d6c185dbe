"""Commands without their optional dependencies: the core works, and the others say what to install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from truquero.cli.missing_extras import EXTRAS, what_to_install

ROOT = Path(__file__).parents[2]


def without_packages(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the standard library and the sources of Truquero only."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TRUQUERO"))}
    environment = inherited | {"PYTHONPATH": str(ROOT / "src"), "LC_ALL": "en_US.UTF-8"} | variables
    command = [sys.executable, "-S", *arguments]
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("", "server"),
        ("serve --no-browser", "server"),
        ("equity argentino --cards 1e,7e,4c --plot {folder}/equity.png", "plot"),
    ],
)
def test_a_command_says_what_to_install(command: str, extra: str, tmp_path: Path) -> None:
    process = without_packages("-m", "truquero", *command.format(folder=tmp_path).split(), TRUQUERO_DATA=str(tmp_path))
    assert process.returncode == 2, process
    [line] = process.stderr.splitlines()
    assert line.endswith(f'pip install "truquero[{extra}]"')
    assert process.stdout == ""


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "variants belmez",
        "rules paulista",
        "check mineiro",
        "simulate argentino --players 2 --matches 3",
        "simulate argentino --players 2 --hands 3 --executor reference",
        "equity paulista --cards 1e,7e,4c --samples 5",
        "duel azar aprendiz --hands 2 --variant paulista",
        "bot-protocol",
        "say argentino envido",
    ],
)
def test_a_command_of_the_core_needs_no_packages(command: str, tmp_path: Path) -> None:
    process = without_packages("-m", "truquero", *command.split(), TRUQUERO_DATA=str(tmp_path))
    assert process.returncode == 0, process.stderr


def test_a_missing_part_of_a_package_is_attributed_to_its_extra() -> None:
    missing = ModuleNotFoundError("No module named 'textual'", name="textual.app")
    assert what_to_install(missing) == 'textual is not installed: pip install "truquero[tui]"'
    assert what_to_install(ModuleNotFoundError("No module named 'oops'", name="oops")) is None


def test_the_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == []
    for extra in ("fast", "gpu", "plot", "postgres", "server", "tui"):
        for requirement in project["optional-dependencies"][extra]:
            module = re.sub("-", "_", Requirement(requirement).name)
            assert EXTRAS[module] == extra or (module, extra) == ("numpy", "gpu")
