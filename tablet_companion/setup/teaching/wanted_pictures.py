"""The pictures that teach a board, and what stands on the board in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Card, Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.kit import printed
from tablet_companion.setup.teaching.teaching import Teaching


def first_position(game: AnyGame, teaching: Teaching) -> dict[str, str]:
    """Return the starting position: pieces by places."""
    options = {option.name: option.default for option in game.options}
    count = max(game.players(options))
    state = game.setup(options, game.seatings(options, count)[0])
    free = {area: [place.name for place in places] for area, places in teaching.own.areas.items()}
    return {
        free[area].pop(0): str(piece)
        for area, piece in game.placement(state).pieces
        if free.get(area)
    }


def set_out(teaching: Teaching, asked: Mapping[str, str]) -> Mapping[str, str]:
    """Return the starting position as it was set out and shown; before, as it is ``asked`` for."""
    shown = teaching.shown.get("start")
    return asked if shown is None else shown[0]["pieces"]


@dataclass(frozen=True)
class Ask:
    """A picture to be taken: its name, the pieces on the board, the card on top."""

    name: str
    say: Message
    pieces: Mapping[str, str]
    card: str | None = None


EMPTY: Final = Ask("empty", Message(N_("Take everything off the board.")), {})
MEN: Final = Ask(
    "men", Message(N_("Put some pieces of each colour onto places, and touch “Take it now”.")), {}
)
"""What tells the colours of the pieces of a board that no game knows, wherever they stand."""


def list_asks(game: AnyGame, teaching: Teaching) -> tuple[Ask, ...]:
    """Return the pictures that teach a board, in their order."""
    start = first_position(game, teaching)
    asks = [EMPTY, Ask("start", Message(N_("Set out the pieces as a game begins.")), start)]
    if teaching.own.discard is not None:
        asks += [
            Ask(
                f"card_{card}",
                Message(N_("Lay this card on the pile: {card}"), (("card", Card(card)),)),
                start,
                card,
            )
            for card in printed.drawings(game.name)
        ]
    return tuple(asks)
