"""The files of the page's root folder are read once, not with every request: tables would wait meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from truquero.server import app


def test_a_file_is_read_again_only_after_it_was_modified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    read_bytes = Path.read_bytes

    def count(path: Path) -> bytes:
        reads.append(path.name)
        return read_bytes(path)

    monkeypatch.setattr(app, "PAGE", tmp_path)
    monkeypatch.setattr(Path, "read_bytes", count)
    index = tmp_path / "index.html"
    index.write_text("old")
    contents = [app._page_at(path).content for path in ("/", "/lobby", "/tables/x")]
    assert (contents, reads) == ([b"old"] * 3, ["index.html"])
    index.write_text("new")
    os.utime(index, ns=(0, index.stat().st_mtime_ns + 1))
    assert app._page_at("/").content == b"new"
