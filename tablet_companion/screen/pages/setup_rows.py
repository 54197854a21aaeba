"""The choices before a game: language, seats, dealer, options; a row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.blotting import blot
from tablet_companion.games.core import OptionValue, Seat
from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.players import levels as skills
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.panels import OptionChoice, SetUpPanel
from tablet_companion.screen.pages import options
from tablet_companion.screen.pages.lesson import LESSONS
from tablet_companion.screen.pages.names import NO_NAME
from tablet_companion.screen.pages.rules import RULES
from tablet_companion.screen.pages.telephones import INVITE, TELEPHONES
from tablet_companion.screen.pages.trial import SELF_TEST
from tablet_companion.screen.pages.unfinished import UNFINISHED
from tablet_companion.screen.toolkit import orders
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look

LOT = ""
"""The dealer's value for drawing by lot."""

LEVEL = "level"
"""The name of the choice of level; followed by a seat's name, that seat's."""
LEVEL_NAMES = {"teach": N_("teaches"), "referee": N_("referees"), "strict": N_("is strict")}

GAMES = "*games"
"""The page of the games, beside those of options; no option has this name."""

LEVELS = "*levels"
"""The page of every seat's level."""

NAMES = "*names"
"""The page of who sits where."""

NOBODY = Seat("")
"""A seat that is not taken."""

VALUES = (N_("people"), N_("tablet"), N_("silent"), N_("asked"))
"""Values of games' options that have words."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a line: in words, or as the signs of seats.

    With ``circle`` they are drawn as they sit round the table, with a dot for an empty seat.
    """

    meaning: Choose | orders.Order | Local
    label: str
    seats: tuple[Seat, ...]
    chosen: bool
    circle: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the set-up: what is chosen, and the values; without any it is a remark.

    ``note`` is a remark on the line below.
    """

    label: str
    values: tuple[Value, ...]
    note: str = ""


def list_rows(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return every row of the set-up, from the top."""
    counts = (_counts(panel, look),) if len(panel.counts) > 1 else ()
    return (
        _language(panel, look),
        *_unfinished(look),
        *_taught(look),
        *_game(panel, look),
        *counts,
        *_seatings(panel, look),
        _dealer(panel, look),
        *_played(panel, look),
        _level(panel, look),
        *_names(panel, look),
        *_options(panel, look),
        *_camera(look),
        *_telephones(look),
        *_trial(look),
    )


def _language(panel: SetUpPanel, look: Look) -> Row:
    return Row(
        look.words.text(N_("Language")),
        tuple(
            Value(Choose("language", code), LANGUAGES.get(code, code), (), code == panel.language)
            for code in panel.languages
        ),
    )


def _dealer(panel: SetUpPanel, look: Look) -> Row:
    lot = Value(Choose("dealer", LOT), look.words.text(N_("by lot")), (), panel.dealer is None)
    seats = (
        Value(Choose("dealer", str(seat)), "", (seat,), panel.dealer == seat)
        for seat in panel.seats
    )
    label = N_("Dealer") if panel.pile else N_("Who begins")
    return Row(look.words.text(label), (lot, *seats))


def _level(panel: SetUpPanel, look: Look) -> Row:
    """Return the line of the level, with a key for a level of each seat's own."""
    alike = len({level for _, level in panel.levels}) < 2
    each = Value(Local(option=LEVELS), look.words.text(N_("each")), (), not alike)
    values = _level_values(LEVEL, panel.level if alike else "", look)
    return Row(look.words.text(N_("Referee")), (*values, each))


