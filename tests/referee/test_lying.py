"""Things in the way and fallen pawns are said quietly; nobody is accused, the game goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion.games.core import EMPTY, Piece, Place, Rule, Step, StepKind
from tablet_companion.referee.explaining.explanations import Unclear, UnderWay
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Busy, GoOn, OpenBoard, Saw, TableIsRight
from tablet_companion.referee.model.panels import BoardPanel, MarkKind, ObjectionPanel, PlayPanel
from tablet_companion.referee.model.verdicts import Asking, Doubting, Waiting
from tablet_companion.referee.turns.foreign_objects import leave_fallen_open
from tablet_companion.referee.turns.judging import judge
from tablet_companion.referee.turns.setting_up import PLAYERS
from tablet_companion.vision.reading import Thing
from tests.referee.bench import GAME, LOOK_S, Bench
from tests.referee.looks import AREAS, COLOURS, look
from tests.referee.lying import COIN, FAR, LONG, fallen, list_said, watch


def test_something_in_the_way_is_named_once_it_stays() -> None:
    """A coin is not spoken of while it may be picked up; then with its place, until it is gone."""
    bench = Bench()
    watch(bench, bench.shown(), 2.0, COIN)
    assert list_said(bench) == []
    watch(bench, bench.shown(), 4.0, COIN)
    assert list_said(bench) == [
        "Something lies near {place:the}. Take it away so that I can see everything."
    ]
    assert isinstance(bench.panel, PlayPanel)
    assert dict(bench.panel.todo[0].details) == {"place": "T9"}
    watch(bench, bench.shown(), 1.0)
    assert list_said(bench) == []


def test_what_rested_over_the_board_is_named_at_once_when_it_turns_out_to_be_no_hand() -> None:
    """People waited for it long enough; it is marked where it lies, and no verdict is given.

    Before, they waited for four seconds more, and nothing was marked.
    """
    bench = Bench()
    bench.see(bench.shown(), card="none")
    bench.hand()
    for _ in range(5):
        bench.now_s += 1.0
        bench.event(Busy(bench.now_s, resting=True))
    shown = {Place(place): Piece(piece) for place, piece in bench.shown().items()}
    bench.now_s += LOOK_S
    bench.event(Saw(bench.now_s, look(shown, card="none", covered=("T9", "T10"))))
    assert isinstance(bench.panel, PlayPanel)
    assert [dict(one.details) for one in bench.panel.todo] == [{"place": "T9"}]
    doubts = {mark.place for mark in bench.panel.marks if mark.kind is MarkKind.DOUBT}
    assert doubts == {"T9", "T10"}
    assert bench.kinds == []


def test_what_is_missing_is_missed_since_what_was_no_hand_lay_there() -> None:
    """A pawn over the board's edge was taken for a hand for two seconds: named within eight.

    Before, its place was watched for six seconds more only from then on.
    """
    bench = Bench()
    bench.see(bench.shown(), card="none")
    bench.hand()
    begun_s = bench.now_s
    for _ in range(20):
        bench.now_s += LOOK_S
        bench.event(Busy(bench.now_s, resting=True))
    shown = {Place(place): Piece(piece) for place, piece in bench.with_moves("T0>").items()}
    while not list_said(bench):
        bench.now_s += LOOK_S
        bench.event(Saw(bench.now_s, look(shown, card="none")))
    assert bench.now_s - begun_s < 7.0


def test_what_lies_beside_the_place_of_the_only_piece_missing_may_be_that_piece() -> None:
    """A coin of Red's colour lies near T9, and Red's pawn of T0 stands nowhere: both are named."""
    bench = Bench()
    watch(bench, bench.with_moves("T0>"), 6.0, COIN)
    assert isinstance(bench.panel, PlayPanel)
    said = next(one for one in bench.panel.todo if one.text.startswith("Something lies"))
    assert dict(said.details) == {"place": "T9", "piece": "red", "place_to": "T0"}


def test_a_piece_of_another_game_beside_a_place_is_named_once_it_stays() -> None:
    """A fifth red pawn stands beside T9: it is to be taken away; before, nothing was said."""
    bench = Bench()
    watch(bench, bench.shown(), 2.0, strays=(("red", "T9"),))
    assert list_said(bench) == []
    watch(bench, bench.shown(), 5.0, strays=(("red", "T9"),))
    assert isinstance(bench.panel, PlayPanel)
    assert [dict(one.details) for one in bench.panel.todo] == [{"place": "T9"}]
    watch(bench, bench.shown(), 1.0)
    assert list_said(bench) == []


def test_a_piece_of_a_colour_that_nobody_plays_is_named_though_pawns_lie_turned_over() -> None:
    """Three play, and a yellow pawn stands beside T9: it is none of those that lie face down.

    Before, nothing was ever said of it.
    """
    bench = Bench(options={PLAYERS: 3})
    bench.see(bench.with_moves("T0>T2=hidden"), card="2", seconds=2)
    assert bench.kinds == [Kind.ACCEPTED]
    watch(bench, bench.shown(), 6.0, card="2", strays=(("yellow", "T9"),))
    assert isinstance(bench.panel, PlayPanel)
    assert [dict(one.details) for one in bench.panel.todo] == [{"place": "T9"}]


def test_a_fallen_piece_of_another_game_is_to_be_taken_away() -> None:
    """A fifth red pawn lies near T9: it was to be stood up, and then taken away."""
    bench = Bench()
    watch(bench, bench.shown(), 6.0, fallen("red", "T9"))
    assert ["Take it away" in one for one in list_said(bench)] == [True]


def test_a_piece_of_another_game_on_a_place_is_named() -> None:
    """A fifth red pawn stands on T9: before, people were asked for the card of its move."""
    bench = Bench()
    watch(bench, bench.with_moves(">T9=red"), 2.0, card="none")
    assert list_said(bench) == ["{piece:the} {place_to:at} is one too many. Take it away."]
    watch(bench, bench.shown(), 1.0, card="none")
    assert list_said(bench) == []


def test_what_lies_clear_of_all_places_is_nobodys_business() -> None:
    """A die in the middle of the board may stay there for the whole game."""
    bench = Bench()
    watch(bench, bench.shown(), 20.0, FAR)
    assert list_said(bench) == []


def test_what_may_be_a_fallen_piece_is_spoken_of_clear_of_all_places() -> None:
    """As long as a pawn that lies: before, nothing was said of a piece of another game."""
    bench = Bench()
    watch(bench, bench.shown(), 2.0, LONG, card="none")
    assert list_said(bench) == []
    watch(bench, bench.shown(), 4.0, LONG, card="none")
    (said,) = list_said(bench)
    assert "it may stay" in said
    watch(bench, bench.with_moves("T0>T5"), 3.0, LONG, card="5")
    assert bench.kinds == [Kind.ACCEPTED]
    watch(bench, bench.with_moves("T16>"), 9.0, LONG, card="5")
    assert len(list_said(bench)) == 2  # and a pawn of the game that is missing is named


def test_a_piece_too_many_is_named_while_another_is_read_with_doubt() -> None:
    """Unless the doubtful one may be what is seen beside its place; before, nothing was said."""
    bench = Bench()
    for near, said in (("T9", 1), ("T0", 0)):
        doubt = {"T0": {"red": 0.7, "": 0.3}}
        watch(bench, bench.shown(), 6.0, strays=(("red", near),), doubts=doubt)
        assert sum("Something lies" in one for one in list_said(bench)) == said


def test_a_legal_move_is_accepted_beside_a_coin() -> None:
    """What lies elsewhere delays no move: it is accepted without a touch."""
    bench = Bench()
    watch(bench, bench.shown(), 6.0, COIN, card="none")
    watch(bench, bench.with_moves("T0>T5"), 3.0, COIN, card="5", covered=("T9",))
    assert bench.kinds == [Kind.ACCEPTED]
    assert list_said(bench) == [
        "Something lies near {place:the}. Take it away so that I can see everything."
    ]


def test_a_coin_hides_no_objection() -> None:
    """A broken rule is objected to as ever, while something lies on the board."""
    bench = Bench()
    watch(bench, bench.shown(), 6.0, COIN, card="none")
    watch(bench, bench.with_moves("T0>T7"), 3.0, COIN, card="5", covered=("T9",))
    assert isinstance(bench.panel, ObjectionPanel)


def test_nobody_is_accused_by_what_may_have_fallen() -> None:
    """Red's pawn of T0 seems to stand on T7 and beside it, or something lies on T7: no objection.

    One pawn that lies across places was read as two; before, its player had moved too far.
    """
    twice = {"strays": (("red", "T6"),)}
    for things, how in (((), twice), ((replace(COIN, near=Place("T7")),), {})):
        bench = Bench()
        watch(bench, bench.with_moves("T0>T7"), 8.0, *things, card="5", **how)
        assert bench.kinds == []
        assert any("Something lies" in one for one in list_said(bench))
        watch(bench, bench.with_moves("T0>T7"), 2.0, card="5")
        assert bench.kinds == [Kind.OBJECTED]


@pytest.mark.parametrize("colour", COLOURS)
def test_a_fallen_pawn_is_named_and_not_missed(colour: str) -> None:
    """Nobody is told that a pawn is missing which lies there; standing it up ends the matter."""
    bench = Bench()
    shown = bench.with_moves(f"{colour}.N2>")
    watch(bench, shown, 15.0, fallen(colour, f"{colour}.N2"), card="none")
    assert bench.kinds == []
    assert list_said(bench) == ["{piece:the} {place:at} has fallen over. Stand it up."]
    assert isinstance(bench.panel, PlayPanel)
    assert dict(bench.panel.todo[0].details) == {"piece": colour, "place": f"{colour}.nest"}
    watch(bench, bench.shown(), 1.0, card="none")
    assert list_said(bench) == []
    assert bench.kinds == []


@pytest.mark.parametrize(
    ("lying", "seconds", "verdict"),
    [
        ((fallen("red", "T5"),), 5.0, Doubting),
        ((fallen("red", "T5"),), 13.0, Asking),
        ((fallen("red", "T9"),), 5.0, Asking),
        ((COIN,), 5.0, Asking),
    ],
)
def test_a_fallen_pawn_is_named_before_anything_is_asked_about_it(
    lying: tuple[Thing, ...], seconds: float, verdict: type[Doubting | Asking]
) -> None:
    """Red's pawn lies where it captured: it is to be stood up; if it stays, people are asked.

    Before, the page asked what stood on T0, which it had left, when it was to name the pawn.
    """
    bench = Bench()
    doubt = Unclear((Place("T0"), Place("T5")), ((), (Piece("red"),)))
    reading = replace(look(bench.table.placement, covered=("T5",)), things=lying)
    table = bench.table.but(explanation=doubt, since_s=0.0, now_s=seconds, reading=reading)
    assert isinstance(judge(table)[0].verdict, verdict)


def test_nobody_is_reminded_to_move_a_piece_that_lies() -> None:
    """Red's pawn fell on its way, beside a captured one taken home: it is named, then waited for.

    Before, people were reminded after seven seconds to move it, as if they had forgotten to.
    """
    bench = Bench()
    step = Step(StepKind.MOVED, Piece("red"), Place("T0"), Place("T5"), Rule("card_wholly"))
    begun = UnderWay(next(iter(GAME.legal(bench.table.state))), (step,), begun=True, wrong=False)
    for lying, seconds, reminded in (("red", 8.0, False), ("blue", 8.0, True), ("red", 13.0, True)):
        reading = replace(look(bench.table.placement), things=(fallen(lying, "T6"),))
        table = bench.table.but(explanation=begun, since_s=0.0, now_s=seconds, reading=reading)
        verdict = judge(table.but(looks=9))[0].verdict
        assert isinstance(verdict, Waiting)
        assert verdict.reminded is reminded


def test_a_missing_pawn_that_has_not_fallen_is_still_missed() -> None:
    """Without a fallen pawn the same table is out of step: the guard is not blind to losses."""
    bench = Bench()
    watch(bench, bench.with_moves("blue.N2>"), 15.0, card="none")
    assert not isinstance(bench.panel, PlayPanel) or bench.kinds


def test_beside_a_fallen_pawn_other_moves_are_accepted() -> None:
    """Another player's pawn lies; red's legal move counts at once."""
    bench = Bench()
    lying = fallen("blue", "blue.N2")
    watch(bench, bench.with_moves("blue.N2>"), 5.0, lying, card="none")
    watch(bench, bench.with_moves("blue.N2>", "T0>T5"), 3.0, lying, card="5")
    assert bench.kinds == [Kind.ACCEPTED]


def test_only_places_where_it_may_belong_are_left_open() -> None:
    """Where its colour is missing, and where it lies: there alone nothing is taken as seen."""
    bench = Bench()
    spots = bench.with_moves("green.N1>", "red.N1>")
    shown = look({Place(place): Piece(piece) for place, piece in spots.items()})
    lying = replace(shown, things=(fallen("green", "T40"),))
    before = GAME.placement(bench.table.state)
    opened = leave_fallen_open(lying, before, AREAS)
    assert {s.place for s in opened.places if s.covered} == {"T40", "green.N1"}
    assert all(s.best == EMPTY for s in shown.places if s.place == "red.N1")
    assert leave_fallen_open(shown, before, AREAS) is shown


@pytest.mark.parametrize(
    ("covered", "named"),
    [
        (("T9",), ["T9"]),
        (("red.N1", "red.N2"), ["red.nest"]),
        (("red.N1",), []),
    ],
)
def test_a_cup_is_told_by_what_it_covers(covered: tuple[str, ...], named: list[str]) -> None:
    """What is too large to be read as a thing is named by what is not to be seen for it.

    One place of several may be hidden by the piece that stands before it.
    """
    bench = Bench()
    watch(bench, bench.shown(), 6.0, card="none", covered=covered)
    assert isinstance(bench.panel, PlayPanel)
    assert [dict(one.details)["place"] for one in bench.panel.todo] == named


def test_what_hides_one_place_is_told_from_a_piece_in_front_of_it() -> None:
    """Where all pieces stood still, something else hides it, and stays so as they move on.

    Before, a cup over one place of a nest was passed over in silence.
    """
    bench, behind = Bench(), ("red.N1",)
    watch(bench, bench.shown(), 1.0, card="none")
    watch(bench, bench.with_moves("T0>T5"), 6.0, card="5", covered=behind)
    assert bench.kinds == [Kind.ACCEPTED]
    assert list_said(bench) == []  # the pawn may stand in front of it now
    watch(bench, bench.shown(), 1.0, card="5")
    watch(bench, bench.shown(), 1.0, card="5", covered=behind)
    watch(bench, bench.with_moves("T16>T24"), 6.0, card="8", pose=(9, 0, 0), covered=behind)
    assert bench.kinds == [Kind.ACCEPTED] * 2
    assert isinstance(bench.panel, PlayPanel)
    assert [dict(one.details)["place"] for one in bench.panel.todo] == ["red.nest"]
    watch(bench, bench.shown(), 1.0, card="8", pose=(9, 0, 0))
    assert list_said(bench) == []


def test_one_place_in_doubt_is_no_move_beside_what_hides_a_place() -> None:
    """A move takes two places: before, one in doubt had a cup passed over in silence for good."""
    for doubts, named in (({"T9": 0.65}, ["red.nest"]), ({"T0": 0.65, "T9": 0.65}, [])):
        bench, behind = Bench(), ("red.N1",)
        watch(bench, bench.shown(), 1.0, card="none")
        odds = {spot: {bench.shown().get(spot, ""): sure} for spot, sure in doubts.items()}
        watch(bench, bench.shown(), 1.0, card="none", covered=behind, doubts=odds)
        watch(bench, bench.shown(), 6.0, card="none", covered=behind)
        assert isinstance(bench.panel, PlayPanel)
        assert [dict(one.details)["place"] for one in bench.panel.todo] == named


def test_what_hides_a_place_just_as_a_piece_leaves_is_named_and_one_piece_missed() -> None:
    """A button lies on a pawn of the nest that another left: which only left hides nothing.

    Before, the page said nothing of the button, and that two pawns were missing.
    """
    bench = Bench()
    watch(bench, bench.shown(), 1.0, card="none")
    watch(bench, bench.with_moves("red.N2>"), 7.0, card="none", covered=("red.N1",))
    thing, missing = list_said(bench)
    assert thing.startswith("Something lies near")
    assert missing.startswith("{piece:the} is missing")


def test_what_is_likelier_gone_is_asked_about_beside_a_thing() -> None:
    """Where something unknown lies on the board a place in doubt is not passed over in silence."""
    bench = Bench()
    for things, said in (((), []), ((FAR,), ["I cannot see the marked places well."])):
        doubt = {"red.N1": {"": 0.75, "red": 0.25}}
        watch(bench, bench.shown(), 3.0, *things, card="none", doubts=doubt)
        assert list_said(bench) == said


@pytest.mark.parametrize("card", ["none", "5"])
def test_a_board_that_was_turned_is_asked_about(card: str) -> None:
    """All pieces stand in the opposite nests and spaces: nobody is blamed; a few do not suffice.

    Before, once a card was laid, piece after piece was objected to as not belonging there.
    """
    opposite = {str(c): COLOURS[n - 2] for n, c in enumerate(COLOURS)}
    bench = Bench()
    for colours, turned in ((COLOURS, True), (COLOURS[:1], False)):
        shown = {
            place: opposite[str(piece)] if piece in colours else piece
            for place, piece in bench.shown().items()
        }
        watch(bench, shown, 9.0, card=card)
        bench.touch(OpenBoard())
        assert isinstance(bench.panel, BoardPanel)
        assert ("board turned round" in bench.panel.say.text) is turned
        bench.touch(GoOn())
    assert Kind.OBJECTED not in bench.kinds


def test_a_turned_board_is_no_more_right_than_before_if_people_say_so() -> None:
    """The table cannot be right; the page goes on asking whether the board was turned.

    Before, it only said that pawns were missing, though every pawn stood there.
    """
    opposite = {str(c): COLOURS[n - 2] for n, c in enumerate(COLOURS)}
    bench = Bench()
    shown = {place: opposite[str(piece)] for place, piece in bench.shown().items()}
    watch(bench, shown | {"T60": "red"}, 9.0, card="none")
    bench.touch(TableIsRight())
    assert isinstance(bench.panel, BoardPanel)
    assert bench.panel.say.text.startswith("This cannot be right")
    assert "board turned round" in bench.panel.say.text
