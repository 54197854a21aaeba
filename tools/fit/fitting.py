"""The common parts of training: arguments, gradient descent, and progress reports."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn

_REPORT_EVERY: Final = 250
_LOOK_EVERY: Final = 1500
_LARGEST_STEP: Final = 2.0
"""The norm to which gradients are clipped."""


@dataclass(frozen=True, slots=True)
class Task:
    """Where samples lie (worlds that are ``left`` out only tell how it goes), and how to fit.

    ``begin`` are the weights to begin with, rather than chance.
    """

    out: Path
    kept: tuple[Path, ...]
    left: tuple[Path, ...]
    steps: int
    seed: int
    begin: Path | None = None


def read_task(about: str | None, steps: int) -> Task:
    """Read the command's arguments: OUT.onnx and folders of samples."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("out", type=Path, metavar="OUT.onnx")
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--left-out", type=int, default=8, help="every n-th world")
    parser.add_argument(
        "--left-file", type=Path, help="names of further worlds to leave out, one a line"
    )
    parser.add_argument("--begin", type=Path, metavar="NETWORK", help="where an earlier fit ended")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    paths = sorted(path for folder in given.samples for path in folder.glob("*.npz"))
    named = set(given.left_file.read_text(encoding="utf-8").split()) if given.left_file else set()
    every = paths[:: given.left_out] if given.left_out else []
    left = tuple(path for path in paths if path in every or path.stem in named)
    kept = tuple(path for path in paths if path not in left)
    return Task(given.out, kept, left, given.steps, given.seed, given.begin)


def descend(
    parameters: Sequence[dict[str, object]],
    rates: Sequence[float],
    steps: int,
    loss_of: Callable[[], Tensor],
    look: Callable[[], None],
) -> None:
    """Minimise a loss in this many steps; ``look`` is called now and then, and at the end."""
    optimizer = torch.optim.AdamW(parameters, weight_decay=0.01)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, list(rates), total_steps=steps, pct_start=0.15
    )
    start, total = time.perf_counter(), 0.0
    flat = [tensor for group in parameters for tensor in list(group["params"])]  # type: ignore[call-overload]  # what torch takes is untyped
    for step in range(1, steps + 1):
        loss = loss_of()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(flat, _LARGEST_STEP)
        optimizer.step()
        plan.step()
        total += float(loss)
        if step % _REPORT_EVERY == 0:
            spent = time.perf_counter() - start
            sys.stdout.write(
                f"{step} of {steps}: {total / _REPORT_EVERY:.4f} after {spent:.0f} s\n"
            )
            total = 0.0
        if step % _LOOK_EVERY == 0 or step == steps:
            look()
        sys.stdout.flush()


def works_in_half() -> bool:
    """Whether this processor multiplies matrices of bfloat16, which is twice as fast."""
    names = ("_is_amx_tile_supported", "_is_avx512_bf16_supported")  # only of later torches
    return any(getattr(torch.cpu, name, bool)() for name in names)


def export(net: nn.Module, shape: Sequence[int], path: Path, *, many: bool) -> None:
    """Write a network as ONNX for OpenCV; ``many`` inputs of a shape at a time, or one."""
    axes = {"x": {0: "n"}, "y": {0: "n"}} if many else None
    # Later torches write ONNX in a new way unless they are asked not to: OpenCV reads the old one.
    old = {"dynamo": False} if "dynamo" in signature(torch.onnx.export).parameters else {}
    net = net.to(memory_format=torch.contiguous_format).eval()
    torch.onnx.export(
        net,
        torch.zeros(2 if many else 1, *shape),
        str(path),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes=axes,
        opset_version=11,
        **old,
    )
    torch.save(net.state_dict(), path.with_suffix(".pt"))
