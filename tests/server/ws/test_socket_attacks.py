"""Attacks over WebSockets: the server refuses and logs them, and the table goes on."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from tests.support.attacked_server import USUAL, AtTable, AttackedServer, at_table, attacked_server, until_closed
from tests.support.programs import comes_soon
from tests.support.served import SHORTEST_THOUGHT, PageOf, Served, Visitor, open_socket, settings_in
from truquero.server.guests import GuestSigner
from truquero.server.page_protocol import PROTOCOL
from truquero.server.ws.sockets import BUSY, MOST_FAULTS, NOT_FOUND, POLICY_VIOLATION, TOO_MANY_PAGES
from truquero.server.ws.table_pages import pages_of

BAD_DATA, BAD_PROTOCOL, TOO_BIG = 1007, 1002, 1009


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedServer]:
    with attacked_server(tmp_path_factory.mktemp("attacked")) as server:
        yield server


@pytest.fixture
def table(served: AttackedServer) -> Iterator[AtTable]:
    """Yield a table. After the test, check that its people can play on."""
    with at_table(served) as at_table_of_ana:
        yield at_table_of_ana
        at_table_of_ana.check_play()


@pytest.fixture
def page(served: AttackedServer, table: AtTable) -> Iterator[PageOf]:
    """Yield a stranger's page at that table."""
    with Visitor(served, "Eva").page(table.table) as page_of_eva:
        yield page_of_eva


def refused(page: PageOf, raw: str | bytes) -> str:
    """Send a raw message and return the code of the refusal."""
    page.answers.clear()
    page.connection.send(raw)
    page.until(lambda: bool(page.answers))
    [answer] = page.answers.values()
    return str(answer.get("code"))


def send_all(page: PageOf, *messages: str | Iterable[str]) -> None:
    """Send messages until all are sent or the server closes the connection."""
    with suppress(ConnectionClosed):
        for message in messages:
            page.connection.send(message)


def numbered(kind: str, first: int, last: int, **more: str) -> list[str]:
    return [json.dumps({"type": kind, "id": number, **more}) for number in range(first, last + 1)]


# ------------------------------------------------------------------------------------------------------------- identity


def forgeries(own: str, other_cookie: str) -> dict[str, str]:
    """Return forged cookies, by kind of forgery."""
    (guest, signature), (other_guest, _signature) = own.split("."), other_cookie.split(".")
    last = "0" if signature[-1] != "0" else "1"
    return {
        "the signature of another": f"{other_guest}.{signature}",
        "one letter changed": f"{guest}.{signature[:-1]}{last}",
        "cut short": f"{guest}.{signature[:-1]}",
        "in capitals": f"{guest}.{signature.upper()}",
        "none": f"{guest}.",
        "no guest": f".{signature}",
        "no dot": guest,
        "twice": f"{guest}.{signature}.{signature}",
        "long": f"{guest}.{signature * 50}",
        "not ASCII": f"{guest}.ñ{signature[1:]}",
    }


def test_forged_cookies_are_refused(served: AttackedServer, table: AtTable) -> None:
    name, good = Visitor(served).cookies.split("=", 1)
    forged = forgeries(good, table.ana.cookies.split("=", 1)[1])
    for kind, cookie in forged.items():
        cookies = f"{name}={cookie}"
        with pytest.raises(InvalidStatus, match="403"), open_socket(served, table.table, cookies):
            pass
        status, _body = served.request("GET", "/api/lobby", Cookie=cookies.encode().decode("latin-1"))
        assert status == 401, kind
    assert served.has_logged("guest unknown")


