"""Wink on the table: faults that are seen, the record mended, and what steps lead to."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablet_companion.games.core import UNKNOWN_CARD, Card, Piece, Place, Placement, PositionError
from tablet_companion.games.wink.state import SEATS, Phase, State
from tests.games.wink import GAME, RED, by_people, dealt, every_edition, legal, one_round, play

Pair = tuple[str, str]


def shown(state: State, *, gone: tuple[Pair, ...] = (), come: tuple[Pair, ...] = ()) -> Placement:
    """Return the table of a state with some pieces taken away and some put down."""
    pieces = list(GAME.placement(state).pieces)
    for place, piece in gone:
        pieces.remove((Place(place), Piece(piece)))
    pieces += [(Place(place), Piece(piece)) for place, piece in come]
    return Placement(tuple(sorted(pieces)))


def diagnosed(state: State, card: str, table: Placement) -> list[str]:
    """Return the rules that a table breaks."""
    return [str(breach.rule) for breach in GAME.diagnose(state, Card(card), table)]


@every_edition
def test_faults_seen_on_the_table_are_named(edition: str) -> None:
    """A pawn where it may not be, another's pawn moved, a card touched: each has its rule."""
    state = play(dealt(edition, blue="25 26 7", red="3"), "call 25")
    home = ("blue.home", "blue")
    assert diagnosed(state, "25", shown(state, gone=(home,), come=(("25", "blue"),))) == [
        "occupied"
    ]
    hidden = shown(state, gone=(home, ("25", "red")), come=(("25", "blue"),))
    assert diagnosed(state, "25", hidden) == ["occupied"]  # the new pawn hides the other one
    assert diagnosed(state, "7", shown(state, gone=(home,), come=(("7", "blue"),))) == [
        "twin_in_hand"
    ]
    assert diagnosed(state, "3", shown(state)) == ["pawn_follows"]
    moved = shown(state, gone=(("25", "red"),), come=(("9", "red"),))
    assert diagnosed(state, "9", moved) == ["whose_turn"]
    taken = shown(state, gone=(home, ("25", "25")), come=(("3", "blue"), ("blue.won", "25")))
    assert diagnosed(state, "3", taken) == ["cards_stay"]
    turned = shown(state, gone=(home, ("30", "30")), come=(("3", "blue"), ("30", "hidden")))
    assert diagnosed(state, "3", turned) == ["cards_stay"]


@every_edition
def test_a_legal_call_is_no_fault(edition: str) -> None:
    """What a legal call leads to is not objected to, nor a card that a hand covers."""
    state = dealt(edition, blue="25")
    after = shown(state, gone=(("red.home", "red"), ("9", "9")), come=(("25", "red"),))
    assert diagnosed(state, "25", after) == []


@every_edition
def test_a_table_in_a_heap_is_nobodys_move(edition: str) -> None:
    """Where too much differs nothing is said."""
    state = dealt(edition)
    heap = shown(
        state,
        gone=tuple((f"{seat}.home", str(seat)) for seat in SEATS[:3]),
        come=(("1", "red"), ("2", "blue"), ("3", "green")),
    )
    assert diagnosed(state, "1", heap) == []


@every_edition
def test_a_pawn_pushed_is_put_on_record_where_it_stands(edition: str) -> None:
    """Amending moves pawns and turns cards; what the table does not tell is kept."""
    state = play(dealt(edition, blue="25"), "call 25")
    table = shown(state, gone=(("25", "red"),), come=(("24", "red"),))
    amended = GAME.amend(state, table)
    assert amended == state._replace(pawns=(Card("24"), None, None, None))
    assert GAME.placement(amended) == table


@pytest.mark.parametrize("state", [dealt("wink", blue="25"), dealt("wink", green="25")])
def test_a_card_turned_over_by_hand_leaves_all_hands_unknown(state: State) -> None:
    """Amending forgets every hand once the table shows a twin, and people answer from then on.

    Which hands are forgotten may not tell who had it on record.
    """
    table = shown(state, gone=(("25", "25"),), come=(("25", "hidden"),))
    amended = GAME.amend(state, table)
    assert {card for hand in amended.hands for card in hand} == {UNKNOWN_CARD}
    assert list(map(len, amended.hands)) == list(map(len, state.hands))
    assert not amended.setting.seen_deal
    assert GAME.amend(amended, GAME.placement(amended)) == amended


@every_edition
def test_a_twin_that_lies_before_its_player_has_left_that_hand(edition: str) -> None:
    """The caller took the card from the table, so the twin is from the other's hand.

    Where every card is dealt, such a table could not be put on record otherwise.
    """
    state = play(dealt(edition, blue="25"), "call 25")
    found = (("red.won", "25"), ("blue.won", "25"))
    amended = GAME.amend(state, shown(state, gone=(("25", "25"),), come=found))
    sizes = list(map(len, state.hands))
    assert list(map(len, amended.hands)) == [sizes[0], sizes[1] - 1, *sizes[2:]]
    assert GAME.amend(amended, GAME.placement(amended)) == amended


