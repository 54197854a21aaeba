"""Labelling pictures on the touchscreen: the bench in a window, until somebody leaves it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

from calibration.taught.model import Calibration
from hardware.cameras.folder import KNOWN, SUFFIXES, read_picture
from hardware.errors import CompanionError, explain_os_error
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import fit_theme
from tablet_companion.screen.toolkit.window import Closed, Pressed, Window
from tablet_companion.screen.words.wording import words
from tablet_companion.setup.labels import label_page
from tablet_companion.setup.labels.proposer import Proposer
from tablet_companion.setup.labels.truthfile import TruthFile
from tablet_companion.setup.labels.workbench import Workbench
from tablet_companion.vision.scene import Model

_PAUSE_S: Final = 1 / 50
"""Between two looks for touches."""


def label_pictures(bench: Workbench, settings: Settings) -> None:
    """Show the bench in a window until it is left or the window is closed."""
    theme = fit_theme(settings.screen.size_px, settings.screen.dpi)
    look = Look(theme, words(settings.language, bench.board), bench.board, paint.measure)
    window = Window(
        theme.size,
        theme.colours.ground,
        title="Tablet Companion: label",
        fullscreen=settings.screen.fullscreen,
        touched=True,
    )
    try:
        work(bench, look, window, _PAUSE_S)
    finally:
        window.close()
        for name in bench.unsaved:
            sys.stderr.write(f"Warning: what was changed in {name} was not saved.\n")


def work(bench: Workbench, look: Look, window: Window, pause_s: float) -> None:
    """Show the bench and do what is touched, until it is left or the window is closed."""
    sheet, shown = label_page.sheet(bench.view, look), bench.view
    while not bench.left:
        if bench.view is not shown:
            sheet, shown = label_page.sheet(bench.view, look), bench.view
        window.show(sheet.page)
        pressed = False
        for happening in window.happenings():
            if isinstance(happening, Closed):
                return
            if isinstance(happening, Pressed) and not pressed:
                pressed = True  # another one was meant for a page that is not shown yet
                act = sheet.find_action(happening.x, happening.y)
                if act is not None:
                    bench.act(act)
        if not pressed:
            time.sleep(pause_s)


def open_bench(folder: Path, calibration: Calibration, truth_path: Path | None) -> Workbench:
    """Return the bench with a folder's pictures, and warn about lines that are not labels.

    The labels are kept in ``truth_path``, or beside the pictures. Raises CompanionError.
    """
    truth = TruthFile(truth_path or folder / "truth.jsonl")
    if strange := truth.strange():
        sys.stderr.write(
            f"Warning: {strange} lines of {truth.path} are not labels; they are kept unchanged.\n"
        )
    proposer = Proposer(Model(calibration))
    files = _find_pictures(folder)
    cards = _list_cards(calibration)
    return Workbench(files, lambda name: read_picture(folder / name), proposer, truth, cards)


def _list_cards(calibration: Calibration) -> tuple[str, ...]:
    """Return the cards with taught faces, and those that lie face up on the game's board."""
    game = calibration.board.game
    known = printed.drawings(game) if game in games.names() and game is not None else ()
    return tuple(dict.fromkeys([*known, *calibration.faces_png]))


def _find_pictures(folder: Path) -> list[str]:
    with explain_os_error(f"The folder {folder} cannot be read"):
        names = sorted(path.name for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    names = [name for name in names if not name.startswith(".")]
    if not names:
        raise CompanionError(f"There is no picture in {folder} ({KNOWN}).")
    return names
