"""A network out of its ONNX file, ready for more steps.

In the file each convolution holds its normalisation, too. Here they are taken apart again, so that
the network answers as it did and can go on learning.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def thaw(net: nn.Module, path: Path, seen: Tensor) -> None:
    """Give a network the weights of an ONNX file; ``seen`` is a batch like those it learns from."""
    graph = onnx.load(str(path)).graph
    held = {part.name: torch.tensor(numpy_helper.to_array(part)) for part in graph.initializer}
    layers = dict(net.named_modules())
    for node in graph.node:
        if node.op_type not in {"Conv", "Gemm"}:
            continue
        name = node.name.split("/")[-2]
        conv, (weight, bias) = layers[name], (held[each] for each in node.input[1:3])
        conv.weight.data.copy_(weight)
        if conv.bias is None:
            _unfold(net, conv, layers[name.removesuffix("0") + "1"], bias, seen)
        else:
            conv.bias.data.copy_(bias)


def _unfold(net: nn.Module, conv: nn.Module, norm: nn.Module, bias: Tensor, seen: Tensor) -> None:
    """Let a normalisation only add ``bias`` to what its convolution makes of ``seen``.

    The layers before have theirs already.
    """
    made: list[Tensor] = []
    hook = conv.register_forward_hook(lambda _, __, out: made.append(out))
    with torch.no_grad():
        net.eval()(seen)
        net.train()
    hook.remove()
    spread, middle = torch.var_mean(made[0], dim=(0, 2, 3), unbiased=False)
    norm.running_mean, norm.running_var = middle, spread
    norm.weight.data = (spread + norm.eps).sqrt()
    norm.bias.data = bias + middle
