"""Truquero: one engine for the whole family of Truco card games.

The names of this package cover what most programs do. Importing it loads the games, matches and records, with the
standard library only; simulations, equity and bots are imported on first use.

>>> from truquero import VARIANTS, Match, record
>>> list(VARIANTS)[:4]
['argentino', 'trucardo', 'uruguayo', 'venezolano']
>>> match = Match("argentino", players=2, seed="feria", dealer=2)
>>> match.deal()
True
>>> match.play(1, "envido")
>>> match.play(2, "quiero")
>>> print(record(match))
variant argentino
players 2
deal 2
seed 755e4333396c2c05870b46d4890ee94f
cards 1 2c 2o 10c
cards 2 3c 11o 10e
1 envido ; 2 quiero
<BLANKLINE>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from truquero.cards import Card, CardError, cards
from truquero.records import Record, RecordError, parse, record, replay
from truquero.rules.options import OptionError
from truquero.table import Event, Hand, IllegalMove, Match, Pending, TableError, UnknownCards, UnknownMove, View
from truquero.variants import VARIANTS, Rules, rules_of

if TYPE_CHECKING:
    from truquero.analysis import equity
    from truquero.bots import Bot, MatchRunner, make_bot
    from truquero.sim import Simulator

__version__ = "0.1.0"
__all__ = [
    "VARIANTS",
    "Bot",
    "Card",
    "CardError",
    "Event",
    "Hand",
    "IllegalMove",
    "Match",
    "MatchRunner",
    "OptionError",
    "Pending",
    "Record",
    "RecordError",
    "Rules",
    "Simulator",
    "TableError",
    "UnknownCards",
    "UnknownMove",
    "View",
    "cards",
    "equity",
    "make_bot",
    "parse",
    "record",
    "replay",
    "rules_of",
]

_IMPORTED_ON_USE = {
    "Bot": "truquero.bots",
    "MatchRunner": "truquero.bots",
    "Simulator": "truquero.sim",
    "equity": "truquero.analysis",
    "make_bot": "truquero.bots",
}

if not TYPE_CHECKING:  # a type checker would accept any name of a module with __getattr__

    def __getattr__(name: str) -> object:
        """Import a name of `__all__` that is slow to load (PEP 562)."""
        module = _IMPORTED_ON_USE.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(module), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
