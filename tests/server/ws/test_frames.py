"""No frame contains a card that its reader may not know, compared with the cards of the real table."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from tests.support.served import PageOf, Served, Visitor, settings_in
from truquero.cards import CARDS
from truquero.i18n import speaking
from truquero.rules.game import Rules
from truquero.server.changes import CardsDealt, DealerDrawSealed, DealSealed, MatchBegun
from truquero.server.store import Store
from truquero.server.tables.state import TableState
from truquero.table.view import HIDDEN_MOVES, SPECTATOR
from truquero.variants import rules_of

CODE = re.compile(r"(?<![0-9A-Za-z])(?:1[0-2]|[1-9])[ebcoEBCO](?![0-9A-Za-z])")
DRAWN = re.compile(r'"(?:id|sealed|seed|salt)":"[^"]*"')  # random texts, which may contain a card's code by chance
SIGN_MEANING = re.compile(r'"meaning":"[^"]*"')  # of a seña: the same whatever cards are held
ENOUGH = 90  # changes to a table
ONLOOKER = SPECTATOR


def seen_cards(state: TableState, seat: int) -> set[str]:
    """Return the cards that a seat has seen: its own, face-up and shown cards, and any that the rules reveal to it."""
    match = state.match
    if match is None or not match.log:
        return set()
    hand = match.log[-1].hands[-1]
    laid = {move.rpartition("-")[2] for _seat, move in hand.moves if not move.startswith(HIDDEN_MOVES)}
    may_see_own = seat != ONLOOKER and (hand.finished or None not in match.view(seat).cards)  # some hands are blind
    own = {str(card) for card in hand.cards.get(seat, ())} if may_see_own else set()
    face_up = {str(card) for card in (hand.turned, hand.exposed and hand.exposed[1]) if card is not None}
    face_up |= {str(hand.replacement)} if hand.exposed and hand.exposed[0] == seat else set()
    in_events = {str(card) for event in match.events if event.kind != "move" for card in event.cards}
    of_partners = (
        set() if seat == ONLOOKER else {str(card) for _seat, cards in match.view(seat).partner_hands for card in cards}
    )
    return laid | own | face_up | in_events | of_partners


def names_of(rules: Rules, lang: str) -> dict[str, str]:
    """Return the codes of the cards by their names in the texts of a page."""
    with speaking(lang):
        return {CARDS[code].name(french=rules.french_names).lower(): code for code in map(str, rules.pack)}


def named_in(frame: str, names: dict[str, str]) -> set[str]:
    """Return the cards that a frame names, by code or in words."""
    bare = SIGN_MEANING.sub("", DRAWN.sub("", frame))
    words = bare.lower()
    codes = {code for code in CODE.findall(bare) if code in CARDS}
    return codes | {code for name, code in names.items() if re.search(rf"\b{re.escape(name)}\b", words)}


def public_seeds(state: TableState) -> set[str]:
    """Return the public seeds: those of deals whose hands are over and in which no challenge is possible any more."""
    match = state.match
    if match is None or match.claims():
        return set()
    is_over = not match.turn and (match.over or state.needs_deal)
    draws = [draw for draw in (state.previous_draw, state.deal_draw) if draw is not None and draw.opened]
    return {draw.seed for draw in draws if is_over or draw is not state.deal_draw}


def public_secrets(state: TableState) -> set[str]:
    """Return the public secrets of pages: those of draws that are closed."""
    return {secret for draw in state.draws.values() for secret in draw.secrets.values()}


async def check(database: str, table: str, pages: dict[int, PageOf], lang: str) -> int:
    """Replay the stored table and check every frame against it. Return how many cards the frames named in all.

    A frame without a version (an answer, a line of chat) belongs to the last version that the page had received.
    """
    frames: dict[int, list[tuple[int, str]]] = {}
    for seat, page in pages.items():
        version = 0
        for frame in page.frames:
            version = json.loads(frame).get("version", version)
            frames.setdefault(version, []).append((seat, frame))
    store, cards_named = Store(database), 0
    stored = await store.table(table)
    assert stored is not None
    state = TableState(stored.id, stored.settings, stored.owner)
    names = names_of(state.rules, lang)
    changes = [change async for change in store.changes_of(table)]
    seeds = {change.seed for change in changes if isinstance(change, DealerDrawSealed | DealSealed)}
    secrets = {
        secret
        for change in changes
        if isinstance(change, MatchBegun | CardsDealt)
        for secret in change.secrets.values()
    }
    assert secrets
    for change in (None, *changes):
        if change is not None:
            state.apply(change)
        for seat, frame in frames.pop(state.version, ()):
            assert {seed for seed in seeds if seed in frame} <= public_seeds(state), (seat, state.version, frame)
            assert {secret for secret in secrets if secret in frame} <= public_secrets(state), (
                seat,
                state.version,
                frame,
            )
            sits = seat != ONLOOKER and state.chairs[seat].guest is not None
            codes = named_in(frame, names)
            assert codes <= seen_cards(state, seat if sits else ONLOOKER), (seat, state.version, frame)
            cards_named += len(codes)
    await store.close()
    assert not frames  # every frame was checked
    return cards_named


def test_a_card_is_found_by_its_code_and_by_its_name() -> None:
    names = names_of(rules_of("argentino"), "es")
    assert named_in('{"cards":["1e"],"text":"Ana juega el 7 de oros."}', names) == {"1e", "7o"}


@pytest.mark.parametrize(
    ("variant", "options", "lang"),
    [("argentino", {}, "es"), ("paulista", {"blind_calls": "on"}, "pt"), ("belmez", {"blind_calls": "on"}, "ca")],
)
def test_no_frame_contains_a_card_that_its_reader_has_not_seen(
    variant: str, options: dict[str, str], lang: str, tmp_path: Path
) -> None:
    settings = settings_in(tmp_path)
    with Served(settings) as served:
        ana, eva, leo = (Visitor(served, name) for name in ("Ana", "Eva", "Leo"))
        table = ana.open_table(variant=variant, players=4, bots="azar", options=options)
        with ana.page(table, lang) as first, eva.page(table, lang) as second, leo.page(table, lang) as third:
            assert second.request("sit", seat=2)["type"] == "done"
            assert first.request("start-match")["type"] == "done"
            people = (first, second)
            for page in (first, second, third):  # answers and refusals are checked too
                page.request("chat", words="¡Vamos!")
                page.request("talk", version=page.version, words="¿Qué lleváis?")
            while first.version < ENOUGH and first.phase != "over":
                for page in people:  # illegal requests are checked too
                    if not page.choices:
                        page.request("move", version=page.version, move="carta-1")
                if any(page.phase == "over" for page in people):
                    break
                if not any(page.act() for page in people):
                    min(people, key=lambda page: page.version).receive()
            third.until(lambda: third.version >= first.version)
            second.until(lambda: second.version >= first.version)
    assert asyncio.run(check(settings.database, table, {1: first, 2: second, ONLOOKER: third}, lang)) > 20
