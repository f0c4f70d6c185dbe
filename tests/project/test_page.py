"""The browser page: its sources are consistent, and the built page loads nothing from other servers."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.build

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = ROOT / "src/truquero/server/page"
MOST_SCRIPT = 200_000  # compressed bytes: all languages, and all pages that load when they are opened


@pytest.mark.parametrize("command", ["check", "test"])
def test_the_page_passes_its_type_checks_and_unit_tests(command: str) -> None:
    done = subprocess.run(
        ["npm", "--silent", "run", command], cwd=WEB, capture_output=True, text=True, errors="replace", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_script_is_small() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in BUILT.rglob("*.js")}
    assert sum(sizes.values()) < MOST_SCRIPT, sizes


def test_the_page_loads_nothing_from_other_servers_and_has_no_inline_code() -> None:
    """The content security policy forbids it. This test fails before a browser does."""
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page) == []
    addresses = re.findall(r"\b(?:src|href)=[\"'](?!/)[^\"']*", page)
    for path in BUILT.rglob("*.css"):
        addresses += re.findall(r"url\((?!/)[^)]*\)|@import[^;]*", path.read_text(encoding="utf-8"))
    assert addresses == []


def test_the_page_can_be_installed() -> None:
    assert "manifest.webmanifest" in (BUILT / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'"src": "/([^"]+)"', (BUILT / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert [name for name in named if not (BUILT / name).is_file()] == []
    listed = re.findall(r'"/(assets/[^"]+)"', (BUILT / "sw.js").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(f"assets/{path.name}" for path in (BUILT / "assets").iterdir())
