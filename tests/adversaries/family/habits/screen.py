"""Touches of the screen beside the game: pages left open, pauses, giving up, things said."""

from __future__ import annotations

from typing import Final

from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts

_PAGES: Final[tuple[events.Intent, ...]] = (
    events.AskHelp(),
    events.AskWhy(),
    events.Wonder(),
    events.Wonder(asking=True),
    events.Recall(),
    events.TakeBack(),
    events.OpenCardKeys(),
    events.OpenSeats(),
    events.OpenLevels(),
    events.NewGame(),
    events.GiveUp(),
    events.AskHand(),
)
"""The pages that somebody opens to look something up, or by mistake."""
_PRIVATE: Final[tuple[tuple[events.Intent, ...], ...]] = (
    (events.AskHand(), events.Reveal()),
    (events.GiveUp(), events.Answer(1), events.Reveal()),
)
"""The touches that lead to pages for one player alone."""


@habit(92, "plays while the game is paused", 0.0, unruly=SHARE)
@parts.planned
def plays_in_pause(family: Family, plan: Plan) -> None:
    """Touch the pause, play, perhaps for two, and go on some time later."""
    room = family.room
    room.touch(events.Pause())
    parts.carry_out(family, plan)
    after = family.next_plan(plan) if family.rng.random() < 0.4 else None
    if after is not None:
        parts.talk(family)
        parts.carry_out(family, after)
    family.account.note("all that during a pause")
    parts.talk(family)
    room.touch(events.GoOn())


@habit(96, "gives up with the key, and plays", 0.0, unruly=SHARE)
@parts.planned
def gives_up_and_plays(family: Family, plan: Plan) -> None:
    """Touch “No card can be played”, and instead of an answer lay a card and move."""
    family.account.note("they touch: no card can be played")
    family.room.touch(events.GiveUp())
    family.room.look(family.rng.choice((0.5, 5.0)))
    parts.carry_out(family, plan)


@habit(97, "plays while the board's page is open", 0.0, unruly=SHARE)
@parts.planned
def plays_beside_the_board_page(family: Family, plan: Plan) -> None:
    """Open the page on which the board is corrected, play, and close it or leave it open."""
    family.room.touch(events.OpenBoard())
    parts.carry_out(family, plan)
    family.account.note("beside the board's page")
    parts.talk(family)
    if family.rng.random() < 0.7:
        family.room.touch(events.GoOn())


@habit(98, "plays on beside an open page", 0.0, unruly=SHARE)
@parts.planned
def leaves_a_page_open(family: Family, plan: Plan) -> None:
    """Open a page, play one turn or two, and close it some time later, or leave it open."""
    room = family.room
    alone = tuple((events.Whisper(one), events.Reveal()) for one in room.table.setup.seats)
    page = family.rng.choice((*((one,) for one in _PAGES), *_PRIVATE, *alone))
    room.touch(*page)
    family.account.note(f"somebody opens {type(room.table.dialogue).__name__} and walks off")
    parts.carry_out(family, plan)
    after = family.next_plan(plan) if family.rng.random() < 0.4 else None
    if after is not None:
        parts.talk(family)
        parts.carry_out(family, after)
    parts.talk(family)
    if family.rng.random() < 0.7:
        asks = isinstance(room.panel, QuestionPanel)
        room.touch(events.Answer(1) if asks else events.GoOn())


@habit(127, "says it, takes it back, and says it again", 0.0, unruly=SHARE)
def says_again(family: Family) -> None:
    """Say something or give up, take it back, and say it again or play after all."""
    state = family.room.table.state
    if family.plan() is not None and not family.room.game.pile:
        parts.well(family)
        return
    family.say_something()
    family.room.look(family.rng.choice((0.3, 3.0)))
    if family.room.table.state == state or family.over:
        return
    family.take_back()
    if family.room.table.state == state:
        parts.well(family)


@habit(128, "says it on another's page", 0.0, unruly=SHARE)
def says_for_another(family: Family) -> None:
    """Touch what is to be said on the private page of a seat that is not on turn."""
    room, way, turn = family.room, family.choose_words(), family.turn
    others = [one for one in room.table.setup.seats if one != turn]
    if way is None or not others:
        parts.well(family)
        return
    state = room.table.state
    family.say(*way, seat=family.rng.choice(others))
    room.look(family.rng.choice((0.3, 3.0)))
    room.touch(events.Hide(), events.GoOn())
    if room.table.state == state and family.rng.random() < 0.5:
        family.say(*way)


@habit(129, "says it only after the next one moved", 0.0, unruly=SHARE)
def says_late(family: Family) -> None:
    """Have the next player move before what was due is said, and say it then."""
    room, way = family.room, family.choose_words() if family.plan() is None else None
    after = family.plan_after(way[0]) if way is not None else None
    if way is None or after is None:
        parts.well(family)
        return
    state = room.table.state
    family.begin(after)
    family.perform(after)
    family.account.wrong_card = after.seat
    parts.talk(family)
    family.account.forget()  # they do as the page says from here on
    if room.table.state == state:
        family.say(*way)


@habit(130, "pauses in mid-move for ten minutes", 0.0, unruly=SHARE)
@parts.planned
def pauses(family: Family, plan: Plan) -> None:
    """Begin a move, touch the pause, be away for ten minutes, and go on."""
    before = family.room.tabletop.spread()
    parts.begin_move(family, plan)
    family.hand(0.3)
    family.room.touch(events.Pause())
    family.room.look(parts.LONG_S)
    family.hand(0.3)
    parts.go_on_or_not(family, plan, before)
    family.hand(0.3)
    family.room.touch(events.GoOn())


@habit(158, "gives up, and regrets it", 0.0, unruly=SHARE)
@parts.planned
def regrets(family: Family, plan: Plan) -> None:
    """Say that no card can be played; then find one, and play it as if nothing had been said."""
    family.give_up()
    parts.pause(family, parts.MOMENTS_S)
    if family.room.table.state == plan.state:
        parts.carry_out(family, plan)
        return
    family.account.note("and finds one after all")
    family.hand(0.3)
    parts.lay(family, plan)
    family.account.wrong_card = plan.seat
    family.carry(plan)
    family.plan_in_mind = family.plan()
