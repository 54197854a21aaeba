"""Setting a game up: options and the first state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.setting import SEATS, Setting
from tablet_companion.games.agent.sheets import Sheet
from tablet_companion.games.agent.state import NOBODY, Phase, State, home
from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.shared import options as _options
from tablet_companion.games.text import N_

OPTIONS: Final = (
    Option(
        "agents_per_city",
        1,
        (1, 2),
        N_("Agents in each city"),
        told=(
            N_("four agents, one of each colour."),
            N_("eight; two of a colour look alike, and the page marks the second with a 2."),
        ),
    ),
    Option("paper_sheets", default=False, choices=(False, True), text=N_("Stakes on paper")),
    Option("contest_all", default=False, choices=(False, True), text=N_("Everybody may bid")),
    Option("claims_must_be_made", default=False, choices=(False, True), text=N_("Claim victory")),
    Option("objections", "silent", ("silent", "asked"), N_("Objections")),
    Option("most_turns", 500, (500, 200, 100), N_("A draw after this many turns")),
)
PLAYERS: Final = (2, 3, 4)


def players(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return the possible numbers of players; raises PositionError for a wrong option."""
    _options.complete_options(OPTIONS, options)
    return PLAYERS


def setup(options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
    """Return the first state, before the lot for who begins; raises PositionError.

    ``seats`` are the colours that play, in the order in which they sit clockwise.
    """
    return first_state(setting(_options.complete_options(OPTIONS, options), seats))


def setting(values: Mapping[str, OptionValue], seats: Sequence[Seat]) -> Setting:
    """Return a setting for two to four of the seats; raises PositionError."""
    check_seats(seats)
    return Setting(
        seats=tuple(seats),
        agents_per_city=int(str(values["agents_per_city"])),
        paper_sheets=values["paper_sheets"] is True,
        contest_all=values["contest_all"] is True,
        claims_must_be_made=values["claims_must_be_made"] is True,
        most_turns=int(str(values["most_turns"])),
    )


def check_seats(seats: Sequence[Seat]) -> None:
    """Raise PositionError unless these are two to four different seats."""
    if set(seats) - set(SEATS) or len(set(seats)) != len(seats) or len(seats) not in PLAYERS:
        raise PositionError(
            f"Agent is played by two to four of {', '.join(SEATS)}, not by "
            f"{', '.join(seats) or 'nobody'}."
        )


def first_state(where: Setting) -> State:
    """Return the start: every agent at home, the case in Tangier, nothing staked."""
    agents = len(where.agents)
    return State(
        setting=where,
        phase=Phase.LOT,
        turn=0,
        asked=NOBODY,
        agents=tuple(home(agent) for agent in range(agents)),
        case=MAP.centre,
        holder=NOBODY,
        sheets=(Sheet((), (0,) * agents),) * len(where.seats),
    )
