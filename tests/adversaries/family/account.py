"""The truth of an evening: who did what, what of it is on record, and who did nothing wrong."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from tablet_companion.games.core import CHANCE, Card, Place, Seat
from tablet_companion.games.protocol import AnyGame
from tests.adversaries.family.figures import Contents, flat, on_board
from tests.adversaries.family.room import Room


@dataclass(frozen=True, slots=True)
class Deed:
    """A legal action that somebody has in hand, and what the table shows when it is done.

    ``laid`` is the card on the pile that goes with it, None while it was not laid.
    """

    seat: Seat
    state: Any
    action: Any
    card: Card | None
    after: Contents
    laid: Card | None = None


@dataclass
class Account:
    """What was done at a table and is not on record yet, in order, and the story for people.

    ``played`` counts the cards of the pile that belong to what is on record; ``slips`` what people
    did wrongly of what the page asked. A card that was ``misnamed`` counts until the next turn;
    ``unplayable`` is one that nobody may play now.
    """

    room: Room
    deeds: list[Deed] = field(default_factory=list)
    wrong_card: Seat | None = None
    unplayable: Card | None = None
    misnamed: bool = False
    slips: int = 0
    played: int = 0
    story: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Add a line to the story."""
        self.story.append(f"{self.room.now_s:8.1f} s  {text}")

    @property
    def unplayed(self) -> Card | None:
        """The card on top of the pile, if it was laid for nothing that is on record."""
        pile = self.room.tabletop.pile
        return pile[-1].face if len(pile) > self.played else None

    def forget(self) -> None:
        """Forget what was in hand: it was taken back, though the card may still lie there."""
        self.deeds.clear()

    def forget_at(self, places: Collection[Place]) -> None:
        """Forget the first deed that was done in these places, and what was done after it."""
        before: Contents = flat(self.room.game.placement(self.room.table.state))
        for number, deed in enumerate(self.deeds):
            if any(before.get(place) != deed.after.get(place) for place in places):
                del self.deeds[number:]
                return
            before = deed.after

    @property
    def meant(self) -> Contents:
        """What the table would show with everything in hand done."""
        if self.deeds:
            return self.deeds[-1].after
        return flat(self.room.game.placement(self.room.table.state))

    def unexplained(self) -> frozenset[Place]:
        """Return the areas that show neither what is on record nor what was legally done."""
        top, meant = self.room.tabletop, on_board(self.meant, self.room.tabletop.areas)
        shown = top.contents()
        return frozenset(
            area for area in meant.keys() | shown.keys() if meant.get(area) != shown.get(area)
        )

    def guilty(self) -> frozenset[Seat]:
        """Return who did something that is wrong as it stands, or left it half done."""
        author = self.room.tabletop.author
        found = {author.get(area) for area in self.unexplained()}
        for deed in self.deeds:
            begun = self._begun(deed)
            if begun and (deed.card != deed.laid or self.unexplained() & begun):
                found.add(deed.seat)
        found.add(self.wrong_card)
        # Who acts before the turn of an earlier one that is not done yet is early.
        if self.deeds and self.deeds[0].seat != self.room.table.turn:
            found |= {deed.seat for deed in self.deeds}
        return frozenset(seat for seat in found if seat is not None)

    def _begun(self, deed: Deed) -> frozenset[Place]:
        """Return the areas that a deed changes, if any of them has been touched."""
        before = flat(self.room.game.placement(deed.state))
        top = self.room.tabletop
        areas = [a for a in before.keys() | deed.after.keys() if a in top.areas]
        changing = frozenset(a for a in areas if before.get(a) != deed.after.get(a))
        shown = top.contents()
        touched = any(shown.get(area) != before.get(area) for area in changing)
        return changing if touched else frozenset()

    @property
    def card_due(self) -> bool:
        """Whether a card belongs to something done, so that it is well asked for."""
        return any(deed.card is not None for deed in self.deeds) or self.wrong_card is not None

    def settled(self, action: Any, card: Card | None) -> bool:
        """Take an action off what is in hand, if it is the next of it; return whether it was."""
        game, found = self.room.game, None
        for number, deed in enumerate(self.deeds):
            same = action == deed.action or _alike(game, deed.state, action, deed)
            if same and (card in (None, deed.card) or not game.pile):
                del self.deeds[: number + 1]
                found = deed
                break
        if found is None:
            self.deeds.clear()
        self.wrong_card, self.misnamed = None, False
        self.played = self._count_played(found.laid if found is not None else None)
        return found is not None

    def _count_played(self, card: Card | None) -> int:
        """Return how many cards are on record with this one; what lies upon it was for nothing."""
        waiting = sum(deed.laid is not None for deed in self.deeds)
        upto = max(0, len(self.room.tabletop.pile) - waiting)
        faces = [one.face for one in self.room.tabletop.pile[self.played : upto]]
        return self.played + faces.index(card) + 1 if card in faces else upto


def _alike(game: AnyGame, state: Any, action: Any, deed: Deed) -> bool:
    """Whether an action lays the same card and shows the same as what was done."""
    if game.card_of(action) != deed.card:
        return False
    try:
        return flat(game.attempted(state, action)) == deed.after
    except (AttributeError, LookupError, TypeError, ValueError):
        return False


def follow(game: AnyGame, state: Any, action: Any) -> Any:
    """Return the state after an action and what happens by itself, or None where lots are due."""
    state = game.successor(state, action)
    while game.outcome(state) is None and (next_action := game.unseen(state)) is not None:
        state = game.successor(state, next_action)
    return None if game.actor(state) in (CHANCE, None) else state
