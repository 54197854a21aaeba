"""Cards without a visible marker: what became of them, and what stands where they lay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.lens import Floats
from tablet_companion.vision.loose_cards.deck import (
    Card,
    CardTable,
    Shot,
    positions_of,
    read_stages,
    to_table,
    under_other_cards,
)
from tablet_companion.vision.loose_cards.detect import Side
from tablet_companion.vision.loose_cards.memory import CardPosition
from tablet_companion.vision.loose_cards.spots import Colours, sample_colours, to_pixels
from tablet_companion.vision.loose_cards.stage import Patch, Stage, read_stage, top_lean
from tablet_companion.vision.loose_cards.vacant import Fate, decide_fate, is_table_top, palette


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a place is bare."""

    bare_share_min: float = 0.99
    """Share of a card's place that must be bare table; with less, something as large as a pawn may
    stand there. Chosen on simulated tables."""


TUNING: Final = Tuning()


def resolve_missing(
    table: CardTable,
    shot: Shot,
    known: Mapping[str, CardPosition],
    present: Mapping[str, Card],
    around: list[Colours],
) -> dict[str, Card]:
    """Return what became of each card in ``known`` that is not ``present``.

    ``around`` are the colours of the table round every card.
    """
    if not known:
        return {}
    centres, turns = positions_of(list(known.values()))
    maps = to_pixels(shot.fit.pose, centres, turns, table.cards)
    light = shot.light_at(centres)
    over = sample_colours(shot.view, maps, table.spots.over) / light[:, None]
    others = positions_of([card.lying for card in present.values()])
    beneath = under_other_cards(table, to_table(centres, turns, table.spots.over), *others)
    leans = top_lean(table.pawns.kind, shot.fit.pose, centres, turns)
    table_top = palette(around)
    answer: dict[str, Card] = {}
    for k, (name, lying) in enumerate(known.items()):
        before = None if lying.gone else lying.over
        what = decide_fate(over[k], before, beneath[k], table_top)
        free = over[k][~beneath[k]]
        side = Side(name, lying.up)
        place = _Vacancy(side, lying, maps[k : k + 1], leans[k], light[k], free, table_top)
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
    table_top: Colours


def _read_vacancy(table: CardTable, shot: Shot, place: _Vacancy, what: Fate) -> Card:
    """Return a card without visible markers, with what stands at its place."""
    if what is Fate.BENEATH:
        return Card(place.lying, what)
    if what is Fate.THERE:
        return Card(place.lying, what, stage=_stage_without_markers(table, shot, place))
    stage = Stage(())
    if (
        what is Fate.COVERED
        or is_table_top(place.over, place.table_top).mean() < TUNING.bare_share_min
    ):
        stage = _stage_on_the_table(table, shot, place)
    if what is Fate.COVERED and (stage.foreign or not stage.pawns):
        return Card(place.lying, what)
    return Card(replace(place.lying, gone=True), Fate.GONE, stage=stage)


def _stage_without_markers(table: CardTable, shot: Shot, place: _Vacancy) -> Stage:
    patches = sample_colours(shot.view, place.map, table.spots.patch) / place.light
    return read_stages(table, [place.side], patches, place.lean_mm[None])[0]


def _stage_on_the_table(table: CardTable, shot: Shot, place: _Vacancy) -> Stage:
    """Return what stands where a card lay."""
    patch = sample_colours(shot.view, place.map, table.spots.patch) / place.light
    patch = patch.reshape((*table.disc.shape, 3))
    ground = np.zeros_like(table.disc)
    ground[table.disc] = is_table_top(patch[table.disc], place.table_top[::2])
    seen = Patch(patch, ground, ~ground & table.disc, np.zeros_like(ground), table.disc)
    return read_stage(table.pawns, seen, place.lean_mm)
