"""An action has the same number in every position, and every number is one action's."""

from __future__ import annotations

import dataclasses
import random
import zlib
from collections.abc import Iterator

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame, Listing
from tablet_companion.research.numbering import Numbering
from tablet_companion.research.sequence import Moment, begin
from tablet_companion.research.tables import first_state, seats_of
from tests.amounts import count
from tests.conformance.walk import GAMES
from tools.exemplary import exemplary, title

TABLES = [
    (game, options, players)
    for game in GAMES
    for options, players in [
        *exemplary(game),
        *(
            ({option.name: option.choices[-1]}, game.players({})[-1])
            for option in game.options
            if option.choices and option.name not in ("dealing", "edition")
        ),
    ]
]
every_table = pytest.mark.parametrize(
    ("game", "first"),
    [(game, first_state(game, options, players)) for game, options, players in TABLES],
    ids=[f"{game.name}-{title(options, players)}" for game, options, players in TABLES],
)
LISTED = {
    "agent": (1159, "045f7d1e"),
    "agent_dog": (2347, "1d196ade"),
    "dog": (6267, "d2bae3e5"),
    "pocket_ops": (276, "3b2ba72d"),
    "wink": (1835, "a05b5151"),
}
MOMENTS = count(250, 1500)


def random_moments(game: AnyGame, first: object, seed: int) -> Iterator[Moment]:
    """Yield the moments of random games until there are enough."""
    rng = random.Random(seed)
    moment = begin(game, first)
    for _ in range(MOMENTS):
        yield moment
        odds = moment.odds() if moment.decider == CHANCE else None
        moment = moment.after(rng.choices(moment.choices, odds)[0])
        if not moment.due:
            moment = begin(game, first)


@every_table
def test_a_number_is_a_choice_and_a_choice_a_number(game: AnyGame, first: object) -> None:
    """Every choice has a number of its own, in the bounds; other numbers are refused."""
    numbering = Numbering(game, first)
    for moment in random_moments(game, first, 1):
        choices = numbering.choices(moment)
        most = numbering.most_chance if moment.decider == CHANCE else numbering.most
        assert sorted(map(moment.said, choices.values())) == sorted(
            map(moment.said, moment.choices)
        )
        assert [*choices] == sorted(choices)
        assert 0 <= min(choices) <= max(choices) < most
        assert all(numbering.choice(moment, n) == one for n, one in choices.items())
        with pytest.raises(IndexError):
            numbering.choice(moment, -1)


@every_table
def test_an_action_has_one_number(game: AnyGame, first: object) -> None:
    """In two games the same action has the same number; only clashing splits may move."""
    numbers: dict[tuple[bool, str], int] = {}
    moved = 0
    for seed in (2, 3):
        numbering = Numbering(game, first)
        for moment in random_moments(game, first, seed):
            for number, choice in numbering.choices(moment).items():
                key = moment.decider == CHANCE, moment.said(choice)
                moved += numbers.setdefault(key, number) != number
    assert moved <= len(numbers) * (0.01 if game.listing(first).more else 0)


@every_table
def test_the_list_names_every_action_once(game: AnyGame, first: object) -> None:
    """No action is listed twice; each reads back from its text."""
    listing = game.listing(first)
    for listed in (listing.chance, listing.seats):
        assert len(set(listed)) == len(listed)
        for action in listed:
            assert game.read_action(first, game.write_action(first, action)) == action
            assert listing.bare(action) == action


@every_table
def test_numbers_give_no_secret_away(game: AnyGame, first: object) -> None:
    """The numbers of a player's choices are the same in every truth of that player's."""
    numbering = Numbering(game, first)
    rng = random.Random(4)
    for moment in [*random_moments(game, first, 5)][::25]:
        if moment.decider in seats_of(game, first):
            other = moment.in_other_truth(moment.decider, rng)
            assert numbering.choices(other) == numbering.choices(moment)


@pytest.mark.parametrize("name", LISTED)
def test_numbers_stay_from_version_to_version(name: str) -> None:
    """What was learnt by the numbers can be used on: if they change, the changelog has to say so.

    Pinned is the whole list, in order, at the usual table with as many players as can be.
    """
    game = games.load(name)
    first = first_state(game, {})
    listed = game.listing(first).seats
    texts = "\n".join(game.write_action(first, action) for action in listed)
    assert (len(listed), f"{zlib.crc32(texts.encode()):08x}") == LISTED[name]


def test_choices_with_the_same_number_are_told_apart() -> None:
    """With hardly more numbers than choices the first keeps its own, the others get free ones."""
    game = next(game for game in GAMES if game.name == "pocket_ops")
    moment = begin(game, first_state(game, {}))
    while len(moment.choices) < 9:
        moment = moment.after(moment.choices[0])
    count = len(moment.choices)
    unlisted = dataclasses.replace(game, listing=lambda _state: Listing(more=count))
    numbering = Numbering(unlisted, moment.state)
    assert numbering.most == count + 1, "waiting has a number, too"
    assert [*numbering.choices(moment)] == [*range(1, count + 1)]
