"""Truco mineiro, after the usual rules, with fixed manilhas and hands worth two points."""

from __future__ import annotations

from truquero.cards import SPANISH_40
from truquero.i18n import N_
from truquero.rules.game import LastHand, Rules
from truquero.rules.lances import Truco, ladder
from truquero.rules.options import Options, choice, switch
from truquero.rules.ranking import ranking
from truquero.rules.stakes import Stake
from truquero.rules.trick_rules import AllTied
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

# The manilhas are 4 of paus (zap), 7 of copas, ace of espadas (espadilha) and 7 of ouros; then follows the order of the
# paulista. Rank 10 is the dama, 11 the valete, 12 the rei.
RANKING = ranking("4b > 7c > 1e > 7o > 3 > 2 > 1 > 12 > 11 > 10 > 7 > 6 > 5 > 4", SPANISH_40)

OPTIONS = (
    *shared_options(target=12, all_tied="none"),
    choice("games", "1|2", "how many games of twelve win the match (the queda)"),
    switch("raise_limit", "on|off", "a side that wins by accepting may not raise"),
    switch("mao_ferro_cega", "on|off", "at 10-10 the players do not see their own cards"),
)
HAND = 2  # the value of a hand without a call


def build(options: Options, players: int) -> Rules:
    return Rules(
        pack=SPANISH_40,
        ranking=RANKING,
        tricks=trick_rules(options),
        truco=Truco(
            base=Stake(HAND),
            rungs=ladder("truco 4, seis 6, dez 10, doze 12"),
            raise_limit=options.on("raise_limit"),
        ),
        match=match_rules(options, "partida", games_to_win=options.number("games")),
        last_hand=_mao_de_dez(options),
        french_names=True,
    )


def _mao_de_dez(options: Options) -> LastHand:
    """Return the rules of the hand at ten: played for four, or declined for two points to the rivals.

    At 10-10 it is the mão de ferro.
    """
    tied = AllTied(options["all_tied"])
    return LastHand(
        at=options.number("target") - HAND,
        played=4,
        declined=HAND,
        see_partner=True,
        all_tied=tied,
        iron_all_tied=tied,
        iron_blind=options.on("mao_ferro_cega"),
    )


PRESET = Preset(
    name="mineiro",
    title="Truco mineiro",
    region=N_("Minas Gerais, Brazil"),
    source="MI",
    players=(4, 2, 6),
    options=OPTIONS,
    build=build,
    parent="paulista",
)
