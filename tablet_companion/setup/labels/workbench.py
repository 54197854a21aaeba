"""The workbench: shows pictures one after another, with their labels, which touches change.

No window and no folder is known here: pictures come from a function, labels go to a ``TruthFile``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.camera.lens import Pose
from calibration.camera.sampling import list_middles
from hardware.errors import CompanionError
from hardware.ports import Picture
from tablet_companion.setup.labels.acts import Act, Tool
from tablet_companion.setup.labels.draft import CORNERS, Draft, Point, Role, draft_from_label
from tablet_companion.setup.labels.proposer import Proposer
from tablet_companion.setup.labels.truthfile import TruthFile, TruthFileError


@dataclass(frozen=True)
class WorkbenchView:
    """The content of the page for the picture on the bench.

    ``spots`` are the middles of the places in pixels of the picture, none while it is not known
    where the board is. ``picture`` is None, and ``trouble`` says why, where it cannot be read.
    ``corners`` are those touched again so far; the draft's lie ``missed_mm`` beside the print, 0 if
    nobody need be told. ``place`` is the chosen place, ``near`` the pixel that is looked at
    closely. ``lost`` counts the pictures whose corrections are lost if somebody who has touched the
    end touches it again. ``unwritten`` is why the label could not be saved just now.
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
    missed_mm: float = 0.0
    near: Point | None = None
    place: str | None = None
    sheet: int = 0
    lost: int = 0
    unwritten: str = ""


class Workbench:
    """Goes through pictures; ``view`` is the content of the page."""

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
        self._proposer, self.board = proposer, proposer.board
        self._truth = truth
        self._saved = {name: draft_from_label(label) for name, label in truth.labels().items()}
        self._changed: dict[str, Draft] = {}
        known = {draft.card for draft in self._saved.values() if draft.card} - set(cards)
        self._cards = (*cards, *sorted(known))
        self._role: Role = "calibrate"
        self.left = False
        self.view = self._open(self._unlabelled(0))

    @property
    def unsaved(self) -> tuple[str, ...]:
        """Return the pictures whose corrections were not saved."""
        return tuple(sorted(self._changed))

    def act(self, act: Act) -> None:
        """Do what a touch means."""
        asked, self.view = bool(self.view.lost), replace(self.view, lost=0, unwritten="")
        match act:
            case Act("go", number=by):
                self.view = self._open(min(max(self.view.number + by, 0), self._last))
            case Act("save"):
                self._save()
            case Act("leave") if asked or not self.unsaved:
                self.left = True
            case Act("leave"):
                self.view = replace(self.view, lost=len(self.unsaved))
            case Act("corner", point=point) if point is not None:
                self._corner(point)
            case Act("take" | "near" | "choose" | "turn"):
                self.view = apply_choice(self.view, act)
            case _:
                self._correct(_apply_correction(self.view, act))
                # Nothing is chosen any more.
                tool = Tool.PIECES if self.view.tool is Tool.CARD else self.view.tool
                near = self.view.near if self.view.place is None else None
                self.view = replace(self.view, place=None, near=near, tool=tool)

    @property
    def _last(self) -> int:
        return len(self._files) - 1

    def _unlabelled(self, start: int) -> int:
        left = (n for n in range(start, len(self._files)) if self._files[n] not in self._saved)
        return next(left, self._last)

    # --- a picture comes onto the bench -----------------------------------------------------------

    def _open(self, number: int) -> WorkbenchView:
        name = self._files[number]
        known = self._changed.get(name) or self._saved.get(name)
        draft = known or Draft(name, self._role)
        picture, trouble, pose, missed_mm = None, "", None, 0.0
        try:
            picture = self._load(name)
        except CompanionError as error:
            trouble = str(error)
        else:
            proposal, pose, missed_mm = self._proposer.propose(draft, picture)
            draft = known or proposal
        saved = name in self._saved and name not in self._changed
        view = WorkbenchView(draft, picture, number, len(self._files), saved, self._cards)
        return self._locate_places(replace(view, trouble=trouble, missed_mm=missed_mm), pose)

    def _locate_places(self, view: WorkbenchView, pose: Pose | None) -> WorkbenchView:
        """Return the view with the places if the camera's pose is known; else ask for corners."""
        if pose is None:
            return replace(view, spots={}, tool=Tool.CORNERS)
        names = [place.name for place in self.board.places]
        middles = list_middles(self.board.places)
        spots = {
            name: (float(x), float(y))
            for name, (x, y) in zip(names, pose.project(middles), strict=True)
        }
        return replace(view, spots=spots, tool=Tool.PIECES)

    # --- what is said of it changes ---------------------------------------------------------------

    def _correct(self, draft: Draft) -> None:
        self._changed[draft.file] = draft
        self.view = replace(self.view, draft=draft, saved=False)

    def _corner(self, point: Point) -> None:
        """Take the next corner; with the fourth, read the picture again.

        Or only locate its places again.
        """
        corners = (*self.view.corners, point)
        self.view = replace(self.view, corners=corners, near=None)
        if len(corners) < CORNERS or self.view.picture is None:
            return
        draft = replace(self.view.draft, corners=corners)
        known = draft.file in self._changed or draft.file in self._saved
        proposal, pose, missed_mm = self._proposer.propose(draft, self.view.picture)
        self._correct(draft if known else proposal)
        view = replace(self.view, corners=(), missed_mm=missed_mm)
        self.view = self._locate_places(view, pose)

    def _save(self) -> None:
        """Write the label and go on; one that cannot be written stays, to be saved again."""
        draft = self.view.draft
        try:
            self._truth.put(draft.line())
        except TruthFileError as error:
            self._changed[draft.file] = draft
            self.view = replace(self.view, saved=False, unwritten=str(error))
            return
        self._saved[draft.file] = draft
        self._changed.pop(draft.file, None)
        self._role = draft.role
        self.view = self._open(self._unlabelled(self.view.number + 1))


def apply_choice(view: WorkbenchView, act: Act) -> WorkbenchView:
    """Return the view after a touch that does not change the label."""
    match act:
        case Act("take", str(name)):
            tool = Tool(name)
            taken = Tool.PIECES if tool is view.tool and view.spots else tool
            return replace(view, tool=taken, place=None, near=None, corners=(), sheet=0)
        case Act("near", point=middle):
            return replace(view, near=middle, place=None)
        case Act("choose", place):
            return replace(view, place=place, sheet=0)
        case _:
            return replace(view, sheet=act.number)


def _apply_correction(view: WorkbenchView, act: Act) -> Draft:
    draft = view.draft
    match act:
        case Act("stand", str(piece)) if view.place is not None:
            return draft.stand(view.place, piece)
        case Act("cover", str(place)):
            return draft.cover(place)
        case Act("hand"):
            return replace(draft, hand=not draft.hand)
        case Act("card", card):
            return replace(draft, card=card)
        case Act("role"):
            return replace(draft, role="test" if draft.role == "calibrate" else "calibrate")
        case _:
            return draft
