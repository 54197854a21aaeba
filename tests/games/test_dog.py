"""DOG beyond the booklet: positions in JSON, faults on the table, secrets, the search of the 7."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tablet_companion.games.core import (
    TABLE,
    Card,
    Outcome,
    Piece,
    Place,
    Placement,
    PositionError,
    Seat,
)
from tablet_companion.games.dog.exchange import read_position
from tablet_companion.games.dog.legal import outcomes
from tablet_companion.games.dog.state import Field
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.dog_family.table import move_pawns
from tests.conformance.walk import positions
from tests.games.dog import (
    GAME,
    HOME,
    broken,
    can,
    holding,
    lines,
    new_game,
    on_table,
    position,
    reasons,
)

# --- positions in JSON ----------------------------------------------------------------------------


def test_lines_are_sorted_and_each_outcome_stands_once() -> None:
    """By card as text, then the pawns; ways of a 7 to the same table are one line."""
    where = position("X 10 2 7", red="T60 T61 T62", blue="T63 T2")
    found = [(line["card"], str(line["after"]), str(line["fresh"])) for line in lines(where)]
    assert found == sorted(set(found))
    assert all(line["gives_up_hand"] is False for line in lines(where))
    json.dumps(lines(where))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "agent_dog"}, "game: expected 'dog'"),
        ({"seats": ["red"]}, "The seats are"),
        ({"turn": "pink"}, "turn: expected"),
        ({"hand": ["1/11"]}, "hand: the cards are"),
        ({"hand": "A"}, "hand: expected"),
        ({"last_card": "copy"}, "last_card: expected"),
        ({"options": {"holes": [2]}}, "options: expected an object with always_protected"),
        ({"options": {"canadian_seven": 1}}, "canadian_seven is one of false, true"),
        ({"left_round": ["red"]}, "red has left the round"),
        ({"fresh": ["T0"]}, "fresh: expected"),
        ({"pawns": {}}, "pawns: expected four places"),
        (
            {"pawns": position("", red="T20", blue="T20")["pawns"]},
            "pawns: Two pawns cannot stand on T20",
        ),
        ({"pawns": position("", red=HOME, green=HOME)["pawns"]}, "The game is over"),
    ],
)
def test_positions_that_are_none(change: dict[str, Any], said: str) -> None:
    """One sentence names the key and what was expected."""
    with pytest.raises(PositionError, match=said):
        GAME.moves({**position("A", red="T20"), **change})


def test_cards_and_attempts_that_are_none() -> None:
    """A card that the game has not, an attempt without pawns, a card that is not held."""
    where = position("A", red="T20")
    with pytest.raises(PositionError, match="card: expected one of A, 2"):
        GAME.explain({**where, "card": "copy", "attempt": where["pawns"]})
    with pytest.raises(PositionError, match="attempt: expected"):
        GAME.explain({**where, "card": "A"})
    assert reasons(where, "K", red="T33") == ["card_not_held"]


# --- the 7 ----------------------------------------------------------------------------------------


def stepwise(field: Field, total: int) -> set[bytes]:
    """Return every table that this many steps lead to, pawn by pawn and step by step."""
    layer = {(field.board, frozenset(s for s in track.STARTS if _fresh(field, s)))}
    for _ in range(total):
        layer = {after for node in layer for after in _steps(field, *node)}
    return {board for board, _ in layer}


def _fresh(field: Field, start: int) -> bool:
    return field.fresh[start // track.QUARTER]


def _steps(field: Field, board: bytes, fresh: frozenset[int]) -> Any:
    partner = (field.colour + 2) % 4
    home = track.is_home(board, field.colour)
    colours = {field.colour, *([partner] if home or field.canadian_seven else [])}
    for square, pawn in enumerate(board):
        for target in _next(square, pawn - 1, fresh) if pawn - 1 in colours else ():
            guarded = target in fresh or (
                field.always_protected and track.on_own_start(board, target)
            )
            if board[target] and (target >= track.LAP or guarded):
                continue
            yield bytes(move_pawns(board, ((square, target),), (target,))), fresh - {square}


def _next(square: int, colour: int, fresh: frozenset[int]) -> list[int]:
    if square >= track.LAP:
        return [square + 1] if (square + 1) % track.PAWNS_EACH else []
    inside = square == track.STARTS[colour] and square not in fresh
    return [(square + 1) % track.LAP, *([track.finish(colour)] if inside else [])]


def crowded(rng: random.Random) -> Field:
    """Draw pawns close together, about the start space of the colour that is played.

    Sometimes three of its pawns are home, and the fourth may be with steps to spare.
    """
    colour, board, nests = rng.randrange(4), bytearray(track.SQUARES), bytearray(4)
    crowd = [(track.STARTS[colour] + offset) % track.LAP for offset in range(-10, 6)]
    for pawn in range(4):
        first = track.finish(pawn)
        if pawn == colour and rng.random() < 0.3:
            board[first + 1 : first + 4] = [pawn + 1] * 3
        spots = [*crowd, *(crowd if pawn == colour else []), *range(first, first + 4)]
        for _ in range(rng.choice((2, 3, 4, 4)) - board.count(pawn + 1)):
            free = [square for square in spots if not board[square]]
            board[rng.choice(free)] = pawn + 1
        nests[pawn] = track.PAWNS_EACH - board.count(pawn + 1)
    fresh = tuple(
        board[start] == pawn + 1 and rng.random() < 0.5 for pawn, start in enumerate(track.STARTS)
    )
    return Field(bytes(board), bytes(nests), fresh, colour, rng.random() < 0.3, rng.random() < 0.2)


@pytest.mark.parametrize("seed", range(60))
def test_the_search_of_the_seven_is_complete(seed: int) -> None:
    """Pawn after pawn finds the tables that every interleaving of single steps finds, each once."""
    field = crowded(random.Random(seed))
    if track.is_home(field.board, field.colour):
        return
    found = [bytes(move_pawns(field.board, *outcome)) for outcome in outcomes(field, Card("7"))]
    assert len(found) == len(set(found))
    assert set(found) == stepwise(field, 7)


def test_equal_pawns_that_change_roles_are_one_outcome() -> None:
    """Either of two pawns may enter while the other goes on: one table, one action."""
    where = position("7", red="T62 T63")
    wanted = {"red": "F1 T3"}
    assert can(where, "7", **wanted)
    state = GAME.amend(holding(new_game(), red="7"), on_table(where))
    ends = [GAME.attempted(state, action) for action in GAME.legal(state)]
    assert len(ends) == len(set(ends))


def test_a_joker_lists_each_table_once() -> None:
    """Though several cards may lead to it."""
    field = crowded(random.Random(5))
    tables = [move_pawns(field.board, *outcome) for outcome in outcomes(field, Card("X"))]
    assert len(tables) == len(set(map(bytes, tables)))


# --- faults on the table --------------------------------------------------------------------------


def test_faults_are_named_wherever_one_move_explains_them() -> None:
    """``diagnose`` is empty for what is legal and never blames more than the play itself does."""
    rng = random.Random(3)
    for state in positions(GAME, 3):
        if GAME.view(state, TABLE).phase != "play":
            continue
        plays = [action for action in GAME.conceivable(state) if isinstance(action, Play)]
        fine = {
            (action.card, GAME.attempted(state, action))
            for action in GAME.legal(state)
            if isinstance(action, Play)
        }
        for play in rng.sample(plays, min(30, len(plays))):
            shown = GAME.attempted(state, play)
            named = GAME.diagnose(state, play.card, shown)
            if (play.card, shown) in fine:
                assert named == ()
            else:
                assert 0 < len(named) <= len(GAME.judge(state, play)), play


def test_ones_own_pawn_sent_home_is_no_riddle() -> None:
    """A pawn that took an own one's place looks like it: still the wrong count is named."""
    where = position("3", red="T20 T24")
    assert reasons(where, "3", red="T24") == ["exact_count"]


