"""The public facts of a hand in a line, for `repr`. They may end up in a log, so they contain no hidden card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def summary_of_hand(
    seats: Iterable[int], laid: Sequence[tuple[int, str]], must_act: Iterable[int] | None
) -> Iterator[str]:
    """Yield the parts of a line such as `seats 1 2, table 1 4e 2 7o, to act 2`.

    `laid` are the seats and names of the cards on the table. `must_act` is None after the hand.
    """
    yield f"seats {' '.join(map(str, seats))}"
    if laid:
        yield "table " + " ".join(f"{seat} {name}" for seat, name in laid)
    yield "hand over" if must_act is None else f"to act {' '.join(map(str, must_act))}"
