"""``tablet-companion bench``: how quick the house is on this machine, on one core; medians."""

from __future__ import annotations

import argparse
import itertools
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Final

import cv2
import pygame

from calibration.model import read_calibration, write_calibration
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from hardware.ports import Picture
from hardware.simulated.optics import overhead
from tablet_companion import games
from tablet_companion.commands import _random_play as random_play
from tablet_companion.commands import _searches as searches
from tablet_companion.commands import calibrate, score
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.pages.show import panel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tablet_companion.selfplay.play import Player
from tablet_companion.session.keeper import open_table
from tablet_companion.simulator.house import FRAME_S, House, Print, make_print
from tablet_companion.vision.frame.gate import compare_thumbnails, make_thumbnail
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import reading, scan
from tablet_companion.vision.scene import Model

_REPEATS: Final = 15
_TURNS: Final = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--photos", type=Path, metavar="DIR", help="a labelled set with setup/ and stills/"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print, a line a figure."""
    if arguments.photos is not None:
        _require_photos(arguments.photos)
    cv2.setNumThreads(1)
    _line("start-up to the first page", f"{_start_up_s():.2f} s", "2 s")
    kit = make_print("agent_dog")
    _eye(kit)
    _verdicts(kit)
    _redraw(kit)
    _random_play()
    _searches()
    _line("peak memory, looking at a real table", f"{_memory_mb(kit):.0f} MB", "250 MB")
    if arguments.photos is not None:
        return _photos(arguments.photos)
    return 0


def _line(what: str, figure: str, aim: str = "") -> None:
    sys.stdout.write(f"{what:<42}{figure:>22}{'   aim ' + aim if aim else ''}\n")
    sys.stdout.flush()


def _ms(work: Callable[[], object]) -> float:
    """Return the median milliseconds of some runs, after one that warms up."""
    work()
    spent = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return median(spent) * 1000


def _start_up_s() -> float:
    """Return how long a new process takes from its start to a painted page."""
    code = "from tablet_companion.commands.bench import first_page; first_page()"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own interpreter
    return time.perf_counter() - start


def first_page() -> None:
    """Paint the set-up page, with all that this needs and nothing that it does not."""
    board = printed.board("agent_dog")
    table = open_table(games.load("agent_dog"), areas_of(board, "agent_dog"), "en", None)
    theme = Theme((800, 480), 133)
    look = Look(theme, words("en", board), board, paint.measure)
    paint.paint(scenes.page(panel(table), look), pygame.Surface(theme.size), theme.colours.ground)


def _eye(kit: Print) -> None:
    """Measure gate, reading and registration on full-size frames."""
    house = House(kit, 1)
    house.sim.pose = overhead(kit.board, size=(1920, 1080))
    house.hands.set_up(kit.game.placement(kit.game.setup({}, kit.game.seats)))
    first, second = _frame(house), _frame(house)
    house.sim.lift("red.N1")
    house.sim.put("red", "T5")
    third = _frame(house)
    small = make_thumbnail(first)
    _line(
        "gate, 1920×1080",
        f"{_ms(lambda: compare_thumbnails(small, make_thumbnail(first))):.1f} ms",
        "1 ms",
    )
    eye = BoardReader(kit.learnt, still_frames=1)
    fit, _, _ = eye.examine(first)
    scene = eye.scene
    assert scene is not None
    same, moved = (_in_turn(eye, pictures) for pictures in ((first, second), (first, third)))
    _line("reading, nothing has moved", f"{_ms(same):.1f} ms", "8 ms")
    _line("reading, a piece has moved", f"{_ms(moved):.1f} ms")
    whole = _ms(lambda: reading(kit.learnt, scan(kit.learnt, scene, first), None))
    _line("reading everything anew", f"{whole:.1f} ms")
    again = _ms(lambda: kit.learnt.patches.follow(first, fit.pose))
    _line("re-registration", f"{again:.1f} ms", "20 ms")
    _line("finding the board anew", f"{_ms(lambda: kit.learnt.find(first)):.1f} ms")


def _frame(house: House) -> Picture:
    """Return the next picture of a table."""
    house.watch(1)
    assert house.picture is not None
    return house.picture


