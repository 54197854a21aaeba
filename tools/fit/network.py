"""The networks as PyTorch modules, for fitting; the package runs them with OpenCV."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from tablet_companion.vision.places.network_input import CHANNELS

CLASSES = 4


def _layer(into: int, out: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    pad = (size - 1) // 2
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, pad, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class PlaceNet(nn.Module):
    """From windows (n × CHANNELS × 32 × 32) to logits (n × 4) and where the colour is (n × 256).

    The logits are of empty, upright, turned over, covered; the second are logits of 16 × 16 points
    of which the colour of an upright piece is best taken.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = _layer(CHANNELS, 24, 4, 2)
        self.middle = nn.Sequential(_layer(24, 48, 3, 2), _layer(48, 48))
        self.coarse = nn.Sequential(_layer(48, 80, 3, 2), _layer(80, 80))
        self.lost = nn.Dropout(0.15)
        self.told = nn.Sequential(nn.Linear(80 * 16, 48), nn.ReLU())
        self.said = nn.Linear(48, CLASSES)
        self.where_coarse = nn.Conv2d(80, 8, 1)
        self.where_middle = nn.Conv2d(48, 8, 1)
        self.where_fine = nn.Conv2d(24, 8, 1)
        self.where = nn.Conv2d(8, 1, 3, 1, 1)

    def forward(self, seen: Tensor) -> Tensor:
        """Return the logits, and then the points of colour, in one row each (n × 260)."""
        fine = self.fine(seen)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        said = self.said(self.told(self.lost(coarse.flatten(1))))
        up = nn.functional.interpolate(self.where_coarse(coarse), scale_factor=2, mode="nearest")
        up = nn.functional.relu(up + self.where_middle(middle))
        up = nn.functional.interpolate(up, scale_factor=2, mode="nearest")
        up = nn.functional.relu(up + self.where_fine(fine))
        return torch.cat([said, self.where(up).flatten(1)], dim=1)


class SceneNet(nn.Module):
    """From squares (n × channels × 128 × 128) to logits of nothing, hand, thing (half the side)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.a = _layer(channels, 12, 4, 2)
        self.b = nn.Sequential(_layer(12, 24, 3, 2), _layer(24, 24))
        self.c = nn.Sequential(_layer(24, 40, 3, 2), _layer(40, 40))
        self.d = nn.Sequential(_layer(40, 64, 3, 2), _layer(64, 64))
        self.e = nn.Sequential(_layer(64, 64, 3, 2), _layer(64, 64))
        self.up_d, self.up_c = _layer(128, 48, 1), _layer(88, 40)
        self.up_b, self.up_a = _layer(64, 24), _layer(36, 16)
        self.said = nn.Conv2d(16, 3, 3, 1, 1)

    def forward(self, seen: Tensor) -> Tensor:
        """Return the logits."""

        def doubled(part: Tensor) -> Tensor:
            return nn.functional.interpolate(part, scale_factor=2, mode="nearest")

        a = self.a(seen)
        b = self.b(a)
        c = self.c(b)
        d = self.d(c)
        up = self.up_d(torch.cat([doubled(self.e(d)), d], 1))
        up = self.up_c(torch.cat([doubled(up), c], 1))
        up = self.up_b(torch.cat([doubled(up), b], 1))
        up = self.up_a(torch.cat([doubled(up), a], 1))
        return self.said(up)
