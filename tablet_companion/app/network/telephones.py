"""The telephones at a table: sends each its own page, and takes its touches. Part of the loop.

A telephone is a display like the screen, with the same pages, and it also ignores a key that has
just changed. Its owner decides what it may show, before a page is made.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Final

from hardware.ports import Clock
from tablet_companion.app.network.invitations import Invitations
from tablet_companion.app.network.lookups import LookUps
from tablet_companion.app.pages.display import MAX_SEEN, Display
from tablet_companion.games.core import TABLE, Seat, Viewer
from tablet_companion.referee.model import events, panels
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.pages import alone
from tablet_companion.screen.pages import telephones as pages
from tablet_companion.screen.pages.scenes import OwnPanel
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.labels import label_page, tell_board
from tablet_companion.screen.toolkit.look import Art, Look
from tablet_companion.screen.toolkit.orders import Order, ReadRule
from tablet_companion.screen.toolkit.theme import MM_PER_INCH, Theme
from tablet_companion.screen.toolkit.window import Unseen
from tablet_companion.screen.words.wording import words
from tablet_companion.web.lines import Fingered, FromTelephone, Joined, Left, Line

DPI: Final = 125.0
"""Pixels of a browser per inch of a page. A telephone has some 160, but is held at half the
distance of a screen on the table: letters may be smaller, and the smallest key still has 44
pixels, or 7 mm."""
_MIN_PX: Final = ((360, 640), (860, 440))
"""The least width and height of an upright page, and of a lying one, at which no word is cut."""
_MAX_PX: Final = 1400
_FINGER_MM: Final = 8.94
"""44 pixels of a page that is shown as large as it is."""
_MAX_FINGER_MM: Final = (12.4, 10.4)
"""Upright and lying; with larger keys words are cut on the least page (27 November 2026)."""
_FINGER_PX: Final = 44
"""The least side of a key in the browser's own pixels, if the page has room (WCAG 2.5.5)."""


def choose_size(width: int, height: int) -> tuple[int, int]:
    """Return a page's size for the pixels of a browser, of the same shape if it is a sensible one.

    A larger page is made for a small or much enlarged window, which shows it reduced.
    """
    least = _MIN_PX[width > height]
    scale = max(1.0, least[0] / width, least[1] / height)
    return min(round(width * scale), _MAX_PX), min(round(height * scale), _MAX_PX)


def fit_theme(width: int, height: int) -> Theme:
    """Return the sizes of a page for the pixels of a browser.

    Keys of a page that is shown reduced are larger, so that fingers hit them all the same.
    """
    size = choose_size(width, height)
    finger_mm = _FINGER_PX * size[0] / width / DPI * MM_PER_INCH
    most_mm = _MAX_FINGER_MM[width > height]
    return Theme(size, DPI, finger_mm=min(most_mm, max(_FINGER_MM, finger_mm)))


