"""Whole games of Agent DOG in few words: who holds what, what is done, what is seen of it."""

from __future__ import annotations

from typing import Any, Final

from tablet_companion.games.agent_dog.exchange import read_position
from tests.games.acting import Acting
from tests.games.agent_dog import GAME, position
from tests.games.dog import holding

_ACTING: Final[Acting[Any]] = Acting(GAME)
do, texts = _ACTING.play, _ACTING.legal


def table(hand: str, others: dict[str, str] | None = None, **pawns: Any) -> Any:
    """Return a position in play in which red is on turn, and others may hold cards, too."""
    return holding(read_position(position("", **pawns)), red=hand, **(others or {}))


def seen(state: Any) -> dict[str, str]:
    """Return what stands on each place outside of the nests."""
    pieces = GAME.placement(state).pieces
    return {str(place): str(piece) for place, piece in pieces if "nest" not in place}
