"""Records of play: reading, writing, replaying and judging `.truco` texts; and table talk, read into moves."""

from truquero.notation.account import as_object, as_text
from truquero.notation.codes import canonical, meaning
from truquero.notation.record import Record, RecordError, Statement, parse
from truquero.notation.replay import Failure, Replay, replay
from truquero.notation.talk import Reading, Waiting, carry_out, read
from truquero.notation.write import record

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
