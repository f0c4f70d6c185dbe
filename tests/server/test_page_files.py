"""The files of the page are read once, compressed, and cached by browsers as long as they cannot change."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from litestar.exceptions import NotFoundException

from truquero.server.http import page_files


def test_a_file_is_read_again_only_after_it_was_modified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    read_bytes = Path.read_bytes

    def count(path: Path) -> bytes:
        reads.append(path.name)
        return read_bytes(path)

    monkeypatch.setattr(page_files, "PAGE", tmp_path)
    monkeypatch.setattr(Path, "read_bytes", count)
    index = tmp_path / "index.html"
    index.write_text("old")
    contents = [page_files.file_response(path, packed=False).content for path in ("", "lobby", "tables/x")]
    assert (contents, reads) == ([b"old"] * 3, ["index.html"])
    index.write_text("new")
    os.utime(index, ns=(0, index.stat().st_mtime_ns + 1))
    assert page_files.file_response("", packed=False).content == b"new"


def test_files_are_compressed_if_the_client_accepts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_files, "PAGE", tmp_path)
    (tmp_path / "assets").mkdir()
    (tmp_path / "icons").mkdir()
    script, icon = b"let one = 1;" * 100, b"PNG"
    (tmp_path / "assets" / "index-1.js").write_bytes(script)
    (tmp_path / "icons" / "icon.png").write_bytes(icon)
    packed = page_files.file_response("assets/index-1.js", packed=True)
    assert (packed.headers["Content-Encoding"], gzip.decompress(packed.content)) == ("gzip", script)
    plain = page_files.file_response("assets/index-1.js", packed=False)
    assert ("Content-Encoding" in plain.headers, plain.content) == (False, script)
    picture = page_files.file_response("icons/icon.png", packed=True)
    assert ("Content-Encoding" in picture.headers, picture.content) == (False, icon)
    assert {answer.headers["Vary"] for answer in (packed, plain, picture)} == {"Accept-Encoding"}


def test_browsers_keep_only_files_that_do_not_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_files, "PAGE", tmp_path)
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "sw.js", "assets/index-1.js"):
        (tmp_path / name).write_text(name)
    caching = {
        path: page_files.file_response(path, packed=False).headers["Cache-Control"]
        for path in ("", "sw.js", "assets/index-1.js")
    }
    assert "immutable" in caching.pop("assets/index-1.js")
    assert set(caching.values()) == {"no-cache"}


@pytest.mark.parametrize(
    "path", ["assets/old.js", "assets", "assets/../../start.py", "cards/\0", "cards/" + "a" * 5000]
)
def test_a_folder_of_the_page_has_no_other_files(path: str) -> None:
    """The script of an earlier version must fail to load. The page at its address would not be a script."""
    with pytest.raises(NotFoundException):
        page_files.file_response(path, packed=False)
