"""What one seat's telephone gets tells nothing of the others' secrets; planted leaks are heard."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, Final
from unittest.mock import patch

import pytest
from aiohttp import web

from tablet_companion import games
from tablet_companion.app.network import telephones
from tablet_companion.app.network.telephones import Telephones
from tablet_companion.app.pages.display import Display
from tablet_companion.app.running.ownpages import OwnPages
from tablet_companion.games.core import Message, Seat, Viewer
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import Confide, Pause, Touched
from tablet_companion.referee.model.panels import Panel
from tablet_companion.referee.model.passing import tell_hand
from tablet_companion.referee.model.table import SetUp, Table
from tablet_companion.referee.pages import speaking
from tablet_companion.screen.toolkit import orders
from tablet_companion.screen.toolkit.drawing import Box, Image, Page, Rgb
from tablet_companion.screen.toolkit.labels import Labels, label_page
from tablet_companion.screen.toolkit.look import Art
from tablet_companion.screen.words.wording import Words
from tablet_companion.web import wire
from tablet_companion.web.lines import Sheet
from tablet_companion.web.server import TelephoneServer
from tests.conformance.walk import SECRETIVE
from tests.web.eavesdropper import eavesdrop, report
from tests.web.wired import Begun, Wired, settle, wait

ACTS: Final = 24
PLANTED_SEED: Final = 4
MAX_PLANTED_ACTS: Final = 600
Plant = Callable[[], AbstractContextManager[Any]]


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_a_telephone_tells_no_secret(game: AnyGame) -> None:
    """Its pages, labels and pictures are the same in both truths, byte by byte, and their turns.

    So are the headers and bodies of all that it can request, and the pictures that are kept.

    How much others have entered in private, and not finished, differs, too.
    """
    tally = eavesdrop(game, 3, ACTS)
    assert not tally.leaks, "\n".join(report(tally.leaks[0]))
    assert tally.messages > 0


def test_a_touch_moves_no_example_of_a_rule_in_time() -> None:
    """What others entered alone brought the next picture of a rule that was being read earlier."""
    heard = []
    for touches in (False, True):
        wired, seats = _begin("agent", 4)
        seat = wired.table.turn or seats[0]
        key = next(one for one in wired.list_keys(seat) if isinstance(one, Confide))
        reader = next(one for one in seats if one != seat)
        _read(wired, reader)
        wired.heard.clear()
        for _ in range(140):
            if touches:
                wired.put(Touched(wired.clock.now_s(), key))
            wired.turn()
        heard.append([one for one in wired.heard if one[1] == reader])
    assert heard[0] == heard[1]
    assert heard[0]


@pytest.mark.parametrize("late", range(4))
def test_a_touch_moves_no_other_page_in_time(late: int) -> None:
    """A touch with the table's new page, or just after it, brought the others' by one turn."""
    assert _listen_to_others(late, touches=True) == _listen_to_others(late, touches=False)


def _listen_to_others(late: int, *, touches: bool) -> list[tuple[int, Viewer, str]]:
    """Return what the others get while the game pauses, and what is touched alone or is not."""
    wired, (*_, seat) = _begin("agent", 4)
    wired.heard.clear()
    wired.put(Touched(wired.clock.now_s(), Pause()))
    for number in range(8):
        if touches and number == late:
            wired.tap(seat, wired.list_keys(seat)[None])
        wired.turn()
    return [one for one in wired.heard if one[1] != seat]


def test_a_rule_moves_at_the_same_time_if_others_read() -> None:
    """Of several telephones whose rules showed examples one got its page per turn."""
    assert _listen_to_a_reader(others=True) == _listen_to_a_reader(others=False)


def _listen_to_a_reader(*, others: bool) -> list[tuple[int, Viewer, str]]:
    """Return what a seat gets that reads a rule, while others read it, too, or do not."""
    wired, seats = _begin("wink", 4)
    for seat in seats[::-1] if others else seats[-1:]:
        _read(wired, seat)
    wired.heard.clear()
    wait(8.0, wired)
    heard = [one for one in wired.heard if one[1] == seats[-1]]
    assert 3 < len(heard) < 12, "it is sent when it looks otherwise"
    return heard


def _begin(name: str, count: int) -> tuple[Wired, tuple[Seat, ...]]:
    game = games.load(name)
    seats = game.seats[:count]
    wired = Wired(Begun(game, game.setup({}, seats), SetUp(seats)), lambda *_: 0)
    settle(wired)
    return wired, seats


def _read(wired: Wired, seat: Seat) -> None:
    """Let a seat read how the game is won, which has an example."""
    one = wired.find(seat)
    wired.telephones._look_up(one, orders.ReadRule("aim"))
    wired.telephones._touched[one.line] = None


def show_the_next_hand() -> AbstractContextManager[Any]:
    """Show every seat the hand of the next one."""

    def tell(table: Table, seat: Seat) -> tuple[Message, ...]:
        seats = table.setup.seats
        return tell_hand(table, seats[(seats.index(seat) + 1) % len(seats)])

    return patch.object(speaking, "tell_hand", tell)


def share_labels() -> AbstractContextManager[Any]:
    """Let a page be heard with the lines of the page made before it, whoever's that was."""
    before: list[str] = []

    def label(page: Page, words: Words) -> Labels:
        made = label_page(page, words)
        told, before[:] = (*made.told, *before), made.told
        return Labels(told, made.keys)

    return patch.object(telephones, "label_page", label)


