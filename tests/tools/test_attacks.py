"""The results of the bounded attacks in tools/attacks."""

from __future__ import annotations

import asyncio
import tracemalloc
from pathlib import Path

import pytest

from tests.support.served import Served, settings_in
from tools.attacks import memory
from tools.attacks.rig_deals import DEALS, run
from tools.attacks.victim import Target

MOST_OF_TABLE = 20 * 2**20  # bytes


def test_rigged_deals_are_detected() -> None:
    """An attack that succeeds is visible in the record or on the page of the honest player."""
    counts_of_attacks = run(matches=3)
    deals = 3 * DEALS
    older = counts_of_attacks.pop("older scheme: the friend cuts, and tries salts")
    assert (older.wanted, older.wrong) == (deals // 2, 0)  # this weakness is why a newer scheme exists
    assert counts_of_attacks["the operator tries seeds"].wanted < deals / 4  # no more than by luck
    for counts in counts_of_attacks.values():
        assert counts.deals == deals
        assert counts.wanted <= deals / 4 + counts.wrong + counts.shown + counts.alarms + counts.no_part
    honest = counts_of_attacks["honest"]
    assert honest.shown == honest.alarms == honest.no_part == 0
    replaced = counts_of_attacks["put a commitment in Eva's place"]  # only Eva's page can notice it
    assert (replaced.wanted, replaced.wrong, replaced.shown, replaced.alarms) == (deals, 0, 0, 0)
    assert replaced.no_part == deals
    assert counts_of_attacks["leave Eva out"].shown == deals
    assert counts_of_attacks["exchange the friend's commitment"].alarms == deals


def test_no_table_of_the_attack_on_memory_costs_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory counts at its peak. The attack would measure nothing if the server refused its moves."""
    monkeypatch.setattr(memory, "RAISES", 4)
    monkeypatch.setattr(memory, "MESSAGE_INTERVAL", 0)
    with Served(settings_in(tmp_path)) as served:
        attack = memory.Attack(Target(served.port))
        for variant, options in (("belmez", {}), ("quesada", {"envite_unit": "1"})):
            moves = attack.moves
            tracemalloc.start()
            try:
                asyncio.run(attack.visit(variant, options, until=float("inf")))
                _size, peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
            assert attack.moves == moves + 4
            assert peak <= MOST_OF_TABLE
    assert attack.tables == 2
