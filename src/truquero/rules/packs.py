"""How many cards a deal takes from the pack."""

from __future__ import annotations

from truquero.rules.game import Pairing, Rules
from truquero.rules.hand import CARDS_IN_HAND

_CORTAOS = 3  # S003 Reglamento: three duels a deal, the mano in two of them
_DUELISTS = 2


def cards_needed(rules: Rules, hands: int, packets: int) -> int:
    """For a deal of so many hands with so many packets of three: the gallo's fourth card, the turned one, and one a
    hand for an exchange included."""
    return CARDS_IN_HAND * packets + (rules.gallo is not None) + bool(rules.deal.turned) + hands


def most_cards_needed(rules: Rules) -> int:
    """What the largest deal of these rules takes."""
    together = cards_needed(rules, 1, rules.players)
    if rules.duels is None:
        return together
    pairs = duels_in_a_deal(rules.duels.pairing, rules.players)
    return max(together, cards_needed(rules, pairs, _DUELISTS * pairs))


def duels_in_a_deal(pairing: Pairing, players: int) -> int:
    """How many hands of one against one a deal makes."""
    return _CORTAOS if pairing in (Pairing.CORTAOS_A, Pairing.CORTAOS_B) else players // _DUELISTS
