"""The automaton: public state, `moves` and `advance`. It knows no cards, no chance, no clock and no score."""

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
