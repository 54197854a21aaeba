"""How fast the program is on this machine, on one core; medians."""

from __future__ import annotations

import itertools
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import pygame

from calibration.taught.model import read_calibration, write_calibration
from hardware.board import Board
from hardware.cameras.folder import read_picture
from hardware.ports import Picture
from hardware.simulated.optics import overhead
from tablet_companion import games
from tablet_companion.games.core import Piece, Place
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import Motion, Slide
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tablet_companion.selfplay.play import Player
from tablet_companion.session.session import open_table
from tablet_companion.simulator.house import FRAME_S, House, Print, make_print
from tablet_companion.vision.frame.gate import is_still, make_thumbnail
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import make_reading, scan
from tablet_companion.vision.scene import Model

_REPEATS: Final = 15
_TURNS: Final = 12
_SHOWN: Final = (("T5", "T7", "2"), ("T7", "T10", "3"), ("T10", "T5", "5"))
"""Turns that are read: whence and whither a red pawn goes, and the card."""
_PUSH: Final = (1.0, 0.6, 0.2)
"""Millimetres across and down, and degrees: half a push of the board."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure with its unit, and its target, if there is one."""

    what: str
    figure: str
    aim: str = ""

    def __str__(self) -> str:
        """Return the figure as a line of the report."""
        return f"{self.what:<42}{self.figure:>22}{'   aim ' + self.aim if self.aim else ''}"


def measure_speed() -> Iterator[Figure]:
    """Yield every figure as soon as it is measured; this takes minutes."""
    cv2.setNumThreads(1)
    yield Figure("start-up to the first page", f"{_start_up_s():.2f} s", "2 s")
    kit = make_print("agent_dog")
    yield from _measure_reading(kit)
    yield _measure_verdicts(kit)
    yield from _measure_redraw(kit)
    yield Figure("peak memory, looking at a real table", f"{_memory_mb(kit):.0f} MB", "250 MB")


def _ms(work: Callable[[], object]) -> float:
    """Return the median milliseconds of some runs, after a warm-up run."""
    work()
    spent = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return median(spent) * 1000


def _start_up_s() -> float:
    """Return how long a new process takes from its start to a painted page."""
    code = "from tablet_companion.measure.speed import first_page; first_page()"
    start = time.perf_counter()
    _run_python(code)
    return time.perf_counter() - start


def first_page() -> None:
    """Paint the set-up page, importing only what it needs."""
    board = printed.board("agent_dog")
    table = open_table(games.load("agent_dog"), areas_of(board, "agent_dog"), "en", None)
    theme = Theme((800, 480), 133)
    look = Look(theme, words("en", board), board, paint.measure)
    paint.paint(
        scenes.page(build_panel(table), look), pygame.Surface(theme.size), theme.colours.ground
    )


def _measure_reading(kit: Print) -> Iterator[Figure]:
    """Measure gate, reading and registration on full-size frames."""
    house = House(kit, 1)
    house.sim.pose = overhead(kit.board, size=(1920, 1080))
    house.hands.set_up(kit.game.placement(kit.game.setup({}, kit.game.seats)))
    first, second = _frame(house), _frame(house)
    house.sim.lift("red.N1")
    house.sim.put("red", "T5")
    third = _frame(house)
    turns = tuple(_take_turn(house, *turn) for turn in _SHOWN)
    small = make_thumbnail(first)
    yield Figure(
        "gate, 1920×1080", f"{_ms(lambda: is_still(small, make_thumbnail(first))):.1f} ms", "1 ms"
    )
    reader = BoardReader(kit.learnt, still_frames=1)
    fit, _, _ = reader.examine(first)
    scene = reader.scene
    assert scene is not None
    last = turns[-1]
    pushes = _PUSH, tuple(-2 * part for part in _PUSH)
    nudged = [each for push in pushes for each in (last, _push(house, *push))]
    same, moved, played, pushed = (
        _in_turn(reader, pictures) for pictures in ((first, second), (first, third), turns, nudged)
    )
    yield Figure("reading, nothing has moved", f"{_ms(same):.1f} ms", "3 ms")
    yield Figure("reading, a piece has moved", f"{_ms(moved):.1f} ms")
    yield Figure("  a turn: a piece and a new card", f"{_ms(played):.1f} ms", "45 ms")
    yield Figure("  the board was pushed a little", f"{_ms(pushed):.1f} ms", "25 ms")
    again = itertools.cycle((first, second))
    whole = _ms(
        lambda: make_reading(kit.learnt, scan(kit.learnt, scene, scene.sample(next(again))), None)
    )
    yield Figure("reading everything again", f"{whole:.1f} ms", "20 ms")
    nothing = _ms(lambda: BoardReader(kit.learnt, still_frames=1).read(first))
    yield Figure("  from nothing", f"{nothing:.1f} ms", "150 ms")
    followed = _ms(lambda: kit.learnt.patches.follow(first, fit.pose))
    yield Figure("re-registration", f"{followed:.1f} ms", "20 ms")
    yield Figure("finding the board again", f"{_ms(lambda: kit.learnt.find(first)):.1f} ms")