def _in_turn(eye: BoardReader, pictures: tuple[Picture, ...]) -> Callable[[], object]:
    """Return what reads one of some pictures after the other, for ever."""
    turn = itertools.cycle(pictures)
    return lambda: eye.read(next(turn))


def _verdicts(kit: Print) -> None:
    """Measure from the hand's leaving the board to the verdict, over some turns."""
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
    _line("hand gone to verdict, at 15 a second", figure, "500 ms")


def _memory_mb(kit: Print) -> float:
    """Return the peak memory of a process that reads a table and shows a page, as on a Pi."""
    house = House(kit, 3)
    house.hands.set_up(kit.game.placement(kit.game.setup({}, kit.game.seats)))
    house.watch(1)
    assert house.picture is not None
    with tempfile.TemporaryDirectory() as room:
        picture, calibration = Path(room) / "table.png", Path(room) / "calibration.json"
        cv2.imwrite(str(picture), house.picture)
        write_calibration(printed.calibration("agent_dog"), calibration)
        code = f"from tablet_companion.commands.bench import look; look({room!r})"
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own interpreter
    return float(done.stdout.split()[-1])


def look(room: str) -> None:
    """Look at the picture in a folder with the calibration there; print the peak memory in MB."""
    model = Model(read_calibration(Path(room) / "calibration.json"))
    picture = read_picture(Path(room) / "table.png")
    eye = BoardReader(model)
    for _ in range(5):
        eye.look(picture.copy())
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


def _redraw(kit: Print) -> None:
    """Measure making and painting a page anew."""
    house = House(kit, 2)
    player = Player(house, fault_share=0.0)
    player.begin()
    for size, dpi in (((800, 480), 133), ((1280, 720), 147)):
        theme = Theme(size, dpi)
        look = Look(theme, words("fr", kit.board), kit.board, paint.measure)
        surface = pygame.Surface(size)
        shown = panel(house.table)
        spent = _ms(
            lambda: paint.paint(scenes.page(shown, look), surface, theme.colours.ground)  # noqa: B023 - called at once
        )
        aim = "10 ms" if size == (800, 480) else ""
        _line(f"redraw, {size[0]}×{size[1]}", f"{spent:.1f} ms", aim)


def _random_play() -> None:
    """Play every game at random, and let other houses' games play at random beside them."""
    reference = {}
    for title, (actions, listed) in random_play.ours():
        reference[title] = actions
        _line(f"random play, {title}", f"{actions:,.0f} actions/s")
        _line("  legal actions listed", f"{listed:,.0f} /s")
    for title, rates in random_play.theirs():
        if rates is None:
            _line(f"random play, {title}", "not installed")
            continue
        _line(f"random play, {title}", f"{rates[0]:,.0f} actions/s")
        _line("  Agent DOG to it", f"{reference['Agent DOG'] / rates[0]:.2f}", "1.00")


def _searches() -> None:
    """Search random positions for all that the two widest cards can do."""
    for what, (usual, worst) in searches.times():
        aims = ("5 ms", "50 ms") if what == searches.PARTNERS else ("", "")
        _line(f"{what}, {searches.POSITIONS} positions", f"{usual:.1f} ms", aims[0])
        _line("  the slowest", f"{worst:.0f} ms", aims[1])


def _require_photos(folder: Path) -> None:
    """Look for the labelled set before minutes of measuring; raises CompanionError."""
    for name in ("board.toml", "setup/truth.jsonl", "stills/truth.jsonl"):
        if not (folder / name).is_file():
            raise CompanionError(
                f"{folder} is no labelled set: there is no file {name}; name another with --photos."
            )


def _photos(folder: Path) -> int:
    """Learn a labelled set and score its stills."""
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "calibration.json"
        labelled = folder / "setup" / "truth.jsonl"
        board = folder / "board.toml"
        _command(calibrate, "--board", board, "--labelled", labelled, "--out", out)
        return _command(score, "--calibration", out, folder / "stills" / "truth.jsonl")


def _command(command: ModuleType, *words: str | Path) -> int:
    """Run another command with these words; whatever is not said has its default."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    status: int = command.run(parser.parse_args([str(word) for word in words]))
    return status
