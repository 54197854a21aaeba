"""The discard pile: older cards that come to light again, and cards that were taken away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, Busy, NameCard, OpenCardKeys, Saw
from tablet_companion.referee.model.panels import (
    CardKeysPanel,
    ObjectionPanel,
    PlayPanel,
    QuestionPanel,
)
from tablet_companion.referee.model.verdicts import Asking, Objecting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.vision.reading import CardReading
from tests.expected import expect
from tests.games.agent_dog import position
from tests.referee.bench import Bench, Pose
from tests.referee.looks import look

FIRST: Pose = (0.0, 0.0, 0.0)
SECOND: Pose = (6.0, 0.0, 12.0)
THIRD: Pose = (12.0, 0.0, 24.0)
FOURTH: Pose = (18.0, 0.0, 36.0)


def test_a_card_taken_back_from_a_bare_pile_is_nobody_s() -> None:
    """A 5 was laid and taken away; the 9 laid then is this turn's, and the move is judged by it.

    Before, the 5 was remembered, and a move by five spaces accepted although no 5 lay there.
    """
    bench = Bench("red")
    bench.see(bench.with_moves(), card="none", seconds=1)
    bench.glimpse("5")
    bench.see(bench.with_moves(), card="5", seconds=1)
    bench.see(bench.with_moves(), card="none", seconds=1)
    bench.see(bench.with_moves("T0>T5"), card="9", pose=SECOND, seconds=3)
    assert Kind.ACCEPTED not in bench.kinds


@pytest.mark.parametrize("sure", [0.99, 0.85])
def test_the_older_card_beneath_is_not_laid_anew(sure: float) -> None:
    """A wrong card is taken off after its move: the card beneath is not the next player's.

    It once stood for the first card of the next turn: Blue’s 8, which the next card covered
    at once, was not seen, and Blue was accused of moving wrongly by that one. So it did, until
    lately, where it was first read with doubt.
    """
    bench = Bench("red")
    bench.glimpse("9", sure=sure)
    bench.see(bench.with_moves("T0>T5"), card="5", pose=SECOND, seconds=3)
    bench.see(bench.with_moves(), card="9", seconds=2)
    bench.glimpse("8", THIRD)
    bench.see(bench.with_moves("T16>T24"), card="3", pose=FOURTH, seconds=3)
    accepted = [one for one in bench.judged if one.kind is Kind.ACCEPTED]
    assert [one.action for one in accepted] == ["5 T0>T5", "8 T16>T24"]
    assert Kind.OBJECTED not in bench.kinds


def test_a_card_alone_accuses_nobody() -> None:
    """A card that fits no move lies there and nothing was moved: anybody may have laid it.

    Before, the player on turn was objected to by name, also for the next player's quick card.
    """
    bench = Bench("red")
    bench.see(bench.with_moves(), card="none", seconds=1)
    playable = {bench.table.game.card_of(one) for one in bench.table.game.legal(bench.table.state)}
    unplayable = next(card for card in bench.table.game.cards if card not in playable)
    bench.see(bench.with_moves(), card=unplayable, seconds=3)
    verdict = expect(Objecting, bench.table.verdict)
    assert verdict.seat is None
    page = expect(ObjectionPanel, build_panel(bench.table))
    assert page.say.text == "One moment: this card cannot be played."


def test_a_card_alone_never_puts_the_record_in_doubt() -> None:
    """After two wrong moves were put right, the card that cannot be played still lies there.

    Before, the third fault of a turn asked who was right about a board that showed no difference,
    and whatever people answered, it was asked again.
    """
    bench = Bench("red")
    bench.see(bench.with_moves(), card="none", seconds=1)
    for wrong in ("T0>T9", "T0>T11"):
        bench.see(bench.with_moves(wrong), card="exchange", seconds=2)
        bench.see(bench.with_moves(), card="exchange", seconds=3)
    verdict = expect(Objecting, bench.table.verdict)
    assert verdict.seat is None


@pytest.mark.parametrize("looks", [15.0, 7.5])
@pytest.mark.parametrize(
    ("level", "hidden_s", "named"),
    [("referee", 0.5, "red"), ("referee", 0.8, None), ("strict", 1.3, "red"), ("strict", 2, None)],
)
def test_a_card_that_may_lie_under_the_one_that_is_seen_clears_its_player(
    level: str, hidden_s: float, named: str | None, looks: float
) -> None:
    """Red went nine and a 5 lies there: a miscount, unless the pile was hidden for a second.

    Then Red’s 9 may lie beneath, and Blue’s 5 upon it. Before, Red was named all the same, and then
    not where fewer looks were taken in a second. A strict player is named unless it was hidden for
    longer.
    """
    bench = Bench("red", {"level": level})
    bench.see(bench.shown(), card="none", seconds=1)
    moved: Any = bench.with_moves("T0>T9")
    before, shown = bench.looked, look(moved, card="5")
    came_s = bench.now_s + 0.9 / looks
    for number in range(1, round((hidden_s + 1.0) * looks)):
        now_s = bench.now_s + number / looks
        hidden = came_s <= now_s < came_s + hidden_s
        reading = before if now_s < came_s else shown
        bench.event(Busy(now_s) if hidden else Saw(now_s, reading))
    verdict = expect(Objecting, bench.table.verdict)
    assert verdict.seat == named


def test_a_card_read_badly_beneath_the_one_that_is_seen_clears_its_player() -> None:
    """Blue's 3 is read with 85 %, and Green has laid a 9 and taken Yellow's pawn home.

    Before, Blue was named for both, as the 9 was the first card that was read for sure. Blue's move
    was seen as it should be: people are asked about it.
    """
    bench = begin()
    bench.see(bench.with_moves("T16>T19"), card="3", pose=SECOND, card_sure=0.85, seconds=0.1)
    ways = "T16>T19", "T48>yellow.N4"
    bench.see(bench.with_moves(*ways), card="9", pose=THIRD, seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)


def test_a_card_that_lay_at_rest_beside_places_in_doubt_names_nobody() -> None:
    """Two cards came down at once, Blue's 9 beneath Green's 8; then Blue went nine.

    Before, Blue was named, since the table had not looked quite as on record until then.
    """
    bench = begin()
    doubts = {"T16": {"blue": 0.55, "": 0.45}, "T24": {"blue": 0.45, "": 0.55}}
    bench.see(bench.shown(), card="8", pose=SECOND, doubts=doubts, seconds=0.5)
    bench.see(bench.with_moves("T16>T25"), card="8", pose=SECOND, seconds=2)
    verdict = expect(Objecting, bench.table.verdict)
    assert verdict.seat is None


def test_a_card_that_lay_there_may_be_the_one_that_moved_the_piece() -> None:
    """Blue went nine beside Red's 9, and a 5 lies upon it: it may be the next player's.

    Before, Blue was told that nine is not what the 5 says.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T9"), card="9", pose=FIRST)
    bench.see(bench.with_moves("T16>T25"), card="5", pose=SECOND)
    verdict = expect(Objecting, bench.table.verdict)
    assert verdict.seat is None


