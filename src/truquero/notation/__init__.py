"""Records of play: reading, writing, replaying and judging `.truco` texts."""

from truquero.notation.account import as_object, as_text
from truquero.notation.codes import canonical, meaning
from truquero.notation.record import Record, RecordError, Statement, parse
from truquero.notation.replay import Failure, Replay, replay
from truquero.notation.write import record

__all__ = [
    "Failure",
    "Record",
    "RecordError",
    "Replay",
    "Statement",
    "as_object",
    "as_text",
    "canonical",
    "meaning",
    "parse",
    "record",
    "replay",
]
