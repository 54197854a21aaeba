"""Arguments of the examples, which refuse what they cannot use with argparse's own sentence."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection


def names_of(known: Collection[str], count: int = 0) -> Callable[[str], list[str]]:
    """Return a reader of known names between commas; exactly ``count`` of them unless that is 0."""

    def read(text: str) -> list[str]:
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(known)}")
        if count and len(names) != count:
            raise argparse.ArgumentTypeError(f"{text!r} is not {count} names, such as a,b")
        return names

    return read
