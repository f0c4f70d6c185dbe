"""Truco of Bélmez de la Moraleda (Jaén), after the Reglamento of F. J. Fuentes Pereira (S003)."""

from __future__ import annotations

from truquero.cards import Card, pack
from truquero.i18n import N_
from truquero.rules.game import Rules
from truquero.rules.options import Options
from truquero.rules.ranking import ranking
from truquero.variants import advice, commented_hands, jaen
from truquero.variants.preset import Preset, shared_options

# S003 Reglamento: 31 cards: 1 to 7 of each suit, the gallo (rey de bastos), the caballo de bastos and the sota de oros.
PACK = pack((1, 2, 3, 4, 5, 6, 7), extra="12b 11b 10o")

# S003 Tabla II, with the two sevens that it omits (BE-2).
RANKING = ranking("5o > 12b > 11b > 10o > 1e > 1b > 7e > 7o > 3 > 2 > 1 > 7 > 6 > 5 > 4", PACK)

# S003 Tabla I: the piezas link with every card.
PIEZAS = ((Card("5o"), 11), (Card("12b"), 10), (Card("11b"), 9), (Card("10o"), 8))
RESERVA = frozenset({Card("5o"), Card("12b")})


def build(options: Options, players: int) -> Rules:
    pairs = players == 4
    return jaen.rules(options, PACK, RANKING, PIEZAS, (RESERVA,), cortaos=pairs, captain=pairs)


PRESET = Preset(
    name="belmez",
    title="Truco de Bélmez",
    region=N_("Bélmez de la Moraleda, Jaén"),
    source="S003",
    players=(4, 2),
    options=(*shared_options(target=40, ties="LAST"), *jaen.OPTIONS),
    build=build,
    parent="argentino",
    advice=advice.BELMEZ,
    commented_hands=commented_hands.BELMEZ,
)
