"""The page of a game in progress: whose turn it is, what happened, what is left to do."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import (
    CHANCE,
    TABLE,
    Message,
    Place,
    Placement,
    Seat,
    Step,
    StepKind,
    View,
    Viewer,
)
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.stacks import by_look
from tablet_companion.referee.model import silence
from tablet_companion.referee.model.differences import find_differing_areas
from tablet_companion.referee.model.history import can_take_back, is_by_itself, list_finished
from tablet_companion.referee.model.notes import CardNote
from tablet_companion.referee.model.outstanding import PuttingBack
from tablet_companion.referee.model.panels import Arrow, Button, Mark, MarkKind, PlayPanel
from tablet_companion.referee.model.passing import may_pass
from tablet_companion.referee.model.steps_in_words import (
    OR_PUT_BACK,
    ask_for,
    ask_to_put_back,
    draw_arrows,
    list_places,
    mark_displaced,
    mark_steps,
    name_displaced,
    point_home,
)
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import is_played
from tablet_companion.referee.model.verdicts import AskingCard, Doubting, Misplaced, Waiting
from tablet_companion.referee.model.way_back import find_way_back
from tablet_companion.referee.pages import hints
from tablet_companion.referee.pages.buttons import (
    BOARD,
    CONTINUE,
    GIVE_UP,
    PAUSE,
    TAKE_BACK,
    offer_card_keys,
    offer_nothing_lies,
)
from tablet_companion.referee.pages.seats import head_played
from tablet_companion.referee.pages.showing import ask_for_owed_card, offer_owed_card
from tablet_companion.referee.pages.speaking import list_facts, offer_sayings
from tablet_companion.referee.pages.warnings import (
    UNUSED,
    mark_disputes,
    mark_lying,
    warn_of_blindness,
    warn_of_disputes,
    warn_of_lying,
    warn_of_unrest,
)

LAY_OR_PUT_BACK: Final = N_("Lay the card on the pile, or put the pieces back.")


def build_play(table: Table) -> PlayPanel:
    """Return the page of a turn without an objection or a question."""
    steps = _list_left(table)
    todo = (*warn_of_disputes(table), *warn_of_lying(table), *_ask_for_left(table))
    left = bool(table.back or table.no_card or steps or ask_for_owed_card(table))
    asked, unseen = _choose_headline(table), _tell_unseen(table)
    # One of them has to stand beside the board: what to do by touch, until that is a list there.
    stands = left or bool(todo)
    return PlayPanel(
        view=table.view(),
        say=unseen if unseen is not None and stands else asked,
        happened=() if left else table.happened,
        todo=todo,
        marks=_mark_all(table),
        card=note_card(table, past=not (left or todo)),
        facts=(*hints.tell_penalties(table), *list_facts(table), *_tell_unused(table)),
        buttons=_offer_buttons(table),
        left=left,
        arrows=(*draw_arrows(steps), *_point_home(table)),
        seen=_find_seen(table),
        countdown=silence.count_down(table),
        hint=None if left else hints.build_hint(table),
        picks=hints.list_picks(table),
        playable=None if left else hints.tell_playable(table),
        amiss=() if left or isinstance(table.verdict, Doubting) else todo,
        unseen=None if stands else unseen,
    )


def _list_left(table: Table) -> tuple[Step, ...]:
    if table.back is not None:
        return table.back.steps
    if _is_without_card(table):
        return find_way_back(table.shown, table.placement)
    return _list_todo(table, table.verdict) if isinstance(table.verdict, Waiting) else ()


def _list_todo(table: Table, waiting: Waiting) -> tuple[Step, ...]:
    """Return what is left to do, for pieces put into a wrong place first from there."""
    stands = set(by_look(table.placement).pieces)
    shown = by_look(waiting.shown).pieces if waiting.shown else ()
    sources = {(step.source, step.piece) for step in waiting.todo}
    astray = {piece: place for place, piece in shown if (place, piece) not in stands | sources}

    def is_there(step: Step) -> bool:
        known = {*shown} if step.kind is StepKind.CAPTURED else stands.union(shown)
        return step.piece not in astray or (step.source, step.piece) in known

    return tuple(
        step if is_there(step) else replace(step, source=astray[step.piece])
        for step in waiting.todo
    )


def _is_without_card(table: Table) -> bool:
    """Whether pieces were moved and people say that no card was laid for it."""
    return table.no_card and isinstance(table.verdict, AskingCard)


def _point_home(table: Table) -> tuple[Arrow, ...]:
    """Return the paths home of pieces out of place, unless moves are being put back."""
    if table.back is not None or not isinstance(table.verdict, Misplaced):
        return ()
    return point_home(table.verdict.pieces)


def _find_seen(table: Table) -> Placement | None:
    if table.back is not None:
        return table.back.shown
    if _is_without_card(table):
        return table.shown
    return table.verdict.shown if isinstance(table.verdict, Waiting) else None


def _offer_buttons(table: Table) -> tuple[Button, ...]:
    back = (*((TAKE_BACK,) if can_take_back(table) else ()), *offer_nothing_lies(table))
    if keys := offer_owed_card(table):
        return (*keys, *back, BOARD, PAUSE)
    # Without a camera people say that what was entered is done, before they pause.
    last = CONTINUE if table.blind and table.owed is not None else PAUSE
    owing = table.turn if _is_said_since(table) else _find_owing(table)
    if _list_left(table) and not table.blind and owing not in (None, table.turn):
        return (*back, BOARD, last)  # the last player's move comes before the next one's keys
    if is_played(table):
        return (*offer_sayings(table), *back, BOARD, last)
    passing = (GIVE_UP,) if may_pass(table) else ()
    return (*passing, *offer_card_keys(table), *offer_sayings(table), *back, BOARD, last)


def _tell_unseen(table: Table) -> Message | None:
    """Return why the camera sees nothing now, unless that is so for the whole game."""
    return warn_of_blindness(table) if table.blind not in ("", UNUSED) else None


def _choose_headline(table: Table) -> Message:
    if not table.blind and (covered := warn_of_blindness(table)) is not None:
        return covered
    if table.back is not None:
        return Message(N_("Taken back: put everything back where it was."))
    if (played := head_played(table)) is not None:
        return played
    if (said := _find_answer(table)) is not None:
        return said
    if table.no_card or (_list_left(table) and not _is_said_since(table)):
        text = N_("{seat}, this is still to be done.")
        if isinstance(table.verdict, Waiting) and table.verdict.choice:
            text = N_("{seat}, finish this, for example like this:")
        if (owing := _find_owing(table)) is None:
            return Message(N_("This is still to be done."))
        return Message(text, (("seat", owing),))
    if silence.find_consent(table) is not None:
        return Message(N_("Does anybody object? If not, just wait or play on."))
    if (unrest := warn_of_unrest(table)) is not None:
        return unrest
    card = table.card.known
    if card is not None:
        details = (("seat", table.turn or ""), ("card", card))
        return Message(N_("{seat} plays {card:the}."), details)
    return table.game.prompt(table.view())


def _find_answer(table: Table) -> Message | None:
    """Return what was said, such as an answer, if pieces are left to move because of it."""
    if table.owed is None or not isinstance(table.verdict, Waiting) or not table.happened[1:]:
        return None
    if _is_said_since(table):
        return None
    said = table.happened[0]
    return None if any(name.startswith("place") for name, _ in said.details) else said


def _is_said_since(table: Table) -> bool:
    """Whether somebody has said something since what is still to be done, such as an accusation."""
    if (owed := table.owed) is None:
        return False
    due = (owed.position.state, owed.action)
    acts = reversed(list_finished(table))
    since = itertools.takewhile(lambda one: (one.state, one.action) != due, acts)
    return not all(map(is_by_itself, since))


def _tell_unused(table: Table) -> tuple[Message, ...]:
    """Return that there is no camera: for a whole game, in which the headline has other things."""
    told = warn_of_blindness(table) if table.blind == UNUSED else None
    return () if told is None else (told,)


def _find_owing(table: Table) -> Seat | None:
    """Return whose action is not done yet: who lets it stand by silence does nothing.

    None if it was entered in secret, or takes a card from somebody else's hand: what that leads to
    on the table is everybody's to set out.
    """
    if table.owed is None:
        return table.turn
    hands = {step.source for step in table.owed.steps}
    actor = table.game.actor(table.owed.position.state)
    if any(f"{seat}.hand" in hands for seat in table.game.seats if seat != actor):
        return None
    said = table.owed.position.saying(table.owed.action)
    if said is not None and said.private:
        return None
    acts = [(one.position, one.action) for one in table.past]
    for position, action in (*acts, (table.owed.position, table.owed.action))[::-1]:
        if position.silence() != action:
            return table.game.actor(position.state)
    return None


def _ask_for_left(table: Table) -> tuple[Message, ...]:
    """Return what people are asked to do."""
    if table.back is not None:
        return _ask_to_put_back(table, table.back)
    match table.verdict:
        case Waiting(card=card):
            lay = (Message(LAY_OR_PUT_BACK),) if card else ()
            # What shows of a divided card may be no move, but half of putting pieces back.
            moves = any(step.kind is StepKind.MOVED for step in table.verdict.todo)
            parted = moves and table.game.pile and table.owed is None
            back = (Message(OR_PUT_BACK),) if table.verdict.reminded or parted else ()
            return (*ask_for_owed_card(table), *lay, *ask_for(_list_left(table)), *back)
        case AskingCard():
            return (Message(LAY_OR_PUT_BACK),)
        case Misplaced(pieces):
            return tuple(map(name_displaced, pieces))
        case Doubting():
            return (Message(N_("I cannot see the marked places well.")),)
    return ()


def _ask_to_put_back(table: Table, back: PuttingBack) -> tuple[Message, ...]:
    """Say what to put back; nothing if people hold the pieces already."""
    card = table.card.card or (back.card.best if back.card else None)
    text = N_("Take {card:the} off the pile.") if table.game.pile else N_("Take {card:the} away.")
    off: tuple[Message, ...] = ()
    if back.off and card:
        off = (Message(text, (("card", card),)),)
    if off and back.stacked is not None:
        on_top = N_("Lay it face down on top of {seat}’s stack.")
        off = (*off, Message(on_top, (("seat", back.stacked),)))
    return (*ask_to_put_back(back.steps), *map(name_displaced, back.lost), *off)


def _mark_all(table: Table) -> tuple[Mark, ...]:
    """Return the marks of the turn, and of what lies in the way where there is no other."""
    marks = _mark(table)
    marked = {mark.place for mark in marks}
    return (*marks, *(mark for mark in mark_lying(table) if mark.place not in marked))


def _mark(table: Table) -> tuple[Mark, ...]:
    disputed = mark_disputes(table)
    if table.back is not None:
        return (*mark_steps(table.back.steps), *mark_displaced(table.back.lost), *disputed)
    match table.verdict:
        case Waiting(reminded=reminded):
            todo = _list_left(table)
            others = _mark_others(table, list_places(todo)) if reminded else ()
            return (*mark_steps(todo), *others, *disputed)
        case Misplaced(pieces):
            return (*mark_displaced(pieces), *disputed, *hints.mark_hints(table))
        case Doubting(places):
            doubts = (Mark(place, MarkKind.DOUBT) for place in places)
            return tuple(dict.fromkeys((*doubts, *disputed)))
        case AskingCard() if table.no_card:
            return (*mark_steps(_list_left(table)), *disputed)
    if disputed or table.no_card:
        return disputed
    return mark_decisive(table) or hints.mark_hints(table) or _mark_last_move(table)


def mark_decisive(table: Table) -> tuple[Mark, ...]:
    """Return a mark for every place whose pieces have decided a round or the game."""
    return tuple(Mark(place, MarkKind.WON) for place in table.game.decisive(table.state))


def _mark_others(table: Table, named: tuple[Place, ...]) -> tuple[Mark, ...]:
    """Mark what else differs from the record: people may mean something other than the steps."""
    differing = find_differing_areas(table)
    return tuple(Mark(place, MarkKind.BACK) for place in differing if place not in named)


def _mark_last_move(table: Table) -> tuple[Mark, ...]:
    done = list_finished(table)
    return mark_steps(done[-1].steps) if done and done[-1].actor != CHANCE else ()


def view_with_pile(table: Table, viewer: Viewer = TABLE) -> View:
    """Return what a viewer may know, with the card laid this turn on the pile."""
    card = table.card.known
    view: Any = table.view(viewer)  # a game's own, but always a dataclass
    shown: View = view if card is None else replace(view, top_card=card)
    return shown


def note_card(table: Table, *, past: bool = True) -> CardNote | None:
    """Return this turn's card or, with ``past``, the last turn's while there is none."""
    card = table.card
    if card.known is not None:
        return CardNote(card.known, str(card.how))
    last = table.past[-1].laid if table.past and past else None
    if last is not None and last.card is not None:
        return CardNote(last.card, str(last.how))
    return None
