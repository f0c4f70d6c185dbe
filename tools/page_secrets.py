"""The client side of the fair-deal protocol, for tests, benchmarks and attacks that play on a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from truquero.records.fair_deals import DrawKey, commitment, table_code

KEPT = 8  # draws: the server may still ask for secrets of the last match when the next one begins


class PageSecrets:
    """The secrets of one client. It reveals a secret only if its commitment is among those published with the seal."""

    def __init__(self, table: str, new_secret: Callable[[], str]) -> None:
        self._code, self._new_secret = table_code(table), new_secret
        self._secrets: dict[tuple[int, int, int], str] = {}  # by match, deal and seat
        self._sent: set[tuple[str, int, int, int]] = set()

    def come_back(self) -> None:
        """Forget which messages were sent, because they may have been lost with the connection."""
        self._sent.clear()

    def answers(self, update: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the commitment and the secret that the table waits for, given the parts of the last updates."""
        you, next_draw, deal = update.get("you") or {}, update.get("next_draw"), update.get("deal")
        seat = you.get("seat") or you.get("reserved_seat")
        if not seat:
            return
        if next_draw is not None and self._is_new("commit", next_draw["match"], next_draw["deal"], seat):
            yield self._commit(next_draw["match"], next_draw["deal"], seat)
        if deal is not None and deal["awaits_secrets"]:
            secret = self._secrets.get((deal["match"], deal["number"], seat))
            draw_key = DrawKey(self._code, deal["match"], deal["number"])
            committed = dict(deal["committed"]).get(seat)
            if secret is None or committed != commitment(draw_key, seat, secret):
                return
            if self._is_new("reveal", deal["match"], deal["number"], seat):
                yield {"type": "reveal", "match": deal["match"], "deal": deal["number"], "secret": secret}

    def _commit(self, match: int, deal: int, seat: int) -> dict[str, Any]:
        secret = self._secrets.setdefault((match, deal, seat), self._new_secret())
        while len(self._secrets) > KEPT:
            del self._secrets[next(iter(self._secrets))]
        committed = commitment(DrawKey(self._code, match, deal), seat, secret)
        return {"type": "commit", "match": match, "deal": deal, "commitment": committed}

    def _is_new(self, kind: str, match: int, deal: int, seat: int) -> bool:
        key = (kind, match, deal, seat)
        if key in self._sent:
            return False
        if len(self._sent) > KEPT:
            self._sent = {sent for sent in self._sent if sent[1] >= match - 1 and sent[2] >= deal - 1}
        self._sent.add(key)
        return True
