"""What leaves the referee in one truth: pages, lamps, sounds, words, exports, telephones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from hardware.ports import Lamp
from tablet_companion.app.running.watchdog import describe_status
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.club import messages
from tablet_companion.games.core import TABLE, Seat, Viewer
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.referee.model.effects import (
    Cue,
    Effect,
    Judged,
    NeedChance,
    Record,
    Show,
    Signal,
    Transition,
)
from tablet_companion.referee.model.events import Event
from tablet_companion.referee.model.panels import HandPanel, MenuPanel, Panel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.pages.alone import build_own, build_panel_for
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.seats import build_seats
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.replay import replay
from tests.conformance.spy.acts import Cut, Happening, Ordered
from tests.conformance.spy.teaching import teach
from tests.conformance.spy.truths import playing, share_public


class Devices:
    """Lamps and a sounder that keep what they were told."""

    def __init__(self) -> None:
        """Begin dark and silent."""
        self.told: list[str] = []

    def show(self, levels: Mapping[Lamp, float]) -> None:
        """Keep the levels."""
        self.told.append(repr(dict(levels)))

    def sound(self, pitch_hz: float) -> None:
        """Keep the pitch."""
        self.told.append(repr(pitch_hz))

    def set_volume(self, percent: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


@dataclass
class Truth:
    """One of the two tables, with its lamps, and what left at the last event."""

    table: Table
    viewer: Viewer
    left: tuple[object, ...] = ()
    effects: tuple[Effect, ...] = ()
    before: Table | None = None
    fell: str = ""
    devices: Devices = field(default_factory=Devices)
    story: object = None

    def __post_init__(self) -> None:
        """Wire the lamps, and look at the first page."""
        self.teacher = Teacher(
            self.table.game,
            printed.board(self.table.game.name),
            list_chosen=lambda: self.table.chosen,
        )
        self.signalling = Signalling(self.devices, self.devices, playing(self.table))
        for cue, turn in ((Cue.CALM, None), (Cue.TURN, self.table.turn)):
            self.signalling.hear(Signal(cue, () if turn is None else (turn,)), 0.0)
        self.signalling.step(0.0)
        self.devices.told.clear()
        self.shown = tuple(self._list_pages(build_panel(self.table)))
        self._first, self._records = self.table, list[Record]()

    def happen(self, event: Happening) -> None:
        """Let an event happen, and keep what left."""
        self.before = self.table
        if isinstance(event, Ordered):
            self.teacher.obey(event.order, event.at_s)
            self.effects, self.left = (), (("taught", self.teacher.panel(event.at_s)),)
            return
        share_public(self.table.position)
        try:
            self.table, self.effects = self._follow(event)
        except Exception as error:  # noqa: BLE001 - whatever falls over is a find
            self.fell = _fell(error)
            self.effects = ()
        for effect in self.effects:
            if isinstance(effect, Record):
                self._records.append(effect)
            if isinstance(effect, Signal):
                self.signalling.hear(effect, event.at_s)
            if isinstance(effect, Show):
                self.shown = tuple(self._list_pages(effect.panel))
        self.signalling.step(event.at_s)
        lamps = tuple(self.devices.told)
        self.devices.told.clear()
        self.left = (
            *leaving(self.effects, self.viewer, self.table.game),
            ("lamps", *lamps),
            ("taught", self.teacher.panel(event.at_s)),
            *self.shown,
            *(messages.name_verdict(one) for one in self.effects if isinstance(one, Judged)),
        )

    def _follow(self, event: Event | Cut) -> Transition:
        """Return what an event leads to, or the game as it is taken up after a power cut."""
        if not isinstance(event, Cut):
            return step(self.table, event)
        fresh = self._first.but(now_s=event.at_s)
        table = replay(fresh, [(one.kind, one.body) for one in self._records])
        return table, (Show(build_panel(table)),)

    def _list_pages(self, panel: Panel) -> Iterator[object]:
        """Yield what stands beside a page until the next one is shown."""
        published = messages.describe(self.table, panel, {})
        yield "status", describe_status(self.table, published.actions, looking=True)
        yield "telephone", *self._list_telephones(panel)
        yield "published", published
        told = self.before is not None and self.table.past is self.before.past
        if self.table.state is not None and not told:
            self.story = tell_story(self.table)
        yield "export", self.story
        if self.table.stage is Stage.PLAY:
            yield "seats", build_seats(self.table)

    def _list_telephones(self, shown: Panel) -> Iterable[object]:
        """Yield what the viewer's own screen shows, and every other one that he could look at."""
        if self.table.stage is not Stage.PLAY:
            return
        seats = playing(self.table)
        if self.viewer != TABLE:
            yield build_own(self.table, Seat(self.viewer))
            yield build_panel_for(shown, self.viewer, seats, shared=False)
        yield build_panel_for(shown, TABLE, seats, shared=True)
        yield build_panel_for(shown, TABLE, (), shared=False)

    @property
    def known(self) -> object:
        """Return what the viewer may know of the state on record."""
        return None if self.table.state is None else self.table.view(self.viewer)

    def known_after(self, number: int) -> object:
        """Return what the viewer may know after this many of the actions just put on record."""
        assert self.before is not None
        index = len(self.before.past) + number
        past = self.table.past
        state = past[index].state if index < len(past) else self.table.state
        return self.table.game.view(state, self.viewer)


def leaving(effects: Iterable[Effect], viewer: Viewer, game: AnyGame) -> Iterator[object]:
    """Yield what leaves the referee for this viewer's eyes; the journal is the machine's alone."""
    for effect in effects:
        match effect:
            case Record() | NeedChance() | Signal(cue=Cue.CALM | Cue.TURN):
                continue  # these are heard by nobody, and seen only where a lamp changes
            case Show(panel=page):
                seat = _alone(page)
                yield page if seat in (None, viewer) else (type(page).__name__, seat)
                yield from teach(page, game)
            case _:
                yield effect


def _alone(page: Panel) -> object:
    match page:
        case HandPanel(seat=seat) | MenuPanel(private=seat):
            return seat
    return None


def _fell(error: Exception) -> str:
    """Return what was raised, and where; endless recursion ends anywhere."""
    if isinstance(error, RecursionError):
        return "endless recursion"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = trace.tb_frame.f_code.co_name if trace is not None else "?"
    return f"{type(error).__name__} in {where}"
