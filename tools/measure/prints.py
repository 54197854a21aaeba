"""The printed boards on the simulated table as sources: without faults, and fault by fault."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
import numpy as np

from calibration.learning.truth import Label
from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.printing.loose_cards import BACK
from hardware.printing.raster import render_board
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import HIDDEN, Place
from tablet_companion.kit import printed
from tools.faults import FAULTS
from tools.measure.cases import Case, PictureSet, Subject, thin
from tools.scattered import scatter
from tools.strained import Grade
from tools.truth import tell_truth

_PX_PER_MM: Final = 4.0
_STRENGTHS: Final = (0.5, 1.0)
_PLAIN: Final = 24
_EACH: Final = 4
"""Positions drawn without a fault, and for each strength of each fault."""
_TAKEN, _TURNED, _LOOSE_MM = 5, 4, 3.0


@dataclass(frozen=True, eq=False)
class _Stage:
    """A game's print, drawn once."""

    game: str
    board: Board = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", printed.board(self.game))

    @functools.cached_property
    def renderer(self) -> Renderer:
        """Return what draws the table."""
        if self.board.cards is not None:
            return Renderer(
                self.board, None, _PX_PER_MM, printed.loose_card_faces(self.board, _PX_PER_MM)
            )
        ground = render_board(self.board, _PX_PER_MM)
        return Renderer(self.board, ground, _PX_PER_MM, printed.faces(self.game, _PX_PER_MM))

    def set_table(self, seed: int, grade: Grade, *, bare: bool = False) -> SimulatedTable:
        """Return a table with everything somewhere on it; the same from the same seed."""
        rng = np.random.default_rng(seed)
        if self.board.cards is not None:
            table: SimulatedTable = _lay_cards(self.board, rng)
        else:
            table = SimulatedTable(self.board, rng)
            if not bare:
                self._scatter(table, rng)
        table.fault_seed = seed
        table.faults = dict([grade] if grade else ())
        return table

    def _scatter(self, table: SimulatedTable, rng: np.random.Generator) -> None:
        table.set_up(scatter(self.board, rng))
        cards = tuple(printed.drawings(self.game))
        if self.board.discard is not None and cards:
            table.lay(cards[int(rng.integers(len(cards)))])

    def make_case(self, seed: int, grade: Grade, *, bare: bool = False) -> Case:
        """Return a labelled picture; the table is set and drawn again when it is wanted."""
        name = f"{grade[0].name} {grade[1]:.2f}" if grade else "no fault"
        told = _describe(self.set_table(seed, grade, bare=bare), f"{name} {seed}")
        label = msgspec.convert(told, Label)
        show = functools.partial(self._shoot, seed, grade, bare=bare)
        return Case(label, show, name)

    def _shoot(self, seed: int, grade: Grade, *, bare: bool) -> Picture:
        table = self.set_table(seed, grade, bare=bare)
        camera = SimulatedCamera(table, self.renderer, ManualClock(), seed=seed)
        return camera.capture().picture


def _lay_cards(board: Board, rng: np.random.Generator) -> SimulatedCards:
    """Return a table of loose cards, some taken, some turned over, some with a pawn on them."""
    assert board.cards is not None
    names = list(board.cards.faces)
    table = SimulatedCards(board, rng)
    table.lay_out(names)
    chosen = [names[k] for k in rng.permutation(len(names)).tolist()]
    for name in chosen[:_TAKEN]:
        table.take_card(name)
    for name in chosen[_TAKEN : _TAKEN + _TURNED]:
        table.turn_card(name)
    for colour, name in zip(board.pawn.colours, reversed(chosen), strict=False):
        table.put_on(colour, name, sloppy_mm=_LOOSE_MM)
    return table


def _describe(table: SimulatedTable, file: str) -> dict[str, Any]:
    """Return the label of the table; cards lie on their own spots, pawns on the cards' spots.

    A pawn stands on the card that is beneath it, however far from the card's middle.
    """
    told = tell_truth(table, file)
    if isinstance(table, SimulatedCards):
        told["card"] = None  # no pile: the cards are the places
        standing = [pawn for pawn in table.view.scene.pawns if pawn.lying_deg is None]
        on_cards = {table.card_at(pawn.x_mm, pawn.y_mm): pawn.colour for pawn in standing}
        told["pieces"] = {
            **{
                f"{card.face.removesuffix(BACK)}.pawn": colour
                for card, colour in on_cards.items()
                if card is not None
            },
            **{
                Place(f"{name}.card"): name if card.face == name else str(HIDDEN)
                for name, card in table.cards.items()
            },
        }
    return told


def read_print(game: str, every: int) -> tuple[Subject, ...]:
    """Return what can be measured of a game's print: scattered positions, and every fault."""
    stage = _Stage(game)
    plain = PictureSet("plain", thin(list(_positions(stage, None, _PLAIN)), every))
    strained = [
        case
        for fault in FAULTS
        for strength in _STRENGTHS
        for case in _positions(stage, (fault, strength), _EACH)
    ]
    faults = PictureSet("faults", thin(strained, every), choosy=True)
    bare = stage.make_case(0, None, bare=True)
    lessons = () if stage.board.cards else (replace(bare, label=_as_lesson(bare.label)),)
    source = f"print:{game}"
    return (Subject(source, "", stage.board, lessons, (plain, faults), game),)


def _as_lesson(label: Label) -> Label:
    """Return the label of a picture that an owner shows: markers tell where the board is."""
    return msgspec.structs.replace(label, role="calibrate", corners=None)


def _positions(stage: _Stage, grade: Grade, many: int) -> Iterator[Case]:
    return (stage.make_case(seed, grade) for seed in range(many))
