"""Measure how long a visitor with a mid-range phone waits for the home page and for the first table.

    .venv/bin/python -m benchmarks.first_table [--tries 5] [--cpu 4] [--round-trip 150] [--down 1.6] [--up 0.75]

The benchmark starts a server and opens the home page in Chromium at phone size, with an empty cache and without a
service worker. The DevTools protocol slows the processor and the network down; the default is the slow 4G of
Lighthouse. Each try is a new visitor and has two times:

- `home page`: from the navigation until the buttons that open a table are visible.
- `first table`: from the press on the first of them until the visitor's cards are visible, with their pictures. The
  press comes as soon as the button is visible, or after `--pause` seconds, in which a page may load things ahead.

Chromium cannot slow down messages of a WebSocket. Therefore the times contain the opening of the socket but no round
trips of the deal.

The last lines are the sizes of scripts and styles as the server sends them, compressed: those that a visitor needs
until the cards are visible, and all files of the page.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from benchmarks.server import started
from tools.needs import CHROMIUM
from truquero.server.http.page_files import PAGE

KILOBYTE = 1000
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 120_000  # milliseconds; only ends a measurement that hangs
PLAY = ".styles button"
# The visitor's cards, or the cut if the visitor cuts the pack: both can be played with.
TABLE_DRAWN = """() => {
    const cards = [...document.querySelectorAll(".own-hand .held img")];
    const drawn = cards.length > 0 && cards.every(card => card.complete && card.naturalWidth > 0);
    return drawn || document.querySelector("#cut-size") !== null;
}"""


@dataclass(frozen=True)
class Phone:
    """How slow the simulated phone is. The network is in milliseconds and megabits per second."""

    cpu: float
    round_trip: float
    down: float
    up: float

    def slow_down(self, devtools: CDPSession) -> None:
        bytes_per_second = 1_000_000 / 8
        network = {
            "offline": False,
            "latency": self.round_trip,
            "downloadThroughput": self.down * bytes_per_second,
            "uploadThroughput": self.up * bytes_per_second,
        }
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", network)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": self.cpu})


@dataclass(frozen=True)
class Visit:
    """What one new visitor waited for, in seconds, and loaded until the cards were visible, in bytes."""

    home: float
    table: float
    loaded: dict[str, int]


def visit(browser: Browser, address: str, phone: Phone, pause: float) -> Visit:
    """Let a new visitor open the home page and a table."""
    context = browser.new_context(base_url=address, viewport=PHONE, locale="es-AR", service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    phone.slow_down(devtools)
    loaded = _count_bytes(devtools)
    home = _seconds(lambda: _open_home(page))
    page.wait_for_timeout(pause * 1000)
    table = _seconds(lambda: _open_table(page))
    context.close()
    return Visit(home, table, dict(loaded))


def _open_home(page: Page) -> None:
    page.goto("/", wait_until="commit")
    page.locator(PLAY).first.wait_for()


def _open_table(page: Page) -> None:
    page.locator(PLAY).first.click()
    page.wait_for_function(TABLE_DRAWN)


def _seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _count_bytes(devtools: CDPSession) -> dict[str, int]:
    """Return the bytes that the page loads from now on, by the type of the file. The headers count too."""
    types: dict[str, str] = {}
    loaded: dict[str, int] = {}

    def finished(event: dict[str, object]) -> None:
        kind = types.get(str(event["requestId"]), "other")
        loaded[kind] = loaded.get(kind, 0) + int(str(event["encodedDataLength"]).partition(".")[0])

    devtools.on("Network.responseReceived", lambda event: types.update({event["requestId"]: event["type"]}))
    devtools.on("Network.loadingFinished", finished)
    return loaded


def compressed(suffix: str) -> int:
    """Return the size of all scripts or styles of the page, each file compressed with gzip."""
    return sum(len(gzip.compress(file.read_bytes())) for file in PAGE.glob(f"**/*{suffix}"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between the home page and the press")
    parser.add_argument("--cpu", type=float, default=4.0, help="how many times slower the processor is")
    parser.add_argument("--round-trip", type=float, default=150.0, help="milliseconds")
    parser.add_argument("--down", type=float, default=1.6, help="megabits per second")
    parser.add_argument("--up", type=float, default=0.75, help="megabits per second")
    options = parser.parse_args()
    phone = Phone(options.cpu, options.round_trip, options.down, options.up)
    with started(None) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.found(), chromium_sandbox=False)
        address = f"http://127.0.0.1:{served.port}"
        visits = [visit(browser, address, phone, options.pause) for _try in range(options.tries)]
        browser.close()
    for name, seconds in (
        ("home page", [visit.home for visit in visits]),
        ("first table", [visit.table for visit in visits]),
    ):
        print(f"{name}: {median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})")
    kinds = sorted({kind for visit in visits for kind in visit.loaded})
    for kind in kinds:
        print(f"loaded, {kind.lower()}: {median(v.loaded.get(kind, 0) for v in visits) / KILOBYTE:.0f} kB")
    for name, suffix in (("scripts", ".js"), ("styles", ".css")):
        print(f"all {name}, compressed: {compressed(suffix) / KILOBYTE:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
