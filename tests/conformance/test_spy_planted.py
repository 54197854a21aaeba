"""What the spy sees: faults are planted in the referee and around it, and it finds each."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final
from unittest.mock import patch

import msgspec
import pytest

from tablet_companion import games
from tablet_companion.club import messages
from tablet_companion.games.core import UNKNOWN_CARD, OptionValue, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.wink import holding
from tablet_companion.players import jobs, search
from tablet_companion.players.seen import Seen
from tablet_companion.referee.explaining.laid import How, Laid, read_laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import coaching
from tablet_companion.referee.model.effects import Cue, Signal, Transition
from tablet_companion.referee.model.events import Confide
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.pages import alone
from tablet_companion.referee.turns import judging, spoken
from tests.conformance.spy.finding import Tally, finds

Plant = Callable[[], AbstractContextManager[Any]]
LOOKS: Final = 150


def explain_from_the_truth() -> AbstractContextManager[Any]:
    """Let what the machine remembers decide what a look means."""
    return patch.object(Position, "public", property(lambda position: position))


def judge_late() -> AbstractContextManager[Any]:
    """Let a hidden thing delay a verdict by a quarter of a second: nothing else tells of it."""

    def judge(table: Table) -> Any:
        soon = table.now_s - table.since_s < 0.3
        odd = zlib.crc32(table.game.write(table.state).encode()) % 2
        return (table, ()) if soon and odd else judging.judge(table)

    return patch("tablet_companion.referee.turns.looks.judge", judge)


def hint_at_the_hand() -> AbstractContextManager[Any]:
    """Tell everybody which cards can be played by the hand that is on turn."""

    def find_playable(position: Position) -> tuple[Any, ...]:
        game, state = position.game, position.state
        held = {game.card_of(action) for action in game.legal(state)}
        return tuple(card for card in game.cards if card in held)

    return patch.object(coaching, "find_playable", find_playable)


def hand_on_private_pages() -> AbstractContextManager[Any]:
    """Show every screen what is for one seat alone."""
    return patch.object(alone, "find_private_seat", lambda _: None)


def publish_the_state() -> AbstractContextManager[Any]:
    """Send a club more than everybody may know."""
    described = messages.describe

    def describe(table: Table, *more: Any) -> Any:
        return msgspec.structs.replace(
            described(table, *more), title=table.game.write(table.state) if table.state else ""
        )

    return patch.object(messages, "describe", describe)


class Peeking(Seen):
    """A player who sees less to do in some truths than in others."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat) -> None:
        """Look at the truth."""
        super().__init__(game, state, seat)
        if zlib.crc32(game.write(state).encode()) % 2:
            self.actions = self.actions[-1:]


def let_players_peek() -> AbstractContextManager[Any]:
    """Give the table's own players a hint of the truth."""
    return patch.object(jobs, "Seen", Peeking)


class Knowing(Seen):
    """A player who keeps the truth at hand."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat) -> None:
        """Keep the truth."""
        super().__init__(game, state, seat)
        self.truth = state


@contextmanager
def let_the_best_peek() -> Iterator[None]:
    """Give the truth to searches that look up to the next deal, and to no others."""
    go_far = search._Search._go_far

    def go_far_and_peek(hunt: Any) -> None:
        go_far(hunt)
        hunt._seen.sample = lambda _: hunt._seen.truth

    with (
        patch.object(jobs, "Seen", Knowing),
        patch.object(search._Search, "_go_far", go_far_and_peek),
    ):
        yield


def forget_one_hand() -> AbstractContextManager[Any]:
    """Put a table of Wink on record by forgetting that hand alone which had the card."""

    def forget(state: Any) -> Any:
        left = {*holding.in_hands_or_box(state)}
        hands = (tuple(c if c in left else UNKNOWN_CARD for c in hand) for hand in state.hands)
        return state._replace(hands=tuple(hands))

    return patch("tablet_companion.games.wink.amend.veiled", forget)


def teach_from_the_truth() -> AbstractContextManager[Any]:
    """Let a hidden thing decide of which edition the rule and the lesson are that people open."""

    def choose(table: Table) -> tuple[OptionValue, ...]:
        odd = zlib.crc32(table.game.write(table.state).encode()) % 2
        return () if odd else tuple(table.options.values())

    return patch.object(Table, "chosen", property(choose))


def read_shown_cards() -> AbstractContextManager[Any]:
    """Take a card of a hand that is shown to the table for the card of this turn."""

    def card(table: Table) -> Laid:
        if not table.game.pile:
            return Laid(None, How.BLIND)
        return read_laid(table.named, table.reading.card if table.reading else None, table.pile)

    return patch.object(Table, "card", property(card))


def confide_aloud() -> AbstractContextManager[Any]:
    """Let a sound tell that a lot was staked on somebody's own screen, and not only begun."""

    def confide(table: Table, wish: Confide) -> Transition:
        after, effects = spoken.confide(table, wish)
        more = (Signal(Cue.ACCEPTED),) if len(after.past) > len(table.past) else ()
        return after, (*effects, *more)

    return patch.dict("tablet_companion.referee.turns.touches._HANDLERS", {Confide: confide})


PLANTS: Final[tuple[tuple[Plant, str, str, int], ...]] = (
    (explain_from_the_truth, "", "agent_dog", 1),
    (judge_late, "", "agent_dog", 1),
    (hint_at_the_hand, "PlayPanel", "agent_dog", 1),
    (hand_on_private_pages, "telephone", "agent_dog", 1),
    (publish_the_state, "published", "agent_dog", 1),
    (let_players_peek, "a player", "agent_dog", 1),
    (let_the_best_peek, "a player", "agent_dog", 1),
    (forget_one_hand, "seats", "wink", 4),  # whose first evenings are dealt by the tablet
    (teach_from_the_truth, "taught", "wink", 1),
    (confide_aloud, "Signal", "agent", 1),  # found only where two truths hold unlike secrets
    (read_shown_cards, "", "dog", 11),  # whose first evening is of real cards,
)


@pytest.mark.parametrize(
    ("plant", "where", "game", "seed"), PLANTS, ids=[one[0].__name__ for one in PLANTS]
)
def test_a_planted_fault_is_found(plant: Plant, where: str, game: str, seed: int) -> None:
    """The spy finds a fault that was put into the program within some looks, where it shows."""
    with plant():
        found = (find for find in finds(games.load(game), seed, LOOKS, Tally()) if find)
        assert any(where in find.difference.kind for find in found)
