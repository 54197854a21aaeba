"""What is done to the pile: squared, turned, dropped, gathered, looked through, cards taken out."""

from __future__ import annotations

from dataclasses import replace

from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import FACE_DOWN
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(46, "tidies the pile", 0.0, unruly=SHARE)
@parts.planned
def tidies(family: Family, plan: Plan) -> None:
    """Square the pile, before a turn or in the middle of one."""
    middle = family.rng.random() < 0.5
    if middle:
        family.hand(0.3, pile=False)
        family.lay(plan)
        family.hand(0.3)
    top = family.room.tabletop
    family.hand(0.5, pile=False)
    top.pile = [replace(one, pose=(1.0, 1.0, 3.0)) for one in top.pile]
    top.touched(None)
    family.account.note("somebody squares the pile")
    parts.pause(family, (0.5, 3.0, 10.0))
    if family.room.table.state != plan.state:
        return
    if middle:
        family.hand(0.3)
        family.perform(plan)
    else:
        parts.carry_out(family, plan)


@habit(47, "turns the pile face down", 0.0, unruly=SHARE)
@parts.planned
def turns_pile(family: Family, plan: Plan) -> None:
    """Let a child turn the top card over, and mostly somebody turn it up again."""
    top = family.room.tabletop
    if not top.pile:
        parts.carry_out(family, plan)
        return
    before = top.pile[-1]
    family.hand(0.5, pile=False)
    top.pile[-1] = replace(before, face=FACE_DOWN)
    top.touched(None)
    family.account.note("a child turns the top card over")
    parts.pause(family, (0.5, 3.0, 10.0))
    if family.rng.random() < 0.7:
        family.hand(0.3, pile=False)
        x_mm, y_mm, turn = before.pose
        top.pile[-1] = replace(before, pose=(x_mm + 5.0, y_mm, turn + 9.0))
        top.touched(None)
        family.account.note("it is turned up again")
        parts.pause(family, (0.5, 3.0))
    parts.play_if_still(family, plan)


@habit(65, "looks through the pile", 0.0, unruly=SHARE)
@parts.planned
def looks_through(family: Family, plan: Plan) -> None:
    """Take the pile up, and put it down elsewhere, mostly with another card on top; then play."""
    top = family.room.tabletop
    if family.account.unplayed is not None:
        family.take_card_back()
    cards = [*top.pile]
    family.hand(0.3, pile=False)
    top.pile = []
    top.touched(None)
    family.account.note("somebody takes the pile up")
    parts.talk(family)
    if family.rng.random() < 0.7:
        family.rng.shuffle(cards)
    turn = family.rng.choice((0.0, 90.0))
    family.hand(0.3, pile=False)
    top.pile = [replace(one, pose=(20.0, 9.0, turn)) for one in cards]
    top.touched(None)
    family.account.note(f"and puts it back: {cards[-1].face if cards else 'nothing'} is on top")
    parts.talk(family)
    parts.play_if_still(family, plan)


@habit(76, "lays the whole pile face down", 0.0, unruly=SHARE)
@parts.planned
def whole_pile_down(family: Family, plan: Plan) -> None:
    """Turn the whole pile over, as if to draw from it, and play upon it."""
    top = family.room.tabletop
    if family.account.unplayed is not None:
        family.take_card_back()
    family.hand(0.5, pile=False)
    top.pile = [replace(one, face=FACE_DOWN, pose=(1.0, 1.0, 3.0)) for one in reversed(top.pile)]
    top.touched(None)
    family.account.note("the whole pile is laid face down")
    parts.talk(family)
    parts.play_if_still(family, plan)


@habit(77, "exchanges the card for its twin", 0.0, unruly=SHARE)
@parts.planned
def twin(family: Family, plan: Plan) -> None:
    """Exchange the card just laid for another of its face, while or after the other hand moves."""
    if not family.room.game.pile:
        parts.carry_out(family, plan)
        return
    family.hand(0.3, pile=False)
    family.lay(plan)
    early = family.rng.random() < 0.5
    if early:
        parts.pause(family)
        _exchange_for_twin(family)
    family.hand(0.6)
    if family.room.table.state == plan.state:
        family.perform(plan)
    parts.pause(family)
    if not early or family.rng.random() < 0.3:
        _exchange_for_twin(family)
        parts.pause(family)
    after = family.plan() if not family.account.deeds and not family.over else None
    if after is not None and family.room.tidy:
        family.remember()
        parts.carry_out(family, after)


def _exchange_for_twin(family: Family) -> None:
    """Put a card of the same face, which lies a little differently, in place of the top one."""
    top = family.room.tabletop
    if not top.pile:
        return
    family.hand(0.3, pile=False)
    x_mm, y_mm, turn = top.pile[-1].pose
    top.pile[-1] = replace(top.pile[-1], pose=(x_mm + 9.0, y_mm + 4.0, turn + 17.0))
    top.touched(None)
    family.account.note("the top card is exchanged for its twin")


