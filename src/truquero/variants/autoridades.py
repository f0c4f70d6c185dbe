"""Truque of the Diccionario de Autoridades of 1737 (S003 I)."""

from __future__ import annotations

from truquero.cards import pack
from truquero.i18n import N_
from truquero.rules.game import Rules
from truquero.rules.lances import Truco, ladder
from truquero.rules.options import Options, choice
from truquero.rules.ranking import ranking
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S003 I: "el tres, el dos, ás, y después el Rey, caballo, &c, excepto los cinco, y quattros". The six is the lowest
# card. The pack of 1737 had eights and nines.
PACKS = {"32": pack((1, 2, 3, 6, 7, 10, 11, 12)), "40": pack((1, 2, 3, 6, 7, 8, 9, 10, 11, 12))}
RANKINGS = {
    "32": ranking("3 > 2 > 1 > 12 > 11 > 10 > 7 > 6", PACKS["32"]),
    "40": ranking("3 > 2 > 1 > 12 > 11 > 10 > 9 > 8 > 7 > 6", PACKS["40"]),
}

OPTIONS = (
    *shared_options(target=12, all_tied="none"),  # S003 I: twelve piedras, "la talla del juego"
    choice("deck", "32|40", "without or with eights and nines"),
)


def build(options: Options, players: int) -> Rules:
    return Rules(
        pack=PACKS[options["deck"]],
        ranking=RANKINGS[options["deck"]],
        tricks=trick_rules(options),
        # S003 I: "de tres en tres, diciendo Truco, tres mas, tres mas nueve, y juego fuera".
        truco=Truco(rungs=ladder("truco 3, tres-mas 6, nueve 9, juego-fuera game")),
        match=match_rules(options, "partida"),
    )


PRESET = Preset(
    name="autoridades",
    title="Truque del Diccionario de Autoridades",
    region=N_("Spain, 18th century"),
    source="S003 I",
    players=(4, 2, 6),
    options=OPTIONS,
    build=build,
)
