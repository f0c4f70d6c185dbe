"""Truco of Bélmez de la Moraleda (Jaén), after the Reglamento of F. J. Fuentes Pereira (S003)."""

from __future__ import annotations

from dataclasses import replace

from truquero.cards import card, pack
from truquero.rules.game import DealRules, Duels, Exposed, Pairing, Rules
from truquero.rules.lances import Flor, FlorStyle, OpenEnvido, Truco, Window, ladder
from truquero.rules.options import Options, choice, switch
from truquero.rules.points import Points
from truquero.rules.ranking import ranking
from truquero.rules.stakes import GAME
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S003 Reglamento: 1 to 7 of each suit, the gallo (rey de bastos), the caballo de bastos and the sota de oros: 31.
PACK = pack((1, 2, 3, 4, 5, 6, 7), extra="12b 11b 10o")

# S003 Tabla II, with the two sevens it leaves out (BE-2).
RANKING = ranking("5o > 12b > 11b > 10o > 1e > 1b > 7e > 7o > 3 > 2 > 1 > 7 > 6 > 5 > 4", PACK)

# S003 Tabla I: the piezas link with every card.
PIEZAS = ((card("5o"), 11), (card("12b"), 10), (card("11b"), 9), (card("10o"), 8))
RESERVA = frozenset({card("5o"), card("12b")})

LADDERS = {  # BE-3: only the first step is printed
    "3-6-9-pata": "truco 3, retruco 6, vale-nueve 9, pata game",
    "3-6-pata": "truco 3, retruco 6, pata game",
}
LAST_POINTS = 10  # S003 Reglamento: the redondo is for the last ten points of a pata

OPTIONS = (
    *shared_options(target=40, ties="LAST"),
    choice("patas", "5|3", "best of how many patas"),
    choice(
        "cortaos_pairing", "B|A", "who meets whom in the cortaos: as in the commented hands, or as in the Reglamento"
    ),
    choice("truco_ladder", "3-6-9-pata|3-6-pata", "what the calls of the truco are worth"),
    choice("reserva_envite", "three|two", "the cards a reservá counts in the envite"),
    choice("resto_value", "pata|lack", "al resto plays for the pata, or for what the betting side lacks"),
    choice("redondo_switch", "deal|now", "the redondo starts with the next deal, or drops the cortaos left"),
    switch("envido_first", "on|off", "the envite may be called over a pending truco"),
    switch("envite_after_own_card", "off|on", "the envite may be called after laying a card"),
    switch("flor_per_card", "on|off", "every flor of the winning side pays, or only one"),
    switch("envite_cumulative", "on|off", "a raise adds to the bet, or replaces it"),
    switch("blind_calls", "off|on", "one may call before looking at one's cards (de cerrao)"),
)


def build(options: Options, players: int) -> Rules:
    target = options.number("target")
    return Rules(
        pack=PACK,
        ranking=RANKING,
        points=Points(PIEZAS, (RESERVA,), reserva_counts_three=options["reserva_envite"] == "three"),
        tricks=trick_rules(options),
        truco=Truco(rungs=ladder(LADDERS[options["truco_ladder"]]), until_last_card=True, accept_lack=True),
        envido=_envite(options, target),
        flor=_flor(options),
        match=replace(
            match_rules(options, "pata", games_to_win=3 if options["patas"] == "5" else 2),
            settle_at_hand_end=True,
            values_declared=False,
        ),
        deal=DealRules(exposed=Exposed.RECEIVER_OR_ANOTHER),
        duels=_cortaillos(options, target) if players == 4 else None,
        captain_sees_partner=players == 4,
        blind_calls=options.on("blind_calls"),
    )


def _envite(options: Options, target: int) -> OpenEnvido:
    """S003 Envite: two points or any even number of them, raised without limit up to the pata."""
    return OpenEnvido(
        most=target,
        cumulative=options.on("envite_cumulative"),
        window=Window(
            after_own_card=options.on("envite_after_own_card"),
            before_truco=options.on("envido_first"),
            barred_to_flor=True,
        ),
    )


def _flor(options: Options) -> Flor:
    """S003 Flor: three points each; chica or al resto against another; the reservá may stay silent."""
    per_card = options.on("flor_per_card")
    return Flor(
        style=FlorStyle.CHICA,
        before_any_call=False,
        per_card=per_card,
        winner_paid_per_own=per_card,
        resto=GAME,
        resto_lack_of_caller=options["resto_value"] == "lack",
    )


def _cortaillos(options: Options, target: int) -> Duels:
    """S003 Reglamento: three duels a deal until a side has ten points to go."""
    return Duels(
        pairing=Pairing(options["cortaos_pairing"]),
        name="cortao",
        until_points=target - LAST_POINTS,
        drop_rest_at_end=options["redondo_switch"] == "now",
    )


PRESET = Preset(
    name="belmez",
    title="Truco de Bélmez",
    place="Bélmez de la Moraleda, Jaén",
    source="S003",
    players=(4, 2),
    options=OPTIONS,
    build=build,
)
