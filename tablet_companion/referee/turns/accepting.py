"""Accepting an action: compare it with record and secrets, then put it on record."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import Breach, Card, Message, Place, PositionError, Seat, Step
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.cases import AGREES, list_candidates
from tablet_companion.referee.explaining.evidence import TOLD
from tablet_companion.referee.explaining.explanations import Did
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.explaining.public import is_announced_in_private
from tablet_companion.referee.model.answers import Rectify
from tablet_companion.referee.model.dealt import Showing
from tablet_companion.referee.model.effects import Cue, Effect, Judged, Kind, Signal, Transition
from tablet_companion.referee.model.history import find_earlier, is_unfinished
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.steps_in_words import list_places
from tablet_companion.referee.model.table import Moment, Table
from tablet_companion.referee.model.table_seats import find_in_stack, shows_cards
from tablet_companion.referee.model.verdicts import Asking, AskingCard, Objecting, Waiting
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.announcing import announce, object_to
from tablet_companion.referee.turns.pile import was_unwatched

PLAYED_BY_OTHERS: Final = N_("{seat} was thought to hold a card that somebody else has now played.")


def accept(table: Table, action: Action, card: Laid, *, told: bool = False) -> Transition:
    """Put an action on record and announce it, or object if a rule only its player sees forbids it.

    That is a private rule or, with a pile, what is known of the hand; the refusal is the same
    whatever colours are on record. ``told``: people announced the action. They may not have turned
    anything up, so the colours they name are believed: a question would reveal the one on record.
    """
    mistaken = _find_mistaken(table, action)
    if mistaken:
        return _accept_against(table, mistaken, action, card, told=told)
    state, known = _compare_with_record(table, action)
    if known is not None and (breaches := table.game.judge(state, known)):
        cards = () if told else _list_perhaps_laid(table, action, card)
        return announce(table, AskingCard(cards)) if cards else _refuse(table, breaches, card)
    if known is None or (state is not table.state and not told):
        proof = None if known is None else Rectify(state, action, card)
        return announce(table, Asking(questions.ask_about_surprise(table, action, proof)))
    table, effects = _correct(table, state)
    announced = _announce_accepted(table, known, action, card)
    table, more = record.act(table, known, card)
    return table, (*effects, *announced, *more)


def _announce_accepted(
    table: Table, known: Action, action: Action, card: Laid
) -> tuple[Effect, ...]:
    """Return the line in the log and the cue for an action; ``known`` is it as the record has it.

    Nobody may hear or read of how many private actions a play consists, or when it began.
    """
    moment = Moment(table.position, known, card, table.pile)
    if is_unfinished(moment, table.position.follow(known)):
        return ()
    private = is_announced_in_private(table.position, known)
    verdict = Judged(
        Kind.CORRECTED if table.objected else Kind.ACCEPTED,
        table.turn,
        list_places(table.position.steps(known)),
        # The log names what was turned up even if the record knew it, or it would reveal that.
        "" if private else table.game.write_action(table.state, action),
        card.card,
    )
    return verdict, Signal(Cue.ACCEPTED)


def _list_perhaps_laid(table: Table, action: Action, card: Laid) -> tuple[Card, ...]:
    """Return the cards that lead to what an action does, if only its move tells which was laid.

    What the hand lacks was then rather not laid: another card may lie beneath. All of these are
    offered, whatever the hand holds, and the one that people name is judged; else (). So are those
    that lay beneath the card, and all if the pile was out of sight: the next player may have laid
    it, and moved, after an exchange that nobody can see.
    """
    candidates = list_candidates(table.position.public) if table.game.pile else ()
    if card.how is How.SEEN and not table.no_card:
        unseen = [one.card for one in candidates] if was_unwatched(table, table.turn) else []
        laid = [one.best for one in table.laid]
        beneath = laid[: laid.index(card.card)] if card.card in laid else []
        offered = {one for one in (card.card, *beneath, *unseen) if one is not None}
        return tuple(sorted(offered)) if offered - {card.card} else ()
    if card.how not in (How.INFERRED, How.SAME):
        return ()
    ends = {one.after for one in candidates if one.action == action}
    return tuple(sorted({one.card for one in candidates if one.after in ends and one.card}))


def _refuse(table: Table, breaches: tuple[Breach, ...], card: Laid) -> Transition:
    """Object to an action for its player alone, who is named if it is sure to be that player's."""
    said = table.agrees and not (table.game.pile and card.card)  # no piece or card shows it
    seat = table.turn if said or _is_of_one(table, card) else None
    table, effects = object_to(table, breaches, table.shown, seat, secret=True)
    if said and isinstance(table.verdict, Objecting):
        table = table.but(verdict=replace(table.verdict, announced=True))
    return table, effects


