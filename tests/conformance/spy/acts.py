"""What happens at the table of a session: looks, touches, switches, a camera that fails.

Acts are values: a session is repeated, and made shorter, by doing the same acts again. A look says
what differs from what the record has at that moment, so it means something wherever it stands.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from tablet_companion.games.core import EMPTY, HIDDEN, Card, Piece, Place, Rule, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import holds_of
from tablet_companion.referee.model.events import (
    AskHelp,
    Blind,
    Busy,
    Chosen,
    Event,
    GoOn,
    Intent,
    Pause,
    Saw,
    ShowAgain,
    ShowCards,
    Switched,
    TableIsRight,
    Ticked,
    Touched,
)
from tablet_companion.referee.model.table import Table
from tablet_companion.screen.toolkit.orders import (
    LeaveLessons,
    LeaveRules,
    LessonOrder,
    ReadRule,
    RulesOrder,
    TakeChapter,
)
from tablet_companion.vision.reading import CardReading, PlaceReading, Reading, Stray, Thing
from tests.conformance.spy.truths import spots

LOOKS_S: Final = (0.1, 0.35)
"""When after the hand has gone the camera looks."""
TICKS_S: Final = (0.55, 0.75, 1.65, 2.15, 2.65, 3.15, 4.15, 8.15)
"""When the clock ticks: just after each of the referee's waiting times (0.2 … 8 s)."""
_SURE: Final = 0.998


@dataclass(frozen=True)
class Look:
    """The table after a hand has gone: what differs from the record, and how well it is seen.

    ``changes`` say what stands on a place instead (EMPTY for lifted). ``doubts`` are places that
    might as well hold that piece. ``card`` is laid on the pile, or turned up beside the pieces.
    ``trusted``: people then say that the table is right.
    """

    changes: tuple[tuple[Place, Piece], ...] = ()
    covered: tuple[Place, ...] = ()
    doubts: tuple[tuple[Place, Piece], ...] = ()
    strays: tuple[tuple[Piece, Place], ...] = ()
    fallen: tuple[tuple[Piece | None, Place], ...] = ()
    card: Card | None = None
    early: bool = False
    trusted: bool = False
    seconds: float = 10.0

    def __str__(self) -> str:
        """Return what is seen, in words."""
        words = [f"{place} {_called(piece)}" for place, piece in self.changes]
        words += [f"{place} covered" for place in self.covered]
        words += [f"{place} maybe {_called(piece)}" for place, piece in self.doubts]
        words += [f"{_called(piece)} beside {place}" for piece, place in self.strays]
        words += [f"{piece or 'thing'} lies at {place}" for piece, place in self.fallen]
        words += [f"card {self.card}"] if self.card else []
        words += ["which is right"] if self.trusted else []
        return f"look for {self.seconds:g} s: " + (", ".join(words) or "nothing new")


@dataclass(frozen=True)
class Touch:
    """A touch; in each truth another one where it is made alone, by somebody with secrets."""

    intents: tuple[Intent, Intent]

    def __str__(self) -> str:
        """Return the touch."""
        return f"touch {self.intents[0]}"


@dataclass(frozen=True)
class Fail:
    """The camera cannot serve."""

    reason: str

    def __str__(self) -> str:
        """Return why."""
        return f"camera: {self.reason}"


@dataclass(frozen=True)
class Rest:
    """A hand rests over the board."""

    seconds: float

    def __str__(self) -> str:
        """Return how long."""
        return f"a hand rests for {self.seconds:g} s"


@dataclass(frozen=True)
class Cut:
    """The power is cut, and the game taken up from the journal."""

    at_s: float = 0.0

    def __str__(self) -> str:
        """Return what happens."""
        return "the power is cut"


@dataclass(frozen=True)
class Feel:
    """The switches under the board say which of the record's places are closed, but for some."""

    wrong: tuple[Place, ...]

    def __str__(self) -> str:
        """Return what is wrong."""
        return f"switches; otherwise than on record: {', '.join(self.wrong) or 'none'}"


