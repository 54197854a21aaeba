"""What places, pieces, cards and seats are called, in the forms that sentences ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import CHANCE, EMPTY, HIDDEN, TABLE
from tablet_companion.games.text import N_

FORMS: Final = {"": 0, "the": 1, "at": 2, "den": 2, "from": 3, "dem": 3, "to": 4}
"""The forms of a name between bars, by what follows the colon of a placeholder: ``{place:from}``.

First comes the name alone, then as a sentence needs it: ``*`` stands for the name, and what is left
out is as the form before. Places have a subject, then where, from where and to where; pieces and
cards a subject and the German cases.
"""
SPACE: Final = N_("{seat}’s space {count}|*|on *|from *|to *")
SPACES: Final = {
    "start": N_("{seat}’s start space|*|on *|from *|to *"),
    "hole": N_("{seat}’s space {count} (hole)|*|on *|from *|to *"),
    "finish": N_("{seat}’s finish space {count}|*|on *|from *|to *"),
    "nest": N_("{seat}’s nest|*|in *|from *|into *"),
}
"""What places are called by kind. A quarter belongs to the colour whose start space begins it;
``{count}`` is how far the place lies from there, or how deep in the finish."""
NO_QUARTER: Final = N_("space {text}|*|on *|from *|to *")
ON_TOP: Final = N_("{place}, on {piece:the}|*|{place:at}, on {piece:the}|{place:from}|{place:to}")
USUAL: Final = {
    "piece": N_("*|the * pawn"),
    "card": N_("*|the *"),
    "place": N_("*|*|in *|from *|to *"),
}
"""The forms of names that have none of their own, unless their game has usual ones, too."""
AND: Final = N_("{text} and {text_last}")
"""The end of a list within a sentence, by the placeholder ``{all}``."""
FOLLOWED: Final = N_("{text}: {text_said}")
"""A sentence without its full stop, and what was said then."""
SINGULAR: Final = {"fr": (0, 1)}
"""The numbers that take the word for one thing, by language; elsewhere only 1 does."""
ELIDED: Final = {"fr": (re.compile(r"(?<![-\w])(d|l|qu|D|L|Qu)[ea] (?=[AEIOUÉÎaeiouéêî])"), r"\1’")}
"""Contractions before a name, by language: a pattern and its replacement."""

SEATS: Final = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "green": N_("Green"),
    "yellow": N_("Yellow"),
    "orange": N_("Orange"),
    "white": N_("White"),
    "black": N_("Black"),
    "pink": N_("Pink"),
    CHANCE: N_("Chance"),
    TABLE: N_("Everybody"),
}
PIECES: Final = {
    "red": N_("red"),
    "blue": N_("blue"),
    "green": N_("green"),
    "yellow": N_("yellow"),
    "orange": N_("orange"),
    "white": N_("white"),
    "black": N_("black"),
    "pink": N_("pink"),
    HIDDEN: N_("turned-over"),
    EMPTY: N_("nothing"),
}
"""The visible colour of a piece, as a word before the word for a pawn."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name, which a placeholder puts into the form that its colon asks for."""

    forms: tuple[str, ...]

    def __format__(self, form: str) -> str:
        """Return the name in one of ``FORMS``."""
        pattern = self.forms[min(FORMS[form], len(self.forms) - 1)]
        return pattern.replace("*", self.forms[0])


@dataclass(frozen=True, slots=True)
class Count:
    """A number; after a colon stand the word for one thing and the word for several."""

    number: int
    is_one: bool

    def __format__(self, words: str) -> str:
        """Return the number, or the word that goes with it: ``{count:space|spaces}``."""
        one, _, several = words.partition("|")
        return (one if self.is_one else several) if words else str(self.number)
