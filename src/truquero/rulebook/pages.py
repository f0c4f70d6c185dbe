"""The pages of docs/variants: the rule book of each variant in every language, and the comparison of all variants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from truquero.i18n import LANGUAGES, _, speaking
from truquero.rulebook import as_markdown, comparison, document
from truquero.variants import VARIANTS, Preset

CONTENTS = "README.md"


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every page: its path relative to the folder of the pages, and its text."""
    for language in LANGUAGES:
        with speaking(language):
            for preset in VARIANTS.values():
                yield Path(language, f"{preset.name}.md"), as_markdown(document(preset))
            yield Path(language, CONTENTS), _contents()


def _contents() -> str:
    """Return the comparison page, with links to each rule book and to the other languages."""
    languages = " · ".join(f"[{name}](../{language}/{CONTENTS})" for language, name in LANGUAGES.items())
    links = "\n".join(f"- [{preset.title}]({preset.name}.md){_region(preset)}" for preset in VARIANTS.values())
    books = _("The books")
    return f"{as_markdown(comparison(VARIANTS.values()))}\n## {books}\n\n{links}\n\n{languages}\n"


def _region(preset: Preset) -> str:
    return f", {_(preset.region)}" if preset.region else ""


def write_pages(folder: Path) -> int:
    """Write all pages, delete the pages of variants that no longer exist, and return the number of pages."""
    texts = dict(pages())
    for file in folder.glob("*/*.md"):
        if file.relative_to(folder) not in texts:
            file.unlink()
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return len(texts)
