"""Fit the network of the places: OUT.onnx SAMPLES [--steps N]; validates on worlds left out."""

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

from tablet_companion.vision.places.windows import CHANNELS, LOGARITHMS, SIDE, as_input
from tools.fit.network import CLASSES, PlaceNet
from tools.fit.samples import COVERED, EMPTY, PIECE, TURNED, UNTOLD

_WORLDS: Final = 8
_EACH: Final = 28
_SHARE: Final = {EMPTY: 0.34, PIECE: 0.38, TURNED: 0.1, COVERED: 0.18}


class Source:
    """The samples of one world."""

    def __init__(self, path: Path) -> None:
        data = np.load(path)
        self.name = path.stem
        self.bytes, self.said = data["bytes"], data["said"]
        self.colour, self.light, self.taught = data["colour"], data["light"], data["taught"]
        self.by_class = {what: np.flatnonzero(self.said == what) for what in _SHARE}

    def draw(self, rng: np.random.Generator, count: int) -> NDArray[np.intp]:
        """Draw samples, the rare kinds more often than they are."""
        there = [what for what in _SHARE if len(self.by_class[what])]
        share = np.array([_SHARE[what] for what in there])
        kinds = rng.choice(len(there), count, p=share / share.sum())
        return np.array([rng.choice(self.by_class[there[kind]]) for kind in kinds])


