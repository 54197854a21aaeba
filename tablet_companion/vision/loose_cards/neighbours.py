"""What stands on several cards: one card, or a pawn on it, may reach over another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.lens import Floats
from tablet_companion.vision.loose_cards.outline import cover, make_outline, outline_mask
from tablet_companion.vision.loose_cards.patch import Patch
from tablet_companion.vision.loose_cards.pawns import Pawns
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.stage import Stage, read_stage


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a pawn certainly stands on its own card. Chosen on simulated tables of Wink's cards."""

    own_mm: float = 3.0
    """Millimetres of its foot's middle from the card's edge, inwards,"""
    edge_mm: float = 10.0
    """and from which on a neighbour's pawn cannot be taken for it."""


TUNING: Final = Tuning()


def read_stages(
    pawns: Pawns, patches: Sequence[Patch], leans: Floats, centres: Floats, turns: Floats
) -> list[Stage]:
    """Return what stands on each of some cards that lie there, with tops that lean so far."""
    stages = [read_stage(pawns, patch, lean) for patch, lean in zip(patches, leans, strict=True)]
    if not stages:
        return []
    half = np.array(patches[0].disc.shape[::-1]) / 2
    corners = half * [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    own = [_own_feet(stage, half) for stage in stages]
    for k in [k for k, stage in enumerate(stages) if _is_unclear(stage, half)]:
        covered = np.zeros_like(patches[k].disc)
        for j in np.flatnonzero(np.hypot(*(centres - centres[k]).T) < 2 * np.hypot(*half)).tolist():
            if j != k:
                away = rotate(centres[j] - centres[k], np.array(-turns[k]))
                feet, card = (
                    rotate(points, np.array(turns[j] - turns[k])) + away
                    for points in (own[j], corners)
                )
                covered |= outline_mask(card, np.zeros(2), covered.shape)
                if len(feet):
                    outline = make_outline(pawns.kind, leans[k])
                    covered |= cover(outline, feet.tolist(), covered.shape)
        if (covered & patches[k].other).any():
            stages[k] = read_stage(pawns, patches[k].hidden(covered), leans[k])
    return stages


def _is_unclear(stage: Stage, half_mm: Floats) -> bool:
    """Whether a card has something that is no pawn on it, or a pawn in doubt or at its edge."""
    edge = half_mm - TUNING.edge_mm
    return (
        stage.doubtful
        or stage.foreign
        or any(pawn.doubtful or (np.abs(pawn.at_mm) > edge).any() for pawn in stage.pawns)
    )


def _own_feet(stage: Stage, half_mm: Floats) -> Floats:
    """Return the feet, in the card's frame, of the pawns that certainly stand on it."""
    feet = np.array([pawn.at_mm for pawn in stage.pawns]).reshape(-1, 2)
    return np.asarray(feet[(np.abs(feet) < half_mm - TUNING.own_mm).all(axis=1)])
