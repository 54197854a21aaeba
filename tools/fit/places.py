"""Fit the network of the places to windows: OUT.onnx SAMPLES [--steps N]."""

from __future__ import annotations

import tools  # noqa: F401  # isort: skip - it says how to get torch

import functools
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tablet_companion.vision.places.network import SCALE
from tablet_companion.vision.places.network_input import CHANNELS, LOGARITHMS, as_input
from tablet_companion.vision.places.windows import SIDE
from tools.fit.fitting import descend, export, make_ahead, read_task
from tools.fit.network import CLASSES, PlaceNet
from tools.fit.samples import COVERED, EMPTY, PIECE, TURNED, UNTOLD
from tools.fit.thawed import thaw

_EACH: Final = 28
"""Samples of each world in a batch."""
_SHARE: Final = {EMPTY: 0.34, PIECE: 0.38, TURNED: 0.1, COVERED: 0.18}
_FIRST_SCALE: Final = (2.0, 6.0, 6.0)
_FARTHEST: Final = 60.0
_BLIND: Final = 0.05
_KEYS: Final = ("bytes", "said", "colour", "light", "taught")

Batch = Mapping[str, NDArray[Any]]
"""What the network is shown and should answer, and how its colours are judged."""


class Source:
    """The samples of one world."""

    def __init__(self, path: Path) -> None:
        """Read them."""
        data = np.load(path)
        self.bytes, self.said = data["bytes"], data["said"]
        self.colour, self.light, self.taught = data["colour"], data["light"], data["taught"]
        self._by_class = {what: np.flatnonzero(self.said == what) for what in _SHARE}

    def draw(self, rng: np.random.Generator, count: int) -> dict[str, NDArray[Any]]:
        """Draw samples; rare kinds are drawn more often than they occur."""
        there = [what for what in _SHARE if len(self._by_class[what])]
        share = np.array([_SHARE[what] for what in there])
        kinds = rng.choice(len(there), count, p=share / share.sum())
        at = np.array([rng.choice(self._by_class[there[kind]]) for kind in kinds])
        return {key: getattr(self, key)[at] for key in _KEYS}


