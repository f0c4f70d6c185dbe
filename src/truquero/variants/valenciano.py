"""Truc of the País Valencià, after the comparison of S003 III.b."""

from __future__ import annotations

from truquero.cards import pack
from truquero.i18n import N_
from truquero.rules.game import MatchRules, Rules
from truquero.rules.lances import Call, FixedEnvido, Truco, Window, ladder
from truquero.rules.options import Options, choice, number, switch
from truquero.rules.ranking import ranking
from truquero.rules.stakes import Stake, Term
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S003 III.b: "negras" has 24 cards, without twos and figures. "blancas", the usual pack, has 22: it also lacks 1o
# (orot) and 1c (copot).
PACKS = {"22": pack((1, 3, 4, 5, 6, 7), without="1o 1c"), "24": pack((1, 3, 4, 5, 6, 7))}
RANKINGS = {
    "22": ranking("1e > 1b > 7e > 7o > 3 > 7 > 6 > 5 > 4", PACKS["22"]),
    "24": ranking("1e > 1b > 7e > 7o > 3 > 1 > 7 > 6 > 5 > 4", PACKS["24"]),
}
CAMA = 24

OPTIONS = (
    *shared_options(target=CAMA),
    choice(
        "deck", "22|24", "white cards (cartes blanques), or black cards (cartes negres) with the aces of coins and cups"
    ),
    choice("envit_mode", "torne|literal", "envit 2, torne 4; or 4 accepted and 2 refused"),
    choice("falta_mode", "malas_cama|cama|halves", "what the falta is worth"),
    choice("envit_who", "any|peus", "opening the envit: anyone, or only the last two"),
    switch("envit_show_card", "off|on", "the player who opens the envit plays a card before it is answered"),
    number("camas", 2, "how many cames win the match", most=100),
    choice("joc_fora", "cama|match", "what the last call of the truc plays for"),
    choice("cama_points", "24|18", "points of a cama; target can set another number"),
    switch("covered_cards", "off|on", "from the second trick a card may be played face down"),
)
FALTA = {"malas_cama": Term.MALAS_GAME_ELSE_REST, "cama": Term.WIN_GAME, "halves": Term.LEADER_HALF}


def build(options: Options, players: int) -> Rules:
    last = "game" if options["joc_fora"] == "cama" else "match"
    return Rules(
        pack=PACKS[options["deck"]],
        ranking=RANKINGS[options["deck"]],
        tricks=trick_rules(options),
        truco=Truco(rungs=ladder(f"truco 2, retruco 3, vale-cuatro 4, cama {last}")),
        envido=_envit(options),
        match=_partida(options),
        covered_cards=options.on("covered_cards"),
    )


def _partida(options: Options) -> MatchRules:
    """Return the match of S003 III.b: two cames of 24 pedres, 12 negres and 12 blanques."""
    return match_rules(options, "cama", "cames", games_to_win=options.number("camas"), halves=True)


def _envit(options: Options) -> FixedEnvido:
    """Return the envit of S003 III.b: envide 2, torne ("vuelvo") 4, la falta.

    VA-1: the literal reading has one call instead, worth 4 accepted and 2 refused.
    """
    torne = options["envit_mode"] == "torne"
    two_steps = (Call("envido", 2, at_most=1), Call("torne", 2, at_most=1, opens=False))
    return FixedEnvido(
        calls=two_steps if torne else (Call("envido", 4, at_most=1),),
        falta=Stake(term=FALTA[options["falta_mode"]]),
        first_refused=1 if torne else 2,
        accept_word="" if torne else "torne",
        ascending=True,
        window=Window(
            last_two_only=options["envit_who"] == "peus",
            caller_shows_card=options.on("envit_show_card"),
        ),
    )


PRESET = Preset(
    name="valenciano",
    title="Truc valencià",
    region=N_("País Valencià"),
    source="S003 III.b",
    players=(4, 2),
    options=OPTIONS,
    build=build,
    parent="argentino",
    aliases={"cama_points": "target"},
)
