"""No leaks: a seat's view does not depend on cards that the seat has not seen.

A random position is reached by random play. All cards that a seat has not seen are dealt again and the same moves are
replayed. If the new cards are consistent with everything that was said and paid, the view of that seat must be the
same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import VARIANTS, Card, Match, View
from truquero.cards import CARDS
from truquero.rules.game import HandType
from truquero.table import HandLog, TableError
from truquero.table.hand_opening import begin_deal, begin_hand

# Every variant with every number of players, and the house rules that hide or show cards.
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((preset.name, players, {}) for preset in VARIANTS.values() for players in sorted(preset.players)),
    ("argentino", 2, {"declare": "manual", "illegal_calls": "penalty"}),
    ("argentino", 3, {"gallo": "fijo"}),
    ("argentino", 4, {"flor": "off", "word": "any"}),
    ("argentino", 4, {"flor_forced": "on"}),
    ("argentino", 6, {"picapica_hidden": "on"}),
    ("paulista", 2, {"covered_cards": "on", "blind_calls": "on"}),
    ("paulista", 4, {"covered_cards": "on"}),
    ("paulista", 4, {"mao_ferro_cega": "on", "target": 2}),
    ("paulista", 4, {"target": 4}),
    ("belmez", 2, {"blind_calls": "on"}),
    ("belmez", 4, {"target": 12}),
    ("quesada", 4, {"deck": 40, "target": 12}),
    ("mineiro", 4, {"target": 4}),
    ("mineiro", 2, {"target": 4, "mao_ferro_cega": "off"}),
    ("navarrevisca", 4, {"target": 3}),
    ("uruguayo", 2, {"perros": "on"}),
    ("uruguayo", 4, {"perros": "on", "target": 12}),
    ("uruguayo", 6, {"declare": "manual"}),
    ("valenciano", 4, {"covered_cards": "on", "envit_show_card": "on"}),
]
POSITIONS = 20
DEALS_TRIED = 12
REFUSED_TRIED = 2  # deals of these for which refusals are compared too


def play_some(match: Match, chance: random.Random, moves: int) -> None:
    """Play at random and stop somewhere inside a hand."""
    count = 0
    while match.deal():
        while match.turn:
            if count >= moves:
                return
            match.play(*chance.choice(match.moves()))
            count += 1


def seen_by(match: Match, seat: int) -> set[Card]:
    """Return the cards that a seat knows, collected from the table and not from its view."""
    hand, log = match.hand, match.log[-1].hands[-1]
    assert hand is not None
    cards = {laid.card for laid in hand.laid if not laid.face_down or laid.seat == seat}
    cards |= {card for event in match.events for card in event.cards}
    for holder in hand.seats:
        if holder == seat and not is_blind(match, seat):
            cards |= {card for card in log.cards[seat] if card is not None}
        if holder != seat and shows_partner(match, seat, holder):
            cards |= set(hand.held(holder))
    if match.turned is not None:
        cards.add(match.turned)
    return cards.union(*(seen_in_duel(match, earlier, seat) for earlier in match.log[-1].hands[:-1]))


def seen_in_duel(match: Match, log: HandLog, seat: int) -> set[Card]:
    """Return the cards that a seat knows from an earlier duel of the same deal: the open cards, its own, and the cards
    that proved an envido or a flor."""
    cards = {CARDS[move] for _seat, move in log.moves if move in CARDS}
    may_be_blind = match.rules.options.get("blind_calls") == "on"
    if not may_be_blind or (seat, "mira") in log.moves:
        cards |= {card for card in log.cards.get(seat, ()) if card is not None}
    if match.rules.match.winner_shows:
        winners = {award.winner for award in log.awards} | {player for player, move in log.moves if move == "flor"}
        cards |= {card for player in winners for card in log.cards.get(player or 0, ()) if card is not None}
    return cards


def is_blind(match: Match, seat: int) -> bool:
    """Return whether a seat does not see its own cards. This is a player who may call blind and has not looked (S003 De
    cerrao), a mano who may still call los perros (UY-7), or everyone in a blind mão de ferro (S004)."""
    hand, options = match.hand, match.rules.options
    assert hand is not None
    if match.hand_type is HandType.IRON:
        return options.get("mao_ferro_cega") == "on"
    looked = any(move == (seat, "mira") for move in match.log[-1].hands[-1].moves)
    may_be_blind = options.get("blind_calls") == "on" or (options.get("perros") == "on" and seat == hand.seats[0])
    return may_be_blind and not looked


# Players who see a partner's cards: at 11 (S004 Mão de 11) or at 10, and the captains of Jaén in the redondo (S003).
CLOSE_SEE = {"paulista": 1, "mineiro": 2}  # points needed to win
CAPTAINS_SEE = ("belmez", "quesada")


def shows_partner(match: Match, seat: int, holder: int) -> bool:
    variant = match.rules.variant
    if (seat - holder) % 2 or match.players == 3:
        return False
    if variant in CLOSE_SEE:
        close = score_before(match)[(seat - 1) % 2] >= match.rules.match.target - CLOSE_SEE[variant]
        return close and match.log[-1].hands[-1].hand_type is HandType.DECIDED
    return variant in CAPTAINS_SEE and match.hand_type is HandType.ROUND and seat in (1, 2)


def score_before(match: Match) -> tuple[int, ...]:
    """Return the score when the last hand was dealt."""
    gained = [0, 0]
    for award in match.log[-1].hands[-1].awards:
        gained[award.side] += award.points
    return tuple(points - more for points, more in zip(match.score, gained, strict=True))


def redealt(match: Match, seen: set[Card], chance: random.Random) -> dict[int, tuple[Card, ...]]:
    """Return the last hand with every unseen card replaced by another that nobody has shown or held in this deal."""
    *before, log = match.log[-1].hands
    held = {card for hand in before for cards in hand.cards.values() for card in cards}
    unseen = [card for card in match.rules.pack if card not in seen | held]
    chance.shuffle(unseen)
    return {
        seat: tuple(card if card in seen else unseen.pop() for card in cards if card is not None)
        for seat, cards in log.cards.items()
    }


def translated(move: str, seat: int, old: HandLog, new: dict[int, tuple[Card, ...]]) -> str:
    """Return the same move with the new cards: a card laid face down or discarded is replaced by position."""
    kind, dash, name = move.partition("-")
    if dash and kind in ("tapada", "descarta"):
        return f"{kind}-{new[seat][old.cards[seat].index(name)]}"
    if isinstance(move, Card):
        return new[seat][old.cards[seat].index(move)]
    return move


def before_last(match: Match) -> Match:
    """Return a replay of the match up to the deal of its last hand."""
    again = Match(match.rules, seed=match.seed, dealer=match.log[0].dealer)
    hands = [(deal, hand) for deal in match.log for hand in deal.hands]
    for deal, hand in hands:
        if hand is deal.hands[0]:
            begin_deal(again, deal.dealer)
        if hand is not hands[-1][1]:
            begin_hand(again, hand.cards, hand.turned)
            for seat, move in hand.moves:
                again.play(seat, move)
    return again


def replayed(match: Match, before: Match, cards: dict[int, tuple[Card, ...]]) -> Match | None:
    """Return a replay with other cards in the last hand, or None if they do not match the events."""
    again, log = before.copy(), match.log[-1].hands[-1]
    begin_hand(again, cards, log.turned)
    for seat, move in log.moves:
        try:
            again.play(seat, translated(move, seat, log, cards))
        except TableError:
            return None
    return again if happened(again) == happened(match) else None


def happened(match: Match) -> tuple[object, ...]:
    """Return the public results of the last hand."""
    log = match.log[-1].hands[-1]
    awards = [(award.lance, award.side, award.points, award.why, award.winner) for award in log.awards]
    revealed = [event for event in match.events if event.kind in ("show", "declare")]
    return awards, log.tricks, revealed, match.score, match.games, match.hand and match.hand.state


def dealt_anew(match: Match, seat: int, chance: random.Random, tries: int) -> Iterator[Match]:
    """Yield matches that differ from this match only in cards that a seat has not seen."""
    seen, before = seen_by(match, seat), before_last(match)
    for _ in range(tries):
        anew = replayed(match, before, redealt(match, seen, chance))
        if anew is not None:
            yield anew


def alike(
    variant: str, players: int, options: dict[str, Any], positions: int, deals: int
) -> Iterator[tuple[Match, Match, int]]:
    """Yield pairs of matches that differ only in cards that a seat has not seen, with the seat; several per
    position."""
    chance = random.Random(f"{variant}{players}{options}")
    for number in range(positions):
        match = Match(variant, players, seed=number, **options)
        play_some(match, chance, chance.randrange(1, 40))
        seat = chance.randint(1, players)
        for anew in dealt_anew(match, seat, chance, deals):
            yield match, anew, seat


ODD = (
    "x",
    "truco",
    "envido",
    "flor",
    "quiero",
    "mazo",
    "chica",
    "guena",
    "33",
    "carta-1",
    "carta-3",
    "carta-9",
    "tapada-1",
)


def refusals(match: Match, seat: int) -> dict[str, str]:
    """Return the error messages that a seat gets for moves that it may not make."""
    view, messages = match.view(seat), dict[str, str]()
    hand = match.hand
    if hand is None or seat not in hand.seats:
        return {}
    lays = any(move in CARDS or "-" in move for move in view.moves)
    for move in ODD:
        if move not in view.moves and not (lays and move.startswith(("carta-", "tapada-"))):
            with pytest.raises(TableError) as refused:
                match.play(seat, move)
            messages[move] = str(refused.value)
    return messages


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_views_and_refusals_depend_on_no_unseen_card(variant: str, players: int, options: dict[str, Any]) -> None:
    """A view contains no card that its seat has not seen. The view and the refusals do not depend on unseen cards."""
    chance = random.Random(f"{variant}{players}{options}")
    compared = 0
    for number in range(POSITIONS):
        match = Match(variant, players, seed=number, **options)
        play_some(match, chance, chance.randrange(1, 40))
        for seat in range(1, players + 1):
            assert cards_in(match.view(seat)) <= seen_by(match, seat)
        seat = chance.randint(1, players)
        view, refused = match.view(seat), refusals(match, seat)
        for count, anew in enumerate(dealt_anew(match, seat, chance, DEALS_TRIED)):
            assert anew.view(seat) == view
            if count < REFUSED_TRIED:
                assert refusals(anew, seat) == refused
            compared += 1
    assert compared >= POSITIONS


def test_a_refusal_reveals_no_reserva() -> None:
    """S003 Flor: the refusal names the seats that must answer, not the seats that could sing a reservá."""
    held = {1: "2o 10o 4o", 2: "1e 1c 5b", 3: "1b 7o 4e", 5: "4c 7b 6e", 6: "5c 3c 2c"}
    messages = set()
    for four in ("5o 7e 11o", "5o 7e 3b"):
        match = play(hand_of("quesada", {**held, 4: four}), "1 flor", "6 flor")
        messages.add(refusals(match, 6)["x"])
    assert len(messages) == 1


@pytest.mark.parametrize("move", ["carta-1", "carta-9", "x"])
def test_a_refusal_reveals_no_card_of_a_blind_hand(move: str) -> None:
    """S004 Mão de ferro: not even the player's own cards."""
    match = Match("mineiro", 2, seed="ferro", score=(10, 10))
    match.deal()
    assert match.hand is not None
    for seat in (1, 2):
        assert set(match.view(seat).cards) == {None}
        held = match.hand.held(seat)
        if move != "carta-1" or seat not in match.turn:
            with pytest.raises(TableError) as refused:
                match.play(seat, move)
            assert not any(card in str(refused.value) for card in held)


def cards_in(value: object) -> set[Card]:
    """Return every card that is named anywhere inside a view, including inside move names."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, View):
        return set().union(*(cards_in(getattr(value, name)) for name in value.__dataclass_fields__))
    if hasattr(value, "__dataclass_fields__"):
        return set().union(*(cards_in(getattr(value, name)) for name in value.__dataclass_fields__))
    if isinstance(value, str):
        tail = value.rpartition("-")[2]
        return {CARDS[tail]} if "-" in value and tail in CARDS else set()
    if isinstance(value, list | tuple | set | frozenset):
        return set().union(*(cards_in(element) for element in value)) if value else set()
    return set()
