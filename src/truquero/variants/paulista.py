"""Truco paulista, after the Brazilian rules of S004."""

from __future__ import annotations

from dataclasses import replace

from truquero.cards import SPANISH_40, pack
from truquero.i18n import N_
from truquero.rules.game import Dealing, DealRules, LastHand, Rules
from truquero.rules.lances import Truco, ladder
from truquero.rules.options import Options, choice, switch
from truquero.rules.ranking import Manilhas, ranking
from truquero.rules.trick_rules import AllTied, Dark
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S004: the order is 3, 2, ás, rei, valete, dama, 7, 6, 5, 4. Rank 10 is the dama, 11 the valete, 12 the rei.
# The four manilhas, of the rank after the vira's, beat them: zap (paus), copas, espadilha, pica-fumo (ouros).
SUJO = SPANISH_40
LIMPO = pack((10, 11, 12, 1, 2, 3))
RANKINGS = {
    "40": ranking(
        "3 > 2 > 1 > 12 > 11 > 10 > 7 > 6 > 5 > 4", SUJO, Manilhas((4, 5, 6, 7, 10, 11, 12, 1, 2, 3), "bceo")
    ),
    "24": ranking("3 > 2 > 1 > 12 > 11 > 10", LIMPO, Manilhas((10, 11, 12, 1, 2, 3), "bceo")),
}
PACKS = {"40": SUJO, "24": LIMPO}

OPTIONS = (
    *shared_options(target=12, all_tied="none"),
    choice("deck", "40|24", "baralho sujo, or limpo without 4, 5, 6 and 7"),
    choice("tie_truco_value", "stake|3", "what a tied hand with truco pays the caller's rivals"),
    choice(
        "exposta_level",
        "hand|trick",
        "what a truco over an open card or in the dark decides: a tied hand, or the tied trick itself",
    ),
    choice("escuro_mode", "blind|no_rival_card", "what a truco in the dark is"),
    choice("truco_mao11", "forbid|penalty", "truco in a mão de 11 is refused, or loses three"),
    switch("mao_ferro_cega", "off|on", "at 11-11 the players do not see their own cards"),
    switch("raise_limit", "on|off", "a side that wins by accepting may not raise"),
    switch("covered_cards", "off|on", "from the second trick a card may be played face down"),
    switch("blind_calls", "off|on", "players may call before looking at their cards"),
)


def build(options: Options, players: int) -> Rules:
    # S004 Empates: three ties pay nobody. After a truco they pay the caller's rivals.
    nobody = options["all_tied"] == "none"
    tricks = replace(
        trick_rules(options),
        all_tied=AllTied.CALLER_LOSES if nobody else AllTied.MANO,
        all_tied_pays=3 if options["tie_truco_value"] == "3" else 0,
        dark=Dark(options["escuro_mode"]),
        caller_decides_tied_trick=options["exposta_level"] == "trick",
    )
    return Rules(
        pack=PACKS[options["deck"]],
        ranking=RANKINGS[options["deck"]],
        tricks=tricks,
        # S004 Desenrolar do jogo: a side with nine points may not answer with seis, unless the scores are equal.
        truco=Truco(rungs=ladder("truco 3, seis 6, nove 9, doze 12"), raise_limit=options.on("raise_limit")),
        match=match_rules(options, "queda"),
        last_hand=_mao_de_onze(options),
        deal=DealRules(turned="vira", manner=Dealing.AS_THE_DEALER_LIKES),
        french_names=True,
        blind_calls=options.on("blind_calls"),
        covered_cards=options.on("covered_cards"),
    )


def _mao_de_onze(options: Options) -> LastHand:
    """Return the rules of S004 Mão de 11 and Mão de ferro."""
    return LastHand(
        at=options.number("target") - 1,
        played=3,
        declined=1,
        see_partner=True,
        may_show=True,
        truco_costs=3 if options["truco_mao11"] == "penalty" else 0,
        iron_blind=options.on("mao_ferro_cega"),
    )


PRESET = Preset(
    name="paulista",
    title="Truco paulista",
    region=N_("São Paulo, Brazil"),
    source="S004",
    players=(4, 2, 6),
    options=OPTIONS,
    build=build,
)