@habit(107, "drops the pile", 0.0, unruly=SHARE)
@parts.planned
def drops_pile(family: Family, plan: Plan) -> None:
    """Knock the pile off; some of its cards are put back, in any order, in the middle of a turn."""
    top = family.room.tabletop
    if not top.pile or family.account.unplayed is not None:
        parts.carry_out(family, plan)
        return
    cards = [*top.pile]
    family.hand(0.3, pile=False)
    top.pile = []
    top.touched(None)
    family.account.note("the pile falls down")
    if family.rng.random() < 0.5:
        family.perform(plan, laid=plan.card is None)
        parts.talk(family)
        if family.room.table.state != plan.state:
            return
    family.rng.shuffle(cards)
    keep = cards[: family.rng.randint(1, len(cards))]
    family.hand(0.4, pile=False)
    top.pile = [replace(one, pose=(14.0, 3.0, 40.0)) for one in keep]
    family.account.played = len(top.pile)
    top.touched(None)
    family.account.note(f"{len(keep)} cards are put back, {keep[-1].face} on top")
    parts.pause(family, (0.2, 1.0, 8.0))
    if family.room.table.state != plan.state:
        return
    if family.account.deeds:
        family.hand(0.3, pile=False)
        parts.lay(family, plan)
        family.account.deeds[:] = [replace(one, laid=one.card) for one in family.account.deeds]
    else:
        parts.carry_out(family, plan)


@habit(124, "picks a played card up again", 0.0, unruly=SHARE)
@parts.planned
def picks_up(family: Family, plan: Plan) -> None:
    """Play, pick the card up again once it is accepted; the next one plays upon the rest."""
    top = family.room.tabletop
    if not parts.play_until_accepted(family, plan) or not top.pile:
        return
    card = top.pile.pop()
    top.touched(None)
    family.account.played = len(top.pile)
    family.account.note(f"{plan.seat} picks the {card.face} up again")
    family.hand(0.3, pile=family.rng.random() < 0.5)
    parts.talk(family)
    if family.rng.random() < 0.3:
        top.pile.append(card)
        family.account.played = len(top.pile)
        family.account.note("and puts it back")
        family.hand(0.3)
    parts.play_next(family)


@habit(133, "slides the card under the pile", 0.0, unruly=SHARE)
@parts.planned
def slides_under(family: Family, plan: Plan) -> None:
    """Move rightly, and put the card under the pile instead of on it; on it once asked for."""
    top = family.room.tabletop
    if plan.card is None or not top.pile:
        parts.carry_out(family, plan)
        return
    family.hand(0.3)
    family.take_card_back()
    family.account.note(f"{plan.seat} slides the {plan.card} under the pile")
    family.hand(0.3)
    family.perform(plan, laid=False)


@habit(134, "the two top cards change places", 0.0, unruly=SHARE)
@parts.planned
def swaps_top_cards(family: Family, plan: Plan) -> None:
    """Play, and have somebody look at the pile and put the two top cards back the wrong way."""
    top = family.room.tabletop
    if not parts.play_until_accepted(family, plan) or len(top.pile) < 2:
        return
    family.hand(0.3)
    first, second = top.pile.pop(), top.pile.pop()
    top.lay(first.face)
    top.lay(second.face)
    family.account.note("the two top cards change places")
    family.hand(0.3)
    parts.talk(family)
    parts.play_next(family)


@habit(149, "squares the pile up", 0.0, unruly=SHARE)
@parts.planned
def squares_pile(family: Family, plan: Plan) -> None:
    """Push the pile together before a move, in the middle of one, or just after it."""
    when = family.rng.randrange(3)
    if when == 0:
        _square(family)
    if when == 1:
        family.hand(0.3, pile=False)
        family.lay(plan)
        family.hand(0.3)
        family.room.look(0.3)
        _square(family)
        family.perform(plan)
        return
    parts.carry_out(family, plan)
    if when == 2:
        parts.pause(family)
        _square(family)


def _square(family: Family) -> None:
    top = family.room.tabletop
    family.hand(0.3, pile=False)
    x_mm, y_mm = family.rng.uniform(20.0, 26.0), family.rng.uniform(-6.0, 6.0)
    top.pile = [replace(one, pose=(x_mm, y_mm, 4.0)) for one in top.pile]
    top.touched(None)
    family.account.note("the pile is squared up")
    parts.pause(family)


@habit(154, "plays a card out of the pile", 0.0, unruly=SHARE)
@parts.planned
def card_out_of_the_pile(family: Family, plan: Plan) -> None:
    """Look for a fitting card in the pile, in any depth, pull it out and play it."""
    top = family.room.tabletop
    numbers = [n for n, one in enumerate(top.pile) if one.face == plan.card]
    if not numbers or family.account.unplayed is not None:
        parts.carry_out(family, plan)
        return
    family.hand(0.3, pile=family.rng.random() < 0.5)
    number = family.rng.choice(numbers)
    above = top.pile[number:]
    if family.rng.random() < 0.5:
        del top.pile[number:]
        top.touched(None)
        parts.pause(family, (0.07, 0.5))
    else:
        del top.pile[number]
    if len(top.pile) == number:
        top.pile += above[1:]
    top.touched(None)
    family.account.played = len(top.pile)
    family.account.note(f"{plan.seat} pulls a {plan.card} out of the pile")
    family.hand(0.3)
    parts.play_if_still(family, plan)


@habit(155, "gathers the pile for dealing", 0.0, unruly=SHARE)
@parts.planned
def gathers(family: Family, plan: Plan) -> None:
    """Take the whole pile away between turns, or with a move made, and play upon the bare table."""
    top = family.room.tabletop
    if not top.pile or family.account.unplayed is not None:
        parts.carry_out(family, plan)
        return
    if family.rng.random() < 0.5 and not parts.play_until_accepted(family, plan):
        return
    family.hand(0.4, pile=family.rng.random() < 0.5)
    top.pile = []
    top.touched(None)
    family.account.played = 0
    family.account.note("the pile is gathered up")
    family.hand(0.4)
    if family.rng.random() < 0.5:
        parts.talk(family)
    parts.play_next(family)
