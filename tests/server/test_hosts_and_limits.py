"""The host names and origins of a server, its limits per guest and address, and the metrics of refused requests."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import re
import runpy
import socket
import sys
import urllib.error
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Request
from websockets.sync.client import connect
from websockets.typing import Origin

import truquero
from tests.support.attacked_server import until_closed
from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import PATIENCE, PageOf, Served, Visitor, settings_in
from truquero.server import public_address
from truquero.server.environment import SystemTime
from truquero.server.http import catalogue
from truquero.server.http.match_bodies import RecordText
from truquero.server.http.requests import RequestRefused, body_of
from truquero.server.limits.rates import AddressBuckets, TokenBuckets
from truquero.server.origins import AllowedOrigins
from truquero.server.public_address import address_of, public_address_of
from truquero.server.services import ADDRESS_FACTOR, FILE_FACTOR
from truquero.server.settings import ORIGINS, SQLITE, SettingError, Settings
from truquero.server.store import DatabaseInUse, Store
from truquero.server.tables.guest_profiles import REMEMBERED, GuestProfile, ProfileCache
from truquero.table.signs import SIGN
from truquero.variants import rules_of

MACHINE = socket.gethostname().lower()
ORIGIN = "https://truco.example"


def get(served: Served, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Accept-Language": "en", **headers})
    answer = connection.getresponse()
    answer.text = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


def refusals(served: Served, name: str, code: str) -> int:
    text = get(served, "/metrics").text  # type: ignore[attr-defined]
    match = re.search(rf'truquero_{name}_total{{code="{code}"}} (\d+)', text)
    return int(match[1]) if match else 0


# ---------------------------------------------------------------------------------------------------------- host names


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.7", True),
        ("[::1]:8000", True),
        ("localhost:8000", True),
        ("LOCALHOST.", True),
        ("mesa.localhost:8000", True),
        (f"{MACHINE}:8000", True),
        (f"{MACHINE.partition('.')[0]}.local", True),
        ("truco.example", True),
        ("truco.example:444", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil@127.0.0.1", False),
        ("notlocalhost", False),
        ("truco.example.evil.example", False),
        ("", False),
        (None, False),
    ],
)
def test_the_server_accepts_its_own_and_configured_host_names(host: str | None, is_own: bool) -> None:
    origins = AllowedOrigins(frozenset({ORIGIN}))
    assert origins.is_own_host(host) == is_own
    assert origins.allows(f"http://{(host or '').lower()}", host) == is_own
    assert origins.allows(ORIGIN, host) == bool(host)
    assert not origins.allows("http://truco.example", "127.0.0.1")


def test_an_unknown_host_name_is_refused(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        for path in ("/", "/api/guest"):
            answer = get(served, path, Host="evil.example:8000")
            assert answer.status == 421
            assert f"{ORIGINS}=http://evil.example:8000" in answer.text  # type: ignore[attr-defined]
        assert get(served, "/healthz", Host="truquero").status == 200  # monitoring may use any host name
        assert get(served, "/api/guest", Host=f"localhost:{served.port}").status == 200
        ana = Visitor(served)
        table = ana.open_table(variant="paulista")
        url, headers = f"ws://evil.example/api/tables/{table}/socket", {"Cookie": ana.cookies}
        with (
            socket.create_connection(("127.0.0.1", served.port)) as connection,
            connect(
                url,
                sock=connection,
                additional_headers=headers,
                origin=Origin("http://evil.example"),
                open_timeout=PATIENCE,
            ) as page,
        ):
            assert until_closed(PageOf(page)) == 4421
        assert refusals(served, "requests_refused", "host") == 3


def test_origins_are_normalized_as_browsers_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))
    monkeypatch.setenv(
        ORIGINS, " https://Truco.example:443/ ,http://club.example:8080,https://both.example http://both.example"
    )
    settings = Settings.read()
    assert settings.origins == {ORIGIN, "http://club.example:8080", "https://both.example", "http://both.example"}
    origins = AllowedOrigins(settings.origins)
    secure = [
        origins.is_https(host, "http") for host in ("truco.example", "club.example:8080", "both.example", "127.0.0.1")
    ]
    assert secure == [True, False, False, False]
    assert origins.is_https("both.example", "https")
    assert public_address_of("127.0.0.1", 8000, settings.origins).address == "https://both.example"
    monkeypatch.setenv(ORIGINS, "https://Ñandú.example")
    assert Settings.read().origins == {"https://xn--and-6ma2c.example"}
    for wrong in ("truco.example", "ftp://truco.example", "https://truco.example/mesa", "https://[", "https://a..b"):
        monkeypatch.setenv(ORIGINS, wrong)
        with pytest.raises(SettingError, match="is not the address of a page"):
            Settings.read()


def test_a_cookie_is_secure_if_its_page_uses_https(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, origins=frozenset({ORIGIN}))) as served:
        for host, is_secure in (("truco.example", True), ("127.0.0.1", False)):
            cookie = get(served, "/api/guest", Host=host).headers["Set-Cookie"].lower()
            assert ("secure" in cookie) == is_secure


# -------------------------------------------------------------------------------------------------------------- limits


def test_all_pages_of_a_guest_share_a_limit_of_messages(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, messages=(6, 600.0))) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=4)
        page_of_ana, page_of_eva = partial(ana.page, table, fair=False), partial(eva.page, table, fair=False)
        with page_of_ana() as first, page_of_ana() as second, page_of_ana() as third, page_of_eva() as other:
            for page, times in ((first, 5), (second, 4)):
                assert {page.request("return-to-seat")["type"] for _time in range(times)} == {"done"}
            assert third.request("return-to-seat")["code"] == "flood"
            assert other.request("sit", seat=2)["type"] == "done"
            assert other.request("sit", seat=1)["code"] == "forbidden"
        assert refusals(served, "refused", "flood") == 1
        assert refusals(served, "refused", "forbidden") == 1


def test_simultaneous_requests_cannot_exceed_the_limit_of_tables(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, tables_of_guest=3)) as served, ThreadPoolExecutor(8) as pool:
        ana = Visitor(served)
        requests = [pool.submit(ana.open_table, variant="paulista") for _table in range(8)]
        wait(requests, PATIENCE)
        assert sum(request.exception() is None for request in requests) == 3
        assert refusals(served, "requests_refused", "table") == 5


def test_guests_with_the_same_address_have_their_own_limits(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, requests=(4, 600.0))) as served:
        ana, eva = Visitor(served), Visitor(served)
        codes = [get(served, "/api/lobby", Cookie=ana.cookies).status for _time in range(5)]
        assert codes == [200] * 4 + [429]
        assert get(served, "/api/lobby", Cookie=eva.cookies).status == 200
        assert [get(served, "/api/family").status for _time in range(3)] == [200, 200, 429]
        assert refusals(served, "requests_refused", "flood") == 2
    assert TokenBuckets((4, 600.0), times=ADDRESS_FACTOR).take("one address")


def test_new_tables_and_names_of_an_address_are_limited(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, new_tables=(2, 600.0), renames=(4, 60.0))) as served:
        guests = [Visitor(served, "Ana"), Visitor(served, "Eva"), Visitor(served, "Leo"), Visitor(served, "Luz")]
        for guest in guests[:2]:
            assert guest.open_table(variant="argentino")
        new_table, new_name = {"variant": "argentino"}, {"name": "Bea"}
        for path, body, method in (("/api/tables", new_table, "POST"), ("/api/guest", new_name, "PUT")):
            with pytest.raises(urllib.error.HTTPError, match="429") as refused:
                guests[3].ask(path, body, method)
            assert refused.value.headers["Retry-After"]
            assert json.loads(refused.value.read())["code"] == "flood"
        served.advance(300)
        for path, body, method in (
            ("/api/tables", {"variant": "nonsense"}, "POST"),
            ("/api/guest", {"name": ""}, "PUT"),
        ):
            for _time in range(5):  # what is refused for another reason does not count
                with pytest.raises(urllib.error.HTTPError, match="400"):
                    guests[3].ask(path, body, method)
        assert guests[2].open_table(variant="argentino")
        assert guests[3].ask("/api/guest", {"name": "Bea"}, method="PUT")["name"] == "Bea"


def test_a_whole_club_behind_one_address_can_open_tables_at_once() -> None:
    usual = Settings("", b"")
    for limit, each in ((usual.new_tables, 2), (usual.renames, 2)):
        buckets = TokenBuckets(limit, now=lambda: 0.0)
        assert all(buckets.take("the club") for _member in range(60 * each))


@pytest.mark.parametrize(("proxy", "other"), [("10.0.0.1", "10.0.0.2"), ("::1", "::2"), ("2001:DB8::5", "2001:db8::6")])
def test_a_proxy_that_forwards_no_addresses_has_no_limit_of_an_address(proxy: str, other: str) -> None:
    buckets = AddressBuckets((1, 60.0), lambda: 0.0, frozenset({proxy}))
    assert [buckets.take(proxy.lower()) for _time in range(3)] == [True] * 3
    assert [buckets.take(other) for _time in range(3)] == [True, False, False]
    buckets.give_back(proxy)
    assert not buckets.take(other)
    buckets.give_back(other)
    assert buckets.take(other)


def test_the_page_and_monitoring_have_limits_of_their_own(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, requests=(1, 600.0))) as served:
        statuses = [get(served, path).status for path in ("/", "/nothing/here") for _time in range(FILE_FACTOR // 2)]
        assert 429 not in statuses
        assert {get(served, path).status for path in ("/", "/nothing/here", "/assets/nothing.js")} == {429}
        assert get(served, "/api/family").status == 200
        statuses = [get(served, "/healthz").status for _time in range(ADDRESS_FACTOR + 1)]
        assert statuses == [200] * ADDRESS_FACTOR + [429]
        assert {get(served, path).status for path in ("/readyz", "/metrics")} == {429}
        served.advance(600)
        assert {get(served, path).status for path in ("/healthz", "/readyz", "/metrics")} == {200}
        assert get(served, "/nothing/here").status != 429


def test_a_hundred_first_visits_per_minute_stay_below_the_limit_of_files() -> None:
    requests, seconds = Settings("", b"").requests
    assert requests * FILE_FACTOR * 60 / seconds >= 100 * 200


def test_limits_and_names_of_absent_guests_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = TokenBuckets((1, 600.0), most=2)
    assert [buckets.take(guest) for guest in ("a", "b", "a", "c", "a", "b")] == [True, True, False, True, False, True]
    profiles = ProfileCache(SystemTime())
    for guest in ("ana", "eva"):
        profiles.learn(guest, GuestProfile(guest.capitalize()))
    profiles.forget({"ana"})
    assert profiles.get("eva") == GuestProfile("Eva")  # she may be on her way to a table
    monkeypatch.setattr("truquero.server.tables.guest_profiles.REMEMBERED", -REMEMBERED)
    profiles.forget({"ana"})
    assert (profiles.get("ana"), profiles.get("eva")) == (GuestProfile("Ana"), None)


def test_metrics_do_not_reveal_looks_or_señas(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, eva = Visitor(served), Visitor(served)
        table = ana.open_table(variant="argentino", players=2)
        with ana.page(table) as page, eva.page(table) as other:
            other.request("sit", seat=2)
            page.request("start-match")
            for player in (page, other):
                player.until(lambda player=player: player.phase == "cutting")  # type: ignore[misc]
            [cutter] = [player for player in (page, other) if player.must_cut]
            cutter.act()
            page.until(lambda: bool(page.view["hand"]))
            before = get(served, "/metrics").text  # type: ignore[attr-defined]
            assert page.request("watch", seat=2)["type"] == "done"
            assert page.request("watch", seat=1)["type"] == "refused"
            for sign, answer in ((rules_of("argentino").voices.signs[0].name, "done"), ("none", "refused")):
                assert page.request("move", version=page.version, move=f"{SIGN}{sign}")["type"] == answer
            assert get(served, "/metrics").text == before  # type: ignore[attr-defined]


def test_metrics_do_not_reveal_spoken_señas_or_passes(tmp_path: Path) -> None:
    """S002, señas 1 and 10, are spoken. A pass shows that a seat could interrupt."""
    with Served(settings_in(tmp_path), bot_pool=Scripted(preferring("quiero"))) as served:
        ana = Visitor(served)
        table = ana.open_table(variant="navarrevisca", players=4)
        with ana.page(table) as page:
            page.request("start-match")
            page.until(lambda: bool(page.choices) or (page.must_cut and page.act() and False))
            before = get(served, "/metrics").text  # type: ignore[attr-defined]
            assert page.request("talk", version=page.version, words="la mordía")["type"] == "done"
            assert page.request("talk", version=page.version, words="nothing of the game")["type"] == "refused"
            assert page.request("pass", version=page.version)["type"] == "refused"
            assert get(served, "/metrics").text == before  # type: ignore[attr-defined]


def test_metrics_do_not_reveal_that_a_side_agrees_on_señas(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served)
        with ana.page(ana.open_table(variant="argentino", players=4)) as page:
            before = get(served, "/metrics").text  # type: ignore[attr-defined]
            for signs, answer in (("guino=1e", "done"), ("", "done"), ("no code", "refused")):
                assert page.request("agree-signs", signs=signs)["type"] == answer
            assert get(served, "/metrics").text == before  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------------- reachability


def test_the_server_says_whether_others_can_open_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(settings_in(tmp_path)) as served:
        reach = Visitor(served).guest["reach"]
        assert (reach["audience"], reach["address"]) == ("machine", "")
        assert reach["command"].endswith(" serve --host 0.0.0.0") or 'ARGS="serve --host 0.0.0.0"' in reach["command"]
    monkeypatch.setattr(public_address, "_in_the_network", lambda: "192.168.1.7")
    assert address_of("0.0.0.0", 8000) == "http://192.168.1.7:8000"
    assert public_address_of("0.0.0.0", 8000, ()).address == "http://192.168.1.7:8000"
    assert public_address_of("192.168.1.7", 80, ()).audience == "network"
    monkeypatch.setattr(public_address, "_in_the_network", lambda: "127.0.0.1")
    assert public_address_of("0.0.0.0", 8000, ()).audience == "machine"


def test_the_suggested_command_exists_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MAKELEVEL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert public_address_of("127.0.0.1", 8000, ()).command == f"{sys.executable} -m truquero serve --host 0.0.0.0"
    (tmp_path / "truquero").touch(0o755)
    assert public_address_of("::1", 8000, ()).command == "truquero serve --host 0.0.0.0"
    monkeypatch.setenv("MAKELEVEL", "1")
    (tmp_path / "Makefile").touch()
    assert public_address_of("localhost", 8000, ()).command == 'make play ARGS="serve --host 0.0.0.0"'


def test_no_module_needs_unix_only_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    package = Path(truquero.__file__).parent
    for name in ("fcntl", "resource"):
        monkeypatch.setitem(sys.modules, name, None)
    assert runpy.run_path(str(package / "server/store/lease.py"))["fcntl"] is None
    runpy.run_path(str(package / "server/process.py"))["_raise_file_limit"]()
    needed = re.compile(r"^(?:import|from) (?:fcntl|resource|pwd|grp|termios|tty|readline)\b", re.MULTILINE)
    assert [path.name for path in package.rglob("*.py") if needed.search(path.read_text(encoding="utf-8"))] == []


def test_all_spellings_of_a_variant_share_a_cache_entry() -> None:
    catalogue._book.cache_clear()
    catalogue._meanings.cache_clear()
    for name in ("argentino", "Argentino", "ARGENTINO", "aRgEnTiNo"):
        assert catalogue.book(name, "en").variant == "argentino"
        assert catalogue.meanings(name, "en").variant == "argentino"
    assert catalogue._book.cache_info().currsize == 1
    assert catalogue._meanings.cache_info().currsize == 1


def test_a_symbolic_link_to_a_database_has_the_same_lock(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "there" / "tables.sqlite3")

    async def both() -> None:
        first, second = (Store(f"{SQLITE}{tmp_path / name}") for name in ("there/tables.sqlite3", "link.sqlite3"))
        await first.open()
        with pytest.raises(DatabaseInUse):
            await second._lease.connection()
        await first.close()
        await second.close()

    asyncio.run(both())


def test_a_database_with_a_hard_link_is_refused(tmp_path: Path) -> None:
    """SQLite keeps a log beside each name of the file, so two servers would damage the database."""
    first, second = (Store(f"{SQLITE}{tmp_path / name}") for name in ("tables.sqlite3", "linked.sqlite3"))

    async def both() -> None:
        (tmp_path / "linked.sqlite3").unlink()  # the file that the store has created
        await first.open()
        (tmp_path / "linked.sqlite3").hardlink_to(tmp_path / "tables.sqlite3")
        with pytest.raises(OSError, match=r"its file has 2 names \(hard links\)"):
            await second.open()
        assert await first.is_available()  # the first server is not affected
        await first.close()
        (tmp_path / "tables.sqlite3").unlink()
        await second.open()
        await second.close()

    asyncio.run(both())


def test_a_lock_file_that_is_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    """Somebody else may have put it there, so the file behind it is neither created nor opened."""
    (tmp_path / "tables.sqlite3.lock").symlink_to(tmp_path / "victim")
    store = Store(f"{SQLITE}{tmp_path / 'tables.sqlite3'}")

    async def opened() -> None:
        with pytest.raises(OSError, match=r"its lock file .*tables\.sqlite3\.lock is a symbolic link: delete it"):
            await store.open()
        assert not (tmp_path / "victim").exists()
        (tmp_path / "tables.sqlite3.lock").unlink()
        await store.open()
        await store.close()

    asyncio.run(opened())


def test_a_client_that_disconnects_is_not_logged_as_an_error(caplog: pytest.LogCaptureFixture) -> None:
    async def disconnect() -> Any:
        return {"type": "http.disconnect"}

    caplog.set_level(logging.INFO, "truquero.server")
    scope: Any = {"type": "http", "method": "POST", "scheme": "http", "server": ("localhost", 80), "state": {}}
    scope |= {"path": "/api/replay", "root_path": "", "query_string": b"", "headers": []}
    scope["route_handler"] = SimpleNamespace(resolve_request_max_body_size=lambda: None)
    request: Request[Any, Any, Any] = Request(scope, disconnect)
    with pytest.raises(RequestRefused):
        asyncio.run(body_of(request, RecordText))
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", "POST '/api/replay': the client went away")
    ]
