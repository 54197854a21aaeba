"""The referee's memory: a frozen value that ``step`` replaces. It holds the only State.

It has two parts: what is on record (``position``, ``past``), which the journal keeps and replay
restores; and what is in progress (a reading, an objection, an open panel), which a restart forgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from tablet_companion.games.core import (
    CHANCE,
    TABLE,
    Card,
    Message,
    OptionValue,
    Place,
    Placement,
    PositionError,
    Seat,
    Step,
    View,
    Viewer,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.options import complete_options
from tablet_companion.players.levels import USUAL
from tablet_companion.referee.explaining.cases import AGREES
from tablet_companion.referee.explaining.evidence import Areas, Content, Evidence, Holds
from tablet_companion.referee.explaining.explanations import Displaced, Explanation
from tablet_companion.referee.explaining.laid import How, Laid, read_laid
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.model.dealt import Gave, Showing
from tablet_companion.referee.model.dialogues import Dialogue, Whispering
from tablet_companion.referee.model.levels import Coach, Level
from tablet_companion.referee.model.traces import Trace
from tablet_companion.referee.model.verdicts import Quiet, Verdict
from tablet_companion.vision.reading import CardReading, Reading


class Stage(StrEnum):
    """The phase of a game."""

    SETUP = "setup"
    CHECK = "check"
    PLAY = "play"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SetUp:
    """What was chosen so far; ``dealer`` is None until the lot decides.

    The table itself plays the seats ``played``, with ``skill``.
    """

    seats: tuple[Seat, ...]
    dealer: Seat | None = None
    options: tuple[tuple[str, OptionValue], ...] = ()
    language: str = "en"
    level: Level = Level.REFEREE
    levels: tuple[tuple[Seat, Level], ...] = ()
    """Only the seats whose level differs from the table's."""
    played: tuple[Seat, ...] = ()
    skill: str = USUAL


