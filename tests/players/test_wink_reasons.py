"""What is said for actions of Wink is so by its rules, and is said wherever it is."""

from __future__ import annotations

import functools
import random
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import TABLE, Seat
from tablet_companion.games.wink.actions import NO, YES, Accuse, Call, Name, Say
from tablet_companion.games.wink.predicates import one_false_accusation
from tablet_companion.research.tables import first_state
from tests.amounts import count
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
            return [after.points(seat) - state.points(seat) for seat in range(len(state.hands))]
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


@functools.lru_cache(maxsize=4)
def _spread(state: Any, viewer: Seat) -> dict[Any, set[int]]:
    """Return who holds each card in some of the truths that a viewer may think of."""
    rng, found = random.Random(6), {card: set[int]() for card in state.setting.cards}
    for _ in range(60):
        for seat, hand in enumerate(WINK.resample(state, viewer, rng).hands):
            for card in hand:
                found[card].add(seat)
    return found


def _is_untold(case: Case, card: Any) -> bool:
    """Whether anybody with cards, as everybody knows, may hold the twin of a card."""
    everybody = {seat for seat, hand in enumerate(case.state.hands) if hand}
    return everybody <= _spread(case.state, TABLE)[card]


def _calls(case: Case) -> list[Any]:
    return [one.card for one in WINK.legal(case.state) if isinstance(one, Call)]


def _own(case: Case) -> int:
    return int(case.state.setting.seats.index(case.seat))


def _nobody_accuses(case: Case) -> bool:
    legal = WINK.legal(case.after)
    return not any(isinstance(one, Accuse) and one.by != case.seat for one in legal)


def _has_most(case: Case) -> bool:
    counts = {seat: len(case.state.hands[seat]) for seat in holders(case) if seat >= 0}
    return counts[named(case)] == max(counts.values()) > min(counts.values())


def _loses_no_point(case: Case) -> bool:
    wrong = WINK.successor(case.after, Say(NO))
    return bool(wrong.points(_own(case)) == case.state.points(_own(case)))


def _leader_loses(case: Case) -> bool:
    counts = [case.state.points(seat) for seat in range(len(case.state.hands))]
    caller = case.state.pawns.index(case.action.card)
    return bool(counts[caller] == max(counts) > counts[_own(case)])


TRUE: Final = {
    "Nobody else has an accusation card left.": _nobody_accuses,
    "Everybody knows already that you do not hold its twin.": lambda c: (
        _own(c) not in _spread(c.state, TABLE)[card_of(c)]
    ),
    "Unless somebody winked at you, a name for the card you called before is a guess.": lambda c: (
        len(_spread(c.state, c.seat)[c.state.pawns[_own(c)]]) > 2
    ),
    "Nobody has called it or asked for it yet, unlike others that you may call.": lambda c: (
        _is_untold(c, card_of(c)) and not all(_is_untold(c, one) for one in _calls(c))
    ),
    "Nothing was said yet of any card that you may call: another is as good.": lambda c: all(
        _is_untold(c, one) for one in _calls(c)[:4]
    ),
    "Of all who may hold it nobody has more cards.": _has_most,
    "If it is wrong, it costs you no point: a wink that you saw counts more.": _loses_no_point,
    "It takes a card from a player who leads, if it is right.": _leader_loses,
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
        counts = check(cases(WINK, seed, count(80, 160), each=2, begin=begin), TRUE, exactly=False)
        seen |= {text for text, count in counts.items() if count}
    assert len(seen) >= 11, TRUE.keys() - seen
    assert {text for text, _ in WINK.reasons} == TRUE.keys()


def test_of_what_cannot_be_nothing_is_said() -> None:
    """An accusation of a player who cannot hold the card has nothing for it."""
    empty = 0
    for case in cases(WINK, 52, count(60, 200), each=6):
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
