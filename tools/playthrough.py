"""Playthroughs: whole random games as text that is read by people, reads back, and is compared.

``python -m tools.playthrough`` writes those again that the games keep in their folders, or one
game's if it is named; with ``--seed`` it prints that one instead. A playthrough is for developers:
beside what the table and the player on turn may see it holds the whole truth.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

from hardware.errors import CompanionError
from tablet_companion import games
from tablet_companion.games.core import CHANCE, TABLE, OptionValue
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.observing import lines
from tablet_companion.research.tables import first_state, options_of, seats_of
from tools.exemplary import exemplary, title

SHOWN: Final = 12
"""About this many times in a game the truth and what is seen of it are written out."""
_FIRST: Final = 4
_SEEDS: Final = 40
_SHORT: Final = 100
_MAX_DECISIONS: Final = 100_000


class PlaythroughError(CompanionError):
    """A text that is no playthrough, or one whose game does not end."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game, its options as far as they were chosen, how many play, and the seed of chance."""

    game: AnyGame
    options: dict[str, OptionValue]
    players: int
    seed: int

    @property
    def name(self) -> str:
        """Return the name of its file."""
        return f"{title(self.options, self.players)}-seed{self.seed}.txt"


# --- writing --------------------------------------------------------------------------------------


def write(table: Table) -> str:
    """Return the playthrough of a table; raises PlaythroughError if the game does not end."""
    return "\n".join([*_head(table), *_body(table.game, [*_played(table)])]) + "\n"


def _played(table: Table) -> Iterator[tuple[Any, Any]]:
    """Yield each state of the game with the action taken in it, at last with None."""
    game, rng = table.game, random.Random(table.seed)  # noqa: S311 - a game to read, not a secret
    state = first_state(game, table.options, table.players)
    for _ in range(_MAX_DECISIONS):
        legal = game.legal(state)
        if not legal:
            yield state, None
            return
        dealing = game.actor(state) == CHANCE
        odds = [game.weight(state, action) for action in legal] if dealing else None
        action = rng.choices(legal, odds)[0]
        yield state, action
        state = game.successor(state, action)
    raise PlaythroughError(f"{game.title} did not end within {_MAX_DECISIONS} decisions.")


def _head(table: Table) -> Iterator[str]:
    game = table.game
    state = first_state(game, table.options, table.players)
    yield f"# A random game of {game.title}. Each line: number, who, [choices], what was chosen."
    yield f"game: {game.name}"
    yield f"options: {json.dumps(options_of(game, table.options))}"
    yield f"seats: {' '.join(seats_of(game, state))}"
    yield f"seed: {table.seed}"


def _body(game: AnyGame, played: Sequence[tuple[Any, Any]]) -> Iterator[str]:
    """Yield a line a decision, and now and then all that is true and seen."""
    due = 0
    for number, (state, action) in enumerate(played):
        actor = game.actor(state)
        if action is None:
            yield from _shown(game, state, number)
            outcome = game.outcome(state)
            if outcome is None:
                stuck = game.write(state)
                raise PlaythroughError(f"{actor} has no legal action, and it is not over: {stuck}")
            yield f"outcome: {' '.join(outcome.winners) or 'a draw'}"
            return
        if number >= due and actor != CHANCE:
            yield from _shown(game, state, number)
            due = number + len(played) // SHOWN
        who = game.interrupter(action) or actor
        yield f"{number} {who} [{len(game.legal(state))}] {game.write_action(state, action)}"


def _shown(game: AnyGame, state: Any, number: int) -> Iterator[str]:
    """Yield the truth, what the table sees, what only the player on turn sees, and his choices."""
    actor = game.actor(state)
    public = lines(game.view(state, TABLE))
    yield ""
    yield f"== before {number}"
    yield f"truth: {game.write(state)}"
    yield from (f"  {line}" for line in public if not line.endswith(":"))
    if actor in seats_of(game, state):
        own = [line for line in lines(game.view(state, actor)) if line not in public]
        yield from (f"  only {actor} sees {line}" for line in own if not line.startswith("viewer"))
    few = [game.write_action(state, action) for action in game.legal(state)[:_FIRST]]
    yield from [f"  choices begin with {'; '.join(few)}"] * bool(few)
    yield ""


