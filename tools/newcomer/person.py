"""A simulated newcomer, who knows only what the table says and lights.

It follows prompts, rings and arrows where there are any, and guesses at random where there are
none. It moves pieces under a perfect eye; seconds are a person's: three a sentence that was not
read yet, four a touch, a card or a piece. Where it finds no way in a turn, somebody helps, which is
not counted as its move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import (
    CHANCE,
    EMPTY,
    HIDDEN,
    Card,
    Piece,
    Place,
    Placement,
    StepKind,
)
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import events, panels, sayings
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Disagreeing, Objecting, Waiting
from tablet_companion.referee.pages import hints
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns import record
from tablet_companion.session.session import Session
from tablet_companion.vision.reading import CardReading, PlaceReading, Reading

SENTENCE_S: Final = 3.0
DOING_S: Final = 4.0
_LOOK_S: Final = 0.2
_LOOKS: Final = 60
_TRIES: Final = 12
"""Attempts in one turn after which somebody helps."""
_HAND: Final = 5
ROUNDS: Final = 3


@dataclass
class Told:
    """The result of one sitting; ``tries`` and ``legal`` by round, from 0."""

    first_s: float | None = None
    touches: int = 0
    tries: list[int] = field(default_factory=lambda: [0] * ROUNDS)
    legal: list[int] = field(default_factory=lambda: [0] * ROUNDS)
    turns: int = 0
    helped: int = 0


class Newcomer:
    """Sits down at a table, for all seats by turns."""

    def __init__(self, name: str, level: Level, seed: int) -> None:
        """Open a table; ``seed`` decides everything."""
        self.game, self.board = games.load(name), printed.board(name)
        self.areas, self.holds = areas_of(self.board, name), holds_of(self.board)
        self.rng = random.Random(seed)  # noqa: S311 - games, not secrets
        table = new_table(self.game, self.areas, "en").but(holds=self.holds)
        self.session = Session(table, keeper=None, lots=self.rng.randrange)
        self.told = Told()
        self.seconds = self.now_s = 0.0
        self._touches = 0
        self._read: set[str] = set()
        self._there = Placement(())
        self._pile = CardReading(((None, 1.0),))
        self._refused = False
        self._carried = (Place(""), Place(""))
        self._before = self._pile
        self.session.handle(events.Touched(0.0, events.Choose("level", level.value)))

    @property
    def table(self) -> Any:
        """Return the referee's table."""
        return self.session.table

    # --- doing --------------------------------------------------------------------------------

    def _touch(self, intent: Any) -> None:
        self.seconds += DOING_S
        self._touches += 1
        self.now_s += 1.0
        self.session.handle(events.Touched(self.now_s, intent))

    def _look(self, until: Callable[[], bool] = lambda: False, looks: int = _LOOKS) -> bool:
        """Let the camera see the table as it is until something holds."""
        self.session.handle(events.Busy(self.now_s, None))
        for _ in range(looks):
            self.now_s += _LOOK_S
            self.session.handle(events.Saw(self.now_s, self._reading()))
            self.session.handle(events.Ticked(self.now_s))
            if until():
                return True
        return False

    def _reading(self) -> Reading:
        spots = lay_out(self._there, self.areas, self.holds)
        places = (
            PlaceReading(spot, ((spots.get(spot, EMPTY), 1.0),))
            for held in self.areas.values()
            for spot in held
        )
        return Reading(tuple(places), self._pile if self.game.pile else None, (), (), ())

    def _move(self, source: Place, target: Place, *, turned: bool = False) -> None:
        """Carry a piece, and turn it where the page says so; what stood there is taken aside."""
        pieces = list(self._there.pieces)
        standing = [one for one in pieces if one[0] == source]
        if not standing:
            return
        moved = min(standing, key=lambda one: one[1] in (source, HIDDEN))  # no card under a pawn
        pieces.remove(moved)
        full = self.game.pile and len(self.areas.get(target, ())) == 1
        stood = [one for one in pieces if one[0] == target and full]
        for one in stood:
            pieces.remove(one)
        piece = self._turn_over(source, target, moved[1]) if turned else moved[1]
        self._there = Placement(tuple(sorted([*pieces, (target, piece)])))
        self.seconds += DOING_S * (1 + len(stood))

    def _turn_over(self, source: Place, target: Place, piece: Piece) -> Piece:
        """Return how a piece looks once it is turned: up, it shows the colour it really has."""
        if piece != HIDDEN:
            return HIDDEN
        game, state = self.game, self.table.state  # the piece in the hand is what the record has
        for action in game.legal(state):
            ways = {(step.source, step.target) for step in game.steps(state, action)}
            if (source, target) in ways and game.card_of(action) == self._laid:
                shown = game.attempted(state, action).pieces
                return next((one for place, one in shown if place == target), piece)
        return piece

    def _tidy(self) -> None:
        """Put everything where the page says that it belongs."""
        wanted = by_area(self.table.placement)
        self.seconds += DOING_S * (wanted != self._there)
        self._there = wanted

    def _follow(self) -> None:
        """Do the remaining steps that the page lists."""
        verdict = self.table.verdict
        for step in verdict.todo if isinstance(verdict, Waiting) else ():
            pieces = list(self._there.pieces)
            if (gone := next((one for one in pieces if one[0] == step.source), None)) is not None:
                pieces.remove(gone)
            target = step.target or step.source
            piece = gone[1] if gone else step.piece
            match step.kind:
                case StepKind.TURNED_DOWN | StepKind.CALLED:
                    piece = HIDDEN
                case StepKind.CAPTURED:
                    piece = step.piece
                case StepKind.TURNED_UP:
                    piece = self._turn_over(*self._carried, HIDDEN)
            if target in self.areas:
                pieces.append((target, piece))
            self._there = Placement(tuple(sorted(pieces)))
            self.seconds += DOING_S

    # --- a sitting ----------------------------------------------------------------------------

    def sit(self) -> Told:
        """Set the game up and play three rounds."""
        self._touch(events.Begin())
        self._tidy()
        if not self._look(lambda: self.table.stage is Stage.PLAY):
            self._touch(events.Begin())
        players = len(self.table.setup.seats)
        for turn in range(ROUNDS * players):
            if self.table.stage is not Stage.PLAY:
                break
            self._turn(turn // players)
        return self.told

    def _turn(self, number: int) -> None:
        """Try until a move of this turn is on record; then help."""
        self.told.turns += 1
        hand = [self.rng.choice(self.game.cards) for _ in range(_HAND)] if self.game.pile else []
        past = len(self._plays())
        self._before = self._pile
        for _ in range(_TRIES):
            self._act(hand)
            self._refused = isinstance(self.table.verdict, Objecting | Disagreeing)
            done = len(self._plays()) > past
            self.told.tries[number] += done or self._refused
            if done:
                self.told.legal[number] += 1
                self._note_first()
                self._tidy()
                self._look(looks=4)
                return
        self._help(past)

    def _note_first(self) -> None:
        if self.told.first_s is None:
            self.told.first_s, self.told.touches = self.seconds, self._touches

    def _plays(self) -> list[Any]:
        return [moment for moment in self.table.past if moment.actor != CHANCE]

    def _help(self, past: int) -> None:
        """Let somebody who knows the game act, and correct everything."""
        self.told.helped += 1
        table = self.table.but(dialogue=None)
        if len(self._plays()) == past and table.is_played:
            action = self.rng.choice(self.game.legal(table.state))
            self.session.table, _ = record.act(table, action, Laid(None, How.NAMED))
            self.session.carry_on(self.now_s)
        self._tidy()
        self._look(looks=4)

    # --- what the page says -------------------------------------------------------------------

    def _act(self, hand: list[Card]) -> None:
        """Do one thing that the page says, or guess."""
        panel: Any = build_panel(self.table)
        self._take_in(panel)
        match panel:
            case panels.ObjectionPanel() | panels.BoardPanel():
                self._tidy()
                self._pile = self._before
                if isinstance(panel, panels.BoardPanel):
                    self._touch(events.RecordIsRight())
                if any(key.intent == events.LetBe() for key in panel.buttons):
                    self._touch(events.LetBe())
                self._look(lambda: not isinstance(build_panel(self.table), panels.ObjectionPanel))
            case panels.QuestionPanel():
                self._touch(events.Answer(self.rng.randrange(len(panel.choices))))
                self._look(looks=10)
            case panels.CardKeysPanel():
                self._touch(events.NameCard(self._laid or self.rng.choice(panel.cards)))
                self._look(self._is_settled)
            case panels.HandOverPanel():
                self._touch(events.Reveal())
            case panels.MenuPanel() if panel.keys:
                self._touch(self.rng.choice(panel.keys).intent)
                self._look(looks=10)
            case panels.PlayPanel():
                self._play(panel, hand)
            case _:
                self._touch(self.rng.choice(panel.buttons).intent)

    def _take_in(self, panel: Any) -> None:
        """Read what was not read yet."""
        hint = getattr(panel, "hint", None)
        said = [getattr(panel, name, None) for name in ("say", "playable")]
        said += [*getattr(panel, "todo", ()), hint and hint.say]
        said += [text for one in getattr(panel, "breaches", ()) for text in (one.rule, one.mend)]
        for one in said:
            if one is not None and one.text not in self._read:
                self._read.add(one.text)
                self.seconds += SENTENCE_S

    @property
    def _laid(self) -> Card | None:
        return self._pile.best

    def _is_settled(self) -> bool:
        return not isinstance(build_panel(self.table), panels.PlayPanel)

    def _play(self, panel: panels.PlayPanel, hand: list[Card]) -> None:
        past = len(self._plays())
        if panel.left:
            self._follow()
            if not self._look(lambda: len(self._plays()) > past, looks=20):
                self._tidy()
                self._look(looks=15)
            return
        intents = (one.intent for one in panel.buttons)
        words = [one for one in intents if isinstance(one, events.Say | events.Whisper)]
        words = [one for one in words if self._may_be_said(one)]
        rings = [one.place for one in panel.marks if one.kind is panels.MarkKind.MAY]
        if words and (not rings or self.rng.random() < 1 / 2):
            self._touch(self.rng.choice(words))
            self._look(looks=10)
            return
        if self.game.pile and not self._lay(hand):
            return
        panel = build_panel(self.table)  # type: ignore[assignment]  # a card was laid, no more
        self._take_in(panel)
        if self._carry(panel):
            self._look(lambda: len(self._plays()) > past or self._is_settled())

    def _may_be_said(self, intent: events.Say | events.Whisper) -> bool:
        """Whether words are not plainly untrue to somebody who looks into their own hand."""
        if isinstance(intent, events.Whisper):
            return True
        game, state, count = self.game, self.table.state, len(intent.path)
        meant = [
            game.judge(state, one.action)
            for one in sayings.find_spoken(self.table.position)
            if one.saying.labels[:count] == intent.path
        ]
        known = [any(game.rules[one.rule].private for one in breaches) for breaches in meant]
        return not known or not all(known)

    def _lay(self, hand: list[Card]) -> bool:
        """Lay a card that the page does not rule out; without one say that none can be played."""
        able = [card for card in hand if self._may_be_played(card)]
        if not able:
            self._touch(events.GiveUp())
            return False
        card = self.rng.choice(able)
        hand.remove(card)
        x, y = self.rng.uniform(190, 210), self.rng.uniform(130, 150)
        self._pile = CardReading(((card, 0.99), (None, 0.01)), (x, y, self.rng.uniform(0, 180)))
        self.seconds += DOING_S
        self._look(looks=4)
        return True

    def _may_be_played(self, card: Card) -> bool:
        """Whether the page says nothing against a card; which cards lead anywhere it may list."""
        told = getattr(build_panel(self.table), "playable", None)
        if told is None or told.text == hints.MOVE_IT:
            return True
        listed = [dict(one.details)["card"] for one in dict(told.details)["text"]]
        return bool((card in listed) == (told.text == hints.ONLY))

    def _carry(self, panel: panels.PlayPanel) -> bool:
        """Move a piece that glows to a ring; by chance where nothing does. False for no piece."""
        marks = getattr(panel, "marks", ())
        may = [one.place for one in marks if one.kind is panels.MarkKind.MAY]
        taught = self.table.is_taught
        if taught and not may:
            return False  # nothing glows: this card leads nowhere
        standing = self._there.pieces
        own = [place for place, piece in standing if piece == self.table.turn]
        source = self.rng.choice(may or own or [place for place, _ in standing])
        target, turned = self.rng.choice(list(self.areas)), False
        if taught and source in self.areas:
            self._touch(events.Point(self.areas[source][0]))
            shown: Any = build_panel(self.table)
            rings = [one for one in shown.marks if one.kind is panels.MarkKind.GOAL]
            if not rings:
                return False
            ring = self.rng.choice(rings)
            target, turned = ring.place, ring.turned
        self._carried = source, target
        self._move(source, target, turned=turned)
        return True
