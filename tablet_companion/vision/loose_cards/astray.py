"""Pawns that stand beside the cards, told by their colours on the table round these.

Only what is seen on no card is looked for: beside a pawn on a card there may be its own shine or
shadow. Pale and dark ones look as light and shadow do, and are not told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera.lens import Floats, Pose
from calibration.camera.silhouettes import Mask
from tablet_companion.games.core import Piece
from tablet_companion.vision.loose_cards.deck import Card, CardTable
from tablet_companion.vision.loose_cards.outline import HALO_MM, top_lean
from tablet_companion.vision.loose_cards.spots import Colours
from tablet_companion.vision.loose_cards.vacant import is_table_top
from tablet_companion.vision.reading import Stray


@dataclass(frozen=True, slots=True)
class Tuning:
    """When colours beside cards are a pawn's.

    Chosen on simulated tables of Wink (seeds below 1000); held by tests/vision/loose.
    """

    points_min: int = 3
    """Points that must be likelier of a pawn's colour than of any other's."""
    alike_min: float = 0.02
    """Least probability of that colour at those points: an orange pawn is yellow where it is
    lit."""
    share_min: float = 0.6
    """Least share of those among all points within a pawn's reach that are not the table's."""
    seen_min: float = 0.2
    """Probability from which a pawn's colour may be one that stands on a card."""


TUNING: Final = Tuning()


def find_astray(
    table: CardTable, pose: Pose, cards: Mapping[str, Card], table_top: Colours
) -> tuple[Stray, ...]:
    """Return the pawns on the table beside cards, of colours that are seen on none."""
    on_cards = {
        colour
        for card in cards.values()
        for pawn in (card.stage.pawns if card.stage is not None else ())
        for colour, share in pawn.posterior
        if share > TUNING.seen_min
    }
    pawns = table.pawns
    wanted = [
        number
        for number, colour in enumerate(pawns.colours)
        if not (colour in on_cards or colour in pawns.pale or pawns.is_dark(colour))
    ]
    if not wanted:
        return ()
    at, seen = _list_strange(cards, table_top)
    clear = ~_hidden_by_pawns(table, pose, cards, at)
    if np.count_nonzero(clear) < TUNING.points_min:
        return ()
    at, shares = at[clear], pawns.shares(seen[clear])
    likely, own = shares == shares.max(axis=1, keepdims=True), shares > TUNING.alike_min
    return tuple(
        _make_stray(table, cards, pawns.colours[number], middle)
        for number in wanted
        if (middle := _find_middle(table, at, own[:, number], likely[:, number])) is not None
    )


def _list_strange(cards: Mapping[str, Card], table_top: Colours) -> tuple[Floats, Colours]:
    """Return the points of the table beside cards that have not its colours, and theirs."""
    at, seen = [np.zeros((0, 2))], [np.zeros((0, 3), np.float32)]
    for card in cards.values():
        if card.rim_mm is None or card.lying.around is None or card.beyond is None:
            continue
        colours = np.concatenate([card.lying.around, card.beyond[1]])
        strange = ~is_table_top(colours, table_top)
        points = np.concatenate([card.rim_mm, card.beyond[0]])[strange]
        at.append(card.lying.to_table(points))
        seen.append(colours[strange])
    return np.concatenate(at), np.concatenate(seen)


def _hidden_by_pawns(table: CardTable, pose: Pose, cards: Mapping[str, Card], at: Floats) -> Mask:
    """Return which points of the table the pawns on cards hide."""
    reach_mm, hidden = table.pawns.kind.diameter_mm / 2 + HALO_MM, np.zeros(len(at), np.bool_)
    for card in cards.values():
        for pawn in card.stage.pawns if card.stage is not None else ():
            foot = card.lying.to_table(np.array(pawn.at_mm))
            lean = top_lean(table.pawns.kind, pose, foot[None], np.zeros(1))[0]
            along = np.clip((at - foot) @ lean / max(1e-6, float(lean @ lean)), 0, 1)
            hidden |= np.hypot(*(at - foot - along[:, None] * lean).T) < reach_mm
    return hidden


def _find_middle(table: CardTable, at: Floats, own: Mask, likely: Mask) -> Floats | None:
    """Return the middle of the points of a colour if they are a pawn's, as it stands or lies.

    ``own`` may have this colour, ``likely`` have it rather than any other.
    """
    likely = likely & own
    if not likely.any():
        return None
    near = np.hypot(*(at - np.median(at[likely], axis=0)).T) < table.pawns.kind.height_mm
    count = np.count_nonzero(own & near)
    most = count >= max(TUNING.points_min, TUNING.share_min * np.count_nonzero(near))
    return np.median(at[own & near], axis=0) if most and not (likely & ~near).any() else None


def _make_stray(
    table: CardTable, cards: Mapping[str, Card], colour: Piece, middle: Floats
) -> Stray:
    near = min(cards, key=lambda name: float(np.hypot(*(cards[name].lying.centre - middle))))
    return Stray(colour, table.spot_of[near, "pawn"], float(middle[0]), float(middle[1]))
