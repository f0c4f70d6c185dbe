"""Figures on the size and the structure of the source.

`python -m tools.metrics` prints the lines of each package, the number of files, the names of files and classes that
occur more than once, and the longest chain of imports. `--root` measures another checkout, for a comparison.
"""

from __future__ import annotations

import argparse
import ast
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "truquero"


def modules(root: Path) -> dict[str, Path]:
    """Return the file of each module of the package, by the name of the module."""
    source = root / "src"
    paths = {}
    for path in sorted((source / PACKAGE).rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return paths


def lines_by_package(root: Path) -> dict[str, int]:
    """Return the lines of Python in each package; those of the modules directly in `truquero` by module."""
    counted: dict[str, int] = defaultdict(int)
    for name, path in modules(root).items():
        counted[name.split(".")[1] if "." in name else name] += len(path.read_text(encoding="utf-8").splitlines())
    return dict(counted)


def _repeated(locations: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {name: sorted(occurrences) for name, occurrences in sorted(locations.items()) if len(occurrences) > 1}


def repeated_files(root: Path) -> dict[str, list[str]]:
    """Return the names of files that occur in more than one folder, with the paths."""
    locations: dict[str, list[str]] = defaultdict(list)
    for path in modules(root).values():
        locations[path.name].append(str(path.relative_to(root)))
    return _repeated(locations)


def repeated_classes(root: Path) -> dict[str, list[str]]:
    """Return the names of classes that more than one module defines at its top level, with the modules."""
    locations: dict[str, list[str]] = defaultdict(list)
    for module, path in modules(root).items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                locations[node.name].append(module)
    return _repeated(locations)


# ------------------------------------------------------------------------------------------------------------- imports


def _imports_on_load(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run when a module is loaded: not those in functions or for type checking only."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            pending += node.orelse
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        pending += ast.iter_child_nodes(node)


def import_graph(root: Path) -> dict[str, set[str]]:
    """Return the modules that each module imports when it is loaded.

    A name that a package exports counts as an import of the package, a submodule as an import of the submodule.
    """
    paths = modules(root)
    graph: dict[str, set[str]] = {}
    for module, path in paths.items():
        targets: set[str] = set()
        for node in _imports_on_load(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                targets.update(alias.name for alias in node.names)
            elif node.module is not None:
                submodules = {f"{node.module}.{alias.name}" for alias in node.names}
                targets |= {name if name in paths else node.module for name in submodules}
        graph[module] = (targets & paths.keys()) - {module}
    return graph


def longest_import_chain(root: Path) -> list[str]:
    """Return the longest chain in which each module imports the next one."""
    graph = import_graph(root)
    best: dict[str, list[str]] = {}
    for module in TopologicalSorter(graph).static_order():
        following = max((best[target] for target in sorted(graph[module])), key=len, default=[])
        best[module] = [module, *following]
    return max(best.values(), key=len)


# ------------------------------------------------------------------------------------------------------------- command


def measured(root: Path) -> dict[str, object]:
    """Return all figures on a checkout."""
    lines, files, classes = lines_by_package(root), repeated_files(root), repeated_classes(root)
    chain = longest_import_chain(root)
    return {
        "lines": sum(lines.values()),
        "lines_by_package": dict(sorted(lines.items())),
        "files": len(modules(root)),
        "repeated_file_names": len(files),
        "repeated_files": files,
        "repeated_class_names": len(classes),
        "repeated_classes": classes,
        "longest_import_chain": len(chain),
        "import_chain": chain,
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.metrics", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to measure (default: this one)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    figures = measured(arguments.root)
    if arguments.json:
        print(json.dumps(figures, indent=1))
        return 0
    for name, figure in figures.items():
        if isinstance(figure, dict):
            for key, value in figure.items():
                print(f"  {key}: {value if isinstance(value, int) else ', '.join(value)}")
        elif isinstance(figure, list):
            print("  " + " → ".join(figure))
        else:
            print(f"{name.replace('_', ' ')}: {figure}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
