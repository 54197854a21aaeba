"""A board that is being taught, kept on disk page by page and picture by picture.

A pulled plug then costs one step. Pictures are written as they are taken, and the state of the
board after them, so that it never names a picture that is missing.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from hardware import formats
from hardware.board import PlaceKind
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from hardware.files import write_durably
from hardware.log import log
from hardware.ports import Picture
from tablet_companion import games
from tablet_companion.kit import printed
from tablet_companion.setup.geometry.layouts import Wanted
from tablet_companion.setup.geometry.sketch import Plan, Point, Sketch, sketch_dog
from tablet_companion.setup.teaching.design import Design
from tablet_companion.setup.teaching.teaching import Teaching

_STATE: Final = "teaching.json"
_STILL: Final = "corners.png"
_CORNERS: Final = 4


class _New(msgspec.Struct, frozen=True):
    """What is saved only for a board without rules."""

    wanted: Wanted
    share: float
    colours: tuple[str, ...]
    number: int = 0


class _State(msgspec.Struct, frozen=True):
    """The state of a board, with its pictures by name only."""

    game: str
    page: str
    corners: list[Point]
    outlined: list[Point]
    size_mm: tuple[float, float]
    radius_mm: float
    plan: Plan | None
    handles: list[Point] | None
    kinds: dict[str, PlaceKind]
    left_out: list[str]
    shown: dict[str, dict[str, Any]]
    new: _New | None


class Kept(msgspec.Struct, frozen=True):
    """A board whose teaching was interrupted, with its game and the page that was open."""

    game: str
    page: str
    teaching: Teaching


class KeptTeaching:
    """The folder in which one board is kept while it is taught; thread-safe.

    ``unwritten`` is whether what was to be kept last is in memory only; it is written with what
    is kept next, once there is room.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._still: Picture | None = None
        self._waiting: dict[str, Picture] = {}
        self.unwritten = False
        self._lock = threading.Lock()

    def write_picture(self, name: str, picture: Picture) -> None:
        """Write a picture that was taken; on failure it stays in memory."""
        with self._trying():
            self._waiting[_name(name)] = picture
            self._put_waiting()

    def write(self, game: str, page: str, teaching: Teaching) -> None:
        """Write the state of a board; on failure it stays in memory."""
        with self._trying():
            if teaching.still is not None and teaching.still is not self._still:
                self._waiting[_STILL] = self._still = teaching.still
            self._put_waiting()
            state = msgspec.json.encode(_describe(game, page, teaching))
            self._folder.mkdir(parents=True, exist_ok=True)
            write_durably(self._folder / _STATE, state)

    @contextlib.contextmanager
    def _trying(self) -> Iterator[None]:
        """Note whether what is written in here, by one thread at a time, could be."""
        with self._lock:
            try:
                yield
            except OSError as error:
                if not self.unwritten:
                    log(CompanionError(f"{self._folder} cannot be written: {error.strerror}."))
                self.unwritten = True
            else:
                self.unwritten = False

    def _put_waiting(self) -> None:
        """Write the pictures that are in memory only. Raises OSError."""
        for name, picture in tuple(self._waiting.items()):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_durably(self._folder / name, formats.encode_png(picture))
            del self._waiting[name]

    def read(self) -> Kept | None:
        """Return the saved board, None if there is none that can be continued."""
        path = self._folder / _STATE
        if not path.exists():
            return None
        try:
            state = formats.parse_json(formats.read_bytes(path), _State)
            return Kept(state.game, state.page, self._restore(state))
        except (CompanionError, KeyError, ValueError) as error:
            log(CompanionError(f"{path} was left as it is: {error}"))
            return None

    def _restore(self, state: _State) -> Teaching:
        """Return the board. Raises CompanionError, or other errors for inconsistent numbers."""
        if state.game not in games.names():
            raise CompanionError(f"there is no game {state.game}")
        if len(state.corners) != _CORNERS:
            raise CompanionError("a board has four corners")
        own = printed.board(state.game)
        teaching = Teaching(own)
        if state.new is not None:
            new = state.new
            teaching = Design(own, **msgspec.structs.asdict(new))
        teaching.still = read_picture(self._folder / _STILL)
        teaching.corners, teaching.outlined = state.corners, state.outlined
        teaching.size_mm, teaching.radius_mm = state.size_mm, state.radius_mm
        teaching.kinds, teaching.left_out = state.kinds, set(state.left_out)
        if state.handles is not None:
            teaching.lay((state.plan, _lay(teaching, state), state.radius_mm))
        teaching.shown = dict(self._read_shown(state.shown))
        return teaching

    def _read_shown(
        self, shown: Mapping[str, dict[str, Any]]
    ) -> list[tuple[str, tuple[dict[str, Any], Picture]]]:
        found = []
        for name, line in shown.items():
            try:
                found.append((name, (line, read_picture(self._folder / _name(name)))))
            except CompanionError as error:
                log(error)
        return found

    def forget(self) -> None:
        """Delete the saved board: it is learnt, or no longer wanted."""
        with self._lock:
            with contextlib.suppress(OSError):
                (self._folder / _STATE).unlink()  # first: killed later, half would be offered
            shutil.rmtree(self._folder, ignore_errors=True)
            self._still, self.unwritten = None, False
            self._waiting.clear()


def _name(shown: str) -> str:
    return f"{shown.replace('/', '-')}.png"


def _plain(points: Iterable[Point]) -> list[Point]:
    return [(float(x), float(y)) for x, y in points]


def _describe(game: str, page: str, teaching: Teaching) -> _State:
    new = None
    if isinstance(teaching, Design):
        new = _New(teaching.wanted, teaching.share, teaching.colours, teaching.number)
    sketch = teaching.sketch
    return _State(
        game=game,
        page=page,
        corners=_plain(teaching.corners),
        outlined=_plain(teaching.outlined),
        size_mm=teaching.size_mm,
        radius_mm=teaching.radius_mm,
        plan=teaching.plan,
        handles=None if sketch is None else sketch.handles.tolist(),
        kinds=teaching.kinds,
        left_out=sorted(teaching.left_out),
        shown={name: line for name, (line, _) in teaching.shown.items()},
        new=new,
    )


def _lay(teaching: Teaching, state: _State) -> Sketch:
    """Return the places that the saved handles define. Raises CompanionError if they do not fit."""
    handles = np.array(state.handles, np.float64)
    if state.plan is None:
        sketch = replace(teaching.lay_own()[1], handles=handles)
    else:
        sketch = sketch_dog(state.plan, state.size_mm, teaching.colours, handles)
    wanted = sketch.matrix.shape[1] // 2
    if handles.shape != (wanted, 2):
        raise CompanionError(f"its places are moved by {wanted} handles, not by {len(handles)}")
    return sketch