@dataclass(frozen=True)
class Choose:
    """The table has chosen for a seat that it plays, or as the advice that somebody asked for."""

    seat: Seat
    action: str

    def __str__(self) -> str:
        """Return what was chosen."""
        return f"the table chooses for {self.seat}: {self.action}"


@dataclass(frozen=True)
class ShowHand:
    """The real cards of a seat that the table plays are shown to it again: in each truth its own.

    Everybody looks away meanwhile, but not from the pages.
    """

    seat: Seat
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]

    def __str__(self) -> str:
        """Return whose cards are shown."""
        return f"the cards of {self.seat} are shown again"


@dataclass(frozen=True)
class Study:
    """Somebody opens “?”, a rule and its lesson, answers a step, and goes back to the game.

    Meanwhile the game waits, whatever is done at the table: ``look``.
    """

    rule: Rule
    chapter: TakeChapter
    answers: tuple[LessonOrder, ...]
    look: Look

    def __str__(self) -> str:
        """Return what is read and taken."""
        return f"“?”, {self.rule}, {self.chapter}, {len(self.answers)} touches, {self.look}"


@dataclass(frozen=True)
class Ordered:
    """A touch on a page that the referee does not know, such as that of a rule."""

    at_s: float
    order: RulesOrder | LessonOrder


Happening = Event | Ordered | Cut
Act = Look | Touch | Fail | Cut | Rest | Feel | Choose | ShowHand | Study


def _called(piece: Piece) -> str:
    return "empty" if piece == EMPTY else str(piece)


@dataclass
class Staging:
    """Turns acts into events: keeps the time, and how the pile lies."""

    pile: CardReading | None
    now_s: float = 100.0
    laid: int = field(default=0)

    def events(self, act: Act, find_table: Callable[[], Table], number: int) -> Iterator[Happening]:
        """Yield the events of an act in one truth (0 or 1), at the table as it is by then."""
        table = find_table()
        match act:
            case Look():
                yield from self._look(act, table)
            case Study():
                yield from self._study(act, table)
            case ShowHand(seat, hands):
                yield from self._show_hand(seat, hands[number], find_table)
            case Touch():
                self.now_s += 0.5
                yield Touched(self.now_s, act.intents[number])
            case Fail(reason):
                self.now_s += 0.5
                yield Blind(self.now_s, reason)
            case Cut():
                self.now_s += 0.5
                yield Cut(self.now_s)
            case Rest(seconds):
                yield from self._rest(seconds)
            case Choose(seat, action):
                self.now_s += 0.5
                yield Chosen(self.now_s, seat, len(table.past), action)
            case Feel(wrong):
                self.now_s += 0.1
                on_record = spots(table)
                places = [place for places in table.areas.values() for place in places]
                closed = ((p, (p in on_record) != (p in wrong), self.now_s - 1) for p in places)
                yield Switched(self.now_s, tuple(closed))

    def _study(self, study: Study, table: Table) -> Iterator[Event | Ordered]:
        """Yield a lesson in mid-game: what the loop tells the referee, and what it keeps."""
        opened: list[Intent | RulesOrder | LessonOrder] = [
            AskHelp(),
            ReadRule(study.rule, alone=True),
        ]
        left = LeaveLessons(), GoOn(), LeaveRules(), GoOn()
        for touched in (*opened, study.chapter, Pause(), *study.answers, study.look, *left):
            self.now_s += 0.5
            if isinstance(touched, Look):
                yield from self._look(touched, table)
            elif isinstance(touched, Intent):
                yield Touched(self.now_s, touched)
            else:
                yield Ordered(self.now_s, touched)
        yield Ticked(self.now_s + 10.0)

    def _show_hand(
        self, seat: Seat, hand: tuple[Card, ...], find_table: Callable[[], Table]
    ) -> Iterator[Event]:
        """Yield cards laid on the pile one on another, if asked for, and taken off together."""
        before = self.pile
        for touched in (ShowAgain(seat), ShowCards()):
            self.now_s += 0.5
            yield Touched(self.now_s, touched)
        table = find_table()
        if table.showing is None or table.showing.seat != seat or not table.showing.begun:
            return
        for card in (*hand, None):
            self.pile = before if card is None else self._next_card(card)
            self.now_s += 0.5
            yield Busy(self.now_s, self.pile)
            yield Saw(self.now_s, reading_of(Look(), table, self.pile))
            self.now_s += 0.5
            yield Ticked(self.now_s)

    def _next_card(self, card: Card) -> CardReading:
        """Return a card on the pile, each askew."""
        self.laid += 1
        return CardReading(((card, 0.99), (None, 0.01)), (self.laid * 9.0, 0.0, 0.0))

    def _rest(self, seconds: float) -> Iterator[Event]:
        self.now_s += 0.5
        yield Busy(self.now_s, self.pile, resting=True)
        self.now_s += seconds
        yield Ticked(self.now_s)

    def _look(self, look: Look, table: Table) -> Iterator[Event]:
        before = self.pile
        if look.card is not None:
            self.pile = self._next_card(look.card)
        reading = reading_of(look, table, self.pile)
        self.now_s += 0.5
        yield Busy(self.now_s, self.pile if look.early else before)
        since_s = self.now_s
        for after_s in LOOKS_S:
            self.now_s = since_s + after_s
            yield Saw(self.now_s, reading)
        for after_s in TICKS_S:
            if after_s <= look.seconds:
                self.now_s = since_s + after_s
                yield Ticked(self.now_s)
        if look.trusted:
            yield Touched(self.now_s, TableIsRight())


