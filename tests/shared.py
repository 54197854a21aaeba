"""What is costly to make is made once in a whole run, whichever worker asks for it first.

Values are pickled into a folder that lives as long as the run; in a run with one worker they are
kept in memory alone.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

Made = TypeVar("Made")

_folder: Path | None = None
_alone: dict[str, object] = {}
"""What a run with one worker keeps."""


def share_in(folder: Path) -> None:
    """Share with the other workers of the run, which are given the same folder."""
    global _folder  # noqa: PLW0603 - one folder for one run of the tests
    folder.mkdir(exist_ok=True)
    _folder = folder


def made_once(key: str, make: Callable[[], Made]) -> Made:
    """Return what another worker of this run made under a key, or make it and keep it for them.

    A worker that asks for what is being made waits for it.
    """
    if _folder is None:
        if key not in _alone:
            _alone[key] = make()
        return cast("Made", _alone[key])
    kept = _folder / hashlib.sha256(key.encode()).hexdigest()
    with Path(f"{kept}.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            unfinished = kept.with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(pickle.dumps(make()))
            unfinished.replace(kept)
    made: Made = pickle.loads(kept.read_bytes())  # noqa: S301 - written by this very run
    return made
