"""The people of the places where Truco is played, in whose place bots sit: their names, origins and tempers.

The page has a portrait of each (`web/art/portraits.mjs`). Guests choose one of the portraits too.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from truquero.i18n import N_


class Person(NamedTuple):
    """A person of the places where Truco is played. `temper` is a name of `bots.players.tempers.TEMPERS`."""

    id: str  # also of the portrait
    name: str
    origin: str
    land: str
    variants: tuple[str, ...]  # the games of the person's own place
    temper: str
    manner: str  # the temper in one line


PEOPLE: tuple[Person, ...] = (
    Person(
        "rufino",
        "Rufino",
        N_("gaucho of the pampas"),
        "plata",
        ("argentino", "uruguayo"),
        "pescador",
        N_("Speaks little. When he has the cards, he lets you make the call."),
    ),
    Person(
        "malena",
        "Malena",
        N_("from Buenos Aires"),
        "plata",
        ("argentino",),
        "mentiroso",
        N_("Calls with a straight face, whatever she holds."),
    ),
    Person(
        "nelson",
        "Nelson",
        N_("drummer from Montevideo"),
        "plata",
        ("uruguayo",),
        "valiente",
        N_("Rather loses a point than the chance of a call."),
    ),
    Person(
        "ofelia",
        "Ofelia",
        N_("grandmother from Corrientes"),
        "plata",
        ("argentino", "uruguayo"),
        "prudente",
        N_("Has seen many a bluff: she calls and accepts only with good cards."),
    ),
    Person(
        "eusebio",
        "Eusebio",
        N_("from the llanos of Venezuela"),
        "venezuela",
        ("venezolano",),
        "valiente",
        N_("Rides ahead: he accepts bets that others refuse."),
    ),
    Person(
        "yajaira",
        "Yajaira",
        N_("from the coast of Venezuela"),
        "venezuela",
        ("venezolano",),
        "mentiroso",
        N_("Laughs and calls, and her cards are another matter."),
    ),
    Person(
        "kenji",
        "Kenji",
        N_("student from São Paulo"),
        "brasil",
        ("paulista",),
        "prudente",
        N_("Counts twice before he calls once."),
    ),
    Person(
        "toninho",
        "Toninho",
        N_("from the countryside of São Paulo"),
        "brasil",
        ("paulista", "mineiro"),
        "mentiroso",
        N_("Shouts truco to see what you do. Sometimes he even has it."),
    ),
    Person(
        "benedita",
        "Benedita",
        N_("cook from Minas Gerais"),
        "brasil",
        ("mineiro",),
        "pescador",
        N_("Offers coffee, keeps quiet, and waits with the best card."),
    ),
    Person(
        "luzia",
        "Luzia",
        N_("gaúcha from Rio Grande do Sul"),
        "brasil",
        ("gauderio",),
        "valiente",
        N_("Backs down from nobody, and raises sooner than most."),
    ),
    Person(
        "anselmo",
        "Anselmo",
        N_("cattleman from Rio Grande do Sul"),
        "brasil",
        ("gauderio",),
        "prudente",
        N_("Never bets the herd on a single card."),
    ),
    Person(
        "empar",
        "Empar",
        N_("farmer of the huerta of Valencia"),
        "spain",
        ("valenciano",),
        "mentiroso",
        N_("Smiles the same with nothing and with both aces."),
    ),
    Person(
        "batiste",
        "Batiste",
        N_("old farmer of the huerta of Valencia"),
        "spain",
        ("valenciano",),
        "pescador",
        N_("Lets you come in, like the water into his field, and then shuts the gate."),
    ),
    Person(
        "lorenzo",
        "Lorenzo",
        N_("olive grower from Jaén"),
        "spain",
        ("belmez", "quesada"),
        "prudente",
        N_("Waits for the harvest: he calls when the cards are ripe."),
    ),
    Person(
        "rocio",
        "Rocío",
        N_("olive picker from Jaén"),
        "spain",
        ("belmez", "quesada"),
        "valiente",
        N_("Calls first and looks at the score afterwards."),
    ),
    Person(
        "teodora",
        "Teodora",
        N_("from the mountains of Ávila"),
        "spain",
        ("navarrevisca", "autoridades"),
        "prudente",
        N_("Keeps her points together: no call without a reason."),
    ),
    Person(
        "xuacu",
        "Xuacu",
        N_("from a valley of Asturias"),
        "spain",
        ("asturiano",),
        "valiente",
        N_("Pours the cider from high up, and bets in the same way."),
    ),
    Person(
        "baltasar",
        "Don Baltasar",
        N_("gentleman of the eighteenth century"),
        "spain",
        ("autoridades",),
        "mentiroso",
        N_("Says that he never lies. That is his first lie."),
    ),
)
PEOPLE_BY_ID = {person.id: person for person in PEOPLE}


def usual_portrait(guest: str) -> str:
    """Return the portrait of a guest who has chosen none. It depends on the id only."""
    return PEOPLE[int.from_bytes(sha256(guest.encode()).digest()[:4]) % len(PEOPLE)].id
