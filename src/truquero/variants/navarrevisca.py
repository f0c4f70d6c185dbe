"""Truco of Navarrevisca (Ávila), after its Reglamento of twelve articles (S002)."""

from __future__ import annotations

from truquero.cards import SPANISH_40
from truquero.i18n import N_
from truquero.rules.game import BothClose, LastHand, Rules
from truquero.rules.lances import Truco, ladder
from truquero.rules.options import Options, choice, switch
from truquero.rules.ranking import ranking
from truquero.rules.trick_rules import Ties
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# S002 Señas 2-12 give the order down to the kings. The remaining cards are "maleza" (NV-1).
TOP = "5o > 11b > 10o > 1e > 1b > 7e > 7o > 3 > 2 > 1 > 12"
RANKINGS = {
    "off": ranking(f"{TOP} > 11 > 10 > 7 > 6 > 5 > 4", SPANISH_40),
    "on": ranking(f"{TOP} > 11 = 10 = 7 = 6 = 5 = 4", SPANISH_40),
}

OPTIONS = (
    *shared_options(target=30),
    switch("maleza_equal", "off|on", "all cards below the kings are equal"),
    choice("both_29", "played|mano_decides", "both sides one short: the hand is played, or the mano's side decides"),
)


def build(options: Options, players: int) -> Rules:
    return Rules(
        pack=SPANISH_40,
        ranking=RANKINGS[options["maleza_equal"]],
        tricks=trick_rules(options),  # S002 §8, §10
        truco=Truco(rungs=ladder("truco 3, retruco 6")),  # S002 §3-§6
        match=match_rules(options, "partida"),  # S002 §3: thirty chinas
        last_hand=_arriba_o_abajo(options),
        past_tricks_covered=True,  # S002 §9
    )


def _arriba_o_abajo(options: Options) -> LastHand:
    """Return the rules of the hand at 29 (S002 §7, §8).

    Arriba plays for three, abajo gives one point to the rivals. Of equal cards the first one laid wins.
    """
    return LastHand(
        at=options.number("target") - 1,
        played=3,
        declined=1,
        both=BothClose.MANO_DECIDES if options["both_29"] == "mano_decides" else BothClose.IRON,
        ties=Ties.FIRST_PLAYED,
    )


PRESET = Preset(
    name="navarrevisca",
    title="Truco de Navarrevisca",
    region=N_("Navarrevisca, Ávila"),
    source="S002",
    players=(4, 2, 6),
    options=OPTIONS,
    build=build,
    parent="asturiano",
)
