"""The pages before a game: the choices, and the check of the starting position."""

from __future__ import annotations

from tablet_companion.games.core import TABLE, Message, Option, PositionError, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.options import list_players
from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.referee.model.differences import find_differences
from tablet_companion.referee.model.events import Begin
from tablet_companion.referee.model.panels import (
    Button,
    CheckPanel,
    OptionChoice,
    SetUpPanel,
    Weight,
)
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import tell_needs
from tablet_companion.referee.pages.buttons import NEW_GAME, SWITCH_OFF, offer_nothing_lies
from tablet_companion.referee.pages.warnings import warn_of_blindness, warn_of_lying

Seats = tuple[Seat, ...]
PUT = N_("Put the pieces where the picture shows them.")
ALMOST = N_("Almost: check the marked places.")


def build_set_up(table: Table) -> SetUpPanel:
    """Return the page on which a game is set up."""
    setup = table.setup
    chosen = dict(setup.options)
    seats, teams, trouble = _seat_players(table)
    possible = table.game.players(chosen)
    options = tuple(
        OptionChoice(option, chosen.get(option.name, option.default))
        for option in table.game.options
        if option.text and (option.choices or option.members or option.counted)
    )
    begin = Button(Message(N_("Set up the board")), Begin(), Weight.MAIN)
    return SetUpPanel(
        title=table.game.title,
        pile=table.game.pile,
        counts=list_players(table.game),
        seatings=table.game.seatings(chosen, len(seats)),
        circle=table.game.seatings(chosen, possible[-1])[0],
        seats=seats,
        teams=teams,
        dealer=setup.dealer,
        options=options,
        languages=tuple(LANGUAGES),
        language=setup.language,
        level=setup.level,
        levels=tuple((seat, table.level_of(seat)) for seat in seats),
        trouble=trouble,
        buttons=(*(() if trouble else (begin,)), SWITCH_OFF),
        played=setup.played,
        skill=setup.skill,
        needs=tell_needs(table),
        limiting=tuple(one for one in options if _limits_players(table.game, one.option)),
    )


def _limits_players(game: AnyGame, option: Option) -> bool:
    return len({game.players({option.name: value}) for value in option.choices}) > 1


def _seat_players(table: Table) -> tuple[Seats, tuple[Seats, ...], Message | None]:
    """Return the seats, their teams, and why the options are impossible, or None."""
    game, setup = table.game, table.setup
    try:
        state = game.setup(dict(setup.options), setup.seats)
    except PositionError as error:
        alone = tuple((seat,) for seat in setup.seats)
        why = str(error).replace("{", "{{").replace("}", "}}")
        return setup.seats, alone, Message("{text}", (("text", Message(why)),))
    seats = tuple(entry.seat for entry in game.view(state, TABLE).seats)
    return seats, game.teams(state), None


def build_check(table: Table) -> CheckPanel:
    """Return the page on which the starting position is checked."""
    wrong = find_differences(table, table.placement) if table.reading else ()
    say = Message(N_("Everything is in its place."))
    if table.reading is None:
        say = Message(PUT)
    elif in_the_way := warn_of_lying(table):
        say = in_the_way[0]
    elif wrong:
        say = Message(ALMOST)
    begin = Button(Message(N_("Begin anyway")), Begin())
    keys = (begin, *offer_nothing_lies(table), NEW_GAME)
    return CheckPanel(table.view(), warn_of_blindness(table) or say, wrong, keys)
