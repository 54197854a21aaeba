"""The actions of Wink, and their text form.

Every action is public. Whether a naming or accusation is right is an action of its own, by the
player named or accused; so no player's actions depend on a hand that player cannot see. Accusations
name their player, who need not be the one on turn.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError, Seat
from tablet_companion.games.wink.state import CARDS, Setting

NOBODY: Final = Seat("nobody")
"""The seat in a ``Lay`` if the twin is in the box."""
YES: Final = "has it"
NO: Final = "has not"


class Lot(NamedTuple):
    """Chance, or people, choose who begins."""

    seat: Seat
    verb: str = "lot"


class Deal(NamedTuple):
    """Chance deals one card to the player who is due; UNKNOWN_CARD deals all hands face down."""

    card: Card
    verb: str = "deal"


class Call(NamedTuple):
    """The seat on turn puts its pawn on a card and calls its number."""

    card: Card
    verb: str = "call"


class Name(NamedTuple):
    """The seat on turn names the partner that it believes to have for its last call."""

    seat: Seat
    verb: str = "name"


class Accuse(NamedTuple):
    """Any seat claims that another one holds the twin of a card called by a third."""

    by: Seat
    of: Seat
    card: Card
    verb: str = "accuse"


class Say(NamedTuple):
    """The player named or accused shows the card (YES) or does not have it (NO)."""

    answer: str
    verb: str = "say"


class Lay(NamedTuple):
    """After a wrong name, the true holder lays the twin face down; NOBODY if it is in the box."""

    seat: Seat
    verb: str = "lay"


class Stuck(NamedTuple):
    """The seat on turn holds the twin of every free card, and shows it: the game ends."""

    verb: str = "stuck"


Action = Lot | Deal | Call | Name | Accuse | Say | Lay | Stuck


def write_action(action: Action) -> str:
    """Return the action as text: ``call 25``, ``accuse red blue 25``, ``has not``."""
    match action:
        case Say():
            return action.answer
        case Stuck():
            return action.verb
        case Accuse():
            return f"{action.verb} {action.by} {action.of} {action.card}"
        case _:
            return f"{action.verb} {action[0]}"


def read_action(text: str, setting: Setting) -> Action:
    """Read an action from its text; raises PositionError."""
    if text in (YES, NO):
        return Say(text)
    try:
        return _read(text.split(), setting)
    except ValueError as error:
        raise PositionError(f"{text!r} is not an action of Wink.") from error


def _read(words: list[str], setting: Setting) -> Action:
    match words:
        case ["stuck"]:
            return Stuck()
        case ["lot", seat]:
            return Lot(_seat(seat, setting))
        case ["deal", card]:
            return Deal(UNKNOWN_CARD if card == UNKNOWN_CARD else _card(card))
        case ["call", card]:
            return Call(_card(card))
        case ["name", seat]:
            return Name(_seat(seat, setting))
        case ["lay", seat]:
            return Lay(NOBODY if seat == NOBODY else _seat(seat, setting))
        case ["accuse", by, of, card]:
            return Accuse(_seat(by, setting), _seat(of, setting), _card(card))
    raise ValueError(words)


def _seat(name: str, setting: Setting) -> Seat:
    return setting.seats[setting.seats.index(Seat(name))]


def _card(name: str) -> Card:
    return CARDS[CARDS.index(Card(name))]
