"""The table: dealing, hands, matches, and the view that each player has of them."""

from truquero.table.award_values import SettledAward
from truquero.table.errors import IllegalMove, TableError, UnknownCards, UnknownMove
from truquero.table.hand import Hand
from truquero.table.log import DealLog, Event, HandLog
from truquero.table.match import Match
from truquero.table.pending import Pending
from truquero.table.pending_call import PendingCall
from truquero.table.view import View

__all__ = [
    "DealLog",
    "Event",
    "Hand",
    "HandLog",
    "IllegalMove",
    "Match",
    "Pending",
    "PendingCall",
    "SettledAward",
    "TableError",
    "UnknownCards",
    "UnknownMove",
    "View",
]
