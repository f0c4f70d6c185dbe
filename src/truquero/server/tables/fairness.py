"""The commitments and secrets that pages send for the draws of a table.

Pages commit before the server's seed is fixed and reveal their secrets afterwards. Both are held in memory until the
change that uses them is stored: `DealerDrawSealed` and `DealSealed` contain the commitments, `MatchBegun` and
`CardsDealt` the secrets. After a restart the pages send them again. The server shows them to nobody before that change,
so a page that answers last learns nothing from the others. docs/explanation/fair-deals.md describes the protocol.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Set

from truquero.i18n import _
from truquero.records.fair_deals import SECRET, DrawKey, commitment, is_digest
from truquero.server.changes import CardsDealt, Change, DealerDrawSealed, DealSealed, MatchBegun, PackCut
from truquero.server.environment import Environment, wait_at_most
from truquero.server.settings import Settings
from truquero.server.tables.draws import Draw
from truquero.server.tables.refusal import Refusal
from truquero.server.tables.state import TableState

_OLD_SALT = 16  # bytes


class Fairness:
    """The commitments and secrets of one table that are not stored yet: at most one of each per seat."""

    def __init__(self, state: TableState, settings: Settings, environment: Environment) -> None:
        self._state, self._settings = state, settings
        self._time, self._randomness = environment.time, environment.randomness
        self._commitments_draw: DrawKey | None = None  # the draw that the commitments are for
        self._committed: dict[int, tuple[str, str]] = {}  # by seat: the guest and the commitment
        self._secrets_draw: DrawKey | None = None  # the draw that the secrets are for
        self._secrets: dict[int, str] = {}  # by seat
        self._message_received = asyncio.Event()

    # -------------------------------------------------------------------------------------------- messages of pages

    def commit(self, guest: str, draw_key: DrawKey, committed: str) -> None:
        """Accept the commitment of a guest who has a seat or takes one with the next deal; otherwise raise Refusal."""
        seat = self._state.seat_of(guest) or self._state.reserved_seat(guest)
        if seat is None:
            raise Refusal("forbidden", _("you are a spectator: sit down first"))
        if not is_digest(committed):
            raise Refusal("malformed", _("a commitment has 64 hexadecimal digits"))
        if draw_key != self._state.next_draw_key:
            raise Refusal("late", _("the table is already drawing another deal"))
        if self._commitments_draw != draw_key:
            self._commitments_draw, self._committed = draw_key, {}
        self._committed[seat] = guest, committed
        self._message_received.set()

    def reveal(self, guest: str, draw_key: DrawKey, secret: str) -> None:
        """Accept the secret of a guest whose commitment is in the draw; otherwise raise Refusal."""
        seat, draw = self._state.seat_of(guest), self._state.draw_awaiting_secrets
        if seat is None:
            raise Refusal("forbidden", _("you are a spectator: sit down first"))
        if not is_digest(secret):
            raise Refusal("malformed", _("a secret has 64 hexadecimal digits"))
        if draw is None or draw.key != draw_key:
            raise Refusal("late", _("the table collects no secrets for this deal now"))
        if commitment(draw.key, seat, secret) != (draw.committed or {}).get(seat):
            raise Refusal("illegal", _("that is not the secret that your seat committed to"))
        if self._secrets_draw != draw.key:
            self._secrets_draw, self._secrets = draw.key, {}
        self._secrets[seat] = secret
        self._message_received.set()

    # ---------------------------------------------------------------------------------------------------- changes

    def dealer_draw_sealed(self) -> list[Change]:
        """Return the change that fixes the server's seed and the commitments of the draw for the first dealer."""
        return [DealerDrawSealed(self._seed(), self._commitments())]

    def match_begun(self) -> list[Change]:
        """Return the change that begins the match with the revealed secrets."""
        draw = self._state.dealer_draw
        assert draw is not None
        return [MatchBegun(secrets=self._secrets_of(draw))]

    def deal_sealed(self) -> list[Change]:
        """Return the change that fixes the server's seed and the commitments of the next deal, before the cut."""
        return [DealSealed(self._seed(), self._commitments())]

    def pack_cut(self, cards: int) -> list[Change]:
        """Return the change for a cut. If an older server sealed the deal, it also deals, with a salt of the server."""
        draw = self._state.deal_draw
        is_old = draw is not None and draw.committed is None
        return [CardsDealt(cards, self._randomness.token(_OLD_SALT)) if is_old else PackCut(cards)]

    def cards_dealt(self) -> list[Change]:
        """Return the change that deals the cards with the revealed secrets."""
        draw = self._state.deal_draw
        assert draw is not None
        return [CardsDealt(secrets=self._secrets_of(draw))]

    def _seed(self) -> str:
        return self._randomness.token(SECRET)

    def _commitments(self) -> dict[int, str]:
        """Return the commitments of people who still sit in the same seat and are not replaced by a bot."""
        if self._commitments_draw != self._state.next_draw_key:
            return {}
        chairs = self._state.chairs
        sent = self._committed.items()
        return {
            seat: committed
            for seat, (guest, committed) in sorted(sent)
            if chairs[seat].is_person and chairs[seat].guest == guest
        }

    def _secrets_of(self, draw: Draw) -> dict[int, str]:
        return dict(sorted(self._secrets.items())) if self._secrets_draw == draw.key else {}

    # --------------------------------------------------------------------------------------------------- timeouts

    async def wait_for_commitments(self, connected: Set[str], remaining: Callable[[float], float]) -> None:
        """Wait until all people with an open page have committed, or until the timeout.

        Pages commit in advance, so usually there is nothing to wait for. `remaining` returns how much of a number of
        seconds is left in this turn.
        """
        state = self._state

        def done() -> bool:
            seats = {chair.seat for chair in state.chairs.values() if chair.is_person and chair.guest in connected}
            seats |= {reservation.seat for reservation in state.reservations.values() if reservation.guest in connected}
            return seats <= (self._committed.keys() if self._commitments_draw == state.next_draw_key else set())

        await self._until(done, remaining(self._settings.commit_wait))

    async def wait_for_secrets(self, remaining: Callable[[float], float]) -> None:
        """Wait until every committed seat that still has a guest has revealed, or until the timeout.

        The wait gives time to a player who is reloading the page.
        """
        draw = self._state.draw_awaiting_secrets
        if draw is None:
            return

        def done() -> bool:
            seats = {seat for seat in draw.committed or {} if self._state.chairs[seat].guest is not None}
            return seats <= self._secrets_of(draw).keys()

        await self._until(done, remaining(self._settings.reveal_wait))

    async def _until(self, done: Callable[[], bool], seconds: float) -> None:
        async def watch() -> None:
            while not done():
                self._message_received.clear()
                await self._message_received.wait()

        if not done():
            await wait_at_most(self._time, seconds, watch())
