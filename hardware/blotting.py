"""Masks passwords and tokens in camera addresses before a text is shown, logged or passed on.

They stand before the host or after the question mark. They may contain any character, so too much
is masked rather than too little.
"""

from __future__ import annotations

import re
from typing import Final

BLOT: Final = "***"

_ADDRESS: Final = r"(?:\b[\w+.-]+://|\bmjpeg:(?:[\w+.-]+://)?)"
_USER: Final = re.compile(rf"({_ADDRESS})\S*@")
"""Up to the last @ of the word, because a password may contain @, a slash or a question mark."""
_QUERY: Final = re.compile(rf"({_ADDRESS}[^\s?#]*)([?#])\S*[^\s\"'<>()\[\],;:.]")
"""A character that ends a sentence or a quoted value is not part of the address."""


def blot(text: str) -> str:
    """Return the text without any password, query or fragment of an address."""
    return _QUERY.sub(rf"\1\2{BLOT}", _USER.sub(rf"\1{BLOT}@", text))
