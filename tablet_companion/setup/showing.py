"""Teaching a board by showing it: empty, set out, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

import numpy as np

from calibration.lens import Pose
from hardware.board import Board
from hardware.ports import Frame as Shot
from hardware.ports import Picture
from tablet_companion.games.core import Card, Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Circle, Fill, Item
from tablet_companion.setup.alike import find_strangers, find_twin, sees_hand
from tablet_companion.setup.asking import Ask, list_asks
from tablet_companion.setup.desk import Desk
from tablet_companion.setup.doubts import BARE, SAME, Doubt, doubt_card, doubt_pieces
from tablet_companion.setup.firststart import BACK
from tablet_companion.setup.frame import around, size_of
from tablet_companion.setup.gathering import TUNING, Bare, Stillness
from tablet_companion.setup.leaf import Does, Drawn, Key, Leaf, body, leaf
from tablet_companion.setup.teaching import Teaching
from tablet_companion.setup.work import TeachStep

EMPTY_S: Final = 3.0
"""A board counts as empty once nothing has moved for so long: looking at it tells nothing yet."""
CHECK_S: Final = 0.3
"""It is looked this often whether everything is there."""
Faces = Mapping[Card, Picture]


class ShowStep(TeachStep):
    """Asks for one picture after the other, and takes each by itself once the hand is gone.

    ``doubt`` is what may be wrong with the picture just taken.
    """

    def __init__(self, desk: Desk, teaching: Teaching, asks: tuple[Ask, ...] = ()) -> None:
        """Begin with the empty board; without ``asks``, ask for all that the game needs."""
        super().__init__(desk, teaching)
        self._wanted = self._asks = asks
        self._at = 0
        self._still = Stillness()
        self._still_s = 0.0
        self._frame: Shot | None = None
        self._bare: Bare | None = None
        self._before: Bare | None = None
        self._missing: frozenset[str] = frozenset()
        self._checked_s = 0.0
        self._hand = False
        self._faces: Faces = {}
        self._resume: int | None = None
        self._doubts: list[Doubt] = []

    @property
    def ask(self) -> Ask:
        """Return what is asked for."""
        return self._asks[self._at]

    @property
    def doubt(self) -> Doubt | None:
        """Return what is asked about the picture just taken, if anything is."""
        return self._doubts[0] if self._doubts else None

    def enter(self) -> None:
        """Watch the camera; ask on where it was left, or from the beginning of another outline."""
        super().enter()
        self._frame, teaching = None, self.teaching
        self._asks = self._asks or list_asks(self.desk.game, teaching)
        if teaching.outlined != teaching.corners:
            teaching.outlined = list(teaching.corners)
            teaching.shown.clear()
            teaching.left_out.clear()
            self._faces, self._bare, self._before = {}, None, None
            self._turn_to(0)
        elif self._bare is None and "empty" in teaching.shown:
            self._go_on_with_kept()
        self.desk.watch()

    def _go_on_with_kept(self) -> None:
        """Ask on where a pulled plug has ended it."""
        shown = self.teaching.shown
        taken = [ask.name for ask in self._asks if ask.name in shown]
        self._bare, self._before = self._look_at("empty"), self._look_at(taken[-1])
        through = shown.keys() | self.teaching.left_out
        left = [number for number, ask in enumerate(self._asks) if ask.name not in through]
        self._turn_to(left[0] if left else len(self._asks) - 1)
        self.done = not left

    def _look_at(self, name: str) -> Bare:
        return Bare.of(*self._outline(), self.teaching.shown[name][1])

    def _outline(self) -> tuple[Board, Pose]:
        return self.teaching.board(), self.teaching.pose()

    def leave(self) -> None:
        """Let the camera go."""
        super().leave()
        self.desk.lookout.rest()

    def _turn_to(self, number: int) -> None:
        self.stop()
        self._doubts = []
        self._at, self._still, self._still_s = number, Stillness(), 0.0
        self._missing = frozenset(self.ask.pieces)

    def see(self, frame: Shot | None) -> None:
        """Take the picture if nothing has moved and everything is there."""
        super().see(frame)
        self._frame = frame
        if frame is None or self.done or self.work is not None or self.doubt is not None:
            return
        self._still_s = self._still.watch(frame)
        now_s = self.desk.things.clock.now_s()
        if self._still_s < TUNING.still_s or now_s - self._checked_s < CHECK_S:
            return
        self._checked_s = now_s
        if self._is_there(frame):
            self._take(frame)

    def _is_there(self, frame: Shot) -> bool:
        if self._bare is None:
            still = self._still_s >= EMPTY_S
            self._hand = still and sees_hand(*self._outline(), frame.picture)
            return still and not self._hand
        if self._bare.reached_over(frame.picture):
            return False
        if self.ask.card is not None and self._before is not None:
            # A pile that was taken away looks otherwise, too.
            return self._before.laid(frame.picture) and self._bare.laid(frame.picture)
        self._missing = self._find_missing(frame)
        return not self._missing

    def _find_missing(self, frame: Shot) -> frozenset[str]:
        """Return where nothing has come onto the empty board that should stand there."""
        assert self._bare is not None, "the empty board comes first"
        names = tuple(self.ask.pieces)
        return frozenset(names) - self._bare.filled(frame.picture, names)

    def _take(self, frame: Shot) -> None:
        """Note the picture, keep it, and see whether it is the right one."""
        ask, teaching, faces = self.ask, self.teaching, self._faces
        teaching.show(ask.name, frame.picture, ask.pieces, ask.card)
        self._before = Bare.of(*self._outline(), frame.picture)
        if ask.name == "empty" or self._bare is None:
            self._bare = self._before
        shown = {name: picture for name, (_, picture) in teaching.shown.items()}
        missing = self._find_missing(frame) if ask.name == "start" else frozenset()
        kept, outline = self.desk.kept, self._outline()

        def examine() -> tuple[Sequence[Doubt], Faces]:
            kept.write_picture(ask.name, frame.picture)
            if "empty" not in shown or ask.name == "empty":
                return (), faces
            if ask.card is None:
                return doubt_position(outline, shown, ask, missing), faces
            return doubt_face(outline, shown, ask, faces)

        self.start(examine, self._judge)

    def _judge(self, found: tuple[Sequence[Doubt], Faces]) -> None:
        """Go on, or ask first what is doubtful."""
        doubts, self._faces = found
        self._doubts = list(doubts)
        if self.doubt is None:
            self._next()

    def _next(self) -> None:
        self.keep()
        resume, self._resume = self._resume, None
        if (number := resume or self._at + 1) < len(self._asks):
            self._turn_to(number)
        else:
            self.done, self.turned = True, 1

    def obey(self, does: Does) -> None:
        """Take the picture at once, leave it out, or go back by one."""
        match does.what:
            case "take" if self._frame is not None and self.work is None:
                self._take(self._frame)
            case "skip":
                self._forget()
                self.teaching.left_out.add(self.ask.name)
                self._next()
            case "again":
                self._forget()
                self._turn_to(self._at)
            case "bare":
                self._show_bare()
            case "other" if self.doubt is not None:
                names = [ask.card for ask in self._asks]
                self._resume = self._at + 1
                self._turn_to(names.index(self.doubt.twin))
                self._forget()
            case "keep":
                self._doubts = self._doubts[1:]
                if self.doubt is None:
                    self._next()
            case "back" if self._at > 0:
                self._turn_to(self._at - 1)
                if self.ask.name == "empty":
                    self._bare = None
            case "back":
                super().obey(does)

    def _show_bare(self) -> None:
        """Ask for the empty board again, and for all that was told by it."""
        for name in ("empty", "start"):
            self.teaching.shown.pop(name, None)
        self._bare = None
        self._turn_to(0)

    def _forget(self) -> None:
        self.teaching.shown.pop(self.ask.name, None)
        self._faces = {name: face for name, face in self._faces.items() if name != self.ask.card}

    def leaf(self) -> Leaf:
        """Return what is asked for above the live picture, with a ring where a piece is missing."""
        look = self.desk.look
        if self.doubt is not None:
            drawn = self._picture(self.doubt.picture, self.doubt.places)
            return leaf(look, self._say(), self.doubt.keys, drawn)
        say = self._say()
        foot: list[Key] = [BARE if say is SAME else BACK]
        if self._bare is not None:  # all else is told by what has come onto the empty board
            foot.append((N_("Leave it out"), Does("skip"), Weight.PLAIN))
        if self._frame is not None:
            foot.append((N_("Take it now"), Does("take"), Weight.PLAIN))
        rings = self._missing if self.ask.name == "start" else frozenset()
        return leaf(look, say, foot, self._picture(None, rings))

    def _say(self) -> Message:
        if self.doubt is not None:
            return self.doubt.say
        if self.desk.lookout.trouble is not None:
            return self.desk.lookout.trouble
        if self._bare is None and self._hand:
            return Message(N_("Take your hands away."))
        all_there, missing = len(self.ask.pieces), len(self._missing)
        if self.ask.name == "start" and 0 < missing < all_there:
            if self._still_s >= EMPTY_S:
                return SAME
            counts = (("count", all_there - missing), ("count_all", all_there))
            return Message(N_("I see {count} of {count_all} pieces in their places."), counts)
        return self.ask.say

    def _picture(self, picture: Picture | None, places: Set[str]) -> Drawn:
        """Return a picture, or else the live one, with a ring round each of some places."""
        look = self.desk.look
        room = body(look)
        if picture is None and self._frame is not None:
            picture = self._frame.picture
        if picture is None:
            return Drawn((Fill(room, look.colours.raised, look.theme.px(2)),))
        frame = around(size_of(picture), room, self.teaching.corners)
        rings: list[Item] = []
        if places:
            board, pose = self._outline()
            spots = [board.by_name[name] for name in sorted(places)]
            points = pose.project(np.array([(spot.x_mm, spot.y_mm) for spot in spots])).tolist()
            size = look.theme.px(2.5)
            rings = [Circle(frame.at((x, y)), size, None, look.colours.amber, 3) for x, y in points]
        return Drawn((frame.shown(picture), *rings))


def doubt_position(
    outline: tuple[Board, Pose], shown: Mapping[str, Picture], ask: Ask, missing: Set[str]
) -> Sequence[Doubt]:
    """Return what is doubtful of pieces that were set out; ``missing`` are places without any."""
    pictures = shown["empty"], shown[ask.name]
    before, now = find_strangers(*outline, pictures, ask.pieces)
    return tuple(doubt_pieces(before, now, missing, pictures))


def doubt_face(
    outline: tuple[Board, Pose], shown: Mapping[str, Picture], ask: Ask, faces: Faces
) -> tuple[Sequence[Doubt], Faces]:
    """Return whether a card is one that was shown before, and the faces known by now."""
    empty = shown["empty"]
    found: dict[Card, Picture | None] = dict(faces)
    for name, picture in shown.items():  # those that were kept when the plug was pulled
        card = Card(name.removeprefix("card_"))
        if name.startswith("card_") and name != ask.name and card not in found:
            found[card] = find_twin(*outline, (empty, picture), {})[0]
    others = {card: face for card, face in found.items() if card != ask.card and face is not None}
    face, twin = find_twin(*outline, (empty, shown[ask.name]), others)
    if face is not None:
        others[Card(ask.card or "")] = face
    return () if twin is None else (doubt_card(ask.card or "", twin),), others
