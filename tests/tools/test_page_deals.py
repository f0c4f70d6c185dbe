"""The tests of the page use deals from the engine."""

from __future__ import annotations

from tools import dealt


def test_the_records_for_the_page_are_up_to_date() -> None:
    assert dealt.DEALT.read_text(encoding="utf-8") == dealt.written(), "run python -m tools.dealt"
