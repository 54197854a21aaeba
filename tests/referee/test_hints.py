"""What a teaching table says beside the turn, and to whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import Card, Place, Rule, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import coaching
from tablet_companion.referee.model.coaching import find_playable
from tablet_companion.referee.model.events import HandSeat, OpenSeats, Pause, Point, Ticked
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
from tests.expected import present
from tests.referee.levels import begun
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
    again = present(tell_playable(fewer))
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
    said = present(tell_playable(seer.table))
    assert said.text == MOVE_IT
    seer.touch(Point(seer.table.areas[picks[0]][0]))
    assert tell_playable(seer.table) != said


def test_nobody_is_taught_while_the_table_plays() -> None:
    """“Lay a card and move a pawn” stood beside “The table plays Red and is thinking”."""
    player = Player(games.load("dog"), 3, dealing="tablet", level="teach")
    seat = present(player.table.turn)
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


def test_a_rule_that_the_laid_card_does_not_keep_is_no_longer_told() -> None:
    """“One card moves one pawn, and only one” still stood there while a 7 was shared out."""
    player = Player(games.load("dog"), 3, dealing="people", level="teach")
    while "7" not in coaching.find_playable(player.table.position):
        player.play_on()
    table = player.table.but(blind="", owed=None, verdict=Quiet(), dialogue=None)
    coach = replace(table.coach, now=Rule("one_pawn"), why=None, touched=None)
    told = {card: build_hint(table.but(coach=coach, named=Card(card))) for card in ("7", "5")}
    assert {card: hint.rule for card, hint in told.items() if hint} == {
        "7": "seven_steps",
        "5": "one_pawn",
    }


def test_before_a_card_lies_only_pieces_shine_that_most_cards_move() -> None:
    """Everybody's pawns shone alike, as a partner card or a jack might move them."""
    for name in ("agent_dog", "dog"):
        player = Player(games.load(name), 3, level="teach", dealing="people")
        others = set[tuple[Seat, str]]()
        for _ in range(60):
            player.play_on()
            table = player.table.but(blind="", owed=None, verdict=Quiet(), dialogue=None)
            stands = dict(table.placement.pieces)
            shine = {stands.get(one.place) for one in mark_hints(table)}
            picks = {stands.get(one) for one in list_picks(table)}
            assert shine - set(table.game.seats) - picks == set()
            assert not shine & set(table.game.seats) - {table.turn}
            others |= {(Seat(""), str(one)) for one in picks & set(table.game.seats) - {table.turn}}
        assert others, "they can still be touched"


def told_in(player: Player, seconds: int) -> list[str]:
    """Return the rules that a table tells somebody who does nothing for so long."""
    told, until_s = dict[str, None](), player.table.now_s + seconds
    while player.table.now_s < until_s:
        hint = present(build_hint(player.table))
        told[hint.rule] = None
        player.event(Ticked(player.table.now_s + 1))
    return list(told)


@pytest.mark.parametrize("edition", ["agents", "wink", "zwinkern"])
def test_who_thinks_is_told_how_to_call_and_who_winks(edition: str) -> None:
    """Four in turn read the aim; nobody had been told to wink when the first wink was due."""
    player = Player(games.load("wink"), 3, players=4, edition=edition, level="teach")
    assert told_in(player, 60) == ["aim", "calling", "winking"]
    player.play_on()
    followed = player.table.but(owed=None, verdict=Quiet())
    assert coaching.find_next(followed) == "aim", "the next player has been told nothing"


def test_who_thinks_is_told_how_much_to_stake_and_whom_to_move() -> None:
    """Nothing said how many lots; then came when a bribe is impossible, before how agents move."""
    player = Player(games.load("agent"), 3, players=2, level="teach")
    assert told_in(player, 60) == ["empty_sheet", "aim"]
    for _ in range(300):
        rules = coaching.find_rules(player.table.position)
        if "any_agent" in rules:
            break
        player.play_on()
    assert rules[:4] == ("aim", "wrong_moment", "no_passing", "any_agent")
    assert rules.index(Rule("one_space")) < rules.index(Rule("bribing"))


def test_what_is_asked_of_another_s_pawn_is_answered_by_whose_it_is() -> None:
    """“A copy cannot be the first card of a round” was no answer."""
    table = begun("teach").table
    for target in ("T20", "blue.F1"):
        found = coaching.find_reasons(table.position, None, Place("T16"), Place(target))
        assert [one.rule for one in found] == ["whose_turn"]
    found = coaching.find_reasons(table.position, None, Place("red.nest"), Place("T0"))
    assert [one.rule for one in found] == ["protected"]
