"""The eye: takes frames and returns what they mean: a hand, a lost board, or a Reading.

It keeps the results of each look for the next: the board's pose, the last thumbnail, what was read
while nothing changed. The same frames always give the same answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from calibration.camera.lens import Fit
from calibration.camera.plausible import require_possible
from calibration.errors import RegistrationError
from calibration.finding.fiducials import MirroredError
from hardware.ports import Picture
from tablet_companion.games.core import Place
from tablet_companion.vision.cards.unchanged import is_unchanged
from tablet_companion.vision.frame import gate, lying, orientation
from tablet_companion.vision.frame.clarity import Clarity
from tablet_companion.vision.frame.fingertips import Fingertips, cover_touched
from tablet_companion.vision.frame.locating import PlaceInPicture, places_in_picture
from tablet_companion.vision.frame.rescan import ScanCache, make_cache, rescan
from tablet_companion.vision.frame.results import FrameResult, Lost, Moving, Still
from tablet_companion.vision.frame.scan import (
    Observation,
    Scan,
    find_unclear,
    make_reading,
    scan,
    scan_beside,
)
from tablet_companion.vision.frame.sparing import Sparing, summarise
from tablet_companion.vision.frame.unrest import Unrest
from tablet_companion.vision.frame.vigil import Vigil
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.reading import CardReading, Reading, Stray, Thing
from tablet_companion.vision.scene import (
    Model,
    Sampled,
    Scene,
    make_scene,
    move_scene,
    relay_scene,
    tune_scene,
)

STILL_FRAMES: Final = 2
"""This many consecutive frames must agree before a table is still."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a table is still, or has moved.

    Chosen by hand on the simulated table's faults and on labelled photographs; held by
    tests/vision/test_reader.py.
    """

    repeats: int = 3
    """Readings of a still table before its reading is final; more would only heat the processor."""
    moved_px: float = 0.4
    """Pixels at the board's corners. Below this the board has not moved: registration is no more
    exact."""


TUNING: Final = Tuning()


_AnswerKey = tuple[
    tuple[PlaceScores, ...], tuple[Stray, ...], tuple[Thing, ...], CardReading | None
]


class FrameReader(ABC):
    """Watches frame after frame, and reads those in which nothing moves.

    Subclasses define how a kind of table is read; an unchanging table is read only a few times.
    """

    def __init__(self, *, still_frames: int = STILL_FRAMES) -> None:
        """Read after this many equal frames; 1 is for single pictures."""
        self._still_frames = still_frames
        self._thumbnail: gate.Thumbnail | None = None
        self._unrest = Unrest()
        self._still = self._frames = 0
        self._last: FrameResult | None = None
        self._repeats = 0
        self._sparing = Sparing()
        self._last_picture: Picture | None = None
        self._read: gate.Thumbnail | None = None
        self._vigil = Vigil()
        self.passing_over = False
        """Whether the next picture is read whatever rests over the board; see ``pass_over``."""

    @abstractmethod
    def read(self, picture: Picture) -> FrameResult:
        """Read one picture, regardless of earlier ones, and remember the pose."""

    @abstractmethod
    def locate_places(self, picture: Picture) -> tuple[PlaceInPicture, ...]:
        """Return where in a picture the places lie and what is there; raises RegistrationError."""

    def gate_mask(self, size_px: tuple[int, int]) -> gate.GateMask | None:  # noqa: ARG002 - a hook
        """Return where movement counts in pictures of this size; None means everywhere."""
        return None

    def forget(self) -> None:
        """Forget every picture: the next one is treated as the first."""
        self._thumbnail = self._read = self._last = None
        self._still = self._repeats = 0
        self._sparing.forget()
        self._unrest = Unrest()
        self._vigil = Vigil()

    def pass_over(self) -> None:
        """Read the next picture all the same: people say that what rests over it is no hand."""
        self.passing_over = True

    def look(self, picture: Picture) -> FrameResult:
        """Process the next frame."""
        result = self._look_at(picture)
        self._vigil.note(picture, resting=isinstance(result, Moving) and result.hand)
        return result

    def _look_at(self, picture: Picture) -> FrameResult:
        self._frames += 1
        now = gate.make_thumbnail(picture)
        gate_mask = self.gate_mask((picture.shape[1], picture.shape[0]))
        if self._thumbnail is not None and self._thumbnail.shape == now.shape:
            still = self._unrest.is_still(self._thumbnail, now, gate_mask)
            self._still = self._still + 1 if still else 1
        else:
            self._still = 1
        unrest = self._unrest.note(now, gate_mask, still=self._still > 1)
        self._thumbnail = now
        light = gate.judge_exposure(now)
        if light is not gate.Exposure.FAIR:
            return Lost(light, "The picture is too dark or too bright for anything to be seen.")
        if self._still < self._still_frames:
            self._repeats = 0
            self._sparing.forget()
            return Moving(hand=False) if unrest is None else Lost(*unrest)
        # In this order: both count the pictures.
        done = self._settled(now, gate_mask) | self._sparing.may_pass()
        if done and self._last is not None and not self._is_due():
            return self._last
        self._read = now
        self._repeats += 1
        if self._last is None or picture is not self._last_picture:
            self._last = self.read(picture)
            self._last_picture, self.passing_over = picture, False
        seen = self._last
        self._sparing.note(summarise(seen.reading) if isinstance(seen, Still) else seen)
        return seen

    def _is_due(self) -> bool:
        """Whether an unchanged table has to be read once more: a hand would have moved."""
        due = lying.is_due(self._still) or self._vigil.is_over or self.passing_over
        return isinstance(self._last, Moving) and due

    def _settled(self, now: gate.Thumbnail, gate_mask: gate.GateMask | None) -> bool:
        """Whether this table was read often enough already."""
        if self._read is None or not gate.is_alike(self._read, now, gate_mask):
            self._repeats = 0
            return False
        return self._repeats >= TUNING.repeats


class BoardReader(FrameReader):
    """Reads the frames of one camera over one board."""

    def __init__(
        self, model: Model, *, still_frames: int = STILL_FRAMES, either_way: bool = False
    ) -> None:
        """Take a prepared calibration; ``still_frames`` is 1 for single pictures.

        ``either_way``: a board that looks the same turned round is read as it lay, until ``turn``.
        """
        super().__init__(still_frames=still_frames)
        self.model = model
        self._either_way = either_way
        self.scene: Scene | None = None
        self._fit: Fit | None = None
        self._given = False
        self._card: tuple[Picture, CardReading] | None = None
        self._card_again: Picture | None = None
        self._cache: ScanCache | None = None
        self._look: tuple[_AnswerKey, Still] | None = None
        self._fingertips = Fingertips()
        self._gate_mask: gate.GateMask | None = None
        tallest = (kind.height_mm for kind in model.board.pieces.values())
        self._tallest_mm = max(tallest, default=0.0)

    @property
    def aimed(self) -> bool:
        """Whether the board has been located."""
        return self._fit is not None

    def forget(self) -> None:
        """Forget every picture: the next one is treated as the first."""
        super().forget()
        self._given, self._fingertips = False, Fingertips()
        self.scene = self._fit = self._card = self._cache = self._look = self._gate_mask = None

    def gate_mask(self, size_px: tuple[int, int]) -> gate.GateMask | None:
        """Return where the board is and what may reach over it; None until it is located."""
        if self._fit is None or self._fit.pose.size_px != size_px:
            return None
        if self._gate_mask is None:
            self._gate_mask = gate.make_gate_mask(
                orientation.trace_outline(self._fit.pose, self.model, self._tallest_mm), size_px
            )
        return self._gate_mask

    def _is_due(self) -> bool:
        """Whether an unchanged table has to be read once more, also because of fingertips."""
        return super()._is_due() or self._fingertips.is_due(self._frames)

    def aim(self, fit: Fit) -> None:
        """Set the board's pose in the next picture from outside (corners tapped by hand).

        Raises RegistrationError if a camera over such a board cannot have this pose.
        """
        self._aim(fit)
        self._given = True

    def turn(self, quarters: int) -> None:
        """Read the board as if it lay turned, from the next picture on, if it looks alike so."""
        fit, picture = self._fit, self._last_picture
        if not self._either_way or fit is None or picture is None:
            return
        turned = fit.pose.turned(quarters, self.model.board.size_mm)
        if self.model.is_shown(picture, turned):
            self._aim(msgspec.structs.replace(fit, pose=turned))
            self._last, self._repeats = None, 0

    def _aim(self, fit: Fit) -> None:
        require_possible(fit.pose, self.model.board.size_mm, self._tallest_mm)
        self._fit = fit
        self._cache = self._look = self._gate_mask = None
        scene = self.scene
        if scene is not None and scene.pose.size_px == fit.pose.size_px:
            self.scene = move_scene(self.model, scene, fit.pose)
        else:
            self.scene = make_scene(self.model, fit.pose)

    def read(self, picture: Picture) -> FrameResult:
        """Read one picture and keep the result, so that the next time only changes are read."""
        before, known = self.scene, self._cache
        sampled = None if before is None else before.sample(picture)
        cache = None if sampled is None else self._rescan(sampled, before, known)
        from_nothing = cache is None
        if cache is None or sampled is None:
            try:
                _, scene = self._register(picture)
            except RegistrationError as error:
                why = "mirrored" if isinstance(error, MirroredError) else "board"
                return Lost(why, str(error))
            if sampled is None or scene is not before:
                sampled = scene.sample(picture)
                cache = self._rescan(sampled, before, known)
        if cache is None:
            if (tuned := tune_scene(self.model, scene, picture)) is not scene:
                scene, sampled = tuned, tuned.sample(picture)
            scene, scanned = lying.scan_all(self.model, scene, sampled)
            seen, told = (self.model, scene, sampled), self.passing_over
            why, scanned = find_unclear(*seen, scanned, told=told)
            if why is not Clarity.CLEAR:
                return Lost(why, "The picture is too bright or too blurred to be read.")
            still = self._still, self._vigil
            scene, scanned = lying.pass_over(*seen, scanned, still, told=told)
            if scanned.hands is not None:
                beneath = lying.list_beneath(self.model.board, scanned.hands)
                card = self._top_card(scanned)
                card = lying.read_beside(self.model.board, scanned.hands, card)
                return Moving(hand=True, card=card, beneath=beneath)
            cache = make_cache(scanned, scene.coarse.sample(sampled.picture))
            self.scene = scene
        self._cache = cache
        scanned = self._cover_touched(cache.scan, sampled, from_nothing=from_nothing)
        return self._answer(scanned, self._top_card(cache.scan))

    def _cover_touched(self, scanned: Scan, now: Sampled, *, from_nothing: bool) -> Scan:
        """Return a scan without what fingertips may touch; what is none of them is remembered."""
        assert self.scene is not None
        lessons, had_any = self.scene.lessons, self._fingertips.seen
        views = scanned.background.lessons or lessons
        touched = self._fingertips.find(self.model, views, now.square, self._frames)
        if touched is not None:
            return cover_touched(scanned, touched)
        if from_nothing or had_any:
            seen = lessons.remember(now.square, now.picture)
            self.scene = replace(self.scene, lessons=seen)
        return scanned

    def _rescan(
        self, sampled: Sampled, before: Scene | None, cache: ScanCache | None
    ) -> ScanCache | None:
        """Read what changed since ``before``; None if that is much or the board left its place."""
        scene, size = self.scene, sampled.picture.shape[1::-1]
        if scene is None or before is None or cache is None:
            return None
        if size != scene.pose.size_px or scene.sites is not before.sites:
            return None
        pushed = scene is not before
        if before.lying is not None and (pushed or lying.is_changed(scene, sampled.square)):
            return None
        return rescan(self.model, scene, sampled, cache, pushed=pushed)

    def _answer(self, scanned: Scan, card: CardReading | None) -> Still:
        """Return the result of a scan; the same object as before if nothing changed."""
        assert self._fit is not None
        seen: _AnswerKey = scanned.places, scanned.strays, scanned.things, card
        if self._look is None or self._look[0] != seen:
            self._look = seen, Still(make_reading(self.model, scanned, card), self._fit)
        return self._look[1]

    @property
    def last_look(self) -> Observation | None:
        """Return the picture read last and its results; None if there is none without a hand."""
        fit, scene, cache = self._fit, self.scene, self._cache
        still = isinstance(self._last, Still) and not self._fingertips.seen
        seen = self._look if still else None
        if fit is None or scene is None or cache is None or seen is None:
            return None
        assert self._last_picture is not None
        return Observation(self._last_picture, fit, scene, cache.scan, seen[1].reading)

    def use_model(self, model: Model, *, reread: bool = False) -> None:
        """Use another model of the same board; ``reread`` a table on which nothing changes, too."""
        self.model, self._last = model, None if reread else self._last
        self._cache = self._look = None
        if self.scene is not None:
            self.scene = relay_scene(model, self.scene)

    def examine(self, picture: Picture) -> tuple[Fit, Scan, Reading]:
        """Read one picture, even beside a hand that is over it; raises RegistrationError."""
        fit, scene = self._register(picture)
        scene = self.scene = tune_scene(self.model, scene, picture)
        sampled = scene.sample(picture)
        scanned = scan(self.model, scene, sampled)
        scanned = scan_beside(self.model, scene, sampled, scanned)
        return fit, scanned, make_reading(self.model, scanned, self._top_card(scanned))

    def locate_places(self, picture: Picture) -> tuple[PlaceInPicture, ...]:
        """Return where in a picture the places lie and what is there; raises RegistrationError."""
        fit, _, read = self.examine(picture)
        places = self.model.board.places
        rings = {Place(place.name): (place.x_mm, place.y_mm, place.radius_mm) for place in places}
        return places_in_picture(fit.pose, read, rings)

    def _register(self, picture: Picture) -> tuple[Fit, Scene]:
        """Keep the pose while the board stays in place; else follow it or find it again.

        Corners given for this picture count where a board cannot be found that looks the same
        turned round, or whose light is another one; which way it lies there, its print tells first.
        """
        size = picture.shape[1], picture.shape[0]
        given, self._given = self._given, False
        known = self._fit if self._fit is not None and self._fit.pose.size_px == size else None
        if known is None or not (self.model.guessing or self._follow(picture, known)):
            try:
                self._aim(orientation.find(self.model, picture, known, either_way=self._either_way))
            except RegistrationError:
                if not given or known is None:
                    raise
                self._aim(orientation.check_given(self.model, picture, known))
        assert self._fit is not None
        assert self.scene is not None
        return self._fit, self.scene

    def _follow(self, picture: Picture, known: Fit) -> bool:
        """Follow the board from where it lay; False if it was pushed too far or looks new."""
        try:
            fit = self.model.patches.follow(picture, known.pose)
        except RegistrationError:
            return False
        if self.model.is_turned(picture, fit.pose):
            return False
        if orientation.measure_apart_px(fit.pose, known.pose, self.model) > TUNING.moved_px:
            self._aim(fit)
        return True

    def _top_card(self, scanned: Scan) -> CardReading | None:
        """Read the pile, unless it looks as it did."""
        if scanned.window is None or self.model.pile is None:
            return None
        same = scanned.window is self._card_again
        if self._card is None or not (same or is_unchanged(self._card[0], scanned.window)):
            last = self._card[1] if self._card is not None else None
            self._card = scanned.window, self.model.pile.read(scanned.window, last)
        self._card_again = scanned.window
        return self._card[1]
