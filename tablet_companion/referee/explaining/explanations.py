"""What a look at the table can mean: one value for each kind of explanation."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tablet_companion.games.core import Breach, Card, Piece, Place, Placement, Seat, Step
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.laid import Laid
from tablet_companion.referee.explaining.position import Action

MAX_OPTIONS: Final = 4
"""With more possible moves than this a question would help nobody."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table shows the position before the turn, as far as it is clearly seen.

    ``perhaps``: some places look a little rather changed, a card that is read with doubt looks like
    one that nobody may play, or one may cover its like unseen, which matters only if it lasts.
    """

    perhaps: Unclear | NeedsCard | None = None


@dataclass(frozen=True, slots=True)
class Did:
    """A legal action was carried out; ``card`` says how its card is known.

    ``despite`` are unrelated areas that look changed but are doubtful.
    """

    action: Action
    card: Laid
    despite: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class DidOneOf:
    """Several legal actions agree with the table and differ in something that matters.

    ``invisible``: none of them changes anything visible (an exchange of hidden pieces).
    """

    actions: tuple[Action, ...]
    invisible: bool = False


@dataclass(frozen=True, slots=True)
class Overtaken:
    """The next player has played already; this turn was one of ``options``, each with its card.

    ``first`` is the card that was laid first, if the other may be this turn's.
    """

    options: tuple[tuple[Action, Laid], ...]
    first: Card | None = None


def ask_which_first(*kinds: tuple[tuple[Action, Laid], ...]) -> Overtaken | None:
    """Return the question what was played first, unless it has too many answers to help.

    All kinds of answers are offered; or if these are too many, the first kind that are not.
    """
    both = tuple(dict.fromkeys(itertools.chain(*kinds)))
    few = (one for one in (both, *kinds) if 0 < len(one) <= MAX_OPTIONS)
    return next(map(Overtaken, few), None)


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card beside the pieces was turned up; the pieces do not show its effect yet."""

    action: Action
    card: Card


@dataclass(frozen=True, slots=True)
class WentBack:
    """The table shows the position before the last ``count`` actions."""

    count: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """The last action on record was put back, and one of these was done in its place."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A legal action has begun; ``todo`` are the steps left to do.

    ``begun``: a piece has arrived where it belongs (otherwise pieces are only lifted). ``wrong``:
    something is done wrongly rather than not yet: a piece that should be turned over, or a captured
    one beside its place. ``choice``: another legal action has begun as well, and lacks other steps.
    """

    action: Action
    todo: tuple[Step, ...]
    begun: bool
    wrong: bool
    choice: bool = False


class Displacement(StrEnum):
    """In what way a piece is out of place without any move explaining it.

    ``beside``: on the board, on no place. ``almost``: the same, beside a place that it may move to.
    ``elsewhere``: on another place. ``missing``: nowhere to be seen. ``turned``: where it was,
    turned up. ``mixed up``: face down elsewhere, while another piece stands in its place.
    ``sought``: missing for so long that it may lie face down elsewhere.
    ``extra``: there are more of its kind than the game has, as one of another game.
    """

    BESIDE = "beside"
    ALMOST = "almost"
    ELSEWHERE = "elsewhere"
    MISSING = "missing"
    TURNED = "turned"
    MIXED_UP = "mixed up"
    SOUGHT = "sought"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True, order=True)
class Displaced:
    """A piece out of place; ``at`` is where it stands, or the nearest place, if it is seen."""

    home: Place
    piece: Piece
    how: Displacement
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class OutOfPlace:
    """Pieces were knocked, taken or moved, nobody can tell by whom; everything else agrees.

    ``lifted``: the player on turn may be holding them, about to move.
    """

    pieces: tuple[Displaced, ...]
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """These places would decide, but they are not seen well enough.

    ``options`` are the possible contents of the first one, by the actions in question. ``actions``
    are these if they all look alike, so that what stands there would not tell which it was; or if
    they are ``apart``: then each of the places shows another of them.
    """

    places: tuple[Place, ...]
    options: tuple[Content, ...] = ()
    actions: tuple[Action, ...] = ()
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Broke:
    """Rules were broken; ``card`` is the card they were judged by, if there are cards.

    ``seat`` broke them; None if nobody can tell who did. ``nothing_moved``: the pieces are as
    before, only the card is wrong, whoever laid it.
    """

    breaches: tuple[Breach, ...]
    shown: Placement
    card: Card | None
    seat: Seat | None = None
    nothing_moved: bool = False


@dataclass(frozen=True, slots=True)
class NeedsCard:
    """No card explains the move, or several do; somebody has to say which one was laid."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Strange:
    """The table shows nothing that a move could have led to."""

    shown: Placement


Explanation = (
    Unchanged
    | Did
    | DidOneOf
    | Overtaken
    | TurnedUp
    | WentBack
    | Replaced
    | UnderWay
    | OutOfPlace
    | Unclear
    | Broke
    | NeedsCard
    | Strange
)