@pytest.mark.parametrize(
    ("card", "before", "now", "rule"),
    [
        (
            "9",
            {"red": "T0 F2", "yellow": "T8 T61"},
            {"red": "T8 F2", "yellow": "T61"},
            "exact_count",
        ),
        ("4", {"red": "F2", "yellow": "T8 T61"}, {"red": "T8", "yellow": "T61"}, "finish_stays"),
        ("4", {"yellow": "T0 T61"}, {"red": "T0", "yellow": "T61"}, "start_card"),
        ("3", {"red": "T20 T50"}, {"red": "T50"}, "not_captured"),
        ("9", {"red": "T20", "green": "T40 T51"}, {"red": "T29", "green": "T51"}, "not_captured"),
        ("7", {"red": "T20", "green": "T40 T51"}, {"red": "T27", "green": "T51"}, "not_captured"),
    ],
)
def test_nobody_is_captured_out_of_sight_without_need(
    card: str, before: dict[str, str], now: dict[str, str], rule: str
) -> None:
    """Another pawn of a captured one's colour does not hide what is really wrong."""
    gone = {colour: now.get(colour, "") for colour in before} | now
    assert reasons(position(card, **before), card, **gone) == [rule]


def test_pawns_do_not_change_roles_to_break_fewer_rules() -> None:
    """Two pawns passed and left standing are told of; none went backwards past the other."""
    where = position("7", red="T20 T40", blue="T21", yellow="T41")
    assert reasons(where, "7", red="T23 T44") == ["seven_overtaken", "seven_overtaken"]


