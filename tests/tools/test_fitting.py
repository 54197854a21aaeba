"""How networks are fitted further: what they begin with, what they are shown, how a fit ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="fitting needs the package torch")
onnx = pytest.importorskip("onnx", reason="fitting further needs the package onnx")

from tablet_companion.vision.places.network import PlaceNetwork  # noqa: E402 - torch is asked for
from tablet_companion.vision.places.network_input import CHANNELS, NetworkInput  # noqa: E402
from tablet_companion.vision.places.windows import SIDE  # noqa: E402
from tools.fit.fitting import Task, descend, export, make_ahead, rate_at  # noqa: E402
from tools.fit.network import PlaceNet  # noqa: E402
from tools.fit.places import compare_colours, hue_loss  # noqa: E402
from tools.fit.samples import PIECE  # noqa: E402
from tools.fit.thawed import thaw  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

_WEIGHTS = Path(__file__).parents[2] / "tablet_companion/vision/weights/places.onnx"


def _task(steps: int) -> Task:
    return Task(Path("unused.onnx"), (), (), steps, seed=1)


def _answer(path: Path) -> np.ndarray:
    rng = np.random.default_rng(1)
    shown = rng.integers(0, 256, (4, CHANNELS, SIDE, SIDE)).astype(np.uint8)
    nothing = np.zeros((4, 3), np.float32)
    return PlaceNetwork(path.read_bytes()).infer(NetworkInput(shown, nothing, nothing[:, 0])).nats


def test_there_is_a_batch_before_the_first_step() -> None:
    """A fit takes one batch to begin with, and then one for each of its steps."""
    made = list(make_ahead(lambda rng: rng.random(), _task(5)))
    assert len(made) == 6
    assert made == list(make_ahead(lambda rng: rng.random(), _task(5)))


def test_a_fit_ends_after_its_steps_or_its_time() -> None:
    """Whichever comes first; the rate has risen and fallen by then."""
    free = torch.nn.Parameter(torch.tensor([3.0]))
    looks: list[float] = []

    def loss() -> Any:
        return free.square().sum()

    for task in (_task(200), Task(Path("x"), (), (), 10**9, 1, seconds=0.5)):
        descend([{"params": [free]}], (0.1,), task, loss, lambda: looks.append(1))
        assert abs(float(free.detach())) < 0.1
    assert looks
    assert rate_at(0) == pytest.approx(0.04)
    assert rate_at(0.15) == pytest.approx(1)
    assert rate_at(1) == rate_at(2) == 0


def test_a_thawed_network_answers_as_it_did(tmp_path: Path) -> None:
    """Taken apart and written again, the package's network of places is the same."""
    net = PlaceNet()
    thaw(net, _WEIGHTS, torch.rand(32, CHANNELS, SIDE, SIDE))
    export(net, (CHANNELS, SIDE, SIDE), tmp_path / "again.onnx", many=True)
    assert _answer(tmp_path / "again.onnx") == pytest.approx(_answer(_WEIGHTS), abs=1e-3)


def test_colours_are_compared_within_their_world() -> None:
    """A colour like its own taught one costs little, whatever the same number is elsewhere."""
    batch = {
        "said": np.full(6, PIECE),
        "world": np.array([0, 0, 0, 1, 1, 1]),
        "colour": np.array([0, 1, 0, 0, 1, 1]),
        "taught": np.array([True, True, False, True, True, False]),
    }
    told = torch.tensor([[0.0], [9.0], [0.0], [9.0], [0.0], [0.0]]).repeat(1, 3)
    arrays = {name: torch.from_numpy(part) for name, part in compare_colours(batch).items()}
    assert float(hue_loss(told, arrays)) < 1e-3
    told[5] = 9.0
    assert float(hue_loss(told, arrays)) > 1
