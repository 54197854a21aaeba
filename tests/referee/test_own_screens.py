"""Screens of one seat's own: what is private goes there and nowhere else."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, TABLE, Breach, Message, Place, Placement, Rule, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dialogues import (
    EnteringHand,
    HandingOver,
    Helping,
    Paused,
    Speaking,
    Whispering,
)
from tablet_companion.referee.model.panels import (
    HandOverPanel,
    HelpPanel,
    MenuPanel,
    ObjectionPanel,
    PlayPanel,
)
from tablet_companion.referee.model.sayings import find_moves, find_spoken, offer_private
from tablet_companion.referee.model.silence import find_objectors
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.model.table_seats import list_people
from tablet_companion.referee.pages.alone import (
    FOR_YOU,
    add_spoken_keys,
    build_own,
    build_panel_for,
    find_private_seat,
    leave_own_keys,
)
from tablet_companion.referee.pages.dialogues import build_dialogue
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.warnings import WAITS
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.announcing import object_to
from tests.amounts import draw, sampled
from tests.conformance.walk import GAMES, SECRETIVE, positions, walk
from tests.expected import expect, present
from tests.referee.bench import Bench
from tests.referee.seer import Seer

RED: Final = Seat("red")
BLUE: Final = Seat("blue")
_ALOUD: Final = events.Say | events.SpeakUp | events.Consent


def _confiding() -> tuple[Table, Seat]:
    """Return a table of Agent at which a seat has its sheet to fill in."""
    game: Any = games.load("agent")
    for state, _ in walk(game, game.setup({}, game.seats), 3, most=400):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
        seat = table.turn
        if seat not in (None, CHANCE) and (own := build_own(table, seat)) and own.keys:
            return table, seat
    raise AssertionError("nobody has a sheet")


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_an_own_page_tells_nothing_of_others(game: AnyGame) -> None:
    """Two truths that a seat cannot tell apart give it the same page of its own."""
    compared = 0
    for state, seat, other in itertools.islice(_pairs(game), 40):
        compared += 1
        pages = [
            build_own(new_table(game, {}, "en").but(stage=Stage.PLAY, state=truth), seat)
            for truth in (state, other)
        ]
        assert pages[0] == pages[1]
    assert compared > 5


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_an_own_page_speaks_to_its_seat(game: AnyGame) -> None:
    """Whose turn it is stands below what the seat holds, not above it as if it were theirs.

    “Red: this is for you alone” stood above what Green was to do, and nothing else.
    """
    waiting = 0
    for state in positions(game, 20):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
        for seat in table.setup.seats:
            own = build_own(table, seat)
            if own is None:  # nobody sits there in this game
                continue
            named = dict(own.say.details).get("seat", seat)
            assert named == seat, own.say
            asked = game.prompt(table.view(seat))
            assert own.say.text != FOR_YOU or own.keys or {*own.facts} - {asked}
            waiting += asked in own.facts
    assert waiting > 5


def _pairs(game: AnyGame) -> Iterator[tuple[Any, Seat, Any]]:
    """Yield states, a seat, and another state that it cannot tell from the first."""
    rng = random.Random(5)
    for state in positions(game, 20):
        for entry in game.view(state, TABLE).seats:
            other = game.resample(state, entry.seat, rng)
            if other != state:
                yield state, entry.seat, other


def test_what_is_confided_is_on_record_and_opens_no_page() -> None:
    """Key after key until it is said; everybody's page shows no menu on the way."""
    table, seat = _confiding()
    before, own = len(table.past), build_own(table, seat)
    while len(table.past) == before:
        assert own is not None
        assert find_private_seat(build_panel(table)) is None
        table, _ = step(table, events.Touched(1.0, own.keys[0].intent))
        own = build_own(table, seat)
    assert len(table.past) > before


def test_nobody_confides_for_another_seat_or_in_a_pause() -> None:
    """A label that is not this seat's to say changes nothing on record, nor does any in a pause."""
    table, seat = _confiding()
    own = present(build_own(table, seat))
    said = expect(events.Confide, own.keys[0].intent)
    other = next(one for one in table.game.seats if one != seat)
    stolen, _ = step(table, events.Touched(1.0, events.Confide(other, said.path)))
    assert stolen.state == table.state
    paused, _ = step(table.but(dialogue=Paused()), events.Touched(1.0, said))
    assert paused.confiding == ()


def test_nobody_looks_into_the_hand_of_a_seat_that_the_table_plays() -> None:
    """It has no page of its own, and nothing can be said for it."""
    table, seat = _confiding()
    own = present(build_own(table, seat))
    machine = table.but(setup=replace(table.setup, played=(seat,)))
    assert build_own(machine, seat) is None
    after, _ = step(machine, events.Touched(1.0, own.keys[0].intent))
    assert after.state == table.state
    assert after.confiding == ()


