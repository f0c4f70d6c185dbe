"""The automaton laid out whole: walked, counted and checked."""

from truquero.compiled.check import Awarded, Finding, check, kinds_of_hand
from truquero.compiled.walk import Graph, longest_path, walk

__all__ = ["Awarded", "Finding", "Graph", "check", "kinds_of_hand", "longest_path", "walk"]
