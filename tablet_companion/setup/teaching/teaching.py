"""The state of a board that is being taught: corners, places, pictures; and its files."""

from __future__ import annotations

import contextlib
import functools
import json
import math
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec
import numpy as np

from calibration.camera.fitting import fit_pose
from calibration.camera.lens import Pose
from calibration.camera.sampling import list_middles
from calibration.finding import discs
from calibration.taught.model import Calibration
from hardware.board import Board, BoardPlace, DiscardPile, PlaceKind
from hardware.boardfile import require_sound, write_board
from hardware.errors import explain_os_error
from hardware.files import write_durably
from hardware.formats import encode_png
from hardware.ports import Picture
from tablet_companion.setup.checks import seen_colours
from tablet_companion.setup.geometry.registration import align, carry, measure_shift
from tablet_companion.setup.geometry.settling import Print, measure_print, propose, settle
from tablet_companion.setup.geometry.sketch import (
    PILE,
    QUARTER,
    Plan,
    Point,
    Sketch,
    is_oblong,
    sketch_dog,
    sketch_layout,
)
from tablet_companion.setup.parts.picture_frame import size_of
from tablet_companion.setup.teaching.labelled import Teacher

Laid = tuple[Plan | None, Sketch, float]
"""Places laid out: after which plan, if the game has one, where, and their radius in mm."""
_PRINTED: Final = 0.4
"""Share of the places that have print beneath them, at least: on eight drawn boards 0.79 or more as
proposed and 0.96 settled, on those of other games 0.26 and 0.38 at most. Held by
tests/setup/test_another_board.py."""

_NEAR_MM: Final = 5.0
"""Corners moved by no more are the same ones, set better, or touched in passing: places settle on
the print from so far off, and a picture's pieces stand on the same places."""


