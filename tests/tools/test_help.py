"""Every command in `tools/` and `benchmarks/` prints its help, and does nothing else, when it is asked to."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def commands() -> list[str]:
    """Return the modules that are run with `python -m`."""
    files = [path for folder in ("tools", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
    runnable = [path for path in files if '__name__ == "__main__"' in path.read_text("utf-8")]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in runnable]


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")  # other tests may have imported it
@pytest.mark.parametrize("module", commands())
def test_a_command_has_help(module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", [module, "--help"])
    monkeypatch.setenv("COLUMNS", "100")
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    output = capsys.readouterr()
    assert (ended.value.code, output.err) == (0, "")
    assert output.out.startswith("usage: ")
    name = module.rpartition(".")[2]
    assert f"{name}.py [-h]" in output.out or f"python -m {module} [-h]" in output.out
    assert len(output.out.splitlines()) > 5  # what the command does, and its options
