"""How many lots somebody stakes is a secret: nothing at the table counts them."""

from __future__ import annotations

from typing import Any

from hardware.clock import ManualClock
from tablet_companion import games
from tablet_companion.app.running.watchdog import WatchdogFeeder
from tablet_companion.club.messages import describe
from tablet_companion.games.core import CHANCE, Place, Placement
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.effects import Cue, Effect, Judged, Signal
from tablet_companion.referee.model.panels import Panel, PlayPanel, QuestionPanel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.model.verdicts import Misplaced, Objecting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.replay import replay
from tests.app.ear import Ear
from tests.referee.seer import Seer

AGENT: Any = games.load("agent")
LOTS = ("stake red 500", "stake red 400", "stake blue 300", "stake green 100")


class Briber(Seer):
    """A game of two in which white moves an agent, and black bribes with some lots."""

    def __init__(self, lots: int, *, sealed: bool = True) -> None:
        """Play up to the seal of the bribe, or just before it.

        What everybody can hear, and read in the log, is kept.
        """
        self.heard: list[object] = []
        super().__init__(AGENT, 3, players=2)
        for _ in range(2):
            self.say("stake yellow 500", "seal")
        self.start = self.table.placement
        self.move("red")
        self.say("bribe")
        self.heard.clear()
        self.say(*LOTS[:lots], *(("seal",) if sealed else ()))
        self.touch(events.Hide())

    def move(self, agent: str) -> None:
        """Move an agent somewhere, to which nobody objects."""
        state = self.table.state
        ways = (one for one in AGENT.legal(state) if AGENT.steps(state, one))
        moved = next(one for one in ways if one.agent == agent)
        self.see(AGENT.attempted(state, moved))
        self.touch(events.Consent())

    def _read(self, text: str) -> Any:
        return AGENT.read_action(self.table.state, text)

    def event(self, event: events.Event) -> None:
        """Note cues with a sound or a light, and lines of the log."""
        self.table, effects = step(self.table, event)
        self.heard += [one for one in effects if isinstance(one, Judged) or _is_perceived(one)]
        if self.table.turn == CHANCE:
            self.event(events.Chanced(self.table.now_s, 0))

    def say(self, *texts: str) -> None:
        """Announce actions, in private if they are secret."""
        for text in texts:
            entries = sayings.find_entries(Position(AGENT, self.table.state))
            entry = next(one for one in entries if one.action == self._read(text))
            if entry.saying.private and self.table.dialogue is None:
                self.touch(events.Whisper(entry.saying.seat))
                self.touch(events.Reveal())
            for size in range(1, len(entry.saying.labels) + 1):
                self.touch(events.Say(entry.saying.labels[:size]))


def _is_perceived(effect: Effect) -> bool:
    return isinstance(effect, Signal) and effect.cue not in (Cue.CALM, Cue.TURN)


def test_nobody_hears_how_many_lots_are_staked() -> None:
    """Sounds, lamps and the log tell that somebody bribed, once."""
    few, many = Briber(1), Briber(4)
    assert few.table.stage is many.table.stage is Stage.PLAY
    assert len(many.table.past) == len(few.table.past) + 3
    assert few.heard == many.heard


def test_nothing_outside_the_table_counts_the_lots() -> None:
    """Neither what is published to a broker, nor the status that systemd shows."""
    few, many = Briber(1).table, Briber(4).table
    assert describe(few, build_panel(few), {}) == describe(many, build_panel(many), {})
    ears = [Ear(), Ear()]
    for table, ear in zip((few, many), ears, strict=True):
        WatchdogFeeder(ear, ManualClock()).note_turn(table, 1)
    assert ears[0].heard == ears[1].heard


def recalled(table: Any) -> list[Panel]:
    """Return the pages of the last moves."""
    pages, seen = [], len(table.past)
    table, _ = step(table, events.Touched(table.now_s + 1, events.Recall()))
    while table.dialogue is not None:
        pages.append(build_panel(table))
        table, _ = step(table, events.Ticked(table.now_s + 5))
    assert len(table.past) == seen
    return pages


