"""Fit the network of hands and things to squares: OUT.onnx SAMPLES [--steps N]."""

from __future__ import annotations

import tools  # noqa: F401  # isort: skip - it says how to get torch

import functools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tablet_companion.vision.objects.hands import SUREST
from tablet_companion.vision.objects.survey import CHANNELS, SIDE, as_input
from tools.fit.fingertips import HAND, MAX_CELLS, reach
from tools.fit.fitting import descend, export, make_ahead, read_task, works_in_half
from tools.fit.network import SceneNet
from tools.fit.strains import BOARD, OUTSIDE, Floats, crop, strain
from tools.fit.tables import retable
from tools.fit.thawed import thaw

_ODDS: Final = (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
_LARGE: Final = 250.0
"""Cells of a hand whose cells count once each; those of smaller hands count more."""
_STRAINED: Final = 0.5
"""Share of the squares in which the light of the picture is changed once more."""
_CROPPED: Final = 0.25
"""Share of the squares that the picture shows only up to about one side of the board."""
_REACHED: Final = 0.25
"""Share of the squares over which another's fingertips reach."""
_RETABLED: Final = 0.5
"""Share of the squares without a hand that get another table and a board that fits badly."""
_REACHED_THERE: Final = 0.4
"""Share of those squares over which fingertips reach."""
_ARM_CELLS, _ARMS = 800, 0.25
"""Most cells that an arm covers in such squares, and the share of the reaches that are such
arms."""
_SEEN: Final = 2
"""A hand over fewer cells of the board does not count in training."""
_WHOLE: Final = 0.3
"""Weight of the loss of the whole picture, for which the referee waits, not of cells."""


Batch = tuple[NDArray[np.float16], NDArray[np.uint8]]
"""The network's inputs, and the masks that it should answer."""


class Scenes:
    """The squares of many worlds, what lies in them, and whether a hand is over the board."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read them."""
        parts = [np.load(path) for path in paths]
        self.bytes = np.concatenate([part["bytes"] for part in parts])
        self.mask = np.concatenate([part["mask"] for part in parts])
        self.hand = np.concatenate([part["hand"] for part in parts])
        self.hands = np.flatnonzero(self.hand)


def vary(scenes: Scenes, size: int, rng: np.random.Generator) -> Batch:
    """Turn, mirror, light and recolour squares, and take some of their references away.

    Over some of them the fingertips of another square's hand reach.
    """
    at = rng.integers(len(scenes.bytes), size=size)
    pairs = [_varied(scenes, int(each), rng) for each in at]
    seen, masks = (np.stack(parts) for parts in zip(*pairs, strict=True))
    return seen.astype(np.float16), masks


def _varied(scenes: Scenes, at: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.uint8]]:
    seen, lies = _turned(scenes, at, rng)
    reached, most = _REACHED, MAX_CELLS
    if not (lies == HAND).any() and rng.random() < _RETABLED:
        seen, lies = retable(seen, lies, rng)
        reached, most = _REACHED_THERE, _ARM_CELLS if rng.random() < _ARMS else MAX_CELLS
    if rng.random() < reached and len(scenes.hands):
        other = _turned(scenes, int(rng.choice(scenes.hands)), rng)
        seen, lies = reach(seen, lies, *other, rng, most)
    if rng.random() < _CROPPED:
        crop(seen, lies, rng)
    lit = np.clip(seen[0:3] * (128 / 255) + 0.45, 0.004, 1) ** rng.uniform(0.75, 1.3)
    seen[0:3] = (np.clip(lit * rng.uniform(0.75, 1.15), 0, 1) - 0.45) * (255 / 128)
    if rng.random() < _STRAINED:
        seen[0:6] = strain(seen, rng)
    if rng.random() < 0.08:
        seen[3:8] = 0
    if rng.random() < 0.3:
        noise = rng.standard_normal((6, SIDE, SIDE), dtype=np.float32)
        seen[0:6] += rng.uniform(0.005, 0.04) * noise
    return seen, np.ascontiguousarray(lies)


def _turned(scenes: Scenes, at: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.uint8]]:
    turns, mirror = int(rng.integers(4)), int(rng.choice([-1, 1]))
    seen = np.rot90(as_input(scenes.bytes[at]), turns, (1, 2))[..., ::mirror].copy()
    return seen, np.rot90(scenes.mask[at], turns)[..., ::mirror].copy()


