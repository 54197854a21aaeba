"""Command lines of tools that are given names alone, or nothing; ``--help`` is their docstring."""

from __future__ import annotations

import argparse
from typing import Final

_MANY: Final = "..."


def read_words(page: str | None, *names: str) -> list[str]:
    """Return a word for each name, and any number for one that ends in three dots.

    The program ends with its usage on any other line, so that no option is taken for a file.
    """
    parser = argparse.ArgumentParser(
        description=page, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in names:
        many = "*" if name.endswith(_MANY) else 1
        parser.add_argument(name, metavar=name.removesuffix(_MANY), nargs=many)
    return [word for words in vars(parser.parse_args()).values() for word in words]
