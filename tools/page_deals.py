"""Write `web/src/fair-deals/dealt.json`: records of every game, with the data that the page needs to deal them again.

The tests of the page compare its own deals with those in this file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools.no_arguments import check_no_arguments
from truquero import VARIANTS, Match
from truquero.records import record
from truquero.server.http.replay_steps import replayed
from truquero.table.special_moves import falls_face_up

DEALT = Path(__file__).parent.parent / "web/src/fair-deals/dealt.json"
HANDS = 12  # per game: enough that some games end in the middle of a deal
FACE_UP = 0.4  # the share of deals in which a card falls face up
OF_DEALS = ("deal", "cut", "seed", "duel", "exposed", "turned", "cards")  # the first words of record lines about deals


def games() -> Iterator[dict[str, object]]:
    """Yield some randomly played hands of every variant and number of players. In some deals a card falls face up."""
    for variant, preset in VARIANTS.items():
        for players in preset.players:
            name = f"{variant} {players}"
            answer = replayed(str(record(_played(Match(variant, players, seed=name), Random(name)))))
            lines = [line for line in answer.text.splitlines() if line.split()[0] in OF_DEALS]
            yield {"name": name, "text": "\n".join(lines), "pack": answer.pack, "seat_orders": answer.seat_orders}


def _played(match: Match, chance: Random) -> Match:
    hands = 0
    while hands < HANDS and match.deal(cut=_cut(match, chance), exposed=falls_face_up(match, chance, FACE_UP)):
        while match.turn:
            match.play(*chance.choice(match.moves()))
        hands += 1
    return match


def _cut(match: Match, chance: Random) -> int:
    return 0 if match.deals.next_in_deal() is not None else chance.choice((0, 3, 16))


def written() -> str:
    """Return the content of the file, with one line for each game."""
    return "[\n" + ",\n".join(json.dumps(game, separators=(",", ":")) for game in games()) + "\n]\n"


def main() -> None:
    check_no_arguments("tools.page_deals", __doc__)
    DEALT.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