def loss(said: Tensor, mask: Tensor, board: Tensor) -> Tensor:
    """Return the loss for hands and things, by cell and by picture.

    ``board`` is True where a cell is on the board. The smaller a hand, the more each cell of it
    counts; and over the board there is one where its surest cells say so.
    """
    weight = torch.tensor([1.0, 2.0, 2.0], device=said.device)
    each = nn.functional.cross_entropy(
        said,
        mask.long(),
        weight=weight,
        ignore_index=OUTSIDE,
        label_smoothing=0.002,
        reduction="none",
    )
    hand = mask == HAND
    area = hand.sum((1, 2), keepdim=True).clamp(min=1)
    each = each * torch.where(hand, (_LARGE / area).sqrt().clamp(1, 5), torch.ones_like(each))
    cells = each.sum() / (mask != OUTSIDE).sum()
    over = (hand & board).sum((1, 2))
    plain = (over == 0) | (over >= _SEEN)
    told = nn.functional.binary_cross_entropy_with_logits(
        surest(said, board), (over > 0).float(), reduction="none"
    )
    return cells + _WHOLE * (told * plain).sum() / plain.sum().clamp(min=1)


def surest(said: Tensor, board: Tensor) -> Tensor:
    """Return the mean log odds of a hand in the surest cells of each picture's board."""
    odds = said[:, 1] - torch.logsumexp(said[:, [0, 2]], 1)
    odds = odds.masked_fill(~board, -30.0)
    return odds.flatten(1).topk(SUREST, dim=1).values.mean(1)


def answers(net: SceneNet, shown: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the shares of nothing, hand and thing (n × 3 × half the side each way)."""
    device = net.said.weight.device
    with torch.no_grad():
        parts = np.array_split(shown, len(shown) // 32 + 1)
        said = torch.cat([net(torch.from_numpy(as_input(part)).to(device)) for part in parts])
        return np.asarray(torch.softmax(said, 1).cpu().numpy(), dtype=np.float32)


def report(net: SceneNet, left: Scenes) -> None:
    """Print the accuracy on pictures left out of training, by picture and by cell."""
    net.eval()
    share = answers(net, left.bytes)
    net.train()
    judged = (left.mask != OUTSIDE) & (left.bytes[:, BOARD, ::2, ::2] > 0)
    lines = []
    for what, name in ((1, "hand"), (2, "thing")):
        true, said = (part & judged for part in (left.mask == what, share.argmax(1) == what))
        both = int((true & said).sum())
        lines.append(f"{name}: found {both / max(1, true.sum()):.1%} of its cells, ")
        lines.append(f"{both / max(1, said.sum()):.1%} of those found are; ")
    odds = np.log(share[:, 1] + 1e-9) - np.log(1 - share[:, 1] + 1e-9)
    top = np.sort(np.where(judged, odds, -30.0).reshape(len(odds), -1), axis=1)[:, -SUREST:]
    told = top.mean(axis=1)
    for least in _ODDS:
        missed, invented = (told < least) & left.hand, (told >= least) & ~left.hand
        lines.append(f"from odds of {least} on {missed.sum()} hands missed of {left.hand.sum()}, ")
        lines.append(f"{invented.sum()} invented in {(~left.hand).sum()}; ")
    sys.stdout.write("left out: " + "".join(lines) + "\n")


def main() -> None:
    """Fit the network and write it."""
    task = read_task(__doc__, steps=16000, batch=16)
    scenes, left = Scenes(task.kept), Scenes(task.left) if task.left else None
    batches = make_ahead(functools.partial(vary, scenes, task.batch), task)
    first = torch.from_numpy(next(batches)[0]).float()
    # Five in six steps of the fit's time are convolutions, which this order of numbers suits.
    net = SceneNet(CHANNELS).to(memory_format=torch.channels_last)
    if task.begin is not None:
        thaw(net, task.begin, first)
    net, rate = net.to(task.device), 3e-3 if task.begin is None else 1.5e-3
    half = task.device != "cpu" or works_in_half()

    def draw() -> Tensor:
        seen, mask = (torch.from_numpy(part).to(task.device) for part in next(batches))
        seen = seen.float()
        with torch.autocast(task.device, torch.bfloat16, enabled=half):
            said = net(seen.contiguous(memory_format=torch.channels_last))
        return loss(said.float(), mask, seen[:, BOARD, ::2, ::2] > 0)

    def look() -> None:
        if left is not None:
            report(net, left)

    if task.begin is not None:
        look()
    descend([{"params": list(net.parameters())}], (rate,), task, draw, look)
    export(net, (CHANNELS, SIDE, SIDE), task.out, many=False)


if __name__ == "__main__":
    main()
