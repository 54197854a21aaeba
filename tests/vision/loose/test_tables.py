"""Tables of loose cards are read right: in rows and loosely, in any light, beside hands."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.render import Renderer
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.kit import printed
from tablet_companion.vision.frame.results import Lost, Moving, Still
from tablet_companion.vision.loose_cards.answer import make_reading
from tablet_companion.vision.loose_cards.memory import Memory
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.loose_cards.scan import scan_cards
from tablet_companion.vision.reading import Reading
from tests.amounts import count
from tests.expected import expect, present
from tests.vision.loose import wink_table
from tests.vision.loose.wink_table import BOARD, COLOURS, NAMES, Sim, deck


def _read(eye: LooseCardReader, sim: Sim) -> Reading:
    return eye.examine(sim.shot())[2]


def _eye() -> LooseCardReader:
    return LooseCardReader(deck(), still_frames=1)


@pytest.mark.parametrize("seed", range(count(3, 8)))
def test_cards_in_rows_are_read(seed: int) -> None:
    """All cards, those turned over, those gone and every pawn are read right at first sight."""
    sim = Sim(seed)
    sim.play_a_while()
    assert sim.check(_read(_eye(), sim)) == []


@pytest.mark.parametrize("seed", range(16, 16 + count(3, 8)))
def test_loose_cards_are_read(seed: int) -> None:
    """Whether cards lie in rows does not matter: what was seen once is followed."""
    sim, eye = Sim(seed), _eye()
    sim.shuffle(sloppy_mm=1.5, sloppy_deg=4.0)
    assert sim.check(_read(eye, sim)) == []
    sim.play_a_while()
    assert sim.check(_read(eye, sim)) == []


def test_what_was_never_seen_in_a_loose_layout_is_not_called_absent() -> None:
    """Nobody can tell where such a card would lie, so it may lie under anything."""
    sim = Sim(40)
    sim.shuffle(sloppy_mm=1.0, sloppy_deg=2.0)
    sim.table.take_card("9")
    assert sim.check(_read(_eye(), sim)) == [Place("9.card"), Place("9.pawn")]


@pytest.mark.parametrize("tilt_deg", [0.0, 14.0])
def test_pawns_at_the_edges_are_read_under_perspective(tilt_deg: float) -> None:
    """Pawns on the outermost cards lean far outwards; foot and top are not taken for each other."""
    sim = Sim(3, tilt_deg=tilt_deg)
    for colour, name in zip(COLOURS, ("1", "6", "31", "36", "3", "13", "24", "34"), strict=True):
        sim.table.put_on(colour, name, sloppy_mm=3.0)
    _, looked, now = _eye().examine(sim.shot())
    assert sim.check(now) == []
    for pawn in sim.table.scene.pawns:
        name = next(s.place for s in now.places if s.best == pawn.colour).removesuffix(".pawn")
        true, card = sim.table.cards[name], looked.cards[name]
        assert card.stage is not None
        foot = rotate(np.array(card.stage.pawns[0].at_mm), np.array(card.lying.turn))
        assert np.hypot(*(foot - (pawn.x_mm - true.x_mm, pawn.y_mm - true.y_mm))) < 3


@pytest.mark.parametrize("seed", range(count(2, 6)))
def test_what_a_hand_covers_is_covered_and_the_rest_is_read(seed: int) -> None:
    """A card that vanished under a hand is not gone, and a finger is no pawn."""
    sim, eye = Sim(seed), _eye()
    sim.play_a_while()
    assert sim.check(_read(eye, sim)) == []
    for name in sim.some(2):
        sim.table.reach_for(name)
        _, looked, now = eye.examine(sim.shot())
        assert looked.hand
        assert 1 <= len(sim.check(now)) <= 24
        sim.table.hand_out()
    assert sim.check(_read(eye, sim)) == []


def test_on_a_table_as_light_as_skin_nothing_goes_under_a_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a hand cannot be told from the table, what it hides is covered until it is gone."""
    wood = Renderer(BOARD, None, 4.0, printed.loose_card_faces(BOARD, 4.0), (120.0, 150.0, 190.0))
    monkeypatch.setattr(wink_table, "renderer", lambda: wood)
    sim, eye = Sim(5), _eye()
    _read(eye, sim)
    for name in ("22", "11", "20"):
        sim.table.reach_for(name)
        _, looked, now = eye.examine(sim.shot())
        assert looked.hand
        assert sim.check(now)
        sim.table.hand_out()
    assert sim.check(_read(eye, sim)) == []


