"""The workbench's pages on three screens, in every language: legible, touchable, all in sight."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from hardware.ports import Picture
from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Box, Page, texts
from tablet_companion.screen.toolkit.layout import ELLIPSIS
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.window import Closed, Happening, Pressed, Window
from tablet_companion.screen.words.wording import words
from tablet_companion.setup.labels import label_page
from tablet_companion.setup.labels.acts import Act, Tool
from tablet_companion.setup.labels.draft import Draft
from tablet_companion.setup.labels.labelling import work
from tablet_companion.setup.labels.proposer import Proposer
from tablet_companion.setup.labels.truthfile import TruthFile
from tablet_companion.setup.labels.workbench import Workbench, WorkbenchView, apply_choice
from tablet_companion.setup.parts.picture_frame import PictureFrame, close_up, frame_whole
from tests.amounts import sampled
from tests.screen.checks import overlap
from tests.screen.looks import BOARD, SCREENS, look

PICTURE = np.random.default_rng(3).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "1/11", "4±", "joker", "swap")
SPOTS = {place.name: (200 + 2 * place.x_mm, 30 + 1.6 * place.y_mm) for place in BOARD.places}
CORNERS = ((200.0, 30.0), (1040.0, 30.0), (1040.0, 700.0), (200.0, 700.0))
DRAFT = Draft(
    "0001.jpg",
    "calibrate",
    CORNERS,
    {"T0": "red", "T6": "hidden"},
    occluded=frozenset({"T9"}),
    doubtful=frozenset({"T11"}),
    card="1/11",
)
SIGHT = WorkbenchView(DRAFT, PICTURE, 2, 117, saved=False, cards=CARDS, spots=SPOTS)
NEAR = replace(SIGHT, near=SPOTS["T6"])
SIGHTS = {
    "whole": SIGHT,
    "saved": replace(SIGHT, saved=True),
    "no card": replace(SIGHT, draft=replace(DRAFT, card=None, role="test")),
    "near": NEAR,
    "space": replace(NEAR, place="T0"),
    "hole": replace(NEAR, place="T6"),
    "cover": replace(SIGHT, tool=Tool.COVER),
    "cards": replace(SIGHT, tool=Tool.CARD),
    "more cards": replace(SIGHT, tool=Tool.CARD, sheet=1),
    "corners": replace(SIGHT, tool=Tool.CORNERS),
    "third corner": replace(SIGHT, tool=Tool.CORNERS, corners=CORNERS[:2], near=CORNERS[2]),
    "lost": replace(SIGHT, tool=Tool.CORNERS, spots={}, draft=Draft("1.jpg")),
    "broken": replace(SIGHT, picture=None, trouble="1.jpg is no picture; leave it out.", spots={}),
}
EVERY = [
    pytest.param(screen, language, view, id=f"{name}, {screen}, {language}")
    for (name, view), screen, language in itertools.product(SIGHTS.items(), SCREENS, LANGUAGES)
]


def _look(screen: str, language: str) -> Look:
    return replace(look(screen), words=words(language, BOARD))


@sampled(3)
@pytest.mark.parametrize(("screen", "language", "view"), EVERY)
def test_everything_is_legible_and_can_be_touched(
    screen: str, language: str, view: WorkbenchView
) -> None:
    """No text is cut off or leaves its box; every key is as large as a finger and free."""
    given = _look(screen, language)
    sheet = label_page.sheet(view, given)
    outer = Box(0, 0, *given.theme.size)
    for text in texts(sheet.page.items):
        assert ELLIPSIS not in text.text, text
        assert paint.measure(text.text, text.role, text.size) <= text.box.w, text
        assert text.size >= given.theme.fine
    boxes = [one.box for one in sheet.page.touches]
    for box in boxes:
        assert outer.holds(box.x, box.y)
        assert outer.holds(box.right - 1, box.bottom - 1)
        assert min(box.w, box.h) >= given.theme.finger
    assert not any(itertools.starmap(overlap, itertools.combinations(boxes, 2)))
    if sheet.frame is not None:
        assert not any(overlap(sheet.frame.box, box) for box in boxes)


@pytest.mark.parametrize("screen", SCREENS)
def test_every_card_is_reached(screen: str) -> None:
    """What has no room is on further sheets."""
    given, found, view = look(screen), set[str | None](), replace(SIGHT, tool=Tool.CARD)
    for _ in range(10):
        touches = label_page.sheet(view, given).page.touches
        meant = [one.meaning for one in touches if isinstance(one.meaning, Act)]
        found |= {act.name for act in meant if act.what == "card"}
        turns = [act for act in meant if act.what == "turn"]
        view = apply_choice(view, turns[0]) if turns else view
    assert found == {None, *CARDS}


@pytest.mark.parametrize("name", ["near", "third corner", "whole"])
def test_a_touch_on_the_picture_is_where_the_picture_shows_it(name: str) -> None:
    """What is drawn over a pixel and what a touch there means agree, near as well as far."""
    frame = label_page.sheet(SIGHTS[name], look("10 inches")).frame
    assert frame is not None
    for point in ((640.0, 360.0), (12.5, 7.0)):
        assert frame.pixel(*frame.at(point)) == pytest.approx(point)


def test_a_touch_beside_every_place_means_nothing() -> None:
    """Nobody chooses a place that his finger does not touch."""
    spots = {"T0": (300.0, 200.0), "T1": (330.0, 200.0)}
    given = look("7 inches")
    sheet = label_page.sheet(replace(SIGHT, near=spots["T1"], spots=spots), given)
    assert sheet.frame is not None
    assert sheet.find_action(*sheet.frame.at((328.0, 202.0))) == Act("choose", "T1")
    assert sheet.find_action(*sheet.frame.at((330.0, 290.0))) is None


@pytest.mark.parametrize("scale", [0.37, 1.0, 3.0])
def test_a_frame_shows_the_pixels_it_says(scale: float) -> None:
    """A bright square of the picture is drawn where its middle is said to be."""
    picture: Picture = np.zeros((400, 600, 3), np.uint8)
    picture[195:206, 295:306] = 255
    frame = PictureFrame(Box(10, 20, 240, 160), (300 - 120 / scale, 200 - 80 / scale), scale)
    image = frame.shown(picture)
    grey = np.frombuffer(image.bgr, np.uint8).reshape(160, 240, 3)[..., 0].astype(float)
    rows, columns = np.indices(grey.shape)
    middle = (columns * grey).sum() / grey.sum(), (rows * grey).sum() / grey.sum()
    x, y = frame.at((300.0, 200.0))
    # A pixel of the screen has its middle half a pixel from where it begins.
    assert (middle[0] + 0.5, middle[1] + 0.5) == pytest.approx((x - 10, y - 20), abs=0.15)


def test_a_close_up_stays_in_the_picture() -> None:
    """Near the edge, nothing beyond it is shown."""
    frame = close_up((1280, 720), Box(0, 0, 500, 400), (1279.0, 2.0), 3.0)
    assert frame.corner == pytest.approx((1280 - 500 / 3, 0.0))
    assert frame_whole((1280, 720), Box(0, 0, 640, 640)).box == Box(0, 140, 640, 360)


class Script:
    """A window that is touched as a script says."""

    def __init__(self, *happenings: Happening) -> None:
        """Take what happens, one thing a look."""
        self.left = list(happenings)
        self.shown: list[Page] = []

    def show(self, page: Page) -> None:
        """Keep the page."""
        self.shown.append(page)

    def happenings(self) -> list[Happening]:
        """Return the next thing that happens."""
        return [self.left.pop(0)]


class Hasty(Script):
    """A window in which all that happens happens at once."""

    def happenings(self) -> list[Happening]:
        """Return everything, and nothing ever after."""
        happened, self.left = self.left, []
        assert happened, "the window was closed"
        return happened


def _bench(tmp_path: Path) -> Workbench:
    class NoReader(Proposer):
        def __init__(self) -> None:
            self.board = msgspec.structs.replace(BOARD)

        def propose(self, draft: Draft, _picture: Picture) -> tuple[Draft, None, float]:
            return draft, None, 0.0

    return Workbench(["1.png"], lambda _: PICTURE, NoReader(), TruthFile(tmp_path / "t.jsonl"))


def find_end(sheet: label_page.Sheet) -> Box:
    """Return the key that ends the labelling."""
    return next(one.box for one in sheet.page.touches if one.meaning == Act("leave"))


def test_the_window_is_served_until_it_is_closed_or_left(tmp_path: Path) -> None:
    """Touches change the page; the key at the end leaves, and so does closing the window."""
    bench, given = _bench(tmp_path), look("7 inches")
    sheet = label_page.sheet(bench.view, given)
    assert sheet.frame is not None
    end = find_end(sheet)
    script: Any = Script(Pressed(*sheet.frame.box.centre), Pressed(*end.centre))
    work(bench, given, script, 0.0)
    assert bench.left
    assert script.shown[0] != script.shown[1], "the first touch brought the picture nearer"
    again = _bench(tmp_path)
    closed: Any = Script(Pressed(1, 1), Closed(picture=False))
    work(again, given, closed, 0.0)
    assert not again.left


def test_a_window_that_is_closed_right_after_a_touch_is_closed(tmp_path: Path) -> None:
    """What comes after a touch is for a page not seen yet, but for the end of the window."""
    bench, given = _bench(tmp_path), look("7 inches")
    end = find_end(label_page.sheet(bench.view, given))
    again = Pressed(*end.centre)
    hasty: Any = Hasty(Pressed(1, 1), again, Closed(picture=False))
    work(bench, given, hasty, 0.0)
    assert not bench.left


def test_the_page_is_painted(tmp_path: Path) -> None:
    """In a real window, without a display, the picture's pixels are on the page."""
    bench, given = _bench(tmp_path), look("7 inches")
    sheet = label_page.sheet(bench.view, given)
    assert sheet.frame is not None
    window = Window(given.theme.size, (0, 0, 0), title="test")
    window.show(sheet.page)
    box = sheet.frame.box
    seen = window.pixels()[box.y : box.bottom, box.x : box.right]
    window.close()
    image = sheet.frame.shown(PICTURE)
    assert np.array_equal(seen, np.frombuffer(image.bgr, np.uint8).reshape(box.h, box.w, 3))
