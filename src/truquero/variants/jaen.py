"""Rules shared by the trucos of Jaén: the piezas, the open-ended envite, the flor chica and the cortaos (S003)."""

from __future__ import annotations

from dataclasses import replace

from truquero.cards import Card
from truquero.rules.game import DealRules, Duels, Exposed, MatchRules, Pairing, Rules
from truquero.rules.lances import Flor, FlorStyle, OpenEnvido, Truco, Window, ladder
from truquero.rules.options import Options, RuleOption, choice, switch
from truquero.rules.points import Points
from truquero.rules.ranking import Ranking
from truquero.rules.stakes import GAME
from truquero.variants.preset import match_rules, trick_rules

LADDERS = {  # BE-3: the source gives only the first step
    "3-6-9-pata": "truco 3, retruco 6, vale-nueve 9, pata game",
    "3-6-pata": "truco 3, retruco 6, pata game",
}
LAST_POINTS = 10  # S003 Reglamento: all play together (redondo) for the last ten points of a pata

OPTIONS: tuple[RuleOption, ...] = (
    choice("patas", "5|3", "best of how many patas"),
    choice(
        "cortaos_pairing", "B|A", "the opponents in the cortaos: as in the commented hands, or as in the Reglamento"
    ),
    choice("truco_ladder", "3-6-9-pata|3-6-pata", "what the calls of the truco are worth"),
    choice("reserva_envite", "three|two", "the cards a reservá counts in the envite"),
    choice("resto_value", "pata|lack", "al resto plays for the pata, or for what the betting side lacks"),
    choice("redondo_switch", "deal|now", "the redondo starts with the next deal, or drops the cortaos left"),
    switch("envido_first", "on|off", "the envite may be called over a pending truco"),
    switch("envite_after_own_card", "off|on", "the envite may be called after playing a card"),
    switch("flor_per_card", "on|off", "every flor of the winning side pays, or only one"),
    switch("envite_cumulative", "on|off", "a raise adds to the bet, or replaces it"),
    switch("blind_calls", "off|on", "players may call before looking at their cards (de cerrao)"),
)


def rules(
    options: Options,
    pack: tuple[Card, ...],
    ranking: Ranking,
    piezas: tuple[tuple[Card, int], ...],
    reservas: tuple[frozenset[Card], ...],
    *,
    unit: int = 2,
    cortaos: bool,
    captain: bool,
) -> Rules:
    """Return the rules of the game with this pack.

    `unit` is the value of the plain envido. `cortaos` states whether a pata begins with duels, `captain` whether the
    captain sees the partner's cards.
    """
    return Rules(
        pack=pack,
        ranking=ranking,
        points=Points(piezas, reservas, reserva_counts_three=options["reserva_envite"] == "three"),
        tricks=trick_rules(options),
        truco=Truco(rungs=ladder(LADDERS[options["truco_ladder"]]), until_last_card=True, accept_lack=True),
        envido=_envite(options, unit),
        flor=_flor(options),
        match=_partida(options),
        deal=DealRules(exposed=Exposed.RECEIVER_OR_ANOTHER, knock_with_fist=True),
        duels=_cortaillos(options) if cortaos else None,
        captain_sees_partner=captain,
        blind_calls=options.on("blind_calls"),
    )


def _partida(options: Options) -> MatchRules:
    """Return the match of S003 Reglamento: best of five patas of malas and güenas.

    Points are written at the end of the hand.
    """
    match = match_rules(options, "pata", games_to_win=3 if options["patas"] == "5" else 2, halves=True)
    return replace(match, settle_at_hand_end=True, values_declared=False)


def _envite(options: Options, unit: int) -> OpenEnvido:
    """Return the envite of S003: two points or any even number, raised any number of times up to the pata."""
    return OpenEnvido(
        most=options.number("target"),
        unit=unit,
        accept_lack=True,
        cumulative=options.on("envite_cumulative"),
        window=Window(
            after_own_card=options.on("envite_after_own_card"),
            before_truco=options.on("envido_first"),
            barred_to_flor=True,
        ),
    )


def _flor(options: Options) -> Flor:
    """Return the flor of S003: three points each, and chica or al resto against another. A reservá may stay silent."""
    per_card = options.on("flor_per_card")
    return Flor(
        style=FlorStyle.CHICA,
        before_any_call=False,
        per_card=per_card,
        winner_paid_per_own=per_card,
        resto=GAME,
        resto_lack_of_caller=options["resto_value"] == "lack",
    )


def _cortaillos(options: Options) -> Duels:
    """Return the duels of S003 Reglamento: three in each deal, until a side has ten points to go."""
    return Duels(
        pairing=Pairing(options["cortaos_pairing"]),
        name="cortao",
        until_points=options.number("target") - LAST_POINTS,
        drop_rest_at_end=options["redondo_switch"] == "now",
    )
