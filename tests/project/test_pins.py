"""The pinned versions are complete, have their hashes, and are the same in every file."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hatch_build import NODE_WHEEL
from tools.pins import CONSTRAINTS, DEV, NODE, PLAY, TORCH, declared, name_of, split, version_of

HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}")
HASHED = (PLAY, DEV, NODE)
ONLY_WITH_TORCH = ("cuda-", "nvidia-", TORCH, "triton")
RENEW = "run python -m tools.pins"

PINS = {path: split(path.read_text(encoding="utf-8")) for path in (CONSTRAINTS, *HASHED)}
VERSIONS = {name: Requirement(pin) for name, pin in PINS[CONSTRAINTS].items()}


@pytest.mark.parametrize("path", HASHED, ids=lambda path: path.stem)
def test_every_pin_has_hashes(path: Path) -> None:
    for pin in PINS[path].values():
        first, *hashes = pin.split(" \\\n")
        assert re.fullmatch(r"[a-z0-9-]+==[^ ]+(?: ; .*)?", first), first
        assert hashes, first
        assert all(HASH.fullmatch(line) for line in hashes), first


def test_hashed_versions_are_those_of_the_constraints() -> None:
    hashed = {name: version_of(pin) for path in HASHED for name, pin in PINS[path].items()}
    assert len(hashed) == sum(len(PINS[path]) for path in HASHED), "a package is in two files"
    assert hashed == {name: pin for name, pin in PINS[CONSTRAINTS].items() if name != TORCH}, RENEW


@pytest.mark.parametrize("path", HASHED, ids=lambda path: path.stem)
def test_every_declared_dependency_is_pinned(path: Path) -> None:
    for requirement in map(Requirement, declared()[path]):
        name = canonicalize_name(requirement.name)
        assert name in PINS[PLAY] or name in PINS[path], f"{requirement}: {RENEW}"
        (pinned,) = VERSIONS[name].specifier
        assert requirement.specifier.contains(pinned.version), f"{requirement}: {RENEW}"


def test_node_is_pinned_where_the_build_asks_for_it() -> None:
    assert list(PINS[NODE]) == [name_of(NODE_WHEEL)]
    assert version_of(PINS[NODE][name_of(NODE_WHEEL)]) == NODE_WHEEL


@pytest.mark.parametrize("path", [PLAY, DEV], ids=lambda path: path.stem)
def test_indirect_dependencies_are_pinned(path: Path) -> None:
    """Check the dependencies of the installed packages, with the markers of this platform."""
    names = PINS[PLAY] | (PINS[DEV] if path == DEV else {})
    missing = {
        f"{name} needs {needed}"
        for name in [*names, *([TORCH] if path == DEV else [])]
        for needed in needs_of(name)
        if needed not in names and not needed.startswith(ONLY_WITH_TORCH)
    }
    assert missing == set(), RENEW


def needs_of(name: str) -> set[str]:
    try:
        needs = map(Requirement, distribution(name).requires or ())
    except PackageNotFoundError:  # the package is not for this platform, or is not installed
        return set()
    return {
        canonicalize_name(need.name) for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})
    }
