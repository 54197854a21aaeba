"""The board turned round, and games set up again: untold, or badly."""

from __future__ import annotations

from tablet_companion.referee.model.events import Answer, NewGame
from tablet_companion.referee.model.table import Stage
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(50, "turns the board", 0.0, unruly=SHARE)
@parts.planned
def turns_board(family: Family, plan: Plan) -> None:
    """Turn the board by 180 degrees; it is not found for a while, or taken for the old way round.

    Nobody turns it back until told, or some turn it back by themselves.
    """
    room, top = family.room, family.room.tabletop
    if family.rng.random() < 0.5:
        family.lay(plan)
    family.by(None)
    family.account.note("somebody turns the board")
    family.hand(1.0)
    mistaken = top.opposite and family.rng.random() < 0.6
    if mistaken:
        top.turn_round()
    else:
        room.dark(family.rng.choice((2.0, 20.0)), "board")
    room.look(family.rng.choice((1.0, 3.0, 10.0)))
    if top.turned_round and family.rng.random() < 0.4:
        family.account.note("it is turned back")
        family.hand(1.0)
        top.turn_round()
    if not mistaken and room.table.state == plan.state:
        parts.carry_out(family, plan)


@habit(75, "sets up a new game untold", 0.0, unruly=SHARE)
def sets_up_anew(family: Family) -> None:
    """Play two turns, put all out as for a new game, the pile away; nobody touches the screen."""
    room, top = family.room, family.room.tabletop
    if not parts.play_two(family):
        return
    parts.by_nobody(family)
    family.hand(2.0, pile=False)
    chosen = room.table.setup
    room.set_out(room.game.setup(dict(chosen.options), chosen.seats))
    for area in top.areas:
        top.touched(area)
    top.pile = []
    family.account.played = 0
    family.account.note("everything is set up for a new game")
    parts.talk(family)
    family.hand()


@habit(139, "turns the board and plays on", 0.0, unruly=SHARE)
@parts.planned
def turns_and_plays(family: Family, plan: Plan) -> None:
    """Turn the board by 180 degrees between turns, untold, and move on it as it lies now."""
    room, top = family.room, family.room.tabletop
    if not top.opposite:
        parts.carry_out(family, plan)
        return
    parts.by_nobody(family)
    family.account.note("somebody turns the board")
    family.hand(1.0)
    top.turn_round()
    room.look(family.rng.choice((0.1, 0.5)))
    if room.table.state == plan.state:
        family.hand(0.3)
        top.turn_round()  # as people see it, the move is the one that they mean
        parts.carry_out(family, plan)
        top.turn_round()


@habit(151, "begins anew, set out badly", 0.0, unruly=SHARE)
def begins_anew(family: Family) -> None:
    """Begin a new game with a piece missing or elsewhere, and begin although the page says so."""
    room, top = family.room, family.room.tabletop
    room.touch(NewGame(), Answer(0))
    if room.table.stage is not Stage.SETUP:
        parts.well(family)
        return
    family.account.forget()
    family.account.played, family.account.wrong_card = 0, None
    top.pile = []
    room.begin(dict(room.table.setup.options), set_out=lambda: _set_out_badly(family))
    family.account.note("they begin all the same")
    family.hand(0.3)
    if family.rng.random() < 0.5 and (plan := family.plan()) is not None:
        parts.carry_out(family, plan)


def _set_out_badly(family: Family) -> None:
    """Set the game out with one to three pieces off the table or anywhere."""
    family.room.set_out()
    for _ in range(family.rng.randint(1, 3)):
        if spots := parts.list_loose(family):
            top = family.room.tabletop
            anywhere = family.room.game.pile and family.rng.random() < 0.5  # else it is a move
            parts.slide(family, family.rng.choice(spots), [*top.area_of] if anywhere else [])
    family.room.look(family.rng.choice(parts.MOMENTS_S))
