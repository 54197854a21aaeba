"""Agent's objections: a claim is a touch; silence, or the next move, is consent."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest

from tablet_companion.games.agent.actions import Move
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.core import Place, Placement, Rule
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.sayings import find_moves
from tablet_companion.referee.model.silence import READING_S, SILENCE_S, find_consent
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.model.verdicts import Disagreeing, Objecting, Quiet, Waiting
from tablet_companion.referee.pages.objection import build_objection
from tablet_companion.referee.turns.consent import record_consent
from tablet_companion.referee.turns.replay import replay
from tablet_companion.session.session import Session
from tests.expected import expect
from tests.referee.attacks import AGENT, wait
from tests.referee.looks import look
from tests.referee.seer import LOOK_S, Seer


def moved(**options: str) -> Seer:
    """Return a table of four at which the first move has just been seen."""
    return _play_to_a_move(**options).branch()


@functools.cache
def _play_to_a_move(**options: str) -> Seer:
    seer = Seer(AGENT, 3, most_turns=100, **options)
    while AGENT.silence(seer.table.state) is None:
        seer.play_on()
    return seer


def test_who_says_nothing_consents() -> None:
    """After some seconds everybody's consent is on record, as if each had been asked."""
    seer = moved()
    mover, size = seer.table.state.turn, len(seer.table.past)
    shown = expect(PlayPanel, seer.shown[-1])
    assert shown.countdown > 0
    intents = [button.intent for button in shown.buttons]
    assert events.Consent() in intents
    assert sum(isinstance(intent, events.SpeakUp) for intent in intents) == 3
    wait(seer, SILENCE_S / 2)
    assert len(seer.table.past) == size
    assert isinstance(seer.shown[-1], PlayPanel)
    assert 0 < seer.shown[-1].countdown < shown.countdown
    wait(seer, SILENCE_S)
    assert len(seer.table.past) == size + 3
    assert seer.table.state.turn != mover
    entries = [(record.kind, record.body) for record in seer.records]
    assert replay(new_table(AGENT, {}, "en"), entries).state == seer.table.state


def test_the_time_to_object_begins_once_the_table_shows_the_move() -> None:
    """A move that was entered has still to be made: nobody is hurried while they carry it out."""
    seer = Seer(AGENT, 3, most_turns=100)
    while not find_moves(seer.table.position):
        seer.play_on()
    before = seer.table.placement
    seer.touch(events.Say(find_moves(seer.table.position)[0].saying.labels, moves=True))
    size = len(seer.table.past)
    seer.see(before, seconds=2 * SILENCE_S)
    assert isinstance(seer.shown[-1], PlayPanel)
    assert seer.shown[-1].countdown == 0
    seer.see(seer.table.placement, seconds=1)
    assert seer.table.owed is None
    wait(seer, SILENCE_S - 3)
    assert len(seer.table.past) == size
    wait(seer, 3)
    assert len(seer.table.past) == size + 3


def test_an_entered_move_put_one_city_too_far_is_not_the_next_players() -> None:
    """London to Paris was said, the agent set down in Madrid: Black was taken to have gone on."""
    seer = Seer(AGENT, 3, most_turns=100)
    while not find_moves(seer.table.position):
        seer.play_on()
    turn, said = seer.table.turn, find_moves(seer.table.position)
    seer.touch(events.Say(said[0].saying.labels, moves=True))
    after, size = seer.table.placement, len(seer.table.past)
    (done,) = AGENT.steps(seer.table.past[-1].state, said[0].action)
    state = record_consent(seer.table)[0].position
    onward = next(
        step
        for entry in find_moves(state)
        for step in AGENT.steps(state.state, entry.action)
        if step.source == done.target and step.target not in {None, done.source}
    )
    assert onward.target is not None
    kept = [one for one in after.pieces if one != (done.target, done.piece)]
    shown = Placement(tuple(sorted([*kept, (onward.target, done.piece)])))
    seer.see(shown, seconds=5)
    assert len(seer.table.past) == size
    assert isinstance(seer.table.verdict, Waiting)
    ways = [(step.source, step.target) for step in seer.table.verdict.todo]
    assert ways == [(onward.target, done.target)]
    page = expect(PlayPanel, seer.shown[-1])
    assert dict(page.say.details)["seat"] == turn
    seer.see(after, seconds=1)
    assert isinstance(seer.table.verdict, Quiet)
    assert len(seer.table.past) == size


