"""The server's time source: the cost of a process stall for the players, and control of time in tests."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.chosen_deals import choose_deals
from tests.support.environments import ManualTime
from tests.support.scripted_bots import Scripted, preferring
from tests.support.served import Served, Visitor, settings_in
from truquero.server import environment
from truquero.server.environment import BEAT, LONGEST_GAP, SystemTime, wait_at_most


class Machine:
    """A machine clock that the test sets."""

    def __init__(self) -> None:
        self.reads = 500.0

    def monotonic(self) -> float:
        return self.reads

    def time(self) -> float:
        return self.reads


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    clock = Machine()
    monkeypatch.setattr(environment, "time", clock)
    return clock


def test_server_time_follows_the_clock_of_the_machine(machine: Machine) -> None:
    source = SystemTime()
    source.beat(machine.reads)
    began = source.now()
    for _beat in range(40):
        machine.reads += 0.25
        source.beat(machine.reads)
    machine.reads += 0.1
    assert source.now() - began == pytest.approx(10.1)


def test_of_a_stall_only_the_longest_gap_counts(machine: Machine) -> None:
    source = SystemTime()
    source.beat(machine.reads)
    began = source.now()
    machine.reads += 45
    assert source.now() - began == LONGEST_GAP  # code may ask for the time before the next beat
    source.beat(machine.reads)
    assert source.now() - began == LONGEST_GAP
    machine.reads += 0.5
    assert source.now() - began == LONGEST_GAP + 0.5


def test_before_the_server_runs_all_time_counts(machine: Machine) -> None:
    source = SystemTime()
    began = source.now()
    machine.reads += 45
    assert source.now() - began == 45


def test_a_sleep_continues_after_a_stall(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deadline of 3 s has not passed after a stall of 45 s."""
    source = SystemTime()
    source.beat(machine.reads)
    began = source.now()
    slept: list[float] = []

    async def stalls_once(seconds: float) -> None:
        slept.append(seconds)
        beats = 1 if len(slept) == 1 else int(seconds / BEAT)
        for _beat in range(beats):
            machine.reads += 45 if beats == 1 else BEAT
            source.beat(machine.reads)

    monkeypatch.setattr(asyncio, "sleep", stalls_once)
    asyncio.run(source.sleep(3))
    assert source.now() - began == 3
    assert slept == [3, 3 - LONGEST_GAP]


def test_manual_time_wakes_only_the_sleepers_that_are_due() -> None:
    source, woken = ManualTime(), []

    async def sleeper(seconds: float) -> None:
        await source.sleep(seconds)
        woken.append(seconds)

    async def main() -> None:
        tasks = [asyncio.create_task(sleeper(seconds)) for seconds in (5, 1, 3)]
        await asyncio.sleep(0)
        source.advance(3)
        await asyncio.gather(tasks[1], tasks[2])
        assert woken == [1, 3]
        assert source.sleepers == [2]
        tasks[0].cancel()
        await asyncio.gather(tasks[0], return_exceptions=True)
        assert source.sleepers == []

    asyncio.run(main())


@pytest.mark.parametrize("happens", [False, True])
def test_waiting_ends_with_the_work_or_with_the_time(happens: bool) -> None:
    source = ManualTime()

    async def main() -> list[str]:
        happened, done = asyncio.Event(), []

        async def work() -> None:
            await happened.wait()
            done.append("work")

        waiting = asyncio.create_task(wait_at_most(source, 6, work()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if happens:
            happened.set()
        else:
            source.advance(6)
        await waiting
        assert source.sleepers == []
        return done

    assert asyncio.run(main()) == (["work"] if happens else [])


# ---------------------------------------------------------------------------------------------- servers under test


def test_nothing_happens_at_a_served_table_until_time_passes(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path), bot_pool=Scripted(preferring())) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar")
        [served_table] = served.services.tables.in_memory
        with ana.page(table) as page:
            page.play(lambda: bool(page.view.get("hand")) and page.view["hand"]["must_act"] == [2])
            before = served_table.state.version
            thought = served_table.autoplay.session.thinking_time("normal")
            served.advance(thought - 0.125)
            assert served_table.state.version == before
            served.advance(0.125)
            assert served_table.state.version == before + 1


def test_a_served_match_repeats(tmp_path: Path) -> None:
    """Bots, deals and ids are the same in every run. People are not, but their names are in no move."""
    records = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Served(settings_in(folder)) as served:
            ana = Visitor(served, "Ana")
            ana.choose_portrait("xuacu")
            table = ana.open_table(
                variant="paulista", players=4, starts_at_once=True, bots="azar", options={"target": "3"}
            )
            with ana.page(table) as page:
                page.play(lambda page=page: page.phase == "over")  # type: ignore[misc]
            records.append(ana.ask(f"/api/tables/{table}/record"))
    assert records[0] == records[1]


def test_a_test_chooses_the_cards_of_a_served_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_deals(monkeypatch, {1: "1e 1b 7e"}, {1: "4c 4b 4o", 2: "1e 1b 7e"})
    with Served(settings_in(tmp_path), bot_pool=Scripted(preferring())) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="argentino", players=2, starts_at_once=True, bots="azar")
        with ana.page(table) as page:
            for deal, cards in ((1, {"1e", "1b", "7e"}), (2, {"4c", "4b", "4o"})):
                page.play(lambda deal=deal: (page.view.get("hand") or {}).get("deal") == deal)  # type: ignore[misc]
                assert set(page.view["hand"]["cards"]) == cards
