"""Trucardo, after its own rules of play (S001)."""

from __future__ import annotations

from dataclasses import replace

from truquero.cards import SPANISH_40
from truquero.rules.game import Rules
from truquero.rules.lances import Call, FixedEnvido, Flor
from truquero.rules.options import Options, choice, number, switch
from truquero.rules.ranking import ranking
from truquero.rules.stakes import GAME, Stake, Term
from truquero.variants.platense import ORDER, TRUCO
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S001 Jerarquía de cartas, and the alternative, which is the reverse order.
TRADITIONAL = ranking(ORDER, SPANISH_40)
RANKINGS = {"tradicional": TRADITIONAL, "inversa": replace(TRADITIONAL, tiers=TRADITIONAL.tiers[::-1])}

OPTIONS = (
    choice("target", "30|15", "points of a game"),
    *(option for option in shared_options(target=30) if option.name != "target"),
    switch("flor", "on|off", "whether the flor is played"),
    switch("flor_forced", "on|off", "a flor must be sung before anything else"),
    choice("ranking", "tradicional|inversa", "the order of the cards, or that order reversed"),
    number("max_replies", 2, "how many replies an envido may have", least=0),
    choice(
        "falta_mode", "loser|leader", "a falta envido is what the loser lacks of its half, or the leader of the game"
    ),
    switch("contraflor_raise", "off|on", "a contraflor may be answered with contraflor al resto"),
)


def build(options: Options, players: int) -> Rules:
    halves = options["target"] == "30"  # S001: a game to 15 has no malas and buenas
    match = match_rules(options, "partida", halves=halves)
    return Rules(
        pack=SPANISH_40,
        ranking=RANKINGS[options["ranking"]],
        tricks=trick_rules(options),
        truco=TRUCO,  # S001 Truco
        envido=_envido(options, halves),
        flor=_flor(options) if options.on("flor") else None,
        match=replace(match, winner_shows=False),  # S001 Envido: points are said "sin necesidad de enseñar sus cartas"
    )


def _envido(options: Options, halves: bool) -> FixedEnvido:
    """Return the envido of S001: 2, 3 or the falta, as a first bet or as a reply. Two replies are the default limit."""
    loser = Term.LOSER_HALF if halves else Term.LOSER_REST
    return FixedEnvido(
        calls=(Call("envido", 2), Call("real-envido", 3)),
        falta=Stake(term=loser if options["falta_mode"] == "loser" else Term.LEADER_REST),
        longest_chain=1 + options.number("max_replies"),
    )


def _flor(options: Options) -> Flor:
    """Return the flor of S001: 3; me achico 4; contraflor 6, refused 4; al resto the game, refused 4."""
    return Flor(
        forced=options.on("flor_forced"),
        voids_accepted_envido=options.on("flor_forced"),
        rival_may_sing=False,
        achico=4,
        contraflor=Stake(6),
        contraflor_refused=4,
        resto=GAME,
        resto_refused=4,
        resto_over_contraflor=options.on("contraflor_raise"),
    )


PRESET = Preset(
    name="trucardo",
    title="Trucardo",
    region="",  # S001 names none
    source="S001",
    players=(2, 4),
    options=OPTIONS,
    build=build,
    parent="argentino",
)
