"""Write the tables at the end of docs/reference/bot-protocol.md again: `python -m tools.protocol_tables`."""

from __future__ import annotations

from tools.no_arguments import check_no_arguments
from tools.packages import ROOT
from truquero.cli.protocol_page import reference
from truquero.rulebook import Document, as_markdown

PAGE = ROOT / "docs/reference/bot-protocol.md"
FIRST_HEADING = "## Messages of the table\n"


def with_current_tables(page: str) -> str:
    """Return the page with the tables that `truquero bot-protocol --markdown` prints."""
    tables = as_markdown(Document("", reference()))
    return page[: page.index(FIRST_HEADING)] + tables[tables.index(FIRST_HEADING) :]


def main() -> None:
    check_no_arguments("tools.protocol_tables", __doc__)
    PAGE.write_text(with_current_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
