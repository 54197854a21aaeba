"""Which places of a board nobody knows bare."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from tablet_companion.vision.frame.scoring import find_unknown_places

_OWN = np.zeros((3, 8, 8), np.uint8)
_OWN[:, 2:6, 2:6] = 255


class _Windows:
    own = _OWN

    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows


class _Shown:
    def __init__(self, known: np.ndarray[Any, Any]) -> None:
        self.known = known


def _unknown(*known: np.ndarray[Any, Any]) -> set[str]:
    """Return the unknown places of two: A for one kind of piece, B for two (windows 1 and 2)."""
    rows = [SimpleNamespace(place=number) for number in (0, 1, 1)]
    windows = _Windows(rows)
    lessons: Any = SimpleNamespace(windows=windows, taught=tuple(_Shown(each) for each in known))
    places: Any = [SimpleNamespace(name=name) for name in "AB"]
    return set(find_unknown_places(SimpleNamespace(places=places), lessons))  # type: ignore[arg-type]


def test_a_place_is_known_if_pictures_together_show_enough_of_it_bare() -> None:
    """Ground beside a place tells nothing; of two kinds of pieces one window suffices."""
    none, upper, lower = (np.zeros(_OWN.shape, np.bool_) for _ in range(3))
    upper[:, :3], lower[:, 3:] = True, True
    around = _OWN == 0
    assert _unknown(none) == _unknown(around) == _unknown(upper) == {"A", "B"}
    assert _unknown(upper, lower) == set()
    upper[2] = True
    assert _unknown(upper) == {"A"}
