"""Agent's objections: a claim is a touch; silence, or the next move, is consent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.games.agent.actions import Move
from tablet_companion.games.agent.exchange import read_position
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.state import NOBODY
from tablet_companion.games.core import EMPTY, Place, Placement, Rule
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.events import (
    Answer,
    AskHelp,
    Busy,
    Consent,
    GoOn,
    Intent,
    OpenBoard,
    Pause,
    RecordIsRight,
    Saw,
    Say,
    SpeakUp,
    TakeBack,
    Ticked,
)
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.sayings import find_moves
from tablet_companion.referee.model.silence import READING_S, SILENCE_S, find_consent
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Asking, Disagreeing, Objecting, Waiting
from tablet_companion.referee.pages.objection import build_objection
from tablet_companion.referee.turns.replay import replay
from tablet_companion.session.session import Session
from tests.referee.looks import look
from tests.referee.test_seen_games import LOOK_S, Seer

AGENT = games.load("agent")


def moved(**options: str) -> Seer:
    """Return a table of four at which the first move has just been seen."""
    seer = Seer(AGENT, 3, most_turns=100, **options)
    while AGENT.silence(seer.table.state) is None:
        seer.play_on()
    return seer


def wait(seer: Seer, seconds: float) -> None:
    """Let time pass, the table as the record has it."""
    for _ in range(round(seconds * 10)):
        seer.event(Ticked(seer.table.now_s + 0.1))


def attacked(action: str) -> tuple[Seer, Placement]:
    """Return a table at which yellow went to green in London, and what it shows."""
    seer = Seer(AGENT, 1)
    seats = seer.table.setup.seats
    agents = {"yellow": "Oslo", "green": "London"}
    position = {"game": "agent", "seats": [*seats], "turn": seats[0], "agents": agents}
    state = read_position({**position, "stakes": {seats[0]: {"yellow": [1000, 500]}}})
    seer.table = seer.table.but(state=state, past=())
    done = AGENT.read_action(state, action)
    shown = AGENT.attempted(seer.table.state, done)
    seer.see(shown)
    seer._answer(done)
    return seer, shown


def test_who_says_nothing_consents() -> None:
    """After some seconds everybody's consent is on record, as if each had been asked."""
    seer = moved()
    mover, size = seer.table.state.turn, len(seer.table.past)
    shown = seer.shown[-1]
    assert isinstance(shown, PlayPanel)
    assert shown.countdown > 0
    intents = [button.intent for button in shown.buttons]
    assert Consent() in intents
    assert sum(isinstance(intent, SpeakUp) for intent in intents) == 3
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
    seer.touch(Say(find_moves(seer.table.position)[0].saying.labels, moves=True))
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
    seer.touch(Consent())
    assert len(seer.table.past) == size + 3


@pytest.mark.parametrize("number", range(3))
def test_whoever_objects_is_the_one_who_does(number: int) -> None:
    """Those who are asked before him have consented, and the rules go on from his objection."""
    seer = moved()
    shown = seer.shown[-1]
    assert isinstance(shown, PlayPanel)
    claims = [one.intent for one in shown.buttons if isinstance(one.intent, SpeakUp)]
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
    seer.touch(Consent())
    seer.see(next_move(seer), seconds=0.5)
    size, shown = len(seer.table.past), next_move(seer)
    seer.see(shown, seconds=1.2)
    assert len(seer.table.past) == size
    seer.see(shown, seconds=1.5)
    assert len(seer.table.past) >= size + 3


def test_a_move_that_came_too_early_leaves_the_key_to_agree() -> None:
    """The page asked to wait for everybody, and the key that ends the waiting was away."""
    seer = moved()
    objecting = Objecting((), seer.table.placement, Laid(None, How.BLIND))
    page = build_objection(seer.table, objecting)
    assert Consent() in [key.intent for key in page.buttons]
    seer.touch(Consent())
    page = build_objection(seer.table, objecting)
    assert Consent() not in [key.intent for key in page.buttons]


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


