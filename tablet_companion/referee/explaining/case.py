"""What one look at the table is held against: the state, what may be done in it, what was seen."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Breach, Card, Piece, Place, Placement
from tablet_companion.games.protocol import Game
from tablet_companion.referee.explaining.evidence import Evidence, contents
from tablet_companion.referee.explaining.laid import How, Laid

AGREES: Final = 3.0
"""A placement with at most this gap agrees with the reading."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that people may carry out, and what the table shows after it."""

    action: Any
    card: Card | None
    after: Placement


@functools.lru_cache(maxsize=8)
def legal(game: Any, state: Any) -> tuple[Any, ...]:
    """Return a Game's legal actions; look after look asks for those of the same state."""
    actions: tuple[Any, ...] = game.legal(state)
    return actions


@functools.lru_cache(maxsize=8)
def in_public(game: Any, state: Any) -> Any:
    """Return a Game's state without what it knows of hands, for all that everybody gets to see."""
    return game.veiled(state)


@functools.lru_cache(maxsize=8)
def offered(game: Any, state: Any) -> tuple[Any, ...]:
    """Return every action that nothing public forbids, sorted.

    Whether one of them breaks a private rule is for its player alone to learn, so that neither
    what is offered nor what is looked for on the table may hang on it.
    """
    if not any(text.private for text in game.rules.values()):
        return legal(game, state)
    secretly = (action for action in game.conceivable(state) if _private(game, state, action))
    return tuple(sorted({*legal(game, state), *secretly}))


def _private(game: Any, state: Any, action: Any) -> bool:
    breaches = game.judge(state, action)
    return bool(breaches) and is_private(game, breaches)


def is_private(game: Any, breaches: Sequence[Breach]) -> bool:
    """Say whether breaches are none but such as only the actor may be told."""
    return all(game.rules[breach.rule].private for breach in breaches)


@functools.lru_cache(maxsize=8)
def passes(game: Any, state: Any) -> tuple[Any, ...]:
    """Return the actions by which nothing is played that some hand would allow, sorted.

    The hand is given up, or a card is thrown away unused. It takes a word of the player: whether
    he could have played is in his hand. What the game has words for, as for a gift to the partner,
    is said with them. Without a pile there are none.
    """
    return known_passes(game, in_public(game, state))


def known_passes(game: Any, state: Any) -> tuple[Any, ...]:
    """Return the same, as far as what is known of the hand allows them: for its player alone."""
    if not game.pile or game.actor(state) in (None, CHANCE):
        return ()
    return tuple(
        action
        for action in legal(game, state)
        if (game.card_of(action) is None or not game.steps(state, action))
        and game.saying(state, action) is None
    )


@functools.lru_cache(maxsize=8)
def candidates(game: Any, state: Any) -> tuple[Candidate, ...]:
    """Return every action of a Game that people carry out on the table.

    With a pile these are the plays of a card, even one that changes nothing to the eye, and the
    cards thrown away unused, of every card that some hand could hold; without one whatever the
    pieces show.
    """
    state = in_public(game, state)
    before = game.placement(state)
    found = (
        Candidate(action, game.card_of(action), game.attempted(state, action))
        for action in offered(game, state)
        if not game.pile or game.card_of(action) is not None
    )
    return tuple(one for one in found if game.pile or one.after != before)


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that one explanation is drawn from.

    ``beside`` are the strays again, each with the area that it stands in or nearest to.
    """

    game: Game[Any, Any, Any]
    state: Any
    past: Sequence[tuple[int, Placement]]
    """Earlier positions, the latest first, each with the number of actions since."""
    evidence: Evidence
    strays: tuple[Piece, ...]
    laid: Laid
    beside: tuple[tuple[Place, Piece], ...] = ()

    @property
    def before(self) -> Placement:
        """Return what the table showed before the turn."""
        return self.game.placement(self.state)

    @property
    def public(self) -> Any:
        """Return the state without what is known of hands."""
        return in_public(self.game, self.state)

    def allowed(self) -> list[Candidate]:
        """Return the actions that the card, as far as it is known, allows."""
        found = candidates(self.game, self.state)
        if self.laid.how in (How.NAMED, How.SEEN):
            return [candidate for candidate in found if candidate.card == self.laid.card]
        return list(found)

    def changed(self) -> set[Place]:
        """Return the areas that do not show what they did before the turn."""
        before, evidence = contents(self.before), self.evidence
        return {
            area
            for area in evidence.areas
            if evidence.seen[area] != before.get(area, ())
            and evidence.gap_at(area, [before.get(area, ())])
        }
