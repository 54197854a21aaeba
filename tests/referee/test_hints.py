"""What a teaching table says beside the turn, and to whom."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import coaching
from tablet_companion.referee.model.coaching import find_playable
from tablet_companion.referee.model.events import HandSeat, OpenSeats, Pause, Point
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import ObjectionPanel, PlayPanel
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.referee.pages.hints import (
    MOVE_IT,
    NOT,
    build_hint,
    list_picks,
    list_playable,
    mark_hints,
    tell_playable,
)
from tests.conformance.walk import GAMES
from tests.referee.player import Player
from tests.referee.seer import Seer
from tools.newcomer.person import Newcomer


def without(table: Table, card: str) -> Table:
    """Return the table after all cards of a face were played."""
    state, faces = table.state, table.state.setting.faces
    unseen = tuple(
        0 if face == card else count for face, count in zip(faces, state.unseen, strict=True)
    )
    return table.but(position=Position(table.game, state._replace(unseen=unseen)))


@pytest.mark.parametrize("name", ["agent_dog", "dog"])
def test_a_card_that_nobody_can_hold_is_not_called_unplayable(name: str) -> None:
    """“Cannot be played now: joker” was said since all six had been played."""
    player = Player(games.load(name), 3, level="teach")
    for _ in range(60):
        player.play_on()
        seen = player.table.but(blind="", owed=None, verdict=Quiet())
        said = tell_playable(seen)
        if said is not None and said.text == NOT:
            break
    else:
        pytest.fail("no turn allowed most cards")
    card = find_playable(seen.position)[-1]
    fewer = without(seen, card)
    assert card not in find_playable(fewer.position)
    again = tell_playable(fewer)
    assert again is not None
    assert (again.text, again.details) == (said.text, said.details)


def test_who_was_refused_a_card_is_told_which_can_be_played() -> None:
    """At a table that only referees, a newcomer laid one unplayable card after the other.

    Until something was refused this turn it tells nothing, and secrets have no part in it.
    """
    pages: list[tuple[Table, Any]] = []

    class Watched(Newcomer):
        def _take_in(self, panel: Any) -> None:
            pages.append((self.table, panel))
            super()._take_in(panel)

    Watched("dog", Level.REFEREE, 0).sit()
    refused = [(table, page) for table, page in pages if isinstance(page, ObjectionPanel)]
    for table, page in refused:
        led = find_playable(table.position)
        leads = page.card is None or page.card.card in led
        assert (page.playable is None) == leads
        assert page.playable is None or page.playable == list_playable(table)
    rules = {page.breaches[0].name for _, page in refused if page.playable is not None}
    assert "unplayable" in rules
    turns = [(table, page) for table, page in pages if isinstance(page, PlayPanel)]
    before = [one.playable for table, one in turns if not table.objected]
    after = [one.playable for table, one in turns if table.objected and table.card.known is None]
    assert before
    assert set(before) == {None}
    assert after
    assert None not in after


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whoever_touches_a_piece_on_the_page_is_told_to_move_the_real_one(game: AnyGame) -> None:
    """Who only touches waited before the rings for something to move."""
    seer = Seer(game, 3, level="teach")
    for _ in range(40):
        seer.see(game.placement(seer.table.state), seconds=0.5)
        if picks := [one for one in list_picks(seer.table) if one in seer.table.areas]:
            break
        seer.play_on()
    else:
        pytest.skip("no piece can be touched")
    seer.touch(Point(seer.table.areas[picks[0]][0]))
    if game.pile:
        assert (first := tell_playable(seer.table)) is None or first.text != MOVE_IT
        seer.table = seer.table.but(named=find_playable(seer.table.position)[0])
    said = tell_playable(seer.table)
    assert said is not None
    assert said.text == MOVE_IT
    seer.touch(Point(seer.table.areas[picks[0]][0]))
    assert tell_playable(seer.table) != said


def test_nobody_is_taught_while_the_table_plays() -> None:
    """“Lay a card and move a pawn” stood beside “The table plays Red and is thinking”."""
    player = Player(games.load("dog"), 3, dealing="tablet", level="teach")
    seat = player.table.turn
    assert seat is not None
    assert build_hint(player.table) is not None
    for intent in (Pause(), OpenSeats(), HandSeat(Seat(seat))):
        player.touch(intent)
    table = player.table.but(dialogue=None)
    assert table.turn in table.setup.played
    assert (build_hint(table), tell_playable(table), mark_hints(table)) == (None, None, ())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_laid_card_is_described_by_a_rule_of_its_own(game: AnyGame) -> None:
    """A partner card is not only “played wholly”, as a seven is."""
    rules = coaching.list_rules(game)
    own = [card for card in game.cards if any(card in rule.cards for rule in rules.values())]
    told = {card: coaching.describe_card(game, card) for card in own}
    wrong = {card: rule for card, rule in told.items() if rule and card not in rules[rule].cards}
    assert not wrong