@pytest.mark.parametrize("seed", range(count(2, 4)))
def test_a_hand_at_first_sight_is_not_learnt_as_the_table(seed: int) -> None:
    """Cards in rows that a hand covers from the beginning are covered; they were never seen."""
    sim = Sim(seed)
    for name in ("27", "15"):
        sim.table.reach_for(name)
    _, looked, now = _eye().examine(sim.shot())
    assert looked.hand
    assert sim.check(now)


def test_a_hand_is_told_as_a_hand() -> None:
    """While it rests over cards there is no reading; once it is gone there is, at once."""
    sim, eye = Sim(1), _eye()
    assert isinstance(eye.look(sim.shot()), Still)
    sim.table.reach_for("15")
    assert eye.look(sim.shot()) == Moving(hand=True)
    sim.table.hand_out()
    assert isinstance(eye.look(sim.shot()), Still)


def test_a_card_taken_away_is_gone_and_its_pawn_still_stands() -> None:
    """A pawn whose card was won stands on the bare table until its player moves it."""
    sim, eye = Sim(2), _eye()
    sim.table.put_on("blue", "16")
    assert sim.check(_read(eye, sim)) == []
    sim.table.take_card("16")
    now = _read(eye, sim)
    assert now.by_place[Place("16.card")].best == EMPTY
    assert now.by_place[Place("16.pawn")].best == "blue"


def test_of_a_pawn_whose_card_was_pushed_aside_and_taken_nothing_is_known() -> None:
    """It stands where the card lay first, so it is not missing; then it stands on another card."""
    sim, eye = Sim(2), _eye()
    sim.table.put_on("blue", "16")
    _read(eye, sim)
    pushed = sim.table.cards["16"]
    rest = [card for card in sim.table.scene.cards if card is not pushed]
    sim.table.lay_down([*rest, replace(pushed, x_mm=-45.0)])
    assert _read(eye, sim).by_place[Place("16.card")].best == "16"
    sim.table.lay_down(rest)
    now = _read(eye, sim)
    assert now.by_place[Place("16.card")].best == EMPTY
    odds = dict(now.by_place[Place("16.pawn")].posterior)
    assert odds[Piece("blue")] == pytest.approx(odds[EMPTY], abs=0.01)
    blue = present(sim.table.pawn_of("blue"))
    sim.table.take(blue)
    sim.table.put_on("blue", "20")
    after = _read(eye, sim).by_place
    assert (after[Place("16.pawn")].best, after[Place("20.pawn")].best) == (EMPTY, "blue")


def test_a_card_turned_over_under_its_pawn_is_known_with_the_pawn() -> None:
    """Its back says which card it is, and is as plain in the middle as its face."""
    sim, eye = Sim(5), _eye()
    sim.table.put_on("white", "8")
    sim.table.turn_card("8")
    now = _read(eye, sim)  # at first sight: nothing need have been seen before
    assert now.by_place[Place("8.card")].best == HIDDEN
    assert now.by_place[Place("8.pawn")].best == "white"


def test_a_second_pawn_on_a_card_is_a_stray() -> None:
    """A card has room for one pawn in the rules; another is told with its colour."""
    sim = Sim(6)
    card = sim.table.cards["22"]
    sim.table.put_at("red", card.x_mm - 8, card.y_mm)
    sim.table.put_at("green", card.x_mm + 9, card.y_mm)
    now = _read(_eye(), sim)
    stray = now.strays[0]
    assert {now.by_place[Place("22.pawn")].best, stray.piece} == {"red", "green"}
    assert stray.near == "22.pawn"


