"""A complete simulation: table, camera, reader and referee, run by simulated time."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.taught.model import Calibration, draw_reference
from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.formats import encode_png
from hardware.ports import Picture
from hardware.printing.raster import render_board
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.effects import Effect, Judged
from tablet_companion.referee.model.events import Event, Intent, Ticked, Touched
from tablet_companion.referee.model.table import Table
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.session.keeper import Keeper
from tablet_companion.session.session import Session, open_table
from tablet_companion.simulator.cardhands import CardHands
from tablet_companion.simulator.hands import Hands
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board

FRAME_S: Final = 1 / 15
_PRINT_PX_PER_MM: Final = 4.0


@dataclass(frozen=True)
class Print:
    """A game's board and cards as pictures, and their calibration; each made once."""

    game: AnyGame
    board: Board
    renderer: Renderer

    @functools.cached_property
    def model(self) -> Model | CardTable:
        """The reader's model, learnt at the first use, after the table is seen."""
        if self.board.cards is not None:
            return CardTable(self.board)
        return Model(_calibrated(self.game.name, self.board, self.renderer))

    @property
    def learnt(self) -> Model:
        """The model of the board; a game of cards on a bare table has none."""
        assert isinstance(self.model, Model), f"nothing is learnt for {self.game.title}"
        return self.model


def make_print(name: str, language: str = "en") -> Print:
    """Print a game for the simulated table; takes a second or two, and as long to learn it."""
    board = printed.board(name)
    if board.cards is not None:
        faces = printed.loose_card_faces(board, _PRINT_PX_PER_MM)
        bare = Renderer(board, None, _PRINT_PX_PER_MM, faces)
        return Print(games.load(name), board, bare)
    ground = render_board(board, _PRINT_PX_PER_MM, language)
    renderer = Renderer(board, ground, _PRINT_PX_PER_MM, printed.faces(name, _PRINT_PX_PER_MM))
    return Print(games.load(name), board, renderer)


def _calibrated(name: str, board: Board, renderer: Renderer) -> Calibration:
    """Calibrate as an owner would: with one picture of the empty board, and the printed cards."""
    table = SimulatedTable(board, np.random.default_rng(0))
    picture = SimulatedCamera(table, renderer, ManualClock()).capture().picture
    lesson = Lesson(Label("empty.png", role="calibrate"), picture)
    drawn = draw_reference(board)
    learnt = learn_board(board, [lesson], drawn).calibration
    faces = {card: encode_png(face) for card, face in printed.faces(name).items()}
    return msgspec.structs.replace(learnt, faces_png=faces)


def make_table(
    board: Board, game: str, numbers: np.random.Generator
) -> tuple[SimulatedTable, Hands]:
    """Return an empty simulated table for a board, of cards where it has them, and hands at it."""
    areas = areas_of(board, game)
    if board.cards is not None:
        cards = SimulatedCards(board, numbers)
        return cards, CardHands(cards, areas)
    table = SimulatedTable(board, numbers)
    return table, Hands(table, areas)


class House:
    """A referee at a simulated table. Time passes only in ``watch``."""

    def __init__(self, kit: Print, seed: int, keeper: Keeper | None = None) -> None:
        """Open a table; ``seed`` determines all chance."""
        areas = areas_of(kit.board, kit.game.name)
        self.kit = kit
        self.rng = random.Random(seed)  # noqa: S311 - games, not secrets
        self.clock = ManualClock()
        self.numbers = np.random.default_rng(seed)
        self.sim, self.hands = make_table(kit.board, kit.game.name, self.numbers)
        self.judged: list[Judged] = []
        self.frames = 0
        self._camera = SimulatedCamera(self.sim, kit.renderer, self.clock, seed=seed)
        self._interpret = FrameInterpreter(kit.model)
        # No game is resumed: whatever was recorded here before, this table is a new one.
        table = open_table(kit.game, areas, "en", None)
        self._session = Session(
            table,
            keeper=keeper,
            lots=self.rng.randrange,
            listeners=(self._hear, self._interpret.heed),
        )
        self.picture: Picture | None = None
        self.on_verdict: Callable[[str], None] = lambda _kind: None
        self.on_effect: Callable[[Effect], None] = lambda _effect: None
        self.on_frame: Callable[[], None] = lambda: None

    @property
    def table(self) -> Table:
        """Return the referee's table."""
        return self._session.table

    def touch(self, *intents: Intent) -> None:
        """Touch the screen, half a second apart."""
        for intent in intents:
            self.clock.advance(0.5)
            self._session.handle(Touched(self.clock.now_s(), intent))

    def hear(self, event: Event) -> None:
        """Give the referee an event of another kind."""
        self._session.handle(event)

    def watch(self, frames: int, until: Callable[[], bool] = lambda: False) -> bool:
        """Run the camera for some frames; stop early, returning True, once ``until`` holds."""
        for _ in range(frames):
            self.clock.advance(FRAME_S)
            frame = self._camera.capture()
            self.picture = frame.picture
            self.frames += 1
            self._session.handle(self._interpret(frame))
            self._session.handle(Ticked(self.clock.now_s()))
            self.on_frame()
            if until():
                return True
        return False

    def _hear(self, effect: Effect) -> None:
        self.on_effect(effect)
        if isinstance(effect, Judged):
            self.judged.append(effect)
            self.on_verdict(str(effect.kind))
