"""Moves entered by touch: none is on record before its last key was touched, and keys stay put."""

from __future__ import annotations

from tablet_companion.games.wink.state import CardSide
from tablet_companion.referee.model.dialogues import Speaking
from tablet_companion.referee.model.events import Say
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.pages.alone import add_spoken_keys, build_own, leave_own_keys
from tablet_companion.referee.pages.panel import build_panel
from tests.games.wink import by_people, play
from tests.referee.wink_desk import Desk


def test_the_only_card_left_is_shown_before_it_is_called() -> None:
    """“Enter the move” put the call of the last free card on record without showing it."""
    state = play(by_people("agents"), "call 8", "call 9", "call 10")
    left = {"8", "9", "10", "11"}
    lies = tuple(CardSide.UP if card in left else CardSide.DOWN for card in state.setting.cards)
    desk = Desk(state._replace(lies=lies))
    desk.touch(Say((), moves=True))
    assert not desk.table.past
    assert isinstance(desk.table.dialogue, Speaking)
    page = build_panel(desk.table)
    assert isinstance(page, MenuPanel)
    (key,) = page.keys
    assert dict(key.label.details) == {"card": "11"}
    desk.touch(key.intent)
    assert len(desk.table.past) == 1


def test_keys_of_a_seat_s_own_page_stand_in_the_same_order_for_everybody() -> None:
    """“Accuse” was left of “Name the partner” for Blue and right of it for Red."""
    orders = set()
    state = play(by_people("agents"), "call 8", "call 9", "call 10", "call 11")
    for call in ("call 12", "call 13", "call 14", "call 15"):
        table, seat = Desk(state).table, state.setting.seats[state.turn]
        own = build_own(table, seat)
        assert own is not None
        page = add_spoken_keys(own, leave_own_keys(build_panel(table), table, seat))
        orders.add(tuple(key.label.text for key in page.keys))
        state = play(state, call)
    assert orders == {("Name the partner", "Accuse", "Enter the move")}
