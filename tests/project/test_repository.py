"""Checks that apply to every file of the repository."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_LINES = 450
SOURCE_SUFFIXES = frozenset({".c", ".css", ".html", ".js", ".py", ".pyi"})

# A letter, a dot or the like before the slash means the middle of an address or of a relative path.
DEVELOPER_PATH = re.compile(r"(?<![\w.~})-])/(?:home|root|work|Users)/|\b[A-Z]:\\Users\\")
WEB_ADDRESS = re.compile(r"https?://")
PINNED_VERSIONS = re.compile(r"(?:.*requirements.*|.*constraints.*)\.(?:txt|in)|.*\.lock|.*-lock\.\w+|pylock.*\.toml")


def tracked_texts() -> dict[str, str]:
    """Return the content of every text file that git tracks, by path."""
    if not (ROOT / ".git").exists():
        pytest.skip("no git metadata here")
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"git cannot list the files: {error}")
    texts: dict[str, str] = {}
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if not name or not path.is_file():
            continue
        content = path.read_bytes()
        if b"\0" not in content:
            texts[name] = content.decode(errors="replace")
    return texts


def lines_matching(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_file_contains_a_path_of_a_developers_machine() -> None:
    assert lines_matching(DEVELOPER_PATH, tracked_texts()) == []


def test_pinned_versions_name_no_address() -> None:
    pinned = {name: text for name, text in tracked_texts().items() if PINNED_VERSIONS.fullmatch(name)}
    assert lines_matching(WEB_ADDRESS, pinned) == []


def test_source_files_are_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "src").rglob("*")
        if path.suffix in SOURCE_SUFFIXES
    }
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


@pytest.mark.parametrize("folder", ["home", "root", "work", "Users"])
def test_paths_of_a_machine_are_recognised(folder: str) -> None:
    path = f"/{folder}/ana/truquero"
    for text in (path, f'"{path}"', f"see {path}", f"file://{path}"):
        assert DEVELOPER_PATH.search(text), text
    for text in (f"https://example.org{path}", f"~{path}", f"docs{path}", f"..{path}"):
        assert not DEVELOPER_PATH.search(text), text


@pytest.mark.parametrize("name", ["constraints.txt", "requirements/dev.txt", "uv.lock", "web/package-lock.json"])
def test_files_of_pinned_versions_are_recognised(name: str) -> None:
    assert PINNED_VERSIONS.fullmatch(name)
