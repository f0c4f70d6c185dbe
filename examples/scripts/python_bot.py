"""Write a bot as a Python class, and measure it against the bot aprendiz: `python examples/scripts/python_bot.py`.

Every deal is played twice with the same cards and the seats exchanged, so that the luck of the cards cancels out.
"""

from __future__ import annotations

import argparse

from truquero import Bot, Match, MatchRunner, Rules, View, make_bot, rules_of

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


def difference(rules: Rules, deals: int) -> float:
    """Return the points of a Cauteloso minus those of an aprendiz, per deal, at two players."""
    total = 0
    for deal in range(deals):
        for seat in (1, 2):
            match = Match(rules, seed=f"feria {deal}", dealer=2)
            match.deal()
            bots = {seat: Cauteloso(rules), 3 - seat: make_bot("aprendiz", rules, 3 - seat, f"feria {deal}")}
            with MatchRunner(match, bots) as runner:
                runner.play_hand()
            own, rival = match.score if seat == 1 else match.score[::-1]
            total += own - rival
    return total / (2 * deals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    deals = parser.parse_args().deals
    print(f"{difference(rules_of('argentino', 2), deals):+.2f} points per hand in {deals} deals")


if __name__ == "__main__":
    main()
