"""Perfect and imperfect looks at a table, without a camera: readings made from placements."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hardware.board import Board, read_board
from tablet_companion.games.core import EMPTY, HIDDEN, Card, Piece, Place, Placement
from tablet_companion.referee.evidence import Areas
from tablet_companion.referee.seen import expected_spots
from tablet_companion.vision.reading import CardSight, Reading, Sight, Stray

BOARD = Path(__file__).parents[2] / "tablet_companion/games/agent_dog/board.toml"
COLOURS = tuple(map(Piece, ("red", "blue", "green", "yellow")))


def areas_of(board: Board) -> Areas:
    """Return the areas of a board as the referee wants them."""
    return {
        Place(area): tuple(Place(place.name) for place in places)
        for area, places in board.areas.items()
    }


def agent_dog_areas() -> Areas:
    """Return the areas of the project's own board."""
    return areas_of(read_board(BOARD))


def look(
    spots: Mapping[Place, Piece] | Placement,
    areas: Areas,
    *,
    card: str | None = None,
    pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
    covered: tuple[str, ...] = (),
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    strays: tuple[tuple[str, str], ...] = (),
    sure: float = 0.998,
) -> Reading:
    """Return a reading that shows these pieces.

    ``covered`` places cannot be seen; ``doubts`` gives a place other odds; ``sure`` is the
    probability of everything else.
    """
    if isinstance(spots, Placement):
        spots = expected_spots(spots, areas)
    sights = []
    for places in areas.values():
        for place in places:
            given = (doubts or {}).get(place)
            odds = (
                {Piece(k): v for k, v in given.items()}
                if given
                else _odds(spots.get(place, EMPTY), sure)
            )
            if place in covered:
                odds = dict.fromkeys(odds, 1 / len(odds))
            sights.append(Sight(place, tuple(odds.items()), place in covered))
    face = None if card is None else Card(card)
    return Reading(
        tuple(sights),
        CardSight(((face, 0.99), (Card("?"), 0.01)), pose),
        tuple(Stray(Piece(piece), Place(near), 0.0, 0.0) for piece, near in strays),
    )


def _odds(piece: Piece, sure: float) -> dict[Piece, float]:
    rest = (1 - sure) / (len(COLOURS) + 1)
    return dict.fromkeys((EMPTY, HIDDEN, *COLOURS), rest) | {piece: sure}