def colours(shown: NDArray[np.uint8], light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the colours (n × 256 × 3, logarithms) at the points where colour may be taken."""
    seen = LOGARITHMS[shown[:, 0:3]]
    small = seen.reshape(len(seen), 3, SIDE // 2, 2, SIDE // 2, 2).mean(axis=(3, 5))
    return np.asarray(small.reshape(len(seen), 3, -1).transpose(0, 2, 1) - light[:, None])


def opponent(values: Tensor, scale: Tensor) -> Tensor:
    """Return brightness and two differences of colour, each divided by how far it spreads."""
    blue, green, red = values.unbind(-1)
    parts = torch.stack([(blue + green + red) / 3, red - green, (red + green) / 2 - blue], -1)
    return parts * scale


def colour_loss(features: Tensor, batch: dict[str, Any], world: NDArray[Any]) -> Tensor:
    """Return how badly the colours of a world are told by what its taught pieces show."""
    losses = []
    for number in np.unique(world):
        here = np.flatnonzero((world == number) & (batch["said"] == PIECE))
        colour, taught = batch["colour"][here], batch["taught"][here]
        known = sorted(set(colour[taught]))
        asked = [i for i, c, t in zip(here, colour, taught, strict=True) if not t and c in known]
        if len(known) < 2 or not asked:
            continue
        means = torch.stack([features[here[(colour == c) & taught]].mean(0) for c in known])
        apart = ((features[asked][:, None] - means[None]) ** 2).sum(-1)
        target = torch.tensor([known.index(batch["colour"][i]) for i in asked])
        losses.append(nn.functional.cross_entropy(-apart.clamp(max=60), target))
    return torch.stack(losses).mean() if losses else torch.zeros(())


def _batch(sources: Sequence[Source], rng: np.random.Generator) -> tuple[dict[str, Any], Any]:
    chosen = [sources[i] for i in rng.permutation(len(sources))[:_WORLDS]]
    parts, world = [], []
    for number, source in enumerate(chosen):
        at = source.draw(rng, _EACH)
        parts.append(
            {k: getattr(source, k)[at] for k in ("bytes", "said", "colour", "light", "taught")}
        )
        world += [number] * len(at)
    return {k: np.concatenate([p[k] for p in parts]) for k in parts[0]}, np.array(world)


def _vary(shown: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the input of a batch, turned, recoloured and partly robbed of its reference."""
    seen = as_input(shown)
    size = len(seen)
    mirrored = rng.random(size) < 0.5
    seen[mirrored] = seen[mirrored][..., ::-1]
    order = rng.permutation(3)
    if rng.random() < 0.5:
        seen[:, 0:3] = seen[:, order]
        seen[:, 3:6] = seen[:, 3 + order]
    lit = seen[:, 0:3] * (128 / 255) + 0.45
    lit = np.clip(lit, 0.004, 1) ** rng.uniform(0.75, 1.3, (size, 1, 1, 1)) * rng.uniform(
        0.75, 1.15, (size, 1, 1, 1)
    )
    seen[:, 0:3] = (np.clip(lit, 0, 1) - 0.45) * (255 / 128)
    blind = rng.random(size) < 0.05
    seen[blind, 3:8] = 0
    noisy = rng.random(size) < 0.3
    noise = rng.normal(0, rng.uniform(0.005, 0.05), (int(noisy.sum()), 1, SIDE, SIDE))
    seen[noisy, 0:6] += noise.astype(np.float32)
    return np.ascontiguousarray(seen)


def fit(
    sources: Sequence[Source], left: Sequence[Source], steps: int, seed: int
) -> tuple[PlaceNet, Tensor]:
    """Fit a network to worlds; ``left`` are looked at only to print how it goes."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = PlaceNet()
    scale = nn.Parameter(torch.tensor([2.0, 6.0, 6.0]))
    best = torch.optim.AdamW(
        [{"params": net.parameters()}, {"params": [scale], "lr": 0.01}],
        lr=2.5e-3,
        weight_decay=0.01,
    )
    plan = torch.optim.lr_scheduler.OneCycleLR(
        best, [2.5e-3, 0.02], total_steps=steps, pct_start=0.15
    )
    start, sums = time.perf_counter(), np.zeros(3)
    for step in range(1, steps + 1):
        batch, world = _batch(sources, rng)
        out = net(torch.from_numpy(_vary(batch["bytes"], rng)))
        said = nn.functional.cross_entropy(
            out[:, :CLASSES], torch.from_numpy(batch["said"]).long(), label_smoothing=0.004
        )
        share = torch.softmax(out[:, CLASSES:], 1)
        seen = torch.from_numpy(colours(batch["bytes"], batch["light"]))
        features = opponent((seen * share[..., None]).sum(1), scale)
        hue = colour_loss(features, batch, world)
        best.zero_grad()
        (said + 0.5 * hue).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        best.step()
        plan.step()
        sums += [said.item(), float(hue), 1]
        if step % 250 == 0 or step == steps:
            sys.stdout.write(
                f"{step} {sums[0] / sums[2]:.4f} {sums[1] / sums[2]:.4f} {time.perf_counter() - start:.0f}s scale {scale.detach().numpy().round(2)}\n"
            )
            sums[:] = 0
        if left and (step % 2000 == 0 or step == steps):
            report(net, scale, left)
        sys.stdout.flush()
    return net.eval(), scale.detach()


def report(net: PlaceNet, scale: Tensor, sources: Sequence[Source]) -> None:
    """Print how often worlds that were left out are told wrongly."""
    net.eval()
    confusion = np.zeros((CLASSES, CLASSES), dtype=int)
    sure = sure_wrong = right = asked = 0
    with torch.no_grad():
        for source in sources:
            at = np.flatnonzero(source.said != UNTOLD)
            out = torch.cat(
                [
                    net(torch.from_numpy(as_input(source.bytes[part])))
                    for part in np.array_split(at, len(at) // 400 + 1)
                ]
            )
            share = torch.softmax(out[:, :CLASSES], 1).numpy()
            said = source.said[at]
            np.add.at(confusion, (said, share.argmax(1)), 1)
            certain = share.max(1) > 0.99
            sure += certain.sum()
            sure_wrong += (certain & (share.argmax(1) != said)).sum()
            where = torch.softmax(out[:, CLASSES:], 1)
            seen = torch.from_numpy(colours(source.bytes[at], source.light[at]))
            features = opponent((seen * where[..., None]).sum(1), scale).numpy()
            piece, taught, colour = said == PIECE, source.taught[at], source.colour[at]
            known = sorted(set(colour[piece & taught]))
            if len(known) > 1:
                means = np.stack(
                    [np.median(features[piece & taught & (colour == c)], axis=0) for c in known]
                )
                query = piece & ~taught & np.isin(colour, known)
                told = ((features[query][:, None] - means[None]) ** 2).sum(-1).argmin(1)
                right += (np.array(known)[told] == colour[query]).sum()
                asked += query.sum()
    net.train()
    wrong = confusion.sum() - np.trace(confusion)
    sys.stdout.write(
        f"left out: wrong {wrong / confusion.sum():.4%} of {confusion.sum()}; sure {sure / confusion.sum():.1%}, of these wrong {sure_wrong / max(1, sure):.3%}; colours wrong {1 - right / max(1, asked):.3%} of {asked}\n{confusion}\n"
    )


def export(net: PlaceNet, path: Path) -> None:
    """Write the network as OpenCV reads it."""
    torch.onnx.export(
        net,
        torch.zeros(2, CHANNELS, SIDE, SIDE),
        str(path),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes={"x": {0: "n"}, "y": {0: "n"}},
        opset_version=11,
    )


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--left-out", type=int, default=8, help="every so many-th world")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    paths = sorted(path for folder in given.samples for path in folder.glob("*.npz"))
    sources = [Source(path) for path in paths]
    left = sources[:: given.left_out]
    kept = [source for source in sources if source not in left]
    net, scale = fit(kept, left, given.steps, given.seed)
    export(net, given.out)
    torch.save(net.state_dict(), given.out.with_suffix(".pt"))
    given.out.with_suffix(".scale.txt").write_text(
        " ".join(f"{v:.4f}" for v in scale.tolist()) + "\n"
    )


if __name__ == "__main__":
    main()
