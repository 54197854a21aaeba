"""A few sessions of the spy for every game, and what it has found; ``make spy`` runs many."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import (
    CHANCE,
    EMPTY,
    HIDDEN,
    TABLE,
    UNKNOWN_CARD,
    Card,
    Piece,
    Place,
    Seat,
)
from tablet_companion.games.dog_family.table import UNKNOWN_PAWN
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.events import Answer, AskAdvice, AskHelp, NameCard
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import SetUp
from tests.conformance.spy.acts import Choose, Look, Touch
from tests.conformance.spy.finding import Tally, finds, report
from tests.conformance.spy.truths import Start, areas
from tests.conformance.spy.watching import Revealed, Watch, repeated
from tests.conformance.walk import SECRETIVE, positions, walk
from tests.games.agent_dog import position

every_secretive_game = pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
PILED: Final = tuple(game for game in SECRETIVE if game.pile)
LOOKS: Final = 16
SEED: Final = 2
FIVE: Final = Card("5")


@every_secretive_game
def test_the_spy_cannot_tell_the_truths_apart(game: AnyGame) -> None:
    """Pages, lamps, log lines and the status line of whole sessions are alike, and their times."""
    told: list[str] = []
    for find in finds(game, SEED, LOOKS, Tally()):
        if find is not None:
            report(find, SEED, told.append)
    assert not told, "\n".join(told)


@pytest.mark.parametrize(
    "game", [game for game in SECRETIVE if game.pile], ids=lambda game: game.name
)
def test_looks_are_explained_from_nothing_hidden(game: AnyGame) -> None:
    """What a look is held against is the same value in every truth, hands and colours forgotten."""
    rng, compared = random.Random(9), 0
    for state in positions(game, 12):
        other = game.resample(state, TABLE, rng)
        compared += other != state
        assert game.veiled(other) == game.veiled(state)
    assert compared > 20


@pytest.mark.parametrize(
    "game", [game for game in SECRETIVE if not game.pile], ids=lambda game: game.name
)
def test_what_pieces_may_have_done_hangs_on_nothing_hidden(game: AnyGame) -> None:
    """Where states keep their secrets, the actions that looks are held against are still alike."""
    rng, compared = random.Random(9), 0
    for state in positions(game, 4):
        other = game.resample(state, TABLE, rng)
        if other == state or game.actor(state) in (None, CHANCE):
            continue
        compared += 1
        mine, yours = (
            {(one.action, one.after) for one in list_candidates(Position(game, truth))}
            for truth in (state, other)
        )
        assert mine == yours
    assert compared > 5


# --- what the spy has found -----------------------------------------------------------------------


def opposite(first: dict[str, str], second: dict[str, str], **more: Any) -> Start:
    """Return red to play where the pawns are these or those; nobody's cards are known."""
    game = games.load("agent_dog")
    states = [
        read_position(position("5", **pawns, **more))._replace(hands=((UNKNOWN_CARD,) * 4,) * 4)
        for pawns in (first, second)
    ]
    return Start(game, TABLE, (states[0], states[1]), SetUp(game.seats))


def gone(*places: str, **how: Any) -> Look:
    """Return a look at which these places are empty."""
    return Look(tuple((Place(place), EMPTY) for place in places), **how)


BEHIND: Final = opposite(
    {"red": "T30", "blue": "T10 T15", "green": "T42"},
    {"red": "T30", "blue": "T15 T42", "green": "T10"},
)
"""The pawn that lies turned over 5 spaces behind a blue one is blue, or a green one."""


def test_a_pawn_in_the_hand_keeps_its_colour() -> None:
    """Whether a pawn that is lifted would capture one of its own colour shows nowhere."""
    assert repeated(BEHIND, [gone("T10", card=FIVE)], "1") is None


def test_a_covered_nest_tells_no_colour() -> None:
    """With an arm over a nest, what was captured may have gone there whatever its colour is."""
    start = opposite(
        {"red": "T5", "blue": "T10", "green": "T42"}, {"red": "T5", "blue": "T42", "green": "T10"}
    )
    moved = ((Place("T5"), EMPTY), (Place("T10"), HIDDEN))
    for seat in start.game.seats:
        look = Look(moved, covered=areas(start.game)[Place(f"{seat}.nest")], card=FIVE)
        assert repeated(start, [look], "1") is None


