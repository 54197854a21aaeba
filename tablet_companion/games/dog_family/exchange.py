"""The exchange format of DOG and Agent DOG: positions read from JSON, and their pawns by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablet_companion.games.core import Breach, Card, Piece, Place, Placement, PositionError
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Action, GiveUp, Play
from tablet_companion.games.dog_family.board import carry, leads_to
from tablet_companion.games.dog_family.legal import find_way_to_pass
from tablet_companion.games.dog_family.rules import CARD_NOT_HELD, CARD_WHOLLY, GIVING_UP_MOVES
from tablet_companion.games.dog_family.state import Setting, State, complete
from tablet_companion.games.dog_family.table import Shown, read_shown
from tablet_companion.games.protocol import Line
from tablet_companion.games.shared.exchange import read_texts, read_turn


def name_pawns(setting: Setting, board: bytes, nests: bytes) -> dict[str, list[str]]:
    """Return every colour's pawns as sorted names of places, colours in seat order."""
    pawns = {}
    for colour in setting.playing:
        squares = [setting.names[s] for s in range(track.SQUARES) if board[s] == colour + 1]
        squares += [setting.names[track.nest(colour)]] * nests[colour]
        pawns[str(setting.seats[colour])] = sorted(map(str, squares))
    return pawns


@dataclass(frozen=True, kw_only=True, slots=True)
class Positions:
    """How one of the games reads a position, and what it answers about it."""

    read: Callable[[Mapping[str, Any]], State]
    plays: Callable[[State], list[Play]]
    plays_of: Callable[[State, Card], list[Play]]
    judge: Callable[[State, Action], tuple[Breach, ...]]
    explain: Callable[[State, Card, Shown], tuple[Breach, ...]]
    find_fresh: Callable[[State, Play], Iterable[Place]] = lambda _state, _play: ()
    """Returns the start spaces with a fresh pawn after a play."""
    is_penalised: Callable[[State, Play], bool] = lambda _state, _play: False
    """Whether a play costs the rest of the hand."""

    def moves(self, position: Mapping[str, Any]) -> list[Line]:
        """Return one line for each distinct outcome of each card of a position; sorted.

        Without any, it says that no card can be played. Raises PositionError for an invalid
        position.
        """
        state = self.read(position)
        lines = (self._describe(state, play) for play in self.plays(state))
        found = {
            (line["card"], str(line["after"]), str(line["fresh"]), line["gives_up_hand"]): line
            for line in lines
        }
        nothing = {"card": None, "gives_up_hand": state.setting.teams}
        return [found[key] for key in sorted(found)] or [nothing]

    def _describe(self, state: State, play: Play) -> Line:
        carried = carry(state, play)
        return {
            "card": play.card,
            "after": name_pawns(state.setting, carried.board, carried.nests),
            "fresh": sorted(self.find_fresh(state, play)),
            "gives_up_hand": self.is_penalised(state, play),
        }

    def attempt(self, position: Mapping[str, Any]) -> tuple[Breach, ...]:
        """Return the rules that the attempt of a position breaks; empty when it is legal.

        Raises PositionError if the position, its card or its attempt is invalid.
        """
        state, card = self.read(position), position.get("card")
        if card is not None and card not in state.setting.faces:
            faces = ", ".join(state.setting.faces)
            raise PositionError(f"card: expected one of {faces}; got {card!r}.")
        shown = read_pawns(state.setting, position.get("attempt"), "attempt", legal=False)
        if card is None:
            moved = shown != Shown(state.board, state.nests)
            return self._judge_passing(state) or ((Breach(GIVING_UP_MOVES),) if moved else ())
        detail = (("card", card),)
        if card not in state.hands[state.turn]:
            return (Breach(CARD_NOT_HELD, details=detail),)
        if any(leads_to(state, play, shown) for play in self.plays_of(state, card)):
            return ()
        return self.explain(state, card, shown) or (Breach(CARD_WHOLLY, details=detail),)

    def _judge_passing(self, state: State) -> tuple[Breach, ...]:
        """Return why a card has to be played, or a card may not be changed."""
        kind, hand = find_way_to_pass(state), state.hands[state.turn]
        if kind is GiveUp:
            return self.judge(state, GiveUp())
        return self.judge(state, kind(hand[0])) if hand else ()


