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
    with Served(settings_in(folder, tables_of_guest=1000)) as server:
        yield server


@pytest.fixture
def served(shared: Served, request: pytest.FixtureRequest) -> Served:
    """Return the shared server, reset so that a test always gets the same cards."""
    shared.begin(request.node.nodeid)
    return shared


def random_house_rules(variant: str, chance: Random) -> tuple[int, dict[str, str]]:
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


def act_if_required(page: PageOf, chance: Random) -> bool:
    """Act for a page if it must act. Return whether it did.

    A page that may pass does not act if it can only call truco or look at its cards.
    """
    hand = page.view.get("hand") or {}
    idle = all(choice["code"] == LOOK or choice.get("lance") == "truco" for choice in hand.get("choices", ()))
    if page.must_cut:
        page.request("cut", version=page.version, cards=0)
    elif page.choices and page.view["you"]["seat"] in hand["must_act"] and not (idle and hand.get("may_pass")):
        page.request("move", version=page.version, move=chance.choice(page.choices))
    else:
        return False
    return True


@pytest.mark.parametrize("lot", range(3))
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_table_with_random_house_rules_does_not_stall(served: Served, variant: str, lot: int) -> None:
    chance = Random(f"{variant}/{lot}")
    players, options = random_house_rules(variant, chance)
    people = [Visitor(served, name) for name in ("Ana", "Eva", "Iván")[: 1 + lot % players]]
    table = people[0].open_table(variant=variant, players=players, options=options, bots="azar")
    with ExitStack() as stack:
        pages = [stack.enter_context(visitor.page(table)) for visitor in people]
        for seat, page in enumerate(pages[1:], start=2):
            assert page.request("sit", seat=seat)["type"] == "done"
        assert pages[0].request("start-match")["type"] == "done"

        def is_played() -> bool:
            deal = (pages[0].view.get("hand") or {}).get("deal", 0)
            return deal > HANDS or pages[0].phase == "over"

        while not is_played():
            if not any(act_if_required(page, chance) for page in pages):
                min(pages, key=lambda page: page.version).receive()
