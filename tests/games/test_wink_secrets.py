"""Wink keeps the secrets of hands: nothing derived tells who holds which twin."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tablet_companion.games.core import TABLE, Card, Seat
from tablet_companion.games.wink.actions import Accuse, Stuck
from tablet_companion.games.wink.calls import free_cards
from tablet_companion.games.wink.position import read_position
from tablet_companion.games.wink.state import SEATS, CardSide, Phase, State
from tests.conformance.walk import walk
from tests.games.wink import (
    BLUE,
    GAME,
    GREEN,
    RED,
    by_people,
    dealt,
    every_edition,
    one_round,
    play,
)

Said = dict[str, object]


def everything_said(state: State, viewer: Seat) -> Said:
    """Return all that a viewer, who is not on turn, can be shown, told, lit or refused."""
    own = [a for a in GAME.conceivable(state) if isinstance(a, Accuse) and a.by == viewer]
    return {
        "view": GAME.view(state, viewer),
        "placement": GAME.placement(state),
        "outcome": GAME.outcome(state),
        "refused": [GAME.judge(state, action) for action in own],
        "steps": [GAME.steps(state, action) for action in own],
        "attempted": [GAME.attempted(state, action) for action in own],
    }


def what_the_player_is_told(state: State) -> Said:
    """Return all that may be said to the player who acts about what he may do and why not."""
    actions = list(GAME.conceivable(state))
    return {
        "legal": GAME.legal(state),
        "texts": [GAME.write_action(state, action) for action in actions],
        "refused": [GAME.judge(state, action) for action in actions],
        "steps": [GAME.steps(state, action) for action in actions],
        "told": [GAME.told(state, action) for action in actions],
    }


def searched_in_vain() -> Iterator[State]:
    """Yield zwinkern tables after a wrong name: the 25 is away, blue still holds its twin.

    Green was named wrongly; then the game goes on round the table, and red names again.
    """
    state = one_round(dealt("zwinkern", red="3", blue="25 2", green="1", yellow="30"), red="25")
    state = play(state, "name green", "has not")
    yield state
    for _ in range(6):
        calls = sorted(text for text in map(GAME.write_action, [state] * 99, GAME.legal(state)))
        state = play(state, next(text for text in calls if text.startswith("call")))
        yield state


def test_the_true_holder_stays_secret_in_zwinkern() -> None:
    """After a wrong name nothing that anybody else is shown tells who kept the twin.

    Every truth found keeps to what all know: neither the caller nor who was named has it.
    """
    rng = random.Random(11)
    for state in searched_in_vain():
        for viewer in (TABLE, RED, GREEN, SEATS[3]):
            said, holders = everything_said(state, viewer), set()
            for _ in range(40):
                other = GAME.resample(state, viewer, rng)
                assert everything_said(other, viewer) == said
                holders.add(_holder(other, "25"))
            assert holders == {"blue", "yellow", "box"} - {viewer}


def test_the_true_holder_stays_secret_from_the_player_on_turn() -> None:
    """What the player on turn may do, and is refused, is the same no matter who kept the twin."""
    rng = random.Random(12)
    for state in searched_in_vain():
        actor = GAME.actor(state)
        assert actor is not None
        said = what_the_player_is_told(state)
        for _ in range(20):
            assert what_the_player_is_told(GAME.resample(state, actor, rng)) == said


def test_a_secret_twin_is_not_found_by_counting_hands() -> None:
    """The number of cards in every hand is what it was before the wrong name."""
    before = one_round(dealt("zwinkern", blue="25"), red="25")
    after = play(before, "name green", "has not")
    for one, other in zip(
        GAME.view(before, TABLE).seats, GAME.view(after, TABLE).seats, strict=True
    ):
        assert one.cards == other.cards


def test_the_secret_holder_himself_knows() -> None:
    """Other truths leave the viewer's own hand alone."""
    rng = random.Random(13)
    state = next(searched_in_vain())
    for _ in range(20):
        assert _holder(GAME.resample(state, BLUE, rng), "25") == "blue"


@every_edition
def test_another_truth_keeps_to_what_everybody_could_conclude(edition: str) -> None:
    """No truth puts a twin into the hand of its caller, nor of who was accused of it in vain."""
    rng = random.Random(14)
    state = one_round(dealt(edition, blue="25", red="3", green="1"), red="25")
    state = play(state, "accuse yellow green 25", "has not")
    assert state.barred >= {(0, "25"), (2, "25")}
    for _ in range(60):
        other = GAME.resample(state, TABLE, rng)
        for seat, hand in enumerate(other.hands):
            assert not {(seat, card) for card in hand} & other.barred
        assert _one_of_each(other)


