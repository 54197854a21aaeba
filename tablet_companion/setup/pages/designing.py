"""A new board without rules, laid out by touch: grid, hexagons, track or points, and its images."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import numpy as np

from calibration.camera.lens import Pose
from calibration.taught.model import Calibration
from hardware import formats
from hardware.board import Board
from hardware.boardcheck import MAX_PLACES
from hardware.errors import CompanionError
from hardware.ports import Picture
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Circle, Group, Item, Page, Polygon
from tablet_companion.screen.words.names import SEATS
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.checks import unprinted
from tablet_companion.setup.checks.piece_colours import find_colours
from tablet_companion.setup.geometry.layouts import OUTLINES, LayoutError, Wanted, trace_places
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.desk import Desk
from tablet_companion.setup.pages.handles import LayoutStep
from tablet_companion.setup.pages.left import LeftStep
from tablet_companion.setup.pages.placing import SHAPES
from tablet_companion.setup.pages.work import LOOKING, STOP, TRY, TeachStep
from tablet_companion.setup.parts.pageparts import BACK, ON, Does, Key, list_choices
from tablet_companion.setup.parts.picture_frame import PictureFrame
from tablet_companion.setup.teaching.design import COLOURS, KINDS, Design

_TOO_MANY: Final = Message(
    N_("A board has {count} places at most. Take some away."), (("count", MAX_PLACES),)
)
_OFF_PRINT: Final = Message(
    N_("The red rings seem to lie on nothing that is printed. Move them, or continue all the same.")
)
_BESIDE: Final = Message(
    N_("The red rings seem to lie beside their print. Move them or the corners, or continue.")
)
_CHECKING: Final = Message(N_("I am checking whether the rings lie on the print."))
_NO_RULES: Final = N_(
    "I know no rules for it: it can be read, but nobody referees it. “Continue” leads to {text}."
)
_COLOURS: Final = N_("Which colours do the pieces have?")
_SEEN: Final = N_("I see pieces of these colours. Touch what is wrong or missing.")
_UNSEEN: Final = N_("I see no pieces in the picture. Which colours do they have?")
_TURNS: Final = {
    1: N_("Alike when turned"),
    2: N_("Alike by halves"),
    3: N_("Alike by thirds"),
    4: N_("Alike by quarters"),
    6: N_("Alike by sixths"),
}
"""After what turns a board may look the same."""
_RING_MM: Final = 2.0
"""Millimetres of the screen. A touch farther than this from a point does not mean the point itself:
on seven inches the holes of Chinese chequers are 3 mm apart."""
_TREMOR_MM: Final = 2.0
"""Millimetres of the screen. A finger that moves no farther drags nothing."""
_MAX_BYTES: Final = 100_000_000
"""Bytes of the largest file that was learnt here."""
_WHITE: Final = (255, 255, 255)
_RED: Final = (255, 60, 60)
_Choice = TypeVar("_Choice")
_Astray = tuple[Message, tuple[Board, frozenset[str]]]
"""What is said of rings that lie astray, the board, and their names."""


def _next(choices: Sequence[_Choice], chosen: _Choice) -> _Choice:
    return choices[(choices.index(chosen) + 1) % len(choices)]


class DesignStep(LayoutStep):
    """Lays out a new board over its picture: keys choose kind and numbers, fingers drag corners."""

    teaching: Design
    _beside: tuple[Point, Wanted] | None = None

    def __init__(self, desk: Desk, design: Design) -> None:
        super().__init__(desk, design)
        self._before: dict[str, Wanted] = {}
        self._off: tuple[Board, frozenset[str]] | None = None
        """The board whose rings were said to lie on nothing printed, and which of them do."""

    @property
    def _kind(self) -> str:
        return next(kind for kind in KINDS if getattr(self.teaching.wanted, kind) is not None)

    def handles(self) -> Mapping[str, Point]:
        """Return the two corners of the layout, or every point, where the camera sees them."""
        points = self.teaching.wanted.points
        found = self.teaching.corners_mm if points is None else points
        return self.project(np.array(found)) if found else {}

    def move(self, name: str, to: Point) -> None:
        """Take a corner of the layout, or a point, elsewhere."""
        at, wanted, self.trouble = self.find_on_board(to), self.teaching.wanted, None
        if wanted.points is not None:
            moved = [at if str(n) == name else one for n, one in enumerate(wanted.points)]
            self.teaching.wanted = wanted._replace(points=tuple(moved))
            return
        first, last = self.teaching.corners_mm
        self.teaching.stretch(*((at, last) if name == "0" else (first, at)))

    def press(self, x: float, y: float) -> None:
        """Take hold of what is under the finger, or add a point there."""
        super().press(x, y)
        self._beside = None
        frame, points = self.frame(), self.teaching.wanted.points
        if points is None or frame is None or self.work is not None or not frame.box.holds(x, y):
            return
        if self.held is None:
            self._add(frame.pixel(x, y))
            self.held = str(len(points))
        elif math.hypot(*self._grip) > self.look.theme.px(_RING_MM):
            self._beside = (x, y), self.teaching.wanted

    def drag(self, x: float, y: float) -> None:
        """Let the handle that is held go along; a finger that only trembles drags nothing."""
        super().drag(x, y)
        if self._beside and math.dist((x, y), self._beside[0]) > self.look.theme.px(_TREMOR_MM):
            self._beside = None

    def release(self) -> None:
        """Let go; a touch beside a point that dragged nothing was a new one."""
        super().release()
        frame = self.frame()
        if self._beside is not None and frame is not None:
            at, self.teaching.wanted = self._beside
            self._add(frame.pixel(*at))
        self._beside = None

    def _add(self, pixel: Point) -> None:
        wanted, at, self.trouble = self.teaching.wanted, self.find_on_board(pixel), None
        self.teaching.wanted = wanted._replace(points=(*(wanted.points or ()), at))

    def marks(self, frame: PictureFrame) -> Iterator[Item]:
        """Yield a ring for every place."""
        try:
            if not self.teaching.spots():
                return
            board = self.teaching.board()
        except CompanionError:  # places on one another, where the handles show it, or too many
            return
        off = self._off[1] if self._off is not None and self._off[0] == board else ()
        rings: list[Item] = []
        for name, ring in trace_places(board, self.teaching.pose()):
            ink = _RED if name in off else _WHITE
            edge = tuple(frame.at((float(x), float(y))) for x, y in ring)
            middle = np.mean(edge, axis=0)
            rings += (
                Polygon(edge, None, (0, 0, 0), 3),
                Polygon(edge, None, ink, 2),
                Circle((float(middle[0]), float(middle[1])), 2.0, ink),
            )
        yield Group(frame.box, tuple(rings))

    def page(self) -> Page:
        """Return the picture with the places, and what can be chosen."""
        if self.work is not None:
            return self.lay(_CHECKING, (STOP,), self.picture())
        ask = N_("Drag the handles until the rings sit on the places.")
        if self._kind == "points":
            ask = N_("Touch every place of the board.")
        say = self.trouble or Message(ask)
        keys = self.keys(tuple(self._list_keys()), wide=True)  # pairs stand side by side
        return self.lay(say, (BACK, ON), self.picture(), keys)

    def _list_keys(self) -> Iterator[Key]:
        kind, wanted, plain = self._kind, self.teaching.wanted, Weight.PLAIN
        yield KINDS[kind][0], Does("kind"), plain
        if kind in ("grid", "hexagons"):
            yield N_("Fewer columns"), Does("columns", -1), plain
            yield N_("More columns"), Does("columns", 1), plain
            yield N_("Fewer rows"), Does("rows", -1), plain
            yield N_("More rows"), Does("rows", 1), plain
        elif kind == "track":
            yield N_("Fewer places"), Does("columns", -1), plain
            yield N_("More places"), Does("columns", 1), plain
        else:
            for axis, name in (("x", N_("Left as right")), ("y", N_("Top as bottom"))):
                on = axis in wanted.mirror
                yield name, Does("mirror", axis), Weight.MAIN if on else plain
            turned = Weight.MAIN if wanted.turns > 1 else plain
            yield _TURNS[wanted.turns], Does("turns"), turned
            yield N_("Take one away"), Does("away"), plain
        yield N_("Smaller rings"), Does("ring", 0.9), plain
        yield N_("Larger rings"), Does("ring", 1.1), plain
        if kind == "track":
            yield SHAPES[wanted.shape], Does("shape"), plain

    def obey(self, does: Does) -> None:
        """Change the layout; go on only if the board is possible."""
        super().obey(does)
        self.trouble = None
        design, wanted = self.teaching, self.teaching.wanted
        match does.what:
            case "kind":
                self._before[self._kind] = wanted
                after = _next(tuple(KINDS), self._kind)
                design.wanted = self._before.get(after, KINDS[after][1])
            case "columns":
                design.count(int(does.value))
            case "rows":
                design.count(0, int(does.value))
            case "shape":
                shape = _next(("circle", *OUTLINES), wanted.shape)
                design.wanted = wanted._replace(shape=shape)
            case "away" if wanted.points:
                design.wanted = wanted._replace(points=tuple(wanted.points)[:-1])
            case "mirror":
                mirror = "".join(sorted(set(wanted.mirror) ^ {str(does.value)}))
                design.wanted = wanted._replace(mirror=mirror)
            case "turns":
                design.wanted = wanted._replace(turns=_next(tuple(_TURNS), wanted.turns))
            case "ring":
                design.share = min(max(design.share * float(does.value), 0.1), 0.5)
            case "on":
                self._check()

    def _check(self) -> None:
        """Stay on a board that cannot be, and look once whether its rings lie on its print."""
        try:
            board, pose = self.teaching.board(), self.teaching.pose()
        except CompanionError as error:
            too_many = isinstance(error, LayoutError)
            self.done, self.trouble = False, _TOO_MANY if too_many else said(error)
            return
        still = self.teaching.still
        if still is None or (self._off is not None and self._off[0] == board):
            return  # told already: they know better
        self.done = False  # of eight by eight places it takes most of a second
        self.start(lambda: self._examine(board, pose, still), self._judge)

    def _examine(self, board: Board, pose: Pose, still: Picture) -> _Astray | None:
        """Return which rings lie on nothing printed, or else beside their print; None if none."""
        others = tuple(self.teaching.list_between())
        for find, say in (
            (unprinted.find_off_print, _OFF_PRINT),
            (unprinted.find_beside_print, _BESIDE),
            (partial(unprinted.find_between_print, others=others), _BESIDE),
        ):
            if off := find(board, pose, still):
                return say, (board, off)
        return None

    def _judge(self, astray: _Astray | None) -> None:
        """Go on, or say which rings lie astray."""
        if astray is not None:
            self.trouble, self._off = astray
        self.done, self.turned = astray is None, 1


class ColoursStep(TeachStep):
    """Asks which colours the pieces of a new board have; those that were seen are chosen."""

    teaching: Design
    _say = Message(_COLOURS)

    def enter(self) -> None:
        """Begin to look which colours the pieces have, if a picture of some was just taken."""
        super().enter()
        self._say, design = Message(_COLOURS), self.teaching
        if {"empty", "men"} <= design.shown.keys() - design.left_out:
            self.start(self._find, self._choose)

    def _find(self) -> tuple[str, ...]:
        design = self.teaching
        pictures = design.align_shown("empty"), design.align_shown("men")
        return find_colours(design.board(), design.pose(), pictures, COLOURS)

    def _choose(self, seen: tuple[str, ...]) -> None:
        """Choose the colours that were seen."""
        self._say = Message(_SEEN if seen else _UNSEEN)
        self.teaching.colours = seen or self.teaching.colours
        self.teaching.left_out.add("men")  # it is not learnt: nobody said what stands where

    def page(self) -> Page:
        """Return a key for each colour; those that were chosen stand out."""
        if self.work is not None:
            return self.lay(LOOKING, (BACK,))
        names = {name: SEATS[name] for name in COLOURS}
        keys = list_choices("colour", names, self.teaching.colours)
        say = self.trouble or self._say
        return self.lay(say, (BACK, ON), self.grid(keys))

    def obey(self, does: Does) -> None:
        """Choose a colour, or leave it out again unless it is the last one."""
        super().obey(does)
        if does.what == "colour":
            chosen = set(self.teaching.colours) ^ {str(does.value)}
            kept = tuple(name for name in COLOURS if name in chosen)
            self.teaching.colours = kept or self.teaching.colours


class KeepStep(LeftStep):
    """Keeps a new board, and what was learnt of it, and puts both onto a stick."""

    teaching: Design
    folder: Path | None = None
    _told: Message | None = None

    def enter(self) -> None:
        """Begin to learn: it takes some seconds."""
        super().enter()
        self._told, self.left = None, frozenset()
        self._choose_number()
        self.start(lambda: self.learn_aside(self._boards), self._keep)

    def _choose_number(self) -> None:
        """Take the next free folder, and note it: a pulled plug must not leave a second board."""
        if not self.teaching.number:
            boards = self._boards
            numbers = (n for n in itertools.count(1) if not (boards / f"my-board-{n}").exists())
            self.teaching.number = next(numbers)
            self.keep()

    @property
    def _boards(self) -> Path:
        return self.desk.platform.folder / "boards"

    def _keep(self, learnt: tuple[Path, Calibration, frozenset[str]]) -> None:
        aside, _, self.left = learnt
        folder = self._boards / f"my-board-{self.teaching.number}"
        if self.put(aside, folder):
            self.folder = folder

    def page(self) -> Page:
        """Return where the board is."""
        if self.work is not None:
            say = Message(N_("I am learning your board. This takes a minute."))
            return self.lay(say, (BACK,))
        if self.doubt is not None:
            return self.lay_doubt(self.doubt)
        foot: list[Key] = [BACK]
        if self.folder is not None:
            foot.append((N_("Put it onto a stick"), Does("stick"), Weight.PLAIN))
        elif self.trouble is not None:
            foot.append(TRY)
        say = self.trouble or Message(N_("Your board is kept."))
        return self.lay(say, (*foot, ON), self.write(self._lines()))

    def _lines(self) -> Iterator[Message]:
        if self.folder is not None:
            yield Message("{text}", (("text", f"boards/{self.folder.name}"),))
            yield Message(_NO_RULES, (("text", self.desk.game.title),))
        if self._told is not None:
            yield self._told

    def obey(self, does: Does) -> None:
        """Put the board's files onto a stick."""
        super().obey(does)
        if does.what == "on" and self.folder is not None:
            self.desk.kept.forget()
        if does.what == "try":
            self.enter()
        if does.what == "stick" and self.folder is not None:
            folder = self.folder
            self.start(lambda: self._put(folder), self._tell)

    def _put(self, folder: Path) -> Path:
        files = [
            (path.name, formats.read_bytes(path, _MAX_BYTES)) for path in sorted(folder.iterdir())
        ]
        return self.desk.platform.sticks.put(folder.name, files)

    def _tell(self, folder: Path) -> None:
        self._told = Message(N_("The files are in {text}."), (("text", str(folder)),))
