"""Positions in a few words, for lessons and examples of rules.

A position describes who plays with which options, the actions since the set-up, where pieces stand
then, the cards in hands, and the actions after that. Any part may be omitted. It becomes a state
through the functions of a Game, so games need nothing extra.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from tablet_companion.games.core import Card, Piece, Place, Placement, PositionError, Seat
from tablet_companion.games.protocol import AnyGame

FROM: Final = "from"


@dataclass(frozen=True)
class Position:
    """A position as written.

    ``begin``: actions since the set-up, in text form. ``pieces``: for each kind of piece, the
    places where they then stand; if fewer are named, the others keep their last places. ``hands``:
    the cards of seats; if fewer are named than held, the last is repeated. ``then``: actions after
    all that.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    begin: tuple[str, ...] = ()
    pieces: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[str, str] = field(default_factory=dict)
    then: tuple[str, ...] = ()


def read_position(table: Mapping[str, Any], named: Mapping[str, Position]) -> Position:
    """Return a position that may continue a named one; raises PositionError if it is invalid.

    Its options, pieces and hands override those of the named one; its actions follow those of the
    named one.
    """
    known = {FROM, *(one.name for one in fields(Position))}
    if unknown := sorted(set(table) - known):
        raise PositionError(f"{unknown[0]!r} is not a key of a position.")
    if table.get(FROM, "") not in {*named, ""}:
        raise PositionError(f"There is no position {table[FROM]!r}.")
    base = named.get(table.get(FROM, ""), Position())
    return replace(
        base,
        options={**base.options, **table.get("options", {})},
        seats=tuple(table.get("seats", base.seats)),
        begin=(*base.begin, *table.get("begin", ())),
        pieces={**base.pieces, **table.get("pieces", {})},
        hands={**base.hands, **table.get("hands", {})},
        then=(*base.then, *table.get("then", ())),
    )


def compose(game: AnyGame, position: Position) -> Any:
    """Return the state that a position describes; raises PositionError if there is none.

    Every action has to be legal; IllegalAction names the rules that one breaks.
    """
    seats = position.seats or game.seats[: game.players(position.options)[-1]]
    state = follow(game, game.setup(position.options, tuple(map(Seat, seats))), position.begin)
    if position.pieces:
        state = game.amend(state, put(game.placement(state), position.pieces))
    for seat, cards in position.hands.items():
        held = {one.seat: one.cards for one in game.view(state, Seat(seat)).seats}[Seat(seat)]
        state = game.learn(state, Seat(seat), _filled(cards, held))
    return follow(game, state, position.then)


def follow(game: AnyGame, state: Any, actions: tuple[str, ...]) -> Any:
    """Return the state after actions in their text form; raises PositionError, IllegalAction."""
    for text in actions:
        state = game.apply(state, game.read_action(state, text))
    return state


def put(placement: Placement, pieces: Mapping[str, str]) -> Placement:
    """Return a placement with some kinds of pieces on other places, separated by spaces.

    Surplus pieces stay, on the last places where such pieces stood.
    """
    found = [pair for pair in placement.pieces if pair[1] not in pieces]
    for name, places in pieces.items():
        stood = [place for place, piece in placement.pieces if piece == name]
        named = [Place(place) for place in places.split()]
        kept = stood[len(named) :] if len(named) < len(stood) else []
        found += [(place, Piece(name)) for place in (*named, *kept)]
    return Placement(tuple(sorted(found)))


def rearrange(placement: Placement, ways: Iterator[str]) -> Placement:
    """Return a placement after hands moved pieces: ``red T8 > red T14``.

    Either side may be empty, for a piece that came from nowhere or was removed. Raises
    PositionError for a piece that is not there.
    """
    pieces = Counter(placement.pieces)
    for way in ways:
        before, _, after = way.partition(">")
        if before.strip():
            piece = _standing(before)
            if not pieces[piece]:
                raise PositionError(f"No {piece[1]} stands on {piece[0]}.")
            pieces[piece] -= 1
        if after.strip():
            pieces[_standing(after)] += 1
    return Placement(tuple(sorted(pieces.elements())))


def _standing(text: str) -> tuple[Place, Piece]:
    piece, _, place = text.strip().partition(" ")
    return Place(place), Piece(piece)


def _filled(cards: str, held: int) -> tuple[Card, ...]:
    named = tuple(Card(card) for card in cards.split())
    return tuple(sorted((*named, *named[-1:] * (held - len(named)))))
