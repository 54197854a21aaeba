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


@pytest.mark.parametrize(
    ("number", "mended"),
    [(errno.ENOENT, True), (errno.EROFS, True), (errno.ELOOP, True), (errno.EIO, False)],
)
def test_a_name_may_be_the_reason(number: int, mended: bool) -> None:
    """Then the sentence says so, even where whoever opens the file knows no remedy."""
    with pytest.raises(CompanionError) as told, explain_os_error("a.json cannot be written"):
        raise OSError(number, os.strerror(number))
    assert ("; check its name, and that you may use it." in str(told.value)) == mended
