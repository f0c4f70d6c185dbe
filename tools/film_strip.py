"""Take pictures of the moments of a match at phone and desktop size: `python -m tools.film_strip FOLDER`.

Each sheet shows one game: the deal, a seña, an open bet, the end of a hand and the end of the match, in light and dark
colours. Choose games with names such as `argentino-4`, and sizes with `--sizes phone`.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.conftest import CALM, FLAGS
from tests.browser.people import DESKTOP, Person
from tests.support.environments import SeededRandomness
from tests.support.scripted_bots import Scripted
from tests.support.served import Served, settings_in
from tools.needs import CHROMIUM
from truquero.cards import CARDS
from truquero.server.environment import Environment
from truquero.server.tables.bot_pool import BotAnswer
from truquero.session import QuestionKind, timeout_move
from truquero.table import View
from truquero.table.signs import SIGN
from truquero.variants import preset

GAMES = ("argentino-2", "argentino-4", "paulista-4", "belmez-4", "uruguayo-6", "valenciano-4")
SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desktop": DESKTOP}
SHORT_MATCH = 6  # points
GAP = 12  # pixels between two pictures


def _script(seat: int, question: QuestionKind, view: View) -> BotAnswer:
    """Let seat 2 call a truco, all others accept calls, and everybody make a seña who has one."""
    if question == "sign":
        rules = preset(view.variant).rules(view.players)
        signs = view.signs(rules, seat)
        true = [sign for sign in signs if set(sign.cards(rules.pack, view.turned)) & set(view.cards)]
        return f"{SIGN}{(true or signs)[0].name}" if signs else None
    if question != "choose":
        return None
    wanted = ["truco", "envit", "quiero"] if seat == 2 else ["quiero"]
    moves = [move for move in wanted if move in view.moves] or [move for move in view.moves if move in CARDS]
    return (moves or [timeout_move(view)])[0]


def _moments(person: Person, variant: str, players: int) -> Iterator[str]:
    """Play a match and yield the name of each moment to photograph."""
    person.open_table(variant, players, options={"target": str(SHORT_MATCH)})
    person.play(lambda offer: offer != "cut")
    expect(person.page.locator(".own-hand .held")).not_to_have_count(0)
    yield "deal"
    if person.page.locator(".glance").count():
        yield "seña"
    bet = person.page.locator(".open-bet")
    offer = person.play(lambda offer: offer in ("over", "go on") or bet.is_visible())
    if offer not in ("over", "go on"):
        yield "bet"
    offer = person.play(lambda offer: offer in ("over", "go on"))
    if offer == "go on":
        yield "end of hand"
        person.play_boldly()
    yield "end of match"


def _picture(person: Person) -> Image.Image:
    person.page.mouse.move(0, 0)
    person.wait_until_rendered()
    return Image.open(io.BytesIO(person.page.screenshot(animations="disabled"))).convert("RGB")


def _row(pictures: list[Image.Image]) -> Image.Image:
    """Return the pictures side by side."""
    width, height = (sum(picture.width + GAP for picture in pictures), max(picture.height for picture in pictures))
    row = Image.new("RGB", (width, height), "white")
    at = 0
    for picture in pictures:
        row.paste(picture, (at, 0))
        at += picture.width + GAP
    return row


def _sheet(browser: Browser, served: Served, game: str, size: ViewportSize) -> Image.Image:
    variant, _dash, players = game.rpartition("-")
    rows = []
    for scheme in ("light", "dark"):
        served.begin(f"{game} {size['width']} {scheme}")  # ids of tables repeat with the seed
        language = "pt" if variant == "paulista" else "es"
        person = Person(browser, served.address, "Ana", viewport=size, color_scheme=scheme, locale=language)
        rows.append(_row([_picture(person) for _moment in _moments(person, variant, int(players))]))
        person.close()
    sheet = Image.new("RGB", (max(row.width for row in rows), sum(row.height + GAP for row in rows)), "white")
    for number, row in enumerate(rows):
        sheet.paste(row, (0, number * (row.height + GAP)))
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="game")
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=SIZES)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        settings = settings_in(Path(data), **CALM)
        environment = Environment(randomness=SeededRandomness("film"))
        browser = playwright.chromium.launch(executable_path=CHROMIUM.found(), chromium_sandbox=False, args=[*FLAGS])
        with Served(settings, environment, Scripted(_script)) as served:
            for game in options.games:
                for name in options.sizes:
                    path = options.folder / f"{game}-{name}.png"
                    _sheet(browser, served, game, SIZES[name]).save(path, optimize=True)
                    print(path, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
