"""The building guide is made from the same data as the program: drawings, tables, pins, words."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import pytest

from hardware.board import Board
from hardware.boardfile import read_board
from hardware.cameras.picamera2 import _SIZE
from tablet_companion.config import GpioSettings, Settings
from tablet_companion.config.reading import parse_settings
from tools.building import view, wiring
from tools.building.drawings import all_sheets
from tools.building.section import _along, least_times, nearest
from tools.building.tables import fill_tables

ROOT: Final = Path(__file__).parents[2]
GUIDE: Final = ROOT / "docs" / "building.md"
BOARDS: Final = tuple(
    read_board(path) for path in sorted(ROOT.glob("tablet_companion/games/*/board.toml"))
)
SHEETS: Final = all_sheets(BOARDS)
MAKE: Final = "; run make drawings"

every_sheet = pytest.mark.parametrize("name", SHEETS)
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
every_lens = pytest.mark.parametrize("lens", view.LENSES, ids=lambda lens: lens.name)


def _guide() -> str:
    return GUIDE.read_text(encoding="utf-8")


def _shown() -> Settings:
    """Return the settings that the guide to a real table shows."""
    text = (ROOT / "docs" / "at-a-table.md").read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", text, flags=re.DOTALL)
    assert found
    return parse_settings(found[1], Path("settings.toml"))


@every_sheet
def test_drawings_are_as_the_code_draws_them(name: str) -> None:
    """Byte for byte: the player who moves a pin or a place draws again."""
    drawn = (GUIDE.parent / "building" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == SHEETS[name].svg(), name + MAKE


def test_every_drawing_is_shown_and_no_other_lies_about() -> None:
    """The guide shows each drawing once, and the folder holds nothing else."""
    shown = re.findall(r"!\[[^]]+\]\(building/(\w+)\.svg\)", _guide())
    assert sorted(shown) == sorted(SHEETS)
    assert {path.stem for path in (GUIDE.parent / "building").iterdir()} == set(SHEETS)


def test_tables_are_as_the_code_computes_them() -> None:
    """Byte for byte, every board of the project among them."""
    assert fill_tables(_guide(), BOARDS) == _guide(), "docs/building.md" + MAKE
    for board in BOARDS:
        assert f"\n| {board.name} | " in _guide()


@every_sheet
def test_words_are_legible(name: str) -> None:
    """No line of words runs into another or off the sheet."""
    sheet = SHEETS[name]
    for one, other in itertools.combinations(sheet.words, 2):
        assert not one.meets(other), (one.text, other.text)
    width, height = sheet.size
    for words in sheet.words:
        left, top, right, bottom = words.box
        assert min(left, top, width - right, height - bottom) > 3, words.text


@every_sheet
def test_drawings_are_grey(name: str) -> None:
    """A black-and-white copy loses nothing: no colour is used."""
    for red, green, blue in re.findall(r"#(..)(..)(..)", SHEETS[name].svg()):
        assert red == green == blue


@every_board
@every_lens
def test_a_board_lies_in_the_picture_from_its_height_on(board: Board, lens: view.Lens) -> None:
    """At the table's height pawns on the rim's corners are in the picture; a centimetre lower, not.

    Projected point by point with a camera matrix, not by the formula.
    """

    def inside(height_mm: float) -> bool:
        focal = (view.PICTURE_PX[0] / lens.across, view.PICTURE_PX[1] / lens.down)
        depth = height_mm - view.tallest_mm(board)
        return all(
            focal[axis] * (board.size_mm[axis] / 2 + view.RIM_MM) / depth
            <= view.PICTURE_PX[axis] / 2
            for axis in (0, 1)
        )

    least = 10.0 * view.least_height_cm(board, lens)
    assert inside(least)
    assert not inside(least - 10)


@every_lens
def test_every_board_can_be_read_from_its_height(lens: view.Lens) -> None:
    """No board needs a height from which a pixel shows more than was tried."""
    highest = view.most_height_cm(lens)
    assert lens.mm_a_px(10.0 * highest) <= view.TRIED_MM_A_PX < lens.mm_a_px(10.0 * highest + 10)
    assert all(view.least_height_cm(board, lens) <= highest for board in BOARDS)


def test_lenses_are_those_of_their_makers() -> None:
    """Angles from corner to corner, as makers give them; the Wide bends too much to compare."""
    given = {"Camera Module 3": 75, "USB webcam, 78°": 78}
    for lens in (lens for lens in view.LENSES if lens.name in given):
        corner = 2 * math.degrees(math.atan(math.hypot(lens.across, lens.down) / 2))
        assert corner == pytest.approx(given[lens.name], abs=3)
    assert view.PICTURE_PX == _SIZE


def test_the_guide_says_what_the_table_assumes() -> None:
    """Rim and coarsest pixel stand in the guide's words as in the computation."""
    text = " ".join(_guide().split())
    assert f"with a rim of {view.RIM_MM:g} mm" in text
    assert f"a pixel shows up to {view.TRIED_MM_A_PX:g} mm" in text