@pytest.mark.parametrize("seed", range(count(2, 8)))
def test_a_pawn_beside_the_disc_stands_on_its_card(seed: int) -> None:
    """Above, below or beside the disc, whichever way round the card lies: read, not left out.

    A white one is not seen on white paper.
    """
    sim, eye = Sim(seed), _eye()
    sim.shuffle(sloppy_mm=2.0, sloppy_deg=4.0)
    spots = ((0, 24), (-14, -24), (24, -3), (15, 22), (-24, 3), (8, -23), (19, 8))
    colours = [colour for colour in COLOURS if colour != "white"]
    for colour, name, (x, y) in zip(colours, sim.some(len(colours)), spots, strict=True):
        card = sim.table.cards[name]
        at = rotate(np.array([x, y], float), np.radians(card.angle_deg))
        sim.table.put_at(colour, card.x_mm + at[0], card.y_mm + at[1])
    assert sim.check(_read(eye, sim)) == []


def test_what_hides_the_paper_and_is_no_pawn_leaves_the_card_in_doubt() -> None:
    """Most of a pawn on the portrait is not seen; nobody may say that its card is empty."""
    sim = Sim(0)
    shot = sim.shot()
    eye = _eye()
    fit, _, before = eye.examine(shot)
    place = Place("15.pawn")
    assert before.by_place[place].best == EMPTY
    card = eye.examine(shot)[1].cards["15"].lying
    corner = fit.pose.project(rotate(np.array([[0.0, 22.0]]), np.array(card.turn)) + card.centre)
    x, y = corner[0].round().astype(int).tolist()
    for side in (-1, 1):
        cv2.circle(shot, (x + 14 * side, y), 5, (30, 90, 60), -1)
    after = eye.examine(shot)[2]
    assert not after.by_place[place].covered
    assert after.by_place[place].probability < 0.9
    assert all(read.best == EMPTY for read in after.places if read.place.endswith("pawn"))


def test_sun_on_the_discs_is_no_pawn() -> None:
    """A band of brighter light has no pawn's outline: what it falls on is in doubt, or empty."""
    sim = Sim(0)
    shot = sim.shot()
    shade = np.zeros(shot.shape[:2], np.uint8)
    cv2.line(shade, (0, 90), (1280, 700), 255, 55)
    lit = shot.astype(np.float32) * (1 + 0.5 * (shade[..., None] / 255))
    _, _, now = _eye().examine(lit.clip(0, 255).astype(np.uint8))
    on_cards = [read for read in now.places if read.place.endswith("pawn") and not read.covered]
    assert sum(read.probability < 0.5 for read in on_cards) >= 3
    assert {read.best for read in on_cards if read.probability > 0.5} == {EMPTY}


def test_a_lamp_mirrored_in_a_top_does_not_turn_a_pawn_white() -> None:
    """Its body still shows its colour; black is told from white by its darkness."""
    sim = Sim(0)
    names = dict(zip(("red", "blue", "green", "black"), ("8", "15", "22", "29"), strict=True))
    for colour, name in names.items():
        sim.table.put_on(colour, name)
    shot = sim.shot()
    fit, scanned, _ = _eye().examine(shot)
    for name in names.values():
        card = scanned.cards[name]
        assert card.stage is not None
        foot = rotate(np.array(card.stage.pawns[0].at_mm), np.array(card.lying.turn))
        share = BOARD.pawn.height_mm / (fit.pose.height_mm - BOARD.pawn.height_mm)
        at = foot + card.lying.centre
        top = fit.pose.project((at + (at - fit.pose.nadir_mm) * share)[None])[0]
        x, y = top.round().astype(int).tolist()
        cv2.circle(shot, (x, y), 7, (250, 250, 250), -1)
    now = _eye().examine(shot)[2]
    assert {name: now.by_place[Place(f"{name}.pawn")].best for name in names.values()} == {
        name: colour for colour, name in names.items()
    }


