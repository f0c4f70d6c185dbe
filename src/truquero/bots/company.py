"""The people in whose place the bots of a table sit, and the temper with which they play."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from truquero.bots.bot_registry import APRENDIZ, JUGADOR, ROSTER, level_of
from truquero.variants.people import PEOPLE, PEOPLE_BY_ID, Person


def choose_person(variant: str, bot: str, seated: Collection[str], random: Random) -> Person:
    """Return the person in whose place a bot sits, who is none of those `seated`.

    A person whose temper is the character of the bot comes first, then a person of the place of the variant, then one
    of its land.
    """
    lands = {person.land for person in PEOPLE if variant in person.variants}
    free = [person for person in PEOPLE if person.id not in seated] or list(PEOPLE)

    def distance(person: Person) -> tuple[bool, bool, bool]:
        other_temper = bot not in (APRENDIZ, JUGADOR) and person.temper != bot
        return other_temper, variant not in person.variants, person.land not in lands

    nearest = min(map(distance, free))
    return random.choice([person for person in free if distance(person) == nearest])


def company(variant: str, bots: Mapping[int, str], seed: str) -> dict[int, Person]:
    """Return the people in whose place the bots of a table sit, by seat. External programs have no person."""
    people: dict[int, Person] = {}
    for seat, bot in bots.items():
        if level_of(bot) in ROSTER:
            seated = [person.id for person in people.values()]
            people[seat] = choose_person(variant, level_of(bot), seated, Random(f"{seed}/person/{seat}"))
    return people


def temper_of(bot: str, person: str) -> str:
    """Return the temper with which a bot plays in the place of a person; "" if its play does not depend on one."""
    known = PEOPLE_BY_ID.get(person)
    return known.temper if known is not None and bot in (APRENDIZ, JUGADOR, known.temper) else ""


def tempered(bot: str, person: str) -> str:
    """Return the name of the bot that plays with the temper of a person."""
    temper = temper_of(bot, person)
    return f"{bot}:{temper}" if temper and bot != temper else bot
