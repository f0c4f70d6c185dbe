"""Truco argentino, after the Reglamento de Truco of juegosdesalon.com (S000)."""

from __future__ import annotations

from truquero.cards import SPANISH_40
from truquero.i18n import N_
from truquero.rules.game import Claims, DealRules, Duels, Exposed, Gallo, Pairing, Rules
from truquero.rules.lances import Flor
from truquero.rules.options import Options, choice, switch
from truquero.rules.ranking import ranking
from truquero.rules.stakes import Stake, Term
from truquero.variants.platense import ORDER, TRUCO, envido
from truquero.variants.preset import Preset, match_rules, shared_options, trick_rules

RANKING = ranking(ORDER, SPANISH_40)  # S000 §5, §9

OPTIONS = (
    *shared_options(target=30),
    choice("chicos", "3|1", "best of how many chicos"),
    switch("flor", "on|off", "whether the flor is played"),
    switch("flor_forced", "off|on", "a flor must be sung before anything else"),
    switch("pedir_flor", "on|off", "a silent flor may be challenged after the hand"),
    choice("pedir_flor_fail", "3|4", "what a wrong challenge pays"),
    choice("flor_window", "own_card|first_trick", "until when a flor may be sung"),
    switch("flor_per_card", "on|off", "if only one side has flores, each pays, or only one"),
    choice("flor_achico", "3|4", "what con flor me achico pays"),
    choice("contraflor_refused", "3|4", "what a refused contraflor pays"),
    choice("resto_refused", "3|4", "what a refused contraflor al resto pays; after a contraflor always 6"),
    choice("resto_mode", "leader|win_game", "the resto is what the leader lacks, or the game"),
    choice("envido_limits", "literal|customary", "raises without limit, or envido twice and real envido once"),
    choice("falta_mode", "leader|win_game|malas_win_buenas_leader", "what a falta envido is worth"),
    choice("mazo_first_trick_bonus", "0|1", "points for the envido given up by leaving in the first trick"),
    choice("illegal_calls", "forbid|penalty", "false flores and interfering in another duel are refused, or punished"),
    choice("picapica_from", "0|5", "points from which six players play pica-pica"),
    choice("picapica_until", "25|15", "points at which it ends"),
    choice("picapica_8", "off|neighbours", "pica-pica with eight players"),
    switch("picapica_hidden", "off|on", "the score is hidden until the duels are over"),
    choice("gallo", "turno|fijo", "three players: the dealer is gallo, or always the same seat"),
    choice("gallo_seat", "1|2|3", "the seat of a fixed gallo"),
    choice("gallo_mano", "rotation|gallo", "leader with three players"),
    choice("exposed_card", "receiver|redeal", "a card dealt face up: the receiver chooses, or a new deal"),
)

# S000 §12 and §13: what the leader lacks to win or, at some tables, the whole game.
_SCORE_TERMS = {
    "leader": Term.LEADER_REST,
    "win_game": Term.WIN_GAME,
    "malas_win_buenas_leader": Term.MALAS_GAME_ELSE_REST,
}


def _flor(options: Options) -> Flor:
    """Return the flor rules of S000 §12."""
    return Flor(
        forced=options.on("flor_forced"),
        until_first_trick_ends=options["flor_window"] == "first_trick",
        per_card=options.on("flor_per_card"),
        achico=options.number("flor_achico"),
        contraflor_refused=options.number("contraflor_refused"),
        resto=Stake(term=_SCORE_TERMS[options["resto_mode"]], per_flor=3),
        resto_refused=options.number("resto_refused"),
        false_flor_penalty=3 if options["illegal_calls"] == "penalty" else 0,
    )


def _duels(options: Options, players: int) -> Duels | None:
    """Return the pica-pica of S000 §3, or None.

    Six players alternate redondo and pica-pica, in which falta and resto are worth 6. Eight players may do so by
    option.
    """
    if players != 6 and not (players == 8 and options["picapica_8"] == "neighbours"):
        return None
    return Duels(
        pairing=Pairing.FACING if players == 6 else Pairing.NEIGHBOURS,
        name="pica-pica",
        alternate=True,
        from_points=options.number("picapica_from"),
        until_points=options.number("picapica_until"),
        falta=Stake(6),
        resto_cap=6,
    )


def _gallo(options: Options) -> Gallo:
    """Return the gallo of S000 §3, who plays alone against two."""
    seat = options.number("gallo_seat") if options["gallo"] == "fijo" else None
    return Gallo(seat, is_mano=options["gallo_mano"] == "gallo")


def build(options: Options, players: int) -> Rules:
    flor = _flor(options) if options.on("flor") else None
    punished = options["illegal_calls"] == "penalty"
    return Rules(
        pack=SPANISH_40,
        ranking=RANKING,
        tricks=trick_rules(options),
        truco=TRUCO,
        envido=envido(_SCORE_TERMS[options["falta_mode"]], customary=options["envido_limits"] == "customary"),
        flor=flor,
        # S000 §2: a chico has 30 points. Two chicos win the match; at one each, the third decides.
        match=match_rules(options, "chico", games_to_win=2 if options["chicos"] == "3" else 1, halves=True),
        deal=DealRules(exposed=Exposed(options["exposed_card"])),
        duels=_duels(options, players),
        gallo=_gallo(options) if players == 3 else None,
        claims=Claims(3, options.number("pedir_flor_fail")) if flor and options.on("pedir_flor") else None,
        hide_score_in_duels=options.on("picapica_hidden"),
        intrusion_costs=4 if punished else 0,  # S000 §3
        mazo_bonus=options.number("mazo_first_trick_bonus"),
    )


PRESET = Preset(
    name="argentino",
    title="Truco argentino",
    region=N_("Argentina"),
    source="S000",
    players=(4, 2, 3, 6, 8),
    options=OPTIONS,
    build=build,
    country="AR",
)