def test_what_happened_does_not_count_the_lots() -> None:
    """Among the last moves a bribe is one, however many lots it took; so it is in the story."""
    few, many = Briber(1).table, Briber(4).table
    assert recalled(few) == recalled(many)
    assert len(recalled(many)) == 3
    assert tell_story(few) == tell_story(many)
    assert any(page.happened for page in recalled(many) if isinstance(page, PlayPanel))


def test_going_back_does_not_count_the_lots() -> None:
    """The question how many moves to take back counts the bribe as one, and takes all back."""
    asked = set()
    for lots in (1, 4):
        briber = Briber(lots)
        briber.move("blue")
        briber.see(briber.start, 3.0)
        page = build_panel(briber.table)
        assert isinstance(page, QuestionPanel)
        asked.add(page.say)
        briber.touch(events.Answer(0))
        assert briber.table.placement == briber.start
    assert len(asked) == 1


def told(briber: Briber) -> list[object]:
    """Return what everybody can read of a game, and what was heard."""
    table, page = briber.table, build_panel(briber.table)
    return [page, describe(table, page, {}), tell_story(table), recalled(table), *briber.heard]


def test_nobody_learns_when_lots_are_staked() -> None:
    """Until the sheet is filled in, nothing tells whether there are any, a key or a sound included.

    With the first lot the key to take back came, and the sound of a move that was accepted.
    """
    assert told(Briber(0, sealed=False)) == told(Briber(4, sealed=False))


def test_an_entry_of_which_the_record_has_only_the_end_is_told_alike() -> None:
    """A record may begin within an entry: before, its words told whether a lot was staked since."""
    few, many = Briber(1, sealed=False), Briber(1, sealed=False)
    for briber, lots in ((few, ()), (many, LOTS[1:3])):
        briber.table = briber.table.but(past=())
        briber.say(*lots, "seal")
    assert tell_story(few.table) == tell_story(many.table)
    assert recalled(few.table) == recalled(many.table)


def test_taking_back_does_not_count_the_lots() -> None:
    """It takes back the whole sheet: touched again and again, it counted what was staked."""
    for sealed in (True, False):
        few, many = Briber(1, sealed=sealed), Briber(4, sealed=sealed)
        for _ in range(3):
            for briber in (few, many):
                briber.touch(events.TakeBack())
                briber.touch(events.Answer(0))
            assert few.table.state == many.table.state
            assert told(few) == told(many)


def test_a_lot_taken_back_before_the_power_was_cut_shows_nowhere() -> None:
    """What has happened is still told afterwards, as beside a sheet on which nothing was staked.

    Before, nothing was: everybody could see that somebody had changed their mind.
    """
    briber = Briber(0, sealed=False)
    before = briber.table
    assert before.happened
    briber.say(LOTS[0])
    again = replay(briber.table, [("undo", {"count": 1})])
    assert again.happened == before.happened
    assert again.state == before.state


def test_no_lamp_goes_out_when_a_lot_is_staked() -> None:
    """A piece is out of place, so that a lamp blinks; the touches of a lot leave it blinking.

    It went out with the last of them, until the table was looked at again: lots could be counted.
    """
    briber = Briber(0, sealed=False)
    moved = {Place("Peking"): Place("Halifax")}
    pieces = ((moved.get(place, place), piece) for place, piece in briber.table.placement.pieces)
    briber.see(Placement(tuple(sorted(pieces))), 5.0)
    assert isinstance(briber.table.verdict, Misplaced | Objecting)
    seat = briber.table.turn
    assert seat is not None
    entries = sayings.find_private(briber.table.position, seat)
    lot = events.Confide(seat, entries[0].saying.labels)
    after, effects = step(briber.table, events.Touched(briber.table.now_s + 1, lot))
    assert len(after.past) == len(briber.table.past) + 1
    assert after.verdict == briber.table.verdict
    assert {one.cue for one in effects if isinstance(one, Signal)} == {Cue.TURN}