def draw_batch(sources: Sequence[Source], size: int, rng: np.random.Generator) -> Batch:
    """Draw samples of several worlds, and vary them."""
    chosen = rng.permutation(len(sources))[: max(1, size // _EACH)]
    parts = [sources[number].draw(rng, _EACH) for number in chosen]
    batch = {key: np.concatenate([part[key] for part in parts]) for key in _KEYS}
    batch["world"] = np.repeat(np.arange(len(parts)), _EACH)
    return {
        "seen": vary(batch["bytes"], rng).astype(np.float16),
        "said": batch["said"].astype(np.int64),
        "points": colours(batch["bytes"], batch["light"]),
        **compare_colours(batch),
    }


def vary(shown: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the input of a batch: mirrored, recoloured, in other exposures, and partly blind."""
    seen = as_input(shown)
    size = len(seen)
    mirrored = rng.random(size) < 0.5
    seen[mirrored] = seen[mirrored][..., ::-1]
    if rng.random() < 0.5:
        order = rng.permutation(3)
        seen[:, 0:3], seen[:, 3:6] = seen[:, order], seen[:, 3 + order]
    each = (size, 1, 1, 1)
    lit = np.clip(seen[:, 0:3] * (128 / 255) + 0.45, 0.004, 1) ** rng.uniform(0.75, 1.3, each)
    lit = np.clip(lit * rng.uniform(0.75, 1.15, each), 0, 1)
    seen[:, 0:3] = (lit - 0.45) * (255 / 128)
    seen[rng.random(size) < _BLIND, 3:8] = 0
    noisy = rng.random(size) < 0.3
    noise = rng.normal(0, rng.uniform(0.005, 0.05), (int(noisy.sum()), 1, SIDE, SIDE))
    seen[noisy, 0:6] += noise.astype(np.float32)
    return np.ascontiguousarray(seen)


def colours(shown: NDArray[np.uint8], light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the colours (n × 256 × 3, logarithms) at the points where one may be taken."""
    seen = LOGARITHMS[shown[:, 0:3]]
    small = seen.reshape(len(seen), 3, SIDE // 2, 2, SIDE // 2, 2).mean(axis=(3, 5))
    flat = small.reshape(len(seen), 3, -1).transpose(0, 2, 1)
    return np.asarray(flat - light[:, None], dtype=np.float32)


def hues(out: Tensor, seen: Tensor, scale: Tensor) -> Tensor:
    """Return the colours that the network takes, as ``places.network.opponent`` has them."""
    share = torch.softmax(out[:, CLASSES:], 1)
    blue, green, red = (seen * share[..., None]).sum(1).unbind(-1)
    parts = [(blue + green + red) / 3, red - green, (red + green) / 2 - blue]
    return torch.stack(parts, -1) * scale


def compare_colours(batch: Batch) -> Batch:
    """Return which colours of a batch are compared with which taught ones of the same world.

    ``means`` (colours × n) averages the taught samples of each colour; ``asked`` are samples to
    be judged, ``among`` the colours of each one's world, ``target`` its own, ``weight`` what it
    counts: worlds count alike.
    """
    piece, taught = batch["said"] == PIECE, batch["taught"]
    means: list[NDArray[np.bool_]] = []
    among, asked, target, weight = [], [], [], []
    for number in range(int(batch["world"].max()) + 1):
        here = (batch["world"] == number) & piece
        known = sorted(set(batch["colour"][here & taught]))
        wanted = np.flatnonzero(here & ~taught & np.isin(batch["colour"], known))
        if len(known) < 2 or not len(wanted):
            continue
        first = len(means)
        means += [here & taught & (batch["colour"] == colour) for colour in known]
        asked += wanted.tolist()
        among += [(first, len(means))] * len(wanted)
        target += [first + known.index(colour) for colour in batch["colour"][wanted]]
        weight += [1 / len(wanted)] * len(wanted)
    rows = np.array(means, np.float32).reshape(-1, len(piece))
    column = np.arange(len(rows))
    return {
        "means": rows / rows.sum(axis=1, keepdims=True).clip(1),
        "among": np.array([(column >= low) & (column < high) for low, high in among], bool),
        "asked": np.array(asked, np.int64),
        "target": np.array(target, np.int64),
        "weight": np.array(weight, np.float32),
    }


def hue_loss(told: Tensor, batch: Mapping[str, Tensor]) -> Tensor:
    """Return the loss for colours, given the taught pieces of the same world."""
    if not len(batch["asked"]):
        return told.sum() * 0
    means = batch["means"] @ told
    apart = ((told[batch["asked"]][:, None] - means[None]) ** 2).sum(-1).clamp(max=_FARTHEST)
    odds = (-apart).masked_fill(~batch["among"], -1e4)
    losses = nn.functional.cross_entropy(odds, batch["target"], reduction="none")
    return (losses * batch["weight"]).sum() / batch["weight"].sum()


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A network and the scale of its colours, while they are fitted."""

    net: PlaceNet
    scale: nn.Parameter

    def loss(self, arrays: Batch) -> Tensor:
        """Return the loss of a batch."""
        device = self.scale.device
        batch = {name: torch.from_numpy(part).to(device) for name, part in arrays.items()}
        out = self.net(batch["seen"].float())
        said = nn.functional.cross_entropy(out[:, :CLASSES], batch["said"], label_smoothing=0.004)
        return said + 0.5 * hue_loss(hues(out, batch["points"], self.scale), batch)

    def answers(self, source: Source) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return shares of the classes and hues of all that is shown of a world."""
        parts = np.array_split(np.arange(len(source.said)), len(source.said) // 400 + 1)
        shares, told, device = [], [], self.scale.device
        with torch.no_grad():
            for part in parts:
                out = self.net(torch.from_numpy(as_input(source.bytes[part])).to(device))
                shares.append(torch.softmax(out[:, :CLASSES], 1).cpu().numpy())
                seen = torch.from_numpy(colours(source.bytes[part], source.light[part]))
                told.append(hues(out, seen.to(device), self.scale).cpu().numpy())
        return np.concatenate(shares), np.concatenate(told)


def report(fitted: Fitted, left: Sequence[Source]) -> None:
    """Print the error rate on worlds left out of training."""
    fitted.net.eval()
    confusion = np.zeros((CLASSES, CLASSES), dtype=int)
    sure = sure_wrong = asked = wrong_hue = 0
    for source in left:
        share, told = fitted.answers(source)
        known = source.said != UNTOLD
        best, certain = share.argmax(1), share.max(1) > 0.99
        np.add.at(confusion, (source.said[known], best[known]), 1)
        sure += int((certain & known).sum())
        sure_wrong += int((certain & known & (best != source.said)).sum())
        mistakes, count = _wrong_hues(source, told)
        wrong_hue, asked = wrong_hue + mistakes, asked + count
    fitted.net.train()
    wrong = confusion.sum() - np.trace(confusion)
    sys.stdout.write(
        f"left out: {wrong} of {confusion.sum()} wrong ({wrong / max(1, confusion.sum()):.3%}); "
        f"{sure} surely, of these {sure_wrong} wrong; colours wrong {wrong_hue} of {asked}; "
        f"scale {fitted.scale.detach().cpu().numpy().round(3).tolist()}\n{confusion}\n"
    )


def _wrong_hues(source: Source, told: NDArray[Any]) -> tuple[int, int]:
    """Return how many colours are nearer to another taught one, of how many."""
    piece = source.said == PIECE
    known = sorted(set(source.colour[piece & source.taught]))
    if len(known) < 2:
        return 0, 0
    means = np.stack(
        [np.median(told[piece & source.taught & (source.colour == c)], axis=0) for c in known]
    )
    asked = piece & ~source.taught & np.isin(source.colour, known)
    nearest = ((told[asked][:, None] - means[None]) ** 2).sum(-1).argmin(1)
    return int((np.array(known)[nearest] != source.colour[asked]).sum()), int(asked.sum())


def main() -> None:
    """Fit and write."""
    task = read_task(__doc__, steps=6000, batch=224)
    kept, left = ([Source(path) for path in paths] for paths in (task.kept, task.left))
    batches = make_ahead(functools.partial(draw_batch, kept, task.batch), task)
    first = torch.from_numpy(next(batches)["seen"]).float()
    net, scale, rates = PlaceNet(), torch.tensor(_FIRST_SCALE), (2.5e-3, 0.02)
    if task.begin is not None:
        thaw(net, task.begin, first)
        scale, rates = torch.from_numpy(SCALE.copy()), (1.2e-3, 0.004)
        written = task.begin.with_suffix(".scale.txt")
        if written.exists():
            scale = torch.tensor([float(value) for value in written.read_text("utf-8").split()])
    fitted = Fitted(net.to(task.device), nn.Parameter(scale.to(task.device)))
    if task.begin is not None:
        report(fitted, left)
    descend(
        [{"params": list(fitted.net.parameters())}, {"params": [fitted.scale]}],
        rates,
        task,
        lambda: fitted.loss(next(batches)),
        lambda: report(fitted, left),
    )
    export(fitted.net, (CHANNELS, SIDE, SIDE), task.out, many=True)
    text = " ".join(f"{value:.4f}" for value in fitted.scale.tolist())
    task.out.with_suffix(".scale.txt").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
