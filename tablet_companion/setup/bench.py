"""The workbench: a picture after the other, what is said of it, and what touches change.

No window and no folder is known here: pictures come from a function, labels go to a ``TruthFile``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.lens import Pose
from hardware.board import Board
from hardware.errors import CompanionError
from hardware.ports import Picture
from tablet_companion.setup import acts
from tablet_companion.setup.acts import Act, Tool
from tablet_companion.setup.draft import CORNERS, Draft, Point, Role, labelled
from tablet_companion.setup.proposer import Proposer
from tablet_companion.setup.truthfile import TruthFile


@dataclass(frozen=True)
class Sight:
    """What there is to be shown of the picture on the bench.

    ``spots`` are the middles of the places in pixels of the picture, none while nobody knows where
    the board is. ``picture`` is None, and ``trouble`` says why, where it cannot be read.
    ``corners`` are those touched anew so far. ``place`` is the chosen place, ``near`` the pixel
    that is looked at closely.
    """

    draft: Draft
    picture: Picture | None
    number: int
    count: int
    saved: bool
    cards: tuple[str, ...]
    trouble: str = ""
    spots: Mapping[str, Point] = field(default_factory=dict)
    tool: Tool = Tool.PIECES
    corners: tuple[Point, ...] = ()
    near: Point | None = None
    place: str | None = None
    sheet: int = 0


class Bench:
    """Goes through pictures; ``sight`` is what is to be shown."""

    def __init__(
        self,
        files: Sequence[str],
        load: Callable[[str], Picture],
        proposer: Proposer,
        truth: TruthFile,
        cards: Sequence[str] = (),
    ) -> None:
        """Take the pictures' names and begin with the first that has no label yet.

        ``load`` may raise CompanionError for a picture that cannot be read. Raises TruthFileError.
        """
        assert files, "a folder without pictures is refused before"
        self._files = tuple(files)
        self._load = load
        self._proposer = proposer
        self._truth = truth
        self._saved = {name: labelled(label) for name, label in truth.labels().items()}
        self._changed: dict[str, Draft] = {}
        known = {draft.card for draft in self._saved.values() if draft.card} - set(cards)
        self._cards = (*cards, *sorted(known))
        self._role: Role = "calibrate"
        self.left = False
        self.sight = self._opened(self._unlabelled(0))

    @property
    def board(self) -> Board:
        """Return the board that is labelled."""
        return self._proposer.board

    @property
    def unsaved(self) -> tuple[str, ...]:
        """Return the pictures whose corrections were not saved."""
        return tuple(sorted(self._changed))

    def act(self, act: Act) -> None:
        """Do what a touch means. Raises TruthFileError where a label cannot be written."""
        match act:
            case acts.Go(by):
                self.sight = self._opened(min(max(self.sight.number + by, 0), self._last))
            case acts.Save():
                self._save()
            case acts.Leave():
                self.left = True
            case acts.Corner(point):
                self._corner(point)
            case acts.Take() | acts.Near() | acts.Choose() | acts.Turn():
                self.sight = turned_to(self.sight, act)
            case _:
                self._correct(corrected(self.sight.draft, act))
                self.sight = put_down(self.sight)

    @property
    def _last(self) -> int:
        return len(self._files) - 1

    def _unlabelled(self, start: int) -> int:
        """Return the first picture from here on without a label, the last where all have one."""
        left = (n for n in range(start, len(self._files)) if self._files[n] not in self._saved)
        return next(left, self._last)

    # --- a picture comes onto the bench -----------------------------------------------------------

    def _opened(self, number: int) -> Sight:
        name = self._files[number]
        known = self._changed.get(name) or self._saved.get(name)
        draft = known or Draft(name, self._role)
        picture, trouble, pose = None, "", None
        try:
            picture = self._load(name)
        except CompanionError as error:
            trouble = str(error)
        else:
            proposal, pose = self._proposer.propose(draft, picture)
            draft = known or proposal
        sight = Sight(draft, picture, number, len(self._files), name in self._saved, self._cards)
        return self._placed(replace(sight, trouble=trouble), pose)

    def _placed(self, sight: Sight, pose: Pose | None) -> Sight:
        """Return the sight with the places where the camera sees them; else it asks for corners."""
        if pose is None:
            return replace(sight, spots={}, tool=Tool.CORNERS)
        names = [place.name for place in self.board.places]
        middles = np.array([(place.x_mm, place.y_mm) for place in self.board.places])
        spots = {
            name: (float(x), float(y))
            for name, (x, y) in zip(names, pose.project(middles), strict=True)
        }
        return replace(sight, spots=spots, tool=Tool.PIECES)

    # --- what is said of it changes ---------------------------------------------------------------

    def _correct(self, draft: Draft) -> None:
        self._changed[draft.file] = draft
        self.sight = replace(self.sight, draft=draft, saved=False)

    def _corner(self, point: Point) -> None:
        """Take the next corner; with the fourth, read the picture anew or only place it anew."""
        corners = (*self.sight.corners, point)
        self.sight = replace(self.sight, corners=corners, near=None)
        if len(corners) < CORNERS or self.sight.picture is None:
            return
        draft = replace(self.sight.draft, corners=corners)
        known = draft.file in self._changed or draft.file in self._saved
        proposal, pose = self._proposer.propose(draft, self.sight.picture)
        self._correct(draft if known else proposal)
        self.sight = self._placed(replace(self.sight, corners=()), pose)

    def _save(self) -> None:
        draft = self.sight.draft
        self._truth.put(draft.line())
        self._saved[draft.file] = draft
        self._changed.pop(draft.file, None)
        self._role = draft.role
        self.sight = self._opened(self._unlabelled(self.sight.number + 1))


def put_down(sight: Sight) -> Sight:
    """Return the sight after a correction: what was chosen for it is put away."""
    tool = Tool.PIECES if sight.tool is Tool.CARD else sight.tool
    near = sight.near if sight.place is None else None
    return replace(sight, place=None, near=near, tool=tool)


def turned_to(sight: Sight, act: acts.Take | acts.Near | acts.Choose | acts.Turn) -> Sight:
    """Return what is shown after a touch that changes nothing of the label."""
    match act:
        case acts.Take(tool):
            taken = Tool.PIECES if tool is sight.tool and sight.spots else tool
            return replace(sight, tool=taken, place=None, near=None, corners=(), sheet=0)
        case acts.Near(middle):
            return replace(sight, near=middle, place=None)
        case acts.Choose(place):
            return replace(sight, place=place, sheet=0)
        case acts.Turn(sheet):
            return replace(sight, sheet=sheet)


def corrected(
    draft: Draft, act: acts.Stand | acts.Cover | acts.Hand | acts.Card | acts.Role
) -> Draft:
    """Return what is said of a picture after a touch that corrects it."""
    match act:
        case acts.Stand(place, piece):
            return draft.stand(place, piece)
        case acts.Cover(place):
            return draft.cover(place)
        case acts.Hand():
            return replace(draft, hand=not draft.hand)
        case acts.Card(card):
            return replace(draft, card=card)
        case acts.Role():
            return replace(draft, role="test" if draft.role == "calibrate" else "calibrate")
