"""Records of play: parse, write, replay and verify `.truco` texts. Also parses table talk into moves."""

from typing import TYPE_CHECKING

from truquero.notation.account import as_object, as_text
from truquero.notation.codes import canonical, meaning
from truquero.notation.record import Record, RecordError, Statement, parse
from truquero.notation.replay import Failure, Replay, replay
from truquero.notation.write import record

if TYPE_CHECKING:
    from truquero.notation.talk import Reading, Waiting, carry_out, read

__all__ = [
    "Failure",
    "Reading",
    "Record",
    "RecordError",
    "Replay",
    "Statement",
    "Waiting",
    "as_object",
    "as_text",
    "canonical",
    "carry_out",
    "meaning",
    "parse",
    "read",
    "record",
    "replay",
]


def __getattr__(name: str) -> object:
    """Import table talk on first use: most tables never need it, and the import takes time."""
    if name in ("Reading", "Waiting", "carry_out", "read"):
        from truquero.notation import talk

        return getattr(talk, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
