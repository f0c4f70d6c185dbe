"""The state machine of a hand: public state, `moves` and `advance`.

It contains no cards, no randomness, no clock and no score.
"""

from truquero.engine.automaton import advance, moves, question, start
from truquero.engine.memo import Automaton, Entry, Menu, Node, automaton
from truquero.engine.state import Award, Guard, Need, Option, Question, State

__all__ = [
    "Automaton",
    "Award",
    "Entry",
    "Guard",
    "Menu",
    "Need",
    "Node",
    "Option",
    "Question",
    "State",
    "advance",
    "automaton",
    "moves",
    "question",
    "start",
]
