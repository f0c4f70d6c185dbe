"""Legal records of any length that are as expensive to replay as possible, each for a different reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from truquero import Match, rules_of
from truquero.cards import HIDDEN
from truquero.engine.flor import FLOR_WORDS
from truquero.records import record
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table import UnknownCards
from truquero.table.hand_opening import begin_deal, begin_hand

WHOLE_GAME = ("falta-envido", "contraflor-al-resto", "al-resto", "envido-pata", "perros")  # bets that end a game early


def played(letters: int, variant: str, players: int, **options: str) -> str:
    """Return the record of a match of random play, which ends when it is long enough or the match is over."""
    rules, chance = rules_of(variant, players, **options), Random(1)
    match, length = Match(rules, seed="long"), 0
    while length < letters and match.deal():
        while match.turn:
            seat = chance.choice(list(match.turn))
            moves = [move for move in match.turn[seat] if move not in WHOLE_GAME]
            match.play(seat, chance.choice(_bets(moves) or moves))
        length += sum(10 * len(hand.moves) + 15 * len(hand.cards) for hand in match.log[-1].hands)
    return str(record(match))


def played_unseen(letters: int, variant: str, players: int, **options: str) -> str:
    """Return the record of a match of random play in which no card is known before it is played.

    The record ends when it is long enough or the match is over.
    """
    match, chance, length = Match(rules_of(variant, players, **options), seed="long"), Random(1), 0
    while length < letters and not match.over:
        trial = match.copy()
        try:
            _play_unseen(trial, chance)
        except UnknownCards:  # the result of these bets depends on hidden cards: play the deal differently
            continue
        match = trial
        length += sum(10 * len(hand.moves) for hand in match.log[-1].hands)
    return str(record(match))


def _play_unseen(match: Match, chance: Random) -> None:
    """Play one deal with hidden cards.

    All seats are silent: a replay treats every seat with unknown cards and no sung flor in this way.
    """
    lineups = begin_deal(match, match.deals.next_dealer())
    turned = chance.choice(match.rules.pack) if match.rules.deal.turned else None
    for lineup in lineups:
        if match.deals.next_in_deal() is None:  # earlier duels have ended the match or the round
            return
        sizes = {seat: CARDS_IN_HAND + (seat == lineup.gallo) for seat in lineup.seats}
        cards = {seat: [HIDDEN] * size for seat, size in sizes.items()}
        begin_hand(match, cards, turned, silent=frozenset(lineup.seats))
        while match.turn:
            seat = chance.choice(list(match.turn))
            moves = [move for move in match.turn[seat] if move not in WHOLE_GAME and move not in FLOR_WORDS]
            match.play(seat, chance.choice(_bets(moves) or moves))


def _bets(moves: Sequence[str]) -> list[str]:
    """Return the smallest sized bet and a refusal, so that the match is long; nothing if bets have no sizes here."""
    sized = [move for move in moves if move.startswith(("envido-", "mas-"))]
    return [*sized[:1], *(move for move in moves if move == "no-quiero")] if sized else []


def _repeated(head: str, part: Callable[[int], str], letters: int) -> str:
    """Return the head and as many numbered parts as fit into `letters` characters."""

    def parts() -> Iterator[str]:
        length, number = len(head), 0
        while True:
            text = part(number)
            length += len(text)
            if length > letters:
                return
            yield text
            number += 1

    return head + "".join(parts())


def signs(letters: int) -> str:
    """Return a record of one hand with one seña after another."""
    return _repeated("variant argentino\nplayers 4\ndeal 4\n", lambda _number: "1 sena-as-de-espadas\n", letters)


def unknown_cards(letters: int) -> str:
    """Return a record of hands with unknown cards that end at once, in a match that is too long to finish."""
    head = "variant valenciano\nplayers 2\noptions target=1000 camas=100\n"
    return _repeated(head, lambda number: f"deal {1 + number % 2}\n{2 - number % 2} mazo\n", letters)


def unknown_bets(letters: int) -> str:
    """Return a record of hands with unknown cards, and bets that depend on these cards."""
    head = "variant belmez\nplayers 2\noptions target=1000\n"

    def hand(number: int) -> str:
        dealer, mano = 1 + number % 2, 2 - number % 2
        return f"deal {dealer}\n{mano} envido\n{dealer} no-quiero\n{mano} truco\n{dealer} no-quiero\n"

    return _repeated(head, hand, letters)


def unknown_sizes(letters: int) -> str:
    """Return a record of hands with unknown cards, a sized bet and a played card.

    The player who bets may hold no flor, so the table has to compute which cards remain possible.
    """
    head = "variant belmez\nplayers 2\noptions target=1000 patas=5\n"

    def hand(number: int) -> str:
        dealer, mano = 1 + number % 2, 2 - number % 2
        if number % 1001 >= 998:  # at 998-998 no side may bet four points; after three such hands a side has 1000
            return f"deal {dealer}\n{mano} mazo\n"
        return f"deal {dealer}\n{mano} envido-4 ; {dealer} no-quiero ; {mano} 3b ; {dealer} mazo\n"

    return _repeated(head, hand, letters)


def awards(letters: int) -> str:
    """Return a record of hands, followed by many assertions about the last hand."""
    half = unknown_cards(letters // 2)
    return _repeated(half, lambda _number: "== truco A 1\n", letters)


def scores(letters: int) -> str:
    """Return a record that consists of assertions of a score."""
    return _repeated("variant argentino\n", lambda _number: "= 0-0\n", letters)


KINDS: dict[str, Callable[[int], str]] = {
    "unknown cards": unknown_cards,
    "unknown cards and bets": unknown_bets,
    "unknown cards and sizes of bets": unknown_sizes,
    "unknown cards of four": lambda letters: played_unseen(letters, "belmez", 4, target="1000", patas="5"),
    "unknown cards of six": lambda letters: played_unseen(letters, "quesada", 6, target="1000", patas="5"),
    "unknown cards and a muestra": lambda letters: played_unseen(letters, "uruguayo", 6, target="1000"),
    "señas": signs,
    "a match of two": lambda letters: played(letters, "argentino", 2, target="1000"),
    "a match of six": lambda letters: played(letters, "argentino", 6, target="1000"),
    "open-ended bets": lambda letters: played(letters, "belmez", 4, target="1000", patas="5"),
    "awards": awards,
    "scores": scores,
}
