"""Writes records of every game with what the page has to be told of them, `web/src/replay/dealt.json`: the page deals
them again by itself, and its tests compare that with what was dealt here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from truquero import VARIANTS, Match
from truquero.notation import record
from truquero.server.replay import replayed
from truquero.table.incidents import falls_face_up

DEALT = Path(__file__).parent.parent / "web/src/replay/dealt.json"
HANDS = 12  # of each game: in some of them the game ends in the middle of a deal
FACE_UP = 0.4  # of the deals
OF_DEALS = ("deal", "cut", "seed", "duel", "exposed", "turned", "cards")  # lines of a record


def games() -> Iterator[dict[str, object]]:
    """Some hands of every variant and number of players, played at random; now and then a card falls face up."""
    for variant, preset in VARIANTS.items():
        for players in preset.players:
            name = f"{variant} {players}"
            told = replayed(str(record(_played(Match(variant, players, seed=name), Random(name)))))
            lines = [line for line in told.text.splitlines() if line.split()[0] in OF_DEALS]
            yield {"name": name, "text": "\n".join(lines), "pack": told.pack, "rounds": told.rounds}


def _played(match: Match, chance: Random) -> Match:
    hands = 0
    while hands < HANDS and match.deal(cut=_cut(match, chance), exposed=falls_face_up(match, chance, FACE_UP)):
        while match.turn:
            match.play(*chance.choice(match.moves()))
        hands += 1
    return match


def _cut(match: Match, chance: Random) -> int:
    return 0 if match.deals.next_field() is not None else chance.choice((0, 3, 16))


def written() -> str:
    """The whole file, a line for each game."""
    return "[\n" + ",\n".join(json.dumps(game, separators=(",", ":")) for game in games()) + "\n]\n"


if __name__ == "__main__":
    DEALT.write_text(written(), encoding="utf-8")