class Telephone:
    """A connected telephone; ``own`` says which of a seat's two pages lies beneath ``over``."""

    def __init__(self, line: Line, look: Look, clock: Clock, *, own: bool) -> None:
        self.line, self.own, self.has_bar = line, own, False
        self.looked_up: LookUps | None = None
        self.over: OwnPanel | None = None
        self._clock = clock
        self._sent: deque[tuple[int, bool, float]] = deque(maxlen=MAX_SEEN)
        self.display = Display(Unseen(self._send), self._fit(look), clock)

    def use_look(self, look: Look) -> None:
        """Make pages of this look and of the telephone's present size from now on."""
        self.display.look = self._fit(look)

    def _fit(self, look: Look) -> Look:
        """Return the look of the pages above the bar."""
        theme = fit_theme(*self.line.size)
        width, height = theme.size
        self._bar_look = replace(look, theme=theme, motion=False)
        bar = pages.bar_height(self._bar_look) if self.line.viewer != TABLE else 0
        self._height = height - bar
        return replace(self._bar_look, theme=replace(theme, size=(width, self._height)))

    def touch(
        self, x: float, y: float, number: int, shown_s: float = 0.0
    ) -> events.Intent | Order | None:
        """Return what a touch means to the referee or the table; None if only the page changes.

        It came down on the page of that ``number``, which the telephone had shown for so long.
        If it is not the newest the touch counts only if it means the same on all since.
        """
        since = [one for one in self._sent if one[0] >= number]
        if not since or since[0][0] != number:
            return None
        _, own, sent_s = since[0]
        if y < self._height:
            # As late as it seemed to the finger: what the network took counts for nothing.
            at_s = min([sent_s + shown_s, *(later_s for *_, later_s in since[1:])])
            return self.display.interpret_touch(x, y, at_s=at_s)
        if self.has_bar and own == self._sent[-1][1]:
            self.own = not self.own
        return None

    def _send(self, page: Page) -> None:
        shown = replace(page, size=self._bar_look.theme.size)  # without the bar it lies no lower
        if self.has_bar:
            shown = pages.add_bar(page, self._bar_look, own=self.own)
        heard = label_page(shown, self._bar_look.words)
        board = tell_board(self.display.shown, self._bar_look.words, self.line.viewer)
        self.line.show(shown, replace(heard, board=board))
        self._sent.append((self.line.number, self.own, self._clock.now_s()))