@dataclass
class Teaching:
    """A board that is being taught; ``own`` is the game's own board, of which it is another make.

    ``corners`` are pixels of ``still``, from its top left clockwise; those at which pictures were
    shown are ``outlined``, and ``left_out`` is what was asked for in vain, or is not learnt.
    ``kinds`` are places of the track that the print has as something else than the game's own
    board; ``disordered`` are its colours if finishes and nests agree on an order that the game
    does not have.
    """

    own: Board
    still: Picture | None = None
    corners: list[Point] = field(default_factory=list)
    size_mm: tuple[float, float] = (400.0, 400.0)
    plan: Plan | None = None
    sketch: Sketch | None = None
    radius_mm: float = 7.5
    kinds: dict[str, PlaceKind] = field(default_factory=dict)
    shown: dict[str, tuple[dict[str, Any], Picture]] = field(default_factory=dict)
    outlined: list[Point] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    found: bool = True
    """Whether the places were last looked for with success."""
    disordered: bool = False
    has_game: ClassVar[bool] = True
    """Whether it is the board of a game, so that another game's is the wrong one."""

    @property
    def is_dog(self) -> bool:
        """Whether the game is one of the DOG family, whose boards have a shape to be chosen."""
        return {"T0", "T63"} <= self.own.by_name.keys() and "T64" not in self.own.by_name

    @property
    def _runs_back(self) -> bool:
        track = [self.own.by_name[f"T{n}"] for n in range(4 * QUARTER)]
        pairs = zip(track, track[1:] + track[:1], strict=True)
        return sum(a.x_mm * b.y_mm - b.x_mm * a.y_mm for a, b in pairs) < 0

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the colours in the order of their starts."""
        starts = (self.own.by_name[f"T{QUARTER * side}"].colour for side in range(4))
        return tuple(colour for colour in starts if colour)

    def pose(self, corners: Sequence[Point] | None = None) -> Pose:
        """Return how the camera sees the board, by corners that were set or found.

        Raises RegistrationError.
        """
        return _fit_corners(self.size_mm, tuple(corners or self.corners), size_of(self._picture))

    @property
    def _picture(self) -> Picture:
        """Return the picture on which corners and places are set, which comes before them."""
        assert self.still is not None
        return self.still

    @property
    def places(self) -> Sketch:
        """Return the places, which are proposed before anybody asks for them."""
        assert self.sketch is not None
        return self.sketch

    def take_outline(self, other: Teaching) -> None:
        """Take picture, corners and size of the same board, taught as another game's."""
        self.still, self.corners, self.size_mm = other.still, [*other.corners], other.size_mm

    def propose(self) -> Laid:
        """Return the game's places where their print was found. Raises RegistrationError."""
        if not self.is_dog:
            return self.lay_own()
        seen = self._see_print()
        found, backwards = self._look(seen, self._runs_back)
        if backwards:
            other, backwards = self._look(seen, not self._runs_back)
            found = found if backwards else other
        own = self.lay_own()  # its print may have a shape that no plan has
        both = (own, found) if is_oblong(self.size_mm) else (found,)
        return max(both, key=lambda laid: measure_print(laid[1], seen, laid[2]))

    def _look(self, seen: Print, mirrored: bool) -> tuple[Laid, bool]:
        """Return the places found that way round, and whether colours are printed the other way."""
        lab = seen_colours.look_at_print(seen.picture, seen.pose, seen.size_mm)
        plan, sketch, radius = propose(seen, self.colours, mirrored)
        spots = dict(zip(sketch.names, sketch.points.tolist(), strict=True))
        sides = list(seen_colours.read_sides(self.own, spots, lab))
        ways = {seen_colours.find_direction(each) for each in sides}
        if ways == {1}:
            plan = replace(plan, turned=sides[0][0], nest=(sides[-1][0] - sides[0][0]) % 4)
            sketch = sketch_dog(plan, self.size_mm, self.colours, sketch.handles)
            spots = dict(zip(sketch.names, sketch.points.tolist(), strict=True))
            plan = replace(plan, start=seen_colours.read_start(self.own, spots, lab))
            sketch = sketch_dog(plan, self.size_mm, self.colours, sketch.handles)
        self.disordered = ways == {0} and len(sides) == 2 and sides[0] == sides[1]
        return (plan, sketch, radius), ways == {-1}

    def lay(self, laid: Laid) -> None:
        """Take the places as they were laid out."""
        self.plan, self.sketch, self.radius_mm = laid

    def lay_out(self) -> Laid:
        """Return the game's places in their usual positions, whatever the picture shows."""
        if self.is_dog:
            plan = Plan(mirrored=self._runs_back, stretched=is_oblong(self.size_mm))
            return plan, sketch_dog(plan, self.size_mm, self.colours), 0.02 * min(self.size_mm)
        return self.lay_own()

    def lay_own(self) -> Laid:
        """Return the places as they are on the game's own board, grown to the size of this one."""
        points = list_middles(self.own.places)
        grown = np.array(self.size_mm) / np.array(self.own.size_mm)
        sketch = sketch_layout([place.name for place in self.own.places], points * grown)
        return None, sketch, float(np.median([p.radius_mm for p in self.own.places]) * grown.min())

    def is_near(self, corners: Sequence[Point]) -> bool:
        """Whether corners that were set before are about where they are set now."""
        if not corners:
            return False
        across = math.dist(self.corners[0], self.corners[1])
        return measure_shift(corners, self.corners) <= _NEAR_MM * across / self.size_mm[0]

    def lay_again(self) -> Laid:
        """Return the places as they are laid out, after corners were moved a little.

        Where they were found on a print they settle on it. Raises RegistrationError.
        """
        sketch = self.settle() if self.found and not self.own.cards else self.places
        return self.plan, sketch, self.radius_mm

    def settle(self) -> Sketch:
        """Return the places settled on what is printed. Raises RegistrationError."""
        return settle(self.places, self._see_print(), self.radius_mm)

    def is_printed(self, laid: Laid | None = None) -> bool:
        """Whether there is print under the places, as laid out by now if ``laid`` is not given.

        A bare table, on which cards are the places, has none. Raises RegistrationError.
        """
        if laid is None and self.sketch is not None:
            laid = self.plan, self.sketch, self.radius_mm
        if not self.has_game or self.own.cards or laid is None or self.still is None:
            return True
        return measure_print(laid[1], self._see_print(), laid[2]) >= _PRINTED

    def measure_missed_mm(self) -> float:
        """Return how far beside the print the corners were set; 0 if nobody need be told.

        Raises CompanionError.
        """
        if self.own.cards:  # on a bare table there is no print
            return 0.0
        board = self.board()
        fit = discs.fit_corners(self._picture, self.corners, board)
        return discs.measure_missed_mm(fit, self.corners, board)

    def find_corners(self) -> list[Point]:
        """Return the corners where the print beneath the places has them. Raises CompanionError."""
        board = self.board()
        fit = discs.fit_corners(self._picture, self.corners, board)
        return discs.project_corners(fit.pose, board.size_mm)

    def _see_print(self) -> Print:
        """Return what the picture shows printed within the corners. Raises RegistrationError."""
        return Print(self._picture, self.pose(), self.size_mm)

    def replan(self, plan: Plan | None) -> None:
        """Lay the places out after another plan, the handles staying where they still have one.

        Without one they are laid out as on the game's own board.
        """
        if plan is None or self.plan is None:
            self.lay(self.lay_own() if plan is None else self.lay_out())
            return
        before, fresh = self.plan, sketch_dog(plan, self.size_mm, self.colours)
        where, handles = self.places.points, self.places.handles
        if plan.mirrored != before.mirrored:
            kept = handles * (-1, 1) + (self.size_mm[0], 0)
        elif plan.shape is before.shape and len(fresh.handles) == len(handles):
            kept = handles
        else:  # whatever handles there are now, they put the places where they were
            weights = np.ones(len(where))
            weights[: 4 * QUARTER] = plan.shape is before.shape
            kept = fresh.fitted(where, weights, hold=1e-9).handles
        self.plan, self.sketch = plan, replace(fresh, handles=kept)

    def change_kind(self, name: str) -> None:
        """Make a space a hole, a hole a meeting point, that a space: on all four sides."""
        at, kind = int(name[1:]) % QUARTER, self.kind_of(name)
        order: tuple[PlaceKind, ...] = ("space", "hole", "meeting")
        if at and kind in order:
            other = order[(order.index(kind) + 1) % len(order)]
            self.kinds |= {f"T{at + QUARTER * side}": other for side in range(4)}

    def kind_of(self, name: str) -> PlaceKind:
        """Return what a place is printed as."""
        return self.kinds.get(name) or self.own.by_name[name].kind

    def board(self) -> Board:
        """Return the board as it is laid out; raises CompanionError for one that cannot be."""
        points = dict(zip(self.places.names, self.places.points.tolist(), strict=True))
        board = msgspec.structs.replace(
            self.own,
            name=f"{self.own.name} (taught)",
            size_mm=self.size_mm,
            places=tuple(self._place(place, points[place.name]) for place in self.own.places),
            discard=self._pile(points),
            markers=(),
            lands=(),
            printed=None,
        )
        require_sound(board)
        return board

    def _place(self, place: BoardPlace, at: tuple[float, float]) -> BoardPlace:
        x, y = (round(value, 2) for value in at)
        return msgspec.structs.replace(
            place,
            x_mm=x,
            y_mm=y,
            radius_mm=round(self.radius_mm, 2),
            kind=self.kind_of(place.name),
            printed=None,
        )

    def _pile(self, points: Mapping[str, Point]) -> DiscardPile | None:
        own = self.own.discard
        if own is None:
            return None
        middle = self.size_mm[0] / 2, self.size_mm[1] / 2
        x, y = (round(value, 2) for value in points.get(PILE, middle))
        return msgspec.structs.replace(own, x_mm=x, y_mm=y)

    def show(
        self,
        name: str,
        picture: Picture,
        pieces: Mapping[str, str],
        card: str | None = None,
        corners: Sequence[Point] | None = None,
    ) -> None:
        """Note a picture, what it shows, and where; one of the same name is replaced.

        Without ``corners`` its art is to find the board in it.
        """
        line = {"file": f"{name.replace('/', '-')}.png", "pieces": dict(pieces), "hand": False}
        if corners is not None:
            line["corners"] = [[round(x, 2), round(y, 2)] for x, y in corners]
        self.shown[name] = {**line, "card": card, "role": "calibrate"}, picture
        self.left_out.discard(name)

    def corners_in(self, name: str) -> list[Point]:
        """Return where the board's corners are in a picture that was shown."""
        return [(x, y) for x, y in self.shown[name][0].get("corners", self.corners)]

    def follow_outline(self) -> bool:
        """Have the pictures shown before follow the corners as they are now set; False without any.

        Corners that were moved a little move as much in all pictures; others are of another
        outline, for which everything is shown again.
        """
        before, self.outlined = self.outlined, list(self.corners)
        if not self.is_near(before):
            self.shown.clear()
            self.left_out.clear()
        elif before != self.corners:
            for name, (line, picture) in self.shown.items():
                moved = carry(self.corners, before, line.get("corners", before))
                self.shown[name] = {**line, "corners": moved}, picture
        return bool(self.shown)

    def align_shown(self, name: str) -> Picture:
        """Return a picture that was shown as if the board had not been moved before it."""
        return align(self.shown[name][1], self.corners_in(name), self.corners)


