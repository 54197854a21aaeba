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
    Piece,
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
from tablet_companion.referee.explaining.explanations import Explanation
from tablet_companion.referee.explaining.laid import How, Laid, read_laid
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.model.dealt import Gave, Showing
from tablet_companion.referee.model.dialogues import Dialogue, Whispering
from tablet_companion.referee.model.levels import Coach, Level
from tablet_companion.referee.model.outstanding import Owed, PuttingBack
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


@dataclass(frozen=True)
class Table:
    """Everything the referee knows and has in progress.

    Queries shared by pages and turns are methods here; none of them changes anything.
    """

    game: AnyGame
    areas: Areas
    setup: SetUp
    position: Position
    stage: Stage = Stage.SETUP
    past: tuple[Moment, ...] = ()
    """All actions on record, the first one first."""
    drawn: tuple[Action, ...] = ()
    """What chance did in this game, also what was taken back: it falls so again."""
    happened: tuple[Message, ...] = ()
    """What the last action did, in words."""
    owed: Owed | None = None
    """An announced action that the pieces do not show yet."""
    back: PuttingBack | None = None
    """What people have to put back after moves were taken back."""
    pile: CardReading | None = None
    """The top of the discard pile when the last action was put on record."""
    glimpsed: CardReading | None = None
    """A card laid since, seen under a hand."""
    tops: tuple[CardReading, ...] = ()
    """The cards seen on the pile lately."""
    laid: tuple[CardReading, ...] = ()
    """The cards laid this turn, or since one was named, also if read with doubt."""
    unrecorded_cards: bool = False
    """Whether some of ``tops`` may have been laid outside any turn on record."""
    picked_up: bool = False
    """Whether the last action's card was taken off."""
    unseen_s: float | None = None
    """Since when the pile has been out of sight, or None."""
    unwatched_s: float = 0.0
    """The longest (s) that the pile was out of sight this turn; inf if two people acted at once."""
    named: Card | None = None
    """The card that people said was laid."""
    named_lies: bool = False
    """Whether the card ``named`` counts only while the pile may show it: it may have when it was
    named, or the move that it was named for has been put back."""
    no_card: bool = False
    """Whether somebody said that no card was laid this turn."""
    rested: bool = True
    """Whether the table has shown the position on record (not if more had been played by then)."""
    card_rested: bool = False
    """Whether it showed the position on record while the card of the turn lay on the pile."""
    begun: tuple[frozenset[Card], frozenset[Place]] | None = None
    """Where a move of the turn, or part of one, was seen, and which cards it may be of."""
    acted_s: float = 0.0
    """When the last action was put on record."""
    asked_s: float = 0.0
    """Since when people have been able to object to the last action."""
    evidence: Evidence | None = None
    """The last look, None once a hand came over the board."""
    explanation: Explanation | None = None
    """What the table has shown since the last action or hand most likely means."""
    since_s: float = 0.0
    """When the present explanation was first given."""
    looks: int = 0
    """How many readings in a row gave the present explanation."""
    stood: tuple[Explanation, float, float] | None = None
    """The explanation before the last pictures that were not read, how long it had been given by
    then, and when they began."""
    verdict: Verdict = field(default_factory=Quiet)
    """What the page says of the explanation."""
    objected: bool = False
    """Whether the referee has objected since the last action."""
    faults: tuple[Placement, ...] = ()
    """What the table showed at each objection since the last action."""
    mended: int = 0
    """How many pages have told people to put something back since the table last agreed, each of
    them something else."""
    answered: int = 0
    """How often people said this turn what an area holds."""
    trusted: Place | None = None
    """The area in doubt for which people last called the record, or the table, right."""
    misplaced: frozenset[Place] = frozenset()
    """Where pieces last named as out of place belong and stand."""
    missing: tuple[tuple[Place, Piece], ...] = ()
    """The pieces named as missing, with where they belong, until they stand there again."""
    vouched: tuple[tuple[Place, Content, Content], ...] = ()
    """What people said an area holds, with what was seen of it then."""
    declined: Explanation | None = None
    """The explanation that people rejected."""
    blind: str = ""
    """Why there is no picture, "" if there is one."""
    resting_s: float | None = None
    """Since when something has lain over the board without moving, or None."""
    beneath: tuple[Place, ...] = ()
    """The places under what rests over the board."""
    lying_s: float | None = None
    """As ``resting_s``, for an object that is no hand."""
    unrest: tuple[float, float] | None = None
    """Since when the table has not been at rest, and when it last was not, or None."""
    looked_s: float = 0.0
    """When the table was last seen free of hands."""
    lately: Reading | None = None
    """The last look, even if a hand came since."""
    hidden: frozenset[Place] = frozenset()
    """Places that came to be hidden by something that is no piece."""
    unfound: frozenset[Place | None] = frozenset()
    """Places at which people found nothing that lies there; None for what is clear of all."""
    dialogue: Dialogue | None = None
    """The page that people have opened, or None."""
    opened_s: float = 0.0
    """When the ``dialogue`` last changed."""
    confiding: tuple[Whispering, ...] = ()
    """What seats entered on their own screens, at most one each."""
    stacks: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """The real hands that the table plays, each from the top."""
    gave: tuple[Gave, ...] = ()
    """The real cards that the table's seats have given away this round."""
    showing: Showing | None = None
    """The real hand that is being shown to the camera, or None."""
    switches: tuple[tuple[Place, bool, float], ...] = ()
    """For every switch in a hole: its place, whether a pawn closes it, and since when."""
    now_s: float = 0.0
    """When the last event happened."""
    holds: Holds = field(default_factory=dict)
    """The pieces that fit on each place."""
    coach: Coach = field(default_factory=Coach)
    """What people were taught, and the errors of strict seats."""

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
        """What is known of this turn's card; nothing in a game without a pile.

        Nor while real cards are shown to the table there: nobody else may know which they are.
        """
        if not self.game.pile or self.showing is not None:
            return Laid(None, How.BLIND)
        return read_laid(self.named, self.reading.card if self.reading else None, self.pile)


def first_state(game: AnyGame) -> Any:
    """Return the first state of a game with its defaults and the usual number of players."""
    return game.setup({}, usual_seats(game))


MAX_SUGGESTED_PLAYERS: Final = 4
"""Up to this many players are suggested: more have to gather on purpose."""


def usual_seats(game: AnyGame) -> tuple[Seat, ...]:
    """Return the seats of a game with its defaults and the usual number of players."""
    counts = game.players({})
    count = max((one for one in counts if one <= MAX_SUGGESTED_PLAYERS), default=counts[0])
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
