"""Players play well enough to notice, and what is said of their moves is true."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.agent.actions import Bid
from tablet_companion.games.agent.contest import find_contested
from tablet_companion.games.core import CHANCE, TABLE, Card, Seat, StepKind
from tablet_companion.games.pocket_ops.legal import placements
from tablet_companion.games.pocket_ops.state import Phase
from tablet_companion.games.wink.actions import Accuse, Call, Name
from tablet_companion.players import matches
from tablet_companion.players.choosing import (
    PlayerError,
    choose,
    make_player,
    play_greedily,
    play_randomly,
)
from tablet_companion.players.levels import LEVELS, Level
from tablet_companion.players.reasons import find_reasons
from tablet_companion.players.search import estimate, foresee
from tablet_companion.players.seen import Seen
from tablet_companion.research.tables import first_state
from tests.conformance.walk import GAMES, walk
from tests.games import dog


def test_greedy_play_beats_random_play() -> None:
    """In six deals of Pocket Ops, seats swapped, the greedy player wins nearly every game."""
    game = games.load("pocket_ops")
    state = first_state(game, {})
    pair = (play_greedily, play_randomly)
    found = matches.measure([matches.play_deal(game, state, pair, deal) for deal in range(6)])
    assert found.games == 12
    assert found.score > 0.75
    assert found.low > 0


def test_a_player_is_no_stronger_than_itself() -> None:
    """With the seats swapped a player scores just one half against itself."""
    game = games.load("pocket_ops")
    pair = (play_randomly, play_randomly)
    scores = [matches.play_deal(game, first_state(game, {}), pair, deal) for deal in range(4)]
    assert all(sum(pair) == 1 for pair in scores)
    assert matches.measure(scores).elo == pytest.approx(0)


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
def test_an_interval_of_strength_holds_what_is_true(alike: float) -> None:
    """Of 400 matches over 12 deals, however alike a deal's games, 95 % contain the true score."""
    rng = random.Random(12)
    found = [matches.measure(_toss(rng, 12, alike)) for _ in range(400)]
    true_elo = 400 * math.log10(TRUE_SCORE / (1 - TRUE_SCORE))
    held = sum(one.low <= true_elo <= one.high for one in found)
    assert 0.94 * len(found) <= held < len(found)


def test_independent_games_say_more_than_a_deal_twice_over() -> None:
    """The interval is the narrower, the less the two games of a deal are alike."""
    rng = random.Random(12)
    apart, alike = (matches.measure(_toss(rng, 200, share)) for share in (0.0, 1.0))
    assert apart.high - apart.low < 0.85 * (alike.high - alike.low)


TRUE_SCORE: Final = 0.7


def _toss(rng: random.Random, deals: int, alike: float) -> list[tuple[float, float]]:
    """Return scores of deals; in this share of them the second game goes like the first."""
    tossed = [[float(rng.random() < TRUE_SCORE) for _ in range(2)] for _ in range(deals)]
    return [(one, one if rng.random() < alike else other) for one, other in tossed]


def test_each_level_slips_less_or_searches_more() -> None:
    """Above the first, a level slips at most half as often as the one below, and searches more."""
    for below, above in itertools.pairwise(LEVELS.values()):
        assert above.turns > below.turns
        assert above.slips <= below.slips / 2


ALWAYS: Final = Level("", "", 150, 0.0, slips=1.0)
"""A level that always slips."""


def test_a_slip_is_any_choice_but_a_folly() -> None:
    """All that does not lose the round at first sight is played some time or other."""
    game = games.load("pocket_ops")
    position = game.read(_near_a_line(game))
    seen = Seen(game, position, game.actor(position) or TABLE)
    found = {choose(seen, random.Random(luck), ALWAYS) for luck in range(200)}
    worths = {one: foresee(game, position, one)[seen.seat] for one in seen.actions}
    most = max(worths.values())
    assert {one for one, worth in worths.items() if worth > most - 0.4} <= found
    assert all(worths[one] > most - 0.6 for one in found)
    assert len(found) < len(seen.actions)