def reading_of(look: Look, table: Table, card: CardReading | None) -> Reading:
    """Return what the camera sees: the record's pieces, but for what the look says."""
    shown = spots(table) | dict(look.changes)
    places = [place for places in table.areas.values() for place in places]
    return Reading(
        tuple(_sight(table, look, place, shown.get(place, EMPTY)) for place in places),
        card,
        tuple(Stray(piece, near, 0.0, 0.0) for piece, near in look.strays),
        things=tuple(Thing(0.0, 0.0, 30.0, near, piece) for piece, near in look.fallen),
    )


def kinds(table: Table) -> tuple[Piece, ...]:
    """Return every piece that can be seen anywhere, sorted."""
    return tuple(sorted({piece for fit in _fitting(table.game).values() for piece in fit}))


def fitting(table: Table, place: Place) -> tuple[Piece, ...]:
    """Return the pieces that can be seen on a place, sorted; EMPTY is not among them."""
    return _fitting(table.game).get(place, ())


@functools.cache
def _fitting(game: AnyGame) -> dict[Place, tuple[Piece, ...]]:
    """Return the pieces that can be seen on each place; turned over only where the camera looks."""
    board = printed.board(game.name)
    everything = {Piece(colour) for kind in board.pieces.values() for colour in kind.colours}
    over = any(kind.hidden for kind in board.pieces.values())
    holds = holds_of(board)
    return {
        Place(place.name): tuple(
            sorted(
                holds.get(Place(place.name))
                or everything | ({HIDDEN} if over and place.kind == "hole" else set())
            )
        )
        for place in board.places
    }


def _sight(table: Table, look: Look, place: Place, piece: Piece) -> PlaceReading:
    """Return a place seen surely, in doubt, or not at all."""
    pieces = (EMPTY, *fitting(table, place))
    if place in look.covered:
        return PlaceReading(place, tuple((one, 1 / len(pieces)) for one in pieces), covered=True)
    odds = dict.fromkeys((*pieces, piece), (1 - _SURE) / len(pieces)) | {piece: _SURE}
    doubt = dict(look.doubts).get(place, piece)
    if doubt != piece:
        odds |= {piece: 0.55, doubt: 0.449}
    return PlaceReading(place, tuple(odds.items()))
