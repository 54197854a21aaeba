"""What the eye made of a picture is kept for the test that shows it the same again.

Tables of one test after the other are set up alike, so four pictures in ten that are read whole
have been read before. A picture is known by what it shows; what it is read with, by being the same
object. A test that puts something of its own into the eye (``pytest.MonkeyPatch``) has all its
pictures read for it.
"""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

import pytest
from numpy.typing import NDArray

from calibration.camera.lens import Fit, Pose
from calibration.camera.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.screen.toolkit.drawing import Image
from tablet_companion.setup.parts.picture_frame import PictureFrame
from tablet_companion.vision.cards.pile import Pile
from tablet_companion.vision.frame import orientation, reader
from tablet_companion.vision.frame import scan as scanning
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.reading import CardReading
from tablet_companion.vision.scene import Model, Sampled, Scene

Kept = TypeVar("Kept")

_EYE: Final = ("tablet_companion.vision", "calibration")
_BEYOND: Final = "tablet_companion.vision.frame.lying"
"""What decides how long something has to lie changes nothing of what a picture shows."""
_KEPT: Final = 16
"""So many of each are kept, at a few megabytes."""

_FOLDERS: Final = ("tests/vision/", "tests/setup/")
"""Where tables are set up alike again and again."""

_remembers = False
"""Whether the running test is one of these, and put nothing of its own into the eye."""


class Memory:
    """The last few results; what they were made of is kept, too, so that its ids stay its own."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[Any, tuple[object, ...]]] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, key: Hashable, of: tuple[object, ...], make: Callable[[], Kept]) -> Kept:
        """Return what was made ``of`` the same objects under a key, or make it."""
        if not _remembers:
            return make()
        whole = key, tuple(map(id, of))
        with self._lock:
            found = self._kept.get(whole)
        made: Kept = make() if found is None else found[0]
        with self._lock:
            self._kept[whole] = made, of
            self._kept.move_to_end(whole)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return made


def begin(test: str) -> None:
    """Begin a test, by its id."""
    global _remembers  # noqa: PLW0603 - one test runs at a time
    _remembers = test.startswith(_FOLDERS)


def remember_looks() -> None:
    """Have the eye remember what it made of pictures, for as long as this process lives."""
    scenes, scans, cards, poses, images = (Memory() for _ in range(5))
    make_scene: Callable[[Model, Pose], Scene] = reader.__dict__["make_scene"]
    scan, read, find, show = scanning._scan, Pile.read, orientation.find, PictureFrame.shown

    def recall_scene(model: Model, pose: Pose) -> Scene:
        return scenes.recall(pickle.dumps(pose), (model,), lambda: make_scene(model, pose))

    def recall_scan(
        model: Model, scene: Scene, sampled: Sampled, hands: Mask | None, before: Scan | None = None
    ) -> Scan:
        seen = _tell(sampled.picture), None if hands is None else _tell(hands)
        return scans.recall(
            seen, (model, scene, before), lambda: scan(model, scene, sampled, hands, before)
        )

    def recall_card(pile: Pile, window: Picture, last: CardReading | None = None) -> CardReading:
        seen = _tell(window), pickle.dumps(last)
        return cards.recall(seen, (pile,), lambda: read(pile, window, last))

    def recall_pose(model: Model, picture: Picture, known: Fit | None, **way: bool) -> Fit:
        seen = _tell(picture), pickle.dumps(known), *way.items()
        return poses.recall(seen, (model,), lambda: find(model, picture, known, **way))

    def recall_image(frame: PictureFrame, picture: Picture) -> Image:
        return images.recall(frame, (picture,), lambda: show(frame, picture))

    reader.__dict__["make_scene"] = recall_scene
    scanning.__dict__["_scan"] = recall_scan
    Pile.read = recall_card  # type: ignore[assignment, method-assign]
    orientation.__dict__["find"] = recall_pose
    PictureFrame.shown = recall_image  # type: ignore[assignment, method-assign]
    pytest.MonkeyPatch.setattr = _note_patches(pytest.MonkeyPatch.setattr)  # type: ignore[method-assign]


def _note_patches(setattr_: Callable[..., None]) -> Callable[..., None]:
    def note(patch: pytest.MonkeyPatch, target: object, *given: Any, **how: Any) -> None:
        global _remembers  # noqa: PLW0603 - one test runs at a time
        where = getattr(target, "__module__", None) or getattr(target, "__name__", target)
        _remembers &= where == _BEYOND or not str(where).startswith(_EYE)
        setattr_(patch, target, *given, **how)

    return note


def _tell(picture: NDArray[Any]) -> tuple[tuple[int, ...], bytes]:
    """Return what tells a picture from others."""
    return picture.shape, hashlib.sha256(picture.tobytes()).digest()