@pytest.mark.parametrize("left", [False, True])
def test_an_agent_and_its_case_put_in_a_wrong_city_are_shown_the_way(left: bool) -> None:
    """“Not allowed: first everybody says whether they object”, as if somebody had gone on.

    The same if the case was ``left`` behind and the agent alone is in the wrong city.
    """
    seer = Seer(AGENT, 3, most_turns=100)
    while not find_moves(seer.table.position):
        seer.play_on()
    state = seer.table.state
    agents = {piece: place for place, piece in AGENT.placement(state).pieces}
    mover = next(one.agent for one in AGENT.legal(state) if isinstance(one, Move))
    home = MAP.names.index(agents[mover])
    owner = state.agents.index(home)
    seer.table = seer.table.but(state=state._replace(case=home, holder=owner))
    before = AGENT.placement(seer.table.state)
    seer.see(before, seconds=1)
    entries = [
        one
        for one in find_moves(seer.table.position)
        if len(AGENT.steps(seer.table.state, one.action)) > 1
    ]
    seer.touch(events.Say(entries[0].saying.labels, moves=True))
    after, size = seer.table.placement, len(seer.table.past)
    came, gone = set(after.pieces) - set(before.pieces), set(before.pieces) - set(after.pieces)
    taken = {place for place, _ in (*before.pieces, *after.pieces)}
    wrong = next(one for one in MAP.names if not any(one in place for place in taken))
    stays = {one for one in gone if left and one[1] == "case"}
    strays = {(Place(wrong), piece) for _, piece in gone - stays}
    shown = (set(after.pieces) - came) | strays | stays
    seer.see(Placement(tuple(sorted(shown))), seconds=5)
    assert len(seer.table.past) == size
    assert isinstance(seer.table.verdict, Waiting)
    ways = {(step.piece, _city(step.source), step.target) for step in seer.table.verdict.todo}
    at = {piece: _city(place) for place, piece in strays | stays}
    assert ways == {(piece, at[piece], target) for target, piece in came}
    seer.see(after, seconds=1)
    assert isinstance(seer.table.verdict, Quiet)
    assert len(seer.table.past) == size


def _city(place: Place | None) -> str:
    """Return a spot's city, whichever of its spots it is."""
    return "" if place is None else place.partition(".")[0]


def test_who_reads_a_rule_has_more_time_to_object() -> None:
    """A taught rule stands on the same page, and eight seconds were over before it was read."""
    seer = moved()
    seer.table = seer.table.but(coach=replace(seer.table.coach, now=Rule("one_space")))
    size = len(seer.table.past)
    wait(seer, SILENCE_S + 1)
    assert len(seer.table.past) == size
    wait(seer, READING_S - SILENCE_S)
    assert len(seer.table.past) == size + 3


def test_one_touch_consents_for_all() -> None:
    """“Nobody objects” ends the waiting at once."""
    seer = moved()
    size = len(seer.table.past)
    seer.touch(events.Consent())
    assert len(seer.table.past) == size + 3


@pytest.mark.parametrize("number", range(3))
def test_whoever_objects_is_the_one_who_does(number: int) -> None:
    """Those who are asked before him have consented, and the rules go on from his objection."""
    seer = moved()
    shown = expect(PlayPanel, seer.shown[-1])
    claims = [one.intent for one in shown.buttons if isinstance(one.intent, events.SpeakUp)]
    seer.touch(claims[number])
    view = AGENT.view(seer.table.state, "table")  # type: ignore[arg-type]  # a viewer
    assert view.objector == claims[number].seat
    wait(seer, 2 * SILENCE_S)
    assert view == AGENT.view(seer.table.state, "table")  # type: ignore[arg-type]  # a viewer


def test_the_next_move_is_consent() -> None:
    """Whoever moves on takes the last move as standing: nobody is accused of anything."""
    seer = moved()
    size = len(seer.table.past)
    wait(seer, 3)
    seer.see(next_move(seer))
    assert len(seer.table.past) >= size + 4
    assert "objected" not in seer.kinds


def next_move(seer: Seer) -> Placement:
    """Return what the table shows once the next player has moved, too."""
    state = seer.table.state
    while (consent := AGENT.silence(state)) is not None:
        state = AGENT.successor(state, consent)
    action = next(one for one in AGENT.legal(state) if AGENT.steps(state, one))
    shown: Placement = AGENT.placement(AGENT.successor(state, action))
    return shown


def test_a_figure_moved_while_all_are_asked_accuses_nobody() -> None:
    """The case alone stands elsewhere: anybody may have pushed it there, the next player or not."""
    seer = moved()
    wait(seer, 3)
    pieces = seer.table.placement.pieces
    seen = {place for place, _ in pieces}
    free = next(place for place in seer.table.areas if place not in seen and place.isalpha())
    shown = tuple((free if piece == "case" else at, piece) for at, piece in pieces)
    flat = ((Place(at.partition(".")[0]), piece) for at, piece in shown)
    seer.see(Placement(tuple(sorted(flat))))
    verdict = seer.table.verdict
    assert isinstance(verdict, Objecting | Disagreeing)
    assert not isinstance(verdict, Objecting) or verdict.seat is None


def test_nobody_moves_on_within_two_seconds() -> None:
    """Sooner than that it is the last move that is still being put right."""
    seer = moved()
    seer.touch(events.Consent())
    seer.see(next_move(seer), seconds=0.5, look_s=0.1)
    size, shown = len(seer.table.past), next_move(seer)
    seer.see(shown, seconds=1.2, look_s=0.1)
    assert len(seer.table.past) == size
    seer.see(shown, seconds=1.5)
    assert len(seer.table.past) >= size + 3


