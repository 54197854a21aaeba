"""Before a game: language, dealer, options, camera; one line each, every value a key."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hardware.blotting import blotted
from tablet_companion.games.core import OptionValue, Seat
from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.players import levels as skills
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.panels import OptionChoice, SetUpPanel, Weight
from tablet_companion.screen.pages import options
from tablet_companion.screen.pages.lesson import LESSONS
from tablet_companion.screen.pages.names import NO_NAME
from tablet_companion.screen.pages.rules import RULES
from tablet_companion.screen.pages.telephones import INVITE, TELEPHONES
from tablet_companion.screen.pages.trial import SELF_TEST
from tablet_companion.screen.pages.unfinished import UNFINISHED
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Circle, Page, Part, Role, joined
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import (
    OpenCameras,
    OpenLessons,
    OpenNames,
    OpenRules,
    OpenSetUp,
    OpenTelephones,
    OpenTrial,
    OpenUnfinished,
    Order,
    PlayGame,
)

LOT = ""
"""The dealer's value that leaves him to the lot."""

LEVEL = "level"
"""What is chosen of how much the referee says; with a seat's name after it, to that seat."""
LEVEL_NAMES = {"teach": N_("teaches"), "referee": N_("referees"), "strict": N_("is strict")}

GAMES = "*games"
"""The page of the games, beside those of options; no option is called so."""

LEVELS = "*levels"
"""The page of every seat's level."""

NAMES = "*names"
"""The page of who sits where."""

_NOBODY = Seat("")
"""A seat that is not taken."""

