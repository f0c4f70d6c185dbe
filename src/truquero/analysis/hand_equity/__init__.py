"""The chances of one hand: what `equity` counts, or estimates from random deals.

`equity.py` answers a question. `equity_situation.py` parses it, and `possible_deals.py` lists the deals that agree with
it. `points_chance.py` contains envido and flor, with the exact counts of `exact_counts.py`. `truco_chance.py` contains
the truco, with the solver for open cards of `solver.py`. `sampling.py` draws random deals where there are too many to
count. `bet_values.py` values the calls of `rival_calls.py`. A module whose name ends in `_numpy` or `_numba` does the
same as the module without it, and is used if that package is installed.
"""
