"""The sections on the cards of a variant: the contents of the pack, the order of the cards, and their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import assert_never

from truquero.cards import CARDS, SUITS, Card
from truquero.i18n import _, n_
from truquero.rulebook.card_and_move_names import Names, alternatives, listed
from truquero.rulebook.document import (
    Block,
    BookSection,
    CardRow,
    CardRows,
    Paragraph,
    RuleStatement,
    RuleTable,
    section,
)
from truquero.rules.game import Rules
from truquero.rules.lances import plays_envido
from truquero.rules.points import LINKED, Points
from truquero.rules.ranking import Manilhas, TurnedPiezas

ABOVE = " > "
SPANISH_48 = range(1, 13)
EIGHT_AND_NINE = {8, 9}
FIRST_FIGURE = 10


def pack_section(rules: Rules, names: Names) -> BookSection:
    return section("pack", _("The pack"), _pack(rules, names))


def ranking_section(rules: Rules, names: Names) -> BookSection:
    return section("ranking", _("The order of the cards"), _ranking(rules, names))


def values_section(rules: Rules, names: Names) -> BookSection:
    return section("values", _("What the cards count"), _values(rules, names))


# ------------------------------------------------------------------------------------------------------------- pack


def _pack(rules: Rules, names: Names) -> Iterator[Block]:
    size = len(rules.pack)
    yield RuleStatement(
        _("Cards"), n_("{n} card: {cards}.", "{n} cards: {cards}.", size).format(n=size, cards=contents(rules, names))
    )
    yield RuleStatement(_("The pack it is made from"), _removed_cards(rules, names))
    suits = listed(_suit(names, suit) for suit in SUITS)
    yield Paragraph(
        _("The suits are {suits}. A card is written with its number and a letter, such as {example}.").format(
            suits=suits, example=f"`{names.code(rules.pack[0])}`"
        )
    )
    yield from _figures(rules, names)


def _figures(rules: Rules, names: Names) -> Iterator[Block]:
    """Yield the figures with both their names, where the book's language and the game's language differ."""
    named_ranks = [rank for rank in sorted({card.rank for card in rules.pack}) if names.local_rank(rank)]
    if named_ranks:
        names_of_ranks = listed(
            f"{names.rank_name(rank)} ({names.local_rank(rank)}, {names.rank(rank)})" for rank in named_ranks
        )
        yield Paragraph(_("Cards with a name are {cards}.").format(cards=names_of_ranks))


def _suit(names: Names, suit: str) -> str:
    """Return a suit with its name in the game's own language, its letter and its sign."""
    local, sign = names.local_suit(suit), _sign(names, suit)
    return f"{names.suit(suit)} ({local}, {sign})" if local else f"{names.suit(suit)} ({sign})"


def _sign(names: Names, suit: str) -> str:
    face = names.face(CARDS[f"1{suit}"])
    return f"{face.code[-1]} {face.sign}"


def contents(rules: Rules, names: Names) -> str:
    """Return the contents of the pack in short: `1-7 and 10-12 of each suit, and 12b`."""
    pack = set(rules.pack)
    whole = [rank for rank in SPANISH_48 if _of_rank(rank) <= pack]
    single = [card for card in rules.pack if card.rank not in whole]
    if not single:
        return _("{ranks} of each suit").format(ranks=_spans(whole, names))
    if not whole:
        return names.codes(single)
    return _("{ranks} of each suit, and {cards}").format(ranks=_spans(whole, names), cards=names.codes(single))


def _of_rank(rank: int) -> set[Card]:
    return {CARDS[f"{rank}{suit}"] for suit in SUITS}


def _spans(ranks: Iterable[int], names: Names) -> str:
    """Return the ranks in one line, with consecutive ranks as ranges."""
    spans: list[list[int]] = []
    for rank in ranks:
        if spans and spans[-1][-1] == rank - 1:
            spans[-1].append(rank)
        else:
            spans.append([rank])
    parts = []
    for span in spans:
        figures = [rank for rank in span if names.rank(rank) != str(rank)]
        numbers = [rank for rank in span if rank not in figures]
        parts += [names.rank(rank) for rank in figures if rank < 10]
        if len(numbers) > 2:
            parts.append(f"{numbers[0]}–{numbers[-1]}")
        else:
            parts += [str(rank) for rank in numbers]
        parts += [names.rank(rank) for rank in figures if rank >= 10]
    return ", ".join(parts)


def _removed_cards(rules: Rules, names: Names) -> str:
    """Return the sentence on the cards to remove from a standard pack."""
    pack = set(rules.pack)
    with_eights = any(card.rank in EIGHT_AND_NINE for card in pack)
    base = [card for card in CARDS.values() if with_eights or card.rank not in EIGHT_AND_NINE]
    ranks = [rank for rank in SPANISH_48 if _of_rank(rank) <= set(base) and not _of_rank(rank) & pack]
    single = [card for card in base if card not in pack and card.rank not in ranks]
    removed = ", ".join(part for part in (_spans(ranks, names), names.codes(single)) if part)
    if rules.french_names:
        if removed:
            without = _("The French pack without the eights, nines, tens and jokers, and without {cards}.")
            return without.format(cards=removed)
        return _("The French pack without the eights, nines, tens and jokers.")
    if removed:
        return _("The Spanish pack of {n} without {cards}.").format(n=len(base), cards=removed)
    return _("The whole Spanish pack of {n}.").format(n=len(base))


