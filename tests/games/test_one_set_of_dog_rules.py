"""One set of rules for DOG and Agent DOG: what is legal breaks none, what is bent breaks that one.

``CONFORMANCE_GAMES`` above its default looks at fifty times as many positions.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pytest

from tablet_companion import games
from tablet_companion.games.agent_dog.exchange import read_position as read_agent_dog
from tablet_companion.games.core import IllegalAction
from tablet_companion.games.dog.exchange import read_position as read_dog
from tablet_companion.games.dog_family import actions
from tests.conformance.walk import MORE
from tests.games.bent import agent_dog as bends_agent_dog
from tests.games.bent import dog as bends_dog
from tests.games.bent.dog_family import Bend
from tests.oracle import agent_dog_positions, dog_positions

_POSITIONS: Final = 500 if MORE == 1 else 20_000
_OF_A_KIND: Final = 2 if MORE == 1 else 10
"""How often at least a bend has to come up."""


class Family(NamedTuple):
    """A game, random positions of it, and how its plays can be bent."""

    game: Any
    position: Callable[[int], dict[str, Any]]
    read: Callable[[dict[str, Any]], Any]
    play: type[Any]
    bends: tuple[Bend, ...]

    def states(self, count: int, first: int = 0) -> Iterator[Any]:
        """Yield random positions, in which nobody has won."""
        for seed in range(first, first + count):
            yield self.read(self.position(seed))


FAMILIES: Final = (
    Family(games.load("dog"), dog_positions.position, read_dog, actions.Play, bends_dog.BENDS),
    Family(
        games.load("agent_dog"),
        agent_dog_positions.position,
        read_agent_dog,
        actions.Play,
        bends_agent_dog.BENDS,
    ),
)
both = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.game.name)


def _plays(family: Family, state: Any, count: int) -> list[Any]:
    """Return some of a position's legal plays, of every card about as many."""
    rng, by_card = random.Random(state.board.hex()), defaultdict(list)
    for action in family.game.legal(state):
        if isinstance(action, family.play):
            by_card[action.card].append(action)
    return [
        play for found in by_card.values() for play in rng.sample(found, min(count, len(found)))
    ]


def _bent(family: Family, state: Any, count: int) -> Iterator[tuple[str, Any, Any, str]]:
    """Yield some bends of some plays: the bend, the state, what is played, the rule it breaks."""
    for play in _plays(family, state, count):
        for bend in family.bends:
            for bent in itertools.islice(bend(state, play), 1):
                yield bend.__name__, *bent


@both
def test_no_rule_speaks_against_a_legal_play(family: Family) -> None:
    """Thousands of legal plays are judged by every predicate, and none of them says a word."""
    judged = 0
    for state in family.states(_POSITIONS // 2):
        legal = family.game.legal(state)
        for action in [*legal[:3], *legal[-3:], *_plays(family, state, 6)]:
            assert not family.game.judge(state, action), (state, action)
            judged += 1
    assert judged > 5 * (_POSITIONS // 2)


@both
def test_a_bent_play_breaks_the_rule_of_its_bend(family: Family) -> None:
    """Every named way to play wrongly is refused for what is wrong, wherever it comes up."""
    seen: Counter[str] = Counter()
    wrong = []
    for state in family.states(_POSITIONS):
        for name, where, bent, rule in _bent(family, state, 2):
            reasons = [breach.rule for breach in family.game.judge(where, bent)]
            if rule not in reasons and bent not in family.game.legal(where):
                wrong.append((name, rule, reasons, bent, where))
            seen[name] += 1
    rare = {bend.__name__ for bend in family.bends if seen[bend.__name__] < _OF_A_KIND}
    assert not wrong, f"{len(wrong)} of {sum(seen.values())}: {wrong[:3]}"
    assert not rare, rare


@both
def test_exactly_what_is_listed_can_be_applied(family: Family) -> None:
    """Of plays bent in every way ``apply`` takes those that ``legal`` lists, and no other."""
    game = family.game
    for state in family.states(_POSITIONS // 8, first=_POSITIONS):
        for _, where, bent, _ in _bent(family, state, 2):
            assert _is_applied(game, where, bent) == (bent in game.legal(where)), (where, bent)


def _is_applied(game: Any, state: Any, action: Any) -> bool:
    try:
        game.apply(state, action)
    except IllegalAction:
        return False
    return True
