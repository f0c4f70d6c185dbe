"""Test whether every bot is better than the one below it: `python -m tools.ladder [--hands H] [--file ROWS.jsonl]`.

It plays a duel of single mirrored hands for each rung of the ladder (each pair of bots), in every variant, with two and
with four players where the variant allows them. It prints each row when its duel is over: points per hand with the 95%
confidence interval, and whether the interval excludes zero. With `--file` it stores the rows there, and an interrupted
run continues from them; after a change to a bot, use a new file. With `--markdown` it also writes a table of all duels,
with a line for each game and a column for each rung.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from truquero.bots import maker_of
from truquero.bots.contest import SINGLE, ContestError, cores, duel
from truquero.cli.arguments import positive_number
from truquero.i18n.numbers import signed
from truquero.i18n.progress import Progress
from truquero.table import TableError
from truquero.variants import VARIANTS, rules_of

RUNGS = ("jugador:aprendiz", "aprendiz:azar")
TABLES = (2, 4)  # players
DIGITS = 3  # of points per hand
FIGURES = {"points", "low", "high", "sign", "seconds"}
VERDICTS = {1: "clear", 0: "NOT CLEAR", -1: "WORSE"}
COLUMNS = "{variant:13} {players:>7}  {duel:20} {points:>8}  {interval:>18}  {clear:10} {deals:>6} {seconds:>8}"


class Row(NamedTuple):
    """The parameters of a duel."""

    variant: str
    players: int
    first: str
    second: str
    hands: int
    seed: str


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    for variant in arguments.variants or VARIANTS:
        if variant not in VARIANTS:
            raise ContestError(f"there is no variant {variant!r}: choose from {', '.join(VARIANTS)}")
        for players in VARIANTS[variant].players:
            for rung in arguments.rungs:
                first, _colon, second = rung.partition(":")
                if players in arguments.players:
                    yield Row(variant, players, first, second, arguments.hands, arguments.seed)


def played(row: Row, jobs: int) -> dict[str, Any]:
    """Play the duel of a row and return its figures, in the form that the file stores."""
    bar = Progress(f"deals · {row.variant} {row.players}: {row.first} {row.second}")
    started = time.perf_counter()
    try:
        rules = rules_of(row.variant, row.players)
        figures_by_row = duel(
            rules,
            row.first,
            row.second,
            hands=row.hands,
            what=SINGLE,
            seed=row.seed,
            jobs=jobs,
            progress=bar.show,
        )
    finally:
        bar.clear()
    points = figures_by_row.points
    return {
        "points": points.value,
        "low": points.low,
        "high": points.high,
        "sign": points.sign,
        "seconds": round(time.perf_counter() - started, 1),
    }


def saved_figures(path: Path | None) -> dict[Row, dict[str, Any]]:
    """Return the rows of a file. Skip broken lines with a warning: an interrupted run may leave a partial last line."""
    figures_by_row = {}
    lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
    for line in lines:
        try:
            row, figures = json.loads(line)
            if set(figures) != FIGURES:
                raise ValueError(figures)
            figures_by_row[Row(*row)] = figures
        except (ValueError, TypeError):
            print(f"{path}: left out, for it is no row: {line[:60]}", file=sys.stderr)
    return figures_by_row


def table_line(row: Row, figures: dict[str, Any]) -> str:
    return COLUMNS.format(
        variant=row.variant,
        players=row.players,
        duel=f"{row.first} {row.second}",
        points=signed(figures["points"], DIGITS),
        interval=interval(figures),
        clear=VERDICTS[figures["sign"]],
        deals=row.hands,
        seconds=figures["seconds"],
    )


def interval(figures: dict[str, Any]) -> str:
    low, high = figures["low"], figures["high"]
    return "–" if low is None else f"{signed(low, DIGITS)} to {signed(high, DIGITS)}"


def markdown(figures_by_row: Mapping[Row, dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a Markdown table of all duels: a row for each game, a column for each pair of bots."""
    games = dict.fromkeys((row.variant, row.players) for row in figures_by_row)
    pairs = dict.fromkeys((row.first, row.second) for row in figures_by_row)
    by_place = {(row[:2], row[2:4]): figures for row, figures in figures_by_row.items()}
    yield "| variant | players | " + " | ".join(f"{first} − {second}" for first, second in pairs) + " |"
    yield "|---|--:|" + "--:|" * len(pairs)
    for game in games:
        cells = [_cell(by_place[game, pair]) for pair in pairs]
        yield f"| {game[0]} | {game[1]} | {' | '.join(cells)} |"


def _cell(figures: dict[str, Any]) -> str:
    """Return points per hand with their interval, and the verdict unless the first bot is clearly ahead."""
    cell = f"{signed(figures['points'], DIGITS)} ({interval(figures)})"
    return cell if figures["sign"] == 1 else f"{cell} {VERDICTS[figures['sign']].lower()}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Is every bot better than the one before it, in every variant?")
    parser.add_argument("--hands", metavar="H", type=positive_number, default=200, help="deals of each duel (200)")
    parser.add_argument("--rungs", metavar="A:B", nargs="+", default=RUNGS, help=f"the duels ({' '.join(RUNGS)})")
    parser.add_argument("--variants", metavar="V", nargs="+", help="only these")
    parser.add_argument("--players", metavar="N", nargs="+", type=int, default=TABLES, help="only so many (2 4)")
    parser.add_argument("--seed", metavar="S", default="1")
    parser.add_argument("--jobs", metavar="N", type=positive_number, default=cores(), help="processes (one a core)")
    parser.add_argument("--file", metavar="FILE", type=Path, help="keep the rows there, and play only those it lacks")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write the table of all duels there, in Markdown")
    arguments = parser.parse_args()
    try:
        for name in {name: None for rung in arguments.rungs for name in rung.split(":", 1)}:
            maker_of(name)
        return climb(arguments)
    except (TableError, OSError) as error:
        print(f"ladder: {error}", file=sys.stderr)
        return 2


def climb(arguments: argparse.Namespace) -> int:
    """Play and print all rows. Return 0 if the first bot of every duel is clearly better, else 1."""
    saved = saved_figures(arguments.file)
    for path in (arguments.file, arguments.markdown):
        if path is not None:
            path.open("a").close()  # fail now if the file is not writable, not after hours of play
    titles = ("variant", "players", "duel", "points", "interval", "clear", "deals", "seconds")
    head = dict(
        zip(titles, ("variant", "players", "duel", "points", "interval (95%)", "of zero", *titles[-2:]), strict=True)
    )
    print(COLUMNS.format(**head), flush=True)
    todo = list(rows(arguments))
    figures_by_row: dict[Row, dict[str, Any]] = {}
    for row in todo:
        figures_by_row[row] = saved.get(row) or played(row, arguments.jobs)
        if row not in saved and arguments.file is not None:
            with arguments.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps([row, figures_by_row[row]]) + "\n")
        print(table_line(row, figures_by_row[row]), flush=True)
    if arguments.markdown is not None:
        arguments.markdown.write_text("\n".join(markdown(figures_by_row)) + "\n", encoding="utf-8")
    clear = sum(figures["sign"] == 1 for figures in figures_by_row.values())
    print(f"{clear} of {len(todo)} duels clear of zero", flush=True)
    return 0 if clear == len(todo) else 1


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit(130) from None
