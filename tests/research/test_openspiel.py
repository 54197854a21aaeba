"""Every game as an OpenSpiel game, held against OpenSpiel's own tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablet_companion import games
from tablet_companion.games.core import PositionError
from tablet_companion.games.protocol import AnyGame
from tests.amounts import sampled, some
from tests.conformance.walk import GAMES
from tools.exemplary import exemplary, tables, title

WHY = "OpenSpiel is not installed: pip install .[research]"
pyspiel = pytest.importorskip("pyspiel", reason=WHY)
openspiel = pytest.importorskip("tablet_companion.research.openspiel")

TABLES = some(
    [(game, options, players) for game in GAMES for options, players in exemplary(game)], 3
)
every_table = pytest.mark.parametrize(
    ("game", "options", "players"),
    TABLES,
    ids=[f"{game.name}-{title(options, players)}" for game, options, players in TABLES],
)


def load(game: AnyGame, players: int, **parameters: Any) -> Any:
    """Return a game of OpenSpiel."""
    given = {"players": players, **parameters}
    written = ",".join(f"{name}={value}" for name, value in given.items())
    return pyspiel.load_game(f"{openspiel.PREFIX}{game.name}({written})")


def test_every_game_is_registered() -> None:
    """OpenSpiel's own list names every game of the house."""
    assert {openspiel.PREFIX + game.name for game in GAMES} <= set(pyspiel.registered_names())


