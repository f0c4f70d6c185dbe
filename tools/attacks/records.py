"""Records of any length that are legal and make whoever replays them work as hard as possible, each in another way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from truquero import Match, rules_of
from truquero.notation import record

WHOLE_GAME = ("falta-envido", "contraflor-al-resto", "al-resto", "envido-pata", "perros")  # they would end it early


def played(letters: int, variant: str, players: int, **options: str) -> str:
    """A match of random play, as somebody would keep it, until it is long enough or over."""
    rules, chance = rules_of(variant, players, **options), Random(1)
    match, length = Match(rules, seed="long"), 0
    while length < letters and match.deal():
        while match.turn:
            seat = chance.choice(list(match.turn))
            moves = [move for move in match.turn[seat] if move not in WHOLE_GAME]
            match.play(seat, chance.choice(_bets(moves) or moves))
        length += sum(10 * len(hand.moves) + 15 * len(hand.cards) for hand in match.log[-1].hands)
    return str(record(match))


def _bets(moves: Sequence[str]) -> list[str]:
    """Where bets have sizes, the smallest or a refusal: so that a match is long."""
    sized = [move for move in moves if move.startswith(("envido-", "mas-"))]
    return [*sized[:1], *(move for move in moves if move == "no-quiero")] if sized else []


def _repeated(head: str, part: Callable[[int], str], letters: int) -> str:
    """As many numbered parts as fit."""

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
    """One hand in which partners make a seña after another."""
    return _repeated("variant argentino\nplayers 4\ndeal 4\n", lambda _number: "1 sena-as-de-espadas\n", letters)


def unknown_cards(letters: int) -> str:
    """Hands of which no card is told, given up at once, in a match that is too long to end."""
    head = "variant valenciano\nplayers 2\noptions target=1000 camas=100\n"
    return _repeated(head, lambda number: f"deal {1 + number % 2}\n{2 - number % 2} mazo\n", letters)


def unknown_bets(letters: int) -> str:
    """Hands of which no card is told, with bets that depend on them."""
    head = "variant belmez\nplayers 2\noptions target=1000\n"

    def hand(number: int) -> str:
        dealer, mano = 1 + number % 2, 2 - number % 2
        return f"deal {dealer}\n{mano} envido\n{dealer} no-quiero\n{mano} truco\n{dealer} no-quiero\n"

    return _repeated(head, hand, letters)


def awards(letters: int) -> str:
    """Hands, and then many assertions about the last one."""
    half = unknown_cards(letters // 2)
    return _repeated(half, lambda _number: "== truco A 1\n", letters)


def scores(letters: int) -> str:
    """Nothing but assertions of a score."""
    return _repeated("variant argentino\n", lambda _number: "= 0-0\n", letters)


KINDS: dict[str, Callable[[int], str]] = {
    "unknown cards": unknown_cards,
    "unknown cards and bets": unknown_bets,
    "señas": signs,
    "a match of two": lambda letters: played(letters, "argentino", 2, target="1000"),
    "a match of six": lambda letters: played(letters, "argentino", 6, target="1000"),
    "open-ended bets": lambda letters: played(letters, "belmez", 4, target="1000", patas="5"),
    "awards": awards,
    "scores": scores,
}
