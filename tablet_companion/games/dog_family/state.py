"""The state of a game of DOG or Agent DOG, and the few facts that every rule needs.

Both are played with hands of cards on one circular track; partners sit opposite each other.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, NamedTuple

from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Card, Outcome, Place, Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.shared import codec
from tablet_companion.games.shared.cards import Counts, Hand

SEATS: Final = (Seat("red"), Seat("blue"), Seat("green"), Seat("yellow"))
NOBODY: Final = -1
"""The value of ``winner`` while the game goes on."""
Fresh = tuple[bool, ...]
"""For every colour, whether its start space holds a pawn that has not moved since it came out."""
NONE_FRESH: Final = (False,) * 4


class Phase(StrEnum):
    """What comes next: the lot for the first dealer, a deal, the sealed gifts, or play.

    ``draw``: in games that know it, a player draws a replacement for a discarded card.
    """

    LOT = "lot"
    DEAL = "deal"
    GIFT = "gift"
    PLAY = "play"
    DRAW = "draw"
    OVER = "over"


class Setting:
    """What people chose when they set a game up, and what follows from it.

    Each game's own is a frozen dataclass of what can be chosen there.
    """

    title: ClassVar[str]
    faces: ClassVar[tuple[Card, ...]]
    """The faces of the cards, in the order of the deck."""
    hand_sizes: ClassVar[tuple[int, ...]]
    """How many cards are dealt, round after round; then the sequence starts again."""
    does_dealer_change: ClassVar[bool]
    """Whether seats deal in turn, each opening its round; if not, only the opener changes."""
    may_play_alone: ClassVar[bool]
    """Whether two or three may play, everybody alone."""
    unused: ClassVar[Mapping[str, Any]]
    """The fields of a state that mean nothing in this game, as plain data."""

    seats: tuple[Seat, ...]
    """The four quarters in the direction of travel, which is also the turn order."""
    playing: tuple[int, ...]
    """The indices of those that play."""
    holes: tuple[int, ...]
    meetings: tuple[int, ...]
    """Where holes and meeting points are, as offsets in every quarter."""
    deck: Counts
    """How many cards there are of each face."""
    seen_deal: bool
    """Whether the program deals and so knows the hands."""
    always_protected: bool = True
    """Whether start spaces protect all pawns of their colour; if not, only fresh ones."""
    canadian_seven: bool = False
    """Whether partners share every seven."""

    names: tuple[Place, ...]
    """The squares' names."""
    hole_squares: tuple[track.Square, ...]
    is_hole: tuple[bool, ...]
    """Where pawns lie face down: in order, and for each square and nest."""
    meeting_squares: frozenset[int]
    partners: tuple[int, ...]
    """Every colour's partner: its own index if everybody plays alone."""

    def __post_init__(self) -> None:
        """Work out the tables that searching reads."""
        quarters = range(0, track.LAP, track.QUARTER)
        holes = tuple(sorted(track.Square(at + hole) for at in quarters for hole in self.holes))
        for name, value in (
            ("names", tuple(map(Place, track.square_names(self.seats)))),
            ("hole_squares", holes),
            ("is_hole", tuple(square in holes for square in range(track.SQUARES + 4))),
            ("meeting_squares", frozenset(at + m for at in quarters for m in self.meetings)),
            ("partners", (2, 3, 0, 1) if self.teams else (0, 1, 2, 3)),
        ):
            object.__setattr__(self, name, value)

    @property
    def teams(self) -> bool:
        """Whether partners sit opposite each other: if four play."""
        return len(self.playing) == len(self.seats)

    def partner(self, colour: int) -> int:
        """Return the partner's colour, or the player's own if everybody plays alone."""
        return self.partners[colour]


