"""What a table needs is listed, and every player gets a sign."""

from __future__ import annotations

import pypdfium2
import pytest

from tablet_companion import games
from tablet_companion.games.core import Seat
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import parts_list, printed, prints
from tablet_companion.screen.words.wording import words


def read_parts(game: str, language: str) -> str:
    """Return the text of a game's list of parts."""
    content = parts_list.parts_pdf(game, printed.board(game), printed.deck(game), language)
    (page,) = pypdfium2.PdfDocument(content)
    text: str = page.get_textpage().get_text_range()
    return text


def test_a_base_needs_seven_spies_eight_specialists_and_its_cards() -> None:
    """The place of the specialist in the reserve is no eighth spy's; room cards are listed."""
    lines = read_parts("pocket_ops", "en").splitlines()
    for line in ("Pawns: Red 7", "Pawns: Blue 7", "Red specialist 8", "Blue specialist 8"):
        assert any(one.startswith(line) for one in lines), line
    assert "19" in " ".join(lines)


def test_wink_needs_accusation_cards_and_agent_stake_sheets() -> None:
    """Everything that is printed is on the list."""
    assert "Accusation cards 32" in read_parts("wink", "en")
    assert "Stake sheets 4" in read_parts("agent", "en")


def test_agent_needs_two_agents_of_each_colour_for_its_option() -> None:
    """The list named four figures, and with two agents in each city eight are played with."""
    told = " ".join(read_parts("agent", "en").split())
    assert all(f"Pawns: {colour} 2" in told for colour in ("Green", "Blue", "Red", "Yellow"))
    assert "1 of each will do" in told


@pytest.mark.parametrize("game", ["agent", "dog"])
def test_seat_signs_are_those_of_the_players(game: str) -> None:
    """In Agent the colours of the pieces are nobody’s: players have others."""
    signs = [sign for (sign,) in prints._draw_seats(game, printed.board(game))][::2]
    assert all(
        f'aria-label="{seat}"' in sign
        for seat, sign in zip(games.load(game).seats, signs, strict=True)
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["agent_dog", "wink"])
def test_the_list_of_parts_counts_what_a_table_needs(game: str, language: str) -> None:
    """On one page stand the game's title, every colour, and the number of its cards."""
    board = printed.board(game)
    text = read_parts(game, language)
    said = words(language, board)
    assert games.load(game).title in text
    assert all(said.seat(Seat(colour)) in text for colour in board.pawn.colours)
    assert str({"agent_dog": 110, "wink": 36}[game]) in text
