"""The files of the built page, compressed, and with headers for the browser's cache."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from litestar import MediaType, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from truquero.server.http.requests import READ_METHODS, AnyRequest, accepts_gzip

PAGE = Path(__file__).resolve().parents[1] / "page"
FOLDERS = ("assets", "cards", "gestures", "icons", "portraits", "suits")
ASSETS = "assets"  # the folder of files whose names change with their content
TYPES = {
    ".css": "text/css",
    ".html": MediaType.HTML,
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
COMPRESSED_ALREADY = (".png",)


@route("/", http_method=READ_METHODS, sync_to_thread=False, media_type=MediaType.HTML)
def home(request: AnyRequest) -> Response[bytes]:
    return file_response("index.html", packed=accepts_gzip(request))


@route("/{path:path}", http_method=READ_METHODS, sync_to_thread=False, media_type=MediaType.HTML)
def page(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """Return a file of the page, or else index.html: the page itself handles all other paths."""
    if path.startswith("/api/"):
        raise NotFoundException
    return file_response(path.lstrip("/"), packed=accepts_gzip(request))


def file_response(path: str, *, packed: bool) -> Response[bytes]:
    """Return the file at a path of the page, compressed with gzip if `packed`."""
    folder = path.partition("/")[0]
    file = _existing(path)
    if file is None and folder in FOLDERS:
        raise NotFoundException
    file = file or PAGE / "index.html"
    packed = packed and file.suffix not in COMPRESSED_ALREADY
    headers = {"Cache-Control": _caching(folder), "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    content = _content(file, file.stat().st_mtime_ns, packed)
    return Response(content, media_type=TYPES.get(file.suffix, "application/octet-stream"), headers=headers)


def _existing(path: str) -> Path | None:
    """Return the file at a path of the page; None if there is no such file within the page's folder."""
    try:
        file = (PAGE / path).resolve()
        return file if file.is_relative_to(PAGE) and file.is_file() else None
    except (OSError, ValueError):  # no file can have such a name
        return None


def _caching(folder: str) -> str:
    """Return for how long browsers may use a file of a folder without asking again."""
    if folder == ASSETS:
        return "public, max-age=31536000, immutable"
    return "public, max-age=3600" if folder in FOLDERS else "no-cache"


@lru_cache(maxsize=1024)  # more than all files, of less than 2 MB; tables would wait while the event loop reads a file
def _content(file: Path, _modified: int, packed: bool) -> bytes:
    """Return the content of a file, as it is since it was modified last, compressed with gzip if `packed`."""
    content = file.read_bytes()
    return gzip.compress(content) if packed else content
