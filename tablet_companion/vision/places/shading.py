"""What light and shade tell: whether a place is as uneven as a piece of its spot's own colour."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from numpy.typing import NDArray

from tablet_companion.games.core import Piece
from tablet_companion.vision.places.details import TUNING as DETAILS
from tablet_companion.vision.places.relief import FLAT, TUNING, Relief


class Shading(NamedTuple):
    """What light and shade tell.

    ``nats`` speak for a piece; where there is an ``edge``, one of light may lie across the place.
    ``doubts_bare``: it is too uneven to be surely bare, whatever is printed there, or burnt out. A
    ``flat`` place is too even for the piece that was labelled there. ``own``: a picture shows the
    spot in the piece's colour, so that readers of colour are blind to it. ``clear``: so are
    labelled pieces, and no neighbour's shadow is what seems to be one.
    """

    nats: float
    edge: bool
    doubts_bare: bool = False
    flat: bool = False
    own: bool = False
    clear: bool = False

    @property
    def up_to(self) -> float:
        """The score (nats) above which it raises that of no piece."""
        return TUNING.edge_up_to if self.edge else TUNING.up_to


def judge_all(uneven: Mapping[int, Relief], odds: NDArray[Any]) -> dict[int, dict[Piece, Shading]]:
    """Return what the light and shade of windows (by index) tell of pieces of the spot's colour.

    ``odds`` are the network's log odds (nats) of a piece: surely bare places show how uneven those
    of this picture are.
    """
    bare = [one for row, one in uneven.items() if odds[row] < -DETAILS.bare_nats and not one.unseen]
    if len(bare) < TUNING.bare_count_min:
        return {}
    usual = statistics.median(one.spread for one in bare)
    told = {
        row: _judge_unseen(one, usual) if one.unseen else _judge(one, _find_usual(one, bare))
        for row, one in uneven.items()
    }
    return {row: dict.fromkeys(uneven[row].pieces, shading) for row, shading in told.items()}


def _judge_unseen(here: Relief, usual: float) -> Shading:
    """Return what it tells that a spot is as uneven as the piece that was labelled there.

    Whatever the light, a piece that has left takes its light and shade along. ``usual`` is how
    uneven bare places are but for their print.
    """
    own = math.sqrt(max(here.alone**2 - usual**2, TUNING.noise**2))
    nats = TUNING.still_slope * math.log(own / (TUNING.still_share * here.labelled)) * here.home
    flat = own < TUNING.flat_share * here.labelled
    return Shading(min(max(nats, 0.0), TUNING.nats_max), here.lit, flat=flat)


def _find_usual(here: Relief, bare: Sequence[Relief]) -> float:
    """Return how uneven ``bare`` places are that are as bright, clear of shadows: that is noise.

    A camera's is at most as strong in the dark, so in logarithms inversely proportional.
    """
    same = [one for one in bare if one.guessed == here.guessed]
    bare = same if len(same) >= TUNING.bare_count_min else bare
    bright = [one for one in bare if abs(one.bright - here.bright) < TUNING.alike]
    near, darker = [one for one in bright if one.pale >= here.pale], 0.0
    if len(near) < TUNING.bare_count_min:
        near = list(bare)
        darker = max(statistics.median(one.bright for one in bare) - here.bright, 0.0)
    flattened = here.pale and all(one.pale for one in near)
    least = TUNING.pale_usual_min if flattened else TUNING.usual_min
    return max(statistics.median(one.place for one in near), least) * math.exp(darker)


def _judge(here: Relief, usual: float) -> Shading:
    tuning = FLAT if here.clear else TUNING
    beyond = math.log(max(here.place, TUNING.noise) / usual) - tuning.even
    ends = math.log((here.step + TUNING.step_error) / TUNING.step)
    nats = tuning.slope * beyond + tuning.step_slope * ends
    nats = min(max(nats, 0.0) if here.guessed else nats, TUNING.nats_max)
    edge = here.lit or here.beside > TUNING.beside_max
    # A printed rim or line that seems shifted may raise a piece, but is no doubt of bare board.
    doubts_bare = nats * here.wholly > TUNING.uneven_nats or (here.pale and beyond > 0)
    nats *= here.wholly if edge or nats < 0 else here.plain
    if not here.labelled:
        return Shading(nats, edge, doubts_bare or here.burnt, own=True, clear=here.clear)
    flat = here.place < TUNING.flat_max and here.spread < TUNING.flat_share * here.labelled
    return Shading(min(nats, 0.0) if flat else 0.0, edge, flat=flat)