def test_a_case_carried_after_its_agent_is_the_same_move() -> None:
    """Black moves an agent off the case, then carries the case after it: that is asked about.

    Before, everybody had consented to the first half, and the case was said to travel alone.
    """
    seer = Seer(AGENT, 3, most_turns=100)
    while seer.table.state.phase != "turn":
        seer.play_on()
    state = seer.table.state
    spot = next(one for one in state.agents if state.agents.count(one) == 1)
    state = state._replace(case=spot, holder=state.agents.index(spot))
    areas = {Place(name): tuple(Place(f"{name}#{n}") for n in range(3)) for name in MAP.names}
    seer.table = seer.table.but(state=state, areas=areas)
    moves = [one for one in AGENT.legal(state) if isinstance(one, Move)]
    carried = next(one for one in moves if one.on)
    alone = next(one for one in moves if one == carried._replace(on=False))
    seer.see(AGENT.attempted(state, alone), seconds=4)
    assert find_consent(seer.table) is not None
    seer.see(AGENT.attempted(state, carried), seconds=2)
    assert isinstance(seer.table.verdict, Asking)
    seer.touch(Answer(0))
    assert seer.table.past[-1].action == carried


def test_an_agent_read_with_doubt_beside_the_case_is_asked_about_once() -> None:
    """Whether it has the case has to be asked anyway, and that answer says that it stands there.

    Before, people were first asked what stands in the city, and then whether it has the case.
    """
    seer = Seer(AGENT, 3, most_turns=100)
    while seer.table.state.phase != "turn":
        seer.play_on()
    state = seer.table.state
    near = {one for city in state.agents for one in MAP.neighbours[city]}
    spot = next(one for one in sorted(near) if one not in state.agents)
    state = state._replace(case=spot, holder=NOBODY)
    areas = {Place(name): tuple(Place(f"{name}#{n}") for n in range(3)) for name in MAP.names}
    seer.table = seer.table.but(state=state, areas=areas)
    moves = [one for one in AGENT.legal(state) if isinstance(one, Move)]
    taken = next(one for one in moves if one.on and one.target == MAP.names[spot])
    seer.see(AGENT.placement(state))
    shown = by_area(AGENT.attempted(state, taken))
    doubt = {f"{taken.target}#1": {str(EMPTY): 0.7, str(taken.agent): 0.3}}
    reading = look(shown, areas=areas, doubts=doubt)
    seer.event(Busy(seer.table.now_s + 0.5))
    for _ in range(60):
        seer.event(Saw(seer.table.now_s + LOOK_S, reading))
    verdict = seer.table.verdict
    assert isinstance(verdict, Asking)
    acts = [one.action for one in verdict.question.consequences if isinstance(one, Act)]
    assert acts == [taken._replace(on=False), taken]
    seer.touch(Answer(1))
    for _ in range(60):
        seer.event(Saw(seer.table.now_s + LOOK_S, reading))
    assert seer.table.past[-1].action == taken
    assert not isinstance(seer.table.verdict, Asking)


def test_a_pause_stops_the_clock() -> None:
    """Nobody consents while nothing is judged, and there is time again afterwards."""
    seer = moved()
    size = len(seer.table.past)
    wait(seer, SILENCE_S - 4)
    seer.touch(Pause())
    wait(seer, 2 * SILENCE_S)
    seer.touch(GoOn())
    wait(seer, SILENCE_S - 2)
    assert len(seer.table.past) == size


@pytest.mark.parametrize(
    ("opened", "closed"),
    [
        (AskHelp(), GoOn()),
        (OpenBoard(), RecordIsRight()),
        (TakeBack(), Answer(1)),
    ],
    ids=("help", "board", "take back"),
)
def test_the_clock_stands_still_behind_another_page(opened: Intent, closed: Intent) -> None:
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
    seer.touch(AskHelp())
    seer.see(shown)
    seer.touch(GoOn())
    for _ in range(20):
        seer.event(Saw(seer.table.now_s + LOOK_S, look(shown, areas=seer.table.areas)))
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
        session.handle(Ticked(5000.0 + tick / 10))
    assert len(session.table.past) == size
    session.handle(Ticked(5000.0 + SILENCE_S))
    assert len(session.table.past) == size + 3


