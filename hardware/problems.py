"""Problems as sentences that can be said in other languages, too; nothing here translates."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


def N_(text: str) -> str:  # noqa: N802 - gettext's customary name, which extractors look for
    """Return the text unchanged; the catalogues' extractor finds it by this call."""
    return text


class Flaw(StrEnum):
    """A mistake of somebody who lays a board out by touch, as the page says it."""

    SIZE = N_("A board’s sides measure 4 cm to 4 m. Measure the board again.")
    OUTSIDE = N_("A place lies outside the board. Drag it back onto the board.")
    CROWDED = N_("Two places lie on one another. Drag them apart.")


class Problem(str):
    """A problem as an English sentence, with the text and the details that it was made from.

    A detail may be a problem again. ``flaw`` is set if a page has its own sentence.
    """

    text: str
    details: Mapping[str, str]
    flaw: Flaw | None

    __slots__ = ("details", "flaw", "text")

    def __new__(cls, text: str, flaw: Flaw | None = None, /, **details: str) -> Problem:
        """``text`` names each detail in braces, with ``text_`` before its name."""
        named = {f"text_{name}": value for name, value in details.items()}
        made = super().__new__(cls, text.format(**named))
        made.text, made.details, made.flaw = text, named, flaw
        return made
