"""Setting a game up: options and the first state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.pocket_ops.base import VACANT
from tablet_companion.games.pocket_ops.state import SEATS, Phase, Setting, State
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
    return first_state(where)


def players(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return that two play, whatever the options; raises PositionError for a wrong one."""
    setting(options)
    return (2,)


def setting(options: Mapping[str, OptionValue]) -> Setting:
    """Return the setting for these options, defaults filled in; raises PositionError."""
    known = {option.name: option for option in OPTIONS}
    for name, value in options.items():
        if name not in known:
            raise PositionError(f"There is no option {name!r}; known: {', '.join(known)}.")
        _check(known[name], value)
    values = {name: options.get(name, option.default) for name, option in known.items()}
    turn_cap = values["turn_cap"]
    assert isinstance(turn_cap, int)
    return Setting(
        code_moves=values["code_moves"] is True,
        turn_cap=turn_cap,
        seen_deal=values["dealing"] == "tablet",
    )


def _check(option: Option, value: object) -> None:
    """Raise PositionError for a value that an option cannot have."""
    if type(value) is not type(option.default) or (option.choices and value not in option.choices):
        wanted = " or ".join(map(repr, option.choices)) or "a number"
        raise PositionError(f"The option {option.name} is {wanted}, not {value!r}.")
    if isinstance(value, int) and not isinstance(value, bool) and value < 1:
        raise PositionError(f"The option {option.name} is at least 1, not {value!r}.")


def first_state(where: Setting) -> State:
    """Return the start: an empty base, nobody enrolled, no round won."""
    return State(
        setting=where,
        phase=Phase.LOT,
        round=1,
        first=0,
        turns=0,
        base=VACANT,
        placed=None,
        active=(None, None),
        fresh=(False, False),
        offers=((), ()),
        sealed=(None, None),
        enrolled=((), ()),
        boxed=((), ()),
        guess=None,
        revealed=(),
        double=(False, False),
        wins=(0, 0),
        ending=None,
        winner=None,
    )