class State(NamedTuple):
    """A game's whole truth, of DOG or Agent DOG.

    ``board`` holds for each square 0, a colour's index plus one, or UNKNOWN_PAWN; a pawn is face
    down exactly if it stands on a hole. ``nests`` counts each colour's pawns at home. ``fresh``
    marks, in DOG, the start spaces with a pawn that has just come out. ``turn`` is the seat that
    acts (while cards are dealt, the one that will open the round). ``last`` is, in Agent DOG, the
    card played last in this round, copies resolved; ``top`` is the card on top of the pile.
    ``gifts`` are those chosen so far, beginning with the opener's. ``unseen`` counts the cards in
    unknown places (in the draw pile, in an unknown hand, or given up face down), ``discards`` those
    that were played, both in the order of the faces. ``drawn``: the player on turn has replaced a
    card. ``buried`` are cards that the program dealt and that were given up unseen: they lie among
    the discards.
    """

    setting: Setting
    board: bytes
    nests: bytes
    fresh: Fresh = NONE_FRESH
    phase: Phase = Phase.LOT
    turn: int = 0
    dealer: int = 0
    hands: tuple[Hand, ...] = ((),) * 4
    out: tuple[bool, ...] = (False,) * 4
    last: Card | None = None
    top: Card | None = None
    gifts: tuple[Card, ...] = ()
    unseen: Counts = ()
    discards: Counts = ()
    stock: int = 0
    drawn: bool = False
    round: int = 1
    winner: int = NOBODY
    buried: Hand = ()

    @property
    def opener(self) -> int:
        """The seat that opens the round and is dealt the first card."""
        if self.setting.does_dealer_change:
            return self.dealer
        return (self.dealer + self.round) % len(self.setting.playing)

    @property
    def hand_size(self) -> int:
        """How many cards everybody is dealt in this round."""
        sizes = self.setting.hand_sizes
        return sizes[(self.round - 1) % len(sizes)]


def begin(setting: Setting, board: bytes, nests: bytes) -> State:
    """Return the state before the lot, with the pawns of a starting position."""
    return State(
        setting,
        board,
        nests,
        turn=setting.playing[0],
        dealer=setting.playing[0],
        unseen=setting.deck,
        discards=(0,) * len(setting.faces),
        stock=sum(setting.deck),
    )


def after(setting: Setting, seat: int) -> int:
    """Return the next seat that plays, in the direction of travel."""
    index = setting.playing.index(seat) + 1
    return setting.playing[index % len(setting.playing)]


def colour_played(state: State, seat: int) -> int:
    """Return the colour a seat moves: its own, or its partner's once its own four are home."""
    return state.setting.partner(seat) if track.is_home(state.board, seat) else seat


def complete(state: State, board: bytes, seat: int) -> bool:
    """Whether a seat's side has every pawn home."""
    return track.is_home(board, seat) and track.is_home(board, state.setting.partner(seat))


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats by side, partners together."""
    setting = state.setting
    found = {tuple(sorted({seat, setting.partner(seat)})) for seat in setting.playing}
    return tuple(tuple(setting.seats[seat] for seat in side) for side in sorted(found))


def actor(state: State) -> Seat | None:
    """Return who acts next."""
    if state.phase is Phase.OVER:
        return None
    if state.phase in (Phase.LOT, Phase.DEAL, Phase.DRAW):
        return CHANCE
    return state.setting.seats[state.turn]


def outcome(state: State) -> Outcome | None:
    """Return the winners, or None while the game goes on."""
    if state.winner == NOBODY:
        return None
    winners = {state.winner, state.setting.partner(state.winner)}
    return Outcome(tuple(state.setting.seats[seat] for seat in sorted(winners)))


def find_fault(state: State) -> str:
    """Return what is invalid in a state, as text; empty if nothing is."""
    known = {*state.setting.faces, UNKNOWN_CARD}
    cards = [card for hand in (*state.hands, state.gifts) for card in hand]
    sizes = (len(state.board), len(state.nests))
    if sizes != (track.SQUARES, 4) or not known.issuperset(cards):
        return "its board or its hands are broken"
    return ""


def count_missing(state: State) -> tuple[int, ...]:
    """Return, for each colour, how many of its pawns lie face down and unknown."""
    return tuple(
        track.PAWNS_EACH - state.nests[colour] - state.board.count(colour + 1)
        if colour in state.setting.playing
        else 0
        for colour in range(4)
    )


# --- as text ------------------------------------------------------------------------------------


def write_state(state: State) -> str:
    """Return a state as text."""
    return codec.write(state, unused=state.setting.unused)


def read_state(kind: type[Setting], text: str) -> State:
    """Read a state of the game with this kind of setting; raises PositionError."""
    special = {State: functools.partial(_decode, kind)}
    return codec.read(State, text, kind.title, find_fault, lambda _: special)


def _decode(kind: type[Setting], data: Mapping[str, Any]) -> Any:
    if strange := kind.unused.keys() & data.keys():
        raise KeyError(*sorted(strange))
    settings = {Setting: functools.partial(codec.decode, kind)}
    return codec.decode(State, {**kind.unused, **data}, settings)