def test_a_jack_that_swaps_with_a_nest_sends_nobody_home() -> None:
    """The booklet forbids the swap; before, Yellow's pawn was to be put into Yellow's nest."""
    state = read_position(position("J X", red="T20", yellow="T40"))
    red, yellow, nest, there = Piece("red"), Piece("yellow"), Place("red.nest"), Place("T40")
    pieces = list(GAME.placement(state).pieces)
    pieces.remove((nest, red))
    pieces.remove((there, yellow))
    swapped = Placement(tuple(sorted((*pieces, (nest, yellow), (there, red)))))
    assert [one.rule for one in GAME.diagnose(state, Card("J"), swapped)] == ["swap_track"]
    captured = GAME.diagnose(state, Card("X"), swapped)
    assert [one.rule for one in captured] == ["wrong_nest"], "a king's move, put home wrongly"


def test_pieces_where_none_may_stand() -> None:
    """Another colour's nest is a fault; a turned-over pawn, or an unknown place, is no table."""
    state = holding(new_game(), red="5")
    pieces = [*GAME.placement(state).pieces]
    pieces[pieces.index((Place("red.nest"), Piece("red")))] = (Place("blue.nest"), Piece("red"))
    (breach,) = GAME.diagnose(state, Card("5"), Placement(tuple(sorted(pieces))))
    assert breach.rule == "wrong_nest"
    for wrong in ((Place("T5"), Piece("hidden")), (Place("Z9"), Piece("red"))):
        with pytest.raises(PositionError, match="DOG has no"):
            GAME.diagnose(state, Card("5"), Placement((wrong,)))
    with pytest.raises(PositionError, match="The table shows 3 red pawns"):
        GAME.amend(
            state, Placement(GAME.placement(state).pieces[:11] + GAME.placement(state).pieces[12:])
        )


def test_a_captured_pawn_put_beside_is_no_second_move() -> None:
    """It belongs in its nest; and your own finish captures nobody, though a pawn went home."""
    where = position("5", red="T20", blue="T25")
    assert reasons(where, "5", red="T25", blue="T27") == ["captured_home"]
    assert reasons(position("5", red="T60 F1"), "5", red="F1") == ["finish_jump"]


def test_a_move_of_dog_is_written_in_one_way_by_pawns_that_are_there() -> None:
    """A swap and a seven in another order are refused, and so is a pawn from an empty nest."""
    swap = position("J", red="T20", blue="T40")
    assert broken(swap, "J T20>T40 T40>T20") == []
    assert broken(swap, "J T40>T20 T20>T40") == ["one_form"]
    seven = position("7", red="T20 T40")
    assert broken(seven, "7 T40>T43 T20>T24") == ["one_form"]
    assert broken(position("K", red="F1 F2 T20 T30"), "K red.nest>T0") == ["no_pawn"]


def test_who_gives_up_is_told_a_card_only_of_a_known_hand() -> None:
    """Of a hand that nobody has shown it can only be said that it must hold one."""
    state = holding(new_game(), red="5 A")
    (breach,) = GAME.judge(state, GAME.read_action(state, "give up"))
    assert (breach.rule, dict(breach.details)) == ("must_play", {"card": "A"})
    unknown = holding(new_game(), red="?")._replace(unseen=(1, *[0] * 13))
    (breach,) = GAME.judge(unknown, GAME.read_action(state, "give up"))
    assert (breach.rule, breach.details) == ("must_play_one", ())