def test_taking_back_takes_the_move_with_the_silence_after_it() -> None:
    """Consent that nobody spoke is no action to take back, and does not come again by itself."""
    seer = moved()
    size = len(seer.table.past)
    after = AGENT.placement(seer.table.state)
    wait(seer, SILENCE_S + 1)
    seer.touch(TakeBack())
    seer.touch(Answer(0))
    assert len(seer.table.past) == size - 1
    reading = look(after, areas=seer.table.areas)
    for _ in range(200):
        seer.event(Saw(seer.table.now_s + 0.1, reading))
        seer.event(Ticked(seer.table.now_s))
    seer.event(Busy(seer.table.now_s + 0.1))
    assert len(seer.table.past) == size - 1


def test_where_everybody_is_asked_silence_says_nothing() -> None:
    """With the option, one player after another touches an answer, as the booklet goes round."""
    seer = moved(objections="asked")
    size = len(seer.table.past)
    assert find_consent(seer.table) is None
    wait(seer, 5 * SILENCE_S)
    assert len(seer.table.past) == size
    shown = seer.shown[-1]
    assert isinstance(shown, PlayPanel)
    assert shown.countdown == 0
    assert not any(isinstance(button.intent, SpeakUp | Consent) for button in shown.buttons)


def test_an_exile_that_stands_by_silence_is_waited_for() -> None:
    """The victim still stands where it was attacked: nobody has changed the move.

    Before, the program stopped: what it wanted to ask about was described in a later position.
    """
    seer, shown = attacked("attack yellow London green")
    wait(seer, SILENCE_S + 1)
    seer.see(shown, seconds=5)
    assert len(seer.table.past) == len(seer.table.setup.seats)
    assert isinstance(seer.table.verdict, Waiting)
    assert [step.target for step in seer.table.verdict.todo] == ["Bahamas"]


def test_an_exile_that_stands_by_silence_is_waited_for_after_a_restart() -> None:
    """Before, the referee asked whether the attack had been a move, which stood already."""
    seer, shown = attacked("attack yellow London green")
    state, past = seer.table.past[0].state, seer.table.past
    wait(seer, SILENCE_S + 1)
    begun = new_table(AGENT, seer.table.areas, "en").but(setup=seer.table.setup)
    begun = begun.but(state=state, stage=Stage.PLAY)
    acts = [(one.kind, one.body) for one in seer.records if one.kind == "act"]
    seer.table = replay(begun, acts[-len(past) - len(seer.table.setup.seats) + 1 :])
    seer.see(shown, seconds=10)
    assert isinstance(seer.table.verdict, Waiting)
    assert [step.target for step in seer.table.verdict.todo] == ["Bahamas"]
    seer.see(AGENT.placement(seer.table.state))
    assert seer.table.owed is None


@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ("attack yellow London green", ["{seat} attacks.", "Send {colour} to the Bahamas"]),
        ("move yellow London", ["{seat} moves an agent."]),
        ("move yellow Berlin", []),
    ],
)
def test_who_may_object_reads_what_the_pieces_do_not_show(action: str, meant: list[str]) -> None:
    """An agent beside another may have been moved there, or attack it: all have to know."""
    seer, _ = attacked(action)
    assert [message.text for message in seer.table.happened][1:] == meant


def test_an_agent_put_on_the_case_from_afar_is_not_missing() -> None:
    """The case beneath it is seen badly, but the agent is not.

    Before, the referee missed the agent in the city that it had left.
    """
    seer, _ = attacked("move yellow Berlin")
    areas = seer.table.areas
    wait(seer, SILENCE_S + 1)
    pieces = AGENT.placement(seer.table.state).pieces
    case = next(place for place, piece in pieces if piece == "case")
    shown = Placement(tuple(sorted((case if one == "red" else at, one) for at, one in pieces)))
    beneath = next(one.place for one in look(shown, areas=areas).places if one.best == "case")
    reading = look(shown, areas=areas, doubts={beneath: {"": 0.13, "case": 0.87}})
    seer.event(Busy(seer.table.now_s + 0.5))
    for _ in range(100):
        seer.event(Saw(seer.table.now_s + LOOK_S, reading))
    assert isinstance(seer.table.verdict, Objecting)
    assert [breach.rule for breach in seer.table.verdict.breaches] == ["one_space"]