def test_the_guide_tells_the_table_s_heights() -> None:
    """What the guide to a real table says of the height over Agent DOG is what the table says."""
    board = next(board for board in BOARDS if board.name == "Agent DOG")
    least, most = view.least_height_cm(board, view.LENSES[0]), view.most_height_cm(view.LENSES[0])
    text = " ".join((ROOT / "docs" / "at-a-table.md").read_text(encoding="utf-8").split())
    assert f"({least} to {most} cm for a {view.LENSES[0].name} over {board.name})" in text


def test_the_pins_are_those_of_the_settings_shown() -> None:
    """Lamps, buzzer and buttons of drawing and table are on the pins shown, all of them."""
    gpio: GpioSettings = _shown().gpio
    assert gpio.lamps() == wiring.LAMPS
    assert gpio.buzzer == wiring.BUZZER
    assert msgspec.structs.asdict(gpio.buttons) == wiring.BUTTONS


def test_pins_named_in_the_guide_are_wired() -> None:
    """The table has every pin that is wired and no other; the drawing names every thing."""
    wired = {**wiring.LAMPS, **wiring.BUTTONS, "buzzer": wiring.BUZZER}
    rows = re.findall(r"GPIO (\d+) \| (\d+) \|", _guide())
    assert {(int(bcm), int(pin)) for bcm, pin in rows} == {
        (bcm, wiring.pin_of(bcm)) for bcm in wired.values()
    }
    words = [words.text for words in SHEETS["lamps"].words]
    for name in (*wiring.LAMPS, *wiring.BUTTONS):
        assert any(name in text for text in words), name


def test_grounds_are_grounds() -> None:
    """The pins of the header that drawing says to be ground are so."""
    named = [re.fullmatch(r"ground, pin (\d+)", words.text) for words in SHEETS["lamps"].words]
    pins = [int(found[1]) for found in named if found]
    assert len(pins) == 2
    assert all(wiring.header()[pin] == "GND" for pin in pins)


def test_no_pin_gives_more_than_it_should() -> None:
    """Each LED, even one that keeps little for itself, and all of them together stay modest."""
    assert all(
        0 < led.ma(led.usual_volt) <= led.ma(led.least_volt) <= wiring.MAX_PIN_MA
        for led in wiring.LEDS
    )
    assert len(wiring.LAMPS) * max(led.ma(led.least_volt) for led in wiring.LEDS) < 50


def test_the_pico_is_drawn_as_its_program_has_it() -> None:
    """Pins, lights and limit are those of ``main.py``; the Pico has its pins where a Pico does."""
    source = (ROOT / "hardware" / "firmware" / "main.py").read_text(encoding="utf-8")
    facts = wiring.controller()
    assert f"LEDS = {facts.leds}\n" in source
    assert f"MOST_MA = {facts.most_ma} " in source
    assert 3 * facts.channel_ma == wiring.WS2812_MA
    known: Mapping[str, int] = {"GP0": 1, "GP2": 4, "GP15": 20, "GP16": 21, "GP22": 29, "VBUS": 40}
    assert {name: wiring.PICO[name] for name in known} == known
    assert not {*wiring.PICO.values()} & {*wiring.GROUNDS}
    words = [words.text for words in SHEETS["controller"].words]
    assert [f"switch {n}" in words for n in range(len(facts.switches))] == [True] * 16
    firmware = (ROOT / "hardware" / "firmware" / "README.md").read_text(encoding="utf-8")
    assert f"| Pico `{facts.led}` (pin {wiring.PICO[facts.led]}) |" in firmware
    assert f"| Pico `VBUS` (pin {wiring.PICO['VBUS']}) |" in firmware


def test_a_light_and_a_switch_for_every_place_of_agent_dog() -> None:
    """The controller's program has as many as the board with holes needs."""
    board = next(board for board in BOARDS if board.name == "Agent DOG")
    assert wiring.controller().leds == sum(place.kind != "nest" for place in board.places)
    assert len(wiring.controller().switches) == sum(place.kind == "hole" for place in board.places)


def test_the_switch_lies_where_its_own_magnet_decides() -> None:
    """Four times as strong as any other's, at every hole, in whatever direction it points.

    Right under the magnet nothing works along it, which is why it lies aside.
    """
    board = next(board for board in BOARDS if board.name == "Agent DOG")
    assert least_times(board) > 4
    assert _along(0, nearest(board).own_mm[1]) == 0


def test_a_lamp_outside_the_cone_is_not_mirrored() -> None:
    """At its edge the mirrored ray meets the board's edge: both angles are alike."""
    distance = view.glare_mm(200, 460, 900)
    assert (distance - 200) / 900 == pytest.approx(200 / 460)
