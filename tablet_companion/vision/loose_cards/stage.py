"""What stands on a card: the pawn's outline on a plain ground, and the colour of its top.

The ground is the plain disc printed in the middle of a card and the white paper about it, or the
bare table where a card was. The caller says which pixels are ground; a pawn is the outline of its
foot and its top, which the camera sees beside each other, that best explains the pixels that are
not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Floats
from tablet_companion.games.core import EMPTY
from tablet_companion.vision.loose_cards import doubts
from tablet_companion.vision.loose_cards.outline import Outline, cover, make_outline, outline_mask
from tablet_companion.vision.loose_cards.patch import Patch, count_solid, disc_mask
from tablet_companion.vision.loose_cards.pawns import Pawns, Standing, colour_posterior
from tablet_companion.vision.loose_cards.spots import grid_of


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as a pawn on a card, and what as something else.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose. Anything that no
    pawn explains is foreign, and then nothing on the card is certain: a finger must not be read as
    a pawn.
    """

    speck_mm2: int = 30
    """Square millimetres. Less on a card is dirt or the edge of a shadow."""
    foreign_mm2: int = 60
    """Square millimetres. More than this without a pawn to explain it is something else: a finger,
    a card, a cup."""
    doubtful_mm2: int = 25
    """Square millimetres of paper that are hidden: a pawn may stand there, mostly over print."""
    sliver_mm2: int = 8
    """Square millimetres of the disc that are hidden beside the pawns: another may stand behind
    one. None on ordinary tables."""
    filled_share_min: float = 0.6
    """Share of a pawn's outline that must not be ground."""
    in_sight_share_min: float = 0.35
    """Least share of the outline over the stage, wherever a pawn stands on it."""
    disc_reach_mm: float = 17.0
    """Millimetres. A pawn whose foot is farther from the middle is looked for on the white paper,
    too, and must leave nothing beside it: a hand over a card's edge is no pawn."""
    pawns_max: int = 3
    """Most pawns to look for on one card."""
    halo_pale_max: float = 0.13
    """Share of a pawn's halo that may be paler than the ground round a white pawn: up to 0.12 where
    one stands on simulated tables, from 0.16 where a band of sun was taken for one."""
    alike_min: float = 0.02
    """Probability from which two pawns on a card may have one colour: an orange one that lies is
    yellow at its lit end."""
    ground_cost: float = 0.7
    """Points of ground within an outline count against it by this factor."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True)
class CardContents:
    """What stands on a card.

    ``foreign``: something else is on the disc, too, and nothing is certain. ``doubtful``: something
    that cannot be named is on the paper about it. ``may_hide_pale``: a pawn as pale as paper might
    stand there unseen. ``rest`` is the card without its pawns, if much of it is neither disc nor
    paper.
    """

    pawns: tuple[Standing, ...]
    foreign: bool = False
    doubtful: bool = False
    may_hide_pale: bool = False
    rest: Patch | None = None


def read_stage(pawns: Pawns, patch: Patch, lean_mm: Floats) -> CardContents:
    """Return what stands on a card; ``lean_mm`` is the apparent offset of a top from its foot."""
    plain = patch.other & (patch.disc | patch.paper)
    if plain.sum() < TUNING.speck_mm2 and count_solid(patch.other) < TUNING.sliver_mm2:
        return CardContents((), may_hide_pale=doubts.may_hide_white(patch))
    outline = make_outline(pawns.kind, lean_mm)
    upon = _find_pawns(pawns, patch.on_disc(), outline, TUNING.disc_reach_mm)
    lit = _is_lit(patch, outline, upon)
    if lit:
        upon = [pawn for pawn in upon if not doubts.is_pale(patch, outline, pawn)]
    rest = patch.without(outline, _feet(upon)).without_paler()
    beside = _find_pawns(pawns, rest, outline, np.inf)
    after = rest.without(outline, _feet(beside))
    if count_solid(after.other) >= TUNING.foreign_mm2:
        beside, after = [], rest
    every = (*upon, *beside)
    found = _weigh(pawns, patch, outline, every, lit=lit)
    unknown = count_solid(after.other & ~patch.disc)
    foreign = count_solid(after.other & patch.disc) >= TUNING.foreign_mm2
    covered = cover(outline, _feet(every), patch.other.shape)
    doubtful = (
        unknown >= TUNING.doubtful_mm2
        or count_solid(patch.other & patch.disc & ~covered) >= TUNING.sliver_mm2
        or (bool(every) and doubts.shows_pale_top(pawns.kind, patch, covered))
    )
    hidden = lit or doubts.may_hide_white(patch)
    much = foreign or unknown >= TUNING.foreign_mm2
    return CardContents(found, foreign, doubtful, hidden, after if much else None)


def _weigh(
    pawns: Pawns, patch: Patch, outline: Outline, found: Sequence[Standing], *, lit: bool
) -> tuple[Standing, ...]:
    """Return the pawns found on a card, those in doubt that may not stand where they seem to.

    Two that may have one colour are one that lies there.
    """

    def is_in_doubt(pawn: Standing) -> bool:
        others = [one for one in found if one is not pawn]
        alone = patch.without(outline, _feet(others))
        alike = any(_share_colour(pawn, one) > TUNING.alike_min for one in others)
        return lit or alike or doubts.is_doubtful(pawns, alone, outline, pawn)

    return tuple(replace(pawn, doubtful=is_in_doubt(pawn)) for pawn in found)


def _share_colour(one: Standing, other: Standing) -> float:
    """Return the probability that two pawns have the same colour, each by itself."""
    odds = dict(other.posterior)
    return sum(odds[piece] * share for piece, share in one.posterior if piece != EMPTY)


def _feet(pawns: Iterable[Standing]) -> list[tuple[float, float]]:
    return [pawn.at_mm for pawn in pawns]


def _is_lit(patch: Patch, outline: Outline, upon: list[Standing]) -> bool:
    """Whether what is paler than the disc is light upon it rather than a white pawn.

    Light has no pawn's outline: much of it is left, or it goes on round the outline.
    """
    left = patch.on_disc().without(outline, _feet(upon))
    pale = [pawn for pawn in upon if doubts.is_pale(patch, outline, pawn)]
    return int((left.other & left.paler).sum()) >= TUNING.doubtful_mm2 or any(
        _halo_share(patch, outline, pawn) > TUNING.halo_pale_max for pawn in pale
    )


def _halo_share(patch: Patch, outline: Outline, pawn: Standing) -> float:
    """Return the share of what is seen close round a pawn that is paler than the ground."""
    wide, tight = (
        outline_mask(hull, np.array(pawn.at_mm), patch.other.shape)
        for hull in (outline.wide_hull, outline.tight_hull)
    )
    halo = wide & ~tight & (patch.other | patch.ground)
    return float((halo & patch.paler).sum()) / max(1.0, float(halo.sum()))


def _find_pawns(pawns: Pawns, patch: Patch, outline: Outline, reach_mm: float) -> list[Standing]:
    """Return the pawns that explain what is not ground, the clearest one first.

    Their feet are within ``reach_mm`` of the card's middle.
    """
    found: list[Standing] = []
    left = patch
    while left.other.sum() >= TUNING.speck_mm2 and len(found) < TUNING.pawns_max:
        foot = _best_foot(outline, left, reach_mm)
        if foot is None:
            break
        posterior = colour_posterior(pawns, patch, outline, foot)
        if posterior is None:
            break
        found.append(Standing(posterior, (float(foot[0]), float(foot[1]))))
        left = left.without(outline, _feet(found[-1:]))
    return found


def _best_foot(outline: Outline, patch: Patch, reach_mm: float) -> Floats | None:
    """Return the foot, in the card's frame, that explains most of what is not ground."""
    shape = patch.other.shape
    wanted = patch.other.astype(np.float32) - TUNING.ground_cost * patch.ground.astype(np.float32)
    score = cv2.filter2D(
        wanted, -1, outline.tight, anchor=outline.anchor, borderType=cv2.BORDER_CONSTANT
    )
    _, _, _, at = cv2.minMaxLoc(score, disc_mask(shape, reach_mm).astype(np.uint8))
    foot = np.asarray(grid_of(shape)[at[1], at[0]])
    taken = outline_mask(outline.tight_hull, foot, shape)
    seen, bare = float((taken & patch.other).sum()), float((taken & patch.ground).sum())
    least = TUNING.filled_share_min * max(
        seen + bare, TUNING.in_sight_share_min * float(outline.tight.sum())
    )
    return foot if seen >= least else None
