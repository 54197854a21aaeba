"""Converts a scan of loose cards to a Reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tablet_companion.games.core import EMPTY, HIDDEN, Piece
from tablet_companion.vision.loose_cards.deck import Card, CardTable
from tablet_companion.vision.loose_cards.pawns import Posterior, empty_posterior, likeliest
from tablet_companion.vision.loose_cards.vacant import Fate
from tablet_companion.vision.reading import PlaceReading, Reading, Stray


@dataclass(frozen=True, slots=True)
class Tuning:
    """How sure a single look at a card may be.

    Chosen: below what counts as sure without doubt, so that one look can be outvoted.
    """

    seen_probability: float = 0.998
    """Probability of a card whose markers are read, or of a place that is clearly bare."""
    remembered_probability: float = 0.97
    """Probability of a card whose markers cannot be read but that looks as before."""
    doubtful_weight: float = 0.6
    """Weight of a pawn that may not stand where it is read, or of a card that may not be empty."""


TUNING: Final = Tuning()


def make_reading(
    table: CardTable, cards: Mapping[str, Card], astray: Sequence[Stray] = ()
) -> Reading:
    """Return the Reading of some cards, and of pawns beside them."""
    places: list[PlaceReading] = []
    strays: list[Stray] = [*astray]
    for name in table.names:
        card = cards.get(name)
        places.append(_read_card(table, name, card))
        places.append(_read_pawn(table, name, card))
        if card is not None and card.stage is not None:
            strays += _strays(table, name, card)
    return Reading(tuple(places), strays=tuple(strays))


def _read_card(table: CardTable, name: str, card: Card | None) -> PlaceReading:
    place, own = table.spot_of[name, "card"], Piece(name)
    if card is None or card.fate in {Fate.COVERED, Fate.BENEATH}:
        return PlaceReading(
            place, tuple((piece, 1 / 3) for piece in (EMPTY, own, HIDDEN)), covered=True
        )
    if card.fate is Fate.GONE:
        best, likely = EMPTY, TUNING.seen_probability
    else:
        best, likely = (
            (own if card.lying.up else HIDDEN),
            (TUNING.seen_probability if card.aruco_seen else TUNING.remembered_probability),
        )
    rest = (1 - likely) / 2
    posterior = tuple((piece, likely if piece == best else rest) for piece in (EMPTY, own, HIDDEN))
    return PlaceReading(place, posterior)


def _read_pawn(table: CardTable, name: str, card: Card | None) -> PlaceReading:
    place = table.spot_of[name, "pawn"]
    pieces = (EMPTY, *table.pawns.colours)
    flat: Posterior = tuple((piece, 1 / len(pieces)) for piece in pieces)
    if card is None or card.stage is None or card.stage.foreign:
        return PlaceReading(place, flat, covered=True)
    if not card.stage.pawns:
        pale = card.stage.may_hide_pale
        empty = empty_posterior(table.pawns, table.pawns.pale if pale else ())
        return PlaceReading(place, _doubt(empty) if card.stage.doubtful else empty)
    pawn = card.stage.pawns[0]
    doubtful = pawn.doubtful or card.stage.doubtful
    return PlaceReading(place, _doubt(pawn.posterior) if doubtful else pawn.posterior)


def _doubt(posterior: Posterior) -> Posterior:
    """Return probabilities of what may not be as it seems; it stays the likeliest."""
    weight = TUNING.doubtful_weight
    rest = (1 - weight) / len(posterior)
    return tuple((piece, weight * share + rest) for piece, share in posterior)


def _strays(table: CardTable, name: str, card: Card) -> list[Stray]:
    """Return the pawns on a card beyond the first: a card is a place for one."""
    assert card.stage is not None
    strays = []
    for pawn in card.stage.pawns[1:]:
        at = card.lying.to_table(np.array(pawn.at_mm))
        near = table.spot_of[name, "pawn"]
        strays.append(Stray(likeliest(pawn.posterior), near, float(at[0]), float(at[1])))
    return strays
