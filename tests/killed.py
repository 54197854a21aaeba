"""A program that is killed at each of the calls that change a disk, one after the other."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any, Final
from unittest import mock

CALLS: Final = ("fsync", "link", "mkdir", "open", "rename", "replace", "rmdir", "unlink", "write")


class Killed(BaseException):
    """The end of the program; nothing that it would still do reaches the disk."""


@contextlib.contextmanager
def killed_at(number: int) -> Iterator[None]:
    """Raise Killed in place of the call of this number, from 0, and of every later one."""
    left = [number]

    def stand_in(call: Callable[..., Any]) -> Callable[..., Any]:
        def act(*given: Any, **named: Any) -> Any:
            if not left[0]:
                raise Killed
            left[0] -= 1
            return call(*given, **named)

        return act

    with contextlib.ExitStack() as stack:
        for name in CALLS:
            stack.enter_context(mock.patch.object(os, name, stand_in(getattr(os, name))))
        yield


def kill_everywhere(
    begin: Callable[[], object], do: Callable[[], object], check: Callable[[str], object]
) -> int:
    """Check what each kill leaves, from the same beginning; return how many there were."""
    number = 0
    while True:
        begin()
        try:
            with killed_at(number):
                do()
        except Killed:
            check(f"killed at call {number}")
            number += 1
        else:
            return number
