"""What happens to the pieces without anybody's will."""

from __future__ import annotations

from tablet_companion.games.core import Place
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import carry_out, habit, places_of, planned


def _knock(family: Family, *, fallen: bool, keep: tuple[Place, ...] = ()) -> bool:
    """Push a figure off its place, by nobody's will."""
    top = family.room.tabletop
    spots = [
        spot
        for spot, figure in top.standing.items()
        if top.area_of[spot] not in keep and not figure.turned and not figure.colour.isdigit()
    ]
    if not spots:
        return False
    spot = family.rng.choice(spots)
    family.by(None)
    figure = top.standing.pop(spot)
    near = spot if family.rng.random() < 0.6 else family.rng.choice(list(top.area_of))
    top.drop(figure, near, fallen=fallen)
    top.author[top.area_of[spot]] = None
    how = "falls over" if fallen else "is pushed off its place"
    family.account.note(f"the {figure.colour} figure of {spot} {how}, near {near}")
    return True


@habit("knocks a pawn", 0.04)
def knocks(family: Family) -> None:
    """Push a figure off its place between two turns."""
    _knock(family, fallen=False)
    family.hand()


@habit("knocks a pawn, plays on", 0.04)
@planned
def knocks_in_passing(family: Family, plan: Plan) -> None:
    """Push a figure off its place while another is moved."""
    carry_out(family, plan)
    _knock(family, fallen=False, keep=places_of(plan))


@habit("knocks a pawn before a turn", 0.03)
@planned
def knocks_before(family: Family, plan: Plan) -> None:
    """Push a figure off its place; nobody looks; a card is laid, and only then moved."""
    family.hand()
    _knock(family, fallen=False, keep=places_of(plan))
    family.hand()
    family.room.look(family.rng.choice((1.0, 5.0)))
    family.lay(plan)
    family.intend(plan)
    family.hand()
    family.room.look(family.rng.choice((0.5, 2.0, 4.0)))
    family.hand()
    family.carry(plan)


@habit("knocks a pawn over", 0.03)
def knocks_over(family: Family) -> None:
    """Let a figure fall over."""
    _knock(family, fallen=True)
    family.hand()


@habit("knocks a pawn over, plays on", 0.02)
@planned
def knocks_over_in_passing(family: Family, plan: Plan) -> None:
    """Let a figure fall over while another is moved."""
    carry_out(family, plan)
    _knock(family, fallen=True, keep=places_of(plan))


@habit("knocks a pawn onto a place", 0.02)
def knocks_onto(family: Family) -> None:
    """Push a figure onto another place, where it stands as if it belonged there."""
    top = family.room.tabletop
    spots = [s for s, one in top.standing.items() if not one.turned and not one.colour.isdigit()]
    if spots:
        spot = family.rng.choice(spots)
        # Without cards nobody can tell a piece that was pushed onto a place from a move.
        family.by(None if family.room.game.pile else family.turn)
        figure = top.standing.pop(spot)
        top.touched(top.area_of[spot])
        free = [s for s in top.area_of if s not in top.standing and top.fits(figure.colour, s)]
        target = family.rng.choice(free)
        top.put(figure, top.area_of[target])
        family.account.note(f"the {figure.colour} figure of {spot} is pushed to {target}")
    family.hand()


@habit("bumps the board", 0.01)
def bumps(family: Family) -> None:
    """Push against the table: several figures slide off their places."""
    for _ in range(family.rng.randint(2, 4)):
        _knock(family, fallen=family.rng.random() < 0.3)
    family.hand(1.5)


@habit("puts a cup down", 0.02)
@planned
def puts_a_cup(family: Family, plan: Plan) -> None:
    """Put a cup on some places and play on."""
    top = family.room.tabletop
    spots = list(top.area_of)
    at = family.rng.randrange(len(spots))
    family.by(None)
    top.leave_cup(spots[at : at + 3])
    family.account.note(f"a cup is put on {' '.join(spots[at : at + 3])}")
    family.hand()
    family.room.look(2.0)
    carry_out(family, plan)


@habit("drops a card on the board", 0.015)
@planned
def drops_a_card(family: Family, plan: Plan) -> None:
    """Let a card fall on the board, and pick it up some seconds later."""
    top = family.room.tabletop
    spots = list(top.area_of)
    at = family.rng.randrange(len(spots))
    family.by(None)
    top.leave_cup(spots[at : at + 4])
    family.account.note("a card is dropped on the board")
    family.hand()
    family.room.look(family.rng.choice((2.0, 6.0)))
    top.clear_cups()
    family.hand()
    carry_out(family, plan)
