"""The page of an objection: what is not allowed, why, where, and how to put it right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import (
    HIDDEN,
    Breach,
    Message,
    Place,
    Placement,
    Seat,
    Step,
    StepKind,
)
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.evidence import contents
from tablet_companion.referee.model import coaching, events
from tablet_companion.referee.model.notes import Explained
from tablet_companion.referee.model.panels import Button, Mark, MarkKind, ObjectionPanel
from tablet_companion.referee.model.passing import may_pass
from tablet_companion.referee.model.silence import find_objectors
from tablet_companion.referee.model.steps_in_words import draw_arrows
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.traces import Trace, find_surplus
from tablet_companion.referee.model.verdicts import Objecting
from tablet_companion.referee.model.way_back import find_way_back
from tablet_companion.referee.pages import buttons
from tablet_companion.referee.pages.hints import list_playable
from tablet_companion.referee.pages.play import note_card
from tablet_companion.referee.pages.speaking import NOBODY
from tablet_companion.referee.pages.warnings import warn_of_blindness

_PRIVATELY: Final = N_("Only {seat} may see why.")
_LOOK_ALONE: Final = N_("{seat}, look on your own: there it says what to do.")
_STRICT: Final = Explained(
    Message(N_("You play strictly: what was let go is played.")),
    Message(N_("Put everything back where that move left it, or agree to take it back.")),
    "",
)
_LET_BE: Final = Button(Message(N_("Go on")), events.LetBe())


def build_objection(table: Table, objecting: Objecting) -> ObjectionPanel:
    """Return the page of an objection; a secret one names neither rules nor places."""
    secret = objecting.secret
    shown = objecting.shown if table.evidence is None else table.shown  # some may be back already
    back = objecting.stands or find_way_back(shown, table.placement, _guess_ways(table, shown))
    strict = (_STRICT,) if objecting.stands and not objecting.breaches else ()
    explained = [explain_breach(table, breach) for breach in objecting.told]
    return ObjectionPanel(
        view=table.view(),
        say=warn_of_blindness(table) or _choose_sentence(table, objecting),
        breaches=_explain_privately(table)
        if secret
        else tuple(dict.fromkeys([*explained, *strict])),
        seen=objecting.shown,
        marks=tuple(dict.fromkeys(_mark(table, objecting, back))),
        card=note_card(table),
        buttons=_offer_buttons(table, objecting),
        arrows=() if secret else draw_arrows(back),
        playable=None if secret else _tell_others(table, objecting),
    )


def _guess_ways(table: Table, shown: Placement) -> Iterator[Trace]:
    """Yield the ways of turned-over pieces that a move of this turn leads to where they came.

    They look alike, so that each might be led back to where another came from.
    """
    there, should = contents(shown), contents(table.placement)
    missing = find_surplus(should, there)
    steps = (step for one in list_candidates(table.position) for step in one.steps)
    led = {(step.source, step.target) for step in steps}
    for came in find_surplus(there, should):
        ways = [was for was in missing if (was[0], came[0]) in led]
        if came[1] == HIDDEN and len(ways) == 1:
            yield Trace(ways[0], came)


def _tell_others(table: Table, objecting: Objecting) -> Message | None:
    """Return which cards can be played if the one that was laid cannot, whatever is moved."""
    card = objecting.card.card
    nowhere = card is not None and card not in coaching.find_playable(table.position)
    return list_playable(table) if nowhere else None


def _explain_privately(table: Table) -> tuple[Explained, ...]:
    """Return who may see the reason, which everybody may know."""
    seat = (("seat", table.turn or ""),)
    return (Explained(Message(_PRIVATELY, seat), Message(_LOOK_ALONE, seat), ""),)


def _choose_sentence(table: Table, objecting: Objecting) -> Message:
    """Return the first sentence: who broke a rule, if that can be told."""
    if objecting.mover is not None:
        moved = (("seat", objecting.mover),)
        return Message(N_("One moment: the move {seat} made stands."), moved)
    if objecting.stands:
        return Message(N_("One moment: that move stands."))
    if objecting.seat is None and table.game.pile and objecting.shown == table.placement:
        return Message(N_("One moment: this card cannot be played."))
    if objecting.seat is None:
        return Message(N_("One moment: that is not allowed."))
    details = (("seat", objecting.seat),)
    return Message(N_("{seat}, one moment: that is not allowed."), details)


def explain_breach(table: Table, breach: Breach) -> Explained:
    """Return a broken rule in words."""
    text = table.game.rules[breach.rule]
    return Explained(
        Message(text.text, breach.details),
        Message(text.mend, breach.details),
        text.cite(table.chosen),
        breach.rule,
    )


def _offer_buttons(table: Table, objecting: Objecting) -> tuple[Button, ...]:
    secret, strict = objecting.secret, objecting.stands and not objecting.breaches
    return (
        *((buttons.TAKE_BACK,) if strict else ()),
        *((buttons.offer_alone(table, table.turn or Seat("")),) if secret else ()),
        *buttons.offer_card_keys(table),
        *((buttons.GIVE_UP,) if may_pass(table) else ()),
        *((_LET_BE,) if secret and objecting.shown == table.placement else ()),
        *((NOBODY,) if find_objectors(table) else ()),
        *buttons.offer_no_hand(table),
        buttons.BOARD,
        buttons.PAUSE,
    )


def _mark(table: Table, objecting: Objecting, back: tuple[Step, ...]) -> list[Mark]:
    """Mark what is wrong, where it belongs, and where the card would lead instead."""
    told, wanted, shown = objecting.told, table.position.contents, contents(objecting.shown)
    wrong = [Mark(place, MarkKind.WRONG) for breach in told for place in breach.places]
    led = {step.source for step in back} if wrong else set()
    extra = (at for at, _ in find_surplus(shown, wanted) if told and at not in led)
    wrong += [Mark(at, MarkKind.WRONG) for at in extra]
    belongs = [Mark(at, MarkKind.BACK) for at, _ in find_surplus(wanted, shown)]
    return [*wrong, *belongs, *_mark_where_it_leads(table, objecting, back)]


def _mark_where_it_leads(
    table: Table, objecting: Objecting, back: tuple[Step, ...]
) -> tuple[Mark, ...]:
    """Mark where the card would lead the piece that was moved wrongly.

    Of several pieces it is the one that the card can move: others were sent home or pushed. If it
    can move several of them, nobody knows which was meant.
    """
    card = objecting.card.card
    if objecting.secret or objecting.stands or card is None:
        return ()
    moved = {step.target for step in back}
    led: dict[Place, dict[Place, None]] = {}
    for one in list_candidates(table.position):
        for step in one.steps if one.card == card else ():
            leads = step.kind is not StepKind.CAPTURED and step.target != step.source
            if leads and step.source in moved and step.source and step.target:
                led.setdefault(step.source, {})[step.target] = None
    targets = next(iter(led.values())) if len(led) == 1 else ()
    return tuple(Mark(place, MarkKind.TO) for place in targets)
