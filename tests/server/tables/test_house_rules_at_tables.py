"""Served tables with random house rules never stall, even if people act only where they must."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.support.served import PageOf, Served, Visitor, settings_in
from truquero import VARIANTS
from truquero.engine.automaton import LOOK
from truquero.rules.options import NumberOption, OptionError

HANDS = 3


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("house")
    with Served(settings_in(folder, tables_of_guest=1000)) as found:
        yield found


@pytest.fixture
def served(shared: Served, request: pytest.FixtureRequest) -> Served:
    """Return the shared server, reset so that a test always gets the same cards."""
    shared.begin(request.node.nodeid)
    return shared


def by_lot(variant: str, chance: Random) -> tuple[int, dict[str, str]]:
    """Draw a number of players and values for half of the house rules, compatible with each other."""
    preset = VARIANTS[variant]
    options = [option for option in preset.options if not isinstance(option, NumberOption)]
    while True:
        players = chance.choice(preset.players)
        chosen = {option.name: chance.choice(option.choices) for option in chance.sample(options, len(options) // 2)}
        try:
            preset.rules(players, **chosen)
        except OptionError:
            continue
        return players, chosen


def speaks_where_it_has_to(page: PageOf, chance: Random) -> bool:
    """Act for a page if it must act. Return whether it did.

    A page that may pass does not act if it can only call truco or look at its cards.
    """
    hand = page.seen.get("hand") or {}
    idle = all(one["code"] == LOOK or one.get("lance") == "truco" for one in hand.get("choices", ()))
    if page.cuts:
        page.done("cut", version=page.version, cards=0)
    elif page.choices and page.seen["you"]["seat"] in hand["word"] and not (idle and hand.get("may_pass")):
        page.done("move", version=page.version, move=chance.choice(page.choices))
    else:
        return False
    return True


@pytest.mark.parametrize("lot", range(3))
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_table_with_random_house_rules_does_not_stall(served: Served, variant: str, lot: int) -> None:
    chance = Random(f"{variant}/{lot}")
    players, options = by_lot(variant, chance)
    people = [Visitor(served, name) for name in ("Ana", "Eva", "Iván")[: 1 + lot % players]]
    table = people[0].open_table(variant=variant, players=players, options=options, bots="azar")
    with ExitStack() as lines:
        pages = [lines.enter_context(one.page(table)) for one in people]
        for seat, page in enumerate(pages[1:], start=2):
            assert page.done("sit", seat=seat)["type"] == "done"
        assert pages[0].done("begin")["type"] == "done"

        def is_played() -> bool:
            deal = (pages[0].seen.get("hand") or {}).get("deal", 0)
            return deal > HANDS or pages[0].phase == "over"

        while not is_played():
            if not any(speaks_where_it_has_to(page, chance) for page in pages):
                min(pages, key=lambda page: page.version).receive()