# ---------------------------------------------------------------------------------------------------------- ranking


def order_of(rules: Rules, turned: Card | None) -> list[list[Card]]:
    """Return the cards of the pack from the highest to the lowest, in groups of equal cards."""
    strengths = rules.ranking.strengths(turned)
    heights = sorted({strengths[card] for card in rules.pack}, reverse=True)
    return [[card for card in rules.pack if strengths[card] == height] for height in heights]


def lowest(rules: Rules) -> Card:
    """Return a card of the lowest tier, for use in examples."""
    return order_of(rules, example_turned(rules))[-1][-1]


def order_in_line(rules: Rules, names: Names, turned: Card | None = None) -> str:
    """Return the order of the cards in one line."""
    return ABOVE.join(names.tier(tier) for tier in order_of(rules, turned))


def example_turned(rules: Rules) -> Card | None:
    """Return a card to turn up in examples, or None. It is not a pieza itself, if the pack allows that."""
    turned_rule = rules.ranking.turned
    if turned_rule is None:
        return None
    special = {rank for rank, _worth in turned_rule.worth} if isinstance(turned_rule, TurnedPiezas) else set()
    plain = [card for card in rules.pack if card.rank not in special] or rules.pack
    return next((card for card in reversed(plain) if card.rank < FIRST_FIGURE), plain[0])


def _ranking(rules: Rules, names: Names) -> Iterator[Block]:
    yield RuleStatement(_("Order"), f"{order_in_line(rules, names)}.", shown=False)
    turned = example_turned(rules)
    turned_rule = rules.ranking.turned
    match turned_rule:
        case None:
            yield Paragraph(_("The highest card first; cards in one row are equal."))
        case Manilhas():
            yield from _manilhas(rules, names, turned_rule)
        case TurnedPiezas():
            yield from _turned_piezas(rules, names, turned_rule)
        case _:
            assert_never(turned_rule)
    if turned is not None:
        yield Paragraph(
            _("With {card} turned the order is this, the highest card first; cards in one row are equal.").format(
                card=f"`{names.code(turned)}`"
            )
        )
    yield card_rows(rules, names, turned)


def card_rows(rules: Rules, names: Names, turned: Card | None) -> CardRows:
    """Return the order of the cards as rows to draw."""
    roles = roles_of_cards(rules, turned)
    tiers = order_of(rules, turned)
    return CardRows(
        tuple(CardRow(tuple(map(names.face, tier)), names.caption(tier, roles.get(tier[0], ""))) for tier in tiers)
    )


def roles_of_cards(rules: Rules, turned: Card | None) -> dict[Card, str]:
    """Return the roles that the turned card gives to other cards, in the notation of voices.

    `mb` is the manilha of bastos, `2m` a pieza: the two of the turned suit.
    """
    turned_rule = rules.ranking.turned
    if turned_rule is None or turned is None:
        return {}
    tops = [tier[0] for tier in turned_rule.above(turned)]
    return {card: f"m{card.suit}" if isinstance(turned_rule, Manilhas) else f"{card.rank}m" for card in tops}


def _manilhas(rules: Rules, names: Names, manilhas: Manilhas) -> Iterator[Block]:
    turned = rules.deal.turned
    yield RuleStatement(
        _("Manilhas"),
        _(
            "The four cards of the rank that follows the {turned} beat all others. The ranks follow in this "
            "order, and after the last comes the first: {ranks}. Among the manilhas {suits}."
        ).format(
            turned=turned,
            ranks=" ".join(map(names.rank, manilhas.order)),
            suits=ABOVE.join(
                f"{names.suit(suit)}{_own(names, f'm{suit}', names.suit(suit))}" for suit in manilhas.suits
            ),
        ),
    )


def _own(names: Names, key: str, usual: str = "") -> str:
    """Return the table's names for a card in brackets, without the name `usual` that was just printed."""
    own = ", ".join(name for name in names.local_names(key) if name != usual)
    return f" ({own})" if own else ""


def _turned_piezas(rules: Rules, names: Names, piezas: TurnedPiezas) -> Iterator[Block]:
    ranks = ABOVE.join(f"{names.rank(rank)}{_own(names, f'{rank}m')}" for rank, _worth in piezas.worth)
    yield RuleStatement(
        _("Piezas"),
        _("These cards of the suit of the {turned} are piezas and beat all others: {ranks}.").format(
            turned=rules.deal.turned, ranks=ranks
        ),
    )
    yield RuleStatement(
        _("Substitute"),
        _("If the {turned} is itself one of them, the {rank} of its suit takes its place and its value.").format(
            turned=rules.deal.turned, rank=f"{names.rank(piezas.substitute)}{_own(names, 'turned-king')}"
        ),
    )
    suit = rules.pack[-1].suit
    highest, substitute = CARDS[f"{piezas.worth[0][0]}{suit}"], CARDS[f"{piezas.substitute}{suit}"]
    if {highest, substitute} <= set(rules.pack):
        example = _("With {card} turned, {substitute} is the highest card.")
        yield Paragraph(example.format(card=f"`{names.code(highest)}`", substitute=f"`{names.code(substitute)}`"))