def begin() -> Bench:
    """Return a game in which Red’s 5 lies on the pile, and Blue is on turn."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=3)
    return bench


def accepted(bench: Bench) -> list[str]:
    """Return the moves that were accepted since then."""
    return [one.action for one in bench.judged if one.kind is Kind.ACCEPTED][1:]


@pytest.mark.parametrize(("sure", "next_sure"), [(0.92, 0.94), (0.99, 0.85)])
def test_a_card_seen_beneath_a_hand_is_the_turn_s_however_surely_the_next_one_is_read(
    sure: float, next_sure: float
) -> None:
    """Blue’s 8 was seen for a moment, then a 3 lay upon it: Blue is judged by the 8."""
    bench = begin()
    bench.glimpse("8", SECOND, sure)
    bench.see(bench.with_moves("T16>T24"), card="3", pose=THIRD, card_sure=next_sure, seconds=3)
    assert accepted(bench) == ["8 T16>T24"]
    assert Kind.OBJECTED not in bench.kinds


def test_no_card_is_told_from_the_move_where_the_pile_shows_another() -> None:
    """A 6 is read with doubt and a pawn went eight: it is asked which card lies there."""
    bench = begin()
    bench.see(bench.with_moves("T16>T24"), card="6", pose=SECOND, card_sure=0.85, seconds=3)
    assert isinstance(bench.panel, CardKeysPanel)
    assert accepted(bench) == []


@pytest.mark.parametrize(
    ("other", "there"), [(0.0, ["13 red.nest>T0"]), (0.3, [])], ids=["no other", "perhaps another"]
)
def test_a_move_of_two_cards_is_told_by_a_doubtful_pile(other: float, there: list[str]) -> None:
    """A 13 brings a pawn out, as a 1/11 does; what is read with doubt is surely no 1/11.

    Before, every jack of DOG that the camera was not quite sure to know was asked about.
    """
    bench = Bench()
    state = read_position(position("13"))
    hands = ((UNKNOWN_CARD,) * 4,) * 4
    bench.table = bench.table.but(state=state._replace(hands=hands))
    odds = ((Card("13"), 0.6), (Card("1/11"), other), (None, 0.4 - other))
    bench.see(bench.with_moves("red.N4>T0"))
    bench.looked = replace(bench.looked, card=CardReading(odds, SECOND))
    bench.judged.clear()
    bench.look_on(3)
    assert [one.action for one in bench.judged if one.kind is Kind.ACCEPTED] == there


@pytest.mark.parametrize("sure", [0.99, 0.85])
def test_a_named_card_is_forgotten_with_the_card_that_lay_there(sure: float) -> None:
    """A 3 was laid, named and taken back: the 8 laid then is judged as an 8.

    It once stayed a 3 for the rest of the turn, and every right move with another card was
    objected to; so it did, until lately, where the old card is always read with doubt.
    """
    bench = begin()
    bench.see(bench.with_moves(), card="3", pose=SECOND, seconds=1)
    bench.touch(NameCard(Card("3")))
    bench.see(bench.with_moves(), card="5", card_sure=sure, seconds=1)
    bench.see(bench.with_moves("T16>T24"), card="8", pose=THIRD, seconds=3)
    assert accepted(bench) == ["8 T16>T24"]


@pytest.mark.parametrize("sure", [0.99, 0.85])
def test_a_card_named_beside_an_untouched_pile_stays_named(sure: float) -> None:
    """Who lays no card and names it is believed for as long as the pile stays as it was."""
    bench = begin()
    bench.see(bench.with_moves(), card="5", card_sure=sure, seconds=1)
    bench.touch(NameCard(Card("8")))
    bench.see(bench.with_moves(), card="5", card_sure=sure, seconds=1)
    bench.see(bench.with_moves("T16>T24"), card="5", card_sure=sure, seconds=3)
    assert accepted(bench) == ["8 T16>T24"]


@pytest.mark.parametrize("sure", [0.99, 0.85])
def test_a_card_named_before_another_is_laid_is_belied_by_it(sure: float) -> None:
    """Who names a 3, thinks better of it and lays an 8, plays the 8.

    The name was once believed against what lay there: every right move was objected to.
    """
    bench = begin()
    bench.see(bench.with_moves(), card="5", seconds=1)
    bench.touch(NameCard(Card("3")))
    bench.see(bench.with_moves("T16>"), card="5", seconds=1)
    bench.see(bench.with_moves("T16>T24"), card="8", card_sure=sure, pose=SECOND, seconds=3)
    assert accepted(bench) == ["8 T16>T24"]


def laid_wrongly() -> Bench:
    """Return a table at which the third card in one turn lies that cannot be played."""
    bench = Bench("red")
    bench.see(bench.with_moves(), card="none", seconds=1)
    bench.see(bench.with_moves(), card="exchange", pose=SECOND, seconds=2)
    assert isinstance(bench.table.verdict, Objecting)
    bench.see(bench.with_moves(), card="copy", pose=THIRD, seconds=2)
    assert isinstance(bench.table.verdict, Objecting)
    bench.see(bench.with_moves(), card="exchange", pose=FIRST, seconds=4)
    return bench


def test_card_after_card_is_not_objected_to_down_the_pile() -> None:
    """Cards that cannot be played are taken off; it is asked whether the third lay beneath.

    Before, every card was objected to that came to light, down to the last.
    """
    bench = laid_wrongly()
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.kinds.count(Kind.OBJECTED) == 2
    bench.touch(Answer(1))
    bench.look_on(3)
    assert isinstance(bench.panel, PlayPanel)
    bench.see(bench.with_moves("T0>T5"), card="5", pose=FOURTH)
    assert bench.kinds[-1] in (Kind.ACCEPTED, Kind.CORRECTED)


def test_the_third_card_that_cannot_be_played_is_objected_to_if_it_was_laid() -> None:
    """Whoever lays one wrong card after another is told so; before, the third was let be."""
    bench = laid_wrongly()
    bench.touch(Answer(0))
    bench.look_on(3)
    assert isinstance(bench.panel, ObjectionPanel)
    bench.see(bench.with_moves("T0>T5"), card="5", pose=FOURTH)
    assert bench.kinds[-1] in (Kind.ACCEPTED, Kind.CORRECTED)


def test_a_doubtful_card_that_nobody_may_play_is_asked_about() -> None:
    """Read with 85 %, an exchange lies there, for which no pawn stands: nothing was ever said."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    playable = {one.card for one in list_candidates(bench.table.position.public)}
    card = next(one for one in bench.table.game.cards if one not in playable)
    bench.see(bench.shown(), card=card, pose=(4, 4, 0), card_sure=0.85, seconds=5)
    assert isinstance(bench.panel, PlayPanel)  # its player may still be thinking
    bench.look_on(3)
    assert isinstance(bench.panel, CardKeysPanel)
    assert card in bench.panel.cards
    bench.touch(NameCard(card))
    bench.look_on(1)
    assert isinstance(bench.panel, ObjectionPanel)


