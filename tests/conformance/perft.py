"""Pinned perft positions; ``python -m tests.conformance.perft GAME`` pins them again.

A game's pins stand in ``playthroughs/perft.toml`` of its folder: positions of random games as text,
each with the counts after 1, 2, 3, … actions, as deep as a moment allows.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from tablet_companion import games
from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.tables import first_state
from tests.conformance.walk import walk
from tools.exemplary import exemplary, title
from tools.perft import perft

MAX_WAYS: Final = 12_000
"""A count beyond this is not pinned: all of a game's are counted in a second or two."""
_DEEPEST: Final = 10
"""Actions ahead; where there are few choices it takes many to tell two sets of rules apart."""
_LONGEST: Final = 20_000
"""Actions of a random game that are followed: a game of naive rules may never end."""
_SLOW_S: Final = 0.5
"""If counting took longer, no further action is counted: it would take many times as long."""
_SEED: Final = 7
_QUARTERS: Final = 4


class Pin(NamedTuple):
    """A position as text, and its counts after one, two, three … actions."""

    name: str
    state: str
    counts: tuple[int, ...]


def file(name: str) -> Path:
    """Return the file of a game's pins, which need not be there yet."""
    return Path(str(resources.files(games.package(name)))) / "playthroughs" / "perft.toml"


def pins(name: str) -> tuple[Pin, ...]:
    """Return a game's pins; none where it has no file of them."""
    path = file(name)
    if not path.exists():
        return ()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(Pin(pin["name"], pin["state"], tuple(pin["counts"])) for pin in data["positions"])


def made(game: AnyGame) -> Iterator[Pin]:
    """Yield new pins: the start, and the quarters and the end of a random game of every table."""
    for options, players in exemplary(game):
        start = first_state(game, options, players)
        states = [state for state, _ in walk(game, start, seed=_SEED, most=_LONGEST)]
        wanted = {len(states) * quarter // _QUARTERS for quarter in range(_QUARTERS)}
        for number in sorted(wanted | {max(len(states) - 3, 0)}):
            found = _from(game, states, number)
            name = f"{title(options, players)} players, after {found} actions of game {_SEED}"
            yield Pin(name, game.write(states[found]), _counts(game, states[found]))


def _from(game: AnyGame, states: list[Any], number: int) -> int:
    """Return the number of the first state from one on in which somebody decides."""
    for later in range(number, len(states)):
        if game.actor(states[later]) != CHANCE:
            return later
    return number


def _counts(game: AnyGame, state: Any) -> tuple[int, ...]:
    counts: list[int] = []
    while len(counts) < _DEEPEST:
        begun_s = time.process_time()
        ways = perft(game, state, len(counts) + 1, MAX_WAYS)
        if not ways or (counts and ways > MAX_WAYS):
            break
        counts.append(ways)
        if time.process_time() - begun_s > _SLOW_S:
            break
    return tuple(counts)


def written(found: Iterator[Pin]) -> str:
    """Return pins as TOML."""
    entries = [
        f"[[positions]]\nname = \"{pin.name}\"\nstate = '''{pin.state}'''\n"
        f"counts = {list(pin.counts)}\n"
        for pin in found
    ]
    return "\n".join(entries)


def main() -> None:
    """Pin a game's positions again."""
    parser = argparse.ArgumentParser(description="Pin a game's perft positions again.")
    parser.add_argument("game", choices=games.names())
    name = parser.parse_args().game
    path = file(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(written(_told(made(games.load(name)))), encoding="utf-8")
    sys.stdout.write(f"{path.name}: {len(pins(name))} positions\n")


def _told(found: Iterator[Pin]) -> Iterator[Pin]:
    """Yield pins, and print each: a game's may take minutes."""
    for pin in found:
        sys.stdout.write(f"{pin.name}: {', '.join(map(str, pin.counts))}\n")
        sys.stdout.flush()
        yield pin


if __name__ == "__main__":
    main()