def _is_of_one(table: Table, card: Laid) -> bool:
    """Whether nobody but the player on turn can have done what the table shows, with this card.

    What shows an earlier position, too, may be the last move put back by its own player. Who lays a
    card that the hand on turn lacks may be another, in the movement in which the right one came
    down; a strict player has agreed to be named.
    """
    if table.turn is None or (table.game.pile and table.level_of(table.turn) is not Level.STRICT):
        return False
    if card.how is How.NAMED:
        return True
    seen = table.evidence
    if seen is not None and any(seen.gap(one) <= AGREES for _, one in find_earlier(table)):
        return False
    doubted = isinstance(table.explanation, Did) and table.explanation.despite
    more = doubted or table.laid[1:] or was_unwatched(table, table.turn)
    return table.rested and not more and (card.how is How.SEEN or not table.game.pile)


def _find_mistaken(table: Table, action: Action) -> tuple[Seat, ...]:
    """Return the table's seats whose real hands, as they were shown, alone rule an action out."""
    others = tuple(seat for seat in table.setup.played if seat != table.turn)
    known = table.game.recorded(table.state, action)
    if not others or not shows_cards(table) or known is None:
        return ()
    if not table.game.judge(table.state, known):
        return ()
    for wrong in (*((seat,) for seat in others), others):
        forgotten = functools.reduce(record.put_forgotten, wrong, table)
        if not table.game.judge(forgotten.state, known):
            return wrong
    return ()


def _accept_against(
    table: Table, mistaken: tuple[Seat, ...], action: Action, card: Laid, *, told: bool
) -> Transition:
    """Accept what the hands shown to the table rule out: they were misread, and are shown again."""
    effects: tuple[Effect, ...] = ()
    for seat in mistaken:
        table, more = record.forget(table, seat)
        effects += more
    table, more = accept(table, action, card, told=told)
    trouble = Message(PLAYED_BY_OTHERS, (("seat", mistaken[0]),))
    return table.but(showing=Showing(mistaken[0], trouble=trouble)), (*effects, *more)


def _compare_with_record(table: Table, action: Action) -> tuple[Any, Action | None]:
    """Return the state in which an action is possible, and the action as the record has it.

    The state is the one on record, or else a corrected one in which the pieces that the action
    turns up were there before. The action is None if there is no such state.
    """
    known = table.game.recorded(table.state, action)
    if known is not None:
        return table.state, known
    try:
        state = table.game.corrected(table.state, action)
    except PositionError:  # too many pieces of a colour: something else is wrong
        return table.state, None
    return state, table.game.recorded(state, action)


def _correct(table: Table, state: Any) -> Transition:
    """Correct the record to what people say, unless it agrees already."""
    if state is table.state:
        return table, ()
    objected = table.objected
    table, effects = record.put_state(table, state)
    return table.but(objected=objected), effects


def accept_said(table: Table, action: Action) -> Transition:
    """Put an announced action on record, and wait until the pieces show it."""
    return accept_owing(table, action, Laid(table.game.card_of(action), How.NAMED))


def accept_owing(table: Table, action: Action, card: Laid) -> Transition:
    """Put an action on record that is known before the pieces show it, and wait for them."""
    before, seat, owed = table.position, table.turn, table.owed
    steps, lays = before.steps(action), None
    if seat is not None and seat in table.setup.played and shows_cards(table):
        lays = before.game.card_of(action)
    number = find_in_stack(table, seat, lays) if seat is not None and lays is not None else 0
    table, effects = accept(table, action, card)
    shown = table.agrees and not find_undecided(table, before)
    done = lays is None and (not steps or shown)
    if table.position is before or done:
        return table, effects
    earlier = _list_still_owed(table, owed, steps)
    owed = Owed(before, action, earlier, lays, number)
    return table.but(owed=owed, verdict=Waiting(owed.steps)), effects


def _list_still_owed(
    table: Table, owed: Owed | None, steps: tuple[Step, ...]
) -> tuple[tuple[Position, Action], ...]:
    """Return what was owed before and still is beside these steps, earliest first.

    Where both are at the same places, nobody can tell them apart: only the steps are waited for.
    """

    def find_places(steps: tuple[Step, ...]) -> set[Place]:
        ends = (end for step in steps for end in (step.source, step.target))
        return {end for end in ends if end is not None and end in table.areas}

    if (
        owed is None
        or owed.card is not None
        or table.blind
        or find_places(owed.steps) & find_places(steps)
    ):
        return ()
    return owed.acts


def find_undecided(table: Table, before: Position) -> frozenset[Place]:
    """Return the areas that agree with the record, but look rather as in the position before it.

    An announced action may not be carried out there yet.
    """
    evidence = table.evidence
    if evidence is None or not table.agrees:
        return frozenset()
    were, are = before.contents, table.position.contents
    changed = (area for area in evidence.areas if were.get(area, ()) != are.get(area, ()))
    return frozenset(
        area
        for area in changed
        if evidence.ratio(area, are.get(area, ()), were.get(area, ())) < -TOLD
    )