def test_cookies_and_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[int, int]] = []

    def compare(first: bytes, second: bytes) -> bool:
        compared.append((len(first), len(second)))
        return first == second

    signer = GuestSigner(b"key")
    cookie, token, name = signer.cookie("ana"), signer.token("ana"), signer.cookie_name
    monkeypatch.setattr("truquero.server.guests.hmac.compare_digest", compare)
    assert signer.guest_of({name: cookie}) == "ana"
    assert signer.guest_of({name: "eva" + cookie[3:]}) is None
    assert signer.is_valid_token("ana", token)
    assert not signer.is_valid_token("eva", token)
    assert compared == [(64, 64)] * 4


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "http://127.0.0.1", "x" * 500])
def test_pages_of_another_origin_are_refused(served: AttackedServer, table: AtTable, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"), table.ana.page(table.table, origin=origin):
        pass
    assert served.has_logged("a socket was refused: origin '")


def test_a_guest_who_may_not_watch_receives_no_hand(served: AttackedServer) -> None:
    with at_table(served, spectators=False) as table:
        with Visitor(served).page(table.table) as page:  # the next deal may give a bot's seat to this guest
            table.check_play()
            page.request("return-to-seat")
            assert all(frame.get("hand") is None for frame in map(json.loads, page.frames))
            assert not page.news
        for name in ("nowhere", "..%2f..%2f", "%00", "a" * 200, "%27%20OR%201=1"):
            with (
                suppress(InvalidStatus),  # some names match no route at all
                open_socket(served, name, Visitor(served).cookies) as connection,
            ):
                assert until_closed(PageOf(connection)) == NOT_FOUND
        table.check_play()


# --------------------------------------------------------------------------------------------- actions of other players


def test_an_onlooker_cannot_act_for_a_player(served: AttackedServer, table: AtTable, page: PageOf) -> None:
    version = page.version
    attempts: list[tuple[str, dict[str, object], str]] = [
        ("sit", {"seat": 1}, "forbidden"),
        ("sit", {"seat": 99}, "malformed"),
        ("sit", {"seat": -1}, "malformed"),
        ("sit", {"seat": 2**62}, "malformed"),
        ("move", {"version": version, "move": "mazo"}, "forbidden"),
        ("talk", {"version": version, "words": "me voy"}, "forbidden"),
        ("pass", {"version": version}, "forbidden"),
        ("cut", {"version": version, "cards": 0}, "forbidden"),
        ("watch", {"seat": 2}, "forbidden"),
        ("hint", {}, "forbidden"),
        ("stand", {}, "forbidden"),
        ("return-to-seat", {}, "forbidden"),
        ("place-bot", {"seat": 1, "bot": None}, "forbidden"),
        ("start-match", {}, "forbidden"),
    ]
    for kind, fields, code in attempts:
        answer = page.request(kind, **fields)
        assert (kind, answer.get("code")) == (kind, code)
        assert page.view["you"].get("seat") is None
    assert served.has_logged("was refused: forbidden")
    assert page.version == version


def test_a_message_cannot_name_another_seat(served: AttackedServer) -> None:
    with at_table(served, players=4) as table, Visitor(served, "Eva").page(table.table) as page:
        assert page.request("sit", seat=1)["code"] == "forbidden"
        message = {"type": "move", "id": 50, "version": page.version, "move": "mazo", "seat": 1}
        assert refused(page, json.dumps(message)) == "malformed"


def test_old_and_repeated_messages_are_refused(table: AtTable) -> None:
    page = table.page

    def cards() -> list[str]:
        return [move for move in page.choices if move[0].isdigit()]

    page.play(lambda: bool(cards()))
    [card, *_more] = cards()
    for version in (page.version - 1, page.version + 1, -1, 2**60):
        assert page.request("move", version=version, move=card)["code"] == "late"
    message = {"type": "move", "id": 500, "version": page.version, "move": card}
    page.connection.send(json.dumps(message))
    page.until(lambda: 500 in page.answers)
    assert page.answers.pop(500)["type"] == "done"
    assert refused(page, json.dumps(message)) == "late"  # a repeated message
    assert refused(page, json.dumps({"type": "chat", "id": 499, "words": "hola"})) == "late"  # a message out of order
    page.skip_to(500)


# -------------------------------------------------------------------------------------------------- malformed messages

DEEP = "[" * 2000
MALFORMED = {
    "nothing": "",
    "null": "null",
    "a list": "[]",
    "no type": '{"id":9}',
    "unknown type": '{"type":"deal","id":9}',
    "no number": '{"type":"ping"}',
    "a number in words": '{"type":"ping","id":"9"}',
    "not whole": '{"type":"ping","id":9.5}',
    "not a number": '{"type":"ping","id":NaN}',
    "endless": '{"type":"ping","id":1e999}',
    "huge": f'{{"type":"ping","id":{"9" * 3000}}}',
    "true": '{"type":"ping","id":true}',
    "more than asked": '{"type":"ping","id":9,"guest":"x"}',
    "less than asked": '{"type":"move","id":9}',
    "not a text": '{"type":"chat","id":9,"words":[1]}',
    "another language": '{"type":"hello","id":9,"lang":"xx"}',
    "half a letter": '{"type":"chat","id":9,"words":"\\ud800"}',
    "deep": DEEP,
    "deep within": '{"type":"chat","id":9,"words":' + DEEP,
    "two at once": '{"type":"ping","id":9}{"type":"ping","id":10}',
    "long": json.dumps({"type": "chat", "id": 9, "words": "x" * 5000}),
}


def test_malformed_messages_are_refused(served: AttackedServer, page: PageOf) -> None:
    for count, (kind, raw) in enumerate(MALFORMED.items()):
        assert (kind, refused(page, raw)) == (kind, "malformed")
        if count % 5 == 4:  # a valid message in between resets the count
            assert refused(page, json.dumps({"type": "watch", "id": 10 + count, "seat": 1})) == "forbidden"
            page.connection.send(json.dumps({"type": "ping", "id": 11 + count}))
            while page.receive()["type"] != "pong":
                pass
    assert refused(page, json.dumps({"type": "ping", "id": 99}).encode()) == "malformed"
    assert served.has_logged("was refused: malformed")


def test_late_messages_are_refused_in_the_language_of_the_page(served: AttackedServer, table: AtTable) -> None:
    with Visitor(served).page(table.table, "es") as page:
        assert refused(page, '{"type":"ping","id":1}') == "late"
        assert page.answers[1]["reason"] == "ya hubo un mensaje con ese número"


def test_a_page_that_sends_only_malformed_messages_is_dropped(page: PageOf) -> None:
    send_all(page, *["{}"] * (MOST_FAULTS + 1))
    assert until_closed(page) == POLICY_VIOLATION


@pytest.mark.parametrize(("kind", "code"), [("large", TOO_BIG), ("in pieces", TOO_BIG), ("no text", BAD_DATA)])
def test_invalid_frames_close_the_connection(page: PageOf, kind: str, code: int) -> None:
    if kind == "large":
        page.connection.send(json.dumps({"type": "chat", "id": 9, "words": "ñ¿" * 3000}))
    elif kind == "in pieces":
        send_all(page, ["x" * 2000] * 5)
    else:
        frame = Frame(Opcode.TEXT, b'{"type":"chat","id":9,"words":"\xff\xfe"}')
        page.connection.socket.sendall(frame.serialize(mask=True))
    assert until_closed(page) == code


def test_a_frame_without_a_mask_closes_the_connection(page: PageOf) -> None:
    page.connection.socket.sendall(bytes([0x81, 2]) + b"{}")
    assert until_closed(page) == BAD_PROTOCOL


# --------------------------------------------------------------------------------------------------------------- floods


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Served]:
    """Yield a server with the default limits and a stopped clock, so that even a slow machine reaches the limits."""
    with Served(settings_in(tmp_path, **USUAL)) as server:
        yield server


