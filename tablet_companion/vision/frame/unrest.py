"""Pictures that are never still though nobody moves: what changes them is named, not waited for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.vision.frame import gate


@dataclass(frozen=True, slots=True)
class Tuning:
    """After how many pictures that are not still people are told why nothing is judged.

    Chosen by hand; held by tests/vision/test_gate.py.
    """

    shaded_frames: int = 15
    """Once this many more frames showed only moving shadows than showed rest, the shadows are a
    fan's. A hand casts one, too, but is over the board sooner; a longer wait delays verdicts."""
    flickering_frames: int = 15
    """Frames in a row, each like the one before the last only: no hand moves like that."""
    restless_frames: int = 75
    """This many more frames in which everything moves than others: five seconds, or half of them
    with a fast camera. Arms do that only for moments; people who lift the board are told so, and
    may be."""
    calming_frames: int = 5
    """A still frame makes up for this many: by chance two frames of a shaking camera are alike."""


TUNING: Final = Tuning()


class Unrest:
    """Counts pictures in a row that change as a whole."""

    def __init__(self) -> None:
        """Begin with none."""
        self._earlier: gate.Thumbnail | None = None
        self._last: gate.Thumbnail | None = None
        self._flickering = self._restless = self._shaded = 0

    def is_still(
        self, before: gate.Thumbnail, now: gate.Thumbnail, gate_mask: gate.GateMask | None
    ) -> bool:
        """Whether nothing moves from one picture to the next, except a fan's shadows."""
        if gate.is_still(before, now, gate_mask):
            self._shaded = max(0, self._shaded - 1)
            return True
        shaded = gate.is_shaded(before, now, gate_mask)
        self._shaded = min(TUNING.shaded_frames, self._shaded + 1) if shaded else 0
        return self._shaded == TUNING.shaded_frames

    def note(
        self, now: gate.Thumbnail, gate_mask: gate.GateMask | None, *, still: bool
    ) -> tuple[str, str] | None:
        """Take the next picture, ``still`` if it is like the last one.

        Return the reason of ``Blind`` for which no picture will be, and a sentence; None if one
        may be.
        """
        earlier, last = self._earlier, self._last
        self._earlier, self._last = last, now
        if last is None or last.shape != now.shape:
            self._flickering = self._restless = 0
            return None
        if still:
            self._flickering, self._restless = 0, max(0, self._restless - TUNING.calming_frames)
            return None
        if earlier is not None and earlier.shape != now.shape:
            earlier = None
        back = earlier is not None and gate.is_still(earlier, now, gate_mask)
        self._flickering = self._flickering + 1 if back else 0
        everywhere = gate.moves_everywhere(last, now, gate_mask)
        most = TUNING.restless_frames + TUNING.calming_frames
        self._restless = min(most, self._restless + 1) if everywhere else max(0, self._restless - 1)
        if self._flickering >= TUNING.flickering_frames:
            return "flicker", "The picture goes back and forth between two."
        if self._restless >= TUNING.restless_frames:
            return "restless", "Everything in the picture changes all the time."
        return None
