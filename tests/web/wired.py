"""A table of one truth with a telephone at every seat, turned by hand: no network, no camera.

All from the loop to the bytes of a page is the product's own; only the line ends in a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from hardware.clock import ManualClock
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.network.invitations import Invitations
from tablet_companion.app.network.telephones import DPI, Telephone, Telephones
from tablet_companion.app.pages.display import Display
from tablet_companion.app.running.loop import Loop
from tablet_companion.app.running.loop_parts import LoopParts, Presentation
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.games.core import TABLE, Seat, Viewer
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import HelpPanel, PlayPanel
from tablet_companion.referee.model.table import SetUp, Stage, Table, new_table
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.labels import NO_LABELS, Labels
from tablet_companion.screen.toolkit.local import NOTICED_S, Local
from tablet_companion.screen.toolkit.look import Art, Look
from tablet_companion.screen.toolkit.orders import HistoryOrder, LessonOrder, RulesOrder
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.toolkit.window import Unseen
from tablet_companion.screen.words.wording import words
from tablet_companion.session.session import Session
from tablet_companion.web import wire
from tablet_companion.web.lines import Fingered, Joined, Line, Sheet
from tests.conformance.spy.leaving import Devices

TURN_S: Final = 0.05
"""Between two iterations of the loop."""
SIZES: Final = ((390, 760), (360, 640), (860, 440))
"""The seats' telephones have these sizes in turn."""
_ART: Final = Art((30, 20), bytes(1800))
Key = events.Intent | Local | HistoryOrder | RulesOrder | LessonOrder | None
Lots = Callable[[Table, int], int]
"""Draws a number below another, at a table that needs it."""


@dataclass(frozen=True)
class Begun:
    """Where a table begins: a state, and what was set up."""

    game: AnyGame
    state: Any
    setup: SetUp

    def table(self) -> Table:
        """Return the table in play, without a past."""
        board = printed.board(self.game.name)
        empty = new_table(self.game, areas_of(board, self.game.name), self.setup.language)
        holds = holds_of(board)
        return empty.but(stage=Stage.PLAY, state=self.state, setup=self.setup, holds=holds)


class Ear(Line):
    """A line that ends here: what a telephone gets, as it is sent, with the turn of the loop."""

    def __init__(self, viewer: Viewer, size: tuple[int, int], wired: Wired) -> None:
        """Begin with no page."""
        self.viewer, self.size = viewer, size
        self._given = self.taken = self.number = 0
        self._wired = wired

    def show(self, page: Page, labels: Labels = NO_LABELS) -> None:
        """Keep a page that the wire writes."""
        self.number += 1
        sheet = Sheet(page, labels, self.number)
        text = wire.write_page(sheet, (0, 0, 0), self._wired.pictures)
        self._wired.heard.append((self._wired.turns, self.viewer, text))


class _Everybody(Invitations):
    """Every seat has a telephone."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.playing


class Wired:
    """A table of one truth. ``heard`` is all that its telephones got; ``turns`` counts the loop."""

    def __init__(self, begun: Begun, lots: Lots, *, screen: bool = True) -> None:
        """Begin, with telephones at every seat and one that shows the table's page.

        Without a ``screen`` that telephone is it, and shows the table's own pages, such as lessons.
        """
        self.clock, self.inbox, self.pictures = ManualClock(), Inbox(), wire.Pictures()
        self.heard: list[tuple[int, Viewer, str]] = []
        self.turns = 0
        board, seats = printed.board(begun.game.name), begun.setup.seats
        said = words(begun.setup.language, board)
        theme, measure = Theme((390, 700), DPI), paint.measure
        look = Look(theme, said, board, measure, art=_ART, motion=False, taught=True)
        devices = Devices()
        shown = Presentation(Display(Unseen(), look), Signalling(devices, devices, seats))
        self.telephones = Telephones(_Everybody(None, seats), look, self.clock, instead=not screen)
        session = Session(begun.table(), keeper=None, lots=lambda below: lots(self.table, below))
        parts = LoopParts(telephones=self.telephones)
        self.loop = Loop(session, shown, self.inbox, self.clock, parts)
        self.put(events.Blind(0.0, "unused"))
        self.loop.begin()
        for number, viewer in enumerate((*seats, TABLE)):
            self.inbox.put(Joined(Ear(viewer, SIZES[number % len(SIZES)], self)))
        self.turn()

    @property
    def table(self) -> Table:
        """Return the referee's table."""
        return self.loop.session.table

    @property
    def is_done(self) -> bool:
        """Whether nothing waits to be handled or to be shown."""
        return self.inbox.empty() and self.telephones.is_done

    def put(self, event: events.Event) -> None:
        """Let an event happen in the next turn."""
        self.inbox.put(event)

    def turn(self, seconds: float = TURN_S) -> None:
        """Let the loop come round, a moment later."""
        self.turns += 1
        self.clock.advance(seconds)
        self.loop.turn()

    def find(self, viewer: Viewer) -> Telephone:
        """Return a viewer's telephone."""
        every = self.telephones._all.values()
        return next(one for one in every if one.line.viewer == viewer)

    def list_keys(self, viewer: Viewer) -> dict[Key, tuple[float, float]]:
        """Return what can be touched on a viewer's telephone, and where; None is its bar."""
        one = self.find(viewer)
        page = one.display.page
        assert page is not None
        found: dict[Key, tuple[float, float]] = {}
        for touch in page.touches:
            at = touch.box.centre
            if (
                isinstance(
                    touch.meaning, events.Intent | Local | HistoryOrder | RulesOrder | LessonOrder
                )
                and page.touch_at(*at) is touch
            ):
                found[touch.meaning] = at
        if one.has_bar:
            found[None] = 100.0, one._height + 20.0
        return found

    def is_looked_up(self, viewer: Viewer, meaning: Key) -> bool:
        """Whether a key of a viewer's telephone leads to a page that it alone has opened."""
        found = self.find(viewer).looked_up
        if isinstance(meaning, events.GoOn):
            return found is not None and found.build() is not None
        return isinstance(meaning, events.AskHelp | events.AskWhy | events.Wonder | events.Recall)

    def teaches(self, viewer: Viewer) -> bool:
        """Whether a viewer's telephone shows a question, a rule or a lesson instead of the game."""
        display = self.find(viewer).display
        return isinstance(display.panel, HelpPanel) or display.over is not None

    def is_told(self, viewer: Viewer) -> bool:
        """Whether a rule on a viewer's page is told to everybody until it is read."""
        return isinstance(self.find(viewer).display.panel, PlayPanel)

    def tap(self, viewer: Viewer, at: tuple[float, float]) -> None:
        """Touch the newest page of a viewer's telephone."""
        line = self.find(viewer).line
        self.inbox.put(Fingered(line, *at, line.number, 60.0))

    def listen(self, viewer: Viewer) -> Iterator[tuple[int, Viewer, str]]:
        """Yield what a viewer got since the last time, and what everybody can see."""
        yield from (one for one in self.heard if one[1] in (viewer, TABLE))
        self.heard.clear()


def settle(*tables: Wired) -> None:
    """Let the loops come round together until nothing is left to do, and people have seen it."""
    for number in range(200):
        if number > 1 and all(one.is_done for one in tables):
            break
        for one in tables:
            one.turn()
    else:
        raise AssertionError("the pages never come to rest")
    for one in tables:
        one.turn(NOTICED_S + 0.1)


def wait(seconds: float, *tables: Wired) -> None:
    """Let time pass at tables, as nobody touches anything."""
    for _ in range(round(seconds / TURN_S)):
        for one in tables:
            one.turn()
