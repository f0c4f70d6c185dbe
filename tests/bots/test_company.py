"""The people in whose place bots play: who sits at which table, and with which temper."""

from __future__ import annotations

from random import Random

import pytest

from truquero.bots import ROSTER, UnknownBot, make_bot
from truquero.bots.bot_registry import TEMPERED, level_of
from truquero.bots.company import choose_person, temper_of, tempered
from truquero.bots.players.characters import CHARACTERS
from truquero.bots.players.tempers import TEMPERS
from truquero.variants import VARIANTS, rules_of
from truquero.variants.people import PEOPLE, PEOPLE_BY_ID, usual_portrait


def company(variant: str, bots: list[str], seed: int) -> list[str]:
    """Return the people in whose place bots sit at one table."""
    seated: list[str] = []
    for bot in bots:
        seated.append(choose_person(variant, bot, seated, Random(f"{seed}/{len(seated)}")).id)
    return seated


def test_every_place_has_people_of_its_own() -> None:
    homes = {variant for person in PEOPLE for variant in person.variants}
    assert homes == VARIANTS.keys() - {"trucardo"}  # which is of no place
    assert len(PEOPLE_BY_ID) == len(PEOPLE) >= 12
    assert {person.temper for person in PEOPLE} == TEMPERS.keys() == CHARACTERS.keys() - {"jugador"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_people_of_the_place_sit_down_first_and_nobody_twice(variant: str) -> None:
    local = {person.id for person in PEOPLE if variant in person.variants}
    lands = {person.land for person in PEOPLE if person.id in local}
    for seed in range(20):
        seated = company(variant, ["jugador", "aprendiz", "azar"] * 2 + ["jugador"], seed)
        assert len(set(seated)) == len(seated)
        assert set(seated[: len(local)]) <= local or not local
        neighbours = {person.id for person in PEOPLE if person.land in lands}
        assert set(seated[: len(neighbours)]) <= neighbours or not local


def test_the_same_table_has_the_same_people_and_others_have_others() -> None:
    bots = ["jugador"] * 3
    assert company("trucardo", bots, 1) == company("trucardo", bots, 1)
    assert len({tuple(company("trucardo", bots, seed)) for seed in range(10)}) > 5


def test_a_bot_with_a_character_sits_in_the_place_of_a_person_with_that_temper() -> None:
    for seed in range(10):
        [person] = company("belmez", ["mentiroso"], seed)
        assert PEOPLE_BY_ID[person].temper == "mentiroso"


def test_the_temper_of_a_person_is_the_way_the_bot_plays() -> None:
    assert (temper_of("jugador", "xuacu"), tempered("jugador", "xuacu")) == ("valiente", "jugador:valiente")
    assert (temper_of("aprendiz", "xuacu"), tempered("aprendiz", "xuacu")) == ("valiente", "aprendiz:valiente")
    assert (temper_of("valiente", "xuacu"), tempered("valiente", "xuacu")) == ("valiente", "valiente")
    for bot, person in (("azar", "xuacu"), ("prudente", "xuacu"), ("jugador", "")):
        assert (temper_of(bot, person), tempered(bot, person)) == ("", bot)


def test_every_level_with_a_temper_is_a_bot() -> None:
    rules = rules_of("argentino", 2)
    for name in TEMPERED:
        assert level_of(name) in ROSTER
        make_bot(name, rules, 1, "seed")
    with pytest.raises(UnknownBot, match="jugador:lento"):
        make_bot("jugador:lento", rules, 1, "seed")


def test_guests_without_a_choice_have_different_portraits() -> None:
    portraits = [usual_portrait(f"guest {number}") for number in range(100)]
    assert set(portraits) <= PEOPLE_BY_ID.keys()
    assert len(set(portraits)) > 10
