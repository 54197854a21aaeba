"""The unfinished games: date and players; touch one to continue it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, join_parts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import GoOnWith, LeaveUnfinished

UNFINISHED: Final = N_("Unfinished games")
_SIGN_MM: Final = 8


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game on record: its name, when it was last played (empty if unknown), its players."""

    name: str
    when: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class UnfinishedPanel:
    """The games that can be continued, newest first; ``trouble`` is why one could not be."""

    games: tuple[UnfinishedGame, ...]
    trouble: Message | None = None


def page(panel: UnfinishedPanel, look: Look, local: Local) -> Page:
    """Return the page: a line for each game; those that have no room are on further sheets."""
    stage = stages.sheet(look, 1)
    say = look.words.text(N_("Which game do you want to continue?"))
    if panel.trouble is not None:
        say = look.words.say(panel.trouble)
    gap, finger = look.theme.gap, look.theme.finger
    most = max(2, (stage.body.h + gap) // (finger + gap))
    shown, turn = controls.sheets(len(panel.games), most, local.sheet)
    high = min(look.theme.px(15), (stage.body.h - gap * (most - 1)) // most)
    lines = layout.rows(stage.body, [high] * most, gap)
    drawn = [_line(panel.games[n], line, look) for n, line in zip(shown, lines, strict=False)]
    if turn is not None:
        last = lines[len(drawn)]
        drawn.append(controls.key(look.words.text(N_("More")), last, look, turn))
    back = controls.Key(N_("Not now"), LeaveUnfinished())
    return parts.page(
        look,
        bands.headline(say, stage.head, look),
        *drawn,
        controls.key_row((back,), stage.foot, look),
    )


def _line(game: UnfinishedGame, box: Box, look: Look) -> Part:
    """Return one game's line: a key with the day, beside it the players.

    Not how long it is: a record also holds what is done in private, and how often is a secret.
    """
    key, seats = layout.columns(box, (box.w * 3 // 5, 0), look.theme.gap)
    side = min(box.h, look.theme.px(_SIGN_MM), seats.w // max(1, len(game.seats)))
    cells = layout.columns(seats, (side,) * len(game.seats), 0)
    signs = (
        parts.seat_sign(seat, layout.centre(cell, side, side), look)
        for seat, cell in zip(game.seats, cells, strict=True)
    )
    when = game.when or look.words.text(N_("date unknown"))
    return join_parts(controls.key(when, key, look, GoOnWith(game.name)), *signs)
