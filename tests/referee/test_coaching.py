"""A table that teaches, and one that is strict."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.games.core import Card, Place, Rule, Seat, list_names
from tablet_companion.games.shared.positions import compose, read_position
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import coaching
from tablet_companion.referee.model.coaching import list_rules
from tablet_companion.referee.model.effects import Effect, Record
from tablet_companion.referee.model.events import Answer, Begin, Learnt, Point, Remember, TakeBack
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import EndPanel, MarkKind, ObjectionPanel, QuestionPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Objecting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns import record, setting_up
from tablet_companion.referee.turns.replay import replay
from tests.expected import expect, present
from tests.referee.bench import GAME, Bench
from tests.referee.levels import begun, play
from tests.referee.looks import AREAS


def goals(bench: Bench) -> dict[str, int]:
    """Return the rings on the page, and how many spaces lead there."""
    return {m.place: m.count for m in play(bench).marks if m.kind is MarkKind.GOAL}


# --- teaching -------------------------------------------------------------------------------------


def test_a_touched_pawn_shows_where_it_may_go() -> None:
    """With the number of spaces of each ring; a second touch shows all pieces again."""
    bench = begun("teach")
    bench.touch(Point(Place("T0")))
    assert goals(bench)["T5"] == 5
    assert goals(bench)["T13"] == 13
    assert "T14" not in goals(bench)
    bench.touch(Point(Place("T0")))
    assert not goals(bench)


def test_the_finish_is_barred_backwards_once_a_pawn_could_go_there() -> None:
    """DOG told it to whoever could play a 4, twenty spaces away from the finish, too."""
    game, named = games.load("dog"), games.handbook("dog").positions
    for pawn, due in (
        ("T20", False),
        ("T4", False),
        ("T2", True),
        ("red.F1", False),
        ("red.F3", True),
    ):
        where = read_position({"from": "round", "pieces": {"red": pawn}}, named)
        rules = coaching.find_rules(Position(game, compose(game, where)).public)
        assert ("finish_backwards" in rules) is due, pawn


def test_a_place_that_no_card_reaches_is_refused_by_the_cards_that_move_the_piece() -> None:
    """“Only an ace, …” was said of a space where no ace brings a pawn out of its nest, either."""
    game = games.load("dog")
    pieces = {"red": "T20", "blue": "T40"}
    where = read_position({"from": "round", "pieces": pieces}, games.handbook("dog").positions)
    position = Position(game, compose(game, where))
    (found,) = coaching.find_reasons(position, None, Place("red.nest"), Place("T5"))
    assert found.rule == "start_space"
    (found,) = coaching.find_reasons(position, Card("5"), Place("red.nest"), Place("T0"))
    assert found.rule == "start_card"
    (found,) = coaching.find_reasons(position, None, Place("T40"), Place("T45"))
    assert found.rule == "whose_turn"  # although a jack might swap it


def test_a_card_narrows_what_is_shown() -> None:
    """Once the card lies there only its ways are ringed, and its rules come first."""
    bench = begun("teach")
    bench.see(bench.shown(), card="1/11", seconds=0.3)
    bench.touch(Point(Place("T0")))
    assert goals(bench) == {"T1": 1, "T11": 11}
    bench.table = bench.table.but(coach=bench.table.coach.__class__())
    for _ in range(30):
        bench.touch(Learnt())
    hint = present(play(bench).hint)
    assert hint.rule == "one_eleven"


def test_where_people_deal_the_exchange_is_taught_first() -> None:
    """They do it now, though no camera sees it; after the first card it is too late."""
    bench = begun("teach")
    hint = present(play(bench).hint)
    assert hint.rule == "gift"
    bench.see(bench.with_moves("T0>T5"), card="5")
    hint = present(play(bench).hint)
    assert hint.rule == "aim"


def test_what_a_laid_card_does_is_told_as_it_is_laid() -> None:
    """In place of a rule that can wait: whoever lays a partner has to know what it is."""
    bench = begun("teach")
    bench.see(bench.shown(), card="partner", seconds=0.3)
    hint = present(play(bench).hint)
    assert hint.rule == "partner_points"


def with_spy(level: str) -> Bench:
    """Return a game in which red is on turn and its spy is in the hole T6."""
    bench = begun(level)
    ways = (("T0>T6=hidden", "6"), ("T16>T19", "3"), ("T32>T41", "9"), ("T48>T53", "5"))
    for number, (way, card) in enumerate(ways):
        bench.see(bench.with_moves(way), card=card, pose=(4 * number, 0, 0))
    return bench


def test_the_ring_says_that_a_spy_is_turned_up() -> None:
    """Out of a hole it is, from hole to hole it is not; the line beside the board says so."""
    bench = with_spy("teach")
    bench.touch(Point(Place("T6")))
    turned = {m.place: m.turned for m in play(bench).marks if m.kind is MarkKind.GOAL}
    assert turned[Place("T11")]
    assert not turned[Place("T14")]
    hint = present(play(bench).hint)
    assert hint.rule == "turn_up"
    bench.touch(Point(Place("T6")))


def test_cards_that_lead_nowhere_are_named_before_they_are_laid() -> None:
    """At the table that teaches: a copy with nothing to copy, an exchange without two spies."""
    bench = begun("teach")
    told = present(play(bench).playable)
    assert told.details == (("text", list_names("card", ("copy", "exchange"))),)
    assert play(begun("referee")).playable is None
    bench.see(bench.shown(), card="5", seconds=0.3)
    assert play(bench).playable is None


def test_a_spy_that_was_not_turned_up_is_no_broken_rule() -> None:
    """It is a step left out, as is a pawn that was not turned over."""
    bench = with_spy("referee")
    bench.see(bench.with_moves("T6>T11"), card="5", pose=(20, 0, 0), seconds=2)
    assert play(bench).left
    assert next(one.text for one in play(bench).todo).startswith("Turn the pawn {place_to:at} up")


def test_a_lifted_pawn_shows_where_it_may_go() -> None:
    """It is missing and nothing else differs; two missing pieces are no pawn in a hand."""
    bench = begun("teach")
    bench.see(bench.with_moves("T0>"), seconds=0.5)
    assert goals(bench)["T5"] == 5
    bench.see(bench.with_moves("T0>", "T32>"), seconds=0.5)
    assert not goals(bench)


def test_nothing_is_hinted_where_nobody_is_taught() -> None:
    """Each seat has its own level: Red's page is plain, Blue's teaches."""
    bench = begun("referee", blue="teach")
    assert not play(bench).picks
    bench.touch(Point(Place("T0")))
    assert not goals(bench)
    bench.see(bench.with_moves("T0>T5"), card="5")
    assert play(bench).picks
    assert play(bench).hint is not None


def test_a_surprising_move_is_explained_when_it_happens() -> None:
    """A jump is legal, and the table says why, once; a move on a free way needs no word."""
    bench = begun("teach")
    bench.see(bench.with_moves("T0>T13"), card="13")
    bench.see(bench.with_moves("T16>T19"), card="3", pose=(5, 0, 0))
    bench.see(bench.with_moves("T32>T41"), card="9", pose=(9, 0, 0))
    bench.see(bench.with_moves("T48>T53"), card="5", pose=(13, 0, 0))
    assert bench.table.coach.why is None
    bench.see(bench.with_moves("T13>T21"), card="8", pose=(17, 0, 0))
    assert bench.table.coach.why == "jumping"
    hint = present(play(bench).hint)
    assert hint.rule == "jumping"


def test_a_game_whose_last_move_is_explained_is_over_on_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The end is the last entry: a journal that went on would be resumed at the next start."""
    game, rng = games.load("pocket_ops"), random.Random(1)
    told = next(iter(list_rules(game)))
    table, _ = setting_up.begin(new_table(game, {}, "en", Level.TEACH), Begin())
    table, _ = setting_up.begin(table, Begin())
    effects: tuple[Effect, ...] = ()
    monkeypatch.setattr(coaching, "find_surprise", lambda _: told)
    while table.stage is Stage.PLAY:
        last = replace(table.coach, introduced=frozenset[tuple[Seat, Rule]]())
        action = rng.choice(game.legal(table.state))
        table, effects = record.act(table.but(coach=last), action, Laid(None, How.SEEN))
    kept = [effect.kind for effect in effects if isinstance(effect, Record)]
    assert {"taught", "ended"} <= set(kept)
    assert kept[-1] == "ended"


