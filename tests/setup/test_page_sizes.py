"""The pages of the set-up fit every screen: nothing overlaps, is cut or too small."""

from __future__ import annotations

import ast
import functools
import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.clock import ManualClock
from tablet_companion import games, setup
from tablet_companion.config import MAX_DPI, ScreenSettings, Settings, played_file
from tablet_companion.config.reading import read_settings
from tablet_companion.games.core import Message
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import Box, texts
from tablet_companion.setup.geometry.layouts import Wanted
from tablet_companion.setup.pages.desk import Desk, SetupPlatform, Step
from tablet_companion.setup.pages.firststart import ScreenStep
from tablet_companion.setup.pages.placing import PlacesStep
from tablet_companion.setup.pages.route import plan_steps, plan_teaching
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.design import KINDS, Design
from tablet_companion.setup.teaching.teaching import Teaching
from tests.amounts import sampled
from tests.screen.checks import overlap
from tests.setup.keys import BOARD, GAME, list_keys, no_camera


def lay(teaching: Teaching) -> Teaching:
    """Return a board with corners and places."""
    teaching.still = np.zeros((60, 80, 3), np.uint8)
    teaching.corners = [(10.0, 5.0), (70.0, 5.0), (70.0, 55.0), (10.0, 55.0)]
    teaching.lay(teaching.lay_out())
    return teaching


def find_tight(step: Step, boxes: Sequence[Box]) -> list[str]:
    """Return the labels that leave less than half a millimetre between them and their key's rim."""
    look = step.desk.look
    return [
        text.text
        for text in texts(step.page().items)
        for box in boxes
        if box.holds(*text.box.centre) and text.box.w <= box.w
        if box.w - look.measure(text.text, text.role, text.size) < look.theme.px(1)
    ]


@sampled(2)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_nothing_on_a_page_overlaps_is_cut_or_too_small(
    tmp_path: Path, factory: Any, language: Any, size: tuple[int, int]
) -> None:
    """Keys are a finger high, lie on the page, never on each other, and can be read whole.

    Their labels keep clear of the rim. However far out the ruler's line is touched, if by a child.
    """
    settings = Settings(language=language, screen=ScreenSettings(size_px=size))
    platform = SetupPlatform(ManualClock(), no_camera, tuple, lambda: factory, tmp_path)
    game = games.load("agent_dog")
    board = printed.board(game.name)
    desk = Desk(settings, tmp_path / "settings.toml", game, board, platform)
    played = played_file(game.name, None, tmp_path)
    played.parent.mkdir(parents=True)
    played.touch()
    line = ScreenStep(desk)._line()
    for x in (line.right - 1, line.x + 1):
        ScreenStep(desk).press(x, line.y)
    desk.kept.write(game.name, "SizeStep", lay(Teaching(board)))
    turned = [Wanted(points=(), turns=turns) for turns in (2, 3, 4, 6)]
    laid = [*(wanted for _, wanted in KINDS.values()), *turned]
    designs = [Design(board, wanted=wanted) for wanted in laid]
    taught = [plan_teaching(desk, lay(one)) for one in (Teaching(board), *designs)]
    for step in (*plan_steps(desk), *itertools.chain(*taught)):
        step.enter()
        boxes = [box for box, _ in list_keys(step)]
        assert all(min(box.w, box.h) >= desk.look.theme.finger for box in boxes), step
        whole = Box(0, 0, *size)
        assert all(box.inset(0) == box and whole.holds(*box.centre) for box in boxes)
        assert not any(overlap(a, b) for n, a in enumerate(boxes) for b in boxes[:n])
        assert not [text.text for text in texts(step.page().items) if "…" in text.text], step
        assert not find_tight(step, boxes), step
        step.leave()


@functools.cache
def _list_sentences() -> list[str]:
    """Return all that the set-up may say, from its source."""
    trees = (ast.parse(file.read_text("utf-8")) for file in Path(setup.__path__[0]).rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    marked = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "N_")
    return [str(ast.literal_eval(call.args[0])) for call in marked]