@pytest.mark.parametrize(
    "dialogue", [HandingOver(RED), EnteringHand(RED, 0.0), Whispering(RED, 0.0)], ids=repr
)
def test_private_pages_go_to_one_screen_only(dialogue: Any) -> None:
    """To the seat's own, if it has one; else to the one passed round; the others get no key."""
    shown = build_panel(Bench().table.but(dialogue=dialogue))
    at_table = build_panel_for(shown, TABLE, (RED,), shared=True)
    theirs = build_panel_for(shown, BLUE, (RED, BLUE), shared=False)
    alone = build_panel_for(shown, RED, (RED,), shared=False)
    for page in (at_table, theirs, build_panel_for(shown, TABLE, (), shared=False)):
        assert isinstance(page, HandOverPanel)
        assert page != shown
    assert isinstance(theirs, HandOverPanel)
    assert theirs.buttons == ()
    assert build_panel_for(shown, TABLE, (), shared=True) == shown
    assert type(alone) is type(shown)


def test_keys_of_an_own_page_have_the_games_order() -> None:
    """Colours as on the tablet, what ends after them: at a telephone “filled in” stood between."""
    table, seat = _confiding()
    while (own := build_own(table, seat)) is not None and own.keys:
        colours = [dict(key.label.details).get("colour") for key in own.keys]
        known = [one for one in table.game.colours if one in colours]
        if known:
            assert colours[: len(known)] == known
            assert not any(colours[len(known) :])
            if len(colours) > len(known):
                return
        table, _ = step(table, events.Touched(1.0, own.keys[0].intent))
    raise AssertionError("nothing ends a sheet")


@sampled(2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nobody_speaks_for_another_at_a_seats_own_screen(game: AnyGame) -> None:
    """Red's telephone named a partner for blue, accused in green's name and let all consent."""
    taken = 0
    for state in positions(game, 20):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state, blind="unused")
        said = find_spoken(table.position)
        whole = expect(PlayPanel, build_panel(table))
        for seat in table.setup.seats:
            may = {one.saying.labels[0] for one in said if one.saying.seat == seat}
            page = expect(PlayPanel, leave_own_keys(whole, table, seat))
            taken += len(whole.buttons) - len(page.buttons)
            for key in page.buttons:
                match key.intent:
                    case events.Say(path, moves=False) if path:
                        assert path[0] in may
                    case events.Say():
                        assert may or seat == table.turn
                    case events.SpeakUp(other) | events.Whisper(other):
                        assert other == seat
                    case events.Consent():
                        assert find_objectors(table) == (seat,)
    assert taken > 5


def test_further_pages_of_what_is_said_have_keys_for_their_speakers_only() -> None:
    """The page behind “Accuse” is on every telephone; only who may accuse finds keys there."""
    game = games.load("wink")
    for state in draw(positions(game, 20), 3):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
        said = find_spoken(table.position)
        further = {(one.saying.labels[0], one.saying.seat) for one in said if one.saying.labels[1:]}
        for label in {label for label, _ in further}:
            asked = table.but(dialogue=Speaking((label,)))
            page = expect(MenuPanel, build_panel(asked))
            speakers = {seat for one, seat in further if one == label}
            for seat in table.setup.seats:
                mine = expect(MenuPanel, leave_own_keys(page, asked, seat))
                assert mine.keys or seat not in speakers
                alone = speakers == {seat}
                assert alone or len(mine.keys) < len(page.keys) or len(page.asked) > 1


def test_a_question_to_a_seat_has_its_keys_on_the_seats_own_page() -> None:
    """“Orange: give way, or insist?” stood there, and its keys only on the other page.

    So did “name a sum, or give up” beside the key to name one.
    """
    game: Any = games.load("agent")
    asked = set()
    for state, _ in walk(game, game.setup({}, game.seats), 3, most=400):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state, blind="unused")
        seat, page = table.turn, build_panel(table)
        if seat in (None, CHANCE) or (own := build_own(table, seat)) is None:
            continue
        left = leave_own_keys(page, table, seat)
        mine = add_spoken_keys(own, left)
        assert mine.keys, own.say
        assert isinstance(left, PlayPanel)
        aloud = {one.intent for one in left.buttons if isinstance(one.intent, _ALOUD)}
        assert aloud == {
            one.intent for one in mine.keys if not isinstance(one.intent, events.Confide)
        }
        asked.add(game.prompt(table.view()).text)
    assert len(asked) > 4


def test_a_contest_is_about_something_and_for_sums_that_can_be_named() -> None:
    """“Give way, or insist?” stood there, and to what? Who had staked 200 chose up to 10,000."""
    game: Any = games.load("agent")
    asked = set()
    for state, _ in walk(game, game.setup({}, game.seats), 3, most=400):
        seat = game.actor(state)
        if game.view(state, TABLE).objector is None or seat is None:
            continue
        own = present(build_own(new_table(game, {}, "en").but(stage=Stage.PLAY, state=state), seat))
        agent = game.view(state, TABLE).questioned.split()[1]
        assert ("colour", agent) in own.facts[0].details
        offered = offer_private(Position(game, state), seat)
        assert all(not game.judge(state, one.action) for one in offered)
        asked.add(state.phase)
    assert {"yield", "bid"} <= asked


