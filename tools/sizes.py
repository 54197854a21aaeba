"""How large the rooms are: ``python -m tools.sizes`` prints a row for each.

Lines of code are those that are neither blank, nor a comment, nor a docstring; a function's are
those below its docstring.
"""

from __future__ import annotations

import ast
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.arguments import read_words

LAYERS: Final = ("tablet_companion", "calibration", "hardware")
_HEAD: Final = (
    "| room | files | lines | code | functions | median | 90 of 100 | longest |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
)


@dataclass
class Size:
    """How large a room is; ``functions`` are the lines of each."""

    files: int = 0
    lines: int = 0
    code: int = 0
    functions: list[int] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Count a file."""
        tree = ast.parse(text)
        told = {line for one in ast.walk(tree) for line in _find_docstring(one)}
        lines = text.splitlines()
        self.files += 1
        self.lines += len(lines)
        self.code += sum(
            bool(line.strip()) and not line.strip().startswith("#") and number not in told
            for number, line in enumerate(lines, start=1)
        )
        self.functions += [
            _end(one) - one.lineno + 1 - len(_find_docstring(one))
            for one in ast.walk(tree)
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    def describe(self, room: str) -> str:
        """Return a row of the table."""
        functions = sorted(self.functions) or [0]
        median = statistics.median_high(functions)
        ninth = functions[len(functions) * 9 // 10]
        counts = (self.files, self.lines, self.code, len(self.functions), median, ninth)
        return f"| {room} | {' | '.join(f'{one:,}' for one in counts)} | {functions[-1]} |\n"


def _find_docstring(node: ast.AST) -> range:
    """Return the lines of a docstring, or of the one that follows a constant."""
    body = getattr(node, "body", None)
    if isinstance(node, ast.Expr):
        body = [node]
    first = body[0] if isinstance(body, list) and body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return range(first.lineno, _end(first) + 1)
    return range(0)


def _end(node: ast.stmt) -> int:
    assert node.end_lineno is not None, "it comes from a file"
    return node.end_lineno


def measure(root: Path) -> Mapping[str, Size]:
    """Return the sizes of the rooms below a folder, the largest first, and of all together."""
    sizes: dict[str, Size] = defaultdict(Size)
    for path in _list_files(root):
        parts = path.relative_to(root).parts
        room = "/".join(parts[:2]) if parts[0] == LAYERS[0] and len(parts) > 2 else parts[0]
        for name in (room, "all"):
            sizes[name].add(path.read_text(encoding="utf-8"))
    return dict(sorted(sizes.items(), key=lambda one: (one[0] == "all", -one[1].lines)))


def _list_files(root: Path) -> Iterator[Path]:
    for layer in LAYERS:
        yield from sorted((root / layer).rglob("*.py"))


def main() -> None:
    """Print the table."""
    rows = (size.describe(room) for room, size in measure(Path()).items())
    sys.stdout.write(_HEAD + "".join(rows))


if __name__ == "__main__":
    read_words(__doc__)
    main()
