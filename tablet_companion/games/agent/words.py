"""What the screen says in a game of Agent: names of actions, questions, sums.

Players fill in sheets and name sums in private, unless they keep them on paper; that they did so
is public.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.agent import actions
from tablet_companion.games.agent.knowledge import AgentView, SheetView, actor
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.setting import THE_CASE
from tablet_companion.games.agent.sheets import STEP
from tablet_companion.games.agent.state import Phase, State
from tablet_companion.games.agent.table import UPON
from tablet_companion.games.core import TABLE, Message, Saying, Seat
from tablet_companion.games.shared.teaching import read_terms
from tablet_companion.games.text import N_

_WORDS: Final = read_terms(__package__)
KEY_PLACES: Final = {
    _WORDS.labels[verb]: place
    for place, verbs in enumerate(
        (
            ("accept", "give way", "let stand", "concede", "claim", "seal"),
            ("object", "insist", "take back", "waive"),
            ("pass",),
            (),
            ("bribe",),  # not where “Nobody objects” stood a moment ago
        )
    )
    for verb in verbs
}
"""Fixed positions for keys that appear together at different times."""
_THOUSAND: Final = 1000

_CONTESTED: Final = (Phase.YIELD, Phase.BID, Phase.DECIDE)
STAKES: Final = Message(N_("The highest stake on the agent that brings the case home wins."))
FIRST_BID: Final = N_("{seat}: name a sum, or give up.")


def saying(state: State, action: actions.Action) -> Saying | None:
    """Return how an action is announced; None for the lot."""
    seat = actor(state)
    if seat is None or isinstance(action, actions.Lot):
        return None
    labels = tuple(_labels(action))
    if isinstance(action, actions.Move | actions.Attack):
        return Saying(seat, labels, shown=True)
    secret = not state.setting.paper_sheets and action.verb in ("stake", "seal", "bid")
    return Saying(seat, labels, private=secret, leading=max(1, len(labels) - 1))


def _labels(action: actions.Action) -> Iterator[Message]:
    match action:
        case actions.Move(agent, target, on):
            yield Message(N_("Move an agent"))
            yield from _way(agent, target)
            yield _with_case(on=on)
        case actions.Attack(agent, target, on, victim):
            yield Message(N_("Attack with an agent"))  # “Attack → Green” seems to attack green
            yield from _way(agent, target)
            yield Message(N_("{colour} to the Bahamas"), (("colour", victim),))
            yield _with_case(on=on)
        case actions.Stake(agent, value):
            yield Message(N_("Stake on {colour}"), (("colour", agent),))
            yield Message("{count}", (("count", value),))
        case actions.Bid(amount=amount):
            yield Message(N_("Name a sum"))
            yield from _sum(amount)
        case actions.Announce(amount):
            yield from _sum(amount)
        case actions.Word():
            yield Message(_WORDS.labels[action.verb])


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
        if not view.high:
            return Message(FIRST_BID, details)
        # Only the player on turn may name as much as the other.
        more = 0 if view.turn == view.mover else STEP
        details = (*details, ("count", view.high + more))
    return Message(_WORDS.prompts[view.phase], details)


def facts(view: AgentView) -> tuple[Message, ...]:
    """Return a viewer's own sheet; for the table, who has the case, and the bribes.

    Who fills in a first sheet reads what stakes are for. Once the game is over, the table is told
    the stakes that decided it instead of the bribes, or why nobody has won.
    """
    if view.viewer != TABLE:
        sheets = (label for sheet in view.sheets for label in _sheet(sheet, view.phase))
        return (*_contested(view), *sheets)
    if view.outcome is not None and not view.outcome.winners:
        return (_tell_draw(view), *_possession(view))
    if view.outcome is not None:
        return (*_possession(view), *_deciding(view))
    if view.phase is Phase.CLAIM:  # who is not asked wondered whether to claim as well
        return (Message(N_("{seat} takes part anyway."), (("seat", view.mover),)),)
    return (*_contested(view), *_possession(view), *_bribes(view))


def _tell_draw(view: AgentView) -> Message:
    """Say why a game is over that nobody has won."""
    if all(place == MAP.exile for place, piece in view.placement.pieces if piece != THE_CASE):
        return Message(N_("All agents are in the Bahamas."))
    return Message(
        N_("After {count} turns no agent has brought the case home."), (("count", view.turns),)
    )


def _contested(view: AgentView) -> Iterator[Message]:
    """Say which action an objection is about: stakes on its agent are compared."""
    if view.questioned is None or view.phase not in _CONTESTED:
        return
    _, agent, target = view.questioned.split()[:3]
    details = (("colour", agent), ("place", target))
    yield Message(N_("Contested: {colour} to {place}"), details)


def _possession(view: AgentView) -> Iterator[Message]:
    """Say who has the case, since it may be hidden under the agent."""
    for place, agent in view.placement.pieces:
        if place.endswith(UPON):
            yield Message(N_("The case is with: {colour}"), (("colour", agent),))


def _deciding(view: AgentView) -> Iterator[Message]:
    """Say what each seat had staked on the agent with the case, the most first."""
    home = [agent for place, agent in view.placement.pieces if place.endswith(UPON)]
    staked = [(count, sheet.seat, agent) for sheet in view.sheets for agent, count in sheet.stakes]
    staked += [(count, seat, agent) for seat, count in view.named for agent in home]  # on paper
    staked = sorted((one for one in staked if one[2] in home), key=lambda one: -one[0])
    for count, seat, agent in staked:
        details = (("seat", seat), ("count", count), ("colour", agent))
        yield Message(N_("{seat} had staked {count} on {colour}"), details)
    silent = _list_silent(view) if home else ()
    yield from (Message(N_("{seat} made no claim"), (("seat", seat),)) for seat in silent)
    staked = [one for one in staked if one[1] not in silent]
    equal = len(staked) > 1 and staked[0][0] == staked[1][0]
    if equal and view.outcome is not None and view.outcome.winners == (view.mover,):
        yield Message(N_("A tie: {seat} brought the case home"), (("seat", view.mover),))


def _list_silent(view: AgentView) -> tuple[Seat, ...]:
    """Return who did not claim a victory that has to be claimed."""
    won = view.claims and view.outcome is not None and view.outcome.winners
    seats = (one.seat for one in view.seats) if won else ()
    return tuple(seat for seat in seats if seat not in (view.mover, *view.claimants))


def _bribes(view: AgentView) -> tuple[Message, ...]:
    """Return how often each seat has bribed, on one line."""
    each = tuple(
        Message(N_("{seat}\u00a0{count}"), (("seat", one.seat), ("count", count)))
        for one, count in zip(view.seats, view.bribes, strict=True)
        if count
    )
    return (Message(N_("Bribes: {text}"), (("text", each),)),) if each else ()


def _sheet(sheet: SheetView, phase: Phase) -> Iterator[Message]:
    """Say what is staked, on one line: eight of them left no room for what is left, or for keys."""
    staked = tuple(
        Message(N_("{count} on {colour}"), (("colour", agent), ("count", total)))
        for agent, total in sheet.stakes
        if total
    )
    if staked:
        yield Message(N_("Staked: {text}"), (("text", staked),))
    elif phase is Phase.STAKE:
        yield STAKES
    left = ", ".join(f"{count}\u00a0×\u00a0{value}" for value, count in sheet.left if count)
    yield Message(N_("Lots left: {text}"), (("text", left or "0"),))
