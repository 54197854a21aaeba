"""Players at a simulated table: with cards if the game has a pile, otherwise with words."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from hardware.errors import CompanionError
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.options import join_numbers
from tablet_companion.selfplay.plans import Wish
from tablet_companion.selfplay.play import Player, Tally, TurnTold, play_round
from tablet_companion.selfplay.speaker import Speaker, at_random
from tablet_companion.simulator.house import House

MAX_PLAYS: Final = 150
"""The limit for games without a pile; a round of these is the whole game."""


def someone(house: House, *, fault_share: float, wish: Wish | None = None) -> Player | Speaker:
    """Return a player of the house's game; ``fault_share`` of the moves go wrong first.

    With cards it plays by ``wish``; without, at random.
    """
    if house.kit.game.pile:
        return Player(house, fault_share=fault_share, wish=wish)
    # A generator of its own, so that a game does not depend on how often the house draws.
    policy = at_random(random.Random(house.rng.random()))  # noqa: S311 - games, not secrets
    return Speaker(house, policy, fault_share=fault_share)


class PlayersError(CompanionError):
    """The game has no such number of players."""


def check_players(game: AnyGame, players: int) -> None:
    """Raise PlayersError for an impossible number of players; 0 is the usual number."""
    allowed = game.players({})
    if players and players not in allowed:
        numbers = join_numbers(allowed)
        raise PlayersError(
            f"{game.title} is played by {numbers} players, not by {players}; change --players."
        )


def play_out(player: Player | Speaker, hear: Callable[[TurnTold], None]) -> bool:
    """Play a round, or a whole game without rounds; False if the referee lost the game."""
    if isinstance(player, Player):
        return play_round(player, hear)
    for _ in range(MAX_PLAYS):
        if player.over:
            break
        told = player.turn()
        hear(told)
        if told.wrong:
            return False
    return True


def play_counted(
    player: Player | Speaker, players: int, tally: Tally, complain: Callable[[str], None]
) -> None:
    """Play a round, or a whole game without rounds, and count it; report every wrong verdict."""

    def hear(told: TurnTold) -> None:
        tally.add(told)
        if told.wrong:
            complain(f"{told.seat}, {told.action}: {told.wrong}")

    player.begin(players)
    play_out(player, hear)
    tally.frames += player.house.frames


def play_on(house: House, players: int, fault_share: float) -> None:
    """Play round after round until the game is over or the referee lost it."""
    player = someone(house, fault_share=fault_share)
    player.begin(players)
    while not player.over and not player.turn().wrong:
        pass
