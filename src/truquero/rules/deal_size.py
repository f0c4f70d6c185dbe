"""The number of cards that a deal takes from the pack."""

from __future__ import annotations

from truquero.rules.game import Pairing, Rules
from truquero.rules.hand_rules import CARDS_IN_HAND

_CORTAOS = 3  # S003 Reglamento: three duels per deal, two of them with the mano
_DUELISTS = 2


def cards_needed(rules: Rules, hands: int, packets: int) -> int:
    """Return how many cards a deal of so many hands takes, with so many packets of three cards.

    The number includes the fourth card of the gallo, the turned card, and a card per hand for an exchange.
    """
    return CARDS_IN_HAND * packets + (rules.gallo is not None) + bool(rules.deal.turned) + hands


def most_cards_needed(rules: Rules) -> int:
    """Return how many cards the largest deal of these rules takes."""
    together = cards_needed(rules, 1, rules.players)
    if rules.duels is None:
        return together
    pairs = duels_in_a_deal(rules.duels.pairing, rules.players)
    return max(together, cards_needed(rules, pairs, _DUELISTS * pairs))


def duels_in_a_deal(pairing: Pairing, players: int) -> int:
    """Return how many one-against-one hands a deal makes."""
    return _CORTAOS if pairing in (Pairing.CORTAOS_A, Pairing.CORTAOS_B) else players // _DUELISTS