def test_too_many_chat_lines_are_refused(limited: Served, caplog: pytest.LogCaptureFixture) -> None:
    with at_table(limited) as table, Visitor(limited, "Eva").page(table.table) as page:
        send_all(page, *numbered("chat", 2, 31, words="spam"))
        page.until(lambda: 31 in page.answers)
        codes = [page.answers[number].get("code") for number in range(2, 32)]
        most, _seconds = USUAL["heavy_messages"]
        assert codes == [None] * (most - 1) + ["flood"] * (31 - most)  # the greeting counted as the first message
        table.check_play()
        spam = [frame for frame in table.page.frames if "spam" in frame]
        assert len(spam) == most - 1
        assert "was refused: flood" in caplog.text


def test_a_page_that_floods_the_server_is_dropped(limited: Served) -> None:
    with at_table(limited) as table, Visitor(limited, "Eva").page(table.table) as page:
        send_all(page, *numbered("ping", 2, 150))
        assert until_closed(page) == POLICY_VIOLATION
        most, _seconds = USUAL["messages"]
        assert sum('"pong"' in frame for frame in page.frames) <= most - 1  # the last answers may be lost
        table.check_play()


def test_floods_of_onlookers_do_not_stop_the_players(limited: Served) -> None:
    with at_table(limited) as table, ExitStack() as crowd:
        pages = [crowd.enter_context(Visitor(limited).page(table.table)) for _page in range(6)]
        for page in pages:
            send_all(page, *numbered("ping", 2, 37))
        table.check_play()
        for page in pages:
            while not any('"pong","id":37' in frame or '"flood"' in frame for frame in page.frames):
                page.receive()
        assert any('"flood"' in frame for page in pages for frame in page.frames)