def test_amending_keeps_who_is_fresh() -> None:
    """A start space that still shows its colour keeps its fresh pawn; any other loses it."""
    state = GAME.amend(holding(new_game(), red="K"), on_table(position("")))
    state = GAME.apply(state, GAME.read_action(state, "K red.nest>T0"))
    assert GAME.view(state, TABLE).fresh == ("T0",)
    assert GAME.amend(state, on_table(position("", red="T0 T5"))).fresh == state.fresh
    assert GAME.amend(state, on_table(position("", red="T5"))).fresh == (False,) * 4


def test_amending_ends_the_game_or_lets_it_go_on() -> None:
    """A side that the corrected board shows at home has won; corrected back, nobody has."""
    playing = holding(new_game(), red="2 5", blue="3")
    won = GAME.amend(playing, on_table(position("", red=HOME, green=HOME)))
    assert GAME.outcome(won) == Outcome((Seat("red"), Seat("green")))
    assert GAME.legal(won) == ()
    again = GAME.amend(won, on_table(position("", red=HOME, green="F4 F3 F2 T31")))
    assert GAME.outcome(again) is None
    assert GAME.actor(again) == "red", "nobody has played meanwhile"
    assert GAME.legal(again)


def test_a_move_that_ended_the_game_wrongly_is_made() -> None:
    """If the record was wrong about the last pawn, the turn passes on: its move was played."""
    before = GAME.amend(
        holding(new_game(), red="2", blue="3"),
        on_table(position("", red="F4 F3 F2 T63", green=HOME)),
    )
    won = GAME.successor(before, GAME.read_action(before, "2 T63>red.F1"))
    assert GAME.outcome(won) is not None
    again = GAME.amend(won, on_table(position("", red="F4 F3 F2 T1", green=HOME)))
    assert GAME.actor(again) == "blue"


# --- steps, secrets -------------------------------------------------------------------------------


def test_steps_make_way_first() -> None:
    """A pawn that moves onto another's square comes after that one; captured ones go first."""
    state = GAME.amend(
        holding(new_game(), red="7"), on_table(position("", red="T20 T22", blue="T24"))
    )
    action = GAME.read_action(state, "7 T20>T22 T22>T27 xT24")
    steps = [(step.kind, step.source, step.target) for step in GAME.steps(state, action)]
    assert steps == [
        ("captured", "T24", "blue.nest"),
        ("moved", "T22", "T27"),
        ("moved", "T20", "T22"),
    ]


def test_hands_are_their_holders_alone() -> None:
    """Nobody else's view holds a hand; cards are counted for all."""
    state = holding(new_game(), red="7 X", blue="A")
    for viewer in (TABLE, *GAME.seats):
        for seat in GAME.view(state, viewer).seats:
            assert (seat.hand is not None) == (seat.seat == viewer)
    assert [seat.cards for seat in GAME.view(state, TABLE).seats] == [2, 1, 0, 0]
    with pytest.raises(PositionError, match="does not sit"):
        GAME.view(state, Seat("pink"))


def test_a_hand_that_is_shown_is_believed_if_it_can_be() -> None:
    """Nine sevens there are not; six cards known leave no doubt who could have played."""
    state = GAME.setup({}, GAME.seats)
    state = GAME.apply(state, GAME.lot(state, Seat("red")))
    state = GAME.apply(state, GAME.unseen(state))
    known = GAME.learn(state, Seat("blue"), tuple(map(Card, "222345")))
    assert [GAME.write_action(known, action) for action in GAME.legal(known)] == ["give up"]
    with pytest.raises(PositionError, match="blue cannot hold"):
        GAME.learn(state, Seat("blue"), tuple(map(Card, "77777")))


def test_the_deck_is_two_packs() -> None:
    """The two decks of 55: eight of each rank, six jokers."""
    deck = dict(zip(GAME.cards, new_game().unseen, strict=True))
    assert deck.pop(Card("X")) == 6
    assert set(deck.values()) == {8}
    assert len(deck) == 13