class Telephones:
    """All connected telephones; without any, nothing here costs time.

    In each iteration one telephone's page is made because the table has changed, one because that
    telephone was touched, and those whose rules show something else: the table's own page waits for
    no more. No touch moves the others' pages in time: how often a seat enters something is secret.
    """

    def __init__(
        self, invitations: Invitations, look: Look, clock: Clock, *, instead: bool
    ) -> None:
        """Show pages in this style; ``instead``: a table's telephone replaces the missing screen.

        Only then does it show the table's own pages, such as cameras, and may invite others.
        """
        self.invitations, self._look, self._clock = invitations, look, clock
        self._instead = instead
        self._all: dict[Line, Telephone] = {}
        self._due: dict[Line, None] = {}
        self._touched: dict[Line, None] = {}
        self._moving: dict[Line, None] = {}
        self._shown: panels.Panel | None = None
        self._table: Table | None = None
        self._over: OwnPanel | None = None
        self._seats: frozenset[Seat] = frozenset()
        self._asker: Viewer | None = None
        self._turned: set[Viewer] = set()

    def show(self, shown: panels.Panel, table: Table) -> panels.Panel:
        """Show everybody's page; return it as the table's own screen may show it."""
        if alone.find_private_seat(shown) is None or self._shown is None:
            # Otherwise a private page would move between screens while it is read.
            self._seats = frozenset(self.invitations.seats) - frozenset(table.setup.played)
        self.invitations.playing = table.setup.seats
        if table.stage is not Stage.PLAY:
            self._turned.clear()
        if type(shown) is not type(self._shown):
            for one in self._all.values():
                one.own = self._is_for_own(shown, table, one)
        for one in self._all.values():
            if self._is_news(shown, table, one.line.viewer):
                one.looked_up = one.over = None
        self._shown, self._table = shown, table
        self._due |= dict.fromkeys(self._all)
        return alone.build_panel_for(shown, TABLE, self._seats, shared=True)

    def lay_over(self, panel: OwnPanel | None, like: Look) -> OwnPanel | None:
        """Show one of the table's own pages; return it as the table's own screen may show it.

        Without a screen the telephones that are one show it, too, and have the ways to such pages
        that ``like`` has. Others look up rules and history for themselves.
        """
        if self._instead:
            self._lead_where(like)
        self._over = panel
        for line, one in self._all.items():
            # Only here: no touch of others, which shows the table's page again, brings it earlier.
            if (over := self._find_over(one)) != one.over:
                one.over = over
                (self._due if self._is_screen(line) else self._moving)[line] = None
        return None if self._find_deciding().no_table else panel

    def _lead_where(self, like: Look) -> None:
        """Give the telephones that are the screen the ways to the table's own pages."""
        before = self._look
        self._look = replace(
            before,
            camera=like.camera,
            taught=like.taught,
            unfinished=like.unfinished,
            names=like.names,
        )
        if self._look != before:
            self._apply_look()

    def _is_screen(self, line: Line) -> bool:
        """Whether a telephone is the table's screen: no other shows pages such as its cameras."""
        return self._instead and line.viewer == TABLE

    def _find_over(self, one: Telephone) -> OwnPanel | None:
        if self._is_screen(one.line):
            return self._over
        return None if one.looked_up is None else one.looked_up.find_over(self._clock.now_s())

    def _is_news(self, shown: panels.Panel, table: Table, viewer: Viewer) -> bool:
        """Whether what a telephone has looked up gives way to what its player is asked.

        Without a page of the table it gives way to any question: everybody might read on.
        """
        before = self._table
        if before is None or (table.stage, table.setup) != (before.stage, before.setup):
            return True
        if alone.find_private_seat(shown) == viewer != alone.find_private_seat(self._shown):
            return True
        for_all = self._find_deciding().no_table and not isinstance(shown, panels.PlayPanel)
        again = type(shown) is type(self._shown) and _asks(self._shown)
        return _asks(shown) and not again and (for_all or viewer in (TABLE, table.turn))

    def use_language(self, language: str) -> None:
        """Show everything in another language from now on."""
        self._look = replace(self._look, words=words(language, self._look.board))
        self._apply_look()

    def use_art(self, art: Art) -> None:
        """Show the board as it looks from now on."""
        self._look = replace(self._look, art=art)
        self._apply_look()

    def use_levels(self, volume: int, brightness: int) -> None:
        """Show how loud and bright the table is from now on: the keys go on from there."""
        self._look = replace(self._look, volume=volume, brightness=brightness)
        self._apply_look()

    def _apply_look(self) -> None:
        for one in self._all.values():
            one.use_look(self._look_of(one.line))

    def take(self, item: FromTelephone) -> events.Intent | Order | None:
        """Handle a telephone's event; return its meaning for the referee or the table."""
        match item:
            case Joined(line=line):
                self._join(line)
            case Left(line=line):
                self._all.pop(line, None)
                self._decide_again()
                for waiting in (self._due, self._touched, self._moving):
                    waiting.pop(line, None)
            case Fingered(line=line):
                line.heard()
                return self._touch(item)
        return None

    @property
    def is_done(self) -> bool:
        """Whether no telephone waits for its page."""
        return not (self._due or self._touched or self._moving)

    def turn(self) -> None:
        """Update one telephone that is out of date, one that was touched, and what moves."""
        for waiting in (self._due, self._touched):
            if waiting:
                line = next(iter(waiting))
                del waiting[line]
                self._refresh(line)
        while self._moving:  # all: none tells by its time that another reads
            self._refresh(self._moving.popitem()[0])

    def _join(self, line: Line) -> None:
        """Note a telephone; one that was only turned, or resized, stays on its page."""
        if line in self._all:
            self._all[line].use_look(self._look_of(line))
            return
        self._all[line] = Telephone(line, self._look_of(line), self._clock, own=True)
        if self._shown is not None and self._table is not None:
            self._all[line].own = self._is_for_own(self._shown, self._table, self._all[line])
        self._due[line] = None
        self._decide_again()
        self.invitations.refresh()

    def _decide_again(self) -> None:
        """Show who decides for everybody now, where that depends on who is connected."""
        if self._instead:
            self._due |= dict.fromkeys(self._all)

    def _look_of(self, line: Line) -> Look:
        if self._is_screen(line):
            return self._look
        return replace(
            self._look,
            camera=None,
            lessons=False,
            games=(),
            trial=False,
            unfinished=False,
            telephones=False,
            saves=False,  # the stick, and what is said about it, are at the table
        )

    def _touch(self, touch: Fingered) -> events.Intent | Order | None:
        """Return what a touch means on the page that is due, and on the one it came down on."""
        one = self._all.get(touch.line)
        if one is None:
            return None
        if touch.line in self._due:
            self._refresh(touch.line)
        own = one.own
        meant = one.touch(touch.x, touch.y, touch.page, touch.shown_s)
        if one.own != own:
            (self._turned.discard if one.own else self._turned.add)(one.line.viewer)
        self._touched[touch.line] = None
        if isinstance(meant, events.TakeBack | events.NewGame | events.SwitchOff | events.HandSeat):
            self._asker = touch.line.viewer
        return meant if self._is_screen(touch.line) else self._look_up(one, meant)

    def _look_up(
        self, one: Telephone, meant: events.Intent | Order | None
    ) -> events.Intent | Order | None:
        """Let a telephone look something up for itself; return what else a touch means."""
        if one.looked_up is None:
            one.looked_up = LookUps(self._look.board, self._find_table)
        panel, viewer = one.display.panel, one.line.viewer
        asker = viewer if alone.find_private_seat(panel) == viewer else TABLE
        left = one.looked_up.take(meant, asker, self._clock.now_s())
        one.over = self._find_over(one)
        told = isinstance(panel, panels.PlayPanel) and isinstance(meant, ReadRule)
        # Only the player on turn, to whom it is told, has another rule told next.
        return events.Learnt() if told and viewer in (TABLE, self._find_table().turn) else left

    def _find_table(self) -> Table:
        assert self._table is not None
        return self._table

    def _refresh(self, line: Line) -> None:
        one = self._all[line]
        if self._shown is None or self._table is None:
            return
        panel = self._choose(one, self._shown, self._table)
        one.has_bar = one.has_bar and one.over is None
        one.display.show(panel)
        one.display.lay_over(one.over)

    def _choose(self, one: Telephone, shown: panels.Panel, table: Table) -> panels.Panel:
        """Return a telephone's panel: its seat's private one, or everybody's."""
        viewer = one.line.viewer
        answer = None if one.looked_up is None else one.looked_up.build()
        page = answer or alone.build_panel_for(shown, viewer, self._seats, shared=False)
        own = None if answer or viewer == TABLE else alone.build_own(table, viewer)
        asked = alone.find_private_seat(page) == viewer
        one.has_bar = own is not None and not asked
        if viewer != TABLE and not asked:
            page = alone.leave_own_keys(page, table, viewer, self._find_deciding())
        if own is not None and one.own and not asked:
            return alone.add_spoken_keys(own, page)
        return page

    def _find_deciding(self) -> alone.Deciding:
        """Return who decides for everybody; a seat whose telephone is the only one asks itself."""
        viewers = {line.viewer for line in self._all}
        asker = self._asker if len(viewers) > 1 else None
        return alone.Deciding(self._instead and TABLE not in viewers, asker)

    def _is_for_own(self, shown: panels.Panel, table: Table, one: Telephone) -> bool:
        """Whether a seat's own page comes first: in a quiet game, or for a private refusal.

        Never if its player has turned to the table's page: everybody may see that telephone.
        """
        if one.line.viewer in self._turned:
            return False
        if isinstance(shown, panels.ObjectionPanel) and not shown.breaches:
            return one.line.viewer == table.turn
        return isinstance(shown, panels.PlayPanel) and table.stage is Stage.PLAY


def _asks(shown: panels.Panel | None) -> bool:
    """Whether a page asks people for something: an answer, or what is left to be done."""
    if isinstance(shown, panels.PlayPanel):
        return shown.left
    return isinstance(
        shown,
        panels.ObjectionPanel | panels.QuestionPanel | panels.CardKeysPanel | panels.BoardPanel,
    )
