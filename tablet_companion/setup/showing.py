"""Teaching a board by showing it: empty, set out, card by card; then learning it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

import numpy as np

from calibration.model import Calibration, write_calibration
from hardware.errors import CompanionError
from hardware.log import log
from hardware.ports import Frame as Shot
from hardware.ports import Picture
from tablet_companion.config import TAUGHT, taught_folder
from tablet_companion.games.core import EMPTY, Card, Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Circle, Fill, Item
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.alike import find_twin, sees_hand
from tablet_companion.setup.asking import Ask, first_position, list_asks
from tablet_companion.setup.desk import Desk
from tablet_companion.setup.firststart import BACK
from tablet_companion.setup.frame import around, size_of, whole
from tablet_companion.setup.gathering import TUNING, Bare, Stillness
from tablet_companion.setup.leaf import Does, Drawn, Key, Leaf, body, leaf
from tablet_companion.setup.placing import draw_places
from tablet_companion.setup.sketch import Point
from tablet_companion.setup.teaching import Teaching, learn
from tablet_companion.setup.work import STOP, SlowStep
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import SURE
from tablet_companion.vision.scene import Model

EMPTY_S: Final = 3.0
"""A board counts as empty once nothing has moved for so long: looking at it tells nothing yet."""
CHECK_S: Final = 0.3
"""It is looked this often whether everything is there."""
_TWIN: Final = N_("This looks like a card that you have shown already: {card_other}. Is it {card}?")
_TWIN_KEYS: Final[tuple[Key, ...]] = (
    (N_("Take it again"), Does("again"), Weight.MAIN),
    (N_("Show the other again"), Does("other"), Weight.PLAIN),
    (N_("Yes, it is"), Does("keep"), Weight.PLAIN),
)


class ShowStep(SlowStep):
    """Asks for one picture after the other, and takes each by itself once the hand is gone.

    ``twin`` is the card that was shown before and that the one just shown looks like.
    """

    def __init__(self, desk: Desk, teaching: Teaching, asks: tuple[Ask, ...] = ()) -> None:
        """Begin with the empty board; without ``asks``, ask for all that the game needs."""
        super().__init__(desk)
        self.teaching = teaching
        self._wanted = self._asks = asks
        self._corners: list[Point] = []
        self._at = 0
        self._still = Stillness()
        self._frame: Shot | None = None
        self._bare: Bare | None = None
        self._before: Bare | None = None
        self._missing: frozenset[str] = frozenset()
        self._checked_s = 0.0
        self._hand = False
        self._faces: dict[Card, Picture] = {}
        self._resume: int | None = None
        self.twin: Card | None = None

    @property
    def ask(self) -> Ask:
        """Return what is asked for."""
        return self._asks[self._at]

    def enter(self) -> None:
        """Watch the camera; ask on where it was left, or from the beginning of another outline."""
        super().enter()
        self._frame = None
        if self._corners != self.teaching.corners:
            self._corners = list(self.teaching.corners)
            self._asks = self._wanted or list_asks(self.desk.game, self.teaching)
            self.teaching.shown.clear()
            self._faces.clear()
            self._bare = self._before = None
            self._turn_to(0)
        self.desk.watch()

    def leave(self) -> None:
        """Let the camera go."""
        super().leave()
        self.desk.lookout.rest()

    def _turn_to(self, number: int) -> None:
        self.stop()
        self.twin = None
        self._at, self._still = number, Stillness()
        self._missing = frozenset(self.ask.pieces)

    def see(self, frame: Shot | None) -> None:
        """Take the picture if nothing has moved and everything is there."""
        super().see(frame)
        self._frame = frame
        if frame is None or self.done or self.work is not None or self.twin is not None:
            return
        still_s = self._still.watch(frame)
        now_s = self.desk.things.clock.now_s()
        if still_s < TUNING.still_s or now_s - self._checked_s < CHECK_S:
            return
        self._checked_s = now_s
        if self._is_there(frame, still_s):
            self._take(frame)

    def _is_there(self, frame: Shot, still_s: float) -> bool:
        if self._bare is None:
            board, pose = self.teaching.board(), self.teaching.pose()
            self._hand = still_s >= EMPTY_S and sees_hand(board, pose, frame.picture)
            return still_s >= EMPTY_S and not self._hand
        if self._bare.reached_over(frame.picture):
            return False
        if self.ask.card is not None and self._before is not None:
            # A pile that was taken away looks otherwise, too.
            return self._before.laid(frame.picture) and self._bare.laid(frame.picture)
        names = tuple(self.ask.pieces)
        self._missing = frozenset(names) - self._bare.filled(frame.picture, names)
        return not self._missing

    def _take(self, frame: Shot) -> None:
        ask, teaching = self.ask, self.teaching
        teaching.show(ask.name, frame.picture, ask.pieces, ask.card)
        self._before = Bare.of(teaching.board(), teaching.pose(), frame.picture)
        if ask.name == "empty":
            self._bare = self._before
        if ask.card is None or "empty" not in teaching.shown:
            self._next()
            return
        card = Card(ask.card)
        others = {name: face for name, face in self._faces.items() if name != card}
        pictures = teaching.shown["empty"][1], frame.picture
        args = teaching.board(), teaching.pose(), pictures, others
        self.start(lambda: find_twin(*args), self._compare)

    def _compare(self, found: tuple[Picture | None, Card | None]) -> None:
        """Go on, or ask first whether this is a card that was shown before."""
        face, self.twin = found
        if face is not None and self.ask.card is not None:
            self._faces[Card(self.ask.card)] = face
        if self.twin is None:
            self._next()

    def _next(self) -> None:
        resume, self._resume = self._resume, None
        if (number := resume or self._at + 1) < len(self._asks):
            self._turn_to(number)
        else:
            self.done, self.turned = True, 1

    def obey(self, does: Does) -> None:
        """Take the picture at once, leave it out, or go back by one."""
        match does.what:
            case "take" if self._frame is not None:
                self._take(self._frame)
            case "skip":
                self._forget()
                self._next()
            case "again":
                self._forget()
                self._turn_to(self._at)
            case "other":
                names = [ask.card for ask in self._asks]
                self._resume = self._at + 1
                self._turn_to(names.index(self.twin))
                self._forget()
            case "keep":
                self._next()
            case "back" if self._at > 0:
                self._turn_to(self._at - 1)
                if self.ask.name == "empty":
                    self._bare = None
            case "back":
                super().obey(does)

    def _forget(self) -> None:
        self.teaching.shown.pop(self.ask.name, None)
        self._faces.pop(Card(self.ask.card or ""), None)

    def leaf(self) -> Leaf:
        """Return what is asked for above the live picture, with a ring where a piece is missing."""
        look = self.desk.look
        if self.twin is not None:
            return leaf(look, self._say(), _TWIN_KEYS, self._picture())
        foot: list[Key] = [BACK]
        if self._bare is not None:  # all else is told by what has come onto the empty board
            foot.append((N_("Leave it out"), Does("skip"), Weight.PLAIN))
        if self._frame is not None:
            foot.append((N_("Take it now"), Does("take"), Weight.PLAIN))
        return leaf(look, self._say(), foot, self._picture())

    def _say(self) -> Message:
        if self.desk.lookout.trouble is not None:
            return self.desk.lookout.trouble
        if self.twin is not None:
            cards = (("card", Card(self.ask.card or "")), ("card_other", self.twin))
            return Message(_TWIN, cards)
        if self._bare is None and self._hand:
            return Message(N_("Take your hands away."))
        all_there, missing = len(self.ask.pieces), len(self._missing)
        if self.ask.name == "start" and 0 < missing < all_there:
            counts = (("count", all_there - missing), ("count_all", all_there))
            return Message(N_("I see {count} of {count_all} pieces in their places."), counts)
        return self.ask.say

    def _picture(self) -> Drawn:
        look = self.desk.look
        room = body(look)
        if self._frame is None:
            return Drawn((Fill(room, look.colours.raised, look.theme.px(2)),))
        picture = self._frame.picture
        frame = around(size_of(picture), room, self.teaching.corners)
        rings: list[Item] = []
        if self.ask.name == "start":
            board, pose = self.teaching.board(), self.teaching.pose()
            spots = [board.by_name[name] for name in sorted(self._missing)]
            middles = np.array([(spot.x_mm, spot.y_mm) for spot in spots]).reshape(-1, 2)
            points = pose.project(middles).tolist() if spots else []
            size = look.theme.px(2.5)
            rings = [Circle(frame.at((x, y)), size, None, look.colours.amber, 3) for x, y in points]
        return Drawn((frame.shown(picture), *rings))


class LearnStep(SlowStep):
    """Learns what was shown, shows what it is unsure of, and takes one more picture if asked."""

    def __init__(self, desk: Desk, teaching: Teaching) -> None:
        """Begin with nothing learnt."""
        super().__init__(desk)
        self.teaching = teaching
        self.doubtful: frozenset[str] = frozenset()
        self.found: Calibration | None = None
        self._more: Stillness | None = None
        self._frame: Shot | None = None
        self._asked_s: float | None = None

    def enter(self) -> None:
        """Begin to learn: it takes from seconds to a minute."""
        super().enter()
        self.found = self._more = None
        self.start(self.learn, self._keep)

    def learn(self) -> tuple[Calibration, frozenset[str]]:
        """Learn, and read the pictures back with what was learnt. Raises CompanionError."""
        folder = taught_folder(self.desk.game.name, self.desk.things.folder)
        found = learn(self.teaching, folder, log)
        return found, find_doubtful(found, self.teaching)

    def _keep(self, learnt: tuple[Calibration, frozenset[str]]) -> None:
        """Take what was learnt: from now on the game is played on it."""
        found, self.doubtful = learnt
        try:
            write_calibration(
                found, taught_folder(self.desk.game.name, self.desk.things.folder) / TAUGHT
            )
        except CompanionError as error:
            self.trouble = said(error)
        else:
            self.found = found

    def leaf(self) -> Leaf:
        """Return what was learnt, with a ring round every place that is in doubt."""
        look = self.desk.look
        if self._more is not None:
            foot: list[Key] = [STOP]
            if self._frame is not None:
                foot.append((N_("Take it now"), Does("take"), Weight.PLAIN))
            turn = Message(N_("Turn the board a little, and take your hands away."))
            say = self.desk.lookout.trouble or turn
            live = None if self._frame is None else self._frame.picture
            return leaf(look, say, foot, self._picture(live, ()))
        start = self.teaching.shown.get("start") or self.teaching.shown.get("empty")
        doubtful = self.doubtful if self.found else None
        drawn = Drawn() if start is None else self._picture(start[1], doubtful)
        return leaf(look, self._say(), tuple(self._foot()), drawn)

    def _foot(self) -> Iterator[Key]:
        yield BACK
        if self.found is None:
            return
        if self.doubtful:
            yield (N_("One more picture"), Does("more"), Weight.MAIN)
        yield (N_("Play on it"), Does("on"), Weight.PLAIN if self.doubtful else Weight.MAIN)

    def _picture(self, picture: Picture | None, doubtful: Collection[str] | None) -> Drawn:
        look = self.desk.look
        room = body(look)
        if picture is None:
            return Drawn((Fill(room, look.colours.raised, look.theme.px(2)),))
        if self._more is not None:
            frame = whole((picture.shape[1], picture.shape[0]), room)
            return Drawn((frame.shown(picture),))
        frame = around((picture.shape[1], picture.shape[0]), room, self.teaching.corners)
        rings = () if doubtful is None else draw_places(self.teaching, frame, frozenset(doubtful))
        return Drawn((frame.shown(picture), *rings))

    def _say(self) -> Message:
        if self.trouble is not None:
            return self.trouble
        if self.found is None:
            return Message(N_("I am learning your board. This takes a minute."))
        counts: tuple[tuple[str, Any], ...] = (
            ("count", len(self.found.board.places)),
            ("count_card", len(self.found.faces_png)),
            ("count_doubt", len(self.doubtful)),
        )
        if self.doubtful:
            text = N_("{count_doubt} of {count} places are doubtful. One more picture may help.")
            return Message(text, (counts[0], counts[2]))
        if self.found.faces_png:
            return Message(N_("I know {count} places and {count_card} cards."), counts[:2])
        return Message(N_("I know {count} places."), counts[:1])

    def obey(self, does: Does) -> None:
        """Go on, back, or ask for one more picture of the starting position."""
        super().obey(does)
        match does.what:
            case "more":
                self._more, self._frame, self._asked_s = Stillness(), None, None
                self.desk.watch()
            case "stop":
                self._more = None
                self.desk.lookout.rest()
            case "take" if self._frame is not None:
                self._take(self._frame)

    def see(self, frame: Shot | None) -> None:
        """Take the picture that was asked for once the board was turned and nothing moves."""
        super().see(frame)
        self._frame = frame
        if self._more is None or frame is None:
            return
        still_s = self._more.watch(frame)
        if self._asked_s is None:
            self._asked_s = frame.taken_s
        if frame.taken_s - still_s > self._asked_s and still_s >= TUNING.still_s:
            self._take(frame)

    def _take(self, frame: Shot) -> None:
        """Learn again with one more picture, in which the art finds the board that was turned."""
        number = sum(name.startswith("again") for name in self.teaching.shown)
        name = f"again_{number + 1}"
        self.teaching.show(name, frame.picture, first_position(self.desk.game, self.teaching))
        del self.teaching.shown[name][0]["corners"]
        self.desk.lookout.rest()
        self.enter()

    def leave(self) -> None:
        """Let the camera go."""
        super().leave()
        self.desk.lookout.rest()


def find_doubtful(found: Calibration, teaching: Teaching) -> frozenset[str]:
    """Return the places that are read wrongly, or not surely, in the pictures that taught them."""
    reader = BoardReader(Model(found), still_frames=1)
    doubtful: set[str] = set()
    for name in ("empty", "start"):
        if name not in teaching.shown:
            continue
        line, picture = teaching.shown[name]
        try:
            _, _, reading = reader.examine(picture)
        except CompanionError:
            return frozenset(found.board.by_name)
        for one in reading.places:
            wanted = line["pieces"].get(str(one.place), EMPTY)
            if one.best != wanted or one.probability < SURE or one.covered:
                doubtful.add(str(one.place))
    return frozenset(doubtful)