@functools.lru_cache(maxsize=8)
def _fit_corners(
    size_mm: tuple[float, float], corners: tuple[Point, ...], picture: tuple[int, int]
) -> Pose:
    return fit_pose(discs.list_corners(size_mm), np.array(corners), picture).pose


@contextlib.contextmanager
def make_aside(boards: Path) -> Iterator[Path]:
    """Make a folder beside the taught boards, which one of them is replaced by once it is learnt.

    Nothing is left of it if that fails: the board that was there stays as it was.
    """
    folder = boards / ".learning"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with explain_os_error(f"{folder} cannot be written"):
            folder.mkdir(parents=True)
        yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def learn(
    teaching: Teaching,
    folder: Path,
    tell: Callable[[str], None] = lambda _: None,
    left: Callable[[Iterable[str]], object] = lambda _: None,
) -> Calibration:
    """Write all that was shown and not left out into a folder, and learn it.

    The calibration is not written: until that is done the game uses the previous one.
    ``tell`` hears what was learnt and what is doubtful, in English, ``left`` the places where
    something seems to stand in all pictures that were to show them empty. Raises CompanionError.
    """
    board = teaching.board()
    write_board(board, folder / "board.toml")
    with explain_os_error(f"{folder} cannot be written"):
        shown = tuple(teaching.shown.items())  # which the page may change
        _write_pictures(folder, [one for name, one in shown if name not in teaching.left_out])
    labels = folder / "truth.jsonl"
    return Teacher(say=tell, warn=tell, left=left).learn_board(folder / "board.toml", labels)


def _write_pictures(folder: Path, shown: Iterable[tuple[dict[str, Any], Picture]]) -> None:
    lines = []
    for line, picture in shown:
        write_durably(folder / line["file"], encode_png(picture))
        lines.append(json.dumps(line, ensure_ascii=False))
    write_durably(folder / "truth.jsonl", "".join(f"{line}\n" for line in lines).encode())
