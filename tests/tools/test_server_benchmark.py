"""The load benchmark of the server runs and prints measurements."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TIMES = ("p50 ms", "p99 ms", "max ms")


def rows(printed: str) -> list[dict[str, str]]:
    """Return the rows of the printed table as dictionaries keyed by column heading."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in printed.splitlines() if line.startswith("|")]
    return [dict(zip(lines[0], row, strict=True)) for row in lines[2:]]


def test_the_benchmark_measures_people_at_a_few_tables() -> None:
    command = [sys.executable, "-m", "benchmarks.server", "--tables", "3", "--pace", "0.2", "0.1", "--seconds", "3"]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=600, check=False, cwd=Path(__file__).parents[2]
    )
    assert ended.returncode == 0, ended.stderr
    measured = rows(ended.stdout)
    assert [row["pace"] for row in measured] == ["0.2 s", "0.1 s"]
    for row in measured:
        p50, p99, longest = (float(row[name].replace(",", "")) for name in TIMES)
        assert 0 < p50 <= p99 <= longest
        assert (row["tables"], row["refused"]) == ("3", "0")
    assert "heard" not in ended.stdout
    assert not ended.stderr
