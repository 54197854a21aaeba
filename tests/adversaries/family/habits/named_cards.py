"""Cards named on the screen: another one, beforehand, twice, or the last one corrected."""

from __future__ import annotations

from tablet_companion.games.core import StepKind
from tablet_companion.referee.model.events import Answer, CorrectCard, NameCard, OpenCardKeys
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(94, "names another card beforehand", 0.0, unruly=SHARE)
@parts.planned
def names_beforehand(family: Family, plan: Plan) -> None:
    """Touch a card, not the one that is laid and played then."""
    if plan.card is None:
        parts.carry_out(family, plan)
        return
    card = parts.pick_another_card(family, plan)
    family.account.note(f"they touch {card}")
    family.account.misnamed = True
    family.room.touch(OpenCardKeys(), NameCard(card))
    family.room.look(family.rng.choice((0.5, 3.0)))
    parts.play_if_still(family, plan)


@habit(108, "names a card, and lays another as good", 0.0, unruly=SHARE)
@parts.planned
def names_and_lays_another(family: Family, plan: Plan) -> None:
    """Touch one card of several that allow a move, think better of it, and lay another."""
    game = family.room.game
    shown = game.attempted(plan.state, plan.action)
    alike = {
        game.card_of(one)
        for one in game.legal(plan.state)
        if game.pile and game.attempted(plan.state, one) == shown
    } - {plan.card}
    if plan.card is None or not alike:
        parts.carry_out(family, plan)
        return
    card = family.rng.choice(sorted(one for one in alike if one is not None))
    family.account.note(f"they touch {card}, and then lay {plan.card}")
    family.room.touch(OpenCardKeys(), NameCard(card))
    family.room.look(family.rng.choice((0.2, 2.0)))
    parts.play_if_still(family, plan)


@habit(125, "names a card, and then another", 0.0, unruly=SHARE)
@parts.planned
def renames(family: Family, plan: Plan) -> None:
    """Name a card wrongly in the middle of a move, and rightly some time later."""
    if plan.card is None:
        parts.carry_out(family, plan)
        return
    card = parts.pick_another_card(family, plan)
    family.begin(plan)
    if family.rng.random() < 0.5:
        family.perform(plan)
    family.hand(0.3)
    family.account.misnamed = True
    family.account.note(f"they touch {card}")
    family.room.touch(OpenCardKeys(), NameCard(card))
    family.room.look(family.rng.choice((0.1, 0.5, 3.0)))
    if family.room.table.state != plan.state:
        return
    family.account.note(f"they touch {plan.card}")
    family.room.touch(OpenCardKeys(), NameCard(plan.card))
    family.account.misnamed = False
    if not family.account.deeds and family.room.table.state == plan.state:
        family.hand(0.3)
        family.perform(plan)


@habit(156, "names a card, lifts, and lays another", 0.0, unruly=SHARE)
@parts.planned
def names_lifts_lays(family: Family, plan: Plan) -> None:
    """Touch a card, take a piece in hand, think better of it, and lay and play another card."""
    room, top = family.room, family.room.tabletop
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    if plan.card is None or step is None or family.account.unplayed is not None:
        parts.carry_out(family, plan)
        return
    card = parts.pick_another_card(family, plan)
    family.account.note(f"they touch {card}")
    family.account.misnamed = True
    room.touch(OpenCardKeys(), NameCard(card))
    family.hand(0.3)
    family.by(plan.seat)
    figure = top.lift(step.source, step.piece) or top.lift(step.source)
    family.hand(0.2)
    room.look(family.rng.choice((0.07, 0.5, 3.0)))
    if figure is not None:
        top.put(figure, step.source)
    if room.table.state == plan.state:
        family.account.misnamed = False  # a card that is seen belies one that was said before
        parts.carry_out(family, plan)


@habit(157, "corrects the last card wrongly", 0.0, unruly=SHARE)
@parts.planned
def corrects_card(family: Family, plan: Plan) -> None:
    """Play, say that the card was another one, and perhaps say yes to what the page asks."""
    room = family.room
    if plan.card is None or not parts.play_until_accepted(family, plan):
        return
    card = parts.pick_another_card(family, plan)
    family.account.note(f"they say that it was {card}")
    family.account.misnamed = True
    room.touch(OpenCardKeys(), CorrectCard(), NameCard(card))
    if isinstance(room.panel, QuestionPanel):
        family.account.slips += 1
        room.touch(Answer(family.rng.randrange(len(room.panel.choices))))
    room.look(family.rng.choice(parts.MOMENTS_S))
    parts.play_next(family)
