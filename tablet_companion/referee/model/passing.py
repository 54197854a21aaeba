"""Whether the player on turn may have nothing to play: a public and a private answer."""

from __future__ import annotations

from tablet_companion.games.core import Message, Seat, list_names
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.public import list_known_passes, list_legal, list_passes
from tablet_companion.referee.model.held_cards import find_hand, sort_cards
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import shows_cards


def may_pass(table: Table) -> bool:
    """Whether the player on turn may have nothing to play, by public knowledge."""
    return table.stage is Stage.PLAY and bool(list_passes(table.position))


def must_pass(table: Table) -> bool:
    """Whether the known hand allows no play: for its player alone."""
    return table.stage is Stage.PLAY and bool(list_known_passes(table.position))


def judge_hand(known: Table) -> Message:
    """Return what to tell a hand's player: whether it can be played, and with which cards."""
    if must_pass(known):
        gives_up = any(known.game.card_of(one) is None for one in list_passes(known.position))
        text = N_("Right: you cannot play any of these cards. Discard one.")
        give_up = N_("Right: you cannot play any of these cards. Give up the hand.")
        return Message(give_up if gives_up else text)
    return _list_playable(known)


def _list_playable(known: Table) -> Message:
    cards = {known.game.card_of(action) for action in list_legal(known.position)} - {None}
    playable = list_names("card", sort_cards(known.game, filter(None, cards)))
    return Message(N_("You can play: {text}."), (("text", playable),))


def may_enter_again(table: Table, seat: Seat) -> bool:
    """Whether a person entered this seat's real hand, and may have done so wrongly."""
    return (
        table.stage is Stage.PLAY
        and shows_cards(table)
        and seat not in table.setup.played
        and find_hand(table.position, seat) is not None
    )


def may_ask_for_hand(table: Table) -> bool:
    """Whether the player on turn learns the game and may ask which cards can be played."""
    return table.is_taught and may_pass(table)


def name_hand(table: Table, seat: Seat) -> tuple[Message, ...]:
    """Say, to that seat alone, what it holds, if that is known."""
    held = find_hand(table.position, seat)
    if held is None:
        return ()
    listed = list_names("card", sort_cards(table.game, held))
    return (Message(N_("Your cards: {text}."), (("text", listed),)),)


def tell_hand(table: Table, seat: Seat) -> tuple[Message, ...]:
    """Say, to that seat alone, what it holds, and what of it can be played: none, or if it learns.

    Nobody has to find out alone that a hand is to be given up.
    """
    told = name_hand(table, seat)
    if not told or seat != table.turn:
        return told
    if must_pass(table):
        return (*told, Message(N_("None of your cards can be played now: touch “No card”.")))
    return (*told, _list_playable(table)) if may_ask_for_hand(table) else told
