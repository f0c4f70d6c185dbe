"""`truquero verify`: the sources of randomness of a record's deals, and the manipulations that it detects."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Command
from truquero import Match
from truquero.records import parse, record
from truquero.records.fair_deals import DRAW, DrawKey, Opening, commitment, seal, seed_of, table_code
from truquero.records.player_names import with_names
from truquero.records.verification import Verdict, digest, joined, proofs, with_openings

VERIFY = Command("verify")
DRAW_KEY = DrawKey(table_code("mesa"), 1, DRAW)
SEED, ANA, EVA, STRANGER = "5e" * 32, "a1" * 32, "b2" * 32, "c3" * 32
SHORT = SEED[:20]

COMBINED = "as the record says, the seed combines the randomness of the server and of"
CHECKED = "each player's own page checks that player's part"


def opening(deal: int, *, secrets: dict[int, str], committed: tuple[int, ...] = (1, 2)) -> Opening:
    draw_key = DRAW_KEY._replace(deal=deal)
    chosen = {1: ANA, 2: EVA, 0: STRANGER, 9: STRANGER, 12: STRANGER}
    commitments = {seat: commitment(draw_key, seat, chosen[seat]) for seat in committed}
    return Opening(seal(draw_key, SEED), commitments, SEED, secrets)


def record_text(secrets: dict[int, str], committed: tuple[int, ...] = (1, 2)) -> str:
    """Return a record of one hand of Ana and Eva, with these secrets in its draws."""
    match = Match("paulista", 2, seed=seed_of(DRAW_KEY, SEED, {1: ANA, 2: EVA}))
    match.deal(seed=seed_of(DRAW_KEY._replace(deal=1), SEED, secrets), cut=7)
    while match.turn:
        match.play(*match.moves()[0])
    draws = {DRAW: opening(DRAW, secrets={1: ANA, 2: EVA}), 1: opening(1, secrets=secrets, committed=committed)}
    return with_names(with_openings(record(match), DRAW_KEY, draws, {}), {1: "Ana", 2: "Eva"})


def test_verify_names_the_players_whose_random_numbers_were_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.truco"
    file.write_text(record_text({1: ANA, 2: EVA}), encoding="utf-8")
    draw_line, deal_line = VERIFY.output_of(capsys, str(file)).splitlines()
    combined = f"{COMBINED} seat 1 (Ana), seat 2 (Eva); {CHECKED}"
    assert draw_line.endswith(f"✓ First dealer: {combined}")
    assert deal_line.endswith(f"✓ Deal 1: {combined}")


def test_verify_names_the_players_who_did_not_reveal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.truco"
    file.write_text(record_text({1: ANA}), encoding="utf-8")
    [_draw_line, deal_line] = VERIFY.output_of(capsys, str(file)).splitlines()
    missing = "seat 2 (Eva) committed to a secret and did not reveal it"
    assert deal_line.endswith(f"~ Deal 1: {COMBINED} seat 1 (Ana); {missing}; {CHECKED}")


def test_a_deal_of_the_server_alone_is_not_called_fair() -> None:
    [_draw, deal] = proofs(record_text({}, committed=()))
    assert deal.verdict is Verdict.SEEDED
    [_draw, deal] = proofs(record_text({}))
    assert (deal.verdict, deal.missing) == (Verdict.SEEDED, (1, 2))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"# server {SEED}", f"# server {'00' * 32}"),
        (f"# secret 1 {ANA}", f"# secret 1 {'00' * 32}"),
        (f"# secret 2 {EVA}\n", ""),  # hide that Eva's secret was used
        ("match 1", "match 2"),
        ("# fixed ", "# fixed 0"),
    ],
)
def test_verify_finds_changed_cards(old: str, new: str) -> None:
    text = record_text({1: ANA, 2: EVA})
    assert {proof.verdict for proof in proofs(text)} == {Verdict.FAIR}
    changed = text.replace(old, new)
    assert changed != text
    assert {proof.verdict for proof in proofs(changed)} == {Verdict.WRONG}


@pytest.mark.parametrize("stranger", [0, 9, 12])
@pytest.mark.parametrize("reveals", [True, False])
def test_a_seat_that_does_not_exist_is_refused(stranger: int, reveals: bool) -> None:
    """The seat's secret is used, or its commitment is listed as not revealed."""
    secrets = {1: ANA, 2: EVA} | ({stranger: STRANGER} if reveals else {})
    [draw, deal] = proofs(record_text(secrets, committed=(1, 2, stranger)))
    assert (draw.verdict, deal.verdict) == (Verdict.FAIR, Verdict.WRONG)
    assert deal.explanation == f"the record mentions seat {stranger}, which does not exist: seats are 1 to 2"


@pytest.mark.parametrize("has_table", [True, False])
@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        (f"# fixed {SHORT}", f"the comment “# fixed {SHORT}” does not have the form of a published value"),
        (f"# sealed {SHORT}z", f"the comment “# sealed {SHORT}z” does not have the form of a published value"),
        ("# committed 1 zz", "the comment “# committed 1 zz” does not have the form of a published value"),
        (f"# secret -1 {EVA}", f"the comment “# secret -1 {EVA}” does not have the form of a published value"),
        (f"# committed 3 {ANA}", "the record mentions seat 3, which does not exist: seats are 1 to 2"),
        (f"# secret 2 {EVA}", "the secret of seat 2 does not match the commitment made before the cut"),
    ],
)
def test_a_wrong_value_is_refused_although_others_are_missing(comment: str, reason: str, has_table: bool) -> None:
    """Without a seal or the server's seed, a deal cannot be verified, but it can be wrong."""
    match = Match("paulista", 2, seed="match")
    match.deal(seed="5eed")
    head = f"# table {DRAW_KEY.table} match 1\n" if has_table else f"# committed 1 {ANA}\n"
    [*_draw, deal] = proofs(f"{head}{record(match)}{comment}\n")
    assert (deal.verdict, deal.explanation) == (Verdict.WRONG, reason)


