"""What confirmed looks teach of the evening's light, and what they can never teach."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.surfaces.exposures import Exposure, pack
from calibration.taught.lookalikes import find_shown
from calibration.taught.maps import resize_like
from calibration.taught.model import REFERENCE_PX_PER_MM
from hardware.printing.raster import render_board
from hardware.simulated.faults import Fault
from tablet_companion.games.core import EMPTY
from tablet_companion.simulator.house import Print
from tablet_companion.vision import experience
from tablet_companion.vision.frame.scan import Observation
from tablet_companion.vision.reading import Thing
from tablet_companion.vision.scene import Model
from tablet_companion.vision.taught_views import lay_taught_views
from tablet_companion.vision.teaching import learn_board
from tests.amounts import sampled
from tests.conftest import Prints
from tests.expected import present
from tests.vision.evening import DAY, DIM, LAMP, Room, count_wrong, take_for_bare
from tools import faults
from tools.truth import tell_truth


@pytest.fixture(scope="module")
def room(kit: Print) -> Room:
    """Return the table at which people play."""
    return Room(kit)


@pytest.fixture(scope="module")
def evening(room: Room) -> Observation:
    """Return a look by one weak lamp in which no hand is seen, read with what was taught by day."""
    looks = (room.look(room.set_table(seed, DIM)) for seed in range(1000, 1010))
    return next(look for look in looks if experience.teaches(room.taught, look))


@pytest.fixture(scope="module")
def light(room: Room, evening: Observation) -> Exposure:
    """Return what it teaches."""
    return present(experience.learn_light(room.taught, evening))


def test_by_day_there_is_nothing_to_learn(room: Room) -> None:
    """The light that was taught is known: no look in it teaches anything."""
    assert not experience.teaches(room.taught, room.look(room.set_table(1000, DAY)))


def test_in_the_evening_a_confirmed_look_helps(
    room: Room, evening: Observation, light: Exposure
) -> None:
    """After one look the board is nearer, no shadow is a hand, and no place is misread."""
    learnt = room.taught.with_lights([light])
    assert experience.helps(learnt, evening)
    assert not experience.is_worse_than_taught(room.taught, evening)
    tables = [room.set_table(seed, DIM) for seed in (100, 101)]
    for table in tables:
        seen = room.look(table, learnt)
        assert seen.scan.hands is None
        assert count_wrong(table, seen) == 0


@sampled(2)
@pytest.mark.parametrize("strengths", [DIM, DAY])
def test_a_hand_is_seen_as_before(
    room: Room, light: Exposure, strengths: dict[Fault, float]
) -> None:
    """What was learnt hides no hand, in its own light or by day."""
    table = room.set_table(100, {**strengths, faults.HAND: 0.4})
    assert room.look(table, room.taught.with_lights([light])).scan.hand


@sampled(2)
@pytest.mark.parametrize("strengths", [DAY, {faults.TINTED: 0.5, faults.GLARE: 0.4}])
def test_in_every_other_light_nothing_is_worse(
    room: Room, light: Exposure, strengths: dict[Fault, float]
) -> None:
    """A lamp that is switched off again leaves no trace: the taught board is as near as before."""
    table = room.set_table(100, strengths)
    taught, learnt = room.look(table), room.look(table, room.taught.with_lights([light]))
    assert count_wrong(table, learnt) <= count_wrong(table, taught)
    assert not experience.is_worse_than_taught(room.taught, learnt)


def _overlook(look: Observation, count: int) -> Observation:
    """Return a look in which some pieces are surely, and wrongly, read as nothing."""
    stands = [sight.place for sight in look.reading.places if sight.best != EMPTY]
    return take_for_bare(look, stands[:count])


def test_what_the_taught_board_contradicts_teaches_nothing(room: Room) -> None:
    """A piece that only what was learnt overlooks is seen by what was taught: nothing is learnt."""
    look = room.look(room.set_table(1000, LAMP))
    assert experience.read_as_taught(room.taught, look) is not None
    assert experience.read_as_taught(room.taught, _overlook(look, 1)) is None


@sampled(2)
@pytest.mark.parametrize("count", [1, 4])
def test_pieces_confirmed_as_nothing_are_seen_as_before(room: Room, count: int) -> None:
    """Though eye and referee were mistaken alike, the points of such pieces are left out."""
    table = room.set_table(1000, LAMP)
    poisoned = present(experience.learn_light(room.taught, _overlook(room.look(table), count)))
    assert count_wrong(table, room.look(table, room.taught.with_lights([poisoned]))) == 0


def test_a_hand_that_was_overlooked_teaches_nothing(room: Room) -> None:
    """Though every place were confirmed, a look under a hand is none to learn from."""
    table = room.set_table(1000, LAMP)
    bare = room.look(table)
    table.reach(300.0, 200.0)
    under = replace(room.look(table), reading=bare.reading)
    assert under.scan.hand
    assert not experience.teaches(room.taught, under)
    assert experience.read_as_taught(room.taught, under) is None


def test_a_light_that_does_not_help_is_not_taken(room: Room, light: Exposure) -> None:
    """What is no picture of this board, here one that lies upside down, explains nothing better."""
    flat = np.ascontiguousarray(light.flat[::-1, ::-1])
    wrong = room.taught.with_lights([pack(flat, np.ones(flat.shape[:2], np.bool_))])
    assert not experience.helps(wrong, room.look(room.set_table(1000, LAMP)))


def test_what_proves_worse_than_the_taught_is_given_up(room: Room) -> None:
    """Places that only what was learnt makes doubtful speak against it, once they are confirmed."""
    look = room.look(room.set_table(1000, DAY))
    assert not experience.is_worse_than_taught(room.taught, look)
    doubtful = tuple(
        replace(sight, posterior=((sight.best, 0.6), *sight.posterior[1:]))
        for sight in look.reading.places[:10]
    )
    places = (*doubtful, *look.reading.places[10:])
    assert experience.is_worse_than_taught(
        room.taught, replace(look, reading=replace(look.reading, places=places))
    )


@pytest.fixture(scope="module")
def dog(prints: Prints) -> Print:
    """Return a board with many equal spaces."""
    return prints("dog")


@pytest.fixture(scope="module")
def started(dog: Print) -> Room:
    """Return a table of which only a starting position was shown: what lies under it is unknown."""
    room = Room(dog)
    table = room.set_table(5, DAY)
    label = msgspec.convert(tell_truth(table, "start.png", "calibrate"), Label)
    drawn = render_board(dog.board, REFERENCE_PX_PER_MM)
    learnt = learn_board(dog.board, [Lesson(label, room.shoot(table))], drawn)
    room.taught = Model(learnt.calibration)
    return room


def test_what_pieces_leave_bare_is_learnt(started: Room, dog: Print) -> None:
    """Where only the start was shown, moves show the rest of the board, in any even light."""
    look = started.look(started.set_table(11, {faults.TINTED: 0.2}))
    bare = present(experience.learn_bare(started.taught, None, look))
    more = bare.bare > 0
    assert not (more & find_shown(started.taught.calibration)).any()
    wrong = np.abs(bare.flat.astype(int) - dog.learnt.calibration.reference)[more].max(axis=-1)
    assert np.median(wrong) < 12
    candidate = started.taught.with_bare(bare)
    assert experience.does_no_harm(candidate, look)
    known = (candidate.exposures[0].bare > 0) | ~more
    assert known.all()
    assert candidate.guessed.sum() < started.taught.guessed.sum()
    assert experience.learn_bare(started.taught, bare, look) is None, "nothing is learnt twice"


def test_tops_that_seem_to_be_the_board_make_no_hand(dog: Print) -> None:
    """Where men are taller than stated and no like tells of the board, it is never foreign."""
    room, kinds = Room(dog), dog.board.pieces.items()
    low = {name: msgspec.structs.replace(kind, height_mm=2.0) for name, kind in kinds}
    board = msgspec.structs.replace(dog.board, pieces=low)
    table = room.set_table(5, DAY)
    label = msgspec.convert(tell_truth(table, "start.png", "calibrate"), Label)
    drawn = render_board(dog.board, REFERENCE_PX_PER_MM)
    model = Model(learn_board(board, [Lesson(label, room.shoot(table))], drawn).calibration)
    assert model.doubted.any()
    assert model.quiet[resize_like(model.doubted.astype(np.float32), model.ignored) > 0].all()
    pose = room.look(table).fit.pose
    sure, all_of_it = (
        lay_taught_views(board, model.exposures, pose, doubted=doubted).bare[0].known
        for doubted in (model.doubted, None)
    )
    assert sure.sum() < all_of_it.sum()


def test_a_piece_taken_for_the_board_is_not_learnt(started: Room) -> None:
    """What is unlike the guess teaches nothing, though eye and referee were mistaken alike."""
    look = started.look(started.set_table(5, DAY))
    assert experience.learn_bare(started.taught, None, look) is None
    guessed = (started.taught.exposures[0].bare > 0) & ~find_shown(started.taught.calibration)
    bare = experience.learn_bare(started.taught, None, _overlook(look, 99))
    assert guessed.any()
    assert bare is None or not ((bare.bare > 0) & guessed).any()


def test_beside_what_lies_there_the_rest_is_learnt(started: Room) -> None:
    """A thing is often invented where the board is only guessed; what it hides teaches nothing."""
    look = started.look(started.set_table(11, DAY))
    bare = present(experience.learn_bare(started.taught, None, look))
    down, across = np.argwhere(bare.bare > 0)[0]
    at = (float(across) / REFERENCE_PX_PER_MM, float(down) / REFERENCE_PX_PER_MM)
    lying = replace(look, scan=replace(look.scan, things=(Thing(*at, 20.0),)))
    beside = present(experience.learn_bare(started.taught, None, lying))
    assert beside.bare[down, across] == 0
    assert 0 < np.count_nonzero(beside.bare) < np.count_nonzero(bare.bare)


def test_under_what_may_be_a_hand_nothing_is_learnt(started: Room) -> None:
    """Beside a doubtful hand the rest is learnt; beside a certain one nothing is."""
    look = started.look(started.set_table(11, DAY))
    present(experience.learn_bare(started.taught, None, look))
    hands = np.zeros(look.scan.view.ignored.shape, dtype=np.bool_)
    hands[: len(hands) // 2] = True
    under = replace(look, scan=replace(look.scan, hands=hands, doubtful=True))
    beside = present(experience.learn_bare(started.taught, None, under))
    assert not beside.bare[: len(beside.bare) // 2].any()
    assert (
        experience.learn_bare(
            started.taught, None, replace(under, scan=replace(under.scan, doubtful=False))
        )
        is None
    )


def test_a_board_shown_bare_has_nothing_left_to_show(room: Room) -> None:
    """Then no look costs anything."""
    assert experience.learn_bare(room.taught, None, room.look(room.set_table(11, DAY))) is None
