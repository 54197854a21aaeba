"""The one place that takes passwords and tokens out of what is said, logged or handed on.

Cameras carry them in their addresses: before the host, or behind the question mark. What is between
may be anything, so all of it goes; rather too much is blotted out than too little.
"""

from __future__ import annotations

import re
from typing import Final

BLOT: Final = "***"

_ADDRESS: Final = r"(?:\b[\w+.-]+://|\bmjpeg:(?:[\w+.-]+://)?)"
_USER: Final = re.compile(rf"({_ADDRESS})\S*@")
"""Up to the last @ of the word, as a password may hold an @, a slash or a question mark."""
_QUERY: Final = re.compile(rf"({_ADDRESS}[^\s?#]*)([?#])\S*[^\s\"'<>()\[\],;:.]")
"""What ends a sentence, or a value in quotes, is no part of the address."""


def blotted(text: str) -> str:
    """Return a text in which no address has a password, a query or a fragment any more."""
    return _QUERY.sub(rf"\1\2{BLOT}", _USER.sub(rf"\1{BLOT}@", text))
