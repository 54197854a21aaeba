"""What holds for every test, and what many of them look at."""

from __future__ import annotations

import ctypes
import functools
import gc
import hashlib
import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path

import cv2
import pytest
from hypothesis import settings

from calibration.camera.lens import Pose
from calibration.finding import features, matching
from calibration.finding.matching import Features, Grey
from calibration.taught.model import Calibration
from hardware.board import Board
from hardware.printing import raster
from hardware.simulated.ground import Ground, Unlit
from hardware.simulated.optics import Pose as SimulatedPose
from hardware.simulated.render import Renderer
from tablet_companion.simulator import house
from tablet_companion.simulator.house import Print, make_print
from tablet_companion.vision import scene
from tablet_companion.vision.places import sites
from tests import shared
from tests.amounts import THOROUGH, count

# How long an example takes says something of the machine, not of the code.
settings.register_profile("untimed", deadline=None, max_examples=count(20, 100))
settings.load_profile("untimed")

# No test here is about a disk that loses its power (tests/plug cuts it): none is waited for.
os.__dict__["fsync"] = lambda _descriptor: None

# What is collected stays; until all of it is there, nobody looks for garbage in it.
gc.disable()

# Each worker has a core to itself; two that share theirs out in threads wait for each other.
cv2.setNumThreads(1)

# Each picture would be given back to the system, and asked for again page by page: a twentieth of
# all that tests of the eye take. Elsewhere than on glibc it stays so.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
if _mallopt is not None:
    _mallopt(_M_TRIM_THRESHOLD, 256 << 20)
    _mallopt(_M_MMAP_THRESHOLD, 32 << 20)

_PNG = raster.render_png
_CALIBRATED = house._calibrated
_SITES = sites.make_sites
_DESCRIBED = matching.describe
_SEEN = Ground.see

_LAID = 8
"""So many boards seen from somewhere are kept laid out."""
_BARE = 8
"""So many are kept as the simulated camera sees them bare, at 24 MB each."""

Prints = Callable[[str], Print]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in which order the tests ran, so that it can be run again."""
    seed = getattr(terminalreporter.config.option, "randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"The order of the tests was that of SEED={seed}.")


def pytest_configure(config: pytest.Config) -> None:
    """Let the workers of a run share what is costly to make, and know what is sampled."""
    config.addinivalue_line(
        "markers", "sampled(step): in an ordinary run, only every so many of its cases"
    )
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared.share_in(Path(config.option.basetemp).parent / "shared")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out most cases of sampled tests, other ones in every run; a case asked for alone stays.

    Every worker selects the same ones, whatever order they are in.
    """
    seed = getattr(config.option, "randomly_seed", 0)
    left_out = set() if THOROUGH else _find_left_out(items, seed)
    if left_out:
        config.hook.pytest_deselected(items=[one for one in items if one.nodeid in left_out])
        items[:] = [one for one in items if one.nodeid not in left_out]


def _find_left_out(items: list[pytest.Item], seed: object) -> set[str]:
    """Return which cases are left out; tests of one file that try the same cases try them alike."""
    cases: dict[tuple[str, int], list[str]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("sampled")
        if marker is not None:
            cases[item.nodeid.partition("[")[0], *marker.args].append(item.nodeid)
    left_out: set[str] = set()
    for (test, step), found in cases.items():
        chance = random.Random(f"{seed} {test.partition('::')[0]}")
        left_out |= set(chance.sample(sorted(found), len(found) - -(-len(found) // step)))
    return left_out


def pytest_collection_finish() -> None:
    """Keep the garbage collector from going through the thousands of tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    """Let no test leave a window open: the next one would share its display, and its events."""
    yield
    window = sys.modules.get("tablet_companion.screen.toolkit.window")
    left = [] if window is None else list(window._open)
    for one in left:
        one.close()
    assert not left, "This test left a window open."


@pytest.fixture(scope="session", autouse=True)
def _printed_once() -> None:
    """Keep prints as pictures, and what is calibrated to them, for test after test.

    The same text is the same picture, and every game's print is calibrated alike. One table after
    the other is found in the same place, and the same few boards are looked for in most pictures.
    """
    raster.render_png = functools.cache(_draw)
    house._calibrated = _calibrate
    features.__dict__["describe"] = _describe
    laid: dict[tuple[int, bytes, float], tuple[Board, sites.Sites]] = {}
    scene.__dict__["make_sites"] = functools.partial(_lay_out, laid)
    seen: dict[str, Unlit] = {}

    def see(self: Ground, pose: SimulatedPose) -> Unlit:
        return _see(seen, self, pose)

    Ground.see = see  # type: ignore[method-assign]  # tables of one test after the other are alike


def _lay_out(
    laid: dict[tuple[int, bytes, float], tuple[Board, sites.Sites]], board: Board, pose: Pose
) -> sites.Sites:
    """Return the sites of a board seen from there; only the last few are kept."""
    seen = id(board), pose.nadir_mm.tobytes(), pose.height_mm  # boards are kept, so ids stay theirs
    if seen not in laid:
        if len(laid) >= _LAID:
            laid.pop(next(iter(laid)))
        laid[seen] = board, _SITES(board, pose)
    return laid[seen][1]


def _see(seen: dict[str, Unlit], ground: Ground, pose: SimulatedPose) -> Unlit:
    """Return a bare board as it is seen from there; only the last few are kept."""
    printed = b"" if ground.picture is None else ground.picture.tobytes()
    size = ground.board.size_mm, ground.px_per_mm
    key = f"{hashlib.sha256(printed).hexdigest()} {size} {ground.table_colour} {pose}"
    if key not in seen:
        if len(seen) >= _BARE:
            seen.pop(next(iter(seen)))
        seen[key] = _SEEN(ground, pose)
    return seen[key]


def _draw(svg: str, px_per_mm: float) -> bytes:
    return shared.made_once(f"{px_per_mm} {svg}", lambda: _PNG(svg, px_per_mm))


def _describe(grey: Grey, count: int) -> Features:
    key = f"{count} {grey.shape} {hashlib.sha256(grey.tobytes()).hexdigest()}"
    return shared.made_once(key, lambda: _DESCRIBED(grey, count))


def _calibrate(name: str, board: Board, renderer: Renderer) -> Calibration:
    return shared.made_once(
        f"calibrated {name} {board}", lambda: _CALIBRATED(name, board, renderer)
    )


@pytest.fixture(scope="session")
def prints() -> Prints:
    """Return what prints and calibrates a game, the first time it is asked for."""
    return functools.cache(make_print)


@pytest.fixture(scope="session")
def kit(prints: Prints) -> Print:
    """Return Agent DOG, printed and calibrated."""
    return prints("agent_dog")
