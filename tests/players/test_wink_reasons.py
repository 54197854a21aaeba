"""What is said for actions of Wink is so by its rules, and is said wherever it is."""

from __future__ import annotations

import random
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.wink.actions import YES, Accuse, Call, Name, Say
from tablet_companion.games.wink.predicates import one_false_accusation
from tablet_companion.games.wink.state import points
from tablet_companion.research.tables import first_state
from tests.players.merits import Case, cases, check, consider

WINK: Final = games.load("wink")


def card_of(case: Case) -> Any:
    """Return the card that is called, or that somebody is said to hold."""
    own = case.state.setting.seats.index(case.seat)
    return case.state.pawns[own] if isinstance(case.action, Name) else case.action.card


def holders(case: Case, truths: int = 40) -> set[int]:
    """Return who holds the card in some of the truths that the player may think of; -1: nobody."""
    rng, found = random.Random(2), set()
    for _ in range(truths):
        state = WINK.resample(case.state, case.seat, rng)
        there = [seat for seat, hand in enumerate(state.hands) if card_of(case) in hand]
        found.add(there[0] if there else -1)
    return found


def named(case: Case) -> int:
    """Return the seat that is said to hold the card."""
    of = case.action.seat if isinstance(case.action, Name) else case.action.of
    return int(case.state.setting.seats.index(of))


def gains(case: Case) -> list[int]:
    """Return what each seat gains if a claim is right, in a truth in which it is."""
    rng = random.Random(3)
    for _ in range(300):
        state = WINK.resample(case.state, case.seat, rng)
        if card_of(case) in state.hands[named(case)]:
            after = WINK.successor(WINK.successor(state, case.action), Say(YES))
            return [points(after, seat) - points(state, seat) for seat in range(len(state.hands))]
    return []


def others(case: Case) -> set[int]:
    """Return the other seats that have cards."""
    own = case.state.setting.seats.index(case.seat)
    return {seat for seat, hand in enumerate(case.state.hands) if hand} - {own}


def _nobody_may_accuse(case: Case) -> bool:
    state, called = case.after, case.action.card
    caller = state.setting.seats.index(case.seat)
    return one_false_accusation(state, caller, called) is not None


def _both_win(case: Case) -> bool:
    found, own = gains(case), case.state.setting.seats.index(case.seat)
    return not found or (found[own] == 1 and found[named(case)] == 1)


def _accuser_wins(case: Case) -> bool:
    found, own = gains(case), case.state.setting.seats.index(case.seat)
    left = [amount for seat, amount in enumerate(found) if seat != own]
    return not found or (found[own] > 0 and not any(left))


TRUE: Final = {
    "Nobody may accuse about this card any more.": _nobody_may_accuse,
    "You do not hold its twin, so that another player does and can be your partner.": lambda c: (
        holders(c) <= others(c)
    ),
    "You do not hold its twin: another player may, and can be your partner.": lambda c: (
        holders(c) <= {*others(c), -1}
    ),
    "By all that was said so far any other player may hold it.": lambda c: (
        others(c) <= holders(c, 120)
    ),
    "By all that was said so far it must be there.": lambda c: holders(c) == {named(c)},
    "By all that was said so far it can only be there or in one other place.": lambda c: (
        named(c) in holders(c) and len(holders(c)) == 2
    ),
    "By all that was said so far it may be there.": lambda c: (
        named(c) in holders(c, 200) and len(holders(c)) > 2
    ),
    "If it is right, both of you win a card.": _both_win,
    "If it is right, you win both cards, and the caller none.": _accuser_wins,
}


def test_what_is_said_is_so_in_every_truth() -> None:
    """What must be is so in all truths that the player cannot tell apart, what may be in some."""
    seen: set[str] = set()
    for seed, (edition, players) in enumerate((("agents", 4), ("zwinkern", 3))):
        begin = first_state(WINK, {"edition": edition}, players)
        counts = check(cases(WINK, seed, 160, each=2, begin=begin), TRUE, exactly=False)
        seen |= {text for text, count in counts.items() if count}
    assert len(seen) >= 7, TRUE.keys() - seen
    assert {text for text, _ in WINK.reasons} == TRUE.keys()


def test_of_what_cannot_be_nothing_is_said() -> None:
    """An accusation of a player who cannot hold the card has nothing for it."""
    empty = 0
    for case in cases(WINK, 52, 200, each=6):
        if isinstance(case.action, Name | Accuse) and named(case) not in holders(case, 120):
            assert not case.said
            empty += 1
    assert empty


def test_a_call_is_safe_once_somebody_accused_falsely() -> None:
    """It is said where, and only where, the rules then refuse every accusation."""
    for case in cases(WINK, 53, 30, each=2):
        if isinstance(case.action, Call):
            closed = case.state._replace(banned=frozenset({case.action.card}))
            bent = consider(WINK, closed, case.seat, case.action)
            for one in (case, bent):
                told = "Nobody may accuse about this card any more." in one.said
                assert told == _nobody_may_accuse(one) == (one is bent)
