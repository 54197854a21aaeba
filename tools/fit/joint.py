"""Fit the weights of the readers of a place, on worlds that none was trained on: WORLD...

Prints the weights that ``tablet_companion/vision/places/joint.py`` holds, and how right and how
true the joined answers are beside those of each reader alone. With ``--guessed`` no picture of the
boards is shown, and the weights are those beside a bare board that is only guessed. With
``--examples`` only places are taken that were compared with labelled pieces and at which no piece
turns over; with ``--turning`` those at which pieces do. What tells only which piece it is (how far
behind the likeliest one another is, and comparisons of sure pieces) has no part in the fit.
"""

from __future__ import annotations

import tools  # noqa: F401  # isort: skip - it says how to get torch

import argparse
import functools
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch

from calibration.camera.lens import Fit
from calibration.errors import RegistrationError
from tablet_companion.games.core import EMPTY, HIDDEN
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import scan
from tablet_companion.vision.frame.scoring import network_scores
from tablet_companion.vision.places.joint import (
    STEEP,
    TURNING,
    WEIGHTS,
    WITH_EXAMPLES,
    Weights,
    light_doubt,
)
from tablet_companion.vision.scene import Model
from tools.fit.worlds import Shot, teach_model

_CLEAR: Final = 0.65
_STEPS: Final = 600
_WIDE: Final = 12
"""The number of candidates that tables have room for; no place has as many."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A place: what each reader says of each candidate (nats against empty), and what is there."""

    names: tuple[str, ...]
    network: tuple[float, ...]
    likelihood: tuple[float, ...]
    gains: tuple[float, ...]
    truth: str
    misfit: float
    doubt: float


def ask_world(folder: Path, rng: np.random.Generator, *, guessed: bool) -> Iterator[Asked]:
    """Calibrate as an owner would, and yield what both readers say of the pictures to be read."""
    model = teach_model(folder, guessed=guessed)
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        label = json.loads(line)
        if label["role"] == "calibrate" or label["hand"]:
            continue
        shot = Shot(label, folder)
        try:
            yield from _ask(model, shot, rng)
        except RegistrationError:
            continue


def _ask(model: Model, shot: Shot, rng: np.random.Generator) -> Iterator[Asked]:
    eye = BoardReader(model, still_frames=1)
    eye.aim(Fit(shot.pose(model.board, rng), 0.0, 4))
    scene = eye.scene
    assert scene is not None, "an aimed eye looks somewhere"
    looked = scan(model, scene, scene.sample(shot.picture))
    lessons = looked.background.lessons or scene.lessons
    named = network_scores(model, lessons, looked.network, looked.places)
    for here in looked.places:
        name = here.site.place.name
        seen = min(shot.label.get(key, {}).get(name, 1.0) for key in ("shown", "behind"))
        if here.is_underneath or seen < _CLEAR or name in shot.label.get("occluded", ()):
            continue
        scores = named[name].scores
        both = [piece for piece in here.likelihoods_alone if piece in scores]
        yield Asked(
            tuple(map(str, both)),
            tuple(scores[piece] for piece in both),
            tuple(here.likelihoods_alone[piece] for piece in both),
            tuple(named[name].gains.get(piece, 0.0) for piece in both) if named[name].gains else (),
            shot.label["pieces"].get(name, EMPTY),
            here.misfit,
            light_doubt(here),
        )


_FIRST: Final = (1.0, 0.3, 2.0, 3.4, -1.3, 2.4, 2.0)
"""Where the fit begins; the third is a logarithm."""
_NAMES: Final = (
    "network",
    "likelihood",
    "likelihood_nats",
    "understood",
    "bias",
    "turned",
    "example",
)


def fit(sources: Sequence[Sequence[Asked]]) -> Mapping[str, float]:
    """Return the maximum-likelihood weights, with worlds of many places counting less for each.

    A world counts by the square root of its number of places: what is wrong with one board is wrong
    at many of its places.
    """
    tables, truth = _tables([place for source in sources for place in source])
    counts = torch.tensor([len(source) ** -0.5 for source in sources for _ in source])
    free = torch.tensor(_FIRST, requires_grad=True)
    optimizer = torch.optim.Adam([free], lr=0.02)
    for _ in range(_STEPS):
        each = torch.nn.functional.cross_entropy(_joined(free, tables), truth, reduction="none")
        loss = (each * counts).sum() / counts.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    sys.stdout.write(f"log loss {float(loss):.4f}\n")
    return dict(zip(_NAMES, _plain(free.detach().tolist()), strict=True))


def _as_free(weights: Weights) -> tuple[float, ...]:
    values = [float(getattr(weights, name)) for name in _NAMES]
    values[2] = float(np.log(values[2]))
    return tuple(values)


