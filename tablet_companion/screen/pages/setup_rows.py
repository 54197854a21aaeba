"""The choices before a game: language, seats, dealer, options; a row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.redaction import redact
from tablet_companion.games.core import OptionValue, Seat
from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.players import levels as skills
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.levels import MEANINGS, Level
from tablet_companion.referee.model.levels import NAMES as LEVEL_NAMES
from tablet_companion.referee.model.panels import OptionChoice, SetUpPanel
from tablet_companion.screen.pages import options
from tablet_companion.screen.pages.names import NO_NAME
from tablet_companion.screen.pages.rules import RULES
from tablet_companion.screen.pages.shelf import LESSONS
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
    label: str = ""
    seats: tuple[Seat, ...] = ()
    chosen: bool = False
    circle: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the set-up: what is chosen, and the values; without any it is a remark.

    ``note`` is a remark on the line below. While it is not ``shown`` its room is kept, so that no
    line changes its sheet as it is touched.
    """

    label: str
    values: tuple[Value, ...]
    note: str = ""
    shown: bool = True


def list_rows(panel: SetUpPanel, look: Look) -> Iterator[Row]:
    """Yield every row of the set-up, from the top."""
    text = look.words.text
    yield _language(panel, look)
    if look.unfinished:
        yield _ways(UNFINISHED, look, (orders.OpenUnfinished(), text(N_("Show them"))))
    if look.taught:
        lessons = ((orders.OpenLessons(), text(LESSONS)),) if look.lessons else ()
        yield _ways(N_("Learn"), look, *lessons, (orders.OpenRules(), text(RULES)))
    if len(look.games) > 1:
        yield _ways(N_("Game"), look, (Local(option=GAMES), panel.title))
    if len(panel.counts) > 1:
        yield _counts(panel, look)
    if len(panel.seatings) > 1:
        yield _seatings(panel, look)
    yield _dealer(panel, look)
    yield from _played(panel, look)
    yield _level(panel, look)
    if look.taught and look.lessons:  # each person is told a rule only once
        yield _names(panel, look)
    for one in panel.options:
        yield Row(text(one.option.text), tuple(_option_values(one, panel.circle, look)))
    if look.camera is not None:
        yield _ways(N_("Camera"), look, (orders.OpenCameras(), redact(look.camera)))
    if look.telephones:
        yield _ways(TELEPHONES, look, (orders.OpenTelephones(), text(INVITE)))
    if look.trial:
        again = orders.OpenSetUp(), text(N_("Set up"))
        test = orders.OpenTrial(), text(SELF_TEST)
        yield _ways(N_("Screen, camera, lamps"), look, again, test)


def _ways(label: str, look: Look, *ways: tuple[orders.Order | Local, str]) -> Row:
    """Return a line whose keys lead to other pages."""
    return Row(look.words.text(label), tuple(Value(meaning, name) for meaning, name in ways))


def _language(panel: SetUpPanel, look: Look) -> Row:
    return Row(
        look.words.text(N_("Language")),
        tuple(
            Value(
                Choose("language", code), LANGUAGES.get(code, code), chosen=code == panel.language
            )
            for code in panel.languages
        ),
    )


def _dealer(panel: SetUpPanel, look: Look) -> Row:
    lot = Value(Choose("dealer", LOT), look.words.text(N_("by lot")), chosen=panel.dealer is None)
    seats = (
        Value(Choose("dealer", str(seat)), seats=(seat,), chosen=panel.dealer == seat)
        for seat in panel.seats
    )
    label = N_("Dealer") if panel.pile else N_("Who begins")
    return Row(look.words.text(label), (lot, *seats))


def _level(panel: SetUpPanel, look: Look) -> Row:
    """Return the line of the level, with a key for a level of each seat's own."""
    alike = len({level for _, level in panel.levels}) < 2
    each = Value(Local(option=LEVELS), look.words.text(N_("each")), chosen=not alike)
    level = panel.level if alike else ""
    note = look.words.text(MEANINGS[Level(level)]) if level else ""
    return Row(look.words.text(N_("Referee")), (*_level_values(LEVEL, level, look), each), note)


def list_levels(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return a row for every seat, with the levels it may choose."""
    return tuple(
        Row(look.words.seat(seat), _level_values(f"{LEVEL} {seat}", level, look))
        for seat, level in panel.levels
    )


def _level_values(name: str, chosen: str, look: Look) -> tuple[Value, ...]:
    return tuple(
        Value(Choose(name, level), look.words.text(text), chosen=level == chosen)
        for level, text in LEVEL_NAMES.items()
    )


def _names(panel: SetUpPanel, look: Look) -> Row:
    seated = dict(look.names)
    named = ", ".join(seated[seat] for seat in panel.seats if seat in seated)
    return _ways(N_("Names"), look, (Local(option=NAMES), named or look.words.text(NO_NAME)))


def list_names(panel: SetUpPanel, look: Look) -> tuple[Row, ...]:
    """Return a row for every seat, with the name of the person there; all may stay empty."""
    seated, nobody = dict(look.names), look.words.text(NO_NAME)
    return tuple(
        Row(look.words.seat(seat), (Value(orders.OpenNames(seat), seated.get(seat) or nobody),))
        for seat in panel.seats
    )


def _counts(panel: SetUpPanel, look: Look) -> Row:
    return Row(
        look.words.text(N_("Players")),
        tuple(
            Value(Choose("players", count), str(count), chosen=count == len(panel.seats))
            for count in panel.counts
        ),
        "; ".join(
            look.words.join(look.words.text(one.option.text), options.summary(one, look))
            for one in panel.limiting
        ),
    )


def _seatings(panel: SetUpPanel, look: Look) -> Row:
    """Return the line of who sits where round the table."""
    values = (
        Value(
            Choose("seats", " ".join(seats)),
            seats=tuple(seat if seat in seats else NOBODY for seat in panel.circle),
            chosen=seats == panel.seats,
            circle=True,
        )
        for seats in panel.seatings
    )
    return Row(look.words.text(N_("Colours")), tuple(values))


def _played(panel: SetUpPanel, look: Look) -> Iterator[Row]:
    """Yield the lines of which seats the table plays, and how well; shown if it plays any."""
    seats = (
        Value(Choose("played", str(seat)), seats=(seat,), chosen=seat in panel.played)
        for seat in panel.seats
    )
    note = " ".join(map(look.words.say, panel.needs))
    yield Row(look.words.text(N_("Played by the table")), tuple(seats), note)
    chosen = (
        Value(Choose("skill", name), look.words.text(skill.title), chosen=name == panel.skill)
        for name, skill in skills.LEVELS.items()
    )
    if panel.played or not note:  # the remark takes as much room, and goes as a seat is chosen
        yield Row(look.words.text(N_("It plays")), tuple(chosen), shown=bool(panel.played))


def _option_values(one: OptionChoice, circle: Sequence[Seat], look: Look) -> Iterator[Value]:
    """Yield an option's values, or one key if it has a page of its own."""
    option = one.option
    if options.has_page(option):
        chosen = one.value == option.default
        yield Value(Local(option=option.name), options.summary(one, look), chosen=chosen)
        return
    for value in option.choices:
        words, seats = _in_words(value, look), _as_seats(value, circle)
        yield Value(Choose(option.name, value), words, seats, chosen=value == one.value)


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
