"""What the screen says in a game of Wink: names of actions, questions, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import TABLE, UNKNOWN_CARD, Card, Message, Piece, Saying
from tablet_companion.games.shared.teaching import read_terms
from tablet_companion.games.text import N_
from tablet_companion.games.wink import actions
from tablet_companion.games.wink.calls import caller_of
from tablet_companion.games.wink.editions import EDITIONS
from tablet_companion.games.wink.judge import judge
from tablet_companion.games.wink.knowledge import WinkView, actor, veiled
from tablet_companion.games.wink.state import Phase, State

KEY_PLACES: Final = {
    "I cannot call any card": 0,
    "Here is the card": 0,
    "I have not got it": 1,
    "Name the partner": 2,
    "Accuse": 3,
    "{seat}, alone": 4,
}
"""Fixed positions for keys that appear together at different times."""
ONE_SHEET: Final = 4
"""Up to this many players choose card and holder by one touch; more would read 16 to 49 keys."""
FIRST: Final = N_(
    "Deal {count} {count:card|cards} each. {seat}: put your pawn on a card and call its number."
)
MAY_NAME: Final = N_("{seat}: name your partner for the {card}, or call another card.")
MUST_NAME: Final = N_("{seat}: who holds the {card}? Name your partner.")
EMPTY_HAND: Final = N_("{seat} has no card left.")
IN_VAIN: Final = N_("{seat} called the {card}: in vain")
"""What the caller may have done: the rules allow it, though nobody calls a card whose twin they
hold."""
NOTHING_TO_CALL: Final = N_("The player on turn has no card to call.")
TIES: Final = {
    True: (
        N_("A tie in points: more accusation cards laid in front win, {count} to {count_left}."),
        N_("A tie in points: more cards laid face down win, {count} to {count_left}."),
    ),
    False: (N_("A tie in points: fewer accusation cards left win, {count} to {count_left}."),),
}
"""What decides between players with as many points, by whether right accusations stay in front."""


def saying(state: State, action: actions.Action) -> Saying | None:
    """Return how an action is announced; None for chance, and for untrue answers.

    If the program knows the hand, only the key for the true answer is offered. That no card can be
    called is offered only if it may be true as far as everybody knows.
    """
    seat = actor(state)
    if (
        seat is None
        or seat not in state.setting.seats
        or isinstance(action, actions.Lot | actions.Deal)
        or (isinstance(action, actions.Say) and _is_known(state) and judge(state, action))
        or (isinstance(action, actions.Stuck) and judge(veiled(state), action))
    ):
        return None
    labels = tuple(_labels(state, action))
    by = action.by if isinstance(action, actions.Accuse) else seat
    told = len(labels) - 1 if isinstance(action, actions.Accuse) else 1
    return Saying(by, labels, shown=isinstance(action, actions.Call), leading=told)


def _is_known(state: State) -> bool:
    """Whether the program knows the hand that is asked; in public it does not."""
    claim = state.claim
    return claim is not None and UNKNOWN_CARD not in state.hands[claim.of]


def _labels(state: State, action: actions.Action) -> Iterator[Message]:
    match action:
        case actions.Call(card):
            yield Message(N_("Call a card"))
            yield Message("{card}", (("card", card),))
        case actions.Name(seat):
            yield Message(N_("Name the partner"))
            yield Message("{seat}", (("seat", seat),))
        case actions.Accuse(by, of, card):
            yield Message(N_("Accuse"))
            yield Message(N_("{seat} accuses"), (("seat", by),))
            if len(state.setting.seats) > ONE_SHEET:
                yield Message("{card}", (("card", card),))
            in_vain = caller_of(state, card) == state.setting.seats.index(of)
            text = IN_VAIN if in_vain else N_("{seat} holds the {card}")
            yield Message(text, (("seat", of), ("card", card)))
        case actions.Say() if _is_known(state):
            # The program knows the hand; two keys would give the answer away.
            yield Message(N_("The answer"))
        case actions.Say(answer):
            yield Message(
                N_("Here is the card") if answer == actions.YES else N_("I have not got it")
            )
        case actions.Lay(seat) if seat == actions.NOBODY:
            yield Message(N_("Nobody has it"))
        case actions.Lay(seat):
            yield Message("{seat}", (("seat", seat),))
        case actions.Stuck():
            yield Message(N_("I cannot call any card"))


def prompt(view: WinkView) -> Message:
    """Return what players have to do now; before the first call people deal."""
    if view.phase is Phase.TURN and view.top_card is None and not view.seen_deal:
        return Message(FIRST, (("seat", view.turn or ""), ("count", view.seats[0].cards)))
    called = _find_called(view)
    if called is not None:
        text = MUST_NAME if EDITIONS[view.edition].must_name else MAY_NAME
        return Message(text, (("seat", view.turn or ""), ("card", called)))
    asked = () if view.claim is None else (("card", view.claim[2]),)
    return Message(read_terms(__package__).prompts[view.phase], (("seat", view.turn or ""), *asked))


def _find_called(view: WinkView) -> Card | None:
    """Return the card for which the player on turn may name a partner, or None."""
    if view.phase is not Phase.TURN or view.turn is None:
        return None
    pieces, own = view.placement.pieces, Piece(view.turn)
    at = next(place for place, piece in pieces if piece == own)
    return Card(at) if (at, Piece(at)) in pieces else None


def facts(view: WinkView) -> tuple[Message, ...]:
    """Return why the game is over, and everybody's points and accusation cards."""
    if view.viewer != TABLE:
        return ()
    return (*_tell_end(view), *_tell_points(view))


def _tell_end(view: WinkView) -> Iterator[Message]:
    """Say why nobody goes on, once nobody does."""
    if view.outcome is None:
        return
    empty = next((one.seat for one in view.seats if not one.cards), None)
    yield Message(EMPTY_HAND, (("seat", empty),)) if empty else Message(NOTHING_TO_CALL)
    yield from _tell_tie(view)


def _tell_tie(view: WinkView) -> tuple[Message, ...]:
    """Say what decided between the winners and others with as many points, if there are any."""
    best, *others = sorted(set(view.ranks), reverse=True)
    if not others or others[0][0] != best[0]:
        return ()
    ties = TIES[EDITIONS[view.edition].right_laid]
    found = zip(ties, best[1:], others[0][1:], strict=True)
    text, mine, theirs = next(one for one in found if one[1] != one[2])
    return (Message(text, (("count", abs(mine)), ("count_left", abs(theirs)))),)


def _tell_points(view: WinkView) -> tuple[Message, ...]:
    """Say everybody's points; how many accusations are left only while they can be used."""
    if view.outcome is not None:
        points = zip(view.seats, view.points, strict=True)
        text = N_("{seat}: {count}\u00a0{count:point|points}")
        return tuple(Message(text, (("seat", one.seat), ("count", count))) for one, count in points)
    return tuple(
        Message(
            N_(
                "{seat}: {count}\u00a0{count:point|points}, "
                "{count_left}\u00a0{count_left:accusation|accusations}\u00a0left"
            ),
            (("seat", one.seat), ("count", points), ("count_left", left)),
        )
        for one, points, left in zip(view.seats, view.points, view.accusations, strict=True)
    )