def test_a_wrong_value_of_the_draw_is_refused_although_others_are_missing() -> None:
    match = Match("paulista", 2, seed="match")
    match.deal(seed="5eed")
    [draw, deal] = proofs(f"# committed 7 {ANA}\n{record(match)}")
    assert (draw.deal, draw.verdict, deal.verdict) == (DRAW, Verdict.WRONG, Verdict.SEEDED)


@pytest.mark.parametrize(
    "comment",
    [
        "# fixed the cards of seat 2",
        "# Fixed typo",
        "# fixed 2 typos",
        "# fixed https://truco.example/a/very/long/path/with/more/than/forty/characters",
        "# secret 3 cards",
        "# committed 2 mistakes",
        "# server reboot",
        "# table for two",
        f"# fixed {SHORT}",
    ],
)
def test_in_a_record_without_published_values_all_comments_are_prose(comment: str) -> None:
    match = Match("paulista", 2, seed="match")
    match.deal(seed="5eed")
    [deal] = proofs(f"{comment}\n{record(match)}{comment}\n")
    assert deal.verdict is Verdict.SEEDED


FORM, AGAIN = "does not have the form of a published value", "states something again that the record has stated"


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        (f"# committed 2 {'00' * 32}", AGAIN),
        (f"# committed 2 {commitment(DRAW_KEY._replace(deal=1), 2, EVA)}", AGAIN),  # even if it is the same
        (f"# secret 2 {'00' * 32}", AGAIN),
        (f"# fixed {'00' * 32}", AGAIN),
        (f"# sealed {'00' * 32}", AGAIN),
        (f"# server {'00' * 32}", AGAIN),
        (f"# table {'0' * 32} match 2", AGAIN),
        (f"# Server {SEED}", FORM),
        (f"#fixed {SEED[:15]}", FORM),
        (f"## secret 2 {EVA.upper()}", FORM),
        ("# secret 3 cards", FORM),
        ("# table for two", FORM),
    ],
)
@pytest.mark.parametrize("place", [DRAW, 1])
def test_a_record_that_contradicts_itself_is_wrong(comment: str, reason: str, place: int) -> None:
    """A statement that comes twice, or is not complete, is a fault of the deal that it belongs to."""
    text = record_text({1: ANA, 2: EVA})
    changed = text.replace("variant ", f"{comment}\nvariant ") if place == DRAW else f"{text}{comment}\n"
    wrong, right = proofs(changed)[:: 1 if place == DRAW else -1]
    assert (wrong.deal, wrong.verdict, right.verdict) == (place, Verdict.WRONG, Verdict.FAIR)
    assert wrong.explanation == f"the comment “# {comment.lstrip('# ')}” {reason}"


def test_a_byte_order_mark_and_the_place_of_a_comment_change_nothing() -> None:
    text = record_text({1: ANA, 2: EVA}).split("\n", 2)[2]  # begins with the name of the table
    head, comment, tail = text.rpartition("\n# fixed")  # after the line with the seed
    assert {proof.verdict for proof in proofs(f"\ufeff{head} {comment.strip()}{tail}")} == {Verdict.FAIR}


def test_verify_finds_a_changed_first_dealer() -> None:
    text = record_text({1: ANA, 2: EVA})
    first_deal = "deal 1" if "\ndeal 1\n" in text else "deal 2"
    replacement = {"deal 1": "deal 2", "deal 2": "deal 1"}[first_deal]
    head, _line, _rest = text.partition(first_deal)
    [draw] = proofs(f"{head}{replacement}\ncards 1 1e 2e 3e\ncards 2 1b 2b 3b\nturned 4o\n")[:1]
    assert draw.verdict is Verdict.WRONG


def test_verify_reports_a_missing_draw_for_the_first_dealer() -> None:
    head, _line, rest = record_text({1: ANA, 2: EVA}).partition("# fixed")
    [draw, deal] = proofs(head + rest[rest.index("variant ") :])
    assert (draw.verdict, draw.explanation) == (
        Verdict.UNKNOWN,
        "the record does not say how the first dealer was drawn",
    )
    assert deal.verdict is Verdict.FAIR


def test_a_record_of_an_older_server_is_verified_by_its_scheme(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("paulista", 2, seed="match")
    match.deal(seed=joined("5eed", "5a17"), cut=7)
    good = with_openings(record(match), DRAW_KEY, {}, {1: digest("5eed")})
    assert [proof.verdict for proof in proofs(good)] == [Verdict.SEEDED]  # a cutter who knew the seed chose the cards
    bad = with_openings(record(match), DRAW_KEY, {}, {1: digest("other")})
    assert [proof.verdict for proof in proofs(bad)] == [Verdict.WRONG]


def test_the_draws_are_written_as_comments() -> None:
    """The record is the same without the comments."""
    text = record_text({1: ANA, 2: EVA})
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("#")) + "\n"
    assert str(parse(text)) == str(parse(bare)) == bare


def test_a_record_without_a_deal_has_nothing_to_prove() -> None:
    assert proofs("variant paulista\n") == []
