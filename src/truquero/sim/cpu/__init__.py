"""The CPU executor: a loop over the lookup tables of a game, compiled by Numba.

A *lane* is the state of one game that is being played. The loop in `loop.py` makes one move in every lane, settles the
awards of that move, and begins the next hand where one is over. It plays many lanes in turn, so that the processor can
wait for the memory of several games at once. The rules are numbers in tables, but for a few steps (see `sim`).

`flat_tables.py` packs the tables of a game into one array, `lanes.py` defines the memory of the loop as NumPy records,
and `numba_rows.py` gives compiled code access to both by field name. `deal.py`, `hands.py` and `awards.py` are the
parts of the loop, built from the functions in `primitives.py`. `executor.py` runs the loop and answers its questions:
the rows of states that have none yet, whether cards win for certain, and the choices of a policy in Python. The GPU
executor consists of the same parts; files with the same name do the same work in both packages.
"""
