"""Truco uruguayo, after the comparison of S003 III.a, completed from the usual rules (UY-1 to UY-9)."""

from __future__ import annotations

from truquero.cards import SPANISH_40
from truquero.i18n import N_
from truquero.rules.game import DealRules, Duels, Pairing, Rules
from truquero.rules.lances import Flor
from truquero.rules.options import Options, choice, switch
from truquero.rules.ranking import TurnedPiezas, ranking
from truquero.rules.stakes import Stake, Term, malas
from truquero.variants.platense import ORDER, TRUCO, envido
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S003 III.a: 2, 4, 5, caballo (perico) and sota (perica) of the muestra's suit, worth 30, 29, 28, 27, 27. If the
# muestra is itself one of them, the king of its suit (the alcahuete) takes its place.
PIEZAS = TurnedPiezas(((2, 10), (4, 9), (5, 8), (11, 7), (10, 7)), substitute=12)
RANKING = ranking(ORDER, SPANISH_40, PIEZAS)

OPTIONS = (
    *shared_options(target=40, ties="MANO-TRICK"),  # S003 III.a: the mano wins a tied trick
    choice("chicos", "3|1", "best of how many chicos"),
    choice("falta_mode", "leader|malas_win_buenas_leader", "what a falta envido is worth"),
    switch("flor", "on|off", "whether the flor is played"),
    switch("perros", "off|on", "the mano may, before looking, challenge to everything at once"),
)
FALTA = {"leader": Term.LEADER_REST, "malas_win_buenas_leader": Term.MALAS_GAME_ELSE_REST}


def build(options: Options, players: int) -> Rules:
    return Rules(
        pack=SPANISH_40,
        ranking=RANKING,
        tricks=trick_rules(options),
        truco=TRUCO,
        envido=envido(FALTA[options["falta_mode"]], customary=True),
        flor=_flor() if options.on("flor") else None,
        # S003 III.a: three chicos of 40 points.
        match=match_rules(options, "chico", games_to_win=2 if options["chicos"] == "3" else 1, halves=True),
        deal=DealRules(turned="muestra"),
        duels=_pico_a_pico(options) if players == 6 else None,
        perros=options.on("perros"),
    )


def _flor() -> Flor:
    """Return the flor rules.

    Each flor pays 3. A contraflor pays 3 for every flor, refused 4. Al resto pays what the leader lacks, refused 4, or
    6 over a contraflor.
    """
    return Flor(
        forced=True,
        voids_accepted_envido=True,  # UY-6
        winner_paid_per_own=True,
        achico=3,
        contraflor_refused=4,
        resto=Stake(term=Term.LEADER_REST),
        resto_refused=4,
        resto_over_contraflor_refused=6,
    )


def _pico_a_pico(options: Options) -> Duels:
    """Return the duels of six players: every second deal is three duels, while both sides are in malas."""
    until = malas(options.number("target"))
    return Duels(pairing=Pairing.FACING, name="pico a pico", alternate=True, until_points=until)


PRESET = Preset(
    name="uruguayo",
    title="Truco uruguayo",
    region=N_("Uruguay"),
    source="S003 III.a",
    players=(4, 2, 6),
    options=OPTIONS,
    build=build,
    country="UY",
    parent="argentino",
)
