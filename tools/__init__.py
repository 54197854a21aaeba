"""Tools that build and measure the project, and are not shipped with it.

Some need packages that nothing else here needs: who starts such a tool without them reads how to
get them.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Final

EXTRAS: Final = {
    **dict.fromkeys(("absl", "open_spiel", "pettingzoo", "pyspiel", "scipy"), "research"),
    **dict.fromkeys(("gymnasium", "sb3_contrib", "stable_baselines3"), "learning"),
}
"""The extra of pyproject.toml that has a package; others are installed by their own name."""
_OURS: Final = {"calibration", "hardware", "tablet_companion", "tests", "tools"}


def explain_missing(name: str) -> str:
    """Return what to do if a module cannot be imported."""
    package = name.partition(".")[0]
    wanted = f"'.[{EXTRAS[package]}]'" if package in EXTRAS else package
    return f"There is no module {name}: python -m pip install {wanted}, then try again."


def _end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    missing = getattr(error, "name", None) if kind is ModuleNotFoundError else None
    if missing is None or missing.partition(".")[0] in _OURS:
        sys.__excepthook__(kind, error, trace)
    else:
        sys.stderr.write(f"{explain_missing(missing)}\n")


sys.excepthook = _end
