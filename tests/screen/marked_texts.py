"""Every text that is to be translated, read from the source without the tools that extract them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

import hardware
import tablet_companion
from tablet_companion.games.shared import teaching
from tests.shared import made_once

SOURCE: Final = Path(str(resources.files(tablet_companion)))
HARDWARE: Final = Path(str(resources.files(hardware)))


def read_marked(path: Path) -> Iterator[str]:
    """Yield the texts that a source file marks."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "N_(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
            key = ast.literal_eval(node.args[0])  # anything but a literal cannot be extracted
            assert isinstance(key, str)
            yield key


@functools.cache
def said() -> tuple[str, ...]:
    """Return every text that the program's source marks or its games teach by, sorted."""
    return made_once("said", _read_all)


def _read_all() -> tuple[str, ...]:
    sources = (*SOURCE.rglob("*.py"), *HARDWARE.rglob("*.py"))
    keys = {key for path in sources for key in read_marked(path)}
    for path in SOURCE.rglob("teaching/*.toml"):
        keys.update(teaching.texts(path.name, path.read_text(encoding="utf-8")))
    return tuple(sorted(keys))
