"""The label of one picture so far: proposed by the reader, corrected by a person, or both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from calibration.learning.truth import Label
from tablet_companion.games.core import EMPTY
from tablet_companion.vision.reading import SURE, Reading

Point = tuple[float, float]
Role = Literal["calibrate", "test"]
CORNERS: Final = 4


@dataclass(frozen=True)
class Draft:
    """A label in the making.

    ``corners`` are pixels of the picture, from the board's top left clockwise, as many as are known
    so far. ``doubtful`` are the places of which the reader is not sure, until somebody has looked.
    """

    file: str
    role: Role = "test"
    corners: tuple[Point, ...] = ()
    pieces: Mapping[str, str] = field(default_factory=dict)
    hand: bool = False
    occluded: frozenset[str] = frozenset()
    card: str | None = None
    doubtful: frozenset[str] = frozenset()

    def stand(self, place: str, piece: str) -> Draft:
        """Set what stands at a place; EMPTY for nothing."""
        pieces = {name: known for name, known in self.pieces.items() if name != place}
        if piece != EMPTY:
            pieces[place] = piece
        return replace(self, pieces=pieces, doubtful=self.doubtful - {place})

    def cover(self, place: str) -> Draft:
        """Mark a place as covered, or a covered one as visible again."""
        doubtful = self.doubtful - {place}
        return replace(self, occluded=self.occluded ^ {place}, doubtful=doubtful)

    def line(self) -> dict[str, Any]:
        """Return the label in the format of a line of ``truth.jsonl``."""
        whole = len(self.corners) == CORNERS
        corners = [[round(x, 2), round(y, 2)] for x, y in self.corners] if whole else None
        return {
            "file": self.file,
            **({"corners": corners} if corners else {}),
            "pieces": dict(sorted(self.pieces.items())),
            "hand": self.hand,
            "occluded": sorted(self.occluded),
            "card": self.card,
            "role": self.role,
        }


def draft_from_label(label: Label) -> Draft:
    """Return a label that was made before."""
    role: Role = "calibrate" if label.role == "calibrate" else "test"
    corners = label.corners or ()
    return Draft(
        label.file, role, corners, label.pieces, label.hand, frozenset(label.occluded), label.card
    )


def apply_proposal(
    draft: Draft, reading: Reading, corners: tuple[Point, ...], *, hand: bool
) -> Draft:
    """Return the draft with the reader's proposal; covered places become empty and doubtful."""
    seen = [one for one in reading.places if not one.covered]
    doubtful = {one.place for one in reading.places if one.probability < SURE}
    return replace(
        draft,
        corners=corners,
        pieces={str(one.place): str(one.best) for one in seen if one.best != EMPTY},
        hand=hand,
        occluded=frozenset(str(one.place) for one in reading.places if one.covered),
        card=reading.card.best if reading.card else None,
        doubtful=frozenset(map(str, doubtful)),
    )
