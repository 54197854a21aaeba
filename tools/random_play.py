"""How fast the rules are: ``python -m tools.random_play``, which `make bench` runs.

Random play in actions per second of processor time, of our games and of three of other projects
for comparison, and the two longest searches.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.measure.speed import Figure
from tablet_companion.research.tables import first_state
from tools import searches
from tools.arguments import read_words

_PLAY_S: Final = 2.0
_MAX_ACTIONS: Final = 300
"""The number of actions after which a new game begins."""

Played = tuple[int, int]
"""Actions taken, and legal actions listed for them."""
Play = Callable[[random.Random], Played]
Rates = tuple[float, float]
"""Both, per second."""


def measure_rules() -> Iterator[Figure]:
    """Yield every figure as soon as it is measured; this takes a minute."""
    own = {}
    for title, (actions, listed) in _measure_own_games():
        own[title] = actions
        yield Figure(f"random play, {title}", f"{actions:,.0f} actions/s")
        yield Figure("  legal actions listed", f"{listed:,.0f} /s")
    for title, find in _OTHERS.items():
        try:
            play = find()
        except ImportError:
            yield Figure(f"random play, {title}", "not installed")
            continue
        actions = _measure_rate(play)[0]
        yield Figure(f"random play, {title}", f"{actions:,.0f} actions/s")
        for name in _COMPARED:
            yield Figure(f"  {name} to it", f"{own[name] / actions:.2f}", _AIMS.get(title, ""))
    for what, (usual, worst) in searches.measure_searches():
        aims = ("5 ms", "50 ms") if what == searches.PARTNERS else ("", "")
        yield Figure(f"{what}, {searches.POSITIONS} positions", f"{usual:.1f} ms", aims[0])
        yield Figure("  the slowest", f"{worst:.0f} ms", aims[1])


def _measure_own_games() -> Iterator[tuple[str, Rates]]:
    """Yield the rates of each of our games, with as many players as possible, by its title."""
    for name in games.names():
        game = games.load(name)
        yield game.title, _measure_rate(lambda rng, game=game: _play_game(game, rng))  # type: ignore[misc] # a lambda's default binds the loop's game


def _measure_rate(play: Play) -> Rates:
    rng = random.Random(1)  # noqa: S311 - games, not secrets
    actions = listed = 0
    start = time.process_time()  # what else the machine does changes little
    while (spent := time.process_time() - start) < _PLAY_S:
        more, legal = play(rng)
        actions += more
        listed += legal
    return actions / spent, listed / spent


def _play_game(game: AnyGame, rng: random.Random) -> Played:
    state = first_state(game, {})
    actions = listed = 0
    while game.outcome(state) is None and actions < _MAX_ACTIONS:
        legal = game.legal(state)
        state = game.successor(state, rng.choice(legal))
        actions += 1
        listed += len(legal)
    return actions, listed


def _find_chess() -> Play:
    import chess  # noqa: PLC0415 - a development dependency

    def play(rng: random.Random) -> Played:
        board = chess.Board()
        actions = listed = 0
        while actions < _MAX_ACTIONS and (legal := list(board.legal_moves)):
            board.push(rng.choice(legal))
            actions += 1
            listed += len(legal)
        return actions, listed

    return play


def _find_connect_four() -> Play:
    from pettingzoo.classic.connect_four import connect_four  # noqa: PLC0415 - an extra

    table = connect_four.env()

    def play(rng: random.Random) -> Played:
        actions = listed = 0
        table.reset()
        while not any(table.terminations.values()):
            mask = table.observe(table.agent_selection)["action_mask"]
            legal = [column for column, free in enumerate(mask) if free]
            table.step(rng.choice(legal))
            actions += 1
            listed += len(legal)
        return actions, listed

    return play


def _find_tic_tac_toe() -> Play:
    import open_spiel.python.games  # noqa: F401, PLC0415 - an extra; it registers the games
    import pyspiel  # noqa: PLC0415 - an extra

    table = pyspiel.load_game("python_tic_tac_toe")

    def play(rng: random.Random) -> Played:
        actions = listed = 0
        state = table.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(rng.choice(legal))
            actions += 1
            listed += len(legal)
        return actions, listed

    return play


_CHESS: Final = "python-chess"
_OTHERS: Final[Mapping[str, Callable[[], Play]]] = {
    _CHESS: _find_chess,
    "PettingZoo's connect four": _find_connect_four,
    "OpenSpiel's tic-tac-toe in Python": _find_tic_tac_toe,
}
"""What plays each of other projects' games; it raises ImportError where one is not installed."""
_COMPARED: Final = ("Agent DOG", "DOG", "Wink")
_AIMS: Final = {_CHESS: "3.00"}
"""How many times as fast those should be: compiled, which the plain rules are not."""


def main() -> None:
    """Print one line for each figure."""
    for figure in measure_rules():
        sys.stdout.write(f"{figure}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    read_words(__doc__)
    main()
