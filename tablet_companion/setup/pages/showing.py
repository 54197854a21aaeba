"""Teaching a board by showing it: empty, set out, card by card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from hardware.ports import Frame, Picture
from tablet_companion.games.core import Card, Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Page, Part, Polygon
from tablet_companion.setup.checks.aim import judge_light
from tablet_companion.setup.checks.change_detection import TUNING, BareBoard, Stillness
from tablet_companion.setup.checks.picture_faults import sees_hand
from tablet_companion.setup.geometry.registration import align
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.desk import Desk
from tablet_companion.setup.pages.placing import PlacesStep, dot_spots, ring_places
from tablet_companion.setup.pages.work import TAKE, TeachStep
from tablet_companion.setup.parts.pageparts import BACK, ON, Does, Key
from tablet_companion.setup.parts.picture_frame import fit_size, frame_points, size_of
from tablet_companion.setup.teaching import doubts
from tablet_companion.setup.teaching.board_tracker import BoardTracker
from tablet_companion.setup.teaching.teaching import Teaching
from tablet_companion.setup.teaching.wanted_pictures import EMPTY, MEN, Ask, list_asks, set_out

EMPTY_S: Final = 3.0
"""Seconds without movement after which a board counts as empty; its picture cannot show that."""
STOOD_S: Final = 8.0
"""Seconds without movement after which all pieces may have stood on the board from the first."""
CHECK_S: Final = 0.3
"""Seconds between two checks whether everything is there."""
_Examined = tuple[Ask, Sequence[Point], Sequence[doubts.Doubt], doubts.Faces]
"""What a picture shows, where the board is in it, what is doubtful, and the faces by now."""

HANDS: Final = Message(N_("Take your hands away, and all that lies on the board."))
MOVED: Final = Message(
    N_("Take your hands away. If the board was moved, put it back into the frame.")
)
DAZZLED: Final = Message(
    N_("The light changed, or a hand is there. Switch it back, or show the board empty again.")
)
IS_EMPTY: Final = Message(
    N_("Is the board empty? What was left on it would be learnt as part of its print.")
)
TAKEN: Final = Message(N_("This one is taken. Shall it stay?"))


class ShowStep(TeachStep):
    """Asks for one picture after the other, and takes each by itself once the hand is gone.

    ``doubt`` is what may be wrong with the picture just taken.
    """

    def __init__(self, desk: Desk, teaching: Teaching, asks: tuple[Ask, ...] = ()) -> None:
        """Begin with the empty board; without ``asks``, ask for all that the game needs."""
        super().__init__(desk, teaching)
        self._asks = asks
        self._at = 0
        self._still = Stillness()
        self._still_s = 0.0
        self._frame: Frame | None = None
        self._fitted: tuple[Frame, Frame] | None = None
        self._tracker = BoardTracker(teaching)
        self._missing: frozenset[str] = frozenset()
        self._checked_s = 0.0
        self._hand = self._lit = False
        self._dark: Message | None = None
        self._faces: doubts.Faces = {}
        self._doubts: list[doubts.Doubt] = []
        self._sought_s = self._faced_s = -1.0
        self._review = False

    @property
    def ask(self) -> Ask:
        """Return the picture that is asked for now."""
        ask = self._asks[self._at]
        if ask.card is None:
            return ask
        return replace(ask, pieces=set_out(self.teaching, ask.pieces))

    @property
    def doubt(self) -> doubts.Doubt | None:
        """Return what is asked about the picture just taken, if anything is."""
        return self._doubts[0] if self._doubts else None

    def enter(self) -> None:
        """Watch the camera; ask on where it was left, or from the beginning of another outline."""
        super().enter()
        self._frame, teaching = None, self.teaching
        self._asks = self._asks or list_asks(self.desk.game, teaching)
        if not teaching.follow_outline():
            self._faces = {}
        self._tracker.forget()
        if "empty" in teaching.shown:
            taken = [ask.name for ask in self._asks if ask.name in teaching.shown]
            self._tracker.resume(taken[-1])
        if (left := self._find_left()) is None:
            self._turn_to(len(self._asks) - 1, review=True)
        else:
            self._turn_to(left)
        self.desk.watch()

    def _find_left(self) -> int | None:
        through = self.teaching.shown.keys() | self.teaching.left_out
        left = (number for number, ask in enumerate(self._asks) if ask.name not in through)
        return next(left, None)

    def leave(self) -> None:
        """Leave; a picture that is in doubt is asked for again."""
        if self.doubt is not None:
            self._forget()
        super().leave()

    def keep(self) -> None:
        """Save what was taken, but no picture that is in doubt: the plug may be pulled now."""
        if self.doubt is None:
            super().keep()

    def _turn_to(self, number: int, *, review: bool = False) -> None:
        self.stop()
        self._doubts = []
        self._review = review and self._asks[number].name in self.teaching.shown
        self._hand, self._lit, self._sought_s, self._faced_s = False, False, -1.0, -1.0
        self._at, self._still, self._still_s = number, Stillness(), 0.0
        self._dark = None
        self._missing = frozenset(self.ask.pieces)

    def see(self, frame: Frame | None) -> None:
        """Take the picture if nothing has moved and everything is there."""
        super().see(frame)
        self._frame = frame = self._fit(frame)
        if frame is None or self.done or self._review:
            return
        if self.work is not None or self.doubt is not None:
            return
        self._still_s = self._still.watch(frame)
        self._hand = self._hand and self._still_s >= TUNING.still_s
        now_s = self.desk.platform.clock.now_s()
        if self._still_s < TUNING.still_s or now_s - self._checked_s < CHECK_S:
            return
        self._checked_s = now_s
        if self._is_there(frame):
            self._take(frame)

    def _fit(self, frame: Frame | None) -> Frame | None:
        """Return the picture in the size of the first one: the camera may have been replaced."""
        still = self.teaching.still
        if frame is None or still is None or size_of(frame.picture) == size_of(still):
            return frame
        if self._fitted is None or self._fitted[0] is not frame:
            fitted = replace(frame, picture=fit_size(frame.picture, size_of(still)))
            self._fitted = frame, fitted
        return self._fitted[1]

    def _is_there(self, frame: Frame) -> bool:
        self._dark = judge_light(frame.picture, self._tracker.corners)
        if self._dark is not None:
            return False
        if self._tracker.bare is None:
            still = self._still_s >= EMPTY_S
            self._hand = still and sees_hand(*self._tracker.outline(), frame.picture)
            return still and not self._hand
        if self._still.since_s != self._faced_s:  # once each time it has come to rest
            self._faced_s = self._still.since_s
            self._tracker.face(frame.picture)
        self._lit = self._tracker.is_lit_otherwise(frame.picture)
        if self._is_reached_over(self._tracker.bare, frame.picture):
            return False
        if self.ask.card is not None:
            return self._tracker.has_card(frame.picture)
        _, self._missing = self._tracker.arrange(frame.picture, self.ask.pieces)
        return self.ask is not MEN and not self._missing  # only they know how many men come

    def _is_reached_over(self, bare: BareBoard, picture: Picture) -> bool:
        """Whether a hand is in the way; a board that was pushed looks like one, and is followed."""
        tracker, corners = self._tracker, self._tracker.corners
        if not bare.has_hand(tracker.align(picture)):
            self._hand = False
        elif self._still.since_s != self._sought_s:
            self._sought_s = self._still.since_s
            self._hand = True
            self.start(lambda: tracker.seek(bare, corners, picture), self._follow)
        return self._hand

    def _follow(self, corners: Sequence[Point] | None) -> None:
        if corners is not None:
            self._tracker.corners, self._hand, self._faced_s = corners, False, -1.0

    def _take(self, frame: Frame) -> None:
        """See where the board is in the picture, keep it, and see whether it is the right one."""
        self.keep()  # that it is not taken yet: an earlier one of this name is overwritten
        ask, picture, faces, teaching = self.ask, frame.picture, self._faces, self.teaching
        tracker, kept = self._tracker, self.desk.kept
        others = [name for name in teaching.shown if name != ask.name]
        missing = frozenset[str]()
        if ask.name == "start":
            pieces, missing = tracker.arrange(picture, ask.pieces)
            ask = replace(ask, pieces=pieces)
        free = teaching.board().by_name.keys() - ask.pieces.keys()
        hidden = tracker.find_hidden(picture, free) if ask.name != "empty" else frozenset()
        known = None if tracker.bare is None else tracker.corners
        outline = tracker.outline()

        def examine() -> _Examined:
            kept.write_picture(ask.name, picture)
            corners = known or tracker.find(picture) or teaching.corners
            shown = {name: teaching.align_shown(name) for name in others}
            shown[ask.name] = align(picture, corners, teaching.corners)
            if ask.name == "empty":
                laid = tuple(doubts.doubt_empty(outline, shown[ask.name], teaching.still))
                return ask, corners, laid, faces
            if "empty" not in shown or ask is MEN:
                return ask, corners, (), faces
            if ask.card is None:
                seen, questions = doubts.doubt_position(outline, shown, ask, (missing, hidden))
                return seen, corners, questions, faces
            questions, known_faces = doubts.doubt_face(outline, shown, ask, faces)
            now, bare = shown[ask.name], shown["empty"]
            laid = tuple(doubts.doubt_laid(outline, (shown[others[-1]], now), ask))
            over = () if laid else doubts.doubt_pieces((), hidden, (), (bare, now))
            return ask, corners, (*laid, *over, *questions), known_faces

        self.start(examine, lambda found: self._judge(picture, found))

    def _judge(self, picture: Picture, found: _Examined) -> None:
        ask, corners, questions, self._faces = found
        self.teaching.show(ask.name, picture, ask.pieces, ask.card, corners)
        self._tracker.take(ask.name, corners)
        self._doubts = list(questions)
        if ask is EMPTY and MEN in self._asks and not questions:
            # No other picture tells whether anything was left on the board.
            self._turn_to(0, review=True)
        elif self.doubt is None:
            self._next()

    def _next(self) -> None:
        self.keep()
        if (left := self._find_left()) is None:
            self.done, self.turned = True, 1
        else:
            self._turn_to(left)

    def obey(self, does: Does) -> None:
        """Take the picture at once, leave it out, keep one that was taken, or go back by one."""
        match does.what:
            case "on":
                self._next()
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
            case "rings":
                self.done, self.to = True, PlacesStep
            case "other" if self.doubt is not None:
                self._turn_to([ask.card for ask in self._asks].index(self.doubt.twin))
                self._forget()
            case "keep":
                self._doubts = self._doubts[1:]
                if self.doubt is None:
                    self._next()
            case "back" if self._at > 0:
                self._turn_to(self._at - 1, review=True)
            case "back":
                super().obey(does)

    def _show_bare(self) -> None:
        """Ask again for the empty board, and for the pieces that were compared with it."""
        self.teaching.shown.pop("start", None)
        self._turn_to(0)
        self._forget()

    def _forget(self) -> None:
        self.teaching.shown.pop(self.ask.name, None)
        if self.ask.name == "empty":
            self._tracker.forget()
        self._faces = {name: face for name, face in self._faces.items() if name != self.ask.card}

    def page(self) -> Page:
        """Return what is asked for above the live picture, with a ring where a piece is missing."""
        if self.doubt is not None:
            drawn = self._picture(self.doubt.picture, self.doubt.places, self.doubt.spots)
            return self.lay(self._say(), self.doubt.keys, drawn)
        if self._review:
            drawn = self._picture(self.teaching.align_shown(self.ask.name), frozenset())
            say, again = IS_EMPTY if self.ask is EMPTY else TAKEN, (*doubts.AGAIN[:2], Weight.PLAIN)
            if self.ask.card is not None:
                text = N_("Taken as this card: {card}. Shall it stay?")
                say = Message(text, (("card", Card(self.ask.card)),))
            return self.lay(say, (BACK, again, ON), drawn)
        say = self._say()
        foot: list[Key] = [doubts.BARE if say in (doubts.SAME, doubts.STOOD) or self._lit else BACK]
        if self._tracker.bare is not None:  # all else is told by what has come onto the empty board
            skip: Key = (N_("Leave it out"), Does("skip", self.ask.name), Weight.PLAIN)
            foot.append(doubts.RINGS if say is doubts.SAME else skip)
        if self._frame is not None:
            foot.append((TAKE[0], Does("take", self.ask.name), Weight.PLAIN))
        missing = self._missing if self.ask.name == "start" else ()
        rings = {at: piece for at, piece in self.ask.pieces.items() if at in missing}
        return self.lay(say, foot, self._picture(None, rings))

    def _say(self) -> Message:
        if self.doubt is not None:
            return self.doubt.say
        if self.desk.feed.trouble is not None:
            return self.desk.feed.trouble
        if self._dark is not None:
            return self._dark
        if self._hand and self._lit:
            return DAZZLED
        if self._hand:
            return HANDS if self._tracker.bare is None else MOVED
        say = self._say_rest()
        if self._lit:
            text = N_("The light changed; I go on in it. {text}")
            return Message(text, (("text", self.look.words.say(say)),))
        return say

    def _say_rest(self) -> Message:
        all_there, missing = len(self.ask.pieces), len(self._missing)
        if self.ask.name != "start" or not missing:
            return self.ask.say
        stuck_s, say = (EMPTY_S, doubts.SAME) if missing < all_there else (STOOD_S, doubts.STOOD)
        if self._still_s >= stuck_s and not self._lit:
            return say
        if missing == all_there:
            return self.ask.say
        counts = (("count", all_there - missing), ("count_all", all_there))
        return Message(N_("I see {count} of {count_all} pieces in their places."), counts)

    def _picture(
        self,
        picture: Picture | None,
        places: Mapping[str, str] | Collection[str],
        spots: Sequence[Point] = (),
    ) -> Part:
        """Return a picture, or else the live one, with a ring round each of some places.

        ``spots`` are points of the board (mm) that are dotted.
        """
        look = self.look
        room = self.body
        corners: Sequence[Point] = self.teaching.corners
        if picture is None and self._frame is not None:
            picture, corners = self._frame.picture, self._tracker.corners
        if picture is None:
            return self.blank(room)
        frame = frame_points(size_of(picture), room, corners)
        rings = [*ring_places(self.teaching, places, frame, look, corners)]
        rings += dot_spots(self.teaching, spots, frame, look)
        if picture is not None and self.doubt is None and self._say() is MOVED:
            edge = tuple(frame.at(corner) for corner in corners)
            rings += Polygon(edge, None, (0, 0, 0), 6), Polygon(edge, None, look.colours.amber, 3)
        return Part((frame.shown(picture), *rings))
