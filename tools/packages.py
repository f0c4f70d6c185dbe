"""The packages of Truquero in the order of their imports, and the lists of them in the documentation.

`python -m tools.packages` writes the lists again: each is between two comment lines of a document. The text of a
package is the first sentence of its docstring. `tests/project/test_imports.py` enforces the order.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tools.no_arguments import check_no_arguments

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "truquero"

# A package imports only packages before it.
PACKAGES = (
    "i18n",
    "cards",
    "rules",
    "variants",
    "engine",
    "table",
    "records",
    "rulebook",
    "sim",
    "analysis",
    "speech",
    "lessons",
    "session",
    "bots",
    "server",
    "tui",
    "cli",
)
# These use the standard library only.
CORE = frozenset({"i18n", "cards", "rules", "variants", "engine", "table", "records", "rulebook", "session", "lessons"})
# These interfaces to people are imported by no package but `cli`.
INTERFACES = frozenset({"server", "tui", "cli"})

DOCUMENTS = ("CONTRIBUTING.md", "docs/explanation/architecture.md")
LIST = re.compile(r"(?<=<!-- packages -->\n).*?(?=<!-- end of packages -->)", re.DOTALL)


def first_sentence(package: str) -> str:
    """Return the first sentence of the docstring of a package, on one line."""
    file = SOURCE / package / "__init__.py"
    text = (file if file.exists() else SOURCE / f"{package}.py").read_text("utf-8")
    paragraph = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0]
    return re.split(r"(?<=\.) ", " ".join(paragraph.split()))[0]


def as_table() -> str:
    """Return the list of packages as a Markdown table."""
    names = [f"`{name}/`" if (SOURCE / name).is_dir() else f"`{name}.py`" for name in PACKAGES]
    rows = [f"| {name} | {first_sentence(package)} |" for name, package in zip(names, PACKAGES, strict=True)]
    return "\n".join(("", "| package | contents |", "| --- | --- |", *rows, "", ""))


def written_again(document: str) -> str:
    """Return the text of a document with a current list of packages."""
    return LIST.sub(lambda _match: as_table(), document)


def main() -> None:
    check_no_arguments("tools.packages", __doc__)
    for name in DOCUMENTS:
        path = ROOT / name
        path.write_text(written_again(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