def test_a_card_under_another_one_is_covered() -> None:
    """It may lie there or not; nobody is called busy for it."""
    sim, eye = Sim(7), _eye()
    _read(eye, sim)
    cards = sim.table.cards
    sim.table.take_card("14")
    over = cards["15"]
    sim.table.lay_down(
        [
            *(c for c in sim.table.scene.cards if c is not over),
            type(over)("15", cards["14"].x_mm + 5, cards["14"].y_mm - 3, 4.0),
        ]
    )
    _, looked, now = eye.examine(sim.shot())
    assert not looked.hand
    assert sim.check(now) == [Place("14.card"), Place("14.pawn")]


def test_a_card_that_can_hardly_be_read_stays() -> None:
    """With both markers smeared, a card that looks as it did is thought to be there."""
    sim, eye = Sim(4), _eye()
    _read(eye, sim)
    picture = sim.shot()
    for x, y in sim.table.pose.project(_markers_of(sim, "20")).round().astype(int).tolist():
        cv2.circle(picture, (x, y), 4, (255, 255, 255), -1)
    _, looked, now = eye.examine(picture)
    assert not looked.cards["20"].aruco_seen
    assert sim.check(now) == []


def _markers_of(sim: Sim, name: str) -> NDArray[np.float64]:
    """Return the middles of a card's markers on the table."""
    card, cards = sim.table.cards[name], BOARD.cards
    assert cards is not None
    angle = np.radians(card.angle_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corner = -np.array(cards.size_mm) / 2 + cards.inset_mm + cards.marker_mm / 2
    return np.asarray(np.array([corner, -corner]) @ turn + (card.x_mm, card.y_mm), np.float64)


def test_a_pushed_camera_is_followed() -> None:
    """Even a place whose card is gone moves along: what stands there is still found."""
    sim, eye = Sim(8), _eye()
    sim.table.put_on("pink", "29")
    _read(eye, sim)
    sim.table.take_card("29")
    _read(eye, sim)
    sim.table.bump(70, -12, 2)
    now = _read(eye, sim)
    assert now.by_place[Place("29.pawn")].best == "pink"
    assert all(not s.covered for s in now.places)


def test_the_camera_is_found_by_the_cards_alone() -> None:
    """Height and lean follow from the cards' own size; a tilted camera tells its height well."""
    sim = Sim(1, tilt_deg=10.0)
    fit = scan_cards(deck(), sim.shot(), Memory()).fit
    assert fit.pose.height_mm == pytest.approx(820, rel=0.12)
    assert fit.residual_px < 0.5


def test_darkness_and_an_empty_table_are_lost() -> None:
    """Where no card was ever seen there is nothing to read, and a sentence says so."""
    sim = Sim(1)
    black = np.zeros((720, 1280, 3), np.uint8)
    glance = expect(Lost, _eye().look(black))
    assert glance.why == "dark"
    sim.table.lay_down(())
    glance = expect(Lost, _eye().look(sim.shot()))
    assert glance.why == "board"
    assert glance.reason.endswith(".")


def test_a_table_that_was_cleared_is_read_as_empty() -> None:
    """When the last card is gone the table is still known."""
    sim, eye = Sim(9), _eye()
    _read(eye, sim)
    sim.table.lay_down(())
    glance = expect(Still, eye.look(sim.shot()))
    assert all(s.best == EMPTY and not s.covered for s in glance.reading.places)


def test_every_spot_of_the_board_file_is_told() -> None:
    """There is a sight for each card and each pawn on it, and odds are probabilities."""
    sim = Sim(0)
    sights = make_reading(deck(), scan_cards(deck(), sim.shot(), Memory()).cards).places
    assert {s.place for s in sights} == set(BOARD.by_name)
    assert len(sights) == 2 * len(NAMES)
    for sight in sights:
        assert sum(p for _, p in sight.posterior) == pytest.approx(1)
