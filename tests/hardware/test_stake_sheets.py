"""Agent's stake sheets come out of the printer: two on a page, whole, in every language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

import cv2
import numpy as np
import pypdfium2
import pytest

from hardware.printing import stakesheet
from hardware.printing.raster import render
from hardware.printing.stakesheet import PAGE_MM, SHEET_MM
from tablet_companion import cli
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed, stake_sheets

BOARD: Final = printed.board("agent")
_PX_PER_MM: Final = 4.0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("per_city", [1, 2])
def test_both_sheets_are_alike_and_keep_off_every_edge(language: str, per_city: int) -> None:
    """Upper and lower half are the same; 7 mm along each sheet's sides stay white."""
    page = render(stake_sheets.drawing_of(BOARD, language, per_city), _PX_PER_MM).astype(int)
    half = round(SHEET_MM[1] * _PX_PER_MM)
    rim = round(7 * _PX_PER_MM)
    upper, lower = page[: half - rim], page[half : 2 * half - rim]
    assert np.abs(upper - lower).mean() < 0.5
    for sheet in (upper, lower):
        assert sheet[rim : -rim // 2, :rim].min() > 250
        assert sheet[rim:, -rim:].min() > 250
    assert page[half - rim : half - 4].min() > 250
    assert page[half - 4 : half + 4].min() < 220, "the line to cut along"


@pytest.mark.parametrize("language", LANGUAGES)
def test_reminders_and_table_do_not_touch(language: str) -> None:
    """Between the texts on the left and the table on the right runs a white band."""
    page = render(stake_sheets.drawing_of(BOARD, language, 1), _PX_PER_MM)
    band = page[round(28 * _PX_PER_MM) : round(146 * _PX_PER_MM), 270:292]
    assert band.min() > 250


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_read(
    language: str, sizes_pt: Callable[[ModuleType], list[float]]
) -> None:
    """Nothing is set smaller than seven points, on either sheet."""
    sizes = sizes_pt(stakesheet)
    for per_city in (1, 2):
        stake_sheets.drawing_of(BOARD, language, per_city)
    assert min(sizes) >= 7.0


def test_languages_differ_and_no_other_book_is_needed() -> None:
    """Every text is translated, and none sends its reader to a point of a booklet."""
    made = [stake_sheets.texts(language) for language in LANGUAGES]
    assert len({one.title for one in made}) == len({one.reminders for one in made}) == len(made)
    assert not [text for one in made for text in (one.lots, *one.reminders) if "(" in text]


def test_the_command_prints_them_at_true_scale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One page of A4 each, for four agents and for eight."""
    command = ["print", "agent", "--out", str(tmp_path), "--paper", "a3", "--language", "fr"]
    assert cli.main(command) == 0
    names = [Path(line).name for line in capsys.readouterr().out.splitlines()]
    stakes = ["agent-stakes.pdf", "agent-stakes-8.pdf"]
    assert names == ["agent-board-a3.pdf", "agent-parts.pdf", "agent-seats.pdf", *stakes]
    for name in stakes:
        (page,) = pypdfium2.PdfDocument(tmp_path / name)
        _assert_bar_on_white(page, 2 if "8" in name else 1)
        assert page.get_size() == pytest.approx([side * 72 / 25.4 for side in PAGE_MM], abs=0.1)


def _assert_bar_on_white(page: pypdfium2.PdfPage, per_city: int) -> None:
    """The bar to measure stands where the sheets themselves have nothing."""
    drawn = page.render(scale=_PX_PER_MM * 25.4 / 72).to_numpy().min(axis=2)
    sheets = render(stake_sheets.drawing_of(BOARD, "fr", per_city), _PX_PER_MM).min(axis=2)
    high, wide = (min(sides) for sides in zip(drawn.shape, sheets.shape, strict=True))
    inked = drawn[:high, :wide] < 120
    around = cv2.dilate((sheets[:high, :wide] < 200).astype(np.uint8), np.ones((5, 5)))
    y, x = np.nonzero(inked & (around == 0))
    assert len(y) > 200, "the bar"
    box = around[y.min() : y.max(), x.min() : x.max()]
    assert not box.any(), "the bar is over what is written"
