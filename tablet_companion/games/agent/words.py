"""What the screen says in a game of Agent: names of actions, questions, sums.

Players fill in sheets and name sums in private; that they did so is public.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.agent.actions import (
    Accept,
    Action,
    Announce,
    Attack,
    Bid,
    Bribe,
    Claim,
    Concede,
    GiveWay,
    Insist,
    LetStand,
    Lot,
    Move,
    Object,
    Pass,
    Seal,
    Stake,
    TakeBack,
    Waive,
)
from tablet_companion.games.agent.knowledge import AgentView, SheetView, actor
from tablet_companion.games.agent.state import Phase, State
from tablet_companion.games.agent.table import UPON
from tablet_companion.games.core import TABLE, Message, Saying
from tablet_companion.games.text import N_

WORDS: Final[dict[type, str]] = {
    Seal: N_("My sheet is filled in"),
    Bribe: N_("Bribe"),
    Pass: N_("I can do nothing"),
    Accept: N_("No objection"),
    Object: N_("I object"),
    GiveWay: N_("Take it back"),
    Insist: N_("Insist"),
    Concede: N_("Give up"),
    LetStand: N_("Let it stand"),
    TakeBack: N_("Have it taken back"),
    Claim: N_("I claim the victory"),
    Waive: N_("No claim"),
}
"""The actions that are a single word."""
KEY_PLACES: Final = {
    WORDS[action]: place
    for place, actions in enumerate(
        ((Bribe, Accept, GiveWay, LetStand, Concede, Claim), (Object, Insist, TakeBack, Waive))
    )
    for action in actions
} | {WORDS[Pass]: 2}
"""Fixed positions for keys that appear together at different times."""
_THOUSAND: Final = 1000

PROMPTS: Final[dict[Phase, str]] = {
    Phase.LOT: N_("Lots are drawn."),
    Phase.STAKE: N_("{seat} fills in the sheet, alone."),
    Phase.BRIBE: N_("{seat} fills in the sheet, alone."),
    Phase.TURN: N_("{seat}: move an agent, attack or bribe."),
    Phase.OBJECT: N_("{seat}: do you object?"),
    Phase.YIELD: N_("{seat}: give way, or insist?"),
    Phase.BID: N_("{seat}: name more than {count}, or give up."),
    Phase.DECIDE: N_("{seat} has won the contest. Does the action stand?"),
    Phase.ANNOUNCE: N_("{seat}: how much had you staked on the exiled agent?"),
    Phase.CLAIM: N_("{seat}: do you claim the victory?"),
    Phase.UNCOVER: N_("{seat}: how much have you staked on the agent that came home?"),
}


def saying(state: State, action: Action) -> Saying | None:
    """Return how an action is announced; None for the lot."""
    seat = actor(state)
    if seat is None or isinstance(action, Lot):
        return None
    labels = tuple(_labels(action))
    if isinstance(action, Move | Attack):
        return Saying(seat, labels, shown=True)
    return Saying(seat, labels, private=isinstance(action, Stake | Seal | Bid))


def _labels(action: Action) -> Iterator[Message]:
    match action:
        case Move(agent, target, on):
            yield Message(N_("Move an agent"))
            yield from _way(agent, target)
            yield _with_case(on=on)
        case Attack(agent, target, on, victim):
            yield Message(N_("Attack"))
            yield from _way(agent, target)
            yield Message(N_("Send {colour} to the Bahamas"), (("colour", victim),))
            yield _with_case(on=on)
        case Stake(agent, value):
            yield Message(N_("Stake on {colour}"), (("colour", agent),))
            yield Message("{count}", (("count", value),))
        case Bid(amount=amount):
            yield Message(N_("Name a sum"))
            yield from _sum(amount)
        case Announce(amount):
            yield from _sum(amount)
        case _:
            yield Message(WORDS[type(action)])


def _way(agent: str, target: str) -> Iterator[Message]:
    yield Message("{colour}", (("colour", agent),))
    yield Message("{place}", (("place", target),))


def _with_case(*, on: bool) -> Message:
    return Message(N_("with the case") if on else N_("without the case"))


def _sum(amount: int) -> Iterator[Message]:
    """Yield the labels of a sum: first the thousands, since there are a hundred sums."""
    floor = amount // _THOUSAND * _THOUSAND
    yield Message(N_("from {count}"), (("count", floor),))
    yield Message("{count}", (("count", amount),))


def prompt(view: AgentView) -> Message:
    """Return what players have to do now."""
    details: tuple[tuple[str, str | int], ...] = (("seat", view.turn or ""),)
    if view.phase is Phase.BID:
        details = (*details, ("count", view.high))
    return Message(PROMPTS[view.phase], details)


def facts(view: AgentView) -> tuple[Message, ...]:
    """Return a viewer's own sheet; for the table, who has the case, and the bribes."""
    if view.viewer != TABLE:
        return tuple(label for sheet in view.sheets for label in _sheet(sheet))
    return (*_possession(view), *_bribes(view))


def _possession(view: AgentView) -> Iterator[Message]:
    """Say who has the case, since it may be hidden under the agent."""
    for place, agent in view.placement.pieces:
        if place.endswith(UPON):
            yield Message(N_("The case is with: {colour}"), (("colour", agent),))


def _bribes(view: AgentView) -> tuple[Message, ...]:
    return tuple(
        Message(
            N_("{seat} has bribed {count} {count:time|times}"),
            (("seat", one.seat), ("count", count)),
        )
        for one, count in zip(view.seats, view.bribes, strict=True)
        if count
    )


def _sheet(sheet: SheetView) -> Iterator[Message]:
    for agent, total in sheet.stakes:
        yield Message(N_("Staked on {colour}: {count}"), (("colour", agent), ("count", total)))
    left = ", ".join(f"{count}\u00a0×\u00a0{value}" for value, count in sheet.left if count)
    yield Message(N_("Lots left: {text}"), (("text", left or "0"),))
