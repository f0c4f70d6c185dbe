"""Strategies for hands of two players that nobody can beat by much, and the proof of how much."""

from truquero.analysis.solve.hand_solver import HandSolver
from truquero.analysis.solve.not_solvable import NotSolvable
from truquero.analysis.solve.public_node import NodeChoice, NodeMove, PublicNode
from truquero.analysis.solve.solution import MOST_STEPS, Solution, SolvedHands, solve

__all__ = [
    "MOST_STEPS",
    "HandSolver",
    "NodeChoice",
    "NodeMove",
    "NotSolvable",
    "PublicNode",
    "Solution",
    "SolvedHands",
    "solve",
]
