"""The moves that the rules of a table allow at all, whatever the cards and the score."""

from __future__ import annotations

from truquero.rules.game import Exposed, Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido, Flor, FlorStyle, OpenEnvido

# The codes of answers and of leaving are the same in all variants, whatever the local words are.
ACCEPT, REFUSE, ACCEPT_LACK, LEAVE = "quiero", "no-quiero", "mi-falta", "mazo"
KEEP, ANOTHER = "acepta-carta", "otra-carta"  # the choices about a card that fell face up in the deal


def move_codes(rules: Rules) -> frozenset[str]:
    """Return the codes of all moves except plain cards and señas, in the notation of voices.

    N stands for a number. `tapada` and `descarta` are followed by a card.
    """
    last = rules.last_hand
    blind = last is not None and last.iron_blind
    may_exchange = rules.deal.exposed is not Exposed.REDEAL
    declared = rules.declare_aloud and (rules.envido is not None or rules.flor is not None)
    optional_codes = {
        KEEP: may_exchange,
        ANOTHER: may_exchange,
        "pido-flor-N": rules.claims is not None,
        "descarta": rules.gallo is not None,
        "mira": rules.blind_calls or rules.perros,
        "perros": rules.perros,
        "tapada": rules.covered_cards,
        "mostrar": last is not None and last.may_show,
        "carta-N": blind,
        "tapada-N": blind and rules.covered_cards,
        "N": declared,
        "son-buenas": declared,
        ACCEPT_LACK: _accepts_less(rules),
    }
    return frozenset(
        {ACCEPT, REFUSE, LEAVE}
        | {rung.code for rung in rules.truco.rungs}
        | _envido(rules.envido)
        | _flor(rules.flor)
        | {code for code, exists in optional_codes.items() if exists}
    )


def _envido(rule: FixedEnvido | OpenEnvido | None) -> set[str]:
    if rule is None:
        return set()
    if isinstance(rule, OpenEnvido):
        return {"envido", "mas-N", rule.all_in_code} | ({"envido-N"} if rule.opens_with_size else set())
    accept = {rule.accept_word} if rule.accept_word else set()
    return {rule.falta_code, *(call.code for call in rule.calls)} | accept


def _flor(rule: Flor | None) -> set[str]:
    if rule is None:
        return set()
    if rule.style is FlorStyle.CHICA:
        return {"flor", "chica", "al-resto", "guena"}
    return {"flor", "contraflor", "contraflor-al-resto", "con-flor-me-achico"}


def numbers_named(hand: HandRules) -> set[str]:
    """Return the concrete codes for the codes with an N in a hand: sizes of bets, and points declared aloud."""
    rule = hand.envido
    codes = {str(value) for value in (*hand.envido_values, *hand.flor_values)}
    if isinstance(rule, OpenEnvido):
        codes |= {f"mas-{size}" for size in envido_sizes(rule)}
        codes |= {f"envido-{size}" for size in envido_sizes(rule) if rule.opens_with_size and size > rule.unit}
    return codes


def envido_sizes(rule: OpenEnvido) -> range:
    """Return the numbered bets of an open-ended envido: every even number up to the points of a game."""
    return range(2, rule.most + 1, 2)


def _accepts_less(rules: Rules) -> bool:
    """Return whether a bet may be accepted reduced to the points that the accepting side lacks."""
    of_envido = isinstance(rules.envido, OpenEnvido) and rules.envido.accept_lack
    of_flor = rules.flor is not None and rules.flor.style is FlorStyle.CHICA
    return rules.truco.accept_lack or of_envido or of_flor
