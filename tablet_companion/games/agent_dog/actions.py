"""The actions of Agent DOG alone, beside those that it shares with DOG."""

from __future__ import annotations

from typing import NamedTuple

from tablet_companion.games.core import Card
from tablet_companion.games.dog_family import actions


class Redraw(NamedTuple):
    """Two or three players: no card can be played; one is discarded for a new one."""

    card: Card
    verb: str = "redraw"


class Discard(NamedTuple):
    """Two or three players: the drawn card did not help; one is discarded unused."""

    card: Card
    verb: str = "discard"


Action = actions.Action | Redraw | Discard
