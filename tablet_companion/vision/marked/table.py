"""Read one picture of a table of marked cards: every card, and what stands on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.errors import RegistrationError
from calibration.lens import Fit, Floats
from hardware.board import Board
from hardware.marked import MarkedCards
from hardware.ports import Picture
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.vision.marked.find import Finder, Marks
from tablet_companion.vision.marked.memory import Lying, Memory, followed, habit
from tablet_companion.vision.marked.plane import fit_plane, lie, turned
from tablet_companion.vision.marked.spots import (
    Colours,
    View,
    make_spots,
    make_view,
    seen_at,
    to_pixels,
    white_of,
)
from tablet_companion.vision.marked.stage import (
    Odds,
    Pawns,
    Stage,
    best_of,
    disc,
    empty_odds,
    lean_of,
    read_stage,
    stage_ground,
)
from tablet_companion.vision.marked.vacant import Fate, bare, fate, palette
from tablet_companion.vision.reading import Reading, Sight, Stray

_TORN_MM: Final = 2.5
"""Two markers that do not fit one card better than this do not belong to one."""
_LOOSE_MM: Final = 0.8
"""When the cards fit the plane worse than this, the camera hangs elsewhere than before."""
_WELL_MM: Final = 0.7
"""A stage's edge is not looked at."""
_FEW: Final = 8
"""A camera's place told by fewer cards than this is worked out anew when more are seen."""
_SEEN: Final = 0.998
_THOUGHT: Final = 0.97
"""A card whose markers cannot be read and that looks as before is there, so likely."""
_BARE_SHARE: Final = 0.97
_TINT_TRUST: Final = (0.65, 1.4)