def _fill_in(text: str) -> str:
    """Return a sentence with the longest title and numbers of two digits for its details."""
    text = re.sub(r"\{text\w*\}", "Pocket Ops", re.sub(r"\{\w+:[^}|]*\|([^}]*)\}", r"\1", text))
    return re.sub(r"\{[^}]*\}", "12", text)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_no_sentence_above_a_page_is_cut(
    tmp_path: Path, language: Any, size: tuple[int, int]
) -> None:
    """Upright it had two lines: twelve German sentences lost what to do next."""
    settings = Settings(language=language, screen=ScreenSettings(size_px=size))
    platform = SetupPlatform(ManualClock(), no_camera, tuple, folder=tmp_path)
    desk = Desk(settings, tmp_path / "settings.toml", GAME, BOARD, platform)
    step, sentences = ScreenStep(desk), _list_sentences()
    assert len(sentences) > 200
    for text in sentences:
        said = _fill_in(desk.look.words.text(text))
        page = step.lay(Message(said), ())
        assert ["…" in one.text for one in texts(page.items)].count(True) == said.count("…"), said


@pytest.mark.parametrize("factor", [0.94, 1.06])
def test_a_key_that_is_held_leaves_rings_that_can_be_seen(tmp_path: Path, factor: float) -> None:
    """It goes on as long as it is held; rings of no size were said to lie on one another."""
    platform = SetupPlatform(ManualClock(), no_camera, folder=tmp_path)
    desk = Desk(Settings(), tmp_path / "settings.toml", GAME, BOARD, platform)
    teaching = lay(Teaching(BOARD))
    step = PlacesStep(desk, teaching)
    for _ in range(300):
        step.obey(Does("ring", factor))
    assert 2.0 <= teaching.radius_mm <= min(teaching.size_mm) / 10
    assert teaching.board().places[0].radius_mm > 0


def test_a_careless_touch_on_a_large_screen_leaves_settings_that_can_be_read(
    tmp_path: Path,
) -> None:
    """Five centimetres as long as the whole screen would be more pixels an inch than any has."""
    path = tmp_path / "settings.toml"
    settings = Settings(screen=ScreenSettings(size_px=(2560, 1440)))
    desk = Desk(settings, path, GAME, BOARD, SetupPlatform(ManualClock(), no_camera))
    step = ScreenStep(desk)
    line = step._line()
    step.press(line.right - 1, line.y)
    step.obey(Does("longer", 1))
    assert read_settings(path).screen.dpi == MAX_DPI


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize(
    ("size", "dpi"), [((480, 320), 165), ((320, 480), 165), ((800, 480), 230), ((480, 800), 187)]
)
def test_the_ruler_fits_small_screens(
    tmp_path: Path, language: Any, size: tuple[int, int], dpi: float
) -> None:
    """Before the size is known and after, its page can be read whole; the mark is where it is true.

    Screens of 3.5, 4 and 5 inches have so many pixels that keys as wide as fingers have no room.
    """
    settings = Settings(language=language, screen=ScreenSettings(size_px=size))
    platform = SetupPlatform(ManualClock(), no_camera, tuple, folder=tmp_path)
    desk = Desk(settings, tmp_path / "settings.toml", GAME, BOARD, platform)
    step = ScreenStep(desk)
    for _ in range(2):
        shown = texts(step.page().items)
        assert not [text.text for text in shown if "…" in text.text]
        line = step._line()
        mark = line.x + (50 if line.w >= 400 else 30) * dpi / 25.4
        assert mark <= line.right, "the mark is beyond the line"
        step.press(mark, line.y)
    assert desk.settings.screen.dpi == pytest.approx(dpi, rel=0.01)
    tall = max(high for _, high in step._ticks(line))
    assert any(at == pytest.approx(mark, abs=1) and high == tall for at, high in step._ticks(line))
