"""A family's room whose table is rendered, and read by the whole eye from pictures."""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from hardware.board import PieceKind
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.printing.loose_cards import BACK
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.scene import LaidCard, Pawn
from hardware.simulated.table import SimulatedTable
from hardware.simulated.things import cup
from tablet_companion.games.core import Place
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import Show
from tablet_companion.referee.model.events import Event
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.simulator.house import Print, make_table
from tests.adversaries.family.eyesight import Eyesight
from tests.adversaries.family.figures import FACE_DOWN, Figure, Loose
from tests.adversaries.family.room import Room
from tests.adversaries.family.tabletop import Tabletop
from tests.adversaries.frames import falls
from tests.adversaries.frames.conditions import CONDITIONS, Condition
from tests.adversaries.frames.falls import Way

_BESIDE_MM: Final = (17.0,)
"""So far from a place's middle stands what was knocked off it."""
_OFF_CARD_MM: Final = (48.0, 56.0)
"""The same of a card's middle: there are gaps between cards, in which a piece stands on none."""
_ROOM_MM: Final = 15.0
_ANGLES: Final = 72
_PILE_SEEN: Final = 4


_FALLS: Final = (Way.BESIDE, Way.FROM, Way.ACROSS, Way.EDGE)


class PicturedRoom(Room):
    """A room in which every look is a picture. What the reader doubts is the eye's own affair.

    The table is rendered again whenever somebody changed it; what nobody touched stays where it
    stood.
    """

    def __init__(  # noqa: PLR0913 - a room's four, and how it is seen
        self,
        kit: Print,
        game: AnyGame,
        tabletop: Tabletop,
        eyesight: Eyesight,
        rng: random.Random,
        *,
        condition: Condition = CONDITIONS["day"],
    ) -> None:
        """Open a table with a camera over it, to be seen in a condition."""
        super().__init__(game, tabletop, eyesight, rng)
        self.frames = 0
        self._numbers = np.random.default_rng(rng.randrange(2**32))
        self._sim, _ = make_table(kit.board, game.name, self._numbers)
        self._pass_time = condition.set_up(self._sim)
        self._clock = ManualClock()
        self._camera = SimulatedCamera(self._sim, kit.renderer, self._clock)
        self._watch = FrameInterpreter(kit.model)
        self._standing: dict[Place, tuple[Figure, Pawn]] = {}
        self._lying: list[tuple[Loose, Pawn]] = []
        self._drawn = -1

    def event(self, event: Event) -> None:
        """Give the referee an event, and let the eye know the position that is shown."""
        super().event(event)
        if self.panel is not None:
            self._watch.heed(Show(self.panel))

    # --- looks -----------------------------------------------------------------------------------

    def see(self) -> Event:
        """Take a picture and read it."""
        self._draw()
        self._clock.advance(self.now_s - self._clock.now_s())
        self._pass_time(self.now_s)
        self.frames += 1
        return self._watch(self._camera.capture())

    def see_hand(self, *, resting: bool, pile: bool) -> Event:
        """Take a picture with the hand in it; the eye says for itself what it sees."""
        del resting, pile
        return self.see()

    def reach(self, *, pile: bool) -> None:
        """Reach for what was just changed, or anywhere; for the pile if that is to be covered."""
        self._draw()
        middle = self._sim.board.discard
        if not pile and middle is not None:
            self._sim.reach(middle.x_mm, middle.y_mm)
            return
        places = self._sim.board.places
        place = places[int(self._numbers.integers(len(places)))]
        self._sim.reach(place.x_mm, place.y_mm)

    def withdraw(self) -> None:
        """Take the hand away."""
        self._draw()
        self._sim.hand_out()

    # --- the table -------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Put everything where the family has it."""
        if self._drawn == self.tabletop.changes:
            return
        self._drawn = self.tabletop.changes
        if isinstance(self._sim, SimulatedCards):
            self._lay_cards(self._sim)
        else:
            self._lay_pile(self._sim)
        self._sim.clear_things()
        for spots in self.tabletop.cups:
            place = self._sim.board.by_name[min(spots)]  # between two of them it may cover none
            self._sim.leave(cup(place.x_mm, place.y_mm))
        self._stand()

    def _stand(self) -> None:
        pawns = {spot: one for spot, one in self.tabletop.standing.items() if not _is_card(one)}
        kept = {at: one for at, one in self._standing.items() if pawns.get(at) == one[0]}
        lying = [one for one in self._lying if one[0] in self.tabletop.loose]
        self._sim.arrange(())
        for _, pawn in (*kept.values(), *lying):
            self._sim.put_back(pawn)
        for spot, figure in pawns.items():
            if spot not in kept:
                kept[spot] = figure, self._put(figure, spot)
        self._standing, self._lying = kept, lying
        known = [loose for loose, _ in lying]
        fresh = (loose for loose in self.tabletop.loose if loose not in known)
        lying.extend((loose, self._drop(loose)) for loose in fresh)

    def _put(self, figure: Figure, spot: Place) -> Pawn:
        card = str(self.tabletop.area_of[spot])
        if isinstance(self._sim, SimulatedCards) and card in self._sim.cards:
            return self._sim.put_on(figure.colour, card)
        return self._sim.put(figure.colour, spot, turned=figure.turned)

    def _drop(self, loose: Loose) -> Pawn:
        """Let a piece stand beside a place, where there is room, or lie there."""
        colour = loose.figure.colour
        kind = self._sim.board.kind_of(colour)
        if loose.fallen and kind is not None and not kind.flat:
            pawn = self._fall(colour, kind, loose.near)
            self._sim.put_back(pawn)
            return pawn
        return self._sim.put_at(colour, *self._beside(loose.near))

    def _fall(self, colour: str, kind: PieceKind, near: Place) -> Pawn:
        """Let a piece fall at a place: beside it, over it, across two, or over the board's edge.

        Of the ways to fall so, one is taken that hits no other piece, if there is any.
        """
        board, half_mm = self._sim.board, kind.height_mm / 2
        way = _FALLS[int(self._numbers.integers(len(_FALLS)))]
        at = falls.middle_of(board.by_name[near])
        if way is Way.BESIDE:
            at = self._beside(near)
        elif way is Way.ACROSS:
            at = falls.halfway(at, falls.middle_of(falls.nearest_places(board, at)[1]))
        elif way is Way.EDGE:
            at = falls.nearest_edge(board, at)
        turns = (self._numbers.permutation(_ANGLES) * 360.0 / _ANGLES).tolist()
        back_mm = half_mm if way in {Way.ACROSS, Way.EDGE} else 0.0
        ways = [falls.lie(colour, kind, at, turn, back_mm) for turn in turns]

        def air_mm(pawn: Pawn) -> float:
            return falls.measure_gap(pawn, kind, self._sim.scene.pawns)

        free = next((pawn for pawn in ways if air_mm(pawn) > kind.diameter_mm + 2), None)
        return free or max(ways, key=air_mm)

    def _beside(self, near: Place) -> tuple[float, float]:
        middle = self._sim.board.by_name[near]
        others = [(pawn.x_mm, pawn.y_mm) for pawn in self._sim.scene.pawns]
        others += [(one.x_mm, one.y_mm) for one in self._sim.board.places if one is not middle]
        turns = self._numbers.permutation(_ANGLES) * 2 * np.pi / _ANGLES
        around = [
            (middle.x_mm + away * np.cos(turn), middle.y_mm + away * np.sin(turn))
            for turn in turns
            for away in (_OFF_CARD_MM if isinstance(self._sim, SimulatedCards) else _BESIDE_MM)
        ]
        around = [at for at in around if not self._is_on_card(*at)] or around

        def air_mm(at: tuple[float, float]) -> float:
            return min((float(np.hypot(at[0] - x, at[1] - y)) for x, y in others), default=0.0)

        free = next((at for at in around if air_mm(at) >= _ROOM_MM), max(around, key=air_mm))
        return float(free[0]), float(free[1])

    def _is_on_card(self, x_mm: float, y_mm: float) -> bool:
        """Whether a piece there stands on one of the cards that lie on the table."""
        sim = self._sim
        return isinstance(sim, SimulatedCards) and sim.card_at(x_mm, y_mm) is not None

    def _lay_pile(self, sim: SimulatedTable) -> None:
        pile = sim.board.discard
        sim.clear_pile()
        # A card whose back is up cannot be drawn: what lies beneath it is seen instead.
        laid = [card for card in self.tabletop.pile if card.face != FACE_DOWN]
        for card in laid[-_PILE_SEEN:] if pile is not None else ():
            assert pile is not None
            dx, dy, turn = card.pose
            sim.put_card(LaidCard(card.face, pile.x_mm + dx, pile.y_mm + dy, turn))

    def _lay_cards(self, sim: SimulatedCards) -> None:
        """Lay, turn and take away the cards of a game that is played on them."""
        wanted = {
            str(figure.colour): figure.turned
            for figure in self.tabletop.standing.values()
            if _is_card(figure)
        }
        for name in sim.cards.keys() - wanted.keys():
            sim.take_card(name)
        for name, turned in wanted.items():
            if name not in sim.cards:
                spot = sim.board.by_name[f"{name}.card"]
                sim.put_card(LaidCard(name, spot.x_mm, spot.y_mm))
            if sim.cards[name].face.endswith(BACK) != turned:
                sim.turn_card(name)


def _is_card(figure: Figure) -> bool:
    return figure.colour.isdigit()
