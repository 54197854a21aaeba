"""Fit the network of hands and things: OUT.onnx SAMPLES [--steps N]; validates on worlds left out."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tablet_companion.vision.objects.survey import CHANNELS, SIDE, as_input
from tools.fit.network import SceneNet

_BATCH: Final = 16


class Scenes:
    """The squares of many worlds."""

    def __init__(self, paths: Sequence[Path]) -> None:
        parts = [np.load(path) for path in paths]
        self.bytes = np.concatenate([part["bytes"] for part in parts])
        self.mask = np.concatenate([part["mask"] for part in parts])
        self.hand = np.concatenate([part["hand"] for part in parts])


def _vary(shown: NDArray[np.uint8], mask: NDArray[np.uint8], rng: np.random.Generator) -> Any:
    """Turn, mirror and recolour each square, and take some of their references away."""
    seen, lies = as_input(shown), mask.copy()
    for number in range(len(seen)):
        turns, flip = int(rng.integers(4)), rng.random() < 0.5
        seen[number], lies[number] = (
            np.rot90(seen[number], turns, (1, 2)),
            np.rot90(lies[number], turns),
        )
        if flip:
            seen[number], lies[number] = seen[number][..., ::-1], lies[number][..., ::-1]
        lit = np.clip(seen[number, 0:3] * (128 / 255) + 0.45, 0.004, 1) ** rng.uniform(0.75, 1.3)
        seen[number, 0:3] = (np.clip(lit * rng.uniform(0.75, 1.15), 0, 1) - 0.45) * (255 / 128)
        if rng.random() < 0.08:
            seen[number, 3:8] = 0
        if rng.random() < 0.3:
            seen[number, 0:6] += rng.normal(0, rng.uniform(0.005, 0.04), seen[number, 0:6].shape)
    return np.ascontiguousarray(seen), lies


def loss(said: Tensor, mask: Tensor) -> Tensor:
    """Return the cross entropy of what is seen, hands and things weighed more."""
    weight = torch.tensor([1.0, 2.0, 2.0])
    return nn.functional.cross_entropy(
        said, mask.long(), weight=weight, ignore_index=255, label_smoothing=0.002
    )


def fit(scenes: Scenes, left: Scenes | None, steps: int, seed: int) -> SceneNet:
    """Fit a network to scenes; those that are left out are looked at only to print how it goes."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = SceneNet(CHANNELS)
    best = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.01)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, 3e-3, total_steps=steps, pct_start=0.15)
    start, total = time.perf_counter(), 0.0
    for step in range(1, steps + 1):
        at = rng.integers(len(scenes.bytes), size=_BATCH)
        seen, mask = _vary(scenes.bytes[at], scenes.mask[at], rng)
        error = loss(net(torch.from_numpy(seen)), torch.from_numpy(mask.copy()))
        best.zero_grad()
        error.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        best.step()
        plan.step()
        total += error.item()
        if step % 200 == 0:
            sys.stdout.write(f"{step} {total / 200:.4f} {time.perf_counter() - start:.0f}s\n")
            total = 0.0
        if left is not None and (step % 1000 == 0 or step == steps):
            report(net, left)
        sys.stdout.flush()
    return net.eval()


def answers(net: SceneNet, shown: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the shares of nothing, hand and thing (n × 3 × 64 × 64)."""
    with torch.no_grad():
        parts = np.array_split(shown, len(shown) // 32 + 1)
        said = torch.cat([net(torch.from_numpy(as_input(part))) for part in parts])
        return np.asarray(torch.softmax(said, 1).numpy())


def report(net: SceneNet, left: Scenes) -> None:
    """Print how well pictures that were left out are told, as a whole and point by point."""
    net.eval()
    share = answers(net, left.bytes)
    net.train()
    board = left.bytes[:, 10, ::2, ::2] > 0
    told = share.argmax(1)
    judged = (left.mask != 255) & board
    lines = []
    for what, name in ((1, "hand"), (2, "thing")):
        true, said = (left.mask == what) & judged, (told == what) & judged
        lines.append(
            f"{name}: found {(true & said).sum() / max(1, true.sum()):.1%}, right {(true & said).sum() / max(1, said.sum()):.1%}"
        )
    area = ((share[:, 1] > 0.5) & judged).sum((1, 2))
    for least in (1, 3, 6, 12):
        lines.append(
            f">={least}: missed {((area < least) & left.hand).sum()}/{left.hand.sum()} invented {((area >= least) & ~left.hand).sum()}/{(~left.hand).sum()}"
        )
    sys.stdout.write("left out: " + "; ".join(lines) + "\n")


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--left-out", type=int, default=8, help="every so many-th world")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    paths = sorted(path for folder in given.samples for path in folder.glob("*.npz"))
    left = paths[:: given.left_out]
    net = fit(
        Scenes([path for path in paths if path not in left]), Scenes(left), given.steps, given.seed
    )
    torch.onnx.export(
        net,
        torch.zeros(1, CHANNELS, SIDE, SIDE),
        str(given.out),
        input_names=["x"],
        output_names=["y"],
        opset_version=11,
    )
    torch.save(net.state_dict(), given.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
