"""Expressions whose meaning a rule book defines: spoken words, the moves they make, and the conditions for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from truquero.i18n import N_, _

NOTHING = "-"  # the words make no move
ALTERNATIVE = "|"
LACK = "LACK"  # used as a size: the points that the speaker's side lacks
_SIZE = re.compile(rf"-(\d+|{LACK})$")
KEYS = ("words", "moves", "article", "why", "championship", "played", "reserved", "needs")
_FLAGS = ("championship", "played", "reserved")

# The reasons for the reading of an expression, by the key that the tables of expressions use.
WHY: Mapping[str, str] = {
    "": "",
    "first-counts": N_("the words said first count"),
    "both-count": N_("both calls count"),
    "said-twice": N_("one player said it twice, so it is one call"),
    "plain-envido": N_("it is a plain envido"),
    "the-falta": N_("here it bets or accepts what the player's side lacks"),
    "no-hay-denies-nothing": N_('"no hay" denies nothing, and no card was played: both count'),
    "card-was-played": N_("a card was played: only the truco counts"),
    "denies-flor": N_("in common play it denies the flor and calls truco"),
    "no-flor": N_("it says that the player holds no flor, and is no move"),
    "refused-first": N_("the refusal comes first, and what is said after it has no value"),
    "accept-and-raise": N_(
        "it accepts and raises; while the call is pending, in common play the raise alone means both"
    ),
    "flor-first": N_("the flor is settled first, then the truco is answered"),
    "envido-first": N_("the envido is settled before the truco"),
    "first-part-first": N_("after a double challenge, the first word answers the bet that is settled first"),
    "accepts-flor": N_("it accepts what was bet on the flor"),
    "refuses-flor": N_("it leaves the flor to the others"),
    "no-flor-against": N_("it concedes the flor to the rivals"),
    "concedes": N_("it concedes that the others' points are better"),
    "gives-up": N_("it refuses the pending call, or throws in the cards if there is none"),
    "passes": N_("it refuses the pending call; if there is none, it is no move"),
    "stays-silent": N_("it leaves the answer to the others, and is no move"),
    "raises-envit": N_("it accepts the envit and raises it"),
    "counts-as-truco": N_("such words count as a truco"),
    "flor-and-truco": N_("it sings the flor and calls truco"),
    "verse": N_("a verse that goes with the call"),
    "raise": N_("the next call"),
    "own-word": N_("a word of this table"),
    "shared-word": N_("understood at every table"),
    "card": N_("the name of a card"),
    "equivocal": N_("an ambiguous form counts as the proposal"),
    "denied": N_("denying an acceptance is a refusal"),
    "denied-binds": N_("in a championship a call binds even if it is denied"),
    "accepts-named": N_("it accepts the call that it names"),
    "no-claims": N_("at this table nobody asks for a flor: it is only talk"),
    "captain": N_("an order to a partner, and no move"),
    "sign": N_("a seña to partners, said aloud"),
}


class ExpressionError(ValueError):
    """Raised for an invalid expression; `key` is the key that is wrong or missing."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


@dataclass(frozen=True)
class Expression:
    """Spoken words and the moves they make, in order.

    In a move such as `guena|-` the first alternative that can be made counts, and `-` is no move. `championship` and
    `played` (whether a card lies on the table) are conditions; None means any. `reserved` words bind wherever they are
    said. Words that are not reserved bind only where nothing else is said.
    """

    words: tuple[str, ...]
    moves: tuple[str, ...]
    article: str = ""
    why: str = ""  # a key of WHY
    championship: bool | None = None
    played: bool | None = None
    reserved: bool = False
    needs: str = ""  # a move that the rules must contain for the expression to apply, if `moves` does not imply it

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all moves in it, with N for a size."""
        named = (code for move in self.moves for code in move.split(ALTERNATIVE) if code != NOTHING)
        return tuple(_SIZE.sub("-N", code) for code in named)

    @property
    def is_one_move(self) -> bool:
        """Whether it always makes the same single move."""
        alike = self.championship is None and self.played is None and len(self.codes) == len(self.moves) == 1
        return alike and self.codes == self.moves


def read_expressions(entries: Iterable[Mapping[str, Any]]) -> tuple[Expression, ...]:
    """Return the expressions in tables of a TOML file. Raises ExpressionError if a table is invalid."""
    return tuple(_expression(entry) for entry in entries)


def _expression(entry: Mapping[str, Any]) -> Expression:
    for key, value in entry.items():
        if key not in KEYS:
            text = _("an expression has no {key}; it has {keys}")
            raise ExpressionError(key, text.format(key=key, keys=", ".join(KEYS)))
        if key in _FLAGS and not isinstance(value, bool):
            raise ExpressionError(key, _("{key} must be true or false").format(key=key))
        if key in ("article", "why", "needs") and not isinstance(value, str):
            raise ExpressionError(key, _("{key} must be a text").format(key=key))
    words, moves = (entry.get(key) for key in ("words", "moves"))
    for name, texts in (("words", words), ("moves", moves)):
        if (
            not isinstance(texts, list)
            or not texts
            or not all(isinstance(word, str) and word.strip() for word in texts)
        ):
            raise ExpressionError(name, _("an expression needs its {name}, a list of texts").format(name=name))
    if entry.get("why", "") not in WHY:
        raise ExpressionError("why", _("why must be one of {reasons}").format(reasons=", ".join(filter(None, WHY))))
    return Expression(**{**entry, "words": tuple(words or ()), "moves": tuple(moves or ())})
