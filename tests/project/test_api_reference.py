"""The API reference: it shows every public name, every type in their signatures, and what each field is."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.griffe_docstrings import Docstrings, HiddenNames, with_examples_as_code

if TYPE_CHECKING:
    import griffe
else:
    griffe = pytest.importorskip("griffe", reason="griffe is not installed: make test installs it")

pytestmark = pytest.mark.build

ROOT = Path(__file__).parents[2]


def pages_of_api() -> list[Path]:
    return sorted((ROOT / "docs/reference/api").glob("*.md"))


def listed_names(page: Path) -> Iterator[str]:
    """Yield the full names that a page of the API reference shows: those of `members`, or all public names."""
    blocks = re.findall(r"^::: (\S+)\n((?: .*\n?)*)", page.read_text("utf-8"), re.MULTILINE)
    assert blocks, page
    for path, options in blocks:
        members = re.search(r"members: \[([^]]*)\]", options)
        if members is not None:
            yield from (f"{path}.{name}" for name in re.split(r",\s+", members[1]))
        else:
            module = import_module(path)
            yield from (f"{path}.{name}" for name in module.__all__ if callable(getattr(module, name)))


@pytest.mark.parametrize("page", pages_of_api(), ids=lambda page: page.stem)
def test_every_name_of_the_reference_has_an_anchor(site: Path, page: Path) -> None:
    folder = site / "reference/api" / ("" if page.stem == "index" else page.stem)
    html = (folder / "index.html").read_text("utf-8")
    anchors = set(re.findall(r'id="(truquero[\w.]*)"', html))
    assert set(listed_names(page)) - anchors == set()


def inventory(site: Path) -> set[str]:
    """Return every name that the site documents, under all paths from which it can be imported."""
    content = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    return {line.split(" ")[0] for line in zlib.decompress(content).decode().splitlines()}


def resolved(member: griffe.Object | griffe.Alias) -> griffe.Object:
    return member.final_target if isinstance(member, griffe.Alias) else member


def public_members(name: str, package: griffe.Object) -> Iterator[tuple[str, griffe.Object]]:
    """Yield an exported name, and its public members if it is a class, inherited ones too."""
    exported = resolved(package[name])
    yield name, exported
    if isinstance(exported, griffe.Class):
        for member, value in {**exported.inherited_members, **exported.members}.items():
            if not member.startswith("_") or member == "__init__":
                yield f"{name}.{member}", resolved(value)


def annotations_of(member: griffe.Object) -> Iterator[griffe.Expr | str | None]:
    if isinstance(member, griffe.Attribute):
        yield member.annotation
    elif isinstance(member, griffe.Function):
        yield member.returns
        yield from (parameter.annotation for parameter in member.parameters)


def types_in(annotation: griffe.Expr | str | None) -> Iterator[str]:
    """Yield the full names of the types of truquero in an annotation."""
    if isinstance(annotation, griffe.Expr):
        parts = [annotation, *annotation.iterate(flat=True)]
        paths = {part.canonical_path for part in parts if isinstance(part, griffe.ExprName)}
        yield from (path for path in paths if path.startswith("truquero."))


@pytest.fixture(scope="module")
def package() -> griffe.Object:
    """Read the package as the reference does."""
    loader = griffe.GriffeLoader(
        search_paths=[ROOT / "src"], extensions=griffe.load_extensions(Docstrings, HiddenNames)
    )
    read = loader.load("truquero")
    loader.resolve_aliases()
    assert isinstance(read, griffe.Object)
    return read


def test_every_type_in_a_public_signature_is_documented(site: Path, package: griffe.Object) -> None:
    documented = inventory(site)
    missing = {
        f"{where}: {path}"
        for name in import_module("truquero").__all__
        for where, member in public_members(name, package)
        for annotation in annotations_of(member)
        for path in types_in(annotation)
        if resolved(package.modules_collection[path]).path not in documented
    }
    assert missing == set()


def test_every_public_attribute_has_a_type_and_no_code_as_its_value(package: griffe.Object) -> None:
    attributes = {
        where: member
        for name in import_module("truquero").__all__
        for where, member in public_members(name, package)
        if isinstance(member, griffe.Attribute) and isinstance(member.parent, griffe.Class)
    }
    assert {where for where, member in attributes.items() if member.annotation is None} == set()
    assigned = {where for where, member in attributes.items() if "class-attribute" not in member.labels}
    assert "Match.signs" in assigned
    assert {where for where in assigned if attributes[where].value is not None} == set()


def undescribed_fields(path: str, package: griffe.Object) -> Iterator[str]:
    """Yield the public fields of a class that have no description, neither their own nor in the class."""
    documented = resolved(package.modules_collection[path])
    if not isinstance(documented, griffe.Class):
        return
    text = "" if documented.docstring is None else documented.docstring.value
    for name, member in documented.members.items():
        field = resolved(member)
        is_public_field = isinstance(field, griffe.Attribute) and not name.startswith("_")
        if is_public_field and field.docstring is None and f"`{name}" not in text and f"{name}:" not in text:
            yield f"{path}.{name}"


@pytest.mark.parametrize("page", pages_of_api(), ids=lambda page: page.stem)
def test_every_field_of_the_reference_is_described(page: Path, package: griffe.Object) -> None:
    assert [field for name in listed_names(page) for field in undescribed_fields(name, package)] == []


def test_examples_in_docstrings_become_code() -> None:
    text = "Return a card.\n\n>>> Card('7o')\n'7o'\n\nIt has a suit."
    assert with_examples_as_code(text) == "Return a card.\n\n```pycon\n>>> Card('7o')\n'7o'\n```\n\nIt has a suit."


def test_fields_are_described_by_their_comments(site: Path) -> None:
    assert "The seats of this hand, mano first." in (site / "reference/api/index.html").read_text("utf-8")