# --- reading ------------------------------------------------------------------------------------


def read_flag(value: object, key: str) -> bool:
    """Return a truth value; raises PositionError."""
    if not isinstance(value, bool):
        raise PositionError(f"{key}: expected true or false, got {value!r}.")
    return value


def read_pawns(setting: Setting, places: object, key: str, *, legal: bool = True) -> Shown:
    """Return board and nests of a mapping from colours to four places each.

    A pawn in another colour's finish is refused, unless what is shown need not be ``legal``. Raises
    PositionError beginning with ``key``.
    """
    if not isinstance(places, Mapping) or set(places) != {
        setting.seats[c] for c in setting.playing
    }:
        raise PositionError(f"{key}: expected four places for every colour in play.")
    pieces = []
    for colour in setting.playing:
        seat = setting.seats[colour]
        names, finish = places[seat], [*setting.names[track.finish(colour) :][: track.PAWNS_EACH]]
        if not isinstance(names, list) or len(names) != track.PAWNS_EACH:
            raise PositionError(f"{key}: {seat} needs a list of four places, got {names!r}.")
        for name in map(str, names):
            if legal and name in setting.names[track.LAP : track.SQUARES] and name not in finish:
                raise PositionError(f"{key}: {seat} on {name!r}: only its own colour stands there.")
            pieces.append((Place(name), Piece(seat)))
    try:
        return read_shown(setting, Placement(tuple(pieces)))
    except PositionError as error:
        raise PositionError(f"{key}: {error}") from error


def read_hand(state: State, position: Mapping[str, Any]) -> tuple[int, tuple[Card, ...]]:
    """Return whose turn it is and that seat's hand, sorted; raises PositionError."""
    faces = state.setting.faces
    hand = [Card(card) for card in read_texts(position, "hand", "a list of cards")]
    if not set(hand) <= set(faces):
        raise PositionError(f"hand: the cards are {', '.join(faces)}; got {hand!r}.")
    playing = state.setting.playing
    turn = read_turn(position, [state.setting.seats[index] for index in playing])
    return playing[turn], tuple(sorted(hand))


def with_turn(state: State, position: Mapping[str, Any]) -> State:
    """Return the state with its turn, hand and the seats that have left the round.

    Raises PositionError if that seat has left the round or the game is over.
    """
    turn, hand = read_hand(state, position)
    left = read_texts(position, "left_round", "a list of seats", [])
    seats = state.setting.seats
    if not set(left) <= set(seats):
        raise PositionError(f"left_round: expected a list of seats, got {left!r}.")
    if seats[turn] in left:
        raise PositionError(f"turn: {seats[turn]} has left the round.")
    for seat in state.setting.playing:
        if complete(state, state.board, seat):
            raise PositionError(f"The game is over: {seats[seat]}'s side is home.")
    return state._replace(
        turn=turn,
        dealer=turn,
        hands=tuple(hand if seat == turn else () for seat in range(4)),
        out=tuple(seat in left for seat in seats),
    )


def read_fresh(state: State, position: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the start spaces named fresh; raises PositionError for one without its own pawn."""
    expected = "a list of start spaces that hold their own pawn"
    fresh = read_texts(position, "fresh", expected, [])
    names = state.setting.names
    held = {str(names[s]): s for s in track.STARTS if track.on_own_start(state.board, s)}
    if not set(fresh) <= set(held):
        raise PositionError(f"fresh: expected {expected}, got {fresh!r}.")
    return tuple(sorted(held[name] for name in set(fresh)))
