"""What the bounded attacks in tools/attacks achieve."""

from __future__ import annotations

import asyncio
from math import inf

from tools.attacks.memory import Attack, house_rules
from tools.attacks.rig_deals import DEALS, run
from tools.attacks.victim import victim


def test_nobody_chooses_the_cards_unseen() -> None:
    """Where an attack succeeds, the record or the page of the honest player shows it."""
    found = run(matches=3)
    deals = 3 * DEALS
    older = found.pop("older scheme: the friend cuts, and tries salts")
    assert (older.wanted, older.wrong) == (deals // 2, 0)  # which is why there is another now
    assert found["the operator tries seeds"].wanted < deals / 4  # as many as by luck
    for counts in found.values():
        assert counts.deals == deals
        assert counts.wanted <= deals / 4 + counts.wrong + counts.shown + counts.alarms
    assert found["honest"].shown == found["honest"].alarms == 0
    assert found["leave Eva out"].shown == deals
    assert found["exchange the friend's commitment"].alarms == deals


def test_the_attack_on_memory_gets_cards() -> None:
    """It speaks the messages of the server as they are now: one that is malformed raises RuntimeError."""
    with victim() as served:
        attacking = Attack(served)
        asyncio.run(attacking.visit(*next(house_rules()), until=inf, raises=1))
    assert attacking.tables == 1
