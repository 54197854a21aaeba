"""What tests of prints share."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from hardware.printing.outlines import Lettering, text_path
from hardware.printing.svg import Point


@pytest.fixture
def sizes_pt(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType], list[float]]:
    """Return what keeps the size in points of every line that a module of drawings sets."""

    def record(module: ModuleType) -> list[float]:
        sizes: list[float] = []

        def note(
            text: str, lettering: Lettering, at: Point = (0.0, 0.0), *, anchor: float = 0.5
        ) -> str:
            sizes.append(lettering.size_pt)
            return text_path(text, lettering, at, anchor=anchor)

        monkeypatch.setattr(module, "text_path", note)
        return sizes

    return record
