"""Write the pinned versions and their hashes: run `python -m tools.pins` after a change of the dependencies.

`constraints.txt` contains the versions. The files in `requirements/` contain the same versions with the hashes of all
their wheels and source archives; they are complete for every platform and for Python 3.11 and later. With `--upgrade`
every version is resolved again; otherwise the versions in `constraints.txt` stay. The tool needs the network: it
installs uv in a temporary virtual environment and reads the package index.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
import venv
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hatch_build import NODE_REQUIREMENTS, NODE_WHEEL

ROOT = Path(__file__).parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
PLAY, DEV, NODE = (ROOT / path for path in ("requirements/play.txt", "requirements/dev.txt", NODE_REQUIREMENTS))
EDITABLES = "editables"  # hatchling needs it for an editable install
TORCH = "torch"
PLAY_EXTRA, DEV_EXTRA = "play", "dev"
# Resolve one version for all platforms and Python versions, with the hashes of all its archives.
RESOLVE = ("--universal", "--fork-strategy", "fewest", "--python-version", "3.11", "--generate-hashes")
WRITE = ("--no-annotate", "--no-header", "--no-cache", "--quiet")

WRITTEN = "# Written by `python -m tools.pins`.\n"
ABOUT = {
    CONSTRAINTS: """\
# The version of every package that truquero needs to run, to be built and to be developed.
# requirements/*.txt hold the same versions with hashes, except torch: its archive depends on the platform and on the
# graphics card. The version of torch is changed here by hand.
""",
    PLAY: "# The extra `play`, and what truquero is built with.\n",
    DEV: "# The other extras and the development tools, except torch (see constraints.txt).\n",
    NODE: "# Node, to build the page on machines that have none.\n",
}

Pins = dict[str, str]  # the name of each package and its requirement, with its hashes on further lines


def name_of(requirement: str) -> str:
    """Return the normalised package name of a requirement."""
    return canonicalize_name(Requirement(requirement).name)


def version_of(pin: str) -> str:
    """Return a requirement without its hashes."""
    return pin.split(" \\\n", 1)[0]


def split(text: str) -> Pins:
    """Return the requirements of a file."""
    joined = text.replace("\\\n", "\\\0")
    lines = [line.replace("\0", "\n") for line in joined.splitlines() if line and not line.startswith(("#", "-"))]
    return {name_of(version_of(line)): line for line in lines}


def declared() -> dict[Path, list[str]]:
    """Return the requirements of pyproject.toml and of the build, except torch, by the file that pins them."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)
    project = settings["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    for_play = included(extras, PLAY_EXTRA, project["name"])
    for_dev = [
        requirement for requirement in included(extras, DEV_EXTRA, project["name"]) if requirement not in for_play
    ]
    return {
        PLAY: [*project["dependencies"], *for_play, *settings["build-system"]["requires"], EDITABLES],
        DEV: [requirement for requirement in for_dev if name_of(requirement) != TORCH],
        NODE: [NODE_WHEEL],
    }


def included(extras: Mapping[str, list[str]], name: str, project: str) -> list[str]:
    """Return the requirements of an extra, and of the extras of this project that it refers to."""
    requirements: list[str] = []
    for requirement in extras[name]:
        if name_of(requirement) == project:
            for extra in sorted(Requirement(requirement).extras):
                requirements += included(extras, extra, project)
        else:
            requirements.append(requirement)
    return requirements


def resolved(uv: Path, requirements: list[str], constraints: Path) -> Pins:
    """Return the requirements and all their dependencies, pinned."""
    command = [str(uv), "pip", "compile", *RESOLVE, *WRITE, "--constraints", str(constraints), "-"]
    done = subprocess.run(command, input="\n".join(requirements), stdout=subprocess.PIPE, text=True, check=True)
    return split(done.stdout)


def renewed(uv: Path, constraints: Path, torch: str) -> dict[Path, Pins]:
    """Return the new contents of each file. Versions that `constraints` lists stay."""
    needed = declared()
    # Dependencies of torch for some platforms only are large and serve graphics cards. They get no hashes: installing
    # torch installs them.
    around_torch = [
        version_of(pin)
        for name, pin in resolved(uv, [torch], constraints).items()
        if name != TORCH and ";" not in version_of(pin)
    ]
    everything = resolved(uv, [*needed[PLAY], *needed[DEV], *needed[NODE], *around_torch], constraints)
    versions = {name: version_of(pin) for name, pin in everything.items()}
    with TemporaryDirectory() as folder:
        fixed = Path(folder, "constraints.txt")
        fixed.write_text("\n".join(versions.values()))
        files = {path: {name: everything[name] for name in resolved(uv, needed[path], fixed)} for path in (PLAY, NODE)}
    elsewhere = files[PLAY].keys() | files[NODE].keys()
    files[DEV] = {name: pin for name, pin in everything.items() if name not in elsewhere}
    return files | {CONSTRAINTS: dict(sorted({**versions, TORCH: torch}.items()))}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.pins", description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="resolve all versions again, except torch's")
    upgrade = parser.parse_args().upgrade
    torch = split(CONSTRAINTS.read_text(encoding="utf-8"))[TORCH]
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        subprocess.run([f"{folder}/bin/python", "-m", "pip", "install", "--quiet", "uv"], check=True)
        constraints = CONSTRAINTS
        if upgrade:
            constraints = Path(folder, "constraints.txt")
            constraints.write_text(torch)
        files = renewed(Path(folder, "bin/uv"), constraints, torch)
    for path, pins in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(ABOUT[path] + WRITTEN + "".join(f"{pin}\n" for pin in pins.values()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
