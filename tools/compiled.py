"""Whether the compiled rules can be built: ``python -m tools.compiled``, a part of ``make check``.

mypyc reads the modules that pyproject.toml names and writes their C, which takes five seconds;
only ``make compiled`` builds and tests them. As there, no library is known: the order in which
modules are met depends on it, and types that are not spelt out may be missing in one order.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from mypyc.build import mypycify

from tools.arguments import read_words


def list_modules(root: Path) -> dict[str, list[str]]:
    """Return the files that each pattern of the compiled rules names."""
    with (root / "pyproject.toml").open("rb") as file:
        wheel = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]
    patterns = wheel["hooks"]["mypyc"]["include"]
    return {pattern: sorted(map(str, root.glob(pattern))) for pattern in patterns}


def translate(folder: Path) -> list[Any]:
    """Write the C of all of them into ``folder`` and return setuptools' extensions, to be built.

    Exits with status 1 and mypyc's errors if that fails.
    """
    found = list_modules(Path())
    if nothing := [pattern for pattern, files in found.items() if not files]:
        sys.exit(f"pyproject.toml: no module is called {', '.join(nothing)}; correct the list.")
    modules = sorted({file for files in found.values() for file in files})
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            own = ["--no-site-packages", f"--cache-dir={folder}"]
            return mypycify([*own, *modules], target_dir=str(folder))
    except SystemExit:  # its warnings, of what is slower than it could be, are left out
        sys.exit("\n".join(line for line in said.getvalue().splitlines() if ": error: " in line))


def main() -> None:
    """Translate all of them, and keep nothing."""
    with tempfile.TemporaryDirectory() as folder:
        translate(Path(folder))


if __name__ == "__main__":
    read_words(__doc__)
    main()
