"""The documentation site: it builds without a warning and loads nothing from other servers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.build

pytest.importorskip("mkdocs", reason="mkdocs is not installed: make test installs it")

# Elements that make a browser load something when it shows the page. Links in the text (`<a>`) load nothing.
LOADING = re.compile(r"<(?:script|link|img|iframe|source|video|audio|object|embed|use)\b[^>]*>", re.IGNORECASE)
ELSEWHERE = re.compile(r"(?:src|href|srcset|data|poster)=[\"']?\s*(?:[a-z]+:)?//[^\"'\s>]*", re.IGNORECASE)
ELSEWHERE_IN_STYLES = re.compile(r"(?:url\(\s*[\"']?|@import\s+[\"'])(?:https?:)?//[^)\"';]*")
# The script of the theme loads Mermaid from a public server for such a diagram, and asks GitHub about such a link.
LOADED_BY_SCRIPT = re.compile(r"class=[\"']?[^\"'>]*\bmermaid\b|data-md-component=[\"']?source\b")


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