@pytest.mark.parametrize("first", ["blue", "green"])
def test_a_move_that_is_overtaken_tells_no_colour(first: str) -> None:
    """What the next player's card makes likely of a pawn nobody has turned up decides nothing."""
    start = opposite({"red": "T22", first: "T27 T50"}, {"red": "T50", first: "T22 T27"})
    nest = areas(start.game)[Place(f"{first}.nest")][2]
    taken = Look(
        ((Place("T22"), EMPTY), (Place("T27"), EMPTY), (nest, Piece(first))), card=Card("7")
    )
    assert repeated(start, [Look(card=FIVE, seconds=0.3), taken], "1") is None


@pytest.mark.parametrize("shown", ["blue", "green"])
def test_a_hand_refuses_alike_whatever_colour_is_on_record(shown: str) -> None:
    """A card that is not held is refused before anything is said of the pawn that it turned up."""
    start = opposite(
        {"red": "T30", "blue": "T10", "green": "T42"}, {"red": "T30", "blue": "T42", "green": "T10"}
    )
    truths = [one._replace(hands=((Card("9"),) * 4, *one.hands[1:])) for one in start.states]
    start = Start(start.game, TABLE, (truths[0], truths[1]), start.setup)
    turned_up = Look(((Place("T42"), EMPTY), (Place("T47"), Piece(shown))), card=FIVE, seconds=1.0)
    assert repeated(start, [turned_up], "1") is None


def test_a_play_that_leaves_no_trace_tells_no_colour() -> None:
    """Pawns change places by it, and one comes to stand where one of its colour stood: it is asked.

    A card alone does not show that anything was turned up.
    """
    start = opposite(
        {"red": "T6 T23", "green": "T22"}, {"red": "T22 T23", "green": "T6"}, turn="green"
    )
    covered = (Place("T22"), *areas(start.game)[Place("red.nest")])
    assert repeated(start, [Look(card=Card("partner"), covered=covered)], "1") is None


def test_an_answer_is_logged_alike_whatever_colour_is_on_record() -> None:
    """What people say they did is logged with the colour that it turns up, which may be the one.

    Before, it was logged without one wherever the record agreed.
    """
    start = opposite(
        {"yellow": "T55", "blue": "T54", "green": "T18"},
        {"yellow": "T55", "blue": "T18", "green": "T54"},
        turn="yellow",
    )
    changes = ((Place("T18"), EMPTY), (Place("T55"), EMPTY), (Place("T58"), HIDDEN))
    doubts = ((Place("T55"), Piece("blue")),)
    asked = Look(changes, doubts=doubts, card=Card("partner"), seconds=0.8)
    assert repeated(start, [asked, Touch((Answer(0), Answer(0)))], "1") is None


def test_a_log_line_tells_not_what_the_record_has_forgotten() -> None:
    """A pawn that turns up blue is logged alike, whether or not its colour was on record.

    After a correction of the board the machine may know of two turned-over pawns that one is blue.
    """
    game = games.load("agent_dog")
    known = read_position(position("5", turn="blue", blue="T2 T42"))
    known = known._replace(hands=((UNKNOWN_CARD,) * 4,) * 4)
    truths = [_forgotten(known, place) for place in ("T42", "T2")]
    start = Start(game, TABLE, (truths[0], truths[1]), SetUp(game.seats))
    assert game.view(truths[0], TABLE) == game.view(truths[1], TABLE)
    moved = ((Place("T42"), EMPTY), (Place("T47"), Piece("blue")))
    assert repeated(start, [Look(moved, card=FIVE, seconds=1.0)], "1") is None


def _forgotten(state: Any, place: str) -> Any:
    """Return a state of Agent DOG that does not know the pawn turned over in a place."""
    board = bytearray(state.board)
    board[state.setting.names.index(place)] = UNKNOWN_PAWN
    return state._replace(board=bytes(board))


