"""Draw the diagrams of docs/explanation/architecture.md as SVG: `python -m tools.diagrams`.

The diagram of the packages is drawn from their imports, so it is drawn again after a change of them. Each drawing
brings its own background and follows the colour scheme of the reader.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from tools.no_arguments import check_no_arguments
from tools.packages import PACKAGES, ROOT, SOURCE

PICTURES = ROOT / "docs" / "pictures"
STYLE = """\
svg { --paper: #ffffff; --box: #e8f1ea; --edge: #2e7d46; --text: #1c2620; --line: #5d6b62; }
@media (prefers-color-scheme: dark) {
  svg { --paper: #1b211d; --box: #26362b; --edge: #7cc492; --text: #eef3ef; --line: #a3b3a8; }
}
.paper { fill: var(--paper); }
.box { fill: var(--box); stroke: var(--edge); stroke-width: 1.5; }
.line { fill: none; stroke: var(--line); stroke-width: 1.5; }
.dashed { stroke-dasharray: 4 4; }
.head { fill: var(--line); }
text { fill: var(--text); font: 15px system-ui, sans-serif; text-anchor: middle; }
.code { font-family: ui-monospace, monospace; }
/* The outline in the colour of the paper interrupts the lines behind a label. */
.small { font-size: 13px; paint-order: stroke; stroke: var(--paper); stroke-width: 6; }"""
ARROW = (
    '<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
    '<path class="head" d="M0 0 10 5 0 10z"/></marker>'
)


@dataclass
class Drawing:
    """A drawing of boxes, arrows and labels."""

    width: int
    height: int
    title: str
    parts: list[str] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, height: float, label: str, style: str = "") -> None:
        """Add a box around a centre, with a label."""
        corner = f'x="{x - width / 2:g}" y="{y - height / 2:g}"'
        self.parts.append(f'<rect class="box" {corner} width="{width:g}" height="{height:g}" rx="6"/>')
        self.label(x, y + 5, label, style)

    def label(self, x: float, y: float, text: str, style: str = "") -> None:
        self.parts.append(f'<text class="{style}" x="{x:g}" y="{y:g}">{escape(text)}</text>')

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(f'<path class="line" d="M{x1:g} {y1:g} {x2:g} {y2:g}" marker-end="url(#arrow)"/>')

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(f'<path class="line dashed" d="M{x1:g} {y1:g} {x2:g} {y2:g}"/>')

    def as_svg(self) -> str:
        """Return the text of the file."""
        size = f'width="{self.width}" height="{self.height}"'
        lines = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" {size} role="img">',
            f"<title>{escape(self.title)}</title>",
            f"<style>\n{STYLE}\n</style>",
            f"<defs>{ARROW}</defs>",
            f'<rect class="paper" {size} rx="10"/>',
            *self.parts,
            "</svg>",
        )
        return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------------- the packages


def imports() -> dict[str, set[str]]:
    """Return the other packages that each package imports."""
    return {package: set(_imported(package)) - {package} for package in PACKAGES}


def _imported(package: str) -> Iterator[str]:
    file = SOURCE / f"{package}.py"
    for path in [file] if file.exists() else (SOURCE / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            parts = (name.split(".") for name in names)
            yield from (part[1] for part in parts if part[0] == "truquero" and len(part) > 1 and part[1] in PACKAGES)


def without_shortcuts(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return the graph without the edges that a longer path implies. PACKAGES is in the order of the imports."""
    reached: dict[str, set[str]] = {}
    for package in PACKAGES:
        reached[package] = graph[package].union(*(reached[imported] for imported in graph[package]))
    return {
        package: {end for end in ends if not any(end in reached[neighbour] for neighbour in ends)}
        for package, ends in graph.items()
    }


def packages() -> Drawing:
    """Return the diagram of the packages: each points to those that it imports, the top row to all below."""
    graph = without_shortcuts(imports())
    depth: dict[str, int] = {}
    for package in PACKAGES:
        depth[package] = 1 + max((depth[imported] for imported in graph[package]), default=-1)
    rows = [[package for package in PACKAGES if depth[package] == level] for level in range(max(depth.values()) + 1)]
    width, row_height, box_width, box_height = 640, 68, 124, 36
    drawing = Drawing(width, 36 + row_height * len(rows), "The packages of Truquero and their imports")
    centre: dict[str, tuple[float, float]] = {}
    for level, row in enumerate(reversed(rows)):
        step = min(190, width / len(row))
        for number, package in enumerate(row):
            centre[package] = (width / 2 + (number - (len(row) - 1) / 2) * step, 50 + row_height * level)
    for package, ends in graph.items():
        for end in sorted(ends):
            (x1, y1), (x2, y2) = centre[package], centre[end]
            drawing.arrow(x1, y1 + box_height / 2, x2, y2 - box_height / 2 - 2)
    for package, (x, y) in centre.items():
        drawing.box(x, y, box_width, box_height, package, "code")
    return drawing


# ----------------------------------------------------------------------------------------------------------- a move

LANES = ("page", "connection", "table", "engine", "journal", "all pages")
STEPS = (
    (0, 1, "“1 plays truco”"),
    (1, 2, "decoded, limited"),
    (2, 3, "play(1, truco)"),
    (3, 2, "legal: events"),
    (2, 4, "the change"),
    (4, 2, "stored on disk"),
    (2, 5, "to each page what view(seat) allows"),
    (2, 0, "acknowledged"),
)


def move() -> Drawing:
    """Return the diagram of a move's way through the server, as a sequence of messages."""
    lane_width, step_height, top = 150, 46, 96
    drawing = Drawing(lane_width * len(LANES) + 20, top + step_height * len(STEPS) + 20, "A move in the server")
    centre = [10 + lane_width * (number + 0.5) for number in range(len(LANES))]
    for x, lane in zip(centre, LANES, strict=True):
        drawing.line(x, 62, x, drawing.height - 20)
        drawing.box(x, 42, 120, 40, lane)
    for number, (start, end, text) in enumerate(STEPS):
        y = top + step_height * number + 22
        drawing.arrow(centre[start], y, centre[end] + (-4 if end > start else 4), y)
        drawing.label((centre[start] + centre[end]) / 2, y - 7, f"{number + 1}. {text}", "small")
    return drawing


def drawings() -> dict[Path, str]:
    """Return the files of all diagrams and their texts."""
    return {PICTURES / "packages.svg": packages().as_svg(), PICTURES / "move.svg": move().as_svg()}


def main() -> None:
    check_no_arguments("tools.diagrams", __doc__)
    for path, text in drawings().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
