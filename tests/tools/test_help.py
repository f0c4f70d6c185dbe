"""Every command in `tools/` and `benchmarks/` prints its help, and does nothing else, when it is asked to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def commands() -> list[str]:
    """Return the modules that are run with `python -m`."""
    files = [path for folder in ("tools", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
    runnable = [path for path in files if '__name__ == "__main__"' in path.read_text("utf-8")]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in runnable]


@pytest.mark.parametrize("module", commands())
def test_a_command_has_help(module: str) -> None:
    command = [sys.executable, "-m", module]
    helped = subprocess.run(
        [*command, "--help"], cwd=ROOT, env=os.environ | {"COLUMNS": "100"}, capture_output=True, text=True, check=False
    )
    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith("usage: ")
    name = module.rpartition(".")[2]
    assert f"{name}.py [-h]" in helped.stdout or f"python -m {module} [-h]" in helped.stdout
    assert len(helped.stdout.splitlines()) > 5  # what the command does, and its options
