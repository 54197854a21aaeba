"""The seats that the table plays itself, and when one of them has to act.

If people deal real cards, the hand of such a seat is shown to the camera, and its cards lie in a
face-down stack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Card, Message, OptionValue, Seat
from tablet_companion.games.text import N_
from tablet_companion.players.seen import WAIT, knows_its_hand, own_actions
from tablet_companion.referee.explaining.public import list_legal, list_offered
from tablet_companion.referee.model.dialogues import Advised
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Quiet

DEALING: Final = "dealing"
"""The option that says who deals."""
TABLET: Final = "tablet"
PAPER: Final = "paper_sheets"
"""The option of people who keep on paper what they hide."""
NEEDS: Final[Mapping[str, tuple[OptionValue, str]]] = {
    DEALING: (
        TABLET,
        N_("If the table plays, the tablet deals: nobody could show it its cards unseen."),
    ),
    PAPER: (
        False,
        N_("If the table plays, the tablet keeps the stakes: on paper it could not hide its own."),
    ),
}
"""The options with which the tablet knows every hand, and why a game needs them.

They do not matter where it can be shown its cards, or draws them itself."""
_DRAWS: Final = N_(
    "For the table’s seats the tablet draws and guesses; people do so with real specialists and "
    "cards."
)


def is_played(table: Table) -> bool:
    """Whether the seat on turn is played by the table, which has a choice or knows what is due.

    A real card that was laid before it took the seat over is turned up by people.
    """
    if table.stage is not Stage.PLAY or table.turn not in table.setup.played:
        return False
    return not table.game.open_cards(table.state) or len(list_legal(table.position)) == 1


def list_people(table: Table) -> tuple[Seat, ...]:
    """Return the seats that people play; nobody may see the cards of the table's seats."""
    return tuple(one.seat for one in table.view().seats if one.seat not in table.setup.played)


def may_be_played(table: Table, seat: Seat) -> bool:
    """Whether the table can play a seat from now on, that is, knows its cards."""
    if table.stage is not Stage.PLAY or table.options.get(PAPER):
        return False
    return knows_its_hand(table.game, table.state, seat)


def needs_nothing(table: Table) -> bool:
    """Whether the tablet will know the cards and stakes that it needs, draw or be shown them."""
    if table.game.forget is not None or table.game.entrust is not None:
        return True
    return all(NEEDS.get(name, (value,))[0] == value for name, value in table.options.items())


def tell_needs(table: Table) -> tuple[Message, ...]:
    """Say what letting the table play a seat changes for people's real cards, if anything."""
    if table.game.forget is not None:
        return ()  # the page on which its cards are shown says what to do
    if table.options.get(DEALING) == TABLET:
        return ()  # nobody has real cards
    if table.game.entrust is not None:
        return (Message(_DRAWS),)
    return tuple(Message(NEEDS[name][1]) for name in table.options if name in NEEDS)


def may_be_handed_over(table: Table, seat: Seat) -> bool:
    """Whether people may give a seat to the table: it knows its cards, draws or is shown them."""
    if table.stage is not Stage.PLAY:
        return False
    return shows_cards(table) or table.game.entrust is not None or may_be_played(table, seat)


def shows_cards(table: Table) -> bool:
    """Whether the table's seats are played with real cards, which people show it."""
    return table.game.forget is not None and table.options.get(DEALING) != TABLET


def find_due(table: Table) -> Seat | None:
    """Return the seat to choose an action for: one the table plays, or one that wants advice.

    Gifts of real cards come first, then the seat on turn, others only if they may interrupt. None
    while people still have pieces to move, a hand to show or a page to read.
    """
    if table.stage is not Stage.PLAY or not table.is_played:
        return None
    if isinstance(table.dialogue, Advised):
        return None if table.dialogue.said else table.dialogue.seat
    if not _is_settled(table) or table.dialogue is not None or not table.setup.played:
        return None
    if (giver := find_giver(table)) is not None:
        return giver
    if find_unshown(table) is not None:
        return None
    if table.turn in table.setup.played:
        return table.turn if is_played(table) else None
    game, state = table.game, table.state
    acting = (seat for seat in table.setup.played if own_actions(game, state, seat) != (WAIT,))
    return next(acting, None)


def _is_settled(table: Table) -> bool:
    """Whether nobody has pieces or cards to move, or a verdict to answer."""
    return table.owed is None and table.back is None and isinstance(table.verdict, Quiet)


def find_giver(table: Table) -> Seat | None:
    """Return a seat that has to choose the real card it gives away, or None.

    All the table's hands are shown first: partners choose without knowing each other's gift.
    """
    if not shows_cards(table):
        return None
    given = [gift.seat for gift in table.gave]
    left = [seat for seat in table.setup.played if seat not in given]
    if not all(may_be_played(table, seat) for seat in left):
        return None
    state, exchanging = table.state, table.game.exchanging
    return next((seat for seat in left if exchanging(state, seat) is not None), None)


def find_unshown(table: Table) -> Seat | None:
    """Return a seat of the table's whose real cards have to be shown before the game goes on."""
    if not table.setup.played or table.stage is not Stage.PLAY or not table.is_played:
        return None  # asked at every tick
    if not _is_settled(table) or not shows_cards(table) or find_giver(table) is not None:
        return None
    return next((seat for seat in table.setup.played if not may_be_played(table, seat)), None)


def find_kept(table: Table, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of a real hand that need not be shown: all but those just drawn or given.

    A drawn card makes the record forget the hand (nobody may infer a person's), but the stack is
    known all the same.
    """
    known, stack = _list_known(table.view(seat), seat), find_stack(table, seat)
    fits = len(stack) <= _count_held(table, seat) and not Counter(known) - Counter(stack)
    return stack if fits else known


def find_stack(table: Table, seat: Seat) -> tuple[Card, ...]:
    """Return a seat's real cards from the top of its face-down stack; empty if nobody knows."""
    return dict(table.stacks).get(seat, ())


def _count_held(table: Table, seat: Seat) -> int:
    return next(one.cards for one in table.view().seats if one.seat == seat)


def _list_known(view: Any, seat: Seat) -> tuple[Card, ...]:
    hand = next(one.hand for one in view.seats if one.seat == seat)
    return tuple(card for card in hand or () if card != UNKNOWN_CARD)


def count_unshown(table: Table, seat: Seat) -> int:
    """Return how many cards of a real hand have to be shown."""
    return _count_held(table, seat) - len(find_kept(table, seat))


def find_in_stack(table: Table, seat: Seat, card: Card) -> int:
    """Return a card's number in a seat's face-down stack, from the top; 0 if nobody knows."""
    stack = find_stack(table, seat)
    known = Counter(stack) == Counter(_list_known(table.view(seat), seat))
    return stack.index(card) + 1 if known and card in stack else 0


def find_thought(table: Table) -> Any:
    """Return the state in which the seat that is due chooses; a gift has one of its own."""
    giver = None if isinstance(table.dialogue, Advised) else find_giver(table)
    return table.state if giver is None else table.game.exchanging(table.state, giver)


def may_be_advised(table: Table) -> bool:
    """Whether the player on turn may ask for advice: the table teaches, and can play.

    Whether there is a choice at all may be a secret: what only a private rule forbids counts.
    """
    seat = table.turn
    if seat is None or not table.is_played or table.level_of(seat) is not Level.TEACH:
        return False
    if is_played(table) or not may_be_played(table, seat):
        return False
    known = table.position.public
    return len(list_legal(known)) > 1 or len(list_offered(known)) > 1