def test_a_broken_game_of_somebodys_own_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening it by its name says why; the other games can be played all the same."""

    def fail(name: str) -> AnyGame:
        raise games.BrokenGame(f"The game {name!r} cannot be loaded.")

    monkeypatch.setattr(games, "names", lambda: ("broken",))
    monkeypatch.setattr(games, "load", fail)
    openspiel.register()
    assert "tablet_broken" not in pyspiel.registered_names()


@sampled(3)
@every_table
def test_random_simulation(game: AnyGame, options: dict[str, Any], players: int) -> None:
    """OpenSpiel's simulation of the beginning of a game, with all its checks, finds no fault."""
    loaded = load(game, players, most_steps=45, **options)
    assert loaded.num_players() == players
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@sampled(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_ends_with_returns(game: AnyGame) -> None:
    """A game played by OpenSpiel's numbers to its end pays its winners, and returns sum to zero."""
    options, players = tables(game)[0]
    loaded = load(game, players, **options)
    state = loaded.new_initial_state()
    number = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        number = (number * 31 + 7) % 1_000_003
        state.apply_action(legal[number % len(legal)])
    assert len(state.history()) < loaded.max_game_length()
    outcome = game.outcome(state.memory.moment.state)
    assert outcome is not None
    paid = dict(zip(loaded.seats, state.returns(), strict=True))
    assert all((worth > 0) == (seat in outcome.winners) for seat, worth in paid.items())
    assert sum(paid.values()) == pytest.approx(0)


@sampled(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_playthroughs_are_regenerated(
    game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenSpiel's playthrough of a game, replayed from its text, is the same text."""
    generator = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    flags = pytest.importorskip("absl.flags")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    monkeypatch.setattr("sys.argv", ["playthrough"])
    _, players = tables(game)[0]
    path = tmp_path / "playthrough.txt"
    name = f"{openspiel.PREFIX}{game.name}(players={players},most_steps=25)"
    path.write_text(generator.playthrough(name, None, seed=1), encoding="utf-8")
    original, again = generator.replay(str(path))
    assert again == original


def test_the_odds_of_a_deal_are_those_of_the_pack() -> None:
    """In Agent DOG's pack of 110 cards the first card is the likelier the more copies it has."""
    game = next(game for game in GAMES if game.name == "agent_dog")
    state = load(game, 2).new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(0)
    deck = state.memory.moment.state.setting.deck
    odds = [odds for _, odds in state.chance_outcomes()]
    assert sorted(odds) == pytest.approx(sorted(count / sum(deck) for count in deck))
    assert sum(odds) == pytest.approx(1)


def test_a_numbered_list_is_an_option() -> None:
    """A list of numbers is given in brackets, also one of a single number."""
    game = next(game for game in GAMES if game.name == "agent_dog")
    loaded = load(game, 2, holes="[6 10]", meeting_points="[7]")
    assert loaded.first.setting.holes == (6, 10)
    assert "holes=[6 10]" in str(loaded)
    with pytest.raises(PositionError, match="list"):
        load(game, 2, holes="[six]")


def test_seats_can_be_named() -> None:
    """Two who sit opposite each other play; a seat that there is not is refused."""
    game = next(game for game in GAMES if game.name == "agent_dog")
    loaded = load(game, 0, seating="[red green]")
    assert loaded.seats == ("red", "green")
    assert load(game, 2).seats != loaded.seats
    with pytest.raises(PositionError, match="no seat 'pink'"):
        load(game, 0, seating="[red pink]")


@sampled(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_past_is_in_the_tensor_of_an_information_state(game: AnyGame) -> None:
    """Its first half is the observation; the second grows with what the seat sees and does."""
    options, players = tables(game)[0]
    state = load(game, players, most_steps=60, **options).new_initial_state()
    sums = []
    while not state.is_terminal():
        whole = np.asarray(state.information_state_tensor(0))
        observed = np.asarray(state.observation_tensor(0))
        assert np.array_equal(whole[: len(observed)], observed)
        past = whole[len(observed) :]
        assert len(past) == len(observed)
        sums.append(int(past.sum()))
        state.apply_action(state.legal_actions()[-1])
    assert sums == sorted(sums)
    assert sums[0] < sums[-1]


def test_another_truth_is_remembered_the_same() -> None:
    """The player's past is the same there; it is worked out when somebody asks for it."""
    state = load(games.load("agent_dog"), 2, most_steps=60).new_initial_state()
    while not state.is_terminal() and state.move_number() < 40:
        state.apply_action(state.legal_actions()[-1])
    other = state.resample_from_infostate(0, iter([0.3]).__next__)
    assert not other.memory.counts
    assert other.information_state_tensor(0) == state.information_state_tensor(0)
    assert other.information_state_string(0) == state.information_state_string(0)


def test_public_and_private_observations_are_apart() -> None:
    """The public observation is what the table shows, the private one little but the hand."""
    game = next(game for game in GAMES if game.name == "agent_dog")
    loaded = load(game, 2)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    kinds = pyspiel.PrivateInfoType
    public, private = (
        loaded.make_py_observer(
            pyspiel.IIGObservationType(
                public_info=kind == kinds.NONE, perfect_recall=False, private_info=kind
            )
        )
        for kind in (kinds.NONE, kinds.SINGLE_PLAYER)
    )
    assert "seats.red.hand:\n" in public.string_from(state, 0)
    assert "seats.red.hand: " in private.string_from(state, 0)
    assert "seats.blue.hand" not in private.string_from(state, 0)
    assert public.tensor is None
    with pytest.raises(ValueError, match="every player"):
        loaded.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.ALL_PLAYERS)
        )


@sampled(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_learner_and_a_searcher_of_openspiel_play(game: AnyGame) -> None:
    """OpenSpiel's own reinforcement learning environment and its ISMCTS take every game."""
    rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    _, players = tables(game)[0]
    loaded = load(game, players, most_steps=80)
    table = rl_environment.Environment(loaded)
    step = table.reset()
    while not step.last():
        step = table.step([step.observations["legal_actions"][step.current_player()][0]])
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, rng), 2.0, 8, random_state=rng)
    state = loaded.new_initial_state()
    for _ in range(30):
        if state.is_terminal():  # of a short game
            break
        chance = state.is_chance_node()
        state.apply_action(state.legal_actions()[0] if chance else bot.step(state))
    assert state.history()