def test_taking_back_is_free_for_who_is_taught() -> None:
    """Neither the key nor the hand is asked; at the usual table both are."""
    bench, usual = begun("teach"), begun("referee")
    for one in (bench, usual):
        one.see(one.with_moves("T0>T5"), card="5")
        one.touch(TakeBack())
    assert len(bench.table.past) == 2
    assert isinstance(usual.panel, QuestionPanel)
    bench.see(bench.shown(), card="none")
    bench.see(bench.with_moves("T0>T5"), card="5", pose=(4, 4, 0))
    bench.see(bench.with_moves("T5>T0"), card="5", pose=(4, 4, 0), seconds=2)
    assert len(bench.table.past) == 2


def test_what_was_taught_outlives_a_restart() -> None:
    """Levels, rules that were told, and penalties are on record, and are replayed."""
    bench = begun("teach", blue="strict")
    bench.touch(Learnt())
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T23"), card="6", pose=(4, 4, 0))
    kept = [(record.kind, record.body) for record in bench.records]
    again = replay(new_table(GAME, AREAS, "en"), kept)
    assert again.setup.level is Level.TEACH
    assert again.level_of(again.turn) is Level.STRICT
    assert again.coach.introduced == bench.table.coach.introduced
    assert again.coach.introduced
    assert again.coach.penalties == (("blue", 1),)
    ended = expect(EndPanel, build_panel(bench.table.but(stage=Stage.ENDED)))
    assert "{seat}, penalties: {count}" in {fact.text for fact in ended.facts}, "the account"


