"""Masks passwords and tokens in camera addresses before a text is shown, logged or passed on.

They stand before the host or after the question mark. They may contain any character, so too much
is masked rather than too little.
"""

from __future__ import annotations

import re
from typing import Final

MASK: Final = "***"

_ADDRESS: Final = r"(?:\b[\w+.-]+:/{1,2}|\bmjpeg:(?:[\w+.-]+:/{1,2})?)"
"""A path has one slash of the two: this is an address that was taken for a file's name."""
_DEVICE: Final = r"(?!(?<=:/)(?<!//)[^\s/:@]*(?:/|\s|$))"
"""A device's path, such as picamera2:/base/i2c@88000, names no user before its first slash."""
_USER: Final = re.compile(rf"({_ADDRESS}){_DEVICE}\S*@")
"""Up to the last @ of the word, because a password may contain @, a slash or a question mark."""
_QUERY: Final = re.compile(rf"({_ADDRESS}[^\s?#]*)([?#])\S*[^\s\"'<>()\[\],;:.]")
"""A character that ends a sentence or a quoted value is not part of the address."""


def redact(text: str) -> str:
    """Return the text without any password, query or fragment of an address."""
    return _QUERY.sub(rf"\1\2{MASK}", _USER.sub(rf"\1{MASK}@", text))