# ----------------------------------------------------------------------------------------------------------- values


def _values(rules: Rules, names: Names) -> Iterator[Block]:
    turned = example_turned(rules)
    points = rules.points_for(turned)
    yield Paragraph(_singly(rules, points))
    yield Paragraph(
        _(
            "Two cards of one suit are worth {linked} and both numbers; three of different suits the highest number "
            "alone."
        ).format(linked=LINKED)
    )
    if rules.flor is not None:
        yield Paragraph(
            _("Three cards of one suit are a flor, worth {linked} and all three numbers.").format(linked=LINKED)
        )
    else:
        yield Paragraph(_("Of three cards of one suit the best two count."))
    if points.piezas:
        yield RuleStatement(_("Piezas in the count"), _piezas_count(rules, names))
        yield Paragraph(_("A pieza counts with every card, as if it were of the same suit."))
        if rules.flor is not None:
            yield Paragraph(_("So a pieza with two cards of one suit is a flor, and so are two piezas with any card."))
    yield from _reservas(rules, names)
    yield Paragraph(
        _("Some hands, with {card} turned:").format(card=f"`{names.code(turned)}`")
        if turned is not None and points.piezas
        else _("Some hands:")
    )
    yield _examples(rules, names, points, turned)


def _singly(rules: Rules, points: Points) -> str:
    """Return the sentence on the value of one card.

    It mentions figures only if the pack has figures that are not piezas.
    """
    piezas = {card for card, _worth in points.piezas}
    if any(card.rank >= FIRST_FIGURE and card not in piezas for card in rules.pack):
        return _("A card counts its number, the figures nothing.")
    return _("A card counts its number.")


def _piezas_count(rules: Rules, names: Names) -> str:
    turned_rule = rules.ranking.turned
    if isinstance(turned_rule, TurnedPiezas):
        counts = [(names.rank(rank), worth) for rank, worth in turned_rule.worth]
    else:
        counts = [(names.code(card), worth) for card, worth in rules.points.piezas]
    text = _("{card} counts {n} ({linked} with the twenty)")
    return ", ".join(text.format(card=card, n=worth, linked=LINKED + worth) for card, worth in counts) + "."


def _reservas(rules: Rules, names: Names) -> Iterator[Block]:
    points = rules.points
    if not points.reservas:
        return
    pairs = [names.codes(sorted(pair, key=rules.pack.index)) for pair in points.reservas]
    sentence = _("A flor with {pairs} is a reservá: it need not be sung, and may play the envido.")
    yield RuleStatement(_("Reservá"), sentence.format(pairs=alternatives(pairs)))
    three = _("In the envido a reservá counts all its three cards.")
    two = _("In the envido a reservá counts its best two cards.")
    yield RuleStatement(_("Reservá in the envido"), three if points.reserva_counts_three else two)


def _examples(rules: Rules, names: Names, points: Points, turned: Card | None) -> RuleTable:
    """Return a table of the best hand of each kind, with values computed by the rules."""
    cards = tuple(card for card in rules.pack if card != turned)
    rows = tuple(_example(rules, names, points, hand) for hand in _best_hands(points, cards))
    return RuleTable((_("cards"), _("envido"), *((_("flor"),) if rules.flor is not None else ())), rows)


@lru_cache(maxsize=64)
def _best_hands(points: Points, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the most valuable hand of each kind. The piezas and suits of a hand define its kind."""
    best: dict[tuple[int, int, bool], tuple[int, tuple[Card, ...]]] = {}
    piezas = {card for card, _worth in points.piezas}
    for hand in combinations(cards, 3):
        plain = [card for card in hand if card not in piezas]
        kind = (len(piezas.intersection(hand)), len({card.suit for card in plain}), points.is_reserva(hand))
        value = max(points.envido(hand), points.flor(hand) or 0)
        if kind not in best or value > best[kind][0]:
            best[kind] = value, hand
    return tuple(best[kind][1] for kind in sorted(best, reverse=True))


def _example(rules: Rules, names: Names, points: Points, hand: tuple[Card, ...]) -> tuple[str, ...]:
    cards = names.codes(hand)
    takes_part = rules.envido is not None and plays_envido(rules.envido, rules.flor, points, hand)
    envido = str(points.envido(hand)) if takes_part else "–"
    if rules.flor is None:
        return cards, envido
    flor = points.flor(hand)
    return cards, envido, str(flor) if flor is not None else "–"
