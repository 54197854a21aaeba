"""Requests to players at the table, as plain values that can be sent to another process."""

from __future__ import annotations

import random
from typing import NamedTuple

from tablet_companion import games
from tablet_companion.games.core import Message, Seat
from tablet_companion.players.choosing import Until, choose
from tablet_companion.players.levels import LEVELS
from tablet_companion.players.reasons import find_reasons
from tablet_companion.players.seen import WAIT, Seen


class Job(NamedTuple):
    """A choice to make for a seat: the game's name, the position as text, and the random seed.

    ``advice``: reasons are wanted as well.
    """

    game: str
    state: str
    seat: Seat
    level: str
    seed: int
    advice: bool = False


class Done(NamedTuple):
    """The chosen action as text, empty for waiting; with reasons if they were wanted."""

    action: str
    reasons: tuple[Message, ...] = ()


def do(job: Job, is_over: Until) -> Done:
    """Choose an action; ``is_over`` tells when the time is up."""
    game = games.load(job.game)
    state = game.read(job.state)
    seen, luck = Seen(game, state, job.seat), random.Random(job.seed)  # noqa: S311 - as below
    action = choose(seen, luck, LEVELS[job.level], is_over)
    if action is WAIT:
        return Done("")
    drawn = seen.sample(random.Random(0))  # noqa: S311 - games, not secrets
    why = find_reasons(game, drawn, job.seat, action) if job.advice else ()
    return Done(game.write_action(state, action), why)
