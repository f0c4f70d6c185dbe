"""Truco venezolano, after the usual rules, with vira, perico and perica."""

from __future__ import annotations

from truquero.cards import SPANISH_40
from truquero.i18n import N_
from truquero.rules.game import DealRules, Rules
from truquero.rules.lances import Flor, OpenEnvido, Truco, Window, ladder
from truquero.rules.options import Options
from truquero.rules.ranking import TurnedPiezas, ranking
from truquero.rules.stakes import Stake, Term
from truquero.variants.platense import ORDER
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# The perico (caballo of the vira's suit) is worth 30, the perica (sota) 29. The king replaces the one that is the vira.
PIEZAS = TurnedPiezas(((11, 10), (10, 9)), substitute=12)
RANKING = ranking(ORDER, SPANISH_40, PIEZAS)


def build(options: Options, players: int) -> Rules:
    rest = Term.LEADER_REST
    return Rules(
        pack=SPANISH_40,
        ranking=RANKING,
        tricks=trick_rules(options),
        truco=Truco(rungs=ladder("truco 3, retruco 6, vale-nueve 9, vale-juego game")),
        envido=OpenEnvido(  # envido 2, "quiero y envido" 4, and any raise afterwards
            most=options.number("target"),
            opens_with_size=False,
            all_in_code="falta-envido",
            all_in=Stake(term=rest),
            window=Window(),
        ),
        flor=Flor(per_card=False, resto=Stake(term=rest, per_flor=3)),  # only the best flor is paid
        match=match_rules(options, "partida", halves=True),
        deal=DealRules(turned="vira"),
        covered_cards=True,  # the carta pasada, lower than every other card
    )


PRESET = Preset(
    name="venezolano",
    title="Truco venezolano",
    region=N_("Venezuela"),
    source="VE",
    players=(4, 2),
    options=shared_options(target=24),
    build=build,
    parent="argentino",
)
