"""Players choose by what their seat knows, and by luck that can be repeated."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, TABLE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players import search
from tablet_companion.players.choosing import choose, play_greedily
from tablet_companion.players.levels import Level
from tablet_companion.players.seen import Seen, knows_its_hand, own_actions
from tablet_companion.research.tables import first_state
from tests.amounts import count
from tests.conformance.walk import GAMES, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

QUICK = Level("quick", "", turns=12, seconds=0.0)
FAR = replace(QUICK, far=True)
BLIND = replace(QUICK, blind=12, solved=True)


def choices(game: AnyGame, every: int, most: int) -> Iterator[tuple[Any, Seat]]:
    """Yield positions of random games with a seat that has a choice in them, on turn or not."""
    found = 0
    walks = (walk(game, first_state(game, {}), seed) for seed in itertools.count(3))
    for number, (state, _) in enumerate(itertools.chain.from_iterable(walks)):
        if number % every or game.actor(state) in (None, CHANCE):
            continue
        for entry in game.view(state, TABLE).seats:
            if len(own_actions(game, state, entry.seat)) > 1:
                if found == most:
                    return
                found += 1
                yield state, entry.seat


@every_game
def test_a_choice_depends_on_nothing_hidden(game: AnyGame) -> None:
    """In two truths that a seat cannot tell apart it is played the same, and thinks the same."""
    rng, differ = random.Random(5), 0
    for number, (state, seat) in enumerate(choices(game, every=11, most=count(8, 100))):
        searching = partial(choose, level=(QUICK, FAR, BLIND)[number % 3])
        other = game.resample(state, seat, rng)
        differ += other != state
        for player in (play_greedily, searching):
            one, two = (player(Seen(game, s, seat), random.Random(8)) for s in (state, other))
            assert one == two
    assert differ > 1


@pytest.mark.parametrize("name", ["agent_dog", "dog"])
def test_a_gift_depends_on_nothing_hidden(name: str) -> None:
    """Whatever the others hold or have given already, a seat gives the same card."""
    game, rng, differ = games.load(name), random.Random(7), 0
    for state, _ in walk(game, first_state(game, {}), 2, most=count(80, 400)):
        seat = game.actor(state)
        if state.phase != "gift" or seat is None:
            continue
        other = game.resample(state, seat, rng)
        differ += other.hands != state.hands
        one, two = (choose(Seen(game, s, seat), random.Random(8), BLIND) for s in (state, other))
        assert one == two
    assert differ > 3


def test_a_first_sheet_for_two_depends_on_nothing_hidden() -> None:
    """In Agent a seat stakes the same, whatever the other has staked already."""
    game, rng, differ = games.load("agent"), random.Random(7), 0
    state = game.setup({}, game.seatings({}, 2)[0])
    state = game.successor(state, game.legal(state)[0])
    while state.phase == "stake":
        seat = game.actor(state) or Seat("")
        other = game.resample(state, seat, rng)
        differ += other != state
        one, two = (choose(Seen(game, s, seat), random.Random(8), QUICK) for s in (state, other))
        assert one == two
        state = game.successor(state, choose(Seen(game, state, seat), rng, QUICK))
    assert differ > 3


@every_game
def test_the_same_luck_plays_the_same(game: AnyGame) -> None:
    """A choice can be repeated by its seed; it is one of those that the seat has."""
    for state, seat in choices(game, every=29, most=count(4, 6)):
        seen = Seen(game, state, seat)
        first = choose(seen, random.Random(2), QUICK)
        assert first in seen.actions
        assert choose(Seen(game, state, seat), random.Random(2), QUICK) == first


def test_the_time_ends_a_search() -> None:
    """A search whose time is over looks ahead once, and still answers with something legal."""
    game = next(game for game in GAMES if game.name == "dog")
    state, seat = next(choices(game, every=40, most=1))
    asked: list[bool] = []

    def is_over() -> bool:
        asked.append(True)
        return True

    endless = Level("endless", "", turns=10**9, seconds=0.0)
    action = choose(Seen(game, state, seat), random.Random(1), endless, is_over)
    assert action in game.legal(state)
    assert len(asked) == 1


def test_nobody_on_the_way_looks_at_what_is_sealed() -> None:
    """A seat that answers a sealed guess within a search thinks the same whatever was guessed."""
    game = next(game for game in GAMES if game.name == "pocket_ops")
    state = first_state(game, {})
    while str(state.phase) != "place":
        state = game.successor(state, game.legal(state)[-1])
    placer = game.actor(state) or Seat("")
    found = []
    for room in range(9):
        hunt = search._Search(Seen(game, state, placer), random.Random(1))
        node = search._Node()
        sealed = state._replace(guess=(room,))
        hunt._choose(node, sealed, placer, game.legal(sealed))
        found.append({action: branch.mean for action, branch in node.items()})
    assert all(one == found[0] for one in found)
    assert len(set(found[0].values())) > 1


def test_what_is_compared_is_compared_in_the_same_truths() -> None:
    """Of what is looked into each is tried in each truth, until the worse half is left out."""
    game = next(game for game in GAMES if game.name == "dog")
    state, seat = next(one for one in choices(game, 9, 40) if len(game.legal(one[0])) > 8)
    hunt = search._Search(Seen(game, state, seat), random.Random(1))
    tried = Counter(number for number, _ in hunt.plan(96))
    assert [tried[number] for number in sorted(tried)] == [8] * 4 + [4] * 8 + [2] * 16
    assert len(hunt.rank()) == len(game.legal(state))


@pytest.mark.parametrize("name", ["agent", "wink"])
def test_of_equal_choices_each_may_be_searched(name: str) -> None:
    """Luck decides which of many choices that look equally good are searched, not their names."""
    game, depth = games.load(name), search.find_depth(games.load(name))
    for state, seat in choices(game, every=7, most=400):
        root = search._Search(Seen(game, state, seat), random.Random(1)).root
        best = max(branch.mean for branch in root.values())
        equal = {action for action, branch in root.items() if branch.mean == best}
        if game.actor(state) == seat and len(equal) > depth.kept:
            break
    else:
        pytest.fail("no such position")
    looked_into, chosen_on_the_way, answered = set[Any](), set[Any](), set[Any]()
    for luck in range(300):
        hunt = search._Search(Seen(game, state, seat), random.Random(luck))
        looked_into.update(*(actions for _, actions in hunt.plan(40)))
        answered.add(hunt.rank()[0].action)
        chosen_on_the_way.add(hunt._choose(search._Node(), state, seat, sorted(equal))[0])
        if equal <= looked_into & answered & chosen_on_the_way:
            return
    pytest.fail(f"never: {equal - (looked_into & answered & chosen_on_the_way)}")


@pytest.mark.parametrize("name", ["agent_dog", "dog", "wink"])
def test_a_hand_of_real_cards_cannot_be_played(name: str) -> None:
    """The program plays for a seat only where it knows its cards."""
    game = next(game for game in GAMES if game.name == name)
    real = game.setup({"dealing": "people"}, game.seatings({}, game.players({})[-1])[0])
    while game.actor(real) == CHANCE:
        real = game.successor(real, game.legal(real)[0])
    assert not any(knows_its_hand(game, real, one.seat) for one in game.view(real, TABLE).seats)


@pytest.mark.parametrize("name", ["dog", "agent_dog", "pocket_ops"])
def test_a_choice_with_real_cards_depends_on_nothing_hidden(name: str) -> None:
    """A hand that was shown, or a seat that the tablet draws for, plays alike in every truth."""
    game, rng, compared = games.load(name), random.Random(6), 0
    first = game.setup({"dealing": "people"}, game.seatings({}, game.players({})[-1])[0])
    seat = game.view(first, TABLE).seats[0].seat
    if game.entrust is not None:
        first = game.entrust(first, (seat,))
    for number, (dealt, _) in enumerate(walk(game, first, 4, most=400)):
        if compared > 5 or number % 5 or game.actor(dealt) != seat:
            continue
        state = dealt if game.forget is None else show(game, dealt, seat, rng)
        if not knows_its_hand(game, state, seat) or len(own_actions(game, state, seat)) < 2:
            continue
        truths = (state, game.resample(state, seat, rng))
        one, two = (choose(Seen(game, s, seat), random.Random(8), QUICK) for s in truths)
        assert one == two
        assert one in game.legal(state)
        compared += 1
    assert compared > 1


def show(game: AnyGame, state: Any, seat: Seat, rng: random.Random) -> Any:
    """Return the state after a real hand was shown: any that the seat may hold."""
    assert game.imagine is not None
    drawn = game.view(game.imagine(state, TABLE, rng), seat).seats
    hand = next(one.hand or () for one in drawn if one.seat == seat)
    return game.learn(state, seat, hand)
