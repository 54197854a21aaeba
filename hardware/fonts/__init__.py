"""The bundled typefaces, by role; their licence is beside them."""

from pathlib import Path
from typing import Final

_HERE = Path(__file__).parent

TEXT: Final = _HERE / "B612-Regular.otf"
"""Running text on the screen."""
TEXT_BOLD: Final = _HERE / "B612-Bold.otf"
"""Text that must be readable from a metre."""
TITLE: Final = _HERE / "LeagueSpartan-Medium.otf"
"""Titles on screens and prints."""
TITLE_BOLD: Final = _HERE / "LeagueSpartan-Bold.otf"
"""Card faces and the largest titles."""