def test_a_card_that_is_not_held_ends_a_turn_that_was_overtaken() -> None:
    """Named, refused, and another card laid on it: the referee says so, once."""
    game = games.load("agent_dog")
    dealt = read_position(position("9", red="T32", blue="T11"))
    dealt = dealt._replace(hands=((Card("9"),), *(((UNKNOWN_CARD,),) * 3)))
    start = Start(game, TABLE, (dealt, dealt), SetUp(game.seats))
    named = Touch((NameCard(Card("8")), NameCard(Card("8"))))
    moved = {"T32": EMPTY, "T40": "red", "T11": EMPTY, "T24": "blue"}
    both = tuple((Place(place), Piece(piece)) for place, piece in moved.items())
    assert repeated(start, [named, Look(both, card=Card("13"))], "1") is None


def test_a_pawn_that_the_table_captures_tells_its_colour() -> None:
    """One of its own costs the table's seat its hand; a deal that then follows tells no more."""
    start = opposite({"red": "T14", "blue": "T6"}, {"red": "T6", "blue": "T14"})
    held = ((Card("8"), Card("9")), (), (), ())
    real = replace(start.states[0].setting, seen_deal=False)
    truths = [one._replace(hands=held, setting=real) for one in start.states]
    setup = SetUp(start.game.seats, options=(("dealing", "people"),), played=(Seat("red"),))
    start = Start(start.game, TABLE, (truths[0], truths[1]), setup)
    watch = Watch(start)
    with pytest.raises(Revealed, match="by the game"):
        watch.act(Choose(Seat("red"), "8 T6>T14 xT14"), random.Random(1))
    assert {len(table.past) for table in watch.tables} == {1, 2}


def test_advice_is_offered_whatever_its_player_staked() -> None:
    """Who can only give up an auction for want of stakes is offered advice like anybody."""
    game = games.load("agent")
    played = walk(game, game.setup({}, game.seats[:4]), 5, most=400)
    rng, auctions = random.Random(6), [state for state, _ in played if state.phase == "bid"]
    pairs = [(state, game.resample(state, TABLE, rng)) for state in auctions for _ in range(9)]
    poor, rich = next(
        pair for pair in pairs if len(game.legal(pair[0])) == 1 < len(game.legal(pair[1]))
    )
    start = Start(game, TABLE, (poor, rich), SetUp(game.seats[:4], level=Level.TEACH))
    for intent in (AskHelp(), AskAdvice()):
        assert repeated(start, [Touch((intent, intent))], "1") is None


def pocket_ops(phase: str) -> tuple[AnyGame, list[Any]]:
    """Return the states of one game in this phase; the tablet has dealt."""
    game = games.load("pocket_ops")
    played = walk(game, game.setup({"dealing": "tablet"}, game.seats), 3, most=60)
    return game, [state for state, _ in played if state.phase == phase]


def test_a_sealed_guess_is_told_by_no_piece_beside_a_place() -> None:
    """Before the card is turned up, a table in disorder is answered alike for every guess."""
    game, states = pocket_ops("reveal")
    placed = states[0]
    here = placed.placed.room
    truths = (placed._replace(guess=(here,)), placed._replace(guess=((here + 1) % 9,)))
    start = Start(game, TABLE, truths, SetUp(game.seats))
    for area, places in areas(game).items():
        for piece in map(Piece, ("red", "blue") if not area.endswith("nest") else ()):
            beside = Look(strays=((piece, places[-1]),), seconds=1.0)
            assert repeated(start, [beside], "1") is None


def test_cards_dealt_face_down_are_no_choices_before_everybody() -> None:
    """Whose choice is his own is not asked on the open page what he chose, whatever pieces show."""
    game, states = pocket_ops("enrol")
    state = next(state for state in states if None not in state.sealed[:1])
    rng = random.Random(4)
    start = Start(game, TABLE, (state, game.resample(state, TABLE, rng)), SetUp(game.seats))
    assert start.states[0] != start.states[1]
    shown = game.attempted(state, game.legal(state)[0])
    before = lay_out(game.placement(state), areas(game))
    spots = lay_out(shown, areas(game))
    changes = tuple((place, spots[place]) for place in sorted(spots) if place not in before)
    assert changes
    assert repeated(start, [Look(changes, seconds=1.0)], "1") is None
