"""What stands on several cards: one card, or a pawn on it, may reach over another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.camera.lens import Floats, Pose
from tablet_companion.games.core import Piece
from tablet_companion.vision.loose_cards.deck import Card, CardTable, positions_of
from tablet_companion.vision.loose_cards.doubts import goes_over_edge
from tablet_companion.vision.loose_cards.outline import cover, make_outline, outline_mask, top_lean
from tablet_companion.vision.loose_cards.patch import Patch
from tablet_companion.vision.loose_cards.pawns import Pawns, Standing, likeliest
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.spots import Colours
from tablet_companion.vision.loose_cards.stage import CardContents, read_stage
from tablet_companion.vision.loose_cards.vacant import is_table_top


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a pawn certainly stands on its own card. Chosen on simulated tables of Wink's cards."""

    own_mm: float = 3.0
    """Millimetres by which the middle of a pawn's foot must be inside its card's edge."""
    edge_mm: float = 10.0
    """Millimetres inside its card's edge from which on it cannot be a neighbour's pawn."""


TUNING: Final = Tuning()

_Foot = tuple[str, Piece, Floats]
"""A pawn's card, its colour, and where it stands on the table."""


def read_stages(
    pawns: Pawns, patches: Sequence[Patch], leans: Floats, centres: Floats, turns: Floats
) -> list[CardContents]:
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


def doubt_lying(
    table: CardTable, pose: Pose, cards: Mapping[str, Card], table_top: Colours
) -> dict[str, Card]:
    """Return the cards; pawns that may lie over an edge, or over two cards, are in doubt."""
    feet = [
        (name, likeliest(pawn.posterior), card.lying.to_table(np.array(pawn.at_mm)))
        for name, card in cards.items()
        if card.stage is not None
        for pawn in card.stage.pawns
    ]
    named = {name for name, _, _ in feet}
    return {
        name: _doubt_pawns(table, pose, card, table_top, [one for one in feet if one[0] != name])
        if name in named
        else card
        for name, card in cards.items()
    }


def _doubt_pawns(
    table: CardTable, pose: Pose, card: Card, table_top: Colours, others: Sequence[_Foot]
) -> Card:
    """Return a card whose pawns are in doubt that may lie; ``others`` stand on other cards."""
    kind, stage, rim = table.pawns.kind, card.stage, card.lying.around
    if stage is None or card.rim_mm is None or rim is None or card.beyond is None:
        return card
    at, seen = (np.concatenate(part) for part in zip((card.rim_mm, rim), card.beyond, strict=True))
    strange = ~is_table_top(seen, table_top)
    beside = at[strange], seen[strange]
    centres, turns = positions_of([card.lying])
    outline = make_outline(kind, top_lean(kind, pose, centres, turns)[0])

    def lies(pawn: Standing) -> bool:
        colour, foot = likeliest(pawn.posterior), card.lying.to_table(np.array(pawn.at_mm))
        return any(
            other == colour and float(np.hypot(*(at - foot))) < kind.height_mm
            for _, other, at in others
        ) or goes_over_edge(table.pawns, outline, pawn, *beside)

    standing = (replace(pawn, doubtful=pawn.doubtful or lies(pawn)) for pawn in stage.pawns)
    return replace(card, stage=replace(stage, pawns=tuple(standing)))


def _is_unclear(stage: CardContents, half_mm: Floats) -> bool:
    """Whether a card has something that is no pawn on it, or a pawn in doubt or at its edge."""
    edge = half_mm - TUNING.edge_mm
    return (
        stage.doubtful
        or stage.foreign
        or any(pawn.doubtful or (np.abs(pawn.at_mm) > edge).any() for pawn in stage.pawns)
    )


def _own_feet(stage: CardContents, half_mm: Floats) -> Floats:
    """Return the feet, in the card's frame, of the pawns that certainly stand on it."""
    feet = np.array([pawn.at_mm for pawn in stage.pawns]).reshape(-1, 2)
    return np.asarray(feet[(np.abs(feet) < half_mm - TUNING.own_mm).all(axis=1)])