@every_edition
def test_accusations_hang_on_no_hand(edition: str) -> None:
    """What others than the player on turn may do is the same in every truth of theirs."""
    rng = random.Random(15)
    state = one_round(dealt(edition, blue="25"), red="25")
    for seat in SEATS[:4]:
        other = GAME.resample(state, seat, rng)
        assert _accusations(other, seat) == _accusations(state, seat)


@pytest.mark.parametrize("edition", ["agents", "wink"])
def test_who_will_lay_the_twin_is_not_told_beforehand(edition: str) -> None:
    """Between a wrong name and the laying the table does not show whom it waits for."""
    rng = random.Random(16)
    state = one_round(dealt(edition, red="3", blue="25", green="1"), red="25")
    state = play(state, "name green", "has not")
    holders = set()
    for _ in range(40):
        other = GAME.resample(state, TABLE, rng)
        assert GAME.view(other, TABLE) == GAME.view(state, TABLE)
        holders.add(_holder(other, "25"))
    assert len(holders) > 1


def test_a_hand_that_was_shown_in_private_may_be_another() -> None:
    """With real cards too, a known hand is exchanged for others that fit the unknown ones."""
    rng = random.Random(17)
    state = one_round(by_people("agents"), red="25", blue="3", green="1", yellow="2")
    hand = tuple(Card(str(number)) for number in (4, 5, 6, 7, 8, 9, 10, 11, 25))
    state = GAME.learn(state, BLUE, hand)
    others = [GAME.resample(state, GREEN, rng) for _ in range(30)]
    assert any(other != state for other in others)
    for other in others:
        assert "3" not in other.hands[1], "blue called the 3 itself"
        assert GAME.view(other, GREEN) == GAME.view(state, GREEN)
    assert GAME.resample(state, BLUE, rng) == state


def test_a_known_card_that_nobody_else_can_have_stays() -> None:
    """Where all others are known to lack a card, no other truth takes it out of a shown hand."""
    rng = random.Random(18)
    state = one_round(by_people("agents"), red="25", blue="3", green="1", yellow="2")
    hand = tuple(Card(str(number)) for number in (4, 5, 6, 7, 8, 9, 10, 11, 25))
    state = GAME.learn(state, BLUE, hand)
    state = state._replace(barred=state.barred | {(2, Card("25")), (3, Card("25"))})
    others = [GAME.resample(state, GREEN, rng) for _ in range(20)]
    assert all("25" in other.hands[1] for other in others)
    assert any(other != state for other in others)


def _holder(state: State, card: str) -> str:
    for seat, hand in zip(state.setting.seats, state.hands, strict=True):
        if card in hand:
            return str(seat)
    return "box"


def _one_of_each(state: State) -> bool:
    held = [card for hand in state.hands for card in hand]
    away = {
        c for c, lies in zip(state.setting.cards, state.lies, strict=True) if lies is CardSide.WON
    }
    return len(held) == len(set(held)) and not away & set(held) and state.phase is Phase.TURN


def _accusations(state: State, seat: Seat) -> list[Accuse]:
    return [a for a in GAME.legal(state) if isinstance(a, Accuse) and a.by == seat]


@every_edition
@pytest.mark.parametrize("dealing", ["people", "tablet"])
def test_no_card_to_call_is_offered_where_everybody_knows_that_it_may_be(
    edition: str, dealing: str
) -> None:
    """It was a key from the first turn on; and it comes at the same time in every other truth."""
    rng, offered = random.Random(3), []
    state = GAME.setup({"edition": edition, "dealing": dealing}, SEATS[:4])
    for one, _ in walk(GAME, state, seed=5):
        if one.phase is not Phase.TURN:
            continue
        here = GAME.saying(one, Stuck()) is not None
        hand = len(one.hands[one.turn])
        assert not here or len(free_cards(one)) <= hand
        assert here or Stuck() not in GAME.legal(one)
        other = GAME.resample(one, TABLE, rng)
        assert (GAME.saying(other, Stuck()) is not None) == here
        offered.append(here)
    assert not any(offered[:8])


def test_who_may_hold_the_twins_of_all_free_cards_may_say_so() -> None:
    """Two cards are free, and two cards are held."""
    seats = {"seats": ["red", "blue", "green"], "turn": "red", "up": [1, 2, 3, 4]}
    rest = {"pawns": {"blue": 3, "green": 4}, "hands": {"red": 2, "blue": 2, "green": 1}}
    options = {"options": {"edition": "zwinkern"}}
    state = read_position({"game": "wink", **options, **seats, **rest})
    assert GAME.saying(state, Stuck()) is not None
