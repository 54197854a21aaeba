"""The inputs of a page besides its panel: theme, words, board, and a measure for text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Placement, Seat
from tablet_companion.screen.toolkit.drawing import Role
from tablet_companion.screen.toolkit.theme import Palette, Theme
from tablet_companion.screen.words.wording import Words

Measure = Callable[[str, Role, int], int]
"""The width in pixels of a text in a typeface and size."""


@dataclass(frozen=True, slots=True)
class Art:
    """A picture as a value, such as that of the empty board from straight above.

    ``bgr`` holds its rows from the top, three bytes a pixel: blue, green, red; ``size`` is width
    and height in pixels.
    """

    size: tuple[int, int]
    bgr: bytes

    @classmethod
    def of(cls, picture: Picture) -> Art:
        """Return a picture (height × width × 3, blue, green, red) as a value."""
        height, width = picture.shape[:2]
        return cls((width, height), picture.tobytes())


class Offer(NamedTuple):
    """A game that can be set up: its name, its title, its board, and what stands on it at first.

    ``board`` is None for a game that has none of its own.
    """

    name: str
    title: str
    board: Board | None
    standing: Placement


@dataclass(frozen=True)
class Look:
    """All inputs of a page."""

    theme: Theme
    words: Words
    board: Board
    measure: Measure
    turns: int = 0
    """Quarter turns clockwise that show the board upright."""
    camera: str | None = None
    """The name of the table's camera, None if no other can be chosen."""
    games: tuple[Offer, ...] = ()
    """The games that can be set up."""
    trial: bool = False
    """Whether the table's things can be tried."""
    art: Art | None = None
    """What the board looks like; without it a plain board is drawn."""
    motion: bool = True
    """Whether pieces slide to where they go."""
    unfinished: bool = False
    """Whether there are games to continue."""
    taught: bool = False
    """Whether the game has rules to show."""
    lessons: bool = True
    """Whether they are taught here, too."""
    telephones: bool = False
    """Whether telephones may join."""
    saves: bool = True
    """Whether a finished game can be written to a stick from here."""
    names: tuple[tuple[Seat, str], ...] = ()
    """The names of people, by seat."""
    volume: int = 100
    """In percent."""
    brightness: int = 100
    """In percent."""
    facing: bool = False
    """Whether the page is turned towards the player on turn."""

    @property
    def colours(self) -> Palette:
        """Return the theme's colours."""
        return self.theme.colours
