"""Silence as consent: where a game asks whether anybody objects, saying nothing is an answer.

The consents are put on record as the actions they are, so that the rules know nothing of clocks.
"""

from __future__ import annotations

from typing import Any, Final

from tablet_companion.games.core import Seat
from tablet_companion.referee.explaining.cases import AGREES, Case
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explain import explain
from tablet_companion.referee.explaining.explanations import Broke, Did, DidOneOf
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.public import in_public
from tablet_companion.referee.model.effects import Effect
from tablet_companion.referee.model.events import Consent, SpeakUp
from tablet_companion.referee.model.table import Quiet, Stage, Table
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.record import Turned
from tablet_companion.vision.reading import Reading

SILENCE_S: Final = 8.0
"""So long somebody may think about an objection."""
AT_ONCE_S: Final = 2.0
"""Sooner than that nobody has moved on: the last move is still being put right."""
LOOKS: Final = 2
"""So many looks have to show that somebody moved on."""
OPTION: Final = "objections"
"""A game's option: ``silent`` takes silence for consent, ``asked`` asks all in turn."""
STEPS: Final = 20
"""In so many steps the time that is left is shown, lest the page be painted all the time."""


def expected(table: Table) -> Any | None:
    """Return the action that follows if nobody says anything, None where silence says nothing."""
    chosen = {option.name: option.default for option in table.game.options}
    chosen |= dict(table.setup.options)
    if table.stage is not Stage.PLAY or chosen.get(OPTION) != "silent":
        return None
    return table.game.silence(table.state)


def consent(table: Table, _: Consent | None = None) -> Turned:
    """Put on record that nobody who may still speak up does."""
    effects: tuple[Effect, ...] = ()
    while (action := expected(table)) is not None:
        table, more = record.act(table, action, Laid(None, How.BLIND))
        effects += more
    return table, effects


def speak_up(table: Table, wish: SpeakUp) -> Turned:
    """Put on record that a seat objects; those who were asked before it have not."""
    effects: tuple[Effect, ...] = ()
    if wish.seat not in may_speak_up(table):
        return table, ()
    while table.turn != wish.seat and (action := expected(table)) is not None:
        table, more = record.act(table, action, Laid(None, How.BLIND))
        effects += more
    claim = table.game.objection(table.state)
    table, more = record.act(table, claim, Laid(None, How.NAMED))
    return table, effects + more


def may_speak_up(table: Table) -> tuple[Seat, ...]:
    """Return the seats that may still object, in the order in which they are asked."""
    state, found = table.state, list[Seat]()
    while (action := expected(table.but(state=state))) is not None:
        found.append(table.game.actor(state) or Seat(""))
        state = table.game.successor(state, action)
    return tuple(found)


def left(table: Table) -> int:
    """Return how many of STEPS of the time to object are left; 0 where nothing is waited for."""
    if expected(table) is None or table.dialogue is not None:
        return 0
    gone = (table.now_s - table.asked_s) / SILENCE_S
    return max(1, STEPS - int(STEPS * gone))


def passed(table: Table) -> bool:
    """Whether nobody has said anything for so long that silence is an answer."""
    quiet = table.dialogue is None and isinstance(table.verdict, Quiet)
    waited = table.now_s - table.asked_s >= SILENCE_S
    return quiet and waited and expected(table) is not None


def moved_on(table: Table, reading: Reading) -> Table | None:
    """Return the table with everybody's consent where the next player has moved, or None.

    Legal or not: whoever goes on takes the last move as standing.
    """
    if expected(table) is None or table.now_s - table.asked_s < AT_ONCE_S:
        return None
    evidence = Evidence(reading, table.areas)
    if table.looks < LOOKS or evidence.gap(table.game.placement(table.state)) <= AGREES:
        return None
    if any(evidence.gap(before) <= AGREES for _, before in record.earlier(table)):
        return None  # the last move is taken back by hand
    after = consent(table)[0]
    if after.state is None or after.stage is not Stage.PLAY:
        return None
    public = in_public(table.game, after.state)
    done = explain(Case(table.game, public, (), evidence, Laid(None, How.BLIND)))
    return after if isinstance(done, Did | DidOneOf | Broke) else None
