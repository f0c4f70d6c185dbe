"""Write docs/explanation/history.md again, the history of the game in English: `python -m tools.history_page`."""

from __future__ import annotations

from textwrap import wrap

from tools.no_arguments import check_no_arguments
from tools.packages import ROOT
from truquero.rulebook import as_markdown
from truquero.rulebook.history import history

PAGE = ROOT / "docs/explanation/history.md"
WIDTH = 100
ENDING = """
## See also

- The page of a server shows this history in Spanish, Portuguese, Valencian and English, at
  `/history`.
- `examples/records` has the two hands that the article comments on, with comments of our own. The
  page replays them at `/commented-hands/belmez-1` and `/commented-hands/belmez-2`.
- The rule books of [Bélmez](../variants/en/belmez.md),
  [the Diccionario de Autoridades](../variants/en/autoridades.md) and
  [Asturias](../variants/en/asturiano.md) tell how these games are played.
"""


def page() -> str:
    """Return the text of the page."""
    return "\n".join(map(_wrapped, as_markdown(history()).splitlines())) + "\n" + ENDING


def _wrapped(line: str) -> str:
    indent = "  " if line.startswith("- ") else ""
    return "\n".join(wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False))


def main() -> None:
    check_no_arguments("tools.history_page", __doc__)
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
