"""Write a bot as a Python class, and measure it against a built-in bot: `python examples/scripts/python_bot.py`.

Every deal is played twice with the same cards and the seats exchanged, so that the luck of the cards cancels out.
"""

from __future__ import annotations

import argparse

from truquero import Bot, Rules, View, make_bot, rules_of
from truquero.bots.contest import ContestGame, Duel, GameRunner

GOOD_ENVIDO = 27


class Cauteloso(Bot):
    """Bets only with good cards, and takes tricks as cheaply as possible."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def choose(self, view: View) -> str:
        """Return one of `view.moves`."""
        if "quiero" in view.moves:
            return "quiero" if self.has_good_cards(view) or "no-quiero" not in view.moves else "no-quiero"
        if "envido" in view.moves and self.envido_points(view) >= GOOD_ENVIDO:
            return "envido"
        strengths = self.rules.ranking.strengths(view.turned)
        cards = sorted((card for card in view.cards if card and card in view.moves), key=strengths.__getitem__)
        if not cards:
            return view.moves[0]
        # With two players an odd number of cards on the table means that the rival leads this trick.
        led = view.table[-1].card if len(view.table) % 2 else None
        return next((card for card in cards if led and strengths[card] > strengths[led]), cards[0])

    def has_good_cards(self, view: View) -> bool:
        """Return whether a card in hand beats four fifths of the pack."""
        strengths = self.rules.ranking.strengths(view.turned)
        best = max((strengths[card] for card in view.cards if card), default=0)
        return sum(strength < best for strength in strengths.values()) >= 0.8 * len(strengths)

    def envido_points(self, view: View) -> int:
        """Return what the cards count in the envido."""
        return view.points(self.rules, "envido") or 0


def maker(name: str, rules: Rules, seat: int, seed: str) -> Bot:
    """Return a new bot for a seat: a Cauteloso, or the built-in bot of that name."""
    return Cauteloso(rules) if name == "cauteloso" else make_bot(name, rules, seat, seed)


def measure(rules: Rules, first: str, second: str, deals: int) -> Duel:
    """Play single deals at 0-0 between two bots, each deal in every seating."""
    play = GameRunner(rules, "feria", maker)
    results = [play(ContestGame(first, second, False, number)) for number in range(deals)]
    return Duel(first, second, tuple(results), ())


def whole_number(text: str) -> int:
    """Return the value of `--deals`. An interval needs at least two deals."""
    number = int(text)
    if number < 2:
        raise argparse.ArgumentTypeError(f"{number}: play at least 2 deals")
    return number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=whole_number, default=100)
    parser.add_argument("--rival", default="aprendiz", help="a built-in bot, or exec:COMMAND")
    arguments = parser.parse_args()
    lead = measure(rules_of("argentino", 2), "cauteloso", arguments.rival, arguments.deals).points
    print(f"{lead.value:+.2f} points per hand, between {lead.low:+.2f} and {lead.high:+.2f}, in {lead.clusters} deals")


if __name__ == "__main__":
    main()
