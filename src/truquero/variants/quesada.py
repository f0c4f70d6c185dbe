"""Truque of Quesada, Cazorla and nearby towns (Jaén), after S003 III.c. All other rules are those of Bélmez."""

from __future__ import annotations

from itertools import combinations

from truquero.cards import SPANISH_40, Card, pack
from truquero.i18n import N_
from truquero.rules.game import Rules
from truquero.rules.options import Options, choice, number
from truquero.rules.ranking import ranking
from truquero.variants import jaen
from truquero.variants.preset import Preset, shared_options

# S003 III.c: the pack of 31 keeps only the figures of oros. Cazorla, Pozo Alcón and Santiago use all 40 cards.
PACKS = {"31": pack((1, 2, 3, 4, 5, 6, 7), extra="12o 11o 10o"), "40": SPANISH_40}
RANKINGS = {
    "31": ranking("5o > 12o > 11o > 10o > 1e > 1b > 7e > 7o > 3 > 2 > 1 > 7 > 6 > 5 > 4", PACKS["31"]),
    "40": ranking("5o > 12o > 11o > 10o > 1e > 1b > 7e > 7o > 3 > 2 > 1 > 12 > 11 > 10 > 7 > 6 > 5 > 4", PACKS["40"]),
}

# The values are those of Bélmez. There are three reservás: 5 with gallo, 5 with caballo, gallo with caballo.
FIVE, GALLO, CABALLO, SOTA = (Card(code) for code in ("5o", "12o", "11o", "10o"))
PIEZAS = ((FIVE, 11), (GALLO, 10), (CABALLO, 9), (SOTA, 8))
RESERVAS = tuple(frozenset(pair) for pair in combinations((FIVE, GALLO, CABALLO), 2))

OPTIONS = (
    *shared_options(target=30, ties="LAST"),  # S003 III.c: patas of 15 malas and 15 buenas
    *jaen.OPTIONS,
    number("envite_unit", 2, "what the plain envido is worth: as the players agree"),
    choice("deck", "31|40", "the pack of Quesada, or all the cards as in Cazorla"),
    choice("phases", "cortaillos|round", "cortaos until the last ten points, or always all together"),
)


def build(options: Options, players: int) -> Rules:
    deck = options["deck"]
    return jaen.rules(
        options,
        PACKS[deck],
        RANKINGS[deck],
        PIEZAS,
        RESERVAS,
        unit=options.number("envite_unit"),
        cortaos=players == 4 and options["phases"] == "cortaillos",  # QU-3: six always play together
        captain=players > 2,
    )


PRESET = Preset(
    name="quesada",
    title="Truque de Quesada",
    region=N_("Quesada, Jaén"),
    source="S003 III.c",
    players=(4, 2, 6),
    options=OPTIONS,
    build=build,
    parent="belmez",
)