def test_a_journal_without_levels_is_still_read() -> None:
    """One that was written before there were any."""
    bench = begun("referee")
    (kind, body), *more = [(record.kind, dict(record.body)) for record in bench.records]
    del body["level"], body["levels"]
    again = replay(new_table(GAME, AREAS, "en"), [(kind, body), *more])
    assert again.setup.level is Level.REFEREE


# --- strictness -----------------------------------------------------------------------------------


def test_what_a_strict_player_let_go_is_played() -> None:
    """Moved back by hand it is objected to; the key asks everybody, and then takes it back."""
    bench = begun("strict")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T5>T0"), card="5", seconds=2)
    assert isinstance(bench.panel, ObjectionPanel)
    assert bench.panel.breaches
    bench.touch(TakeBack())
    assert isinstance(bench.panel, QuestionPanel)
    assert "agree" in bench.panel.say.text
    bench.touch(Answer(0))
    assert len(bench.table.past) == 2


def test_an_objection_counts_once_against_a_strict_seat() -> None:
    """However often it is seen in that turn; another fault counts again, other seats' do not."""
    bench = begun("strict", blue="referee")
    wrong = bench.with_moves("T0>T7")
    for _ in range(2):
        bench.see(wrong, card="5", seconds=2)
        bench.see(bench.shown(), card="none", seconds=2)
    assert bench.table.coach.penalties == (("red", 1),)
    bench.see(bench.with_moves("T0>T60"), card="5", seconds=2)
    assert bench.table.coach.penalties == (("red", 2),)
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=2)
    bench.see(bench.with_moves("T16>T23"), card="6", pose=(4, 4, 0), seconds=2)
    assert bench.table.coach.penalties == (("red", 2),)


@pytest.mark.parametrize(("level", "counted"), [("strict", (("red", 1),)), ("referee", ())])
def test_a_wrong_move_beside_a_card_that_rested_is_a_strict_seat_s_own(
    level: str, counted: tuple[tuple[str, int], ...]
) -> None:
    """Elsewhere the rule is told and nobody named: somebody else may have pushed the pawn."""
    bench = begun(level)
    bench.see(bench.shown(), card="5", seconds=2)
    bench.see(bench.with_moves("T0>T7"), card="5", seconds=2)
    assert isinstance(bench.panel, ObjectionPanel)
    assert bench.panel.breaches
    assert bench.table.coach.penalties == counted
    named = bench.table.verdict.seat if isinstance(bench.table.verdict, Objecting) else None
    assert (named == "red") == bool(counted)


def test_what_a_person_knows_is_not_told_and_is_on_record() -> None:
    """What came from last week counts as told, also after a restart; others are told it."""
    bench = begun("teach")
    bench.touch(Remember(Seat("red"), (Rule("aim"), Rule("no_such_rule"))))
    bench.touch(Remember(Seat("nobody"), (Rule("aim"),)))
    assert {rule for seat, rule in bench.table.coach.introduced if seat == "red"} >= {"aim"}
    assert bench.table.coach.now != "aim"
    assert not [one for one in bench.table.coach.introduced if one[1] == "no_such_rule"]
    fresh = new_table(GAME, AREAS, "en", Level.TEACH)
    kept = [(record.kind, record.body) for record in bench.records]
    assert replay(fresh, kept).coach.introduced == bench.table.coach.introduced