def test_a_move_that_came_too_early_leaves_the_key_to_agree() -> None:
    """The page asked to wait for everybody, and the key that ends the waiting was away."""
    seer = moved()
    objecting = Objecting((), seer.table.placement, Laid(None, How.BLIND))
    page = build_objection(seer.table, objecting)
    assert events.Consent() in [key.intent for key in page.buttons]
    seer.touch(events.Consent())
    page = build_objection(seer.table, objecting)
    assert events.Consent() not in [key.intent for key in page.buttons]


def test_one_look_is_nobodys_consent() -> None:
    """A single look may have misread the table."""
    seer = moved()
    wait(seer, 3)
    size, shown = len(seer.table.past), next_move(seer)
    for _ in range(3):
        seer.see(shown, seconds=LOOK_S)
        assert len(seer.table.past) == size
    seer.see(shown, seconds=5 * LOOK_S)
    assert len(seer.table.past) >= size + 3


def test_a_move_that_is_put_back_by_hand_is_not_consented_to() -> None:
    """While the table shows the position before, the question is whether to take it back."""
    seer = moved()
    before: Placement = AGENT.placement(seer.table.past[-1].state)
    wait(seer, 3)
    size = len(seer.table.past)
    seer.see(before)
    assert len(seer.table.past) == size


def test_a_pause_stops_the_clock() -> None:
    """Nobody consents while nothing is judged, and there is time again afterwards."""
    seer = moved()
    size = len(seer.table.past)
    wait(seer, SILENCE_S - 4)
    seer.touch(events.Pause())
    wait(seer, 2 * SILENCE_S)
    seer.touch(events.GoOn())
    wait(seer, SILENCE_S - 2)
    assert len(seer.table.past) == size


@pytest.mark.parametrize(
    ("opened", "closed"),
    [
        (events.AskHelp(), events.GoOn()),
        (events.OpenBoard(), events.RecordIsRight()),
        (events.TakeBack(), events.Answer(1)),
    ],
    ids=("help", "board", "take back"),
)
def test_the_clock_stands_still_behind_another_page(
    opened: events.Intent, closed: events.Intent
) -> None:
    """While the keys to object are out of sight nobody consents, and then all the time is left."""
    seer = moved()
    size = len(seer.table.past)
    seer.touch(opened)
    assert seer.table.dialogue is not None
    wait(seer, 2 * SILENCE_S)
    seer.touch(closed)
    wait(seer, SILENCE_S - 2)
    assert len(seer.table.past) == size
    wait(seer, 3)
    assert len(seer.table.past) == size + 3


def test_a_move_made_behind_another_page_accuses_nobody() -> None:
    """Whoever moves on while somebody reads the help page consents as soon as it is closed."""
    seer = moved()
    size, shown = len(seer.table.past), next_move(seer)
    wait(seer, 3)
    seer.touch(events.AskHelp())
    seer.see(shown)
    seer.touch(events.GoOn())
    for _ in range(20):
        seer.event(events.Saw(seer.table.now_s + LOOK_S, look(shown, areas=seer.table.areas)))
    assert len(seer.table.past) >= size + 4
    assert "objected" not in seer.kinds


def test_after_a_restart_there_is_all_the_time_to_object() -> None:
    """The machine's clock has any value when a game is resumed: nobody has been silent so long."""
    seer = moved()
    entries = [(record.kind, record.body) for record in seer.records]
    resumed = replay(new_table(AGENT, seer.table.areas, "en"), entries)
    size = len(resumed.past)
    session = Session(resumed, keeper=None, lots=lambda _: 0)
    session.carry_on(5000.0)
    for tick in range(round((SILENCE_S - 1) * 10)):
        session.handle(events.Ticked(5000.0 + tick / 10))
    assert len(session.table.past) == size
    session.handle(events.Ticked(5000.0 + SILENCE_S))
    assert len(session.table.past) == size + 3


def test_taking_back_takes_the_move_with_the_silence_after_it() -> None:
    """Consent that nobody spoke is no action to take back, and does not come again by itself."""
    seer = moved()
    size = len(seer.table.past)
    after = AGENT.placement(seer.table.state)
    wait(seer, SILENCE_S + 1)
    seer.touch(events.TakeBack())
    seer.touch(events.Answer(0))
    assert len(seer.table.past) == size - 1
    reading = look(after, areas=seer.table.areas)
    for _ in range(200):
        seer.event(events.Saw(seer.table.now_s + 0.1, reading))
        seer.event(events.Ticked(seer.table.now_s))
    seer.event(events.Busy(seer.table.now_s + 0.1))
    assert len(seer.table.past) == size - 1


def test_where_everybody_is_asked_silence_says_nothing() -> None:
    """With the option, one player after another touches an answer, as the booklet goes round."""
    seer = moved(objections="asked")
    size = len(seer.table.past)
    assert find_consent(seer.table) is None
    wait(seer, 5 * SILENCE_S)
    assert len(seer.table.past) == size
    shown = expect(PlayPanel, seer.shown[-1])
    assert shown.countdown == 0
    assert not any(
        isinstance(button.intent, events.SpeakUp | events.Consent) for button in shown.buttons
    )
