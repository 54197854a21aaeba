"""Every game as an OpenSpiel game: ``pyspiel.load_game("tablet_agent_dog(players=2)")``.

Importing this registers all games. Chance is explicit, with the true probability of every card; a
lot or a card is one chance node. Observations are derived from views alone. Parameters are the
game's options (a list of numbers is written ``[2 6]``), ``players`` or ``seating`` (``[red
green]``), and ``most_steps``.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from tablet_companion import games
from tablet_companion.games.core import CHANCE, TABLE, OptionValue, PositionError
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research import numbering, observing, tables
from tablet_companion.research.sequence import Choice, begin

PREFIX: Final = "tablet_"
_OWN: Final = {"players": tables.AS_MANY_AS_MAY, "seating": "[]", "most_steps": numbering.MAX_STEPS}


class TabletGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no annotations
    """One game with its options and number of players."""

    def __init__(
        self, game: AnyGame, params: Mapping[str, Any] | None = None, first: Any = None
    ) -> None:
        """Set a table up, or begin with any state; raises PositionError for wrong options."""
        given = {**_parameters(game), **(params or {})}
        options = {option.name: given[option.name] for option in game.options}
        seating = str(given["seating"]).strip("[]").split()
        chosen = _read_options(game, options)
        usual = tables.first_state(game, chosen, given["players"], seating)
        self.first = usual if first is None else first
        self.seats = tables.seats_of(game, self.first)
        self.game = game
        self.numbering = numbering.Numbering(game, self.first)
        self.most_steps = given["most_steps"]
        super().__init__(_game_type(game), self._info(), dict(params or {}))

    def _info(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.numbering.most,
            max_chance_outcomes=self.numbering.most_chance,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_steps,
        )

    def new_initial_state(self) -> TabletState:
        """Return the state before the first lot."""
        return TabletState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> TabletObserver:
        """Return an observer of the moment or, with ``perfect_recall``, also of the past."""
        if params:
            raise ValueError(f"Observers take no parameters here, not {dict(params)}.")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return TabletObserver(self, wanted)


class TabletState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no annotations
    """A moment of a game with its past."""

    def __init__(self, game: TabletGame) -> None:
        super().__init__(game)
        self.memory = observing.Memory(begin(game.game, game.first))

    def current_player(self) -> int:
        """Return the player to decide, in OpenSpiel's numbers."""
        moment = self.memory.moment
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if moment.decider == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        seats: tuple[Any, ...] = self.get_game().seats
        return seats.index(moment.decider)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only the player who decides is asked
        return list(self.get_game().numbering.choices(self.memory.moment))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return chance's choices with their probabilities."""
        moment = self.memory.moment
        odds = dict(zip(moment.choices, moment.odds(), strict=True))
        numbered = self.get_game().numbering.choices(moment)
        return [(n, odds[choice] / sum(odds.values())) for n, choice in numbered.items()]

    def _apply_action(self, action: int) -> None:
        self.memory = self.memory.after(self._choice(action))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - a number means something to the player who decides only
        return self.memory.moment.said(self._choice(action))

    def _choice(self, action: int) -> Choice:
        found: Choice = self.get_game().numbering.choice(self.memory.moment, action)
        return found

    def is_terminal(self) -> bool:
        """Whether the game is over or was cut short."""
        moment = self.memory.moment
        return not moment.due or moment.steps >= self.get_game().most_steps

    def returns(self) -> list[float]:
        """Return each player's payoff."""
        moment = self.memory.moment
        return list(tables.returns(moment.game.outcome(moment.state), self.get_game().seats))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TabletState:
        """Return a state with another truth that is possible for this player.

        The player's memory is the same. Inferences from earlier moments (a card given away) are
        respected only as far as the game's own ``resample`` does. OpenSpiel's history remains that
        of the true game.
        """
        rng = random.Random(sampler())  # noqa: S311 - a search, not secrets
        other: TabletState = self.clone()
        other.memory = self.memory.resampled(self.get_game().seats[player], rng)
        return other

    def __str__(self) -> str:
        """Return the whole truth as text, with every secret."""
        moment = self.memory.moment
        return f"decides: {moment.decider}\n{moment.game.write(moment.state)}"


class TabletObserver:
    """OpenSpiel's observer interface: ``tensor``, ``dict``, ``set_from``, ``string_from``.

    Public information is what everybody sees, private is what a seat's view adds. There is a tensor
    of the seat's whole view and, with perfect recall, a second part for its past
    (``Memory.counted``).
    """

    def __init__(self, game: TabletGame, wanted: Any) -> None:
        """Observe a game as requested; raises ValueError if all players' secrets are requested."""
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("Nobody observes every player's secrets; str(state) holds them.")
        self._seats = game.seats
        self._recall = wanted.perfect_recall
        self._public = wanted.public_info
        self._private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        parts = ("observation", "past") if self._recall else ("observation",)
        whole = self._public and self._private
        self.tensor = np.zeros(len(parts) * observing.FEATURES, np.float32) if whole else None
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            views = np.split(self.tensor, len(parts))
            self.dict = dict(zip(parts, views, strict=True))

    def set_from(self, state: TabletState, player: int) -> None:
        """Fill ``tensor``, if there is one, with the features of the moment."""
        if self.tensor is not None:
            seat = self._seats[player]
            found = observing.features(state.memory.moment, seat)
            found += state.memory.counted(seat) if self._recall else b""
            self.tensor[:] = np.frombuffer(found, np.uint8)

    def string_from(self, state: TabletState, player: int) -> str:
        """Return the observation; with perfect recall, after a digest of the past."""
        seat = self._seats[player] if self._private else TABLE
        moment = state.memory.moment
        whole = observing.observation if self._public else observing.private
        past = f"recalls: {state.memory.recalled(seat)}\n" if self._recall else ""
        return past + whole(moment, seat)


def _parameters(game: AnyGame) -> dict[str, Any]:
    """Return every parameter's default in OpenSpiel's notation."""
    return {option.name: _written(tables.default(option)) for option in game.options} | _OWN


def _written(value: OptionValue) -> str | bool | int:
    return f"[{' '.join(map(str, value))}]" if isinstance(value, tuple) else value


def _read_options(game: AnyGame, given: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return parameters as options; raises PositionError for an invalid list."""
    shapes = tables.options_of(game, {})
    return {
        name: _numbers(name, value) if isinstance(shapes[name], tuple) else value
        for name, value in given.items()
    }


def _numbers(name: str, text: object) -> tuple[int, ...]:
    try:
        return tuple(map(int, str(text).strip("[]").split()))
    except ValueError as error:
        raise PositionError(f"{name} is a list such as [2 6], not {text!r}.") from error


def _game_type(game: AnyGame) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=len(game.seats),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _maker(game: AnyGame) -> type[TabletGame]:
    """Return a class for OpenSpiel to make games with.

    OpenSpiel keeps it until after Python's end: a class survives that, while the last reference to
    a function or a partial must not be dropped then.
    """

    class Maker(TabletGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, params)

    return Maker


def register() -> None:
    """Register every game that can be played; one that fails is left out."""
    for name in games.names():
        with contextlib.suppress(games.BrokenGame):  # opening it by its name says why
            game = games.load(name)
            pyspiel.register_game(_game_type(game), _maker(game))


register()
