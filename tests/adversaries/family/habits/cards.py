"""Cards laid wrongly: another one, none, two, too early, covered, face down, for nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Card
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import FACE_DOWN, flat
from tests.adversaries.family.habits import SHARE, habit, parts

_TRIES: Final = 12
"""So many next turns are thought of for one whose card fits this one, too."""
_WRONG_CARDS: Final = 4
"""More cards than the referee objects to before it thinks that it is mistaken."""


@habit(14, "lays the next card early", 0.03)
@parts.planned
def lays_early(family: Family, plan: Plan) -> None:
    """Let the next player lay a card before anybody has looked, and move a little later."""
    parts.carry_out(family, plan)
    after = family.next_plan(plan)
    if after is None or not family.room.game.pile or after.seat == plan.seat:
        return
    family.hand(0.6)
    family.lay(after)
    family.hand(0.6)
    family.room.look(family.rng.choice((0.5, 2.0, 5.0)))
    family.hand()
    family.perform(after)


@habit(23, "lays a wrong card", 0.02)
@parts.planned
def wrong_card(family: Family, plan: Plan) -> None:
    """Lay another card than the one that was meant."""
    game = family.room.game
    if not game.pile:
        parts.carry_out(family, plan)
        return
    card = parts.pick_another_card(family, plan)
    family.hand(0.3)
    family.lay(plan, card)
    family.carry(plan)
    family.plan_in_mind = plan


@habit(24, "forgets the card", 0.02)
@parts.planned
def forgets_card(family: Family, plan: Plan) -> None:
    """Move, and lay no card until told to."""
    family.hand(0.3)
    family.perform(plan, laid=not family.room.game.pile)


@habit(29, "lays two cards", 0.01)
@parts.planned
def lays_two_cards(family: Family, plan: Plan) -> None:
    """Lay two cards that stuck together, and take the upper one back some seconds later."""
    if not family.room.game.pile:
        parts.carry_out(family, plan)
        return
    parts.carry_out(family, plan)
    top = family.room.tabletop
    top.lay(family.rng.choice(family.room.game.cards))
    family.account.wrong_card = plan.seat
    family.account.note("another card lies on it")
    family.hand()
    family.room.look(family.rng.choice((0.5, 3.0)))
    top.pile.pop()
    top.touched(None)
    family.account.wrong_card = None
    family.account.played = min(family.account.played, len(top.pile))
    family.account.note("it is taken off again")


@habit(44, "cards cross", 0.0, unruly=SHARE)
@parts.planned
def cards_cross(family: Family, plan: Plan) -> None:
    """Let the next player lay a card first that would allow this move, too, and the other way."""
    after = next(
        (one for one in _list_next(family, plan) if _fit_each_other(family, plan, one)), None
    )
    if after is None:
        parts.carry_out(family, plan)
        return
    family.hand(0.3)
    family.take_card_back()
    parts.lay(family, after)
    early = family.rng.random() < 0.5
    if early:
        family.carry(after)
        family.account.wrong_card = after.seat
    if family.rng.random() < 0.5:
        parts.pause(family, (0.1, 0.5, 3.0))
        family.hand(0.3)
    parts.lay(family, plan)
    family.carry(plan)
    if not early:
        family.carry(after)
    if family.room.table.state == plan.state:
        family.intend(plan)
        family.intend(after)


def _list_next(family: Family, plan: Plan) -> list[Plan]:
    found = (parts.next_to(family, plan) for _ in range(_TRIES))
    return [one for one in found if one is not None and one.card != plan.card]


def _fit_each_other(family: Family, plan: Plan, after: Plan) -> bool:
    """Whether each of two turns could be played with the card of the other."""
    return _could_be(family, plan, after.card) and _could_be(family, after, plan.card)


def _could_be(family: Family, plan: Plan, card: Card | None) -> bool:
    game, state = family.room.game, plan.state
    shows = flat(game.attempted(state, plan.action))
    return any(
        game.card_of(one) == card and flat(game.attempted(state, one)) == shows
        for one in game.legal(state)
    )


@habit(45, "lays one wrong card after another", 0.0, unruly=SHARE)
@parts.planned
def wrong_cards(family: Family, plan: Plan) -> None:
    """Lay cards that cannot be played, one after another, and leave the last one there."""
    game = family.room.game
    public = family.room.table.position.public.state  # nobody at the table knows the hands
    playable = {game.card_of(one) for one in game.legal(public)}
    wrong = [one for one in game.cards if one not in playable] if game.pile else []
    if not wrong:
        parts.carry_out(family, plan)
        return
    family.hand(0.3)
    family.take_card_back()
    number = min(len(wrong), family.rng.randint(1, _WRONG_CARDS))
    for left, card in enumerate(family.rng.sample(wrong, number), start=1):
        family.account.wrong_card = plan.seat
        family.room.tabletop.lay(card)
        family.account.note(f"{plan.seat} lays {card}, which cannot be played")
        family.hand(0.3)
        family.account.unplayable = card
        family.room.look(family.rng.choice((1.5, 10.0)))
        if left == number:
            return
        family.hand(0.3)
        family.take_card_back()
        family.hand(0.3)


@habit(66, "covers a card at once", 0.0, unruly=SHARE)
@parts.with_next
def covers(family: Family, plan: Plan, after: Plan) -> None:
    """Move rightly; the next player's card covers this one's before anybody has seen it."""
    if not family.room.game.pile:
        parts.carry_out(family, plan)
        return
    family.hand(0.3, pile=False)
    family.lay(plan)
    family.perform(plan)
    family.hand(0.4, pile=False)
    parts.lay(family, after)
    family.hand(0.3, pile=False)
    family.room.look(family.rng.choice((1.0, 3.0, 10.0)))
    family.hand(0.3)
    family.perform(after)


@habit(81, "discards for nothing, the next plays on", 0.0, unruly=SHARE)
@parts.with_next
def discards(family: Family, plan: Plan, after: Plan) -> None:
    """Lay a card without a move, which a house rule allows; the next player goes on."""
    family.begin(plan)
    family.account.note("and moves nothing")
    parts.talk(family)
    if family.room.table.state != plan.state:
        return
    parts.play_upon(family, after)


@habit(85, "lays the card face down, or beside", 0.0, unruly=SHARE)
@parts.planned
def card_not_shown(family: Family, plan: Plan) -> None:
    """Lay the card the wrong way up, or beside the pile; perhaps lay it right some time later."""
    if plan.card is None or family.account.unplayed is not None:
        parts.carry_out(family, plan)
        return
    top = family.room.tabletop
    down = family.rng.random() < 0.6
    family.hand(0.3, pile=not down)
    if down:
        top.lay(FACE_DOWN)
    family.account.note(f"{plan.seat} lays {plan.card} {'face down' if down else 'beside'}")
    family.perform(plan, laid=False)
    parts.talk(family)
    if family.room.table.state != plan.state or family.rng.random() < 0.4:
        return
    family.hand(0.3, pile=False)
    if down:
        top.pile[-1] = replace(top.pile[-1], face=plan.card)
        top.touched(None)
    else:
        top.lay(plan.card)
    family.account.deeds[:] = [replace(one, laid=one.card) for one in family.account.deeds]
    family.account.note("the card is laid right")
    family.hand(0.3)


@habit(117, "exchanges its card and move for others", 0.0, unruly=SHARE)
@parts.planned
def thinks_better_of_it(family: Family, plan: Plan) -> None:
    """Lay a card and move, take both back while it is looked at, and play another card instead."""
    top, account = family.room.tabletop, family.account
    spread, cards, other = top.spread(), len(top.pile), family.plan()
    family.hand(0.3, pile=False)
    family.lay(plan)
    family.hand(0.3)
    if family.rng.random() < 0.5:
        family.carry(plan)
    family.intend(plan)
    family.room.look(family.rng.choice((0.1, 0.3)))
    if family.room.table.state != plan.state or other is None:
        return
    family.hand(0.3)
    top.restore(spread)
    del top.pile[cards:]
    top.touched(None)
    account.wrong_card = None
    account.forget()
    account.note(f"{plan.seat} takes card and move back")
    if family.rng.random() < 0.5:
        parts.pause(family, (0.1, 1.0))
    if family.room.table.state == plan.state:
        parts.carry_out(family, other)


@habit(138, "lays a card, and another before it moves", 0.0, unruly=SHARE)
@parts.planned
def lays_another(family: Family, plan: Plan) -> None:
    """Lay a card, pick it up again, lay another one, and move as that one says."""
    room = family.room
    others = (family.plan(plan.state) for _ in range(8))
    other = next((one for one in others if one is not None and one.card != plan.card), None)
    if plan.card is not None and other is not None:
        family.begin(plan)
        parts.pause(family, (*parts.SHORT_S, 10.0))
        if room.table.state != plan.state:
            return
        family.hand(0.3)
        family.take_card_back()
        if family.rng.random() < 0.5:
            family.hand(0.2)
            room.look(family.rng.choice(parts.SHORT_S))
        plan = other
    parts.carry_out(family, plan)


@habit(143, "plays the same card twice", 0.0, unruly=SHARE)
@parts.planned
def card_twice(family: Family, plan: Plan) -> None:
    """Play, take the card up and lay it down again, and move another figure by it."""
    top = family.room.tabletop
    if not parts.play_until_accepted(family, plan):
        return
    family.hand(0.3, pile=False)
    if top.pile:
        card = top.pile.pop()
        family.hand(0.3)
        top.lay(card.face)
        family.account.wrong_card = plan.seat
        family.account.note(f"{plan.seat} lays the {card.face} down again")
    parts.move_another(family, plan)


@habit(148, "lays a card face down, and turns it", 0.0, unruly=SHARE)
@parts.planned
def face_down_first(family: Family, plan: Plan) -> None:
    """Lay the card face down, move, and turn it over only when asked what it is."""
    top = family.room.tabletop
    if plan.card is None or family.account.unplayed is not None:
        parts.carry_out(family, plan)
        return
    family.hand(0.3, pile=False)
    top.lay(FACE_DOWN)
    family.account.note(f"{plan.seat} lays {plan.card} face down")
    family.hand(0.3)
    family.perform(plan)
    parts.pause(family, (0.2, 1.0, 4.0))
    if top.pile and top.pile[-1].face == FACE_DOWN:
        family.hand(0.3, pile=False)
        top.pile[-1] = replace(top.pile[-1], face=plan.card)
        top.touched(None)
        family.account.note("it is turned up")