def test_two_cards_as_good_as_each_other_are_asked_about() -> None:
    """A copy of Red's 5 is read with doubt, then a 5 is laid on it, and one pawn has gone five.

    Before, the card on top went on record, though it may be the next player's. Once the copy is
    named nobody is asked again.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.glimpse("copy", (4.0, 4.0, 0.0), sure=0.85)
    bench.see(bench.with_moves("T16>T21"), card="5", pose=(9, 9, 9), seconds=2)
    assert isinstance(bench.panel, CardKeysPanel)
    assert {*bench.panel.cards} == {"copy", "5"}
    bench.touch(NameCard(Card("copy")))
    bench.look_on(3)
    assert accepted(bench)[0] == "copy T16>T21"


def test_a_named_card_is_forgotten_when_one_face_down_comes_to_light() -> None:
    """A child had turned the top card over: what lay on it was objected to for ever."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.shown(), card="none", pose=(1, 1, 1))
    bench.see(bench.with_moves("T16>T19"), card="3", pose=(2, 2, 2))
    bench.see(bench.shown(), card="none", pose=(3, 3, 3))
    bench.table = bench.table.but(pile=bench.looked.card)
    bench.see(bench.shown(), card="none", pose=(3, 3, 3))
    bench.see(bench.shown(), card="7", pose=(4, 4, 4), card_sure=0.8)
    bench.touch(OpenCardKeys())
    bench.touch(NameCard(Card("exchange")))
    assert bench.table.named == "exchange"
    bench.see(bench.shown(), card="none", pose=(3, 3, 3))
    assert bench.table.named is None


def test_the_like_of_the_old_card_may_lie_beneath_one_read_badly() -> None:
    """Green's 5 lies exactly on a 5, and Yellow has laid a copy and moved, as far as can be seen.

    Before, Green was taken to have played the copy.
    """
    bench = Bench("blue")
    bench.see(bench.with_moves("T16>T21"), card="5")
    count = len(bench.judged)
    bench.see(bench.with_moves("T32>T37"), card="5", seconds=0.3)
    moved = {"T48": {"": 0.7, "yellow": 0.3}, "T53": {"yellow": 0.7, "": 0.3}}
    after = bench.with_moves("T32>T37", "T48>T53")
    bench.see(after, 3.0, card="copy", pose=(9, 0, 0), card_sure=0.8, doubts=moved)
    assert isinstance(bench.panel, CardKeysPanel)
    assert {*bench.panel.cards} == {"5", "copy"}
    assert Kind.ACCEPTED not in bench.kinds[count:]
