"""How many examples are tried, and what is read or refused in a good sentence."""

from __future__ import annotations

import os
from typing import Any, Final

from hypothesis import HealthCheck, settings

from hardware.errors import CompanionError
from tests.amounts import count

MANY: Final = int(os.environ.get("FUZZ_EXAMPLES", "0"))
"""This many files for each reader; none named: a few, always the same ones."""
LONGEST: Final = 1000
"""Of a sentence, in letters."""


few = settings(
    max_examples=MANY or count(8, 12),
    derandomize=not MANY,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def take(read: Any, *words: str) -> Any:
    """Return what is read, or None where it is refused in a good sentence."""
    try:
        return read()
    except CompanionError as error:
        sentence = str(error)
        assert sentence.encode("utf-8", "backslashreplace").decode().isprintable(), sentence
        assert sentence.endswith((".", "?")), sentence
        assert len(sentence) < LONGEST
        for word in words:
            assert word in sentence
        return None
