"""In hard light, and beside things and fallen pawns, nothing wrong is certain, and no hand seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.fallen import fell_pawn
from hardware.simulated.faults import Fault
from hardware.simulated.scene import Pawn, Thing
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.vision.frame import lying
from tablet_companion.vision.frame.results import Moving, Still
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.reading import SURE, Reading
from tests.amounts import sampled, some
from tests.vision.loose.measured import make_table, put_fallen, put_over_edges
from tests.vision.loose.wink_table import BOARD, COLOURS, NAMES, Sim, deck, renderer
from tools import faults
from tools.faults.things import coin, die

AWAY = ((1000, "9"), (1010, "12"), (1002, "1"), (1003, "2"), (1005, "28"), (1007, "17"))
"""The seeds of tables of fallen pawns that point away from the camera, and a card of each."""

OVER_AN_EDGE = ((2003, "31"), (2001, "32"), (2006, "29"))
"""The same of pawns over an edge that end where a standing one would hide the card's surroundings.
"""


def _shoot(sim: Sim, faults: Mapping[Fault, float], seed: int) -> Picture:
    sim.table.faults, sim.table.fault_seed = faults, seed
    return SimulatedCamera(sim.table, renderer(), ManualClock(), seed=seed).capture().picture


def _eye() -> LooseCardReader:
    return LooseCardReader(deck(), still_frames=1)


def _mistakes(sim: Sim, now: Reading) -> list[tuple[Place, str, float]]:
    """Return what was read wrong beyond doubt."""
    true = sim.truth()
    return [
        (sight.place, sight.best, sight.probability)
        for sight in now.places
        if not sight.covered
        and sight.probability >= SURE
        and sight.best != true.get(sight.place, EMPTY)
    ]


@sampled(2)
@pytest.mark.parametrize(
    "fault",
    [
        faults.NOISE,
        faults.DIM,
        faults.COMPRESSED,
        faults.SHADOW,
        faults.WINDOW_BARS,
        faults.OVEREXPOSED,
    ],
    ids=lambda fault: fault.name,
)
@pytest.mark.parametrize("seed", some((64, 60, 61, 62, 63, 65), 6))
def test_hard_light_is_no_hand_and_no_pawn(seed: int, fault: Fault) -> None:
    """Noise, darkness, bars of sun and burnt paper leave places in doubt, but invent nothing."""
    sim = Sim(seed, tilt_deg=0.0)
    sim.play_a_while()
    _, looked, now = _eye().examine(_shoot(sim, {fault: 0.8}, seed))
    assert looked.hand is not True
    assert looked.astray == ()
    assert _mistakes(sim, now) == []


@pytest.mark.parametrize("fault", [faults.NOISE, faults.DIM], ids=lambda fault: fault.name)
def test_noise_hides_nearly_nothing(fault: Fault) -> None:
    """A noisy picture is averaged: nearly all cards are read, with their pawns."""
    sim = Sim(64)
    sim.play_a_while()
    now = _eye().examine(_shoot(sim, {fault: 0.8}, 64))[2]
    assert sum(sight.covered for sight in now.places) <= 6


@sampled(3)
@pytest.mark.parametrize("colour", [one for one in COLOURS if one not in {"white", "black"}])
def test_a_pawn_beside_the_cards_is_named(colour: str) -> None:
    """It stands on no card, and is seen on the table beside one."""
    sim = Sim(2)
    for other, name in zip(COLOURS, ("8", "9", "10", "14", "15", "16", "20", "21"), strict=True):
        sim.table.put_on(other, name)
    assert _eye().examine(sim.shot())[1].astray == ()
    card = sim.table.cards["3"]
    pawns = [pawn for pawn in sim.table.scene.pawns if pawn.colour != colour]
    beside = Pawn(colour, card.x_mm + 6, card.y_mm - 41)
    sim.table.arrange([*pawns, beside])
    now = _eye().examine(sim.shot())[2]
    assert [(one.piece, one.near) for one in now.strays] == [(colour, Place("3.pawn"))]


@pytest.mark.parametrize("make", [coin, die], ids=["coin", "die"])
def test_a_thing_on_a_card_is_neither_hand_nor_pawn(make: object) -> None:
    """It does not come from beside the table; what it may hide is covered or in doubt."""
    assert callable(make)
    sim = Sim(3)
    card = sim.table.cards["15"]
    thing = make(card.x_mm + 2, card.y_mm + 1)
    assert isinstance(thing, Thing)
    scene = replace(sim.table.scene, things=(thing,))
    shot = renderer().render(scene, sim.table.pose, sim.table.light, sim.rng)
    _, looked, now = _eye().examine(shot)
    place = now.by_place[Place("15.pawn")]
    assert looked.hand is False
    assert place.covered or place.probability < SURE


@sampled(4)
@pytest.mark.parametrize("angle", range(0, 360, 45))
def test_a_fallen_pawn_does_not_stand_beyond_doubt(angle: int) -> None:
    """One that lies reaches out of the outline that it would have if it stood."""
    sim = Sim(2)
    for colour, name in (("red", "8"), ("black", "17"), ("yellow", "26")):
        sim.table.put_on(colour, name, sloppy_mm=0.0)
    lying_pawns = tuple(fell_pawn(p, BOARD.pawn, angle + 10) for p in sim.table.scene.pawns)
    scene = replace(sim.table.scene, pawns=lying_pawns)
    shot = renderer().render(scene, sim.table.pose, sim.table.light, sim.rng)
    now = _eye().examine(shot)[2]
    sights = [now.by_place[Place(f"{name}.pawn")] for name in ("8", "17", "26")]
    certain = [sight for sight in sights if not sight.covered and sight.probability >= SURE]
    assert certain == []


@pytest.mark.parametrize(
    "lying",
    [
        Pawn("yellow", 328.0, 351.0, lying_deg=69.0),
        Pawn("red", 293.0, 130.0, lying_deg=167.0),
        Pawn("red", 488.0, 50.0, lying_deg=357.0),
    ],
)
def test_a_pawn_that_lies_over_an_edge_stands_nowhere_beyond_doubt(lying: Pawn) -> None:
    """What is seen of it on one card alone, or on two, looks as a standing pawn does."""
    for seed in range(3):
        table = SimulatedCards(BOARD, np.random.default_rng(seed))
        table.lay_out(NAMES)
        table.arrange([lying])
        shot = SimulatedCamera(table, renderer(), ManualClock(), seed=seed).capture().picture
        now = _eye().examine(shot)[2]
        assert [s.place for s in now.places if s.best in COLOURS and s.probability >= SURE] == []


@pytest.mark.parametrize(("seed", "card"), some(OVER_AN_EDGE, 2))
def test_a_pawn_over_an_edge_is_seen_some_way_beside_its_card(seed: int, card: str) -> None:
    """Close beside the card nothing tells it from one that stands; before, with 99.8 %."""
    sim = make_table(seed)
    put_over_edges(sim)
    sight = _eye().examine(sim.shot())[2].by_place[Place(f"{card}.pawn")]
    assert sight.covered or sight.probability < SURE


@pytest.mark.parametrize(("seed", "card"), some(AWAY, 2))
def test_a_pawn_that_lies_pointing_away_stands_nowhere_beyond_doubt(seed: int, card: str) -> None:
    """A white one goes on over paper, a blue one over print, and an orange one has a lit end."""
    sim = make_table(seed)
    put_fallen(sim)
    sight = _eye().examine(sim.shot())[2].by_place[Place(f"{card}.pawn")]
    assert sight.best != EMPTY
    assert sight.probability < SURE


def test_a_white_pawn_on_white_paper_leaves_its_card_in_doubt() -> None:
    """Nothing is seen of it but its shadow: nobody may say that the card is empty."""
    sim = Sim(4)
    cards = sim.table.cards
    for name, (x, y) in (("9", (24.0, 3.0)), ("22", (-2.0, 24.0)), ("28", (-24.0, -2.0))):
        sim.table.put_at("white", cards[name].x_mm + x, cards[name].y_mm + y)
        now = _eye().examine(sim.shot())[2]
        sight = now.by_place[Place(f"{name}.pawn")]
        assert sight.best == "white" or sight.probability < SURE
        sim.table.arrange(())


def test_a_lamp_mirrored_in_red_does_not_make_it_pink() -> None:
    """Where the top is paler than the body and another colour, nobody knows which it is."""
    sim = Sim(0)
    sim.table.put_on("red", "15", sloppy_mm=0.0)
    shot = sim.shot()
    fit, scanned, _ = _eye().examine(shot)
    card = scanned.cards["15"]
    assert card.stage is not None
    at = np.array(card.stage.pawns[0].at_mm) + card.lying.centre
    share = BOARD.pawn.height_mm / (fit.pose.height_mm - BOARD.pawn.height_mm)
    x, y = fit.pose.project((at + (at - fit.pose.nadir_mm) * share)[None])[0].round().astype(int)
    veil = np.zeros(shot.shape[:2], np.uint8)
    cv2.circle(veil, (int(x), int(y)), 7, 255, -1)
    pale = shot.astype(np.float32)
    pale[veil > 0] = 0.62 * pale[veil > 0] + 0.38 * 250
    sight = _eye().examine(pale.astype(np.uint8))[2].by_place[Place("15.pawn")]
    assert sight.best == "red" or sight.probability < SURE


def test_a_card_with_a_pawn_whose_markers_are_smeared_is_not_gone() -> None:
    """A pawn is found there, but what is beside it is no bare table."""
    sim = Sim(4)
    sim.table.put_on("red", "15", sloppy_mm=0.0)
    shot = sim.shot()
    card = sim.table.cards["15"]
    for side in (-1, 1):
        at = [(card.x_mm + 35 * side, card.y_mm + 22.5 * side)]
        x, y = sim.table.pose.project(at)[0].round().astype(int).tolist()
        cv2.circle(shot, (x, y), 12, (250, 250, 250), -1)
    sight = _eye().examine(shot)[2].by_place[Place("15.card")]
    assert sight.covered or sight.best != EMPTY


def test_a_hand_that_never_moves_is_none_at_last() -> None:
    """After ten seconds what it covers stays covered, and the rest is read."""
    sim, eye = Sim(1), _eye()
    sim.table.reach_for("15")
    shot = sim.shot()
    assert eye.look(shot) == Moving(hand=True)
    for _ in range(lying.TUNING.lying_frames):
        result = eye.look(shot.copy())
    assert isinstance(result, Still)
    assert result.reading.by_place[Place("15.pawn")].covered
