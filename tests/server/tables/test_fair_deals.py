"""Fair deals at a table of the server: pages commit before the seed is fixed and reveal after the cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.support.environments import ManualTime, environment_of
from tests.support.served import PageOf, Served, Visitor, settings_in
from truquero.records.fair_deals import DrawKey, commitment, seal, seed_of, table_code
from truquero.records.verification import Proof, Verdict, proofs
from truquero.server.changes import (
    CardsDealt,
    DealerDrawSealed,
    DealSealed,
    MatchBegun,
    MatchCalled,
    PackCut,
    SeatChanged,
    TableSettings,
    decode_change,
)
from truquero.server.tables.state import TableState
from truquero.server.ws.page_view import deal_of
from truquero.table.dealing import first_dealer

COMMIT, REVEAL = 7.25, 9.5  # unusual timeouts in seconds, which nothing else waits for
SECRET, OTHER, SEED = "ab" * 32, "ef" * 32, "cd" * 32


def test_the_hashes_equal_those_of_the_page() -> None:
    """The same values are in web/src/fair-deals/hashes.test.ts."""
    draw = DrawKey(table_code("mesa"), 2, 3)
    assert draw.table == "1e716bb007743eabcc6a69627ead0549"
    assert commitment(draw, 4, SECRET) == "3b0ca51610dc7668ea074b0b3dc653730df506c847feb333e49316d52e21a0c8"
    assert seal(draw, SEED) == "fed5eedbf5044c0ec0a4e3d3719e10b921efd523f2e2f7e938e79c4185b4759e"
    dealt = "d0fb2f6fa1e5ae48e3850103fa9393e00102c5a04609bbe5aff47f6264e3b562"
    assert seed_of(draw, SEED, {4: SECRET, 1: OTHER}) == seed_of(draw, SEED, {1: OTHER, 4: SECRET}) == dealt


class Table:
    """A table with Ana and Eva and a controlled clock. The test commits and reveals for pages that are not `fair`."""

    def __init__(self, served: Served, time: ManualTime, fair: tuple[bool, bool], stack: ExitStack) -> None:
        self.served, self.time = served, time
        self.people = [Visitor(served, name) for name in ("Ana", "Eva")]
        self.id = self.people[0].open_table(variant="paulista", players=2)
        self.pages = [
            stack.enter_context(visitor.page(self.id, fair=is_fair))
            for visitor, is_fair in zip(self.people, fair, strict=True)
        ]
        assert self.pages[1].request("sit", seat=2)["type"] == "done"

    @property
    def state(self) -> TableState:
        return next(
            served_table.state
            for served_table in self.served.services.tables.in_memory
            if served_table.state.id == self.id
        )

    def begin(self) -> None:
        assert self.pages[0].request("start-match")["type"] == "done"

    def let_pass(self, seconds: float) -> None:
        """Advance the clock. The server must be waiting for exactly this time."""
        self.served.settle()
        assert any(abs(remaining - seconds) < 0.001 for remaining in self.time.sleepers)
        self.served.advance(seconds)

    def until_deal(self, **expected: Any) -> dict[str, Any]:
        """Wait until every page shows a deal with these values, and return it."""
        for page in self.pages:
            page.until(lambda page=page: expected.items() <= (page.view.get("deal") or {}).items())  # type: ignore[misc]
        deal: dict[str, Any] = self.pages[0].view["deal"]
        return deal

    def cut(self) -> None:
        [cutter] = [page for page in self.pages if page.must_cut]
        assert cutter.request("cut", version=cutter.version, cards=0)["type"] == "done"

    def play(self) -> list[Proof]:
        """Play the match to its end and return the proofs in its record."""
        first = self.pages[0]
        while first.phase != "over":
            if not any(page.act() for page in self.pages):
                min(self.pages, key=lambda page: page.version).receive()
        text = self.people[0].ask(f"/api/tables/{self.id}/record")
        return proofs(text)


@contextmanager
def seated(folder: Path, *fair: bool) -> Iterator[Table]:
    environment, time = environment_of("fair deals")
    settings = settings_in(folder, commit_wait=COMMIT, reveal_wait=REVEAL)
    with Served(settings, environment) as served, ExitStack() as stack:
        yield Table(served, time, fair, stack)  # type: ignore[arg-type]


def commit(page: PageOf, table: Table, seat: int, secret: str) -> dict[str, Any]:
    """Commit to a secret for the next draw."""
    draw = table.state.next_draw_key
    return page.request("commit", match=draw.match, deal=draw.deal, commitment=commitment(draw, seat, secret))


def reveal(page: PageOf, deal: dict[str, Any], secret: str) -> dict[str, Any]:
    return page.request("reveal", match=deal["match"], deal=deal["number"], secret=secret)


# ------------------------------------------------------------------------------------------------------- two people


def test_the_secrets_of_all_people_go_into_every_deal_and_the_draw_of_the_dealer(tmp_path: Path) -> None:
    with seated(tmp_path, True, True) as table:
        table.begin()
        proofs_of_match = table.play()
    assert [proof.deal for proof in proofs_of_match] == list(
        range(len(proofs_of_match))
    )  # the draw for the first dealer is 0
    assert {(proof.verdict, proof.chances, proof.missing) for proof in proofs_of_match} == {(Verdict.FAIR, (1, 2), ())}
    assert "Ana" in proofs_of_match[0].explanation
    assert "Eva" in proofs_of_match[0].explanation


def test_the_values_of_a_deal_are_published_in_the_right_order(tmp_path: Path) -> None:
    """Pages see the seal and all commitments before the cut, the secrets after the deal, the seed after the hand."""
    with seated(tmp_path, True, True) as table:
        table.begin()
        before = table.until_deal(number=1, awaits_cut=True)
        assert [seat for seat, _committed in before["committed"]] == [1, 2]
        assert (before["secrets"], before["seed"], before["awaits_secrets"]) == ([], None, False)
        draw = table.pages[0].view["previous_deal"]
        assert draw["number"] == 0
        draw_key = DrawKey(table.state.public_id, 1, 0)
        assert draw["sealed"] == seal(draw_key, draw["seed"])
        draw_seed = seed_of(draw_key, draw["seed"], dict(draw["secrets"]))
        assert before["cutter"] == 3 - first_dealer(2, draw_seed)
        table.cut()
        dealt = table.until_deal(number=1, awaits_cut=False, awaits_secrets=False)
        assert (dealt["sealed"], dealt["committed"], dealt["seed"]) == (before["sealed"], before["committed"], None)
        draw_key = DrawKey(table.state.public_id, 1, 1)
        assert [[seat, commitment(draw_key, seat, secret)] for seat, secret in dealt["secrets"]] == dealt["committed"]


def test_a_page_that_does_not_commit_does_not_stall_the_table(tmp_path: Path) -> None:
    with seated(tmp_path, True, False) as table:
        table.begin()
        table.let_pass(COMMIT)
        table.let_pass(COMMIT)  # for the first deal
        deal = table.until_deal(number=1, awaits_cut=True)
        assert [seat for seat, _committed in deal["committed"]] == [1]
        table.cut()
        dealt = table.until_deal(number=1, awaits_secrets=False, awaits_cut=False)
        assert [seat for seat, _secret in dealt["secrets"]] == [1]


def test_a_commitment_without_a_secret_is_visible(tmp_path: Path) -> None:
    with seated(tmp_path, True, False) as table:
        assert commit(table.pages[1], table, 2, SECRET)["type"] == "done"
        table.begin()
        deal = table.until_deal(number=0, awaits_secrets=True)
        assert commit(table.pages[1], table, 2, OTHER)["type"] == "done"
        assert reveal(table.pages[1], deal, SECRET)["type"] == "done"
        table.until_deal(number=1, awaits_cut=True)
        table.cut()
        table.let_pass(REVEAL)
        dealt = table.until_deal(number=1, awaits_secrets=False, awaits_cut=False)
        assert [seat for seat, _committed in dealt["committed"]] == [1, 2]
        assert [seat for seat, _secret in dealt["secrets"]] == [1]


def test_bots_and_absent_people_do_not_count(tmp_path: Path) -> None:
    with seated(tmp_path, True, True) as table:
        assert table.pages[1].request("stand")["type"] == "done"
        table.begin()  # a bot takes the empty seat
        table.pages[0].until(lambda: (table.pages[0].view.get("deal") or {}).get("number") == 1)
        assert [seat for seat, _committed in table.pages[0].view["deal"]["committed"]] == [1]


# ------------------------------------------------------------------------------------------------------- hostile pages


def test_only_seated_guests_commit_and_only_to_the_next_draw(tmp_path: Path) -> None:
    with seated(tmp_path, True, False) as table, Visitor(table.served, "Leo").page(table.id) as onlooker:
        page, committed = table.pages[1], "0" * 64

        def code(sender: PageOf, match: int, deal: int, value: str) -> str:
            return str(sender.request("commit", match=match, deal=deal, commitment=value).get("code", "done"))

        assert code(onlooker, 1, 0, committed) == "forbidden"
        for wrong in ("", "0" * 63, "0" * 65, "0" * 3000, "A" * 64, "０" * 64, "0" * 63 + "\n"):
            assert code(page, 1, 0, wrong) == "malformed"
        for match, deal in ((1, 1), (2, 0), (0, 0), (1, -1), (2**60, 0)):
            assert code(page, match, deal, committed) == "late"
        assert code(page, 1, 0, committed) == "done"
        assert code(page, 1, 0, "1" * 64) == "done"  # the last commitment before the seed is fixed counts
        table.begin()
        fixed = table.until_deal(number=0, awaits_secrets=True)
        assert dict(fixed["committed"])[2] == "1" * 64
        assert code(page, 1, 0, committed) == "late"


def test_a_revealed_secret_must_match_the_commitment_of_its_seat(tmp_path: Path) -> None:
    with seated(tmp_path, False, False) as table, Visitor(table.served, "Leo").page(table.id) as onlooker:
        first, second = table.pages
        assert reveal(first, {"match": 1, "number": 0}, SECRET)["code"] == "late"  # nothing is fixed yet
        commit(first, table, 1, SECRET)
        draw_key = DrawKey(table.state.public_id, 1, 0)
        second.request(
            "commit", match=1, deal=0, commitment=commitment(draw_key, 1, SECRET)
        )  # copied from the other seat
        table.begin()
        deal = table.until_deal(number=0, awaits_secrets=True)
        assert reveal(onlooker, deal, SECRET)["code"] == "forbidden"
        assert reveal(first, deal, OTHER)["code"] == "illegal"
        assert reveal(first, deal, "0" * 2000)["code"] == "malformed"
        assert reveal(first, deal | {"number": 1}, SECRET)["code"] == "late"
        assert reveal(first, deal, SECRET)["type"] == "done"
        assert reveal(first, deal, SECRET)["type"] == "done"  # repeated, as after a reload
        assert reveal(second, deal, SECRET)["code"] == "illegal"  # the copy cannot be opened from another seat
        assert first.view["deal"]["secrets"] == []  # hidden until the reveal phase ends
        table.let_pass(REVEAL)
        first.until(lambda: (first.view.get("previous_deal") or {}).get("number") == 0)
        assert first.view["previous_deal"]["secrets"] == [[1, SECRET]]


# -------------------------------------------------------------------------------------------------------- stored data


def test_a_table_of_an_older_server_is_continued() -> None:
    """The stored events can still be read, and the deal that waited for its cut uses the old scheme."""
    settings = TableSettings("paulista", 2, {}, public=False, spectators=True, seconds=0, reserve=0, bots="azar")
    state = TableState("mesa", settings, "ana")
    state.apply(SeatChanged(1, "ana", "Ana"))
    state.apply(SeatChanged(2, bot="azar", name="Azar 2"))
    for stored in (
        '{"kept":"begun","seed":"ff"}',
        '{"kept":"sealed","seed":"00"}',
        '{"kept":"dealt","cut":3,"salt":"5a"}',
    ):
        state.apply(decode_change(stored))
    assert state.current_match.log[0].seed == "00.5a"
    assert state.current_match.log[0].cut == 3
    deal = deal_of(state.shown_draw)
    assert deal is not None
    assert (deal.committed, deal.salt) == (None, "5a")


def test_applying_the_same_changes_gives_the_same_draw() -> None:
    settings = TableSettings("paulista", 2, {}, public=False, spectators=True, seconds=0, reserve=0, bots="azar")
    states = []
    for _time in range(2):
        state = TableState("mesa", settings, "ana")
        state.apply(SeatChanged(1, "ana", "Ana"))
        state.apply(SeatChanged(2, bot="azar", name="Azar 2"))
        for change in (
            MatchCalled(),
            DealerDrawSealed(SEED, {1: commitment(DrawKey(state.public_id, 1, 0), 1, SECRET)}),
            MatchBegun(secrets={1: SECRET}),
            DealSealed(SEED, {1: commitment(DrawKey(state.public_id, 1, 1), 1, OTHER)}),
            PackCut(5),
            CardsDealt(secrets={1: OTHER}),
        ):
            state.apply(change)
        states.append(state)
    logs = [state.current_match.log[0] for state in states]
    assert logs[0].seed == logs[1].seed == seed_of(DrawKey(table_code("mesa"), 1, 1), SEED, {1: OTHER})
    assert logs[0].dealer == first_dealer(2, seed_of(DrawKey(table_code("mesa"), 1, 0), SEED, {1: SECRET}))
    assert logs[0].cut == 5
