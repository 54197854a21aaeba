"""A lens is measured from views of the printed sheet; what is missing and what is bad is said."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from calibration.camera.intrinsics import Lens
from calibration.errors import CalibrationError
from calibration.sheet.charuco import ViewError, Views, see
from hardware.ports import Picture
from tests.calibration.sheet import SIZE, STRAIGHT, WIDE, Held, good_ways, shot


def _views(lens: Lens) -> Views:
    views = Views()
    for held in good_ways():
        views.add(see(shot(lens, held)))
    return views


@pytest.fixture(scope="module")
def wide() -> Views:
    """Return good views through a wide lens."""
    return _views(WIDE)


def test_focal_length_centre_and_distortion_are_recovered(wide: Views) -> None:
    """Within a third of a percent, two pixels, and a pixel of bending at the picture's edge."""
    assert list(wide.list_missing()) == []
    found = wide.lens("folder:x")
    assert found.focal_px == pytest.approx(WIDE.focal_px, rel=0.0035)
    assert found.centre_px == pytest.approx(WIDE.centre_px, abs=2)
    assert found.distortion[0] == pytest.approx(WIDE.distortion[0], abs=0.02)
    assert found.rms_px < 0.3
    assert (found.camera, found.size_px, found.views) == ("folder:x", SIZE, 12)


def test_a_lens_that_does_not_bend_is_found_straight() -> None:
    """Nothing is made up where nothing is bent."""
    found = _views(STRAIGHT).lens("usb:0")
    assert found.focal_px == pytest.approx(STRAIGHT.focal_px, rel=0.005)
    assert found.distortion[0] == pytest.approx(0.0, abs=0.02)


@pytest.mark.parametrize(
    ("held", "side"),
    [
        (Held(across_deg=30), "left"),
        (Held(across_deg=-30), "right"),
        (Held(down_deg=30), "upper"),
        (Held(down_deg=-30), "lower"),
        (Held(down_deg=3), None),
    ],
)
def test_the_nearer_side_is_told(held: Held, side: str | None) -> None:
    """Which edge is tilted towards the camera, as the sheet lies, is known without the lens."""
    assert see(shot(WIDE, held)).nearer == side


def test_guidance_leads_to_a_measured_lens() -> None:
    """Who always does what is said is done after less than twenty views."""
    places = {"top": 0.17, "middle": 0.5, "bottom": 0.83, "left": 0.17, "right": 0.83}
    tilts = {"left": (28, 0), "right": (-28, 0), "upper": (0, 28), "lower": (0, -28)}
    views, rng = Views(), np.random.default_rng(5)
    said = []
    for _ in range(20):
        wanted = next(views.list_missing(), None)
        if wanted is None:
            break
        said.append(wanted)
        x, y, large = 0.5, 0.5, 0.4
        tilt = (0.0, 0.0)
        if wanted.startswith("Hold the sheet to the"):
            words = wanted.removeprefix("Hold the sheet to the ").split(" of ")[0].split()
            y = next((places[word] for word in words if word in ("top", "bottom")), 0.5)
            x = next((places[word] for word in words if word in ("left", "right")), 0.5)
        elif wanted.startswith("Tilt"):
            tilt = tilts[wanted.split("its ")[1].split()[0]]
        elif "nearer" in wanted:
            large = 0.8
        else:
            x, y, tilt = *rng.uniform(0.35, 0.65, 2), tuple(rng.uniform(-25, 25, 2))
        for turn in range(5):  # where it is too much like before, a person turns it a little
            with suppress(ViewError):
                views.add(see(shot(WIDE, Held(x, y, large, *tilt, roll_deg=15 * turn))))
                break
    assert list(views.list_missing()) == [], said
    assert views.lens("x").focal_px == pytest.approx(WIDE.focal_px, rel=0.02)


def test_the_first_wish_is_a_corner_of_the_picture() -> None:
    """Before anything was seen, all is missing; the first thing said is where to begin."""
    wishes = list(Views().list_missing())
    assert wishes[0] == "Hold the sheet to the top left of the picture."
    assert len(wishes) == 9 + 4 + 1 + 1
    views = Views()
    views.add(see(shot(WIDE, Held(0.2, 0.2, 0.45))))
    assert wishes[0] not in list(views.list_missing())


BAD: dict[str, Callable[[], Picture]] = {
    "not seen": lambda: np.full((480, 640, 3), 120, np.uint8),
    "Too little of the sheet": lambda: shot(WIDE, Held(-0.07, 0.5, 0.5)),
    "blurred": lambda: shot(WIDE, Held(large=0.9), blur_px=3.0),
    "tilted too far": lambda: shot(WIDE, Held(large=0.8, across_deg=70)),
}


@pytest.mark.parametrize("sentence", BAD)
def test_a_bad_view_is_refused_with_a_sentence(sentence: str) -> None:
    """Nothing there, too little of it, out of focus, too steep: each says what to do."""
    picture = BAD[sentence]()
    with pytest.raises(ViewError, match=sentence):
        see(picture)


def test_a_view_like_another_and_one_of_another_mode_are_refused(wide: Views) -> None:
    """The same again tells nothing; another size is another lens as far as OpenCV knows."""
    views = Views()
    views.add(wide.taken[0])
    with pytest.raises(ViewError, match="looks like view 1"):
        views.add(replace(wide.taken[0], pixels=wide.taken[0].pixels + 2.0))
    with pytest.raises(ViewError, match="320×240"):
        views.add(replace(wide.taken[1], size_px=(320, 240)))


def test_too_few_views_are_refused(wide: Views) -> None:
    """The sentence says what is missing."""
    few = Views()
    few.add(wide.taken[0])
    with pytest.raises(CalibrationError, match=r"yet \(views: 1\)\. Hold the sheet"):
        few.lens("x")


def test_a_view_that_agrees_with_no_other_is_left_out(wide: Views) -> None:
    """One view of a bent sheet does not spoil the measurement."""
    spoilt = Views()
    spoilt.taken = list(wide.taken)
    bad = wide.taken[4]
    waves = 4 * np.sin(np.arange(bad.pixels.size)).reshape(bad.pixels.shape)
    spoilt.taken[4] = replace(bad, pixels=bad.pixels + waves)
    found = spoilt.lens("x")
    assert found.views == 11
    assert found.focal_px == pytest.approx(WIDE.focal_px, rel=0.005)


def test_views_that_do_not_agree_at_all_are_refused(wide: Views) -> None:
    """A zoom that was turned in between is no lens."""
    mixed = Views()
    rng = np.random.default_rng(1)
    mixed.taken = [
        replace(view, pixels=view.pixels + rng.normal(0, 5, view.pixels.shape))
        for view in wide.taken
    ]
    with pytest.raises(CalibrationError, match="do not agree"):
        mixed.lens("x")
