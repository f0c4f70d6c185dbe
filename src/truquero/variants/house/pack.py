"""House rules on the cards: another pack, and the order of its cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from truquero.cards import CARDS, RANKS, Card, CardError
from truquero.i18n import _
from truquero.rules.deal_size import most_cards_needed
from truquero.rules.game import Rules
from truquero.rules.options import OptionError
from truquero.rules.ranking import Manilhas, Ranking, TurnedPiezas, ranking
from truquero.variants.house.text import HouseText

KEYS = ("cards", "without", "ranking")
_SUITS = 4
_RANK = re.compile("[0-9]{1,2}")


@dataclass(frozen=True)
class Pack:
    """The pack of the house.

    The order of its cards is the house's own, or the parent's order without the removed cards.
    """

    cards: tuple[Card, ...]
    usual: Ranking
    is_own_order: bool

    def dealt_in(self, rules: Rules) -> Rules:
        """Return the rules with this pack.

        An option may still choose among the parent's orders, if they fit the pack. Raise OptionError if the pack is too
        small for the players.
        """
        fitting = None if self.is_own_order else _fitted(rules.ranking, self.cards)
        changed = replace(rules, pack=self.cards, ranking=fitting or self.usual)
        needed = most_cards_needed(changed)
        if needed > len(self.cards):
            message = _(
                "{players} players need {needed} cards and the pack has {cards}: add cards or name fewer players"
            )
            raise OptionError(message.format(players=rules.players, needed=needed, cards=len(self.cards)))
        return changed


def read_pack(house: HouseText, usual: Rules) -> Pack | None:
    """Return the pack of the table [pack], validated against the rules without it, or None."""
    table = house.get(dict, "pack")
    if table is None:
        return None
    house.only(KEYS, "pack")
    if not table:
        raise house.error(_("[pack] is empty; it may contain {known}").format(known=", ".join(KEYS)), "pack")
    cards = _cards(house, usual.pack)
    order = _ranking(house, usual.ranking, cards)
    _check_turned(house, order.turned, cards)
    _check_piezas(house, usual, cards)
    return Pack(cards, order, house.get(str, "pack", "ranking") is not None)


def deciding_key(house: HouseText) -> str:
    """Return the key of [pack] that determines the cards; errors point to it."""
    return next((key for key in KEYS if house.get(str, "pack", key) is not None), KEYS[0])


# ------------------------------------------------------------------------------------------------------------ cards


def _cards(house: HouseText, usual: tuple[Card, ...]) -> tuple[Card, ...]:
    cards_text, removed_text = house.get(str, "pack", "cards"), house.get(str, "pack", "without")
    if cards_text is not None and removed_text is not None:
        raise house.error(_("write pack.cards or pack.without, not both"), "pack", "without")
    if cards_text is not None:
        chosen = set(_named(house, cards_text, tuple(CARDS.values()), "cards"))
    elif removed_text is not None:
        chosen = set(usual) - set(_named(house, removed_text, usual, "without"))
    else:
        chosen = set(usual)
    return tuple(card for card in CARDS.values() if card in chosen)


def _named(house: HouseText, text: str, pack: tuple[Card, ...], key: str) -> list[Card]:
    """Return the cards named in a text. A bare rank stands for all its suits."""
    cards: list[Card] = []
    for word in text.split():
        cards += _of_word(house, word, [card for card in pack if card not in cards], key)
    if not cards:
        message = _("pack.{key} is empty: write ranks or cards, such as 2 10 11 12b")
        raise house.error(message.format(key=key), "pack", key)
    return cards


def _of_word(house: HouseText, word: str, remaining: Sequence[Card], key: str) -> list[Card]:
    """Return the remaining cards of a rank, or a single card. Raise an error if none remains."""
    if _RANK.fullmatch(word):
        if int(word) not in RANKS:
            raise house.error(_("{word} is not a rank: ranks are 1 to 12").format(word=word), "pack", key)
        cards = [card for card in remaining if card.rank == int(word)]
    else:
        try:
            cards = [card for card in (Card(word),) if card in remaining]
        except CardError as error:
            raise house.error(str(error), "pack", key) from error
    if not cards:
        message = _("{word} is not in the pack, or is named twice")
        raise house.error(message.format(word=word), "pack", key)
    return cards


# ------------------------------------------------------------------------------------------------------------ order


def _ranking(house: HouseText, usual: Ranking, cards: tuple[Card, ...]) -> Ranking:
    text = house.get(str, "pack", "ranking")
    if text is None:
        fitted = _fitted(usual, cards)
        if fitted is None:
            ranked = {card for tier in usual.tiers for card in tier}
            unranked = " ".join(card for card in cards if card not in ranked)
            message = _("the usual order has no place for {cards}: write a ranking, such as 3 > 2 > 1 > 12 = 11")
            raise house.error(message.format(cards=unranked), "pack", "cards")
        return fitted
    remaining = list(cards)
    for word in text.replace("=", ">").split(">"):
        if not word.strip():
            raise house.error(_("a card is missing from the ranking: write 1e > 1b > 3 > 6 = 5"), "pack", "ranking")
        ranked_cards = _of_word(house, word.strip(), remaining, "ranking")
        remaining = [card for card in remaining if card not in ranked_cards]
    if remaining:
        message = _("the ranking leaves out {cards}")
        raise house.error(message.format(cards=" ".join(remaining)), "pack", "ranking")
    own = ranking(text, cards)
    if isinstance(usual.turned, Manilhas):
        return replace(own, turned=replace(usual.turned, order=_cycle(house, own, usual.turned)))
    return replace(own, turned=usual.turned)


def _cycle(house: HouseText, own: Ranking, turned: Manilhas) -> tuple[int, ...]:
    """Return the ranks from the lowest to the highest. The manilha has the rank after that of the turned card."""
    ranks = [{card.rank for card in tier} for tier in reversed(own.tiers)]
    if any(len(tier) != 1 for tier in ranks) or len(set.union(*ranks)) != len(ranks):
        message = _("the manilha is the rank above the turned card, so each rank stands alone: 3 > 2 > 1 > 12 > 11")
        raise house.error(message, "pack", "ranking")
    return tuple(rank for tier in ranks for rank in tier)


def _fitted(usual: Ranking, cards: Iterable[Card]) -> Ranking | None:
    """Return the order without the cards that are not in the pack, or None if it lacks a card of the pack."""
    pack = set(cards)
    tiers = tuple(tier for tier in (tuple(card for card in tier if card in pack) for tier in usual.tiers) if tier)
    if sum(map(len, tiers)) != len(pack):
        return None
    turned = usual.turned
    if isinstance(turned, Manilhas):
        ranks = {card.rank for card in pack}
        turned = replace(turned, order=tuple(rank for rank in turned.order if rank in ranks))
    return Ranking(tiers, turned)


# -------------------------------------------------------------------------------------- other rules that name cards


def _check_turned(house: HouseText, turned: Manilhas | TurnedPiezas | None, cards: tuple[Card, ...]) -> None:
    """Check that the pack contains every card that a turned card can make high."""
    if turned is None:
        return
    ranks = (
        turned.order if isinstance(turned, Manilhas) else (*(rank for rank, _worth in turned.worth), turned.substitute)
    )
    for rank in ranks:
        if sum(card.rank == rank for card in cards) != _SUITS:
            message = _("the turned card may make any {rank} high, so all four must be in the pack")
            raise house.error(message.format(rank=rank), "pack", deciding_key(house))


def _check_piezas(house: HouseText, usual: Rules, cards: tuple[Card, ...]) -> None:
    missing = [card for card in _cards_that_count(usual) if card not in cards]
    if missing:
        message = _("the piezas of this variant must stay in the pack: {cards}")
        raise house.error(message.format(cards=" ".join(missing)), "pack", deciding_key(house))


def _cards_that_count(rules: Rules) -> Iterator[Card]:
    piezas = {pieza for pieza, _worth in rules.points.piezas}.union(*rules.points.reservas)
    return (card for card in CARDS.values() if card in piezas)
