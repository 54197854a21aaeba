"""Tools that build and measure the project, and are not shipped with it.

Some need packages that nothing else here needs: who starts such a tool without them reads how to
get them. Of a file that cannot be read or written a sentence is printed, too.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Final

from hardware.errors import CompanionError

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


def explain(error: BaseException) -> str:
    """Return the sentence for an error that a person can mend; nothing for one of ours."""
    if isinstance(error, CompanionError):
        return str(error)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}; name another."
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing is None or missing.partition(".")[0] in _OURS:
        return ""
    return explain_missing(missing)


def _end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if sentence := explain(error):
        sys.stderr.write(f"{sentence}\n")
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _end