def test_a_slip_misses_no_certain_win() -> None:
    """The last pawn of a side goes home, whatever else could be played."""
    playing = dog.holding(dog.new_game(), red="2 5 6 7", blue="3")
    table = dog.on_table(dog.position("", red=dog.HOME, green="F4 F3 F2 T31"))
    state = dog.GAME.amend(playing, table)
    seen = Seen(dog.GAME, state, Seat("red"))
    for luck in range(20):
        won = dog.GAME.successor(state, choose(seen, random.Random(luck), ALWAYS))
        assert dog.GAME.outcome(won) is not None


def test_nobody_accuses_at_a_venture() -> None:
    """In Wink with eight few accuse out of turn, most of them rightly; and no slip accuses."""
    game, rng, asked = games.load("wink"), random.Random(2), 0
    right: list[bool] = []
    for state, _ in walk(game, first_state(game, {}), 4, most=70):
        for seat in (one.seat for one in game.view(state, TABLE).seats):
            seen = Seen(game, state, seat)
            if not any(isinstance(one, Accuse) for one in seen.actions):
                continue
            if game.actor(state) == seat:
                assert not isinstance(choose(seen, rng, ALWAYS), Accuse)
                continue
            asked += 1
            chosen = choose(seen, rng, LEVELS["child"])
            if isinstance(chosen, Accuse):
                right.append(chosen.card in state.hands[state.setting.seats.index(chosen.of)])
    assert 0 < len(right) < asked / 4
    assert sum(right) > len(right) / 2


def test_search_finds_what_a_glance_does_not_show() -> None:
    """Where a line can be made at once, the search places there."""
    game = games.load("pocket_ops")
    position = game.read(_near_a_line(game))
    seen = Seen(game, position, game.actor(position) or TABLE)
    found = choose(seen, random.Random(1), Level("", "", 150, 0.0))
    assert game.write_action(position, found).endswith(" C")


@pytest.mark.parametrize("level", [LEVELS["good"], replace(LEVELS["best"], turns=100)], ids=str)
def test_a_strong_level_gives_its_partner_the_card_to_start_with(level: Level) -> None:
    """In DOG, with two cards that bring a pawn out, one goes to the partner, who may have none."""
    state = dog.dealt(dog.new_game())
    hands = [*state.hands]
    hands[state.turn] = tuple(map(Card, ("2", "3", "5", "6", "A", "K")))
    state = state._replace(hands=tuple(hands))
    seen = Seen(dog.GAME, state, dog.GAME.actor(state) or TABLE)
    assert {choose(seen, random.Random(luck), level).card for luck in range(3)} <= {"A", "K"}


def test_a_name_is_worth_what_its_answer_brings() -> None:
    """In Wink a right name looks better than any call, and than a wrong name."""
    game, compared = games.load("wink"), 0
    for state, _ in walk(game, first_state(game, {"edition": "agents"}, 4), 7, most=120):
        names = [one for one in game.legal(state) if isinstance(one, Name)]
        if not names:
            continue
        called, seats = state.pawns[state.turn], state.setting.seats
        own = seats[state.turn]
        right = [one for one in names if called in state.hands[seats.index(one.seat)]]
        others = [one for one in game.legal(state) if isinstance(one, Call | Name)]
        for name in right:
            worth = foresee(game, state, name)[own]
            assert all(foresee(game, state, one)[own] < worth for one in others if one != name)
            compared += 1
    assert compared


def _near_a_line(game: games.protocol.AnyGame) -> str:
    state = first_state(game, {})
    rng = random.Random(3)
    while str(state.phase) != "guess":
        state = game.successor(state, rng.choice(game.legal(state)))
    placer = 1 - state.first
    base = bytes([1 + placer, 1 + placer, 0, 0, 2 - placer, 0, 2 - placer, 0, 0])
    state = state._replace(base=base)
    state = game.successor(state, game.legal(state)[4])
    return game.write(state)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_worths_are_worths(game: games.protocol.AnyGame) -> None:
    """Every game has an estimate; it lies between lost and won, for every seat that plays."""
    assert game.worth is not None
    for number, (state, _) in enumerate(walk(game, first_state(game, {}), 1, most=400)):
        if number % 9 == 0:
            values = estimate(game, state)
            assert set(values) == {one.seat for one in game.view(state, TABLE).seats}
            assert all(-1 <= value <= 1 for value in values.values())


