"""The build and installation of truquero: with the page, or without it if npm cannot fetch the packages of the page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
from hatch_build import OLD_PAGE, SETTING, WITHOUT_PAGE, Page, PageError, build_page
from tests.support.served import settings_in
from truquero.i18n import speaking
from truquero.server import start

pytestmark = pytest.mark.build

ROOT = Path(__file__).parents[2]
BUILT = "../src/truquero/server/page/index.html"
# Shell cases of the scripted npm, by its first argument. npm starts in web/.
REFUSED = 'ping) echo \'{"error": {"code": "ECONNREFUSED"}}\'; exit 1;; *) exit 1;;'
NO_PING = 'ping) echo \'{"error": {"code": "E404"}}\'; exit 1;; *) exit 1;;'
IN_CACHE = f"ping) exit 1;; run) mkdir -p $(dirname {BUILT}); touch {BUILT};;"
BROKEN = "run) exit 1;;"


class Project:
    """A copy of the files that build the page, with a scripted npm that records its calls."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.page = Page(str(root))
        self._calls = root / "calls"
        self._bin = root / "bin"
        for folder in (self.page.sources, self._bin):
            folder.mkdir()
        for source in ("index.html", "package-lock.json"):
            (self.page.sources / source).touch()

    def script_npm(self, cases: str) -> dict[str, str]:
        """Write the scripted npm and return the environment variables that put it on the path."""
        self.command("node", "echo v20.19.0")
        self.command("npm", f'echo "$*" >> "{self._calls}"\ncase $1 in {cases} esac')
        return {"PATH": os.pathsep.join((str(self._bin), os.environ["PATH"]))}

    def command(self, name: str, script: str, folder: Path | None = None) -> None:
        path = (folder or self._bin) / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    @property
    def calls(self) -> list[str]:
        return self._calls.read_text().splitlines() if self._calls.exists() else []


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.delenv(SETTING, raising=False)  # `make test` sets it
    root = tmp_path / "with a space"
    root.mkdir()
    return Project(root)


def warnings_of(project: Project) -> list[str]:
    warnings: list[str] = []
    build_page(project.page, lambda text: None, warnings.append)
    return warnings


# ------------------------------------------------------------------------------------------------------- the hook


def test_an_unreachable_registry_leaves_out_the_page_alone(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", project.script_npm(REFUSED)["PATH"])
    (warning,) = warnings_of(project)
    assert "`npm ci` failed" in warning
    assert warning.endswith(WITHOUT_PAGE)
    assert project.page.is_wanted


def test_an_unreachable_registry_is_asked_once_and_then_the_cache(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", project.script_npm(IN_CACHE)["PATH"])
    assert warnings_of(project) == []
    ping, fetch, build = project.calls
    assert ping.startswith("ping ")
    assert "--fetch-timeout=" in ping
    assert fetch.startswith("ci ")
    assert fetch.endswith(" --offline")
    assert build.startswith("run build ")
    assert not project.page.is_wanted


def test_a_registry_without_ping_is_asked_for_the_packages(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", project.script_npm(NO_PING)["PATH"])
    warnings_of(project)
    assert "--offline" not in project.calls[1]


def test_an_earlier_page_stays(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.page.built.parent.mkdir(parents=True)
    project.page.built.touch()
    os.utime(project.page.built, (0, 0))
    monkeypatch.setenv("PATH", project.script_npm(BROKEN)["PATH"])
    (warning,) = warnings_of(project)
    assert "`npm run build` failed" in warning
    assert warning.endswith(OLD_PAGE)


def test_a_required_page_fails_the_build(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", project.script_npm(REFUSED)["PATH"])
    monkeypatch.setenv(SETTING, "required")
    with pytest.raises(PageError, match="`npm ci` failed"):
        warnings_of(project)


def test_a_skipped_page_needs_no_node(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(project.root))
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert hatch_build.wants_node_wheel(project.page)
    monkeypatch.setenv(SETTING, "skip")
    assert not hatch_build.wants_node_wheel(project.page)
    assert warnings_of(project) == []


def test_an_unknown_setting_is_named(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, "no")
    with pytest.raises(ValueError, match="TRUQUERO_PAGE is 'no': it must be 'required', 'skip' or not set"):
        warnings_of(project)


# ---------------------------------------------------------------------------------------------------- the Makefile


@pytest.fixture
def installed(project: Project) -> Project:
    """Return a project that `make setup` considers installed, except for its page."""
    if not shutil.which("make"):
        pytest.skip("no make here")
    for name in ("Makefile", "hatch_build.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, project.root)
    commands = project.root / ".venv/bin"
    commands.mkdir(parents=True)
    project.command("python", f'exec "{sys.executable}" "$@"', commands)
    (project.root / ".venv/.place").write_text(str(project.root.resolve()))
    for stamp in (".play-stamp", ".catalogues-stamp"):
        (project.root / ".venv" / stamp).touch()
    return project


def make(project: Project, target: str, cases: str, **environment: str) -> subprocess.CompletedProcess[str]:
    # Drop the variables of an outer `make` that may be running the tests.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", target],
        cwd=project.root,
        env=inherited | {"PYTHONUTF8": "1"} | environment | project.script_npm(cases),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def test_make_goes_on_without_the_page_and_tries_again(installed: Project) -> None:
    done = make(installed, "setup", REFUSED)
    assert done.returncode == 0, done.stdout
    assert WITHOUT_PAGE in done.stdout
    assert "without the page: make play ARGS=play. Run make setup again" in done.stdout
    calls = len(installed.calls)

    done = make(installed, "setup", IN_CACHE)
    assert done.returncode == 0, done.stdout
    assert len(installed.calls) > calls
    assert done.stdout.endswith("Ready: make play\n")

    calls = len(installed.calls)
    assert make(installed, "setup", REFUSED).stdout == "Ready: make play\n"
    assert len(installed.calls) == calls  # the page exists and is newer than its sources


def test_make_fails_where_the_page_is_required(installed: Project) -> None:
    done = make(installed, "setup", REFUSED, TRUQUERO_PAGE="required")
    assert done.returncode != 0
    assert "Ready" not in done.stdout


# --------------------------------------------------------------------------------------------------- the command


def test_a_server_without_a_page_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "PAGE", tmp_path)
    with (
        speaking("en"),
        pytest.raises(start.StartError, match=r"run make setup .* truquero play plays in the terminal"),
    ):
        start.serve(settings_in(tmp_path), browser=False)