VALUES = (N_("people"), N_("tablet"), N_("silent"), N_("asked"))
"""Values of games' options that are put into words."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a line: in words, or as the signs of seats.

    With ``circle`` they are drawn as they sit round the table, a dot where nobody does.
    """

    meaning: Choose | Order | Local
    label: str
    seats: tuple[Seat, ...]
    chosen: bool
    circle: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the set-up: what is chosen, and between what."""

    label: str
    values: tuple[Value, ...]


def page(panel: SetUpPanel, look: Look, local: Local) -> Page:
    """Return the page of the set-up; lines that have no room are on further sheets."""
    if local.option == GAMES:
        return _games(look)
    if local.option == LEVELS:
        return _levels(panel, look)
    if local.option == NAMES:
        return _name_seats(panel, look)
    pieced = next((one for one in panel.options if one.option.name == local.option), None)
    if pieced is not None:
        return options.page(pieced, panel.trouble, look)
    stage = stages.stage(look, panel.buttons)
    title, body = _title(panel, look, stage.head), stage.room
    counts = (_counts(panel, look),) if len(panel.counts) > 1 else ()
    rows = (
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
    rows = tuple(part for row in rows for part in _lines(row, body.w, look))
    gap, finger = look.theme.gap, look.theme.finger
    shown, turn = controls.sheets(len(rows), max(2, (body.h + gap) // (finger + gap)), local.sheet)
    count = len(shown) + (turn is not None)
    high = min(look.theme.px(17), (body.h - gap * (count - 1)) // count)
    lines = layout.rows(body, [high] * count, gap)
    drawn = [_row(rows[n], line, look) for n, line in zip(shown, lines, strict=False)]
    if turn is not None:
        drawn.append(controls.key(look.words.text(N_("More")), lines[-1], look, turn))
    return parts.page(look, title, *drawn, controls.buttons(panel.buttons, stage.foot, look))


def _title(panel: SetUpPanel, look: Look, box: Box) -> Part:
    """Return the game's name with its teams beside it."""
    name, teams = layout.columns(box, (box.w // 2, 0), look.theme.gap)
    text = parts.paragraph(
        panel.title,
        name,
        look,
        sizes=layout.sizes_between(look.theme.main * 5 // 4, look.theme.small),
        colour=look.colours.main,
        role=Role.TITLE_BOLD,
        middle=True,
    )
    return joined(text, _teams(panel.teams, teams, look))


def _teams(teams: Sequence[Sequence[Seat]], box: Box, look: Look) -> Part:
    """Return the seats by side, a dash between the sides."""
    between = min(look.theme.px(8), box.w // (2 * len(teams)))
    cells = layout.columns(box, [0] * len(teams), between)
    found = joined(*(_signs(team, cell, look) for team, cell in zip(teams, cells, strict=True)))
    for left, right in itertools.pairwise(cells):
        room = Box(left.right, box.y, right.x - left.right, box.h)
        dash = parts.paragraph("–", room, look, align="centre", middle=True)
        found = joined(found, dash)
    return found


def _signs(seats: Sequence[Seat], box: Box, look: Look) -> Part:
    """Return seats' signs close to each other in the middle of a box."""
    gap = look.theme.px(0.8)
    side = min(box.h, (box.w - gap * (len(seats) - 1)) // len(seats), look.theme.px(11))
    whole = layout.centred(box, side * len(seats) + gap * (len(seats) - 1), side)
    cells = layout.columns(whole, [side] * len(seats), gap)
    return joined(
        *(parts.seat_sign(seat, cell, look) for seat, cell in zip(seats, cells, strict=True))
    )


def _round(seats: Sequence[Seat], box: Box, look: Look) -> Part:
    """Return seats' signs as they sit round a table: the first below, clockwise."""
    side = box.h * 2 // 5
    high = (box.h - side) / 2
    wide = min((box.w - side) / 2, high * 4 / 3)
    middle = Box(box.x + (box.w - side) // 2, box.y + (box.h - side) // 2, side, side)
    turns = (2 * math.pi * number / len(seats) for number in range(len(seats)))
    spots = (
        replace(
            middle,
            x=middle.x - round(wide * math.sin(turn)),
            y=middle.y + round(high * math.cos(turn)),
        )
        for turn in turns
    )
    return joined(
        *(
            _free(spot, look) if seat == _NOBODY else parts.seat_sign(seat, spot, look)
            for seat, spot in zip(seats, spots, strict=True)
        )
    )


def _free(box: Box, look: Look) -> Part:
    """Return a small dot where nobody sits."""
    return Part((Circle(box.centre, min(box.w, box.h) / 8, look.colours.soft),))


# --- the lines ------------------------------------------------------------------------------------


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
    """Return the line of how much is taught, with a key for a level of each seat's own."""
    alike = len({level for _, level in panel.levels}) < 2
    each = Value(Local(option=LEVELS), look.words.text(N_("each")), (), not alike)
    values = _level_values(LEVEL, panel.level if alike else "", look)
    return Row(look.words.text(N_("Referee")), (*values, each))


def _level_values(name: str, chosen: str, look: Look) -> tuple[Value, ...]:
    return tuple(
        Value(Choose(name, level), look.words.text(text), (), level == chosen)
        for level, text in LEVEL_NAMES.items()
    )


def _levels(panel: SetUpPanel, look: Look) -> Page:
    """Return the page on which every seat chooses its level."""
    rows = (
        Row(look.words.seat(seat), _level_values(f"{LEVEL} {seat}", level, look))
        for seat, level in panel.levels
    )
    return _by_seat(N_("How much should I say to whom?"), rows, panel, look)


def _by_seat(ask: str, rows: Iterable[Row], panel: SetUpPanel, look: Look) -> Page:
    """Return a page with a line for each seat."""
    stage, gap = stages.sheet(look, 1), look.theme.gap
    count = len(panel.seats)
    high = min(look.theme.px(17), (stage.body.h - gap * (count - 1)) // count)
    lines = layout.rows(stage.body, [high] * count, gap)
    return parts.page(
        look,
        bands.headline(look.words.text(ask), stage.head, look),
        *(_row(row, line, look) for row, line in zip(rows, lines, strict=False)),
        controls.key(look.words.text(N_("Back")), stage.foot, look, NOTHING),
    )


def _names(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return the line of who sits where, where rules are told once to each person."""
    if not look.taught:
        return ()
    seated = dict(look.names)
    named = ", ".join(seated[seat] for seat in panel.seats if seat in seated)
    value = Value(Local(option=NAMES), named or look.words.text(NO_NAME), (), chosen=False)
    return (Row(look.words.text(N_("Names")), (value,)),)


def _name_seats(panel: SetUpPanel, look: Look) -> Page:
    """Return the page on which people say who sits where; nobody has to."""
    seated = dict(look.names)
    names = {seat: seated.get(seat) or look.words.text(NO_NAME) for seat in panel.seats}
    rows = (
        Row(look.words.seat(seat), (Value(OpenNames(seat), name, (), chosen=False),))
        for seat, name in names.items()
    )
    return _by_seat(N_("Who sits where? Nobody is told again what they know."), rows, panel, look)


def _counts(panel: SetUpPanel, look: Look) -> Row:
    return Row(
        look.words.text(N_("Players")),
        tuple(
            Value(Choose("players", count), str(count), (), count == len(panel.seats))
            for count in panel.counts
        ),
    )


def _seatings(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return the line of who sits where round the table, where there is a choice."""
    if len(panel.seatings) < 2:
        return ()
    values = (
        Value(
            Choose("seats", " ".join(seats)),
            "",
            tuple(seat if seat in seats else _NOBODY for seat in panel.circle),
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
    rows = (Row(look.words.text(N_("Played by the table")), tuple(seats)),)
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
            (_pieced(one),)
            if options.is_pieced(one.option)
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
    """Return the line that leads to the other games, where there are any."""
    if len(look.games) < 2:
        return ()
    value = Value(Local(option=GAMES), panel.title, (), chosen=False)
    return (Row(look.words.text(N_("Game")), (value,)),)


def _games(look: Look) -> Page:
    """Return the page on which a game is chosen."""
    stage = stages.sheet(look, 1)
    across, down = layout.shape(len(look.games), stage.body, look.theme.px(38), look.theme.gap)
    cells = layout.grid(stage.body, across, down, look.theme.gap)
    return parts.page(
        look,
        bands.headline(look.words.text(N_("Which game?")), stage.head, look),
        *(
            controls.key(title, cell, look, PlayGame(name))
            for (name, title), cell in zip(look.games, cells, strict=False)
        ),
        controls.key(look.words.text(N_("Back")), stage.foot, look, NOTHING),
    )


def _pieced(one: OptionChoice) -> Value:
    """Return the key of an option that has a page of its own."""
    label = options.summary(one)
    return Value(Local(option=one.option.name), label, (), one.value == one.option.default)


def _camera(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the page of the cameras, where there is one."""
    if look.camera is None:
        return ()
    value = Value(OpenCameras(), blotted(look.camera), (), chosen=False)
    return (Row(look.words.text(N_("Camera")), (value,)),)


def _telephones(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the telephones, where some may join."""
    if not look.telephones:
        return ()
    value = Value(OpenTelephones(), look.words.text(INVITE), (), chosen=False)
    return (Row(look.words.text(TELEPHONES), (value,)),)


def _trial(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the self-test and to the set-up, where there are any."""
    if not look.trial:
        return ()
    test = Value(OpenTrial(), look.words.text(SELF_TEST), (), chosen=False)
    again = Value(OpenSetUp(), look.words.text(N_("Set up")), (), chosen=False)
    return (Row(look.words.text(N_("Screen, camera, lamps")), (again, test)),)


def _unfinished(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to the unfinished games, where there are any."""
    if not look.unfinished:
        return ()
    value = Value(OpenUnfinished(), look.words.text(N_("Show them")), (), chosen=False)
    return (Row(look.words.text(UNFINISHED), (value,)),)


def _taught(look: Look) -> tuple[Row, ...]:
    """Return the line that leads to what is taught of the game, where there is anything."""
    if not look.taught:
        return ()
    rules = Value(OpenRules(), look.words.text(RULES), (), chosen=False)
    lessons = Value(OpenLessons(), look.words.text(LESSONS), (), chosen=False)
    return (Row(look.words.text(N_("Learn")), (lessons, rules)),)


def _in_words(value: OptionValue, look: Look) -> str:
    if isinstance(value, bool):
        return look.words.text(N_("yes") if value else N_("no"))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return look.words.text(str(value))


def _as_seats(value: OptionValue, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats that a value names in an order, or nothing where it is something else."""
    named = tuple(map(Seat, value.split())) if isinstance(value, str) else ()
    return named if named and set(named) <= set(seats) else ()


def _lines(row: Row, width: int, look: Look) -> tuple[Row, ...]:
    """Return a row as one line or more, so that every value is wide enough."""
    gap, count = look.theme.gap, len(row.values)
    room = width - _label_width(width) - gap
    labels = ("" if value.seats else value.label for value in row.values)
    least = max((controls.least_width(label, look) for label in labels), default=1)
    most = max(1, (room + gap) // (least + gap))
    each = -(-count // -(-count // most))
    return tuple(
        Row(row.label if first == 0 else "", row.values[first : first + each])
        for first in range(0, count, each)
    )


def _label_width(width: int) -> int:
    return width * 2 // 5


def _row(row: Row, box: Box, look: Look) -> Part:
    label, keys = layout.columns(box, (_label_width(box.w), 0), look.theme.gap)
    text = parts.paragraph(row.label, label, look, middle=True)
    cells = layout.columns(keys, [0] * len(row.values), look.theme.gap)
    return joined(
        text, *(_value(value, cell, look) for value, cell in zip(row.values, cells, strict=True))
    )


def _value(value: Value, box: Box, look: Look) -> Part:
    weight = Weight.MAIN if value.chosen else Weight.PLAIN
    label = "" if value.seats else value.label
    body = controls.key(label, box, look, value.meaning, weight=weight)
    if not value.seats:
        return body
    drawn = _round if value.circle else _signs
    return joined(body, drawn(value.seats, box.inset(look.theme.px(1)), look))
