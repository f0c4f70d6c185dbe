"""The GPU executor: PyTorch plays many games at once from the lookup tables.

A *lane* is the state of one game that is being played. Every variable of a lane is a tensor with one element for each
lane (`lanes.py`), and a move is a sequence of operations on whole tensors. No operation depends on the data: every lane
computes everything, and `torch.where` discards what does not apply to it. PyTorch fuses all operations of a turn into
one kernel.

`tensors.py` uploads the tables and collects the constants that a kernel is compiled for. `actions.py` chooses and makes
a move, `awards.py` settles its awards, `deal.py` and `hands.py` begin the next hand, and `turns.py` puts them together.
The CPU executor consists of the same parts; files with the same name do the same work in both packages.
"""
