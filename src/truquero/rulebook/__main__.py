"""Write the pages of docs/variants: `python -m truquero.rulebook FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from truquero.rulebook.pages import write_pages

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m truquero.rulebook FOLDER, such as docs/variants")
    print(f"{write_pages(Path(sys.argv[1]))} pages in {sys.argv[1]}")
