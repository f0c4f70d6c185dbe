"""Attacks over HTTP: the server refuses them, reveals nothing and goes on working."""

from __future__ import annotations

import http.client
import json
import socket
import stat
import urllib.error
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.attacked_server import AtTable, AttackedServer, at_table, attacked_server, until_closed
from tests.support.served import PATIENCE, PageOf, Served, Visitor, open_socket, settings_in
from truquero.records.data_folder import FOLDER_VARIABLE
from truquero.server.settings import SECRET, Settings
from truquero.server.ws.sockets import BUSY


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedServer]:
    with attacked_server(tmp_path_factory.mktemp("attacked")) as server:
        yield server


@pytest.fixture(scope="module")
def table(served: AttackedServer) -> Iterator[AtTable]:
    with at_table(served) as at_table_of_ana:
        yield at_table_of_ana


@pytest.fixture(autouse=True)
def table_still_works(table: AtTable) -> Iterator[None]:
    yield
    table.check_play()


def status_of(served: AttackedServer, visitor: Visitor, method: str, path: str, body: object, **headers: str) -> int:
    """Return the status of a request with the visitor's own credentials. `headers` override or remove headers."""
    status, _answer = answer_of(served, visitor, method, path, body, **headers)
    return status


def answer_of(
    served: AttackedServer, visitor: Visitor, method: str, path: str, body: object, **headers: str
) -> tuple[int, bytes]:
    """Return the status and the body of the answer to the same request."""
    own_headers = {
        "Content_Type": "application/json",
        "Cookie": visitor.cookies,
        "X_CSRF_Token": visitor.guest["token"],
    }
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return served.request(
        method, path, raw, **{name: value for name, value in (own_headers | headers).items() if value}
    )


# ----------------------------------------------------------------------------------------------- cross-site requests


def test_requests_of_other_sites_change_nothing(served: AttackedServer, table: AtTable) -> None:
    eva, new_table = Visitor(served, "Eva"), {"variant": "paulista"}
    own_origin = {"Origin": served.address}
    assert status_of(served, eva, "POST", "/api/tables", new_table, **own_origin) == 201
    wrong_headers: list[dict[str, str]] = [
        {"X_CSRF_Token": ""},
        {"X_CSRF_Token": table.ana.guest["token"]},
        {"X_CSRF_Token": "0" * 64},
        {"X_CSRF_Token": "ñ"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"X_CSRF_Token": "", "Content_Type": "text/plain"},
    ]
    for headers in wrong_headers:
        assert (headers, status_of(served, eva, "POST", "/api/tables", new_table, **own_origin | headers)) == (
            headers,
            403,
        )
        assert (headers, status_of(served, eva, "PUT", "/api/guest", {"name": "X"}, **own_origin | headers)) == (
            headers,
            403,
        )
    assert served.has_logged("POST '/api/tables' was refused: token")
    assert served.has_logged("PUT '/api/guest' was refused: origin")
    assert status_of(served, eva, "POST", "/api/tables", new_table, Cookie="") == 401
    assert eva.ask("/api/guest")["name"] == "Eva"


