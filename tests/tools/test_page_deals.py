"""The tests of the page use deals from the engine."""

from __future__ import annotations

from tools import page_deals


def test_the_records_for_the_page_are_up_to_date() -> None:
    assert page_deals.DEALT.read_text(encoding="utf-8") == page_deals.written(), "run python -m tools.page_deals"
