"""A game's state and everything derived from it, each computed at most once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

from tablet_companion.games.core import CHANCE, Place, Placement, Saying, Step, Viewer
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.evidence import Content, contents

T = TypeVar("T")
P = ParamSpec("P")
Action = object
"""An action of a game; only the game's own rules look inside."""


def cached(work: Callable[Concatenate[Position, P], T]) -> Callable[Concatenate[Position, P], T]:
    """Have the position keep what a pure function of it returns, for each set of arguments."""

    @functools.wraps(work)
    def find(position: Position, /, *arguments: P.args, **named: P.kwargs) -> T:
        assert not named, "arguments are given by position, as they are part of the key"
        key = (work, *arguments)
        derived = position._derived  # noqa: SLF001 - its own cache, asked thousands of times a look
        if key not in derived:
            derived[key] = work(position, *arguments, **named)
        found: T = derived[key]
        return found

    return find


def from_public(
    work: Callable[Concatenate[Position, P], T],
) -> Callable[Concatenate[Position, P], T]:
    """Have a function see public knowledge only, and the public position keep what it returns."""
    find = cached(work)

    @functools.wraps(work)
    def find_publicly(position: Position, /, *arguments: P.args, **named: P.kwargs) -> T:
        return find(position.public, *arguments, **named)

    return find_publicly


@dataclass(frozen=True)
class Position:
    """A state of a game, or None before the game begins, with its cache.

    A table keeps its position from look to look, so that the rules are never asked twice. The cache
    is dropped with the position. Positions are equal if their states are.
    """

    game: AnyGame
    state: Any
    _derived: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @functools.cached_property
    def placement(self) -> Placement:
        """What the table should show."""
        return self.game.placement(self.state)

    @functools.cached_property
    def contents(self) -> dict[Place, Content]:
        """What every area that is not empty should hold."""
        return contents(self.placement)

    @functools.cached_property
    def public(self) -> Position:
        """The position without what only the record knows: what may be used at the table."""
        state = self.game.veiled(self.state)
        return self if state == self.state else Position(self.game, state)

    @property
    def is_played(self) -> bool:
        """Whether a player has to act: the game goes on, and no lot is due."""
        return self.game.actor(self.state) not in (CHANCE, None)

    def count_spaces(self, source: Place, target: Place) -> int | None:
        """Return how many spaces lead from one place to another; None if nobody counts them."""
        return self.game.spaces(self.state, source, target)

    @cached
    def steps(self, action: Action) -> tuple[Step, ...]:
        """Return the physical steps of an action."""
        return self.game.steps(self.state, action)

    @cached
    def saying(self, action: Action) -> Saying | None:
        """Return how an action is announced, None if the pieces or the card tell it."""
        return self.game.saying(self.state, action)

    @cached
    def unseen(self) -> Action | None:
        """Return what happens next without anybody seeing or saying it, if anything."""
        return self.game.unseen(self.state)

    @cached
    def silence(self) -> Action | None:
        """Return what it means if nobody says anything now, if anything."""
        return self.game.silence(self.state)

    @cached
    def view(self, viewer: Viewer) -> Any:
        """Return what a viewer may know."""
        return self.game.view(self.state, viewer)

    @cached
    def follow(self, action: Action) -> Position:
        """Return the position after a legal action."""
        return Position(self.game, self.game.successor(self.state, action))

    def slim(self) -> Position:
        """Return the position with only its placement cached."""
        slim = Position(self.game, self.state)
        if "placement" in vars(self):
            vars(slim)["placement"] = self.placement
        return slim
