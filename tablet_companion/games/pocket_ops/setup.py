"""Setting a game up: options and the first state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.pocket_ops.state import SEATS, Setting, State
from tablet_companion.games.shared.options import complete_options
from tablet_companion.games.text import N_

OPTIONS: Final = (
    Option(
        "code_moves",
        default=False,
        choices=(False, True),
        text=N_("The access code changes hands every turn"),
    ),
    Option("dealing", "people", ("people", "tablet"), N_("Who shuffles and takes the guesses")),
    Option("turn_cap", 200, (), N_("Turns after which a round is given up")),
)


def setup(options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
    """Return the first state, before the lot for who guesses first; raises PositionError."""
    where = setting(options)
    if sorted(seats) != sorted(SEATS):
        raise PositionError(
            f"Pocket Ops is played by {' and '.join(SEATS)}, not by {', '.join(seats) or 'nobody'}."
        )
    return State(where)


def players(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return that two play, whatever the options; raises PositionError for a wrong one."""
    setting(options)
    return (2,)


def setting(options: Mapping[str, OptionValue]) -> Setting:
    """Return the setting for these options, defaults filled in; raises PositionError."""
    values = complete_options(OPTIONS, options)
    turn_cap = values["turn_cap"]
    if not isinstance(turn_cap, int) or turn_cap < 1:
        raise PositionError(f"The option turn_cap is at least 1, not {turn_cap!r}.")
    return Setting(
        code_moves=values["code_moves"] is True,
        turn_cap=turn_cap,
        seen_deal=values["dealing"] == "tablet",
    )
