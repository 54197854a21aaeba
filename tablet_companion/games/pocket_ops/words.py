"""What the screen says in a game of Pocket Ops: actions, questions, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import TABLE, Message, Saying
from tablet_companion.games.pocket_ops import actions
from tablet_companion.games.pocket_ops.board import ROOMS
from tablet_companion.games.pocket_ops.knowledge import PocketOpsView, actor
from tablet_companion.games.pocket_ops.predicates import COMPULSORY
from tablet_companion.games.pocket_ops.state import SEATS, Ending, Phase, State
from tablet_companion.games.shared.teaching import RULES_FILE, read_tables, read_terms
from tablet_companion.games.text import N_

IMPOSSIBLE: Final = N_("Mission impossible. {seat} has won the round. Take all agents back.")
IN_LINE: Final = N_("{seat} has three agents in a line.")
NO_LINE: Final = N_("Mission impossible: {seat} has the access code and loses the round.")
ENTER: Final = N_("{seat}: choose a room in secret.")
SHOW: Final = N_("{seat}: touch to turn the card up.")
GUESS_AND_PLACE: Final = N_("{seat_first} lays a card face down. {seat}: place an agent.")
TWO_AND_PLACE: Final = N_("{seat_first} lays one or two cards face down. {seat}: place an agent.")
REVEAL_TWO: Final = N_("Turn every card up, then touch: foiled, or through?")
"""A card for another room is seen, but does not tell whether a second one was laid (8)."""
MUST_USE: Final = N_("{seat}: {card:the} has to use its power.")


def saying(state: State, action: actions.Action) -> Saying | None:
    """Return how an action is announced; None for chance.

    The kept specialist is private, and so are laid cards that the program has to know.
    """
    seat = actor(state)
    if seat not in SEATS or isinstance(action, actions.Lot | actions.Look):
        return None
    known = state.setting.knows(SEATS.index(seat))
    # Also where people deal: the second player would read on the page what the first one keeps.
    secret = isinstance(action, actions.Enrol) or (known and isinstance(action, actions.Guessed))
    shown = isinstance(action, actions.Place) or (
        isinstance(action, actions.Use) and not action.is_nothing
    )
    return Saying(seat, tuple(_labels(state, action)), shown=shown, private=secret)


def _labels(state: State, action: actions.Action) -> Iterator[Message]:
    match action:
        case actions.Enrol(card):
            yield Message(N_("Keep a specialist"))
            yield Message("{card}", (("card", card),))
        case actions.Guessed(()):
            yield Message(N_("It lies face down"))
        case actions.Guessed(rooms):
            if len(rooms) > 1:
                yield Message(N_("Two cards"))
            yield from (Message("{place}", (("place", ROOMS[room]),)) for room in rooms)
        case actions.Place(agent, room):
            yield Message(N_("Place {card:the}"), (("card", agent),))
            yield Message("{place}", (("place", ROOMS[room]),))
        case actions.Reveal() if state.guess:
            # The program knows the card, also for a person who took the seat back since: the one
            # key that is true would give it away before it is turned up.
            yield Message(N_("Turn the card up"))
        case actions.Reveal(foiled):
            yield Message(N_("Foiled") if foiled else N_("Through"))
        case actions.Use() if action.is_nothing:
            yield Message(N_("Leave the power unused"))
        case actions.Use():
            yield Message(N_("Use {card:the}"), (("card", action.agent),))
            yield from _moved(action)
        case actions.Gather():
            yield Message(N_("All agents are taken back"))


def _moved(use: actions.Use) -> Iterator[Message]:
    for room in use.removed:
        yield Message(N_("{place:the} is emptied"), (("place", ROOMS[room]),))
    swaps = len(use.moves) > 1 and use.moves[0] == use.moves[1][::-1]
    text = N_("{place_from:from} {place_to:to}")
    if swaps:
        text = N_("Swap the agents {place_from:at} and {place_to:at}")
    for origin, target in use.moves[:1] if swaps else use.moves:
        yield Message(text, (("place_from", ROOMS[origin]), ("place_to", ROOMS[target])))


def prompt(view: PocketOpsView) -> Message:
    """Return what players have to do now; the machine is not shown a guess with real cards."""
    details = (("seat", view.turn or ""),)
    if view.phase is Phase.PLACE and not view.laid:
        other = next(seat for seat in SEATS if seat != view.turn)
        text = TWO_AND_PLACE if view.double[SEATS.index(other)] else GUESS_AND_PLACE
        return Message(text, (("seat_first", other), *details))
    if view.phase is Phase.GUESS and view.entered:
        return Message(ENTER, details)  # there is no card to lay
    if view.phase is Phase.REVEAL and view.laid:
        return Message(SHOW, details)
    if view.phase is Phase.REVEAL and view.turn and view.double[SEATS.index(view.turn)]:
        return Message(REVEAL_TWO)
    if view.phase is Phase.POWER and view.placed and view.placed.agent in COMPULSORY:
        return Message(MUST_USE, (*details, ("card", view.placed.agent)))
    if view.phase is Phase.GATHER and view.ending is not Ending.LINE:
        return Message(IMPOSSIBLE, details)  # nothing on the table shows why the round is over
    return Message(read_terms(__package__).prompts[view.phase], details)


def facts(view: PocketOpsView) -> tuple[Message, ...]:
    """Return the rounds won, who holds the code, the specialists, and the viewer's secrets."""
    return tuple(_public(view)) if view.viewer == TABLE else tuple(_own(view))


def _public(view: PocketOpsView) -> Iterator[Message]:
    if view.outcome is not None:
        lined = view.ending is Ending.LINE
        seat = view.outcome.winners[0] if lined else view.code
        yield Message(IN_LINE if lined else NO_LINE, (("seat", seat),))
    for one, wins, card in zip(view.seats, view.wins, view.active, strict=True):
        yield Message(
            N_("{seat}: {count} {count:round|rounds} won"), (("seat", one.seat), ("count", wins))
        )
        if card is not None:
            details = (("seat", one.seat), ("card", card))
            yield Message(N_("{seat}’s specialist: {card}"), details)
    if view.outcome is None:
        yield Message(N_("{seat} has the access code."), (("seat", view.code),))


def _own(view: PocketOpsView) -> Iterator[Message]:
    if view.phase is Phase.ENROL and view.kept is None:
        rules = read_tables(__package__, RULES_FILE)
        hand = next(one.hand for one in view.seats if one.seat == view.viewer)
        yield from (Message(rules[card]["is"]) for card in hand or () if card in rules)
    if view.kept is not None:
        yield Message(N_("You keep: {card}"), (("card", view.kept),))
    for room in view.guess or ():
        yield Message(N_("Your card: {place}"), (("place", ROOMS[room]),))
