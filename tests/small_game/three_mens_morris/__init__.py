"""Three Men's Morris: a game as small as one can be, kept outside the package."""

from .game import GAME

__all__ = ["GAME"]
