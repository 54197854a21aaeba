"""Perfect and imperfect looks at a table, without a camera: readings made from placements."""

from __future__ import annotations

from collections.abc import Mapping

from tablet_companion.games.core import EMPTY, HIDDEN, Card, Piece, Place, Placement
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.vision.reading import CardReading, PlaceReading, Reading, Stray

COLOURS = tuple(map(Piece, ("red", "blue", "green", "yellow")))
AREAS: Areas = {
    **{Place(f"T{number}"): (Place(f"T{number}"),) for number in range(64)},
    **{Place(f"{c}.F{n}"): (Place(f"{c}.F{n}"),) for c in COLOURS for n in range(1, 5)},
    **{Place(f"{c}.nest"): tuple(Place(f"{c}.N{n}") for n in range(1, 5)) for c in COLOURS},
}
"""The places of Agent DOG, without a board file."""


def look(  # noqa: PLR0913 - a look has many sides, and tests name the one they mean
    spots: Mapping[Place, Piece] | Placement,
    *,
    areas: Areas = AREAS,
    card: str = "",
    pose: tuple[float, float, float] | None = (0.0, 0.0, 0.0),
    covered: tuple[str, ...] = (),
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    strays: tuple[tuple[str, str], ...] = (),
    sure: float = 0.998,
    card_sure: float = 0.99,
) -> Reading:
    """Return a reading that shows these pieces.

    ``card`` is the top card, ``none`` without a pose for an empty pile and with one for an untaught
    card, nothing where no camera sees the pile. ``covered`` places cannot be seen; ``doubts`` gives
    a place other odds; ``sure`` is the probability of everything else, ``card_sure`` that of the
    card.
    """
    if isinstance(spots, Placement):
        spots = lay_out(spots, areas)
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
            sights.append(PlaceReading(place, tuple(odds.items()), place in covered))
    face = None if card == "none" else Card(card)
    return Reading(
        tuple(sights),
        CardReading(((face, card_sure), (Card("?"), 1 - card_sure)), pose) if card else None,
        tuple(Stray(Piece(piece), Place(near), 0.0, 0.0) for piece, near in strays),
    )


def _odds(piece: Piece, sure: float) -> dict[Piece, float]:
    rest = (1 - sure) / (len(COLOURS) + 1)
    return dict.fromkeys((EMPTY, HIDDEN, *COLOURS), rest) | {piece: sure}
