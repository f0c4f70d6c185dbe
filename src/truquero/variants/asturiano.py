"""Truque of Asturias, as J. L. Núñez Elvira describes it (S003 I)."""

from __future__ import annotations

from truquero.cards import pack
from truquero.i18n import N_
from truquero.rules.game import Rules
from truquero.rules.lances import Truco, ladder
from truquero.rules.options import Options
from truquero.rules.ranking import ranking
from truquero.variants import advice
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S003 I: the pack has no 4, 5 and 6. The order is 3, 2, as, rey, caballo, sota, 7, without special cards.
PACK = pack((1, 2, 3, 7, 10, 11, 12))
RANKING = ranking("3 > 2 > 1 > 12 > 11 > 10 > 7", PACK)


def build(options: Options, players: int) -> Rules:
    return Rules(
        pack=PACK,
        ranking=RANKING,
        tricks=trick_rules(options),
        truco=Truco(rungs=ladder("truco 3, retruco 6")),
        match=match_rules(options, "partida"),
    )


PRESET = Preset(
    name="asturiano",
    title="Truque asturiano",
    region=N_("Asturias"),
    source="S003 I",
    players=(4, 2),
    # S003 I: after three ties nobody scores, and the cards are dealt again.
    options=shared_options(target=18, all_tied="none"),
    build=build,
    parent="autoridades",
    advice=advice.ASTURIANO,
)