def test_onlookers_of_an_address_cannot_join_without_limit(tmp_path: Path) -> None:
    """Those of another address still connect and sit down."""
    most = 10
    with Served(settings_in(tmp_path, onlookers=(most, 10.0))) as served:
        ana, eva, leo = Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo")
        table = ana.open_table(variant="argentino", players=2)
        with eva.page(table) as page, open_socket(served, table, leo.cookies, source_address=("127.0.0.2", 0)) as line:
            codes = [page.request("sit", seat=1)["code"] for _time in range(most + 1)]  # the seat is taken
            assert codes == ["forbidden"] * (most - 1) + ["flood"] * 2  # the greeting counted as the first message
            stranger = PageOf(line, "", served)
            assert stranger.request("hello")["type"] == "done"
            assert stranger.request("sit", seat=2)["type"] == "done"
            stranger.close()


def test_the_ninth_page_of_a_guest_closes_the_oldest_for_good(served: AttackedServer, table: AtTable) -> None:
    with ExitStack() as crowd:
        eva = Visitor(served, "Eva")
        pages = [crowd.enter_context(eva.page(table.table)) for _page in range(9)]
        assert until_closed(pages[0]) == TOO_MANY_PAGES  # the oldest page, which does not connect again by itself
        assert "open in too many others" in str(pages[0].connection.close_reason)
        pages[-1].connection.send(json.dumps({"type": "ping", "id": 9}))
        while pages[-1].receive()["type"] != "pong":
            pass


def test_a_player_may_enter_a_full_table(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, pages_at_table=2)) as served, ExitStack() as crowd:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="paulista", players=2)
        for onlooker in (eva, Visitor(served)):
            crowd.enter_context(onlooker.page(table))
        with open_socket(served, table, Visitor(served).cookies) as connection:
            assert until_closed(PageOf(connection)) == BUSY
        with ana.page(table) as page:
            assert page.view["you"]["seat"] == 1


def test_a_page_that_never_reads_is_dropped(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        served.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # a small send buffer, which fills soon
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=2, starts_at_once=True, bots="azar")
        client = socket.create_connection(("127.0.0.1", served.port))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with client, ana.page(table) as page:
            handshake = {
                "Host": f"127.0.0.1:{served.port}",
                "Origin": served.address,
                "Cookie": eva.cookies,
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            }
            head = "".join(f"{name}: {value}\r\n" for name, value in handshake.items())
            client.sendall(f"GET /api/tables/{table}/socket HTTP/1.1\r\n{head}\r\n".encode())
            response = b""
            while not response.endswith(b"\r\n\r\n"):  # the server ignores frames sent along with the handshake
                response += client.recv(1)
            [served_table] = served.services.tables.in_memory
            served.settle()
            assert len(pages_of(served_table)) == 2
            for number in range(1, 401):
                message = {"type": "hello", "id": number, "protocol": PROTOCOL, "lang": "es"}
                hello = Frame(Opcode.TEXT, json.dumps(message).encode())
                client.sendall(hello.serialize(mask=True))
            # The server drops the client by itself, as soon as the frames have arrived.
            assert comes_soon(lambda: [open_page.guest for open_page in pages_of(served_table)] == [ana.guest["id"]])
            page.play(lambda: bool(page.choices))


def test_chat_does_not_delay_bots(tmp_path: Path) -> None:
    """Messages that change nothing do not postpone the moves of bots."""
    with Served(settings_in(tmp_path)) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=2, starts_at_once=True, bots="azar")
        with ana.page(table) as page, eva.page(table) as chatting:
            page.play(lambda: bool(page.view.get("hand")) and page.view["hand"]["must_act"] == [2])
            for _time in range(20):
                chatting.request("chat", words="¿Y?")
                served.advance(SHORTEST_THOUGHT / 5)  # each step is shorter than a bot's pause
            chatting.catch_up()
            assert chatting.version > page.version


# -------------------------------------------------------------------------------------------------------------- display


def test_chat_lines_are_cleaned(served: AttackedServer, table: AtTable, page: PageOf) -> None:
    page.request("chat", words="<b>hi</b>\u202e\x00\r\n\u200bSet-Cookie: a=b")
    line = next(json.loads(frame) for frame in page.frames if '"type":"chat-line"' in frame)
    assert line["words"] == "<b>hi</b> Set-Cookie: a=b"
    assert page.request("chat", words="\u3164\u200b")["code"] == "malformed"
    assert page.request("chat", words="x" * 300)["code"] == "malformed"
    assert re.fullmatch(r"[\w -]+", line["name"])
