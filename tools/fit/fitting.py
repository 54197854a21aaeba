"""The common parts of training: arguments, batches made ahead, gradient descent, reports."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from torch import Tensor, nn

_REPORT_EVERY: Final = 250
_LOOKS: Final = 4
"""How often worlds left out are looked at during a fit."""
_LARGEST_STEP: Final = 2.0
"""The norm to which gradients are clipped."""
_WARM: Final = 0.15
"""Share of a fit in which its rate rises, from a twenty-fifth; after it, it falls to nothing."""


@dataclass(frozen=True, slots=True)
class Task:
    """Where samples lie (worlds that are ``left`` out only tell how it goes), and how to fit.

    ``begin`` are the weights to begin with, rather than chance. A fit ends after its steps, or
    after ``seconds`` if they are fewer.
    """

    out: Path
    kept: tuple[Path, ...]
    left: tuple[Path, ...]
    steps: int
    seed: int
    begin: Path | None = None
    batch: int = 16
    workers: int = 2
    device: str = "cpu"
    seconds: float = float("inf")


def read_task(about: str | None, steps: int, batch: int) -> Task:
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
    parser.add_argument("--batch", type=int, default=batch, help="samples of each step")
    parser.add_argument("--workers", type=int, default=2, help="processes that make batches")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end early after these")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    paths = sorted(path for folder in given.samples for path in folder.glob("*.npz"))
    named = set(given.left_file.read_text(encoding="utf-8").split()) if given.left_file else set()
    every = paths[:: given.left_out] if given.left_out else []
    left = tuple(path for path in paths if path in every or path.stem in named)
    kept = tuple(path for path in paths if path not in left)
    shared = ("out", "steps", "seed", "begin", "batch", "workers", "device", "seconds")
    return Task(kept=kept, left=left, **{name: getattr(given, name) for name in shared})


_make: list[Callable[[np.random.Generator], Any]] = []
"""What makes a batch, in the processes that do."""


def make_ahead(make: Callable[[np.random.Generator], Any], task: Task) -> Iterator[Any]:
    """Yield one batch more than there are steps; other processes make them, each from its seed.

    The first has to be taken before the device is used: the processes are forks of this one.
    """
    cv2.setNumThreads(1)  # its threads would not survive the fork
    context = multiprocessing.get_context("fork")  # so that they share the samples
    with ProcessPoolExecutor(task.workers, context, _keep, (make,)) as pool:
        waiting: deque[Future[Any]] = deque()
        for step in range(task.steps + 1):
            waiting.append(pool.submit(_batch, task.seed, step))
            if len(waiting) > 2 * task.workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _keep(make: Callable[[np.random.Generator], Any]) -> None:
    _make[:] = [make]


def _batch(seed: int, step: int) -> Any:
    return _make[0](np.random.default_rng([seed, step]))


def descend(
    parameters: Sequence[dict[str, object]],
    rates: Sequence[float],
    task: Task,
    loss_of: Callable[[], Tensor],
    look: Callable[[], None],
) -> None:
    """Minimise a loss; ``look`` is called now and then, and at the end."""
    groups = [{**each, "lr": rate} for each, rate in zip(parameters, rates, strict=True)]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    start, total, steps = time.perf_counter(), torch.zeros((), device=task.device), task.steps
    plan = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: rate_at(max(step / steps, (time.perf_counter() - start) / task.seconds)),
    )
    flat = [tensor for group in parameters for tensor in list(group["params"])]  # type: ignore[call-overload]  # what torch takes is untyped
    for step in range(1, steps + 1):
        loss = loss_of()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(flat, _LARGEST_STEP)
        optimizer.step()
        plan.step()
        total += loss.detach()
        ended = step == steps or time.perf_counter() - start > task.seconds
        if step % _REPORT_EVERY == 0:
            _report(f"{step} of {steps}", total, time.perf_counter() - start)
        if step % max(1, steps // _LOOKS) == 0 or ended:
            look()
        sys.stdout.flush()
        if ended:
            sys.stdout.write(f"ended after {step} steps\n")
            return


def _report(progress: str, total: Tensor, spent_s: float) -> None:
    """Print the mean loss since the last report, and begin to add up again."""
    mean = float(total) / _REPORT_EVERY
    sys.stdout.write(f"{progress}: {mean:.4f} after {spent_s:.0f} s\n")
    total.zero_()


def rate_at(progress: float) -> float:
    """Return the share of the highest rate that is used at this share of a fit."""
    if progress < _WARM:
        return float(1 - 0.48 * (1 + np.cos(np.pi * progress / _WARM)))
    return float(0.5 * (1 + np.cos(np.pi * min(1.0, (progress - _WARM) / (1 - _WARM)))))


def works_in_half() -> bool:
    """Whether this processor multiplies matrices of bfloat16, which is twice as fast."""
    names = ("_is_amx_tile_supported", "_is_avx512_bf16_supported")  # only of later torches
    return any(getattr(torch.cpu, name, bool)() for name in names)


def export(net: nn.Module, shape: Sequence[int], path: Path, *, many: bool) -> None:
    """Write a network as ONNX for OpenCV; ``many`` inputs of a shape at a time, or one."""
    axes = {"x": {0: "n"}, "y": {0: "n"}} if many else None
    # Later torches write ONNX in a new way unless they are asked not to: OpenCV reads the old one.
    old = {"dynamo": False} if "dynamo" in signature(torch.onnx.export).parameters else {}
    net = net.to("cpu", memory_format=torch.contiguous_format).eval()
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
