"""Errors that people can mend say how."""

from __future__ import annotations

import errno
import os

import pytest

from hardware.errors import CompanionError, explain_os_error


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "a.json: No space left on device; make room there, or name another."),
        (errno.EACCES, "a.json: Permission denied; name another."),
    ],
)
def test_a_full_disk_wants_room(number: int, said: str) -> None:
    """Another name helps only elsewhere, so what fills the disk is spoken of first."""
    with pytest.raises(CompanionError) as told, explain_os_error("a.json", mend="name another"):
        raise OSError(number, os.strerror(number))
    assert str(told.value) == said
