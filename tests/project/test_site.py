"""The documentation site: it builds without a warning, loads nothing from other servers, and documents the library."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.build

pytest.importorskip("mkdocs", reason="mkdocs is not installed: make test installs it")

ROOT = Path(__file__).parents[2]

# Elements that make a browser load something when it shows the page. Links in the text (`<a>`) load nothing.
LOADING = re.compile(r"<(?:script|link|img|iframe|source|video|audio|object|embed|use)\b[^>]*>", re.IGNORECASE)
ELSEWHERE = re.compile(r"(?:src|href|srcset|data|poster)=[\"']?\s*(?:[a-z]+:)?//[^\"'\s>]*", re.IGNORECASE)
ELSEWHERE_IN_STYLES = re.compile(r"(?:url\(\s*[\"']?|@import\s+[\"'])(?:https?:)?//[^)\"';]*")
# The script of the theme loads Mermaid from a public server for such a diagram, and asks GitHub about such a link.
LOADED_BY_SCRIPT = re.compile(r"class=[\"']?[^\"'>]*\bmermaid\b|data-md-component=[\"']?source\b")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in strict mode and return its folder."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def loaded_from_elsewhere(html: str) -> list[str]:
    """Return what a page would load from other servers."""
    return [
        *(address for tag in LOADING.findall(html) for address in ELSEWHERE.findall(tag)),
        *ELSEWHERE_IN_STYLES.findall(html),
        *LOADED_BY_SCRIPT.findall(html),
    ]


def test_the_site_loads_nothing_from_other_servers(site: Path) -> None:
    pages = {path: loaded_from_elsewhere(path.read_text("utf-8")) for path in site.rglob("*.html")}
    styles = {path: ELSEWHERE_IN_STYLES.findall(path.read_text("utf-8")) for path in site.rglob("*.css")}
    assert pages
    assert {str(path.relative_to(site)): addresses for path, addresses in (pages | styles).items() if addresses} == {}


@pytest.mark.parametrize(
    "html",
    [
        '<script src="https://cdn.example.org/a.js"></script>',
        "<link rel=stylesheet href=//fonts.example.org/css>",
        '<img alt="a" src="http://example.org/a.png">',
        "<style>@import 'https://example.org/a.css'</style>",
        "<p style=\"background: url('https://example.org/a.png')\">",
        '<pre class="mermaid"><code>graph</code></pre>',
    ],
)
def test_requests_to_other_servers_are_recognised(html: str) -> None:
    assert loaded_from_elsewhere(html)


def test_a_link_in_the_text_is_no_request() -> None:
    assert loaded_from_elsewhere('<a href="https://semver.org">versions</a> <img src="../pictures/replay.png">') == []


@pytest.mark.parametrize("module", ["truquero", "truquero.sim", "truquero.analysis", "truquero.bots"])
def test_the_reference_contains_every_public_class_and_function(site: Path, module: str) -> None:
    page = site / "reference/api" / module.removeprefix("truquero").removeprefix(".") / "index.html"
    html = page.read_text("utf-8")
    public = {name: getattr(import_module(module), name) for name in import_module(module).__all__}
    anchors = {
        name: {f"{module}.{name}", f"{value.__module__}.{name}"} for name, value in public.items() if callable(value)
    }
    assert {name for name, names in anchors.items() if not any(f'id="{anchor}"' in html for anchor in names)} == set()


def test_examples_in_docstrings_become_code() -> None:
    from tools.griffe_docstrings import with_examples_as_code

    text = "Return a card.\n\n>>> Card('7o')\n'7o'\n\nIt has a suit."
    assert with_examples_as_code(text) == "Return a card.\n\n```pycon\n>>> Card('7o')\n'7o'\n```\n\nIt has a suit."


def test_fields_are_described_by_their_comments(site: Path) -> None:
    assert "The seats of this hand, mano first." in (site / "reference/api/index.html").read_text("utf-8")