@pytest.mark.parametrize("name", ["dog", "agent_dog"])
def test_reasons_are_true(name: str) -> None:
    """Whoever is told that a move captures, or comes home, sees it do so."""
    game = games.load(name)
    said: set[str] = set()
    for state, _ in walk(game, first_state(game, {}), 2, most=900):
        seat = game.actor(state)
        if seat in (None, CHANCE):
            continue
        for action in game.legal(state)[:6]:
            texts = {label.text for label in find_reasons(game, state, seat, action)}
            steps = game.steps(state, action)
            assert texts
            if "It captures a pawn of the others." in texts:
                assert any(step.kind is StepKind.CAPTURED for step in steps)
            if "It brings a pawn home." in texts:
                assert any(".F" in str(step.target) for step in steps)
            said |= texts
    assert len(said) >= 4


@pytest.mark.parametrize("level", [Level("", "", 0, 0.0), Level("", "", 60, 0.0)], ids=str)
def test_nobody_guesses_where_the_other_cannot_place(level: Level) -> None:
    """In Pocket Ops a guess is spent only on rooms that the other may choose."""
    game, rng, full = games.load("pocket_ops"), random.Random(6), 0
    for state, _ in walk(game, first_state(game, {}), 6, most=150):
        if state.phase is not Phase.GUESS:
            continue
        rooms = {one.room for one in placements(state)}
        full += len(rooms) < len(state.base)
        found = choose(Seen(game, state, game.actor(state) or TABLE), rng, level)
        assert rooms.issuperset(found.rooms) or len(rooms) < len(found.rooms)
    assert full > 5


def test_nobody_gives_up_what_a_known_stake_still_wins() -> None:
    """In Agent nobody concedes, or bids less, while a bid shows only what everybody knows."""
    game, asked = games.load("agent"), 0
    for seed in range(3):
        for state, _ in walk(game, first_state(game, {}), seed, most=400):
            if state.phase != "bid":
                continue
            known = state.least(state.asked, find_contested(state))
            free = [
                one for one in game.legal(state) if isinstance(one, Bid) and one.amount <= known
            ]
            if free:
                asked += 1
                seen = Seen(game, state, game.actor(state) or TABLE)
                chosen = play_greedily(seen, random.Random(seed))
                assert isinstance(chosen, Bid)
                assert chosen.amount >= free[-1].amount
    assert asked > 5


@pytest.mark.parametrize(("turns", "agents"), [(12, 1), (0, 2)])
def test_of_two_each_leaves_some_agents_to_the_other(turns: int, agents: int) -> None:
    """In Agent for two nobody stakes on all agents at first, nor leaves the same ones each time."""
    game, bare = games.load("agent"), set[int]()
    for seed in range(3):
        options, level = {"agents_per_city": agents}, Level("", "", turns, 0.0)
        rng = random.Random(seed)
        state = game.setup(options, game.seatings(options, 2)[0])
        state = game.successor(state, game.legal(state)[0])
        while state.phase == "stake":
            seen = Seen(game, state, game.actor(state) or TABLE)
            state = game.successor(state, choose(seen, rng, level))
        for sheet in state.sheets:
            staked = {agent for agent, _ in sheet.batches[0]}
            bare |= {*range(len(state.agents))} - staked
            assert len(staked) <= 3 * agents
    assert len(bare) > agents


def test_a_player_that_is_none_is_refused_before_it_plays() -> None:
    """As people read it on the page, a level has another name; the sentence lists them."""
    with pytest.raises(PlayerError, match=r"no player .well.; choose from random, .* good, best"):
        make_player("well")