@dataclass(frozen=True, slots=True)
class Moment:
    """An action on record, its position, and how its card was known.

    ``pile`` is the top of the discard pile before it, if that was seen.
    """

    position: Position
    action: Action
    laid: Laid
    pile: CardReading | None = None

    @property
    def state(self) -> Any:
        """The state before the action."""
        return self.position.state

    @property
    def actor(self) -> Seat | None:
        """Who acted."""
        return self.position.game.actor(self.position.state)

    @property
    def card(self) -> Card | None:
        """The card that the action laid, or None."""
        return self.position.game.card_of(self.action)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was done with the pieces."""
        return self.position.steps(self.action)

    def slim(self) -> Moment:
        """Return the moment without its cache, which would fill the memory in long games."""
        return replace(self, position=self.position.slim())


@dataclass(frozen=True, slots=True)
class Owed:
    """An action on record that the table does not show yet, and the position before it.

    ``card`` is the real card that somebody has to lay for the table, until it lies there;
    ``number`` is its place in the stack, from the top, 0 if unknown. ``stood_s`` is since when the
    pieces have been right without it.
    """

    position: Position
    action: Action
    card: Card | None = None
    number: int = 0
    stood_s: float | None = None


@dataclass(frozen=True, slots=True)
class PuttingBack:
    """Moves were taken back, and people have not yet put the pieces back.

    ``stood`` and ``card`` are what table and pile showed when the moves were taken back, ``traces``
    how the pieces had come there. ``steps`` are left to do; ``off``: the card has to leave the
    pile, too, and ``stacked``: it goes on top of this seat's stack; ``shown`` is what the table
    shows now. ``looks`` counts consecutive looks that differ from ``stood``; ``touched``: there
    were enough of them.
    """

    stood: Placement
    card: CardReading | None
    steps: tuple[Step, ...] = ()
    off: bool = False
    shown: Placement | None = None
    stacked: Seat | None = None
    looks: int = 0
    stirred: int = 0
    touched: bool = False
    traces: tuple[Trace, ...] = ()
    lost: tuple[Displaced, ...] = ()


@dataclass(frozen=True)
class Table:
    """Everything the referee knows and has in progress.

    ``drawn`` is what chance did in this game, also what was taken back: it falls so again. ``owed``
    is an announced action that the pieces do not show yet; ``back`` is what people have to put back
    after moves were taken back. ``pile`` is the top of the discard pile when the last action was
    put on record; ``glimpsed`` is one laid since, seen under a hand; ``tops`` are the cards seen on
    it lately; ``strewn``: some may be of no turn on record; ``picked_up``: the last action's was
    taken off; ``laid`` are those of this turn, or laid since one was named, also if read with
    doubt. ``unseen_s``: since when it has been out of sight, or None; ``unwatched_s``: the longest
    it was, this turn, or inf if two people acted at once. ``named_lies``: the card ``named`` may be
    the one on the pile. ``no_card``: somebody said that none was laid. ``rested``: the table has
    shown the position on record (not if more had been played by then). ``card_rested``: it showed
    that position while the card of the turn lay on the pile. ``begun`` is the card of the turn once
    part of its move was seen, and
    where. ``acted_s`` is when the last action was put on record, and ``asked_s`` since when people
    have been able to object to it. ``evidence`` is the last look, None once a hand came over the
    board. ``objected``: the referee has objected since then; ``faults`` is what the table showed
    each time. ``misplaced``: where pieces last named as out of place belong and stand. ``vouched``
    is what people said an area holds, with what was seen of it then, and ``answered`` how often
    they said so this turn. ``trusted`` is the area, read with doubt, for which they last called the
    record or the table right. ``declined`` is the explanation that people rejected. ``since_s`` is
    when the present explanation was first given; ``looks`` counts the readings that gave it;
    ``stood`` is the one before the last pictures that were not read, how long it had been given,
    and when they began. ``resting_s``: since when something has lain over the board without moving,
    or None; ``beneath``: places under it; ``lying_s``: the same for an object that is no hand.
    ``unrest``: since when the table has not been at rest, and when it last was not, or None.
    ``lately`` is the last look, even if a hand came since, and ``hidden`` are places that something
    else than a piece came to hide. ``opened_s`` is when the ``dialogue`` last changed.
    ``confiding`` is what seats entered on their own screens, at most one each. ``stacks`` are the
    real hands that the table plays, each from the top, ``gave`` this round's gifts; ``showing`` is
    a hand being shown. ``switches``: a hole's place, closed or not, since when. ``holds``: the
    pieces that fit on each place. ``coach``: what was taught.

    Queries shared by pages and turns are methods here; none of them changes anything.
    """

    game: AnyGame
    areas: Areas
    setup: SetUp
    position: Position
    stage: Stage = Stage.SETUP
    past: tuple[Moment, ...] = ()
    drawn: tuple[Action, ...] = ()
    happened: tuple[Message, ...] = ()
    owed: Owed | None = None
    back: PuttingBack | None = None
    pile: CardReading | None = None
    glimpsed: CardReading | None = None
    tops: tuple[CardReading, ...] = ()
    laid: tuple[CardReading, ...] = ()
    strewn: bool = False
    picked_up: bool = False
    unseen_s: float | None = None
    unwatched_s: float = 0.0
    named: Card | None = None
    named_lies: bool = False
    no_card: bool = False
    rested: bool = True
    card_rested: bool = False
    begun: tuple[Card, frozenset[Place]] | None = None
    acted_s: float = 0.0
    asked_s: float = 0.0
    evidence: Evidence | None = None
    explanation: Explanation | None = None
    since_s: float = 0.0
    looks: int = 0
    stood: tuple[Explanation, float, float] | None = None
    verdict: Verdict = field(default_factory=Quiet)
    objected: bool = False
    faults: tuple[Placement, ...] = ()
    answered: int = 0
    trusted: Place | None = None
    misplaced: frozenset[Place] = frozenset()
    vouched: tuple[tuple[Place, Content, Content], ...] = ()
    declined: Explanation | None = None
    blind: str = ""
    resting_s: float | None = None
    beneath: tuple[Place, ...] = ()
    lying_s: float | None = None
    unrest: tuple[float, float] | None = None
    lately: Reading | None = None
    hidden: frozenset[Place] = frozenset()
    dialogue: Dialogue | None = None
    opened_s: float = 0.0
    confiding: tuple[Whispering, ...] = ()
    stacks: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    gave: tuple[Gave, ...] = ()
    showing: Showing | None = None
    switches: tuple[tuple[Place, bool, float], ...] = ()
    now_s: float = 0.0
    holds: Holds = field(default_factory=dict)
    coach: Coach = field(default_factory=Coach)

    def but(self, **changes: Any) -> Table:
        """Return the table with some fields changed.

        ``state`` and ``reading`` are accepted, too, and stored as a position and as evidence.
        """
        if "state" in changes:
            changes["position"] = Position(self.game, changes.pop("state"))
        if changes.keys() & {"reading", "areas"}:
            reading = changes.pop("reading", self.reading)
            areas = changes.get("areas", self.areas)
            changes["evidence"] = None if reading is None else self.weigh(reading, areas)
        known = vars(self)
        if not changes.keys() <= known.keys():
            raise TypeError(f"a table has no {min(changes.keys() - known.keys())!r}")
        # Made for every look and tick: dataclasses.replace would set its many fields one by one.
        changed = object.__new__(Table)
        vars(changed).update(known, **changes)
        return changed

    def weigh(self, reading: Reading, areas: Areas | None = None) -> Evidence:
        """Return the evidence of a reading; the same object while the table is read alike."""
        known = self.evidence
        if known is not None and areas in (None, self.areas) and known.reading == reading:
            return known
        return Evidence(reading, self.areas if areas is None else areas)

    def forgetful(self) -> Table:
        """Return the table without anything derived from looks, as after a hand came over it."""
        return self.but(evidence=None, explanation=None, looks=0)

    def interrupted(self) -> Table:
        """Return the table after a picture that was not read, with what stood until then noted."""
        if self.explanation is None:
            return self.forgetful()
        stood = self.explanation, self.now_s - self.since_s, self.now_s
        return self.forgetful().but(stood=stood)

    # --- the record -------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state on record, None before there is one."""
        return self.position.state

    @property
    def turn(self) -> Seat | None:
        """The seat on turn, None if no game is in progress."""
        return self.game.actor(self.state) if self.stage is Stage.PLAY else None

    def level_of(self, seat: Seat | None) -> Level:
        """Return how much a seat is told, and how strictly it is judged."""
        return dict(self.setup.levels).get(seat or Seat(""), self.setup.level)

    @property
    def is_taught(self) -> bool:
        """Whether the player on turn is a person who wants to be taught."""
        levels = (self.setup.level, *(level for _, level in self.setup.levels))
        if Level.TEACH not in levels:
            return False  # asked at every tick
        by_table = self.turn in self.setup.played
        return self.is_played and not by_table and self.level_of(self.turn) is Level.TEACH

    @property
    def is_played(self) -> bool:
        """Whether a player has to act: no chance event is due, and the game is not over."""
        return self.turn not in (None, CHANCE)

    @property
    def placement(self) -> Placement:
        """What the table should show."""
        return self.position.placement

    def view(self, viewer: Viewer = TABLE) -> View:
        """Return what a viewer may know."""
        view: View = self.position.view(viewer)
        return view

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The game's options: what was chosen, or else the usual value."""
        return complete_options(self.game.options, dict(self.setup.options))

    @property
    def chosen(self) -> tuple[OptionValue, ...]:
        """The values of the game's options."""
        return tuple(self.options.values())

    # --- the look ---------------------------------------------------------------------------------

    @property
    def reading(self) -> Reading | None:
        """What the camera saw last, None once a hand came over the board."""
        return None if self.evidence is None else self.evidence.reading

    @property
    def shown(self) -> Placement:
        """What the table most likely shows; areas not seen are as on record."""
        before = self.placement
        return before if self.evidence is None else self.evidence.shown(before)

    @property
    def agrees(self) -> bool:
        """Whether the last look agrees with the record."""
        return self.evidence is not None and self.evidence.gap(self.placement) <= AGREES

    @property
    def card(self) -> Laid:
        """What is known of this turn's card; nothing in a game without a pile."""
        if not self.game.pile:
            return Laid(None, How.BLIND)
        return read_laid(self.named, self.reading.card if self.reading else None, self.pile)


def first_state(game: AnyGame) -> Any:
    """Return the first state of a game with its defaults and the usual number of players."""
    return game.setup({}, usual_seats(game))


FAMILY: Final = 4
"""Up to this many players are suggested: more have to gather on purpose."""


def usual_seats(game: AnyGame) -> tuple[Seat, ...]:
    """Return the seats of a game with its defaults and the usual number of players."""
    counts = game.players({})
    count = max((one for one in counts if one <= FAMILY), default=counts[0])
    return game.seatings({}, count)[0]


def state_to_show(table: Table) -> Any:
    """Return the state on record, or before a game the one that the set-up leads to."""
    if table.state is not None:
        return table.state
    try:
        return table.game.setup(dict(table.setup.options), table.setup.seats)
    except PositionError:
        return first_state(table.game)


def new_table(
    game: AnyGame,
    areas: Mapping[Place, tuple[Place, ...]],
    language: str,
    level: Level = Level.REFEREE,
) -> Table:
    """Return a table at which a game is about to be set up."""
    setup = SetUp(seats=usual_seats(game), language=language, level=level)
    return Table(game, areas, setup, Position(game, None))
