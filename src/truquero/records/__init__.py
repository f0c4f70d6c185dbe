"""Records of play: parse, write, replay and verify `.truco` texts."""

from truquero.records.format import Record, RecordError, Statement, parse
from truquero.records.move_codes import canonical, meaning
from truquero.records.replay import Failure, Replay, replay
from truquero.records.report import as_object, as_text
from truquero.records.writing import record

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
