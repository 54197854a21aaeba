"""A table as it really is: which figure stands on which place, and what else is on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from hardware.board import Board
from tablet_companion.games.core import HIDDEN, Card, Piece, Place, Seat
from tablet_companion.kit.boards import areas_of, holds_of
from tests.adversaries.family.figures import Content, Contents, Figure, LaidCard, Loose, Spread

_ALIKE_MM: Final = 8.0
"""Spots this near to each other are one, if the board is taken for another way round."""
_PILE_STEP_MM: Final = 6.0
"""So differently from the card beneath it each card comes to lie."""


class Tabletop:
    """What people do with their hands.

    ``author`` says who last changed an area: None is nobody. Figures ``askew`` stand half off their
    spots.
    """

    def __init__(self, board: Board, game: str, *, boxed: bool) -> None:
        """Take an empty table with the game's board on it; ``boxed``: pieces come out of a box."""
        self.areas: Final = areas_of(board, game)
        self.holds: Final = holds_of(board)
        self.holes: Final = frozenset(
            Place(place.name) for place in board.places if place.kind == "hole"
        )
        self.colours: Final = tuple(
            Piece(colour) for kind in board.pieces.values() for colour in kind.colours
        )
        self.area_of: Final[dict[Place, Place]] = {
            spot: area for area, spots in self.areas.items() for spot in spots
        }
        self.turned_round = False
        self.opposite: Final = _find_opposites(board)
        self.standing: dict[Place, Figure] = {}
        self.loose: list[Loose] = []
        self.aside: list[Figure] = []
        self.cups: list[frozenset[Place]] = []
        self.askew: set[Place] = set()
        self.pile: list[LaidCard] = []
        self.author: dict[Place, Seat | None] = {}
        self.who: Seat | None = None
        self.changes = 0
        self.remembered: Spread = Spread(())
        self.boxed = boxed

    # --- what it shows ---------------------------------------------------------------------------

    def contents(self) -> dict[Place, Content]:
        """Return what stands in each area that is not empty."""
        found: dict[Place, list[Piece]] = {}
        for spot, figure in self.standing.items():
            found.setdefault(self.area_of[spot], []).append(figure.seen)
        return {area: tuple(sorted(pieces)) for area, pieces in found.items()}

    def spread(self) -> Spread:
        """Return what stands and lies where."""
        return Spread(tuple(self.standing.items()), tuple(self.loose))

    def occupied(self, area: Place) -> Iterator[Place]:
        """Yield the spots of an area on which something stands."""
        return (spot for spot in self.areas.get(area, ()) if spot in self.standing)

    # --- what hands do ---------------------------------------------------------------------------

    def touched(self, area: Place | None) -> None:
        """Note that somebody's hand changed something."""
        self.changes += 1
        if area is not None:
            self.author[area] = self.who
            self.askew.difference_update(self.areas.get(area, ()))

    def put(self, figure: Figure, area: Place) -> bool:
        """Stand a figure in an area, on a spot that is free and holds it; False where none is."""
        spot = self._free(figure.colour, area)
        if spot is None:
            self.aside.append(figure)
            return False
        if figure.turned and spot not in self.holes and not figure.colour.isdigit():
            figure = replace(figure, turned=False)
        self.standing[spot] = figure
        self.touched(area)
        return True

    def lift(self, area: Place, piece: Piece | None = None) -> Figure | None:
        """Take a figure out of an area, one that looks like ``piece`` where that is given."""
        for spot in self.occupied(area):
            if piece is None or self.standing[spot].seen == piece:
                self.touched(area)
                return self.standing.pop(spot)
        return None

    def turn(self, area: Place, *, turned: bool) -> bool:
        """Turn a figure of an area over or back; False where none stands so."""
        for spot in self.occupied(area):
            if self.standing[spot].turned is not turned:
                self.standing[spot] = replace(self.standing[spot], turned=turned)
                self.touched(area)
                return True
        return False

    def drop(self, figure: Figure, near: Place, *, fallen: bool) -> None:
        """Let a figure come to stand or lie beside the places."""
        self.loose.append(Loose(replace(figure, turned=False), near, fallen))
        self.touched(None)

    def pick_up(self, loose: Loose) -> Figure:
        """Take up a figure that stood or lay on no place."""
        self.loose.remove(loose)
        self.touched(None)
        return loose.figure

    def lay(self, face: Card) -> None:
        """Lay a card on the pile, a little differently from the one beneath."""
        number = len(self.pile)
        angle = 12.0 * (number % 3)
        self.pile.append(LaidCard(face, (_PILE_STEP_MM * (number % 4), 0.0, angle)))
        self.touched(None)

    def leave_cup(self, spots: Iterable[Place]) -> None:
        """Put something over these spots."""
        self.cups.append(frozenset(spots))
        self.touched(None)

    def straighten(self, areas: Collection[Place]) -> bool:
        """Push what stands half off its place in these areas onto it; whether anything did."""
        crooked = {spot for spot in self.askew if self.area_of[spot] in areas}
        self.askew -= crooked
        self.changes += bool(crooked)
        return bool(crooked)

    def turn_round(self) -> bool:
        """Turn the board by 180 degrees and be seen so: whatever stands on it is opposite; True."""
        self.turned_round = not self.turned_round
        self.standing = {self.opposite[spot]: one for spot, one in self.standing.items()}
        self.loose = [replace(one, near=self.opposite[one.near]) for one in self.loose]
        self.askew = {self.opposite[spot] for spot in self.askew}
        for area in self.areas:
            self.author[area] = None
        self.touched(None)
        return True

    def clear_cups(self) -> None:
        """Take everything away that does not belong there."""
        if self.cups:
            self.cups.clear()
            self.touched(None)

    def restore(self, spread: Spread) -> None:
        """Put every figure where it was."""
        before = self.contents()
        self.askew.clear()
        self.turned_round = False
        self.standing, self.loose = dict(spread.standing), list(spread.loose)
        self.aside.clear()
        after = self.contents()
        self.changes += 1
        for area in before.keys() | after.keys():
            if before.get(area) != after.get(area):
                self.author[area] = self.who

    def make(self, wanted: Contents, areas: Iterable[Place]) -> bool:
        """Let these areas show what is wanted; return whether anything had to be done.

        Figures come from beside the board, from where one too many stands, or out of the box; what
        is to lie turned over comes last, as it is of what is left then.
        """
        before = self.changes
        named = [area for area in areas if area in self.areas]
        named.sort(key=lambda area: HIDDEN in wanted.get(area, ()))
        held = [figure for area in named for figure in self._surplus(area, wanted)]
        for area in named:
            for piece in self._missing(area, wanted):
                figure = self._found(piece, area, held, wanted)
                if figure is not None:
                    self.put(figure, area)
        for figure in held:
            self._send_home(figure, wanted)
        return self.changes > before

    def take_back(self, areas: Collection[Place]) -> None:
        """Put the very figures into these areas that people remember there, as far as they stand.

        Two figures turned over look alike, but somebody who moved them knows which is which.
        """
        before = [one for one in self.remembered.standing if self.area_of[one[0]] in areas]
        held = [self.standing.pop(spot) for area in areas for spot in [*self.occupied(area)]]
        for spot, figure in before:
            mine = next((one for one in held if one.colour == figure.colour), None)
            if mine is not None:
                held.remove(mine)
                self.standing[spot] = figure
                self.touched(self.area_of[spot])
        self.aside += held

    def follow(self, ways: Iterable[tuple[Place, Place]], wanted: Contents) -> set[Place]:
        """Carry figures from area to area as arrows show, all at once; return where they came.

        An arrow from nest to nest stands for all that are wrong in one and missing in the other.
        """
        held = [
            (self._lift_due(source, target, wanted) or self._lift_alike(source, wanted), target)
            for source, target in ways
            for _ in range(max(1, self._count_due(source, target, wanted)))
        ]
        return {
            target
            for figure, target in held
            if figure is not None
            and self.put(replace(figure, turned=HIDDEN in wanted.get(target, ())), target)
        }

    def _count_due(self, source: Place, target: Place, wanted: Contents) -> int:
        shown = self.contents()
        extra = Counter(shown.get(source, ())) - Counter(wanted.get(source, ()))
        return (extra & Counter(self._missing(target, wanted))).total()

    def _lift_due(self, source: Place, target: Place, wanted: Contents) -> Figure | None:
        """Lift a figure that is one too many, rather one that is missing where it is to go."""
        extra = Counter(self.contents().get(source, ())) - Counter(wanted.get(source, ()))
        missing = self._missing(target, wanted)
        piece = min(extra, key=lambda one: one not in missing, default=None)
        return None if piece is None else self.lift(source, piece)

    def _lift_alike(self, area: Place, wanted: Contents) -> Figure | None:
        """Lift a figure that looks right but may be another, turned over; else leave it there."""
        content = self.contents().get(area, ())
        right = content == wanted.get(area, ()) and HIDDEN not in content
        return None if right else self.lift(area)

    def _send_home(self, figure: Figure, wanted: Contents) -> None:
        """Put a figure where one of its colour is lacking, else beside the board."""
        for area in wanted:
            if area in self.areas and figure.colour in self._missing(area, wanted):
                self.put(replace(figure, turned=False), area)
                return
        self.aside.append(figure)

    def _surplus(self, area: Place, wanted: Contents) -> Iterator[Figure]:
        extra = Counter(self.contents().get(area, ())) - Counter(wanted.get(area, ()))
        for piece in extra.elements():
            figure = self.lift(area, piece)
            assert figure is not None, "what is seen there can be lifted"
            yield figure

    def _missing(self, area: Place, wanted: Contents) -> list[Piece]:
        lacking = Counter(wanted.get(area, ())) - Counter(self.contents().get(area, ()))
        return sorted(lacking.elements())

    def _found(
        self, piece: Piece, area: Place, held: list[Figure], wanted: Contents
    ) -> Figure | None:
        """Return a figure that may be meant, wherever it is at present."""
        turned = piece == HIDDEN
        colours = self._hidden_in(area) if turned else [piece]
        lying = [one.figure for one in self.loose]
        for heap in (held, lying, self.aside):
            for figure in heap:
                if figure.colour in colours:
                    if heap is lying:
                        self.pick_up(next(one for one in self.loose if one.figure == figure))
                    else:
                        heap.remove(figure)
                    return replace(figure, turned=turned)
        found = self._elsewhere(colours, wanted)
        if found is None and not turned and held:
            found = self._exchange_beneath(piece, held)
        if found is None and turned and self.aside:
            found = self.aside.pop()  # the only one left, whatever people remember
        if found is None and self.boxed and colours:
            found = Figure(min(colours, key=self._number))
        return None if found is None else replace(found, turned=turned)

    def look_under(self, wanted: Contents, areas: Iterable[Place]) -> bool:
        """Exchange figures in hand for missing ones that lie turned over where others lay."""
        before = self.changes
        for area in areas:
            for piece in self._missing(area, wanted):
                if found := self._exchange_beneath(piece, self.aside):
                    self.put(replace(found, turned=False), area)
        return self.changes > before

    def _exchange_beneath(self, piece: Piece, held: list[Figure]) -> Figure | None:
        """Return a figure that lay face down in place of one in hand; None where none did."""
        for spot, figure in self.standing.items():
            if held and figure.turned and figure.colour == piece:
                self.standing[spot] = replace(held.pop(), turned=True)
                self.touched(self.area_of[spot])
                return figure
        return None

    def _number(self, colour: Piece) -> int:
        return sum(figure.colour == colour for figure in self.standing.values())

    def _hidden_in(self, area: Place) -> list[Piece]:
        """Return the colour that was turned over in an area, as people remember, else any."""
        for spot, figure in self.remembered.standing:
            if figure.turned and self.area_of[spot] == area:
                return [figure.colour]
        return list(self.colours)

    def _elsewhere(self, colours: list[Piece], wanted: Contents) -> Figure | None:
        """Take a figure from where one too many stands."""
        for area, content in self.contents().items():
            extra = Counter(content) - Counter(wanted.get(area, ()))
            for spot in list(self.occupied(area)):
                figure = self.standing[spot]
                if extra[figure.seen] and figure.colour in colours:
                    self.touched(area)
                    return self.standing.pop(spot)
        return None

    def _free(self, colour: Piece, area: Place) -> Place | None:
        for spot in self.areas.get(area, ()):
            if spot not in self.standing and self.fits(colour, spot):
                return spot
        return None

    def fits(self, colour: Piece, spot: Place) -> bool:
        """Whether a figure can stand on a spot; what no spot is made for stands anywhere."""
        if spot not in self.holds:
            return True
        if colour.isdigit():
            return str(self.area_of[spot]) == colour and colour in self.holds[spot]
        return colour in self.holds[spot]


def _find_opposites(board: Board) -> dict[Place, Place]:
    """Return each spot's place when the board is turned by 180 degrees; {} if it looks otherwise.

    Of spots in one place, such as those of stacked cards, each has the one that is left.
    """
    if board.cards is not None:
        return {}  # cards on a bare table: there is no board to turn
    left, found = list(board.places), {}
    for one in board.places:
        x_mm, y_mm = board.size_mm[0] - one.x_mm, board.size_mm[1] - one.y_mm
        at = min(left, key=lambda it: (it.x_mm - x_mm) ** 2 + (it.y_mm - y_mm) ** 2)
        if abs(at.x_mm - x_mm) + abs(at.y_mm - y_mm) > _ALIKE_MM:
            return {}
        left.remove(at)
        found[Place(one.name)] = Place(at.name)
    return found
