"""Hints about the player's cards, on request: points, how many cards beat each card, and the chances."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.i18n import _
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.lances import lance_name
from truquero.speech.open_lances import open_lances
from truquero.table import TableError, View
from truquero.table.schedule import side_of

SAMPLES = 600  # deals: few enough not to keep the player waiting


def hint(rules: Rules, view: View) -> Iterator[str]:
    """Yield the hints that need no long calculation. Points are included as long as they can count."""
    can_count = open_lances(rules, view)
    for lance in ("flor", "envido"):
        value = view.points(rules, lance) if lance in can_count else None
        if value is not None:
            yield f"{lance_name(lance)}: {value}"
    hand = [card for card in view.cards if card is not None]
    if not hand:
        yield _("You do not see your cards.")
        return
    strengths = rules.ranking.strengths(view.turned)
    known_cards = view.known_cards
    unseen = [card for card in rules.pack if card not in known_cards]
    for card in hand:
        above = sum(strengths[unseen_card] > strengths[card] for unseen_card in unseen)
        equal = sum(strengths[unseen_card] == strengths[card] for unseen_card in unseen)
        text = _("{card}: of {unseen} unseen cards {above} beat it and {equal} tie with it")
        name = card.name(french=rules.french_names)
        yield text.format(card=name, unseen=len(unseen), above=above, equal=equal)


def chances(rules: Rules, view: View) -> Iterator[str]:
    """Yield the chances of winning the hand and the envido.

    The calculation takes a while. Yield nothing where it is not possible.
    """
    from truquero.analysis import equity  # imported late because it loads many modules

    dealt, played = view.dealt, [played_card.card for played_card in view.table]
    if len(dealt) != CARDS_IN_HAND or None in played or view.state is None or view.players == 3:
        return
    if view.state.stage == "over":
        return
    mine = side_of(view.seat)
    try:
        chances_of_hand = equity(
            rules,
            " ".join(dealt),
            place=view.seats.index(view.seat),
            score=(view.score[mine], view.score[1 - mine]),
            turned=view.turned or "",
            played=" ".join(played_card for played_card in played if played_card is not None),
            duel=view.hand_type == HandType.DUEL.value,
            samples=SAMPLES,
        )
    except (TableError, ValueError):
        return
    text = _("Truco, if all cards lay open and nothing had been said: {chance} of the hands are yours")
    yield text.format(chance=f"{float(chances_of_hand.truco.win):.0%}")
    if chances_of_hand.envido is not None and "envido" in open_lances(rules, view):
        yield _("Envido, if nothing had been said: {chance} that yours is good").format(
            chance=f"{float(chances_of_hand.envido.good):.0%}"
        )
