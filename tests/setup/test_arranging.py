"""A nest's pawns may stand in any of its holes."""

from __future__ import annotations

from tablet_companion.games.core import Piece
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.boardview import piece_rgb
from tablet_companion.screen.toolkit.drawing import Circle
from tablet_companion.setup.geometry.arranging import arrange, discount_leaning, find_open
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.desk import Desk
from tablet_companion.setup.pages.outline import CornersStep
from tablet_companion.setup.pages.placing import PlacesStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does
from tests.setup.boxed import MAKES
from tests.setup.keys import read
from tests.setup.owner import Owner
from tests.setup.shown import resume_show_step

ASKED = {"T0": "red", "red.N1": "red", "red.N2": "red", "red.N3": "red"}


def test_pieces_are_where_most_is_seen_and_stay_where_all_is_alike() -> None:
    """Only in areas with a place to spare; what leans in from the next hole is none."""
    board = printed.board("agent_dog")
    nest = {f"red.N{n}" for n in range(1, 5)}
    assert find_open(board, ASKED) == nest
    assert arrange(board, ASKED, dict.fromkeys(nest, 0.0)) == ASKED
    shares = {"red.N1": 0.8, "red.N2": 0.34, "red.N3": 0.0, "red.N4": 0.55, "T0": 0.1}
    own = discount_leaning(board, ASKED, shares)
    assert own == {**shares, "red.N2": 0.0}
    assert arrange(board, ASKED, own).keys() == {"T0", "red.N1", "red.N2", "red.N4"}
    full = dict.fromkeys(nest, "red")
    assert arrange(board, full, shares) == full


def test_pawns_may_stand_in_any_hole_of_their_nests() -> None:
    """Nobody is asked, and the labels of all pictures say which holes are really filled."""
    owner = Owner(MAKES[1])
    step = resume_show_step(owner, set_out=False)
    other = {"red": 1, "blue": 2, "green": 3, "yellow": 4}  # the hole that stays free
    pieces = {place: piece for place, piece in step.ask.pieces.items() if ".N" not in place}
    for piece, free in other.items():
        pieces |= {f"{piece}.N{n}": piece for n in range(1, 5) if n != free}
    owner.table.set_up({place: (piece, False) for place, piece in pieces.items()})
    owner.until(lambda: step.ask.card is not None, f"they are not taken: {read(step)}")
    assert step.teaching.shown["start"][0]["pieces"] == pieces
    assert step.ask.pieces == pieces


def test_rings_have_the_colour_of_the_piece_that_belongs_there() -> None:
    """The print may have the colours in another order; rings of one colour told nobody."""
    owner = Owner(MAKES[1])
    step = resume_show_step(owner, set_out=False)
    inks = {item.edge for item in step.page().items if isinstance(item, Circle)}
    assert {piece_rgb(owner.board, Piece(colour)) for colour in owner.board.colours} <= inks


def test_a_pawn_that_is_missing_from_a_nest_is_asked_about_if_forced() -> None:
    """Two pawns are not taken for three; where the rings lie wrong, a key leads back to them."""
    owner = Owner(MAKES[1])
    step = resume_show_step(owner, set_out=False)
    pieces = {at: (piece, False) for at, piece in step.ask.pieces.items() if at != "green.N2"}
    owner.table.set_up(pieces)
    owner.pass_time(6)
    assert (step.ask.name, step.doubt) == ("start", None)
    owner.touch(Does("take", "start"))
    owner.until(lambda: step.doubt is not None, "a missing pawn is learnt")
    assert step.doubt is not None
    assert set(step.doubt.places) <= {"green.N2", "green.N4"}
    owner.touch(Does("again"))
    owner.pass_time(6)
    owner.touch(Does("rings"))
    assert step.to is PlacesStep


def test_a_page_that_came_later_is_found_again(desk: Desk) -> None:
    """Pages that teach a board follow the choice of one: from its rings back to its corners."""
    board = BoardStep(desk)
    wizard = Wizard(desk, [board])
    board.wants, board.done = "teach", True
    wizard._go_on()
    while not isinstance(wizard.step, PlacesStep):
        wizard.step.done = True
        wizard._go_on()
    wizard.step.obey(Does("corners"))
    wizard._go_on()
    assert isinstance(wizard.step, CornersStep)
