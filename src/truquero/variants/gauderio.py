"""Truco gaudério or cego of southern Brazil: S004 Variações, completed with Argentine rules (GA-1 to GA-7)."""

from __future__ import annotations

from dataclasses import replace

from truquero.cards import SPANISH_40
from truquero.i18n import N_
from truquero.rules.game import Claims, Duels, MatchRules, Pairing, Rules
from truquero.rules.lances import Flor, Window
from truquero.rules.options import Options, choice, switch
from truquero.rules.ranking import ranking
from truquero.rules.stakes import Stake, Term, malas
from truquero.variants.platense import ORDER, TRUCO, envido
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S004 Variações: "jogado com o baralho espanhol".
RANKING = ranking(ORDER, SPANISH_40)

OPTIONS = (
    *shared_options(target=24),  # S004 Variações: 24 points in two voltas of 12; 18 points for two players
    choice("voltas", "cumulative|reset", "two voltas in one score, or two games of half the points"),
    switch("envido_first", "on|off", "the envido may be called over a pending truco"),
    choice("falta_mode", "leader|volta", "a falta is what the leader lacks of the game, or of the volta"),
    switch("flor", "on|off", "whether the flor is played"),
    choice("envido_limits", "customary|literal", "envido twice and real envido once, or raises without limit"),
)


def build(options: Options, players: int) -> Rules:
    flor, match = options.on("flor"), _partida(options)
    to_the_volta = options["falta_mode"] == "volta" and match.halves  # a separate volta is the game itself
    return Rules(
        pack=SPANISH_40,
        ranking=RANKING,
        tricks=trick_rules(options),
        truco=TRUCO,
        envido=envido(
            Term.LEADER_HALF if to_the_volta else Term.LEADER_REST,
            customary=options["envido_limits"] == "customary",
            window=Window(before_truco=options.on("envido_first")),
        ),
        flor=Flor(resto=Stake(term=Term.LEADER_REST, per_flor=3)) if flor else None,
        match=match,
        duels=_testa(match) if players == 6 else None,
        claims=Claims() if flor else None,
    )


def _partida(options: Options) -> MatchRules:
    """Return the match (GA-1): one score of two voltas, or two voltas that are separate games from zero."""
    if options["voltas"] == "cumulative":
        return match_rules(options, "partida", halves=True)
    volta = match_rules(options, "volta", games_to_win=2)
    return replace(volta, target=malas(volta.target))


def _testa(match: MatchRules) -> Duels:
    """Return the duels of six players: every second deal is played de testa, each against the player in front."""
    return Duels(pairing=Pairing.FACING, name="testa", alternate=True, until_points=match.target)


PRESET = Preset(
    name="gauderio",
    title="Truco gaudério",
    region=N_("Rio Grande do Sul, Brazil"),
    source="S004 Variações",
    players=(4, 2, 6),
    options=OPTIONS,
    build=build,
    parent="argentino",
    defaults={2: {"target": "18"}},
)
