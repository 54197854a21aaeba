"""The mouse moves the simulated table's pieces and cards, and lets things go wrong there."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hardware.ports import Picture
from hardware.printing.loose_cards import BACK
from hardware.simulated import faults
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.faults import Fault
from hardware.simulated.things import CUP
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.screen.toolkit.layout import ELLIPSIS
from tablet_companion.screen.words.wording import words
from tablet_companion.simulator.deskview import DeskView
from tablet_companion.simulator.mishaps import HINTS, Mishap
from tests.amounts import sampled
from tests.expected import present
from tests.screen.checks import overlap
from tests.simulator.mouse import RIGHT, Person


class _Blank(dict[str, Picture]):
    """A face for every card: white paper."""

    def __missing__(self, name: str) -> Picture:
        return np.full((91, 59, 3), 200, np.uint8)


EVERY_GAME = [name for name, _ in printed.titles()]


@pytest.fixture
def dog() -> Person:
    """Return somebody at an empty table of Agent DOG."""
    return Person("agent_dog")


@pytest.fixture
def wink() -> Person:
    """Return somebody at a table with the cards of Wink and nothing on them."""
    person = Person("wink")
    assert isinstance(person.table, SimulatedCards)
    person.table.lay_out(["1", "8", "36"])
    return person


# --- pieces ---------------------------------------------------------------------------------------


def test_a_pawn_is_dragged_by_its_top(dog: Person) -> None:
    """Gripped by its leaning top and let go near a place, a pawn stands on that place."""
    dog.table.set_up({"T5": ("red", False)})
    dog._event("down", dog.top(dog.table.scene.pawns[0]), 1)
    assert dog.table.pawn_on("T5") is None
    assert dog.table.scene.hands, "while it is held a hand is over the board"
    dog._event("motion", dog.place("T9"), 0)
    dog._event("up", dog.place("T9"), 1)
    pawn = present(dog.table.pawn_on("T9"))
    assert pawn.colour == "red"
    assert not dog.table.scene.hands


def test_a_click_moves_nothing(dog: Person) -> None:
    """Gripped by its top, which leans far from its foot, and let go there, a pawn stays put."""
    dog.table.set_up({"T0": ("red", False)})
    dog.table.put_at("blue", 40.0, 140.0)
    before = dog.table.scene.pawns
    for pawn in before:
        dog.click(dog.top(pawn))
    assert set(dog.table.scene.pawns) == set(before)


def test_a_pawn_can_be_put_beside_its_place(dog: Person) -> None:
    """Let go between places it stands just there, on none of them."""
    one, two = dog.board.by_name["T4"], dog.board.by_name["T5"]
    away = 1.3 * one.radius_mm / math.hypot(two.x_mm - one.x_mm, two.y_mm - one.y_mm)
    x_mm = one.x_mm + (one.y_mm - two.y_mm) * away
    y_mm = one.y_mm + (two.x_mm - one.x_mm) * away
    dog.drag(dog.stack("red"), dog.pixel(x_mm, y_mm))
    (pawn,) = dog.table.scene.pawns
    assert math.hypot(pawn.x_mm - x_mm, pawn.y_mm - y_mm) < 1
    assert dog.hands.shown() is None


@pytest.mark.parametrize("game", EVERY_GAME)
def test_no_piece_is_ever_put_into_another(game: str) -> None:
    """Wherever the mouse lets go, again and again at one spot, pieces stand beside each other."""
    person = Person(game)
    spot = person.board.places[len(person.board.places) // 2]
    rng = np.random.default_rng(2)
    for stack in [one for one in person.desk.stacks if not one.is_card]:
        dx, dy = rng.normal(0, 3, 2).tolist()
        person.drag(person.stack(stack.name), person.pixel(spot.x_mm + dx, spot.y_mm + dy))
    pawns = person.table.scene.pawns
    assert len(pawns) >= 2
    for index, one in enumerate(pawns):
        for other in pawns[index + 1 :]:
            kinds = [person.board.kind_of(pawn.colour) for pawn in (one, other)]
            if sum(kind is not None and kind.flat for kind in kinds) == 1:
                continue  # a pawn stands on a disc
            least = sum(kind.diameter_mm for kind in kinds if kind is not None) / 2
            assert math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > least


def test_what_is_let_go_below_the_table_lies_beside_it(dog: Person) -> None:
    """A pawn dragged off the board is in the tray again, counted with its kind."""
    dog.table.set_up({"T5": ("red", False), "red.N1": ("red", False)})
    left = {stack.name: stack.left for stack in dog.desk.stacks}
    assert left["red"] == 2
    dog.drag(dog.place("T5"), dog.beside)
    assert len(dog.table.scene.pawns) == 1
    assert {stack.name: stack.left for stack in dog.desk.stacks}["red"] == 3


def test_the_tray_runs_out(dog: Person) -> None:
    """There are no more pawns of a colour than the game has."""
    for place in ("T1", "T3", "T5", "T7"):
        dog.drag(dog.stack("red"), dog.place(place))
    with pytest.raises(AssertionError, match="no red"):
        dog.stack("red")
    box = next(stack.box for stack in dog.desk.stacks if stack.name == "red")
    dog.drag(box.centre, dog.place("T9"))
    assert len(dog.table.scene.pawns) == 4


def test_a_right_click_turns_over_in_holes_only(dog: Person) -> None:
    """A pawn is turned over in a hole; on a space it cannot be."""
    dog.table.set_up({"T6": ("blue", False), "T5": ("red", False)})
    for place in ("T6", "T5"):
        dog.click(dog.place(place), RIGHT)
    hole, space = dog.table.pawn_on("T6"), dog.table.pawn_on("T5")
    assert hole is not None
    assert hole.turned
    assert space is not None
    assert not space.turned


# --- cards ----------------------------------------------------------------------------------------


def test_a_click_on_the_strip_lays_that_card(dog: Person) -> None:
    """So does a drag from the strip to the pile; beside the pile a card lies where it is let go."""
    dog.click(dog.stack("7"))
    assert dog.table.scene.cards[-1].face == "7"
    pile = present(dog.board.discard)
    dog.drag(dog.stack("2"), dog.pixel(pile.x_mm + 5, pile.y_mm))
    assert [card.face for card in dog.table.scene.cards] == ["7", "2"]
    dog.drag(dog.stack("13"), dog.pixel(pile.x_mm + 70, pile.y_mm))
    beside = dog.table.scene.cards[-1]
    assert beside.face == "13"
    assert abs(beside.x_mm - pile.x_mm - 70) < 1


def test_cards_are_taken_back_one_at_a_time(dog: Person) -> None:
    """A right click takes the topmost card, as a drag off the table does; beside it nothing."""
    for face in ("2", "7", "13"):
        dog.table.lay(face)
    pile = present(dog.board.discard)
    dog.click(dog.pixel(pile.x_mm + 80, pile.y_mm), RIGHT)
    assert len(dog.table.scene.cards) == 3
    dog.click(dog.pixel(pile.x_mm, pile.y_mm), RIGHT)
    assert [card.face for card in dog.table.scene.cards] == ["2", "7"]
    dog.drag(dog.pixel(pile.x_mm, pile.y_mm), dog.beside)
    assert [card.face for card in dog.table.scene.cards] == ["2"]


def test_marked_cards_are_turned_taken_and_laid(wink: Person) -> None:
    """Face down, into the tray, and down again elsewhere; what lies in the tray is there once."""
    wink.click(wink._card("8"), RIGHT)
    assert isinstance(wink.table, SimulatedCards)
    assert wink.table.cards["8"].face == "8" + BACK
    wink.drag(wink._card("8"), wink.beside)
    assert set(wink.table.cards) == {"1", "36"}
    wink.drag(wink.stack("8"), wink.place("20.card"))
    assert wink.table.cards["8"].face == "8"
    with pytest.raises(AssertionError, match="no 8"):
        wink.stack("8")


def test_a_second_pawn_stands_on_the_same_card(wink: Person) -> None:
    """Let go upon the first it stands beside it, still on the card."""
    assert isinstance(wink.table, SimulatedCards)
    for colour in ("red", "blue"):
        card = wink.table.cards["36"]
        wink.drag(wink.stack(colour), wink.pixel(card.x_mm, card.y_mm))
    shown = present(wink.hands.shown())
    assert [piece for place, piece in shown.pieces if place == "36"] == [
        "36",
        "blue",
        "red",
    ]


# --- mishaps --------------------------------------------------------------------------------------


def press(person: Person, key: Mishap) -> None:
    """Press a key of the window."""
    person.click(person.desk.keys[key].centre)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_piece_is_knocked_over_and_stood_up_again(game: str) -> None:
    """By its key and a click; a drag stands it up on a place, a right click where it lies."""
    person = Person(game)
    colour = next(one.name for one in person.desk.stacks if not one.is_card)
    spot, other = person.board.places[1], person.board.places[9]
    for stand in (RIGHT, 1):
        person.table.arrange(())
        person.drag(person.stack(colour), person.pixel(spot.x_mm, spot.y_mm))
        press(person, Mishap.KNOCK)
        person.click(person.top(person.table.scene.pawns[0]))
        assert not person.desk.mishaps.lit
        (fallen,) = person.table.scene.pawns
        assert fallen.lying_deg is not None
        at = person.pixel(fallen.x_mm, fallen.y_mm)
        if stand == RIGHT:
            person.click(at, RIGHT)
        else:
            person.drag(at, person.pixel(other.x_mm, other.y_mm))
        assert person.table.scene.pawns[0].lying_deg is None


def test_a_pawn_in_a_hole_does_not_fall(dog: Person) -> None:
    """Nor does a click beside every pawn knock anything over."""
    dog.table.set_up({"T6": ("blue", False)})
    for at in (dog.place("T6"), dog.place("T20")):
        press(dog, Mishap.KNOCK)
        dog.click(at)
    assert dog.table.pawn_on("T6") is not None


def test_a_cup_is_put_down_and_taken_away(dog: Person) -> None:
    """It stands where the table is clicked, can be moved, and be dragged off."""
    press(dog, Mishap.CUP)
    dog.click(dog.place("T5"))
    (cup,) = dog.table.scene.things
    assert cup.shape is CUP
    dog.drag(dog.pixel(cup.x_mm, cup.y_mm, cup.height_mm), dog.place("T20"))
    assert abs(dog.table.scene.things[0].x_mm - dog.board.by_name["T20"].x_mm) < 1
    (cup,) = dog.table.scene.things
    dog.drag(dog.pixel(cup.x_mm, cup.y_mm, cup.height_mm), dog.beside)
    assert not dog.table.scene.things


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        (Mishap.HAND, faults.HAND),
        (Mishap.LAMP, faults.GLARE),
        (Mishap.DIM, faults.DIM),
        (Mishap.CABLE, faults.UNPLUGGED),
    ],
)
def test_what_lasts_is_ended_by_its_own_key(dog: Person, key: Mishap, fault: Fault) -> None:
    """The key is lit meanwhile; other mishaps go on."""
    press(dog, Mishap.DIM if key is not Mishap.DIM else Mishap.LAMP)
    press(dog, key)
    assert fault in dog.table.faults
    assert key in dog.desk.mishaps.lit
    press(dog, key)
    assert fault not in dog.table.faults
    assert len(dog.table.faults) == 1


def test_a_bumped_board_is_worked_at_where_it_is_seen(dog: Person) -> None:
    """The mouse follows the board; the last key puts it back, and ends whatever else lasts."""
    pose = dog.table.pose
    for key in (Mishap.BUMP, Mishap.BUMP, Mishap.LAMP, Mishap.CUP):
        press(dog, key)
    assert dog.table.pose != pose
    dog.click(dog.place("T40"))
    dog.drag(dog.stack("red"), dog.place("T9"))
    press(dog, Mishap.CUP)
    press(dog, Mishap.NONE)
    assert dog.table.pose == pose
    assert not dog.desk.mishaps.lit
    assert not dog.table.scene.things
    assert dog.table.pawn_on("T9") is not None, "pieces stay where they are"


# --- what is seen ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EVERY_GAME)
def test_tray_and_keys_lie_in_the_window_and_share_no_pixel(game: str) -> None:
    """Every stack and key can be clicked, and none instead of another."""
    desk = Person(game).desk
    boxes = [*(stack.box for stack in desk.stacks), *desk.keys.values()]
    width, height = desk.size
    for index, box in enumerate(boxes):
        assert box.x >= 0
        assert box.right <= width
        assert desk.table.pose.size[1] <= box.y
        assert box.bottom <= height
        assert not any(overlap(box, other) for other in boxes[index + 1 :])


@sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_whole_window_is_painted(game: str, language: str) -> None:
    """In every language no words are cut short; what the mouse holds is drawn, too."""
    person = Person(game)
    view = DeskView(person.desk, _Blank())
    picture = np.zeros((*person.table.pose.size[::-1], 3), np.uint8)
    spoken = words(language)
    assert view.framed(picture, spoken).shape == (person.desk.size[1], person.desk.size[0], 3)
    for key in HINTS:
        press(person, key)
        written = [line.text for line in texts(view._page(view._below(spoken)).items)]
        assert len(written) > len(Mishap)
        assert not any(line.endswith(ELLIPSIS) for line in written)
        press(person, key)
    for stack in person.desk.stacks[:1] + person.desk.stacks[-1:]:
        person._event("down", stack.box.centre, 1)
        person._event("motion", (400.0, 300.0), 0)
        assert (view.framed(picture, spoken)[290:310, 390:410] > 0).any()
        person._event("up", (400.0, 300.0), 1)
