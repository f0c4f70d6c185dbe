"""The record of a match at a served table: the moves, what was published about the deals, and the players' names."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.records import record
from truquero.records.fair_deals import DrawKey, Opening
from truquero.records.player_names import with_names
from truquero.records.verification import with_openings
from truquero.server.tables.draws import Draw
from truquero.table import Match


def published_record(match: Match, first_draw_key: DrawKey, draws: Mapping[int, Draw], names: Mapping[int, str]) -> str:
    """Return the record of a match that is over. `draws` are keyed by the number of the deal, `names` by seat."""
    opened = {number: draw for number, draw in draws.items() if draw.opened}
    openings = {
        number: Opening(draw.seal, draw.committed, draw.seed, draw.secrets)
        for number, draw in opened.items()
        if draw.committed is not None
    }
    seals_of_older_servers = {number: draw.seal for number, draw in opened.items() if draw.committed is None}
    return with_names(with_openings(record(match), first_draw_key, openings, seals_of_older_servers), names)
