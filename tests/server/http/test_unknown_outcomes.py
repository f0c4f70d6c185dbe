"""HTTP requests whose change may or may not be stored get an answer of their own, so that nobody repeats them."""

from __future__ import annotations

import json
import sqlite3
import urllib.error
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.support.served import Served, Visitor, settings_in
from truquero.server.store.journal import Journal, _Failure

OPEN = {"variant": "argentino", "players": 2, "bots": "azar"}
ALREADY_OPEN = "look whether the table is among yours"


def refusal_of(request: Callable[[], object]) -> tuple[int, str, str]:
    """Return the status, the code and the reason of a refused request."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        request()
    problem = json.loads(refused.value.read())
    return refused.value.code, problem["code"], problem["reason"]


def lose_confirmations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the journal store every change, but lose the confirmation of every commit."""
    store_batch = Journal._try

    async def lose_confirmation(self: Journal, batch: Any) -> _Failure | None:
        await store_batch(self, batch)
        return _Failure(OSError("connection lost"), is_unknown=True)

    monkeypatch.setattr(Journal, "_try", lose_confirmation)


def refuse_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the journal store nothing."""

    async def fail(_self: Journal, _batch: Any) -> _Failure | None:
        return _Failure(OSError("disk full"))

    monkeypatch.setattr(Journal, "_try", fail)


@pytest.mark.parametrize("break_journal", [lose_confirmations, refuse_changes])
def test_a_table_that_may_be_open_is_reported_as_such(
    break_journal: Callable[[pytest.MonkeyPatch], None], tmp_path: Path
) -> None:
    with Served(settings_in(tmp_path)) as served, pytest.MonkeyPatch.context() as monkeypatch:
        ana = Visitor(served, "Ana")
        break_journal(monkeypatch)
        status, code, reason = refusal_of(lambda: ana.ask("/api/tables", OPEN))
        assert (status, code) == (503, "outcome-unknown")
        assert ALREADY_OPEN in reason
        monkeypatch.undo()
        assert len(ana.ask("/api/lobby")["yours"]) == 1


def lose_next_commit(served: Served) -> None:
    """Let the next commit of the database fail."""
    engine = served.services.store.engine.sync_engine

    def fail(_connection: object) -> None:
        event.remove(engine, "commit", fail)
        raise ConnectionResetError("the database went away")

    event.listen(engine, "commit", fail)


def test_a_lost_commit_of_the_table_itself_is_reported(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        lose_next_commit(served)
        status, code, reason = refusal_of(lambda: ana.ask("/api/tables", OPEN))
        assert (status, code) == (503, "outcome-unknown")
        assert ALREADY_OPEN in reason


def test_a_lost_commit_of_a_name_is_reported_and_the_stored_name_is_shown(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        lose_next_commit(served)
        status, code, reason = refusal_of(lambda: ana.ask("/api/guest", {"name": "Eva"}, method="PUT"))
        assert (status, code) == (503, "outcome-unknown")
        assert "check whether the action was done" in reason
        assert ana.ask("/api/guest")["name"] == "Ana"  # that commit failed


def test_a_stored_name_counts_even_if_a_table_cannot_store_it(tmp_path: Path) -> None:
    """The table takes it over when the guest opens it again."""
    with Served(settings_in(tmp_path)) as served, pytest.MonkeyPatch.context() as monkeypatch:
        ana = Visitor(served, "Ana")
        table = ana.open_table(**OPEN)
        refuse_changes(monkeypatch)
        assert ana.ask("/api/guest", {"name": "Eva"}, method="PUT")["name"] == "Eva"
        monkeypatch.undo()
        assert ana.ask("/api/guest")["name"] == "Eva"
        with ana.page(table) as page:
            page.until(lambda: page.view["seats"][0]["name"] == "Eva")


def test_a_lost_commit_leaves_no_transaction_open(tmp_path: Path) -> None:
    """The next request neither waits for the lock of the database nor stores what the lost request has written."""
    with Served(settings_in(tmp_path)) as served:
        eva, ana = Visitor(served, "Eva"), Visitor(served, "Ana")
        lose_next_commit(served)
        refusal_of(lambda: eva.ask("/api/guest", {"name": "Leo"}, method="PUT"))
        [file] = tmp_path.rglob("*.sqlite3")
        with closing(sqlite3.connect(file, timeout=0.0, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        assert ana.ask("/api/guest", {"name": "Bea"}, method="PUT")["name"] == "Bea"
        assert eva.ask("/api/guest")["name"] == "Eva"


def test_a_guest_keeps_a_name_while_the_stored_one_is_unknown(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana, eva = Visitor(served, "Ana"), Visitor(served, "Eva")
        table = ana.open_table(variant="argentino", players=2, starts_at_once=False)
        with eva.page(table) as page:
            lose_next_commit(served)
            refusal_of(lambda: eva.ask("/api/guest", {"name": "Leo"}, method="PUT"))
            assert page.request("sit", seat=2)["type"] == "done"
            assert page.view["seats"][1]["name"] == "Eva"