def test_a_cookie_is_hidden_from_scripts_and_other_sites(served: AttackedServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("GET", "/api/guest")
    answer = connection.getresponse()
    cookie = answer.headers["Set-Cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    connection.close()


# ------------------------------------------------------------------------------------------------------------ bodies

NUMBERS = "9" * 5000
BODIES: dict[str, object] = {
    "nothing": b"",
    "no JSON": b"{",
    "no UTF-8": b'{"variant":"\xff"}',
    "a list": [],
    "nested too deeply": b"[" * 100_000,
    "unknown field": {"variant": "paulista", "owner": "x"},
    "wrong type": {"variant": 7},
    "a number in quotes": {"variant": "paulista", "players": "2"},
    "a number for a switch": {"variant": "paulista", "public": 1},
    "null in quotes": {"variant": "paulista", "players": "null"},
    "unknown variant": {"variant": "poker"},
    "a path": {"variant": "../../settings"},
    "half a surrogate pair": b'{"variant":"\\ud800"}',
    "too many players": {"variant": "argentino", "players": 10**30},
    "too few players": {"variant": "argentino", "players": -1},
    "unknown option": {"variant": "argentino", "options": {"aces": "5"}},
    "the name of another field as an option": {"variant": "argentino", "options": {"players": "4", "name": "x"}},
    "the name of a parameter of the server": {"variant": "paulista", "options": {"self": "1"}},
    "a large option": {"variant": "argentino", "options": {"target": NUMBERS}},
    "an option with a NUL character": {"variant": "argentino", "options": {"target": "30\x00"}},
    "many options": {"variant": "argentino", "options": {f"o{number}": "1" for number in range(2000)}},
    "unknown bot": {"variant": "argentino", "bots": "nobody"},
    "a negative clock": {"variant": "argentino", "seconds": -5},
    "an endless clock": {"variant": "argentino", "seconds": 10**12},
}


def test_invalid_bodies_are_refused(served: AttackedServer) -> None:
    eva = Visitor(served, "Eva")
    for kind, body in BODIES.items():
        assert (kind, status_of(served, eva, "POST", "/api/tables", body)) == (kind, 400)
    assert status_of(served, eva, "POST", "/api/tables", {"variant": "paulista", "seat": -(2**70)}) in (201, 400)


@pytest.mark.parametrize(
    "body",
    [
        {"variant": "v" * 5000},
        {"variant": "argentino", "players": 10**4000},
        {"variant": "argentino", "options": {"target": NUMBERS}},
        {"variant": "argentino", "options": {"o" * 5000: "1"}},
    ],
)
def test_errors_do_not_repeat_long_values(served: AttackedServer, body: object) -> None:
    status, answer = answer_of(served, Visitor(served, "Eva"), "POST", "/api/tables", body)
    assert (status, len(answer) < 200) == (400, True)


def test_large_bodies_are_not_read(served: AttackedServer) -> None:
    eva = Visitor(served, "Eva")
    for path in ("/api/replay", "/api/tables"):
        with suppress(ConnectionError):  # the server may close the connection before it reads the body
            assert status_of(served, eva, "POST", path, {"text": "x" * 3_000_000}) == 413
    status, _answer = served.request("GET", "/", Cookie="x" * 100_000)
    assert status in (200, 400, 431)


def test_a_chunked_body_is_refused_before_it_arrives(served: AttackedServer) -> None:
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as connection:
        connection.sendall(b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 411 Length Required\r\n")
    assert b"Send the body with a Content-Length" in answer


def test_a_connection_is_reused_but_not_for_pipelined_requests(served: AttackedServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read() == b"ok"
    first_socket = connection.sock
    connection.request("GET", "/healthz")
    assert connection.getresponse().read() == b"ok"
    assert connection.sock is first_socket
    connection.close()
    pipelined = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as raw:
        raw.sendall(pipelined)
        answers = b"".join(iter(lambda: raw.recv(4096), b""))
    assert answers.count(b"HTTP/1.1 200 ") == 1


def test_invalid_records_are_refused(served: AttackedServer) -> None:
    eva = Visitor(served, "Eva")
    head = "variant argentino\nplayers 2\n"
    texts = [
        "",
        "\x00",
        head + "deal " * 30_000,
        head + "deal\n" * 30_000,
        "variant argentino\nplayers " + NUMBERS,
        "ñ" * 150_000,
    ]
    for text in texts:
        assert status_of(served, eva, "POST", "/api/replay", {"text": text}) in (400, 413)


# ------------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ana\r\nSet-Cookie: a=b", "Ana Set-Cookie: a=b"),
        ("<img src=x onerror=1>", "<img src=x onerror=1>"),
        ("\u202eanA\u202c \u200b\ufeff\x07", "anA"),
        ("A\u0000n\u0085a", "A n a"),
        ("x" * 10_000, None),
        ("\u202e\u3164\u2800", None),
        ("\u034f\ufe0f", None),
        ("Ana \u2764\ufe0f", "Ana \u2764\ufe0f"),
        (" \t ", None),
    ],
)
def test_names_are_cleaned_or_refused(served: AttackedServer, name: str, cleaned: str | None) -> None:
    eva = Visitor(served, "Eva")
    if cleaned is None:
        with pytest.raises(urllib.error.HTTPError) as refused:
            eva.ask("/api/guest", {"name": name}, method="PUT")
        assert refused.value.code == 400
        refused.value.close()
        return
    assert eva.ask("/api/guest", {"name": name}, method="PUT")["name"] == cleaned
    assert eva.ask("/api/guest")["name"] == cleaned


# ------------------------------------------------------------------------------------------------------------- paths

PATHS = (
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "//etc/passwd",
    "/assets/../../start.py",
    "/assets/%2e%2e/%2e%2e/start.py",
    "/assets/..%2f..%2fstart.py",
    "/assets/..%5c..%5cstart.py",
    "/assets//etc/passwd",
    "/cards/....//....//start.py",
    "/../start.py",
    "/%00",
    "/assets/%00",
    "/" + "a" * 240,
    "/" + "a" * 5000,
    "/assets/" + "a" * 240,
    "/assets/" + "%C3%B1" * 240,
    "/%ff%fe",
    "/api/../../start.py",
    "/api/tables/%00/record",
    "/api/tables/..%2f..%2f/record",
    "/api/tables/%27%20OR%201=1--/record",
    "/api/tables/" + "a" * 3000 + "/record",
    "/api/books/..%2f..%2fargentino",
    "/api/books/%00",
    "/api/lessons/..%2f..%2fargentino",
    "/api/nothing",
)


def test_paths_lead_only_to_the_page(served: AttackedServer) -> None:
    eva = Visitor(served, "Eva")
    for path in PATHS:
        status, body = served.request("GET", path, Cookie=eva.cookies)
        assert (path, status) == (path, status if status in (200, 400, 404) else 404)
        assert b"root:" not in body, path
        assert b"import" not in body or b"<!doctype html>" in body.lower(), path
        assert b"Traceback" not in body, path
    for method in ("DELETE", "PATCH", "TRACE", "BREW"):
        status, _body = served.request(method, "/api/guest", Cookie=eva.cookies)
        assert (method, status) == (method, status if status in (400, 404, 405) else 405)


def test_the_record_of_a_running_match_is_refused(served: AttackedServer, table: AtTable) -> None:
    path = f"/api/tables/{table.table}/record/{table.page.view['table']['match']}"
    status, body = served.request("GET", path, Cookie=Visitor(served).cookies)
    assert status == 409
    assert b"deal" not in body


# ------------------------------------------------------------------------------------------------------------ limits


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, requests=(5, 60.0))) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="paulista", players=2)
        for _request in range(3):
            ana.ask("/api/lobby")
        with pytest.raises(urllib.error.HTTPError) as refused:
            ana.ask("/api/lobby")
        assert refused.value.code == 429
        assert refused.value.headers["Retry-After"]
        refused.value.close()
        with open_socket(served, table, ana.cookies) as connection:
            assert until_closed(PageOf(connection)) == BUSY


@pytest.mark.parametrize("stored", [None, "", "abcd", "not hexadecimal"])
def test_an_incomplete_stored_key_is_replaced(tmp_path: Path, monkeypatch: Any, stored: str | None) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.delenv(SECRET, raising=False)
    path = tmp_path / "secret"
    if stored is not None:
        path.write_text(stored)
    secret = Settings.read().secret
    assert len(secret) == 32
    assert Settings.read().secret == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]
