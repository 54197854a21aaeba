"""What can be done in a game, in few words: actions are given and told as their text."""

from __future__ import annotations

from typing import Generic, TypeVar

from tablet_companion.games.core import Place
from tablet_companion.games.protocol import AnyGame

S = TypeVar("S")


class Acting(Generic[S]):
    """One game's actions as text; each of its test modules names the methods that it needs."""

    def __init__(self, game: AnyGame) -> None:
        """Act in this game, whose states are of type ``S``."""
        self._game = game

    def play(self, state: S, *texts: str) -> S:
        """Return the state after some actions, each of which must be legal."""
        for text in texts:
            state = self._game.apply(state, self._game.read_action(state, text))
        return state

    def reasons(self, state: S, text: str) -> list[str]:
        """Return the rules that an action breaks; empty when it is legal."""
        action = self._game.read_action(state, text)
        return [str(breach.rule) for breach in self._game.judge(state, action)]

    def legal(self, state: S, verb: str = "") -> set[str]:
        """Return the texts of the legal actions that begin like this."""
        texts = {self._game.write_action(state, action) for action in self._game.legal(state)}
        return {text for text in texts if text.startswith(verb)}

    def doings(self, state: S, text: str) -> set[tuple[str, str, str, str]]:
        """Return what people do for an action: rule, piece, from where, to where."""
        steps = self._game.steps(state, self._game.read_action(state, text))
        return {(str(s.rule), str(s.piece), str(s.source), str(s.target)) for s in steps}

    def on(self, state: S, place: str) -> list[str]:
        """Return what is seen on a place of the table."""
        pieces = self._game.placement(state).pieces
        return [str(piece) for at, piece in pieces if at == Place(place)]
