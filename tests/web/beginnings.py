"""Where games at telephones begin: with any options and seats, at the start or on the way."""

from __future__ import annotations

import random
from typing import Any, Final

from tablet_companion.games.core import CHANCE, TABLE, OptionValue
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.seen import knows_its_hand
from tablet_companion.referee.model.table import SetUp
from tests.conformance.walk import draw_seats, is_dealt_by_tablet, walk
from tests.web.wired import Begun

_PLAYED: Final = 0.15
"""So often the table plays a seat, where it deals."""
_DEALT: Final = 0.8
"""So often the tablet knows what people hide, where it can."""
_KNOWN: Final[dict[str, OptionValue]] = {"dealing": "tablet", "paper_sheets": False}
_WALKED: Final = 150
"""Half of the games begin after as many random actions, at most."""
_LANGUAGES: Final = ("en", "fr", "de")


def begin_somewhere(game: AnyGame, rng: random.Random) -> Begun:
    """Return where a game begins: at its first state, or somewhere on the way."""
    first = _set_up(game, rng)
    if rng.random() < 0.5:
        states = [
            state for state, _ in walk(game, first, rng.randrange(999), rng.randrange(_WALKED))
        ]
        first = states[-1] if states else first
    while game.actor(first) == CHANCE:
        first = game.successor(first, rng.choice(game.legal(first)))
    seats = tuple(entry.seat for entry in game.view(first, TABLE).seats)
    names = {option.name for option in game.options}
    dealt = "tablet" if is_dealt_by_tablet(first) else "people"
    options = (("dealing", dealt),) if "dealing" in names else ()
    able = dealt == "tablet" and all(knows_its_hand(game, first, seat) for seat in seats)
    played = tuple(seat for seat in seats if able and rng.random() < _PLAYED)
    setup = SetUp(seats, options=options, language=rng.choice(_LANGUAGES), played=played)
    return Begun(game, first, setup)


def _set_up(game: AnyGame, rng: random.Random) -> Any:
    """Return a first state with any options and seats; the tablet mostly knows the secrets."""
    drawn: dict[str, OptionValue] = {
        one.name: rng.choice(one.choices) for one in game.options if one.choices
    }
    if rng.random() < _DEALT:
        drawn |= {name: value for name, value in _KNOWN.items() if name in drawn}
    return game.setup(drawn, draw_seats(game, drawn, rng))