class CardTable:
    """A deck of marked cards and the pawns on it, made ready for reading; never changed."""

    def __init__(self, board: Board) -> None:
        """Take a board file that has marked cards."""
        assert board.cards is not None, "this reads boards of marked cards"
        self.board = board
        self.cards: MarkedCards = board.cards
        self.finder = Finder(self.cards)
        self.spots = make_spots(self.cards)
        self.pawns = Pawns(board.pawn)
        self.stage = disc(self.cards.stage_mm - 2 * _WELL_MM)
        shade = self.cards.stage
        rgb = [int(shade[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        self.tint = np.array(rgb[::-1], np.float32)
        self.names = tuple(self.cards.faces)
        self.spot_of = {
            (place.area, kind): Place(place.name) for place in board.places for kind in place.holds
        }


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of one card: where it lies, how that is known, and what stands on it.

    ``stage`` is None where that cannot be seen.
    """

    lying: Lying
    fate: Fate
    marked: bool = False
    stage: Stage | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What one picture shows, and what is to be remembered of it.

    ``hand``: something that is neither card nor pawn covers a card.
    """

    fit: Fit
    cards: Mapping[str, Card]
    hand: bool
    memory: Memory


def scan(table: CardTable, picture: Picture, memory: Memory) -> Scan:
    """Read a picture; raises RegistrationError where no card was ever seen whole."""
    marks = table.finder.find(picture)
    fit = _registered(marks, memory.fit, (picture.shape[1], picture.shape[0]))
    seen = _seen(marks, fit)
    memory = followed(memory, seen)
    view = make_view(picture, _px_per_mm(fit))
    present = _on_sight(table, view, fit, seen)
    light = _light(present)
    known = {name: card for name, card in memory.cards.items() if name not in seen}
    known |= {k: v for k, v in habit(table.board, seen | known).items() if k not in seen}
    missing = _out_of_sight(table, view, fit, known, present, light)
    cards = {name: card.card for name, card in present.items()} | missing
    hand = any(_handled(memory, name, card) for name, card in cards.items())
    return Scan(fit, cards, hand, _remembered(memory, fit, cards, keep=hand))


def reading(table: CardTable, looked: Scan) -> Reading:
    """Return a scan in the words of the referee."""
    sights: list[Sight] = []
    strays: list[Stray] = []
    for name in table.names:
        card = looked.cards.get(name)
        sights.append(_card_sight(table, name, card))
        sights.append(_pawn_sight(table, name, card))
        if card is not None and card.stage is not None:
            strays += _strays(table, name, card)
    return Reading(tuple(sights), strays=tuple(strays))


# --- where everything is ------------------------------------------------------------------------


def _registered(marks: Marks, before: Fit | None, size_px: tuple[int, int]) -> Fit:
    """Keep the camera's place while the cards fit it; else work it out."""
    if before is None or before.pose.size_px != size_px:
        return fit_plane(marks, size_px)
    if not marks.sides:
        return before
    errors = lie(marks, before.pose).errors
    grown = before.anchors < 8 * _FEW <= 4 * len(marks.owner)
    if float(np.median(errors)) < _LOOSE_MM and not grown:
        return before
    try:
        return fit_plane(marks, size_px)
    except RegistrationError:
        return before


def _seen(marks: Marks, fit: Fit) -> dict[str, Lying]:
    """Return the cards whose markers are seen; the side with more markers counts."""
    if not marks.sides:
        return {}
    lies = lie(marks, fit.pose)
    count = np.bincount(marks.owner)
    seen: dict[str, Lying] = {}
    for index in np.argsort(count, kind="stable").tolist():
        side = marks.sides[index]
        if lies.errors[index] < _TORN_MM:
            seen[side.name] = Lying(lies.centres[index], float(lies.turns[index]), side.up)
    return seen


def _px_per_mm(fit: Fit) -> float:
    middle = np.array([[-5.0, 0.0], [5.0, 0.0]])
    one, other = fit.pose.project(middle)
    return float(np.linalg.norm(other - one)) / 10


@dataclass(frozen=True, slots=True, eq=False)
class _Present:
    """A card with markers in sight, and the colour of its white paper."""

    card: Card
    white: Colours


def _placed(lying: Sequence[Lying]) -> tuple[Floats, Floats]:
    centres = np.array([card.centre for card in lying]).reshape(-1, 2)
    return centres, np.array([card.turn for card in lying])


def _on_sight(
    table: CardTable, view: View, fit: Fit, seen: Mapping[str, Lying]
) -> dict[str, _Present]:
    """Return what is seen on and round all cards whose markers are seen."""
    centres, turns = _placed(list(seen.values()))
    maps = to_pixels(fit.pose, centres, turns, table.cards)
    white = white_of(view, maps, table.spots)
    over, around, patches = (
        seen_at(view, maps, points) / white[:, None]
        for points in (table.spots.over, table.spots.around, table.spots.patch)
    )
    stages = _stages(table, patches, lean_of(table.pawns.kind, fit.pose, centres, turns))
    clear = ~_within(table, _points(centres, turns, table.spots.around), centres, turns)
    return {
        name: _Present(
            Card(
                replace(lying, over=over[k], around=around[k][clear[k]]),
                Fate.THERE,
                marked=True,
                stage=stage,
            ),
            white[k],
        )
        for k, ((name, lying), stage) in enumerate(zip(seen.items(), stages, strict=True))
    }


def _stages(table: CardTable, patches: Colours, leans: Floats) -> list[Stage]:
    """Return what stands on each of some cards."""
    if len(patches) == 0:
        return []
    side = int(np.sqrt(patches.shape[1]))
    square = patches.reshape(-1, side, side, 3)
    ground, other = stage_ground(square, _tint(table, square))
    return [
        read_stage(table.pawns, patch, bare_ & table.stage, other_ & table.stage, lean)
        for patch, bare_, other_, lean in zip(square, ground, other, leans, strict=True)
    ]


def _tint(table: CardTable, patches: Colours) -> Colours:
    """Return the stages' colour as it came out of the printer, unless that is not to be seen."""
    each = np.median(patches[:, table.stage], axis=1)
    tint = np.asarray(np.median(each, axis=0), np.float32)
    low, high = _TINT_TRUST
    share = tint / table.tint
    trusted = low < float(share.min()) and float(share.max()) < high
    return tint if trusted else table.tint


def _light(present: Mapping[str, _Present]) -> Colours | None:
    """Return the colour of white paper over the table, or None where none is seen."""
    if not present:
        return None
    return np.asarray(np.median([card.white for card in present.values()], axis=0), np.float32)


# --- what is no longer seen ---------------------------------------------------------------------


def _out_of_sight(  # noqa: PLR0913, PLR0917 - what is missing is judged by all that is there
    table: CardTable,
    view: View,
    fit: Fit,
    known: Mapping[str, Lying],
    present: Mapping[str, _Present],
    light: Colours | None,
) -> dict[str, Card]:
    """Return what became of the cards that are known of and have no marker in sight."""
    if not known:
        return {}
    light = np.full(3, 200.0, np.float32) if light is None else light
    centres, turns = _placed(list(known.values()))
    maps = to_pixels(fit.pose, centres, turns, table.cards)
    over = seen_at(view, maps, table.spots.over) / light
    others = _placed([card.card.lying for card in present.values()])
    beneath = _within(table, _points(centres, turns, table.spots.over), *others)
    table_top = palette(
        [
            *(card.around for card in known.values() if card.around is not None),
            *(c.card.lying.around for c in present.values() if c.card.lying.around is not None),
        ]
    )
    leans = lean_of(table.pawns.kind, fit.pose, centres, turns)
    answer: dict[str, Card] = {}
    for k, (name, lying) in enumerate(known.items()):
        before = None if lying.gone else lying.over
        what = fate(over[k], before, beneath[k], table_top)
        place = _Vacancy(lying, maps[k : k + 1], leans[k], over[k][~beneath[k]], light, table_top)
        answer[name] = _vacated(table, view, place, what)
    return answer


@dataclass(frozen=True, slots=True, eq=False)
class _Vacancy:
    """The place of a card without markers in sight, and what is needed to look at it."""

    lying: Lying
    map: Floats
    lean_mm: Floats
    over: Colours
    light: Colours
    table_top: Colours


def _vacated(table: CardTable, view: View, place: _Vacancy, what: Fate) -> Card:
    """Return a card without markers in sight, with what stands there."""
    if what is Fate.BENEATH:
        return Card(place.lying, what)
    if what is Fate.THERE:
        return Card(place.lying, what, stage=_stage_without_markers(table, view, place))
    stage = Stage((), foreign=False)
    if what is Fate.COVERED or bare(place.over, place.table_top).mean() < _BARE_SHARE:
        stage = _stage_on_the_table(table, view, place)
    if what is Fate.COVERED and (stage.foreign or not stage.pawns):
        return Card(place.lying, what)
    return Card(replace(place.lying, gone=True), Fate.GONE, stage=stage)


def _stage_without_markers(table: CardTable, view: View, place: _Vacancy) -> Stage:
    patches = seen_at(view, place.map, table.spots.patch) / place.light
    return _stages(table, patches, place.lean_mm[None])[0]


def _stage_on_the_table(table: CardTable, view: View, place: _Vacancy) -> Stage:
    """Return what stands where a card lay."""
    patch = seen_at(view, place.map, table.spots.patch) / place.light
    patch = patch.reshape((*table.stage.shape, 3))
    ground = np.zeros_like(table.stage)
    ground[table.stage] = bare(patch[table.stage], place.table_top[::2])
    return read_stage(
        table.pawns, patch, ground & table.stage, ~ground & table.stage, place.lean_mm
    )


def _points(centres: Floats, turns: Floats, points: Floats) -> Floats:
    """Return points of each card on the table's plane: cards × points × 2."""
    return turned(points[None], turns[:, None]) + centres[:, None]


def _within(table: CardTable, points: Floats, centres: Floats, turns: Floats) -> NDArray[np.bool_]:
    """Say which points (n × m × 2) other cards lie on; a card's own points are outside of it."""
    covered = np.zeros(points.shape[:2], dtype=bool)
    half = np.array(table.cards.size_mm) / 2
    reach = float(np.linalg.norm(half)) * 2 + 2 * half.max()
    for centre, turn in zip(centres, turns, strict=True):
        near = np.flatnonzero(np.linalg.norm(points.mean(axis=1) - centre, axis=1) < reach)
        inside = np.abs(turned(points[near] - centre, np.array(-turn))) < half
        covered[near] |= inside.all(axis=-1)
    return covered


# --- what it means ------------------------------------------------------------------------------


def _handled(memory: Memory, name: str, card: Card) -> bool:
    """Say whether something foreign covers a card, or a place whose card was not seen to go."""
    before = memory.cards.get(name)
    if card.fate is Fate.COVERED:
        return before is None or not before.gone
    return card.stage is not None and card.stage.foreign


def _remembered(memory: Memory, fit: Fit, cards: Mapping[str, Card], *, keep: bool) -> Memory:
    """Return the memory after a look; under a hand no looks of known cards are learnt (``keep``).

    A card that was never seen is remembered only once its place is known to be bare.
    """
    after = dict(memory.cards)
    for name, card in cards.items():
        before = memory.cards.get(name)
        if card.marked and keep and before is not None and before.over is not None:
            after[name] = replace(card.lying, over=before.over, around=before.around)
        elif card.marked or before is not None or card.fate is Fate.GONE:
            after[name] = card.lying
    return Memory(fit, after)


def _card_sight(table: CardTable, name: str, card: Card | None) -> Sight:
    place, own = table.spot_of[name, "card"], Piece(name)
    if card is None or card.fate in {Fate.COVERED, Fate.BENEATH}:
        return Sight(place, tuple((piece, 1 / 3) for piece in (EMPTY, own, HIDDEN)), covered=True)
    if card.fate is Fate.GONE:
        best, likely = EMPTY, _SEEN
    else:
        best, likely = (own if card.lying.up else HIDDEN), (_SEEN if card.marked else _THOUGHT)
    rest = (1 - likely) / 2
    odds = tuple((piece, likely if piece == best else rest) for piece in (EMPTY, own, HIDDEN))
    return Sight(place, odds)


def _pawn_sight(table: CardTable, name: str, card: Card | None) -> Sight:
    place = table.spot_of[name, "pawn"]
    if card is None or card.stage is None or card.stage.foreign:
        pieces = (EMPTY, *table.pawns.colours)
        flat: Odds = tuple((piece, 1 / len(pieces)) for piece in pieces)
        return Sight(place, flat, covered=True)
    pawns = card.stage.pawns
    return Sight(place, pawns[0].odds if pawns else empty_odds(table.pawns))


def _strays(table: CardTable, name: str, card: Card) -> list[Stray]:
    """Return the pawns on a card beyond the first: a card is a place for one."""
    assert card.stage is not None
    strays = []
    for pawn in card.stage.pawns[1:]:
        at = turned(np.array(pawn.at_mm), np.array(card.lying.turn)) + card.lying.centre
        near = table.spot_of[name, "pawn"]
        strays.append(Stray(best_of(pawn.odds), near, float(at[0]), float(at[1])))
    return strays