def test_an_own_page_says_what_is_to_be_done_and_what_may_be_objected_to() -> None:
    """“White: do you object?” stood there, and not to what; and nothing of a piece left to move."""
    game: Any = games.load("agent")
    moved = Message("Move {piece}.", (("piece", "blue"),))
    table = None
    for state, _ in walk(game, game.setup({}, game.seats), 3, most=400):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state, blind="unused")
        if any(isinstance(one.intent, events.SpeakUp) for one in build_panel(table).buttons):
            break
    assert table is not None
    page = expect(PlayPanel, build_panel(table))
    for seat in list_people(table):
        own = present(build_own(table, seat))
        mine = expect(PlayPanel, leave_own_keys(page, table, seat))
        left = add_spoken_keys(own, replace(mine, todo=(moved,), left=True, happened=()))
        assert left.facts[:2] == (mine.say, moved)  # whose step it is, and which
        done = add_spoken_keys(own, replace(mine, todo=(), happened=(moved,)))
        assert (moved in done.facts) == bool(done.keys)
        assert done.facts[-len(own.facts) :] == own.facts


def test_nobody_cancels_what_another_is_entering() -> None:
    """While Orange chose an agent, “Cancel” on White's telephone ended it."""
    game: Any = games.load("agent")
    for state in positions(game, 20):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state, blind="unused")
        asked = table.but(dialogue=Speaking((), moves=True))
        page = build_panel(asked)
        if not (isinstance(page, MenuPanel) and page.keys):
            continue
        for seat in table.setup.seats:
            mine = expect(MenuPanel, leave_own_keys(page, asked, seat))
            assert (events.GoOn() in [one.intent for one in mine.buttons]) == bool(mine.keys)
        return
    raise AssertionError("no move is entered")


def test_a_piece_moved_while_somebody_enters_a_move_is_said_to_wait() -> None:
    """On every telephone the page stood there as if the moved piece had not been seen."""
    seer = Seer(games.load("agent"), 3, most_turns=100)
    while not find_moves(seer.table.position):
        seer.play_on()
    seer.touch(events.Say((), moves=True))
    page = expect(MenuPanel, seer.shown[-1])
    assert WAITS not in page.facts
    move = find_moves(seer.table.position)[0].action
    seer.see(seer.table.game.attempted(seer.table.state, move))
    for seat in seer.table.setup.seats:
        mine = expect(MenuPanel, leave_own_keys(build_panel(seer.table), seer.table, seat))
        assert mine.facts[0] == WAITS
    seer.touch(events.Say(find_moves(seer.table.position)[0].saying.labels, moves=True))
    assert seer.table.past[-1].action == move


def test_without_a_camera_the_headline_says_what_is_asked() -> None:
    """“The camera failed” stood there for a whole game, over keys to a question nobody read."""
    game: Any = games.load("agent")
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, blind="unused")
    for state in positions(game, 6):
        page = build_panel(table.but(state=state))
        if isinstance(page, PlayPanel):
            assert "camera" not in page.say.text
            assert any("camera" in one.text for one in page.facts)


def test_only_who_was_refused_alone_may_ask_why() -> None:
    """“Why?” on that seat's telephone names the rule; others are told whose secret it is."""
    broken = Breach(Rule("exact_count"), (Place("T7"),))
    table, _ = object_to(Bench().table, (broken,), Placement(()), None, secret=True)
    for viewer in (RED, BLUE, TABLE):
        page = expect(HelpPanel, build_dialogue(table, Helping(why=True, viewer=viewer)))
        assert page.why is not None
        assert [one.name for one in page.why] == [broken.rule] * (viewer == RED)
    said = expect(ObjectionPanel, build_panel(table))
    assert [dict(one.mend.details) for one in said.breaches] == [{"seat": RED}]


def test_the_next_player_enters_nothing_before_the_last_move_is_made() -> None:
    """Beside “Red, this is still to be done” Blue's telephone had the keys of Blue's cards."""
    game: Any = games.load("dog")
    seen = 0
    for state, _ in walk(game, game.setup({"dealing": "tablet"}, game.seats), 3, most=200):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
        seat, page = table.turn, build_panel(table)
        if seat in (None, CHANCE) or (own := build_own(table, seat)) is None or not own.keys:
            continue
        assert isinstance(page, PlayPanel)
        for owing in table.setup.seats:
            left = Message("{seat}, this is still to be done.", (("seat", owing),))
            mine = leave_own_keys(replace(page, say=left, left=True, buttons=()), table, seat)
            keys = add_spoken_keys(own, mine).keys
            assert keys == (own.keys if owing == seat else ())
            seen += 1
    assert seen > 20