def draw_the_truth() -> AbstractContextManager[Any]:
    """Let the picture of the board depend on what is hidden: nothing but its name tells of it."""
    shown = Telephones.show

    def show(self: Telephones, panel: Panel, table: Table) -> Panel:
        self.use_art(Art((30, 20), bytes([_odd(table)]) * 1800))
        return shown(self, panel, table)

    return patch.object(Telephones, "show", show)


def send_late() -> AbstractContextManager[Any]:
    """Let what is hidden delay a page by one turn of the loop."""
    turned = Telephones.turn

    def turn(self: Telephones) -> None:
        late = bool(self._due) and self._table is not None and _odd(self._table)
        if not late or self.__dict__.pop("waited", False):
            turned(self)
        else:
            self.__dict__["waited"] = True

    return patch.object(Telephones, "turn", turn)


def send_again() -> AbstractContextManager[Any]:
    """Send everybody's page again, though nothing in it changed, when somebody whispers."""
    shown = Display.show

    def show(self: Display, panel: Panel) -> None:
        same = panel == self._panel
        shown(self, panel)
        if same:
            self._refresh()

    return patch.object(Display, "show", show)


def teach_from_the_truth() -> AbstractContextManager[Any]:
    """Let what is hidden decide with which step a lesson begins that is opened in mid-game."""
    teach = OwnPages._teach

    def lead(self: OwnPages, order: orders.RulesOrder | orders.LessonOrder, now_s: float) -> Any:
        if isinstance(order, orders.TakeChapter) and _odd(self._session.table):
            order = replace(order, step=1 if order.step == 0 else 0)
        return teach(self, order, now_s)

    return patch.object(OwnPages, "_teach", lead)


def draw_hands_in_secret() -> AbstractContextManager[Any]:
    """Keep a picture of what each page says, and name it nowhere: a hand can be guessed."""
    write = wire.write_page

    def draw(sheet: Sheet, ground: Rgb, pictures: wire.Pictures) -> str:
        told = hashlib.sha256(repr(sheet.labels.told).encode()).digest()[:3]
        pictures.add(Image(Box(0, 0, 1, 1), (1, 1), told))
        return write(sheet, ground, pictures)

    return patch.object(wire, "write_page", draw)


@contextmanager
def tag_the_newest_page() -> Iterator[None]:
    """Let the tag of the empty page change with whatever was sent to anybody."""
    write, page = wire.write_page, TelephoneServer._page

    def note(sheet: Sheet, ground: Rgb, pictures: wire.Pictures) -> str:
        text = write(sheet, ground, pictures)
        pictures.__dict__["newest"] = zlib.crc32(text.encode())
        return text

    def tag(self: TelephoneServer) -> web.Response:
        made = page(self)
        made.headers["ETag"] = f'"{self._pictures.__dict__.get("newest")}"'
        return made

    with patch.object(wire, "write_page", note), patch.object(TelephoneServer, "_page", tag):
        yield


def _odd(table: Table) -> int:
    text = "" if table.state is None else table.game.write(table.state)
    return zlib.crc32(text.encode()) % 2


PLANTS: Final[tuple[tuple[Plant, str], ...]] = (
    (show_the_next_hand, "dog"),
    (share_labels, "agent_dog"),
    (draw_the_truth, "agent_dog"),
    (send_late, "agent_dog"),
    (send_again, "agent"),
    (teach_from_the_truth, "agent_dog"),
    (draw_hands_in_secret, "dog"),
    (tag_the_newest_page, "dog"),
)


@pytest.mark.parametrize(("plant", "game"), PLANTS, ids=[one[0].__name__ for one in PLANTS])
def test_a_planted_leak_is_heard(plant: Plant, game: str) -> None:
    """Each is heard before many acts were done; by this seed, which only saves time, at once."""
    with plant():
        assert eavesdrop(games.load(game), PLANTED_SEED, MAX_PLANTED_ACTS, leaks=1).leaks
