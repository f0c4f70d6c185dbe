"""The page in its languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, WORDS, Invites, Person

TAGS = {"es": "es", "pt": "pt", "ca": "ca-valencia", "en": "en"}
PLAY_NOW = {"es": "Jugar ahora", "pt": "Jogar agora", "ca": "Jugar ara", "en": "Play now"}
# English words that occur neither in the other three languages nor in the terms of the game.
ENGLISH = re.compile(r"\b(the|of|your|you|and|with|what|who|this|cards|hand|points|tricks?|score)\b", re.IGNORECASE)
RAW = re.compile(r"undefined|\[object|\bNaN\b|\bnull\b|\{\w*\}|\b[a-z]+(?:[A-Z][a-z]+)+\b|\b\w+_\w+\b")

# All visible and accessible text of the page, also in collapsed parts, except intentional code.
SAID = """() => {
    const said = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement, data } = walk.currentNode;
        if (!parentElement.closest("code, script")) said.push(data);
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
        said.push(...["aria-label", "title", "placeholder", "alt"].map(name => one.getAttribute(name) ?? ""));
    return said.filter(line => line.trim());
}"""


def page_texts(person: Person) -> list[str]:
    return [str(line) for line in person.page.evaluate(SAID)]


@pytest.mark.parametrize("language", TAGS)
def test_the_page_speaks_the_language_of_the_browser(invite: Invites, language: str) -> None:
    """From the first page to the table no text is untranslated or missing."""
    person = invite("Ana", locale=language, viewport=PHONE, device_scale_factor=2)
    person.visit("/")
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", TAGS[language])
    expect(page.locator("article").first).to_be_visible()
    lines = page_texts(person)
    assert any(PLAY_NOW[language] in line for line in lines)
    if language == "es":
        person.picture("home-phone")
    page.goto("/new?variant=valenciano")
    expect(page.locator("#new-variant")).to_be_visible()
    lines += page_texts(person)
    person.open_table("valenciano", 4)
    person.play(lambda offer: offer in WORDS)
    lines += page_texts(person)
    person.picture(f"table-phone-{language}")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    lines += page_texts(person)
    assert [line for line in lines if RAW.search(line)] == []
    if language != "en":
        assert [line for line in lines if ENGLISH.search(line)] == []


def test_browsers_of_argentina_get_rioplatense_spanish(invite: Invites) -> None:
    """Texts of the page and of the server use its forms; texts without forms of their own are those of Spanish."""
    person = invite("Ana", locale="es-AR")
    person.visit("/")
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", "es-AR")
    expect(page.get_by_text("Elegí un lugar y sentate")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Jugar ahora")).first).to_be_visible()
    person.open_table("argentino", 2)
    person.play(lambda offer: offer in WORDS)
    expect(page.get_by_role("group", name="Qué podés decir")).to_be_visible()
    assert [line for line in page_texts(person) if RAW.search(line)] == []


def test_games_of_the_río_de_la_plata_use_its_spanish_if_the_browser_names_no_country(invite: Invites) -> None:
    person = invite("Ana", locale="es")
    language = person.page.locator("html")
    for path, tag in (("/", "es"), ("/variants/uruguayo", "es-AR"), ("/variants/belmez", "es")):
        person.visit(path)
        expect(language).to_have_attribute("lang", tag)


def test_another_language_is_chosen_at_the_table(invite: Invites) -> None:
    """The cards stay, texts of the server change language with the page, and the choice survives a reload."""
    ana = invite("Ana")
    ana.open_table("argentino", 2)
    ana.play(lambda offer: offer == "card")
    held = ana.cards.count()
    ana.button("Settings").click()
    ana.page.get_by_label("Language").select_option("pt")
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("html")).to_have_attribute("lang", "pt")
    expect(ana.page.get_by_role("list", name="Suas cartas").get_by_role("button")).to_have_count(held)
    ana.page.reload()
    expect(ana.page.locator("html")).to_have_attribute("lang", "pt")
