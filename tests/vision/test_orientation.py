"""A board that does not lie as its corners say: the sentence tells, and asks for no corners."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NoReturn, cast

import numpy as np
import pytest

from calibration.errors import RegistrationError
from calibration.lens import Fit
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model

_PICTURE = np.zeros((30, 40, 3), np.uint8)


def _refuse(*_: object, **__: object) -> NoReturn:
    raise RegistrationError("It looks the same turned round: give its corners.")


def _aimed(*, given: bool) -> BoardReader:
    """Return a reader of a board that is neither found nor where its pose puts it."""
    model: Any = SimpleNamespace(
        board=SimpleNamespace(pieces={}, markers=(), quarter_turns=(), size_mm=(300.0, 300.0)),
        guessing=False,
        patches=SimpleNamespace(follow=_refuse),
        find=_refuse,
        is_shown=lambda *_: False,
    )
    reader = BoardReader(cast(Model, model), still_frames=1)
    reader._fit = cast(Fit, SimpleNamespace(pose=SimpleNamespace(size_px=(40, 30))))
    reader._given = given
    return reader


def test_corners_that_were_given_are_not_asked_for_again() -> None:
    """A chessboard's corners a quarter on: its dark squares would be the pale ones."""
    with pytest.raises(RegistrationError, match="as it was learnt where its corners are given"):
        _aimed(given=True).examine(_PICTURE)


def test_without_corners_they_are_asked_for() -> None:
    """A board found before, and not found again: nobody said where it lies now."""
    with pytest.raises(RegistrationError, match="give its corners"):
        _aimed(given=False).examine(_PICTURE)