def _frame(house: House) -> Picture:
    house.watch(1)
    assert house.picture is not None
    return house.picture


def _take_turn(house: House, origin: str, target: str, card: str) -> Picture:
    house.sim.lift(origin)
    house.sim.put("red", target)
    house.sim.lay(card)
    return _frame(house)


def _push(house: House, *push: float) -> Picture:
    """Return a picture of a table after the board was pushed (mm across and down, degrees)."""
    house.sim.bump(*push)
    return _frame(house)


def _in_turn(reader: BoardReader, pictures: Sequence[Picture]) -> Callable[[], object]:
    """Return a function that reads some pictures in turn, forever."""
    turn = itertools.cycle(pictures)
    return lambda: reader.read(next(turn))


def _measure_verdicts(kit: Print) -> Figure:
    """Measure from the hand leaving the board to the verdict, over some turns."""
    house = House(kit, 5)
    player = Player(house, fault_share=0.0)
    player.begin()
    frames: list[int] = []
    clear = {"since": 0}

    def seen() -> None:
        clear["since"] = 0 if house.sim.scene.hands else clear["since"] + 1

    def judged(kind: str) -> None:
        if kind in (Kind.ACCEPTED, Kind.CORRECTED):
            frames.append(clear["since"])

    house.on_frame, house.on_verdict = seen, judged
    for _ in range(_TURNS):
        player.turn()
    counted = median(frames)
    figure = f"{counted:.0f} frames, {counted * FRAME_S * 1000:.0f} ms"
    return Figure("hand gone to verdict, at 15 a second", figure, "500 ms")


def _memory_mb(kit: Print) -> float:
    house = House(kit, 3)
    house.hands.set_up(kit.game.placement(kit.game.setup({}, kit.game.seats)))
    house.watch(1)
    assert house.picture is not None
    with tempfile.TemporaryDirectory() as room:
        picture, calibration = Path(room) / "table.png", Path(room) / "calibration.json"
        cv2.imwrite(str(picture), house.picture)
        write_calibration(printed.calibration("agent_dog"), calibration)
        code = f"from tablet_companion.measure.speed import look; look({room!r})"
        output = _run_python(code)
    return float(output.split()[-1])


def _run_python(code: str) -> str:
    """Return the output of a new process.

    It has a group of its own, or Control-C would reach it too, and it would print a traceback.
    """
    command = [sys.executable, "-c", code]
    return subprocess.run(  # noqa: S603 - our own interpreter
        command, check=True, stdout=subprocess.PIPE, text=True, process_group=0
    ).stdout


def look(room: str) -> None:
    """Look at the picture in a folder with the calibration there; print the peak memory in MB."""
    model = Model(read_calibration(Path(room) / "calibration.json"))
    picture = read_picture(Path(room) / "table.png")
    reader = BoardReader(model)
    for _ in range(5):
        reader.look(picture.copy())
    first_page()
    sys.stdout.write(f"{_peak_mb()}\n")


def _peak_mb() -> float:
    """Return this process's peak memory; Linux's rusage would count what our parent held, too."""
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="utf-8"))
        if found:
            return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _measure_redraw(kit: Print) -> Iterator[Figure]:
    house = House(kit, 2)
    player = Player(house, fault_share=0.0)
    player.begin()
    for size, dpi in (((800, 480), 133), ((1280, 720), 147)):
        theme = Theme(size, dpi)
        look = Look(theme, words("fr", kit.board), kit.board, paint.measure)
        shown, aim = build_panel(house.table), size == (800, 480)
        still = _time_pages(shown, look, (NOTHING,))
        yield Figure(f"redraw, {size[0]}×{size[1]}", f"{still:.1f} ms", "10 ms" if aim else "")
        moved = _time_pages(shown, look, [_slide(kit.board, n / 18) for n in range(19)])
        yield Figure("  while a piece slides", f"{moved:.1f} ms", "8 ms" if aim else "")


def _time_pages(shown: scenes.Shown, look: Look, moments: Sequence[Local]) -> float:
    surface, moment = pygame.Surface(look.theme.size), itertools.cycle(moments)
    return _ms(
        lambda: paint.paint(scenes.page(shown, look, next(moment)), surface, look.colours.ground)
    )


def _slide(board: Board, done: float) -> Local:
    """Return the screen's state while a pawn slides along the track, ``done`` from 0 to 1."""
    path = tuple((one.x_mm, one.y_mm) for one in board.places if one.name in {"T0", "T3", "T8"})
    return Local(motion=Motion((Slide(Piece("red"), Place("T8"), path),), done))
