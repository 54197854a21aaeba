"""Cards without a visible marker: what became of them, and what stands where they lay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.camera.lens import Floats
from tablet_companion.vision.loose_cards import deck
from tablet_companion.vision.loose_cards.detect import Side
from tablet_companion.vision.loose_cards.memory import CardPosition
from tablet_companion.vision.loose_cards.outline import HALO_MM, top_lean
from tablet_companion.vision.loose_cards.patch import Patch
from tablet_companion.vision.loose_cards.spots import Colours, sample_colours, to_pixels
from tablet_companion.vision.loose_cards.stage import CardContents, read_stage
from tablet_companion.vision.loose_cards.vacant import TUNING as VACANT
from tablet_companion.vision.loose_cards.vacant import Fate, decide_fate, is_table_top


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a place is bare."""

    bare_share_min: float = 0.99
    """Share of a card's place that must be bare table; with less, something as large as a pawn may
    stand there. Chosen on simulated tables."""


TUNING: Final = Tuning()


def resolve_missing(
    table: deck.CardTable,
    shot: deck.Shot,
    known: Mapping[str, CardPosition],
    present: Mapping[str, deck.Card],
    table_top: Colours,
) -> dict[str, deck.Card]:
    """Return what became of each card in ``known`` that is not ``present``.

    ``table_top`` are the colours of the table.
    """
    if not known:
        return {}
    centres, turns = deck.positions_of(list(known.values()))
    maps = to_pixels(shot.fit.pose, centres, turns, table.cards)
    light = shot.light_at(centres)
    over = sample_colours(shot.view, maps, table.spots.over) / light[:, None]
    others = deck.positions_of([card.lying for card in present.values()])
    beneath = deck.under_other_cards(
        table, deck.to_table(centres, turns, table.spots.over), *others
    )
    leans = top_lean(table.pawns.kind, shot.fit.pose, centres, turns)
    answer: dict[str, deck.Card] = {}
    for k, (name, lying) in enumerate(known.items()):
        before = None if lying.gone else lying.over
        what = decide_fate(over[k], before, beneath[k], table_top)
        clear = ~beneath[k]
        free, free_mm = over[k][clear], table.spots.over[clear]
        side = Side(name, lying.up)
        place = _Vacancy(side, lying, maps[k : k + 1], leans[k], light[k], free, free_mm, table_top)
        answer[name] = _read_vacancy(table, shot, place, what)
    return answer


@dataclass(frozen=True, slots=True, eq=False)
class _Vacancy:
    """The place of a card without visible markers, with the data to examine it."""

    side: Side
    lying: CardPosition
    map: Floats
    lean_mm: Floats
    light: Colours
    over: Colours
    over_mm: Floats
    table_top: Colours


def _read_vacancy(table: deck.CardTable, shot: deck.Shot, place: _Vacancy, what: Fate) -> deck.Card:
    """Return a card without visible markers, with what stands at its place."""
    if what is Fate.BENEATH:
        return deck.Card(place.lying, what)
    if what is Fate.THERE:
        return deck.Card(place.lying, what, stage=_stage_without_markers(table, shot, place))
    stage = CardContents(())
    if (
        what is Fate.COVERED
        or is_table_top(place.over, place.table_top).mean() < TUNING.bare_share_min
    ):
        stage = _stage_on_the_table(table, shot, place)
    if what is Fate.COVERED and (stage.foreign or not _is_bare_beside(table, place, stage)):
        return deck.Card(place.lying, what, over=place.over)
    return deck.Card(replace(place.lying, gone=True), Fate.GONE, stage=stage)


def _is_bare_beside(table: deck.CardTable, place: _Vacancy, stage: CardContents) -> bool:
    """Whether a place would be bare but for the pawns that stand on it."""
    clear = np.ones(len(place.over), dtype=bool)
    reach = table.pawns.kind.diameter_mm / 2 + HALO_MM
    for pawn in stage.pawns:
        for share in (0.0, 0.5, 1.0):  # foot, body, top
            at = np.array(pawn.at_mm) + share * place.lean_mm
            clear &= ((place.over_mm - at) ** 2).sum(axis=-1) > reach**2
    return bool(stage.pawns) and bool(
        is_table_top(place.over[clear], place.table_top).mean() > VACANT.bare_share_min
    )


def _stage_without_markers(table: deck.CardTable, shot: deck.Shot, place: _Vacancy) -> CardContents:
    patches = sample_colours(shot.view, place.map, table.spots.patch) / place.light
    return read_stage(
        table.pawns, deck.make_patches(table, [place.side], patches)[0], place.lean_mm
    )


def _stage_on_the_table(table: deck.CardTable, shot: deck.Shot, place: _Vacancy) -> CardContents:
    """Return what stands where a card lay.

    Nobody asks whether a white pawn hides there: wood has light and dark parts of its own.
    """
    patch = sample_colours(shot.view, place.map, table.spots.patch) / place.light
    patch = patch.reshape((*table.disc.shape, 3))
    ground = np.zeros_like(table.disc)
    ground[table.disc] = is_table_top(patch[table.disc], place.table_top[::2])
    level = np.asarray(patch.mean(axis=2))
    none = np.zeros_like(ground)
    seen = Patch(patch, ground, ~ground & table.disc, none, table.disc, none, level, 1.0)
    stage = read_stage(table.pawns, seen, place.lean_mm)
    return replace(stage, doubtful=False, may_hide_pale=False)
