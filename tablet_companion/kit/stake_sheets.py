"""Prints for a game of secret stakes: sheets to write them on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware.board import Board
from hardware.printing import pdf
from hardware.printing.places import inks
from hardware.printing.stakesheet import PAGE_MM, Column, Texts, page_svg
from tablet_companion.games.agent.setting import agents_for
from tablet_companion.games.agent.sheets import LOTS_EACH, VALUES
from tablet_companion.games.core import Piece, Seat
from tablet_companion.games.text import N_
from tablet_companion.kit import File
from tablet_companion.screen.words.wording import words

_BAR_AT: Final = (10.0, 146.0)
"""The position of the scale bar: above the cutting line, where nothing is printed."""

GAME: Final = "agent"
"""The game that has stakes."""

LOTS: Final = N_("Cross out each lot you stake")
EXILES: Final = N_("Exiles, 500 each")
LOST: Final = N_("The others lost")
REMINDERS: Final = (
    N_("Contest: the objector names a sum first and must go higher; the mover need only match it."),
    N_("Attack: 500 or more on the attacker. If the exile stands, it costs 500 of that."),
    N_("Bribe: stake more lots instead of moving."),
    N_("Home with the case: the highest total on that agent wins; in a tie, who brought it home."),
)
"""The rules in short."""


def files(board: Board, language: str) -> Iterator[File]:
    """Yield a page of two sheets for four agents, and one for eight (two in every city).

    Raises WordsError for an unknown language.
    """
    for name, per_city in (("stakes", 1), ("stakes-8", 2)):
        drawing = drawing_of(board, language, per_city)
        yield f"{GAME}-{name}.pdf", pdf.whole_pdf(drawing, PAGE_MM, pdf.A4, inner_bar=_BAR_AT)


def drawing_of(board: Board, language: str, per_city: int) -> str:
    """Return the page (SVG) of two sheets for this many agents in every city."""
    ink = inks(board)
    columns = [
        Column(agent, ink[agent.rstrip("2")], _title(agent, language))
        for agent in agents_for(per_city)
    ]
    return page_svg(texts(language), columns, VALUES, LOTS_EACH)


def texts(language: str) -> Texts:
    """Return the texts of a sheet in a language."""
    said = words(language)
    return Texts(
        title=said.text(N_("Agent: my stakes")),
        player=said.text(N_("Player")),
        lots=said.text(LOTS),
        stakes=said.text(N_("Stakes")),
        exiles=said.text(EXILES),
        total=said.text(N_("Total")),
        lost=said.text(LOST),
        reminders=tuple(map(said.text, REMINDERS)),
    )


def _title(agent: Piece, language: str) -> str:
    """Return an agent's colour, and a 2 for the second of its city."""
    name = words(language).seat(Seat(agent.rstrip("2")))
    return f"{name} 2" if agent.endswith("2") else name