def list_levels(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return a row for every seat, with the levels it may choose."""
    return tuple(
        Row(look.words.seat(seat), _level_values(f"{LEVEL} {seat}", level, look))
        for seat, level in panel.levels
    )


def _level_values(name: str, chosen: str, look: Look) -> tuple[Value, ...]:
    return tuple(
        Value(Choose(name, level), look.words.text(text), (), level == chosen)
        for level, text in LEVEL_NAMES.items()
    )


def _names(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return the line of who sits where, as each person is told a rule only once."""
    if not look.taught:
        return ()
    seated = dict(look.names)
    named = ", ".join(seated[seat] for seat in panel.seats if seat in seated)
    value = Value(Local(option=NAMES), named or look.words.text(NO_NAME), (), chosen=False)
    return (Row(look.words.text(N_("Names")), (value,)),)


def list_names(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return a row for every seat, with the name of the person there; all may stay empty."""
    seated = dict(look.names)
    names = {seat: seated.get(seat) or look.words.text(NO_NAME) for seat in panel.seats}
    return tuple(
        Row(look.words.seat(seat), (Value(orders.OpenNames(seat), name, (), chosen=False),))
        for seat, name in names.items()
    )


def _counts(panel: SetUpPanel, look: Look) -> Row:
    return Row(
        look.words.text(N_("Players")),
        tuple(
            Value(Choose("players", count), str(count), (), count == len(panel.seats))
            for count in panel.counts
        ),
    )


def _seatings(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return the line of who sits where round the table, if there is a choice."""
    if len(panel.seatings) < 2:
        return ()
    values = (
        Value(
            Choose("seats", " ".join(seats)),
            "",
            tuple(seat if seat in seats else NOBODY for seat in panel.circle),
            seats == panel.seats,
            circle=True,
        )
        for seats in panel.seatings
    )
    return (Row(look.words.text(N_("Colours")), tuple(values)),)


def _played(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return the lines of which seats the table plays, and how well if it plays any."""
    seats = (
        Value(Choose("played", str(seat)), "", (seat,), seat in panel.played)
        for seat in panel.seats
    )
    note = " ".join(map(look.words.say, panel.needs))
    rows = (Row(look.words.text(N_("Played by the table")), tuple(seats), note),)
    if not panel.played:
        return rows
    chosen = (
        Value(Choose("skill", name), look.words.text(skill.title), (), name == panel.skill)
        for name, skill in skills.LEVELS.items()
    )
    return (*rows, Row(look.words.text(N_("It plays")), tuple(chosen)))


def _options(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    return tuple(
        Row(
            look.words.text(one.option.text),
            (_pieced(one, look),)
            if options.has_page(one.option)
            else tuple(
                Value(
                    Choose(one.option.name, value),
                    _in_words(value, look),
                    _as_seats(value, panel.circle),
                    value == one.value,
                )
                for value in one.option.choices
            ),
        )
        for one in panel.options
    )


def _game(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the other games, if there are any."""
    if len(look.games) < 2:
        return ()
    value = Value(Local(option=GAMES), panel.title, (), chosen=False)
    return (Row(look.words.text(N_("Game")), (value,)),)


def _pieced(one: OptionChoice, look: Look) -> Value:
    """Return the key of an option that has a page of its own."""
    label = options.summary(one, look)
    return Value(Local(option=one.option.name), label, (), one.value == one.option.default)


def _camera(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the page of the cameras, if there is one."""
    if look.camera is None:
        return ()
    value = Value(orders.OpenCameras(), blot(look.camera), (), chosen=False)
    return (Row(look.words.text(N_("Camera")), (value,)),)


def _telephones(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the telephones, if they may join."""
    if not look.telephones:
        return ()
    value = Value(orders.OpenTelephones(), look.words.text(INVITE), (), chosen=False)
    return (Row(look.words.text(TELEPHONES), (value,)),)


def _trial(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the self-test and to the set-up, if there are any."""
    if not look.trial:
        return ()
    test = Value(orders.OpenTrial(), look.words.text(SELF_TEST), (), chosen=False)
    again = Value(orders.OpenSetUp(), look.words.text(N_("Set up")), (), chosen=False)
    return (Row(look.words.text(N_("Screen, camera, lamps")), (again, test)),)


def _unfinished(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the unfinished games, if there are any."""
    if not look.unfinished:
        return ()
    value = Value(orders.OpenUnfinished(), look.words.text(N_("Show them")), (), chosen=False)
    return (Row(look.words.text(UNFINISHED), (value,)),)


def _taught(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the game's teaching, if there is any."""
    if not look.taught:
        return ()
    rules = Value(orders.OpenRules(), look.words.text(RULES), (), chosen=False)
    lessons = Value(orders.OpenLessons(), look.words.text(LESSONS), (), chosen=False)
    return (Row(look.words.text(N_("Learn")), (lessons, rules)),)


def _in_words(value: OptionValue, look: Look) -> str:
    if isinstance(value, bool):
        return look.words.text(N_("yes") if value else N_("no"))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return look.words.text(str(value))


def _as_seats(value: OptionValue, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats that a value names in an order; empty for other values."""
    named = tuple(map(Seat, value.split())) if isinstance(value, str) else ()
    return named if named and set(named) <= set(seats) else ()
