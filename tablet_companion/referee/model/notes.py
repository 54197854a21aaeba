"""Notes on a page: the card of the turn, a line of teaching, a broken rule, movement in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Card, Message
from tablet_companion.games.text import N_

MIRRORED: Final = Message(
    N_("The picture is mirrored. Switch that off where it comes from, or use another camera.")
)
NEVER_AT_REST: Final = Message(N_("I am waiting: a hand or the light keeps moving."))
"""What a page says, and the voice once only, while hands or the light keep it from judging."""


@dataclass(frozen=True, slots=True)
class CardNote:
    """The card of this turn and how it is known: ``seen``, ``named`` or ``inferred``."""

    card: Card
    source: str


@dataclass(frozen=True, slots=True)
class Hint:
    """One line of teaching and the rule to illustrate."""

    say: Message
    rule: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A broken rule in words: the rule, how to put it right, the section of the booklet.

    ``name`` identifies the rule; empty if it is secret. ``mend`` is empty if nothing was done yet.
    """

    rule: Message
    mend: Message
    section: str
    name: str = ""