def test_a_twin_laid_face_down_has_left_its_players_hand() -> None:
    """So the card of a wrong name is put on record where every card is dealt, too."""
    state = play(dealt("agents", blue="25"), "call 25")
    turned = (("25", "hidden"), ("blue.down", "hidden"))
    amended = GAME.amend(state, shown(state, gone=(("25", "25"),), come=turned))
    assert list(map(len, amended.hands)) == [9, 8, 9, 9]
    assert amended.phase is not Phase.OVER
    last = tuple(hand[:1] if seat == 1 else hand for seat, hand in enumerate(state.hands))
    ended = GAME.amend(state._replace(hands=last), shown(state, gone=(("25", "25"),), come=turned))
    assert ended.phase is Phase.OVER, "whoever lays the last card ends the game"


@every_edition
def test_what_is_to_be_dealt_is_left_by_the_table(edition: str) -> None:
    """Before the deal no card was won; with too few for the hands the game would stand still."""
    state: State = GAME.setup({"edition": edition}, SEATS[:4])
    numbers = map(str, range(1, 10))
    won = [(number, ("red.won", number)) for number in numbers]
    gone, come = tuple((at, at) for at, _ in won), tuple(pair for _, pair in won for _ in "12")
    with pytest.raises(PositionError, match="for their hands"):
        GAME.amend(state, shown(state, gone=gone, come=come))


def test_a_claim_about_a_pawn_that_is_gone_is_dropped() -> None:
    """Amending away the card a claim is about leaves the turn to its player."""
    state = play(one_round(dealt("wink", blue="25"), red="25"), "name blue")
    amended = GAME.amend(state, shown(state, gone=(("25", "red"),), come=(("red.home", "red"),)))
    assert amended.claim is None
    assert GAME.actor(amended) == RED


def test_conclusions_that_the_table_belies_are_forgotten() -> None:
    """A card put back that nobody could hold as far as was concluded may be anywhere again."""
    state = play(one_round(by_people("wink"), red="25"), "name blue", "has not", "lay nobody")
    everywhere = {(place, Card("25")) for place in range(-1, 4)}
    state = state._replace(barred=state.barred | everywhere)
    amended = GAME.amend(state, shown(state, gone=(("25", "hidden"),), come=(("25", "25"),)))
    assert amended.barred == frozenset()
    assert legal(play(amended, "name blue")) == {"has it", "has not"}


@pytest.mark.parametrize(
    ("edition", "gone", "come", "sentence"),
    [
        ("agents", (("7", "7"),), (), "Card 7 lies once"),
        ("agents", (), (("red.won", "7"),), "Card 7 lies once"),
        ("agents", (("red.home", "red"),), (), "red pawn stands once"),
        ("agents", (), (("red.laid", "accusation"),) * 5, "More accusation cards"),
        ("agents", (), (("7", "pink"),), "no pink lies on 7"),
        ("agents", (), (("the.moon", "7"),), "no 7 lies on the.moon"),
        ("agents", (("7", "7"),), (("7", "hidden"),), "players need 36 cards"),
        ("agents", (("7", "7"),), (("red.won", "7"),) * 2, "players need 36 cards"),
        ("zwinkern", (("7", "7"),), (("7", "hidden"),), "Card 7 lies once"),
        ("zwinkern", (), (("red.down", "hidden"),), "no card is laid face down"),
        ("zwinkern", (), (("red.laid", "accusation"),), "More accusation cards"),
    ],
)
def test_tables_of_no_game_are_refused(
    edition: str, gone: tuple[Pair, ...], come: tuple[Pair, ...], sentence: str
) -> None:
    """Amending says in one sentence what cannot be."""
    state = dealt(edition)
    with pytest.raises(PositionError, match=sentence):
        GAME.amend(state, shown(state, gone=gone, come=come))


@every_edition
def test_steps_lead_to_the_table_that_is_awaited(edition: str) -> None:
    """Carrying out the steps of any action of a random game gives the next placement.

    Hands and the box are not in sight.
    """
    state, rng = dealt(edition), random.Random(3)
    for _ in range(150):
        actions = GAME.legal(state)
        if not actions:
            break
        action = rng.choice(actions)
        pieces = list(GAME.placement(state).pieces)
        for step in GAME.steps(state, action):
            _carry(pieces, step)
        after = GAME.apply(state, action)
        assert sorted(map(_seen, pieces)) == sorted(map(_seen, GAME.placement(after).pieces))
        assert GAME.attempted(state, action) == GAME.placement(after)
        state = after


@every_edition
def test_what_a_camera_sees_is_asked_for_first(edition: str) -> None:
    """A card to be laid out of a hand stood first, and only the one to turn over was waited for."""
    state, rng, seen = dealt(edition), random.Random(3), set()
    while actions := GAME.legal(state):
        action = rng.choice(actions)
        steps = GAME.steps(state, action)
        hands = [step.source.endswith(".hand") for step in steps]
        assert hands == sorted(hands), steps
        seen.add(tuple(hands))
        state = GAME.apply(state, action)
    assert (False, True) in seen


def _carry(pieces: list[tuple[Place, Piece]], step: Any) -> None:
    in_sight = not step.source.endswith(("hand", "box"))
    if in_sight:
        pieces.remove((step.source, step.piece))
    if not step.target.endswith("box"):
        turned = step.kind == "turned_down"
        pieces.append((step.target, Piece("hidden") if turned else step.piece))


def _seen(pair: tuple[Place, Piece]) -> tuple[str, str]:
    """Return a place and its piece; of a card before its player the step need not say which."""
    place, piece = map(str, pair)
    return (place, "card" if place.endswith(("won", "down")) else piece)
