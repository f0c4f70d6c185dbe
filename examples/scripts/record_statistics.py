"""Where do the points of a match come from? `python examples/scripts/record_statistics.py FILE.truco …`.

The script reads records of matches, plays them again, and adds up the points of each lance and the reasons for them.
It needs no other packages.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from truquero import Match, RecordError, replay


def points_by_lance(match: Match) -> Counter[tuple[str, str]]:
    """Return the points of a match by lance and reason. Points that were taken back are negative."""
    points: Counter[tuple[str, str]] = Counter()
    for deal in match.log:
        for hand in deal.hands:
            for award in hand.awards:
                points[award.lance, award.why] += award.points
    return points


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.truco")
    points: Counter[tuple[str, str]] = Counter()
    for path in parser.parse_args().files:
        try:
            match = replay(path.read_text("utf-8")).match
        except (OSError, RecordError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        for kind, number in points_by_lance(match).items():
            points[kind] += number
    everything = points.total()
    for (lance, reason), number in points.most_common():
        print(f"{lance:8} {reason:10} {number:5} points {number / everything:7.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
