"""Compiles the catalogues of the languages whenever truquero is built or installed, for editing too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """The `.mo` files stand beside their `.po` files; pyproject.toml names them as artifacts, for git ignores them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "src/truquero/language/catalogues").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(texts))