def _plain(values: Sequence[float]) -> list[float]:
    return [float(np.exp(v)) if n == 2 else v for n, v in enumerate(values)]


def _joined(free: Any, tables: tuple[Any, ...]) -> Any:
    network, likelihood, hidden, gains, misfit, doubt = tables
    most = torch.exp(free[2])
    trust = free[1] * torch.sigmoid(STEEP * (free[3] - misfit)) / doubt**2
    own = trust[:, None] * most * torch.tanh(likelihood / most)
    there = torch.isfinite(network)
    network = torch.where(there, network, torch.zeros_like(network))
    odds = free[0] * network + own + free[4] + free[5] * hidden + free[6] * gains
    odds = torch.where(there, odds, torch.full_like(odds, -1e4))
    return torch.cat([torch.zeros(len(odds), 1), odds], dim=1)


def _tables(asked: Sequence[Asked]) -> tuple[tuple[Any, ...], Any]:
    """Return tables of (place, candidate), and the number of what is there (0: nothing)."""
    network = np.full((len(asked), _WIDE), -np.inf, dtype=np.float32)
    likelihood, hidden, gains = (np.zeros_like(network) for _ in range(3))
    truth = np.zeros(len(asked), dtype=np.int64)
    for row, place in enumerate(asked):
        count = len(place.names)
        network[row, :count], likelihood[row, :count] = place.network, place.likelihood
        hidden[row, :count] = [name == HIDDEN for name in place.names]
        if place.gains:
            gains[row, :count] = np.clip(place.gains, -WEIGHTS.example_max, WEIGHTS.example_max)
        if place.truth != EMPTY and place.truth in place.names:
            truth[row] = 1 + place.names.index(place.truth)
    alone = [np.array([getattr(a, key) for a in asked], np.float32) for key in ("misfit", "doubt")]
    tables = tuple(
        torch.from_numpy(table) for table in (network, likelihood, hidden, gains, *alone)
    )
    return tables, torch.from_numpy(truth)


def report(asked: Sequence[Asked], weights: Mapping[str, float]) -> None:
    """Print how often each way of reading is wrong, and how often it is wrong and sure."""
    tables, truth = _tables(asked)
    fitted = list(weights.values())
    fitted[2] = float(np.log(fitted[2]))
    ways = {
        "joined": tuple(fitted),
        "network": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        "likelihoods": (0.0, 1.5, 5.0, 1e4, 0.0, 0.0, 0.0),
        "package": _as_free(_packaged(asked)),
    }
    for name, free in ways.items():
        share = torch.softmax(_joined(torch.tensor(free), tables), 1)
        best, wrong = share.max(1).values, share.argmax(1) != truth
        line = f"{name}: wrong {float(wrong.float().mean()):.3%} of {len(wrong)}"
        for sure in (0.99, 0.999):
            certain = best > sure
            line += f"; above {sure}: {int(certain.sum())}, wrong {int((wrong & certain).sum())}"
        sys.stdout.write(line + "\n")


def _packaged(asked: Sequence[Asked]) -> Weights:
    if not all(place.gains for place in asked):
        return WEIGHTS
    return TURNING if any(HIDDEN in place.names for place in asked) else WITH_EXAMPLES


def _ask_all(folder: Path, *, guessed: bool) -> list[Asked]:
    cv2.setNumThreads(1)
    return list(ask_world(folder, np.random.default_rng(0), guessed=guessed))


def main() -> None:
    """Fit the weights and print them."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit.joint", description=__doc__)
    parser.add_argument("worlds", type=Path, nargs="+", metavar="WORLD")
    for option in ("--guessed", "--examples", "--turning"):
        parser.add_argument(option, action="store_true")
    given = parser.parse_args()
    torch.set_num_threads(1)
    folders, turning, examples = given.worlds, given.turning, given.turning or given.examples
    ask = functools.partial(_ask_all, guessed=given.guessed)
    asked: dict[str, list[Asked]] = {}
    with ProcessPoolExecutor(int(os.environ.get("FIT_JOBS", "2"))) as pool:
        for folder, places in zip(folders, pool.map(ask, folders), strict=True):
            wanted = [p for p in places if p.gains and turning == (HIDDEN in p.names)]
            asked[folder.name] = wanted if examples else places
            sys.stdout.write(f"{folder.name}: {len(places)} places\n")
            sys.stdout.flush()
    weights = fit([places for places in asked.values() if places])
    sys.stdout.write(json.dumps(weights) + "\n")
    for simulated in (True, False):
        places = [p for name, found in asked.items() if ("sim" in name) == simulated for p in found]
        if places:
            sys.stdout.write("at the simulated table:\n" if simulated else "in drawn worlds:\n")
            report(places, weights)


if __name__ == "__main__":
    main()
