"""What the states of DOG and Agent DOG have in common, and the facts that every rule needs.

Both are played with hands of cards on one circular track; partners sit opposite each other.
Plain functions over anything that has the fields named here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, Protocol, Self, TypeVar

from tablet_companion.games import core
from tablet_companion.games.dog_family import track
from tablet_companion.games.shared.cards import Counts, Hand

NOBODY: Final = -1
"""The value of ``winner`` while the game goes on."""


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


class Setting(Protocol):
    """What people chose, as far as both games know it; ``title`` is the game's.

    ``seats`` names the four quarters in the direction of travel, which is also the turn order;
    ``playing`` are the indices of those that play; ``names`` are the squares' names; ``is_hole``
    marks the squares where pawns lie face down; ``deck`` counts the cards in the order of
    ``faces``. ``seen_deal`` says that the program deals and so knows the hands.
    """

    @property
    def title(self) -> str: ...
    @property
    def seats(self) -> tuple[core.Seat, ...]: ...
    @property
    def playing(self) -> tuple[int, ...]: ...
    @property
    def names(self) -> tuple[core.Place, ...]: ...
    @property
    def is_hole(self) -> tuple[bool, ...]: ...
    @property
    def deck(self) -> Counts: ...
    @property
    def faces(self) -> tuple[core.Card, ...]: ...
    @property
    def seen_deal(self) -> bool: ...

    def partner(self, colour: int) -> int:
        """Return the partner's colour, or the player's own if everybody plays alone."""
        ...


class State(Protocol):
    """What the states of both games contain; each game's State documents the fields.

    ``opener`` is the seat that opens the round and is dealt the first card. ``unseen`` counts the
    cards in unknown places (in the draw pile, in an unknown hand, or given up face down), and
    ``discards`` those that were played, both in the order of ``setting.faces``.
    """

    @property
    def setting(self) -> Setting: ...
    @property
    def board(self) -> bytes: ...
    @property
    def nests(self) -> bytes: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def turn(self) -> int: ...
    @property
    def opener(self) -> int: ...
    @property
    def hand_size(self) -> int: ...
    @property
    def hands(self) -> tuple[Hand, ...]: ...
    @property
    def out(self) -> tuple[bool, ...]: ...
    @property
    def top(self) -> core.Card | None: ...
    @property
    def gifts(self) -> tuple[core.Card, ...]: ...
    @property
    def unseen(self) -> Counts: ...
    @property
    def discards(self) -> Counts: ...
    @property
    def stock(self) -> int: ...
    @property
    def winner(self) -> int: ...
    @property
    def buried(self) -> Hand: ...

    def _replace(self, *args: Any, **kwargs: Any) -> Self:
        """Return the state with some fields replaced, as a NamedTuple does."""
        ...


S = TypeVar("S", bound=State)


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


def sides(state: State) -> tuple[tuple[core.Seat, ...], ...]:
    """Return the seats by side, partners together."""
    setting = state.setting
    found = {tuple(sorted({seat, setting.partner(seat)})) for seat in setting.playing}
    return tuple(tuple(setting.seats[seat] for seat in side) for side in sorted(found))


def actor(state: State) -> core.Seat | None:
    """Return who acts next."""
    if state.phase is Phase.OVER:
        return None
    if state.phase in (Phase.LOT, Phase.DEAL, Phase.DRAW):
        return core.CHANCE
    return state.setting.seats[state.turn]


def outcome(state: State) -> core.Outcome | None:
    """Return the winners, or None while the game goes on."""
    if state.winner == NOBODY:
        return None
    winners = {state.winner, state.setting.partner(state.winner)}
    return core.Outcome(tuple(state.setting.seats[seat] for seat in sorted(winners)))


def seat_views(state: State, viewer: core.Viewer) -> tuple[core.SeatView, ...]:
    """Return what a viewer may know of every seat; raises PositionError for an unknown viewer."""
    setting = state.setting
    if viewer != core.TABLE and viewer not in [setting.seats[index] for index in setting.playing]:
        raise core.PositionError(f"{viewer!r} does not sit at this table.")
    return tuple(_seat_view(state, seat, viewer) for seat in setting.playing)


def _seat_view(state: State, seat: int, viewer: core.Viewer) -> core.SeatView:
    name, hand = state.setting.seats[seat], state.hands[seat]
    return core.SeatView(
        seat=name,
        cards=len(hand),
        hand=hand if viewer == name else None,
        out=state.out[seat],
        plays=core.Piece(state.setting.seats[colour_played(state, seat)]),
    )


def find_fault(state: State) -> str:
    """Return what is invalid in a state, as text; empty if nothing is."""
    known = {*state.setting.faces, core.UNKNOWN_CARD}
    cards = [card for hand in (*state.hands, state.gifts) for card in hand]
    sizes = (len(state.board), len(state.nests))
    if sizes != (track.SQUARES, 4) or not known.issuperset(cards):
        return "its board or its hands are broken"
    return ""