# --- reading --------------------------------------------------------------------------------------


def table_of(text: str) -> Table:
    """Return the table of a playthrough; raises PlaythroughError if the text has none."""
    head = dict(line.partition(": ")[::2] for line in text.splitlines()[1:5])
    try:
        game = games.load(head["game"])
        options = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in json.loads(head["options"]).items()
        }
        return Table(game, options, len(head["seats"].split()), int(head["seed"]))
    except (KeyError, ValueError) as error:
        raise PlaythroughError(f"This is no playthrough; its head lacks {error}.") from error


def read_back(text: str) -> str:
    """Return a playthrough written from the actions and states that are read in it.

    It is equal to the text where everything in it reads back. Raises PlaythroughError if a state
    is not the one that the actions lead to, PositionError where a text means nothing.
    """
    table = table_of(text)
    return "\n".join([*_head(table), *_body(table.game, [*_reread(table, text)])]) + "\n"


def _reread(table: Table, text: str) -> Iterator[tuple[Any, Any]]:
    game = table.game
    state = first_state(game, table.options, table.players)
    for line in text.splitlines()[5:]:
        if line.startswith("truth: "):
            found = game.read(line.removeprefix("truth: "))
            if found != state:
                raise PlaythroughError(f"The actions do not lead to the state {line:.60}…")
        elif line[:1].isdigit():
            action = game.read_action(state, line.split(" ", 3)[3])
            yield state, action
            state = game.apply(state, action)
    yield state, None


# --- the files ------------------------------------------------------------------------------------


def list_kept(game: AnyGame) -> tuple[Path, ...]:
    """Return the files of the playthroughs that a game keeps."""
    return tuple(sorted(_folder(game).glob("*.txt")))


def _folder(game: AnyGame) -> Path:
    return Path(str(resources.files(games.package(game.name)))) / "playthroughs"


def list_wanted(game: AnyGame) -> Iterator[Table]:
    """Yield the tables whose playthroughs a game keeps: for each the shortest game of some seeds.

    Where games are short it is the shortest three. Of an edition the fewest and the most players
    are enough. Options named ``most_…`` bound a game; the least bound makes it fit to be read.
    """
    bounds: dict[str, OptionValue] = {
        option.name: min(option.choices, key=lambda choice: int(str(choice)))
        for option in game.options
        if option.name.startswith("most_") and option.choices
    }
    for edition, players in exemplary(game):
        tried = [Table(game, edition | bounds, players, seed) for seed in range(1, _SEEDS + 1)]
        lengths = {table.seed: sum(1 for _ in _played(table)) for table in tried}
        tried.sort(key=lambda table: lengths[table.seed])
        yield from tried[: 3 if lengths[tried[0].seed] < _SHORT else 1]


def _rewrite(game: AnyGame) -> None:
    folder = _folder(game)
    folder.mkdir(exist_ok=True)
    for path in list_kept(game):
        path.unlink()
    for table in list_wanted(game):
        path = folder / table.name
        path.write_text(write(table), encoding="utf-8")
        sys.stdout.write(f"{path.name:<28}{path.stat().st_size / 1000:>8.0f} kB of {game.title}\n")


def main(words: Sequence[str] | None = None) -> None:
    """Write the playthroughs that the games keep, or print one."""
    parser = argparse.ArgumentParser(description="Write the games' playthroughs, or print one.")
    parser.add_argument("game", nargs="?", choices=games.names())
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--seed", type=int, help="print this game instead")
    arguments = parser.parse_args(words)
    if arguments.game is None or arguments.seed is None:
        for name in [arguments.game] if arguments.game else games.names():
            _rewrite(games.load(name))
        return
    game = games.load(arguments.game)
    players = arguments.players or game.players(options_of(game, {}))[-1]
    sys.stdout.write(write(Table(game, {}, players, arguments.seed)))


if __name__ == "__main__":
    main()
