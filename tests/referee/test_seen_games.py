"""Games without a pile, followed by looks at the table: what the pieces show needs no touch."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.agent.exchange import read_position
from tablet_companion.games.core import CHANCE, Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.wink.actions import Accuse, Call
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, Busy, Reveal, Saw, Whisper
from tablet_companion.referee.model.table import Stage, Table, first_state, new_table
from tablet_companion.referee.model.verdicts import Asking, Misplaced, Objecting, Quiet, Waiting
from tests.amounts import sampled
from tests.conformance.walk import GAMES, walk
from tests.referee.looks import look
from tests.referee.test_every_game import Player

LOOK_S = 0.1
AGENT = games.load("agent")


@functools.cache
def areas_of(game: AnyGame) -> Areas:
    """Return areas with as many spots as any table of a random game shows pieces in them."""
    most: Counter[Place] = Counter()
    for state, _ in walk(game, first_state(game), 3, most=400):
        most |= Counter(place for place, _ in game.placement(state).pieces)
    return {
        place: tuple(Place(f"{place}#{n}") for n in range(count + 2))
        for place, count in most.items()
        if place.partition(".")[2] not in ("won", "down", "laid", "home", "case")
    }


class Seer(Player):
    """Plays a game before a camera that sees everything well."""

    def __init__(self, game: AnyGame, seed: int, **options: Any) -> None:
        """Set the game up, with the areas the camera looks at."""
        super().__init__(game, seed, **options)
        areas = areas_of(game)
        self.table = new_table(game, areas, "en").but(
            stage=self.table.stage, state=self.table.state, setup=self.table.setup
        )

    def see(self, shown: Placement, seconds: float = 1.5) -> None:
        """Let a hand come and go, and the table show something."""
        self.event(Busy(self.table.now_s + 0.5))
        reading = look(shown, areas=self.table.areas)
        for _ in range(round(seconds / LOOK_S)):
            self.event(Saw(self.table.now_s + LOOK_S, reading))

    def play_on(self) -> None:
        """Carry out one legal action with pieces or words, then show what it comes to."""
        game, before = self.table.game, self.table.state
        legal, size = set(game.legal(before)), len(self.table.past)
        entry = self.rng.choice(
            [
                entry
                for entry in sayings.find_entries(Position(game, before))
                if entry.action in legal
            ]
        )
        if entry.saying.shown:
            self.see(game.attempted(before, entry.action))
            self._answer(entry.action)
        else:
            if entry.saying.private:
                self.touch(Whisper(entry.saying.seat))
                self.touch(Reveal())
            self._say(entry)
        done = [moment.action for moment in self.table.past[size:]]
        assert entry.action in done, (entry, self.table.verdict)
        if game.actor(self.table.state) not in (None, CHANCE):
            self._settle(before)

    def _answer(self, action: Any) -> None:
        """Answer what the referee asks, if the pieces leave it open."""
        verdict = self.table.verdict
        if isinstance(verdict, Asking):
            wanted = [
                number
                for number, one in enumerate(verdict.question.consequences)
                if isinstance(one, Act) and one.action == action
            ]
            self.touch(Answer(wanted[0]))

    def _settle(self, before: Any) -> None:
        """Show the old table for a while, then the new one: the referee waits and is content."""
        game = self.table.game
        if self.table.owed is not None:
            self.see(game.placement(before))
            assert isinstance(self.table.verdict, Waiting)
        self.see(game.placement(self.table.state), seconds=0.5)
        assert self.table.owed is None


@sampled(2)
@pytest.mark.parametrize(
    "game", [game for game in GAMES if not game.pile], ids=lambda game: game.name
)
def test_a_game_is_followed_by_looks_and_words(game: AnyGame) -> None:
    """Whatever the pieces show is taken without a tap, and nothing is objected to."""
    player = Seer(game, 11)
    for _ in range(220):
        if player.table.stage is Stage.ENDED:
            break
        player.play_on()
    assert not {Kind.OBJECTED, Kind.OUT_OF_STEP, Kind.CORRECTED} & set(player.kinds)
    assert Kind.ACCEPTED in player.kinds


@sampled(2)
@pytest.mark.parametrize("game", [game for game in GAMES if not game.pile], ids=lambda g: g.name)
def test_nobody_is_named_for_a_piece_that_the_turn_has_nothing_to_do_with(game: AnyGame) -> None:
    """What no action of the turn moves may have been pushed by anybody: the page names nobody."""
    player = Seer(game, 5)
    for _ in range(30):
        table = player.table
        if table.stage is not Stage.PLAY:
            break
        if game.actor(table.state) not in (None, CHANCE):
            idle = _find_idle(table)
            if idle is not None:
                player.see(idle, 2.0)
                verdict = player.table.verdict
                assert not (isinstance(verdict, Objecting) and verdict.seat is not None)
                player.see(game.placement(table.state))
        player.play_on()


def _find_idle(table: Table) -> Placement | None:
    """Return the table with one piece elsewhere that no action of this turn takes away."""
    pieces = table.placement.pieces
    moved = {step.source for one in list_candidates(table.position) for step in one.steps}
    free = sorted(table.areas.keys() - {place for place, _ in pieces})
    idle = [one for one in pieces if one[0] in table.areas and one[0] not in moved]
    if not idle or not free or not moved:
        return None
    rest = list(pieces)
    rest.remove(idle[0])
    return Placement(tuple(sorted([*rest, (free[0], idle[0][1])])))


def test_words_that_all_answers_share_are_not_said() -> None:
    """Attack or move? Before, the answers were too long for their keys."""
    seer = Seer(AGENT, 1)
    position = {"game": "agent", "seats": [*seer.table.setup.seats], "turn": "white"}
    agents = {"yellow": "Oslo", "green": "London"}
    stakes = {"white": {"yellow": [1000, 500]}}
    state = read_position({**position, "agents": agents, "stakes": stakes})
    seer.table = seer.table.but(state=state, past=())
    seer.see(AGENT.attempted(state, AGENT.read_action(state, "attack yellow London green")))
    verdict = seer.table.verdict
    assert isinstance(verdict, Asking)
    assert verdict.question.say.text == "Which of these was it?"
    attack, move, _no = verdict.question.choices
    said = [attack.label.text, *(one.text for one in attack.more)]
    assert said == ["Attack", "Send {colour} to the Bahamas"]
    assert (move.label.text, move.more) == ("Move an agent", ())


def with_call_too_early() -> tuple[Seer, Any]:
    """Return a table of Wink where a pawn was put on a card during an accusation, and the state."""
    wink = games.load("wink")
    seer = Seer(wink, 3)
    while not (accusations := [a for a in wink.legal(seer.table.state) if isinstance(a, Accuse)]):
        seer.play_on()
    state = seer.table.state
    call = next(one for one in wink.legal(state) if isinstance(one, Call))
    seer.table = seer.table.but(state=wink.successor(state, accusations[0]))
    seer.see(wink.attempted(state, call), seconds=8)
    return seer, state


def test_a_call_while_an_accusation_is_open_has_to_wait() -> None:
    """In Wink a pawn is put on a card while somebody is accused: it is named, nobody is blamed.

    Before, the page said after some seconds that table and record disagreed.
    """
    seer, state = with_call_too_early()
    assert isinstance(seer.table.verdict, Misplaced)
    seer.see(seer.table.game.placement(state))
    assert isinstance(seer.table.verdict, Quiet)
