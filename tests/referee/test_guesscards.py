"""A guess card turned up beside the base of Pocket Ops is the reveal, and nobody taps."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tablet_companion.games.core import TABLE, Piece, Place, Placement
from tablet_companion.games.pocket_ops.state import Phase, State
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.referee.model.effects import Effect, Judged, Kind, Record
from tablet_companion.referee.model.events import Answer, Busy, Saw, Say, TakeBack, Touched
from tablet_companion.referee.model.panels import Arrow, PlayPanel
from tablet_companion.referee.model.steps_in_words import ask_for
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.model.verdicts import Misplaced, Objecting, Quiet, Waiting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.screen.words.wording import words
from tablet_companion.vision.reading import Thing
from tests.expected import expect, present
from tests.games.pocket_ops import GAME, game, play
from tests.referee.looks import look
from tests.referee.seer import areas_of

LOOK_S = 0.1
HERE, THERE = (49.0, 203.0, 0.0), (52.0, 199.0, 176.0)


def by_people(kept: str = "mole") -> State:
    """Return a game with real cards before blue's first placement; red has laid a card unseen."""
    state: State = GAME.setup({"dealing": "people"}, GAME.seats)
    return play(state, "lot red", "look ?", f"enrol {kept}", "enrol mole", "guess ?")


class Desk:
    """A game of Pocket Ops in some state, before a camera that sees everything well."""

    def __init__(self, state: State) -> None:
        """Go on from a state; no card lies open."""
        table = new_table(GAME, areas_of(GAME), "en")
        self.table: Table = table.but(stage=Stage.PLAY, state=state)
        self.effects: list[Effect] = []
        self.see(card="none")

    @property
    def done(self) -> list[str]:
        """Return the actions put on record here, but for guesses that nobody saw."""
        records = [effect for effect in self.effects if isinstance(effect, Record)]
        acts = [str(one.body["action"]) for one in records if one.kind == "act"]
        return [action for action in acts if action != "guess ?"]

    @property
    def kinds(self) -> list[Kind]:
        """Return the verdicts so far."""
        return [effect.kind for effect in self.effects if isinstance(effect, Judged)]

    @property
    def rules(self) -> list[str]:
        """Return the rules that are objected to now."""
        verdict = self.table.verdict
        return (
            [breach.rule for breach in verdict.breaches] if isinstance(verdict, Objecting) else []
        )

    def event(self, event: Any) -> None:
        """Give the referee an event, and keep what it says."""
        self.table, effects = step(self.table, event)
        self.effects += effects

    def see(self, shown: Placement | None = None, seconds: float = 1.5, **how: Any) -> None:
        """Let a hand come and go, and the table show pieces and maybe a card."""
        self.event(Busy(self.table.now_s + 0.5))
        placement = GAME.placement(self.table.state) if shown is None else shown
        reading = look(placement, areas=areas_of(GAME), **how)
        for _ in range(round(seconds / LOOK_S)):
            self.event(Saw(self.table.now_s + LOOK_S, reading))

    def place(self, text: str, **how: Any) -> None:
        """Place an agent, with the card on the spot as ``how`` says."""
        action = GAME.read_action(self.table.state, text)
        self.see(GAME.attempted(self.table.state, action), **how)

    def without(self, room: str) -> Placement:
        """Return the table with the agent in a room gone home to blue's reserve."""
        pieces = list(GAME.placement(self.table.state).pieces)
        (gone,) = [one for one in pieces if one[0] == room]
        pieces.remove(gone)
        return Placement(tuple(sorted([*pieces, (Place("blue.nest"), gone[1])])))


@pytest.mark.parametrize("language", LANGUAGES)
def test_specialists_that_join_are_not_looked_for_in_the_stack(language: str) -> None:
    """Their pawns stand anywhere: only their cards came from a stack."""
    state: State = GAME.setup({"dealing": "people"}, GAME.seats)
    state = play(state, "lot red", "look ?", "enrol mole")
    spoken = words(language, printed.board(GAME.name))
    asked = ask_for(GAME.steps(state, GAME.read_action(state, "enrol mole")))
    assert len(asked) == 2
    for one, seat in zip(asked, GAME.seats, strict=True):
        assert spoken.place(Place(f"{seat}.stack")) not in spoken.say(one)


# --- real cards: the card is the guess ------------------------------------------------------------


def test_a_card_for_another_room_lets_the_agent_through() -> None:
    """Without a tap, after the usual time, and the next turn begins."""
    desk = Desk(by_people())
    desk.place("place spy C", card="none")
    desk.see(card="red.H", seconds=0.2)
    assert desk.done == ["place spy C"]
    desk.see(card="red.H", seconds=0.5)
    assert desk.done == ["place spy C", "through"]
    assert desk.table.state.phase is Phase.PLACE
    assert desk.kinds == [Kind.ACCEPTED, Kind.ACCEPTED]


def test_a_card_for_the_room_foils_and_the_agent_is_waited_for() -> None:
    """The agent may still stand there: it is asked away, and nothing is objected to."""
    desk = Desk(by_people())
    desk.place("place spy C", card="none")
    standing = GAME.placement(desk.table.state)
    desk.see(standing, card="red.C")
    assert desk.done == ["place spy C", "foiled"]
    assert isinstance(desk.table.verdict, Waiting)
    panel = expect(PlayPanel, build_panel(desk.table))
    assert panel.say.text.startswith("Foiled!")  # or nobody knew why the spy had to go
    assert panel.todo
    desk.see(card="red.C")
    assert isinstance(desk.table.verdict, Quiet)
    assert Kind.OBJECTED not in desk.kinds


def test_a_specialist_that_has_left_the_game_is_waited_for_no_more() -> None:
    """No camera sees the box: it is enough that the specialist has gone, whatever else is amiss.

    Before, the page asked for it for ever, and not for the agent that the next player had lifted.
    """
    desk = Desk(by_people())
    desk.place("place mole C", card="none")
    desk.see(GAME.placement(desk.table.state), card="red.C")
    assert isinstance(desk.table.verdict, Waiting)
    pieces = [*GAME.placement(desk.table.state).pieces]
    pieces.remove((Place("red.nest"), Piece("red")))
    desk.see(Placement(tuple(pieces)), card="red.C", seconds=8)
    assert isinstance(desk.table.verdict, Misplaced)


def test_a_specialist_that_was_put_into_the_reserve_is_asked_out_of_the_game() -> None:
    """“The table is not as I know it”, of a specialist that went home with its spies."""
    line: tuple[str, ...] = (
        "place spy A",
        "through",
        "guess ?",
        "place spy I",
        "through",
        "guess ?",
    )
    line += ("place spy B", "through", "guess ?", "place spy H", "through", "guess ?")
    desk = Desk(play(by_people(), *line, "place mole C", "through"))
    assert desk.table.state.phase is Phase.GATHER
    home = GAME.attempted(desk.table.state, GAME.legal(desk.table.state)[0])
    kept = (Place("blue.nest"), Piece("blue.specialist"))
    desk.see(Placement(tuple(sorted([*home.pieces, kept]))), seconds=8.0)
    assert isinstance(desk.table.verdict, Waiting)
    ((piece, source, target),) = {(s.piece, s.source, s.target) for s in desk.table.verdict.todo}
    assert (piece, source, target) == ("blue.specialist", "blue.nest", "box")
    desk.see(home)
    assert desk.done[0] == "gather"


def test_a_card_turned_up_as_soon_as_the_agent_stands_counts() -> None:
    """Placement and card may come to light in the same look."""
    desk = Desk(by_people())
    desk.place("place spy C", card="red.A")
    assert desk.done == ["place spy C", "through"]


def test_a_specialist_seen_well_is_no_doubt() -> None:
    """Foiled it would leave the game, and only its room would show that: it stands there."""
    desk = Desk(by_people())
    desk.place("place mole C", card="none")
    seen = {areas_of(GAME)[Place("C")][0]: {"": 0.01, "blue.specialist": 0.99}}
    desk.see(card="none", doubts=seen)
    assert isinstance(desk.table.verdict, Quiet)
    desk.see(card="red.H", doubts=seen)
    assert desk.done == ["place mole C", "through"]


def test_what_became_of_the_agent_is_told_and_who_guesses_next() -> None:
    """A guess that nobody sees is no news: the page tells the last thing that people did."""
    desk = Desk(by_people())
    desk.place("place spy C", card="red.A")
    page = expect(PlayPanel, build_panel(desk.table))
    assert [one.text for one in page.happened] == ["The agent is through."]
    assert dict(page.say.details) == {"seat_first": "blue", "seat": "red"}


@pytest.mark.parametrize(("area", "goes"), [("C", True), ("red.nest", False)])
def test_an_agent_put_beside_the_circles_of_a_room_may_stay(area: str, goes: bool) -> None:
    """The page asks to put it on its place there; where it may not go, it is sent back."""
    desk = Desk(by_people())
    pieces = list(GAME.placement(desk.table.state).pieces)
    pieces.remove((Place("blue.nest"), Piece("blue.specialist")))
    strays = [("blue.specialist", areas_of(GAME)[Place(area)][0])]
    desk.see(Placement(tuple(pieces)), card="none", strays=strays)
    page = expect(PlayPanel, build_panel(desk.table))
    assert ("properly" in page.todo[0].text) is goes
    assert (Arrow(Place(area), Place("blue.nest")) not in page.arrows) is goes


def test_a_specialist_knocked_off_its_room_is_not_foiled() -> None:
    """It leaves the base only if it is not on the board and nothing unknown lies there."""
    desk = Desk(by_people())
    desk.place("place mole C", card="none")
    pieces = GAME.placement(desk.table.state).pieces
    gone = Placement(tuple(one for one in pieces if one[0] != "C"))
    desk.see(gone, card="none", strays=[("blue.specialist", areas_of(GAME)[Place("C")][0])])
    assert desk.done == ["place mole C"]
    assert isinstance(desk.table.verdict, Misplaced)
    fallen = replace(
        look(gone, areas=areas_of(GAME), card="none"), things=(Thing(90.0, 80.0, 20.0),)
    )
    for _ in range(8):
        desk.event(Saw(desk.table.now_s + LOOK_S, fallen))
    assert desk.done == ["place mole C"]
    desk.see(gone, card="none")
    assert desk.done == ["place mole C", "foiled"]


def test_a_card_that_lay_there_before_says_nothing() -> None:
    """Neither a card open since the guess, nor the other player's, however it is pushed about."""
    desk = Desk(by_people())
    desk.place("place spy C", card="none")
    desk.see(card="red.H", pose=HERE)
    desk.place("place spy D", card="red.H", pose=HERE)
    for pose in (HERE, THERE):
        desk.see(card="red.H", pose=pose)
    assert desk.done == ["place spy C", "through", "place spy D"]
    desk.see(card="blue.E", pose=HERE)
    assert desk.done[3:] == ["through"]


@pytest.mark.parametrize("card", ["none", ""])
def test_what_cannot_be_read_is_asked_for_as_ever(card: str) -> None:
    """A card face down, an unknown or a covered one changes nothing: the screen is touched."""
    desk = Desk(by_people())
    desk.place("place spy C", card="none")
    desk.see(card=card)
    assert desk.done == ["place spy C"]
    assert isinstance(desk.table.verdict, Quiet)
    through = present(GAME.saying(desk.table.state, GAME.read_action(desk.table.state, "through")))
    desk.event(Touched(desk.table.now_s, Say(through.labels)))
    assert desk.done == ["place spy C", "through"]


def test_pieces_that_contradict_the_card_are_objected_to() -> None:
    """Taking the agent away though the card names another room: a rule says why not."""
    desk = Desk(by_people())
    desk.place("place spy C", card="none")
    desk.see(desk.without("C"), card="red.H")
    assert desk.rules == ["as_guessed"]
    assert desk.done == ["place spy C"]
    desk.see(card="red.H")
    assert desk.done == ["place spy C", "through"]


def test_an_agent_put_back_at_once_names_nobody() -> None:
    """It looks as if the guesser had foiled it, which is refused; but its own player took it back.

    Before, the guesser was named.
    """
    state: State = GAME.setup({"dealing": "tablet"}, GAME.seats)
    deal = ("lot red", *(f"look {one}" for one in ("commando", "ninja", "mole", "courier")))
    desk = Desk(play(state, *deal, "enrol ninja", "enrol courier", "guess D"))
    desk.place("place spy C")
    desk.see(desk.without("C"))
    verdict = expect(Objecting, desk.table.verdict)
    assert (verdict.secret, verdict.seat) == (True, None)


def test_with_a_hackers_help_one_wrong_card_decides_nothing() -> None:
    """A second card may lie there; the right one foils at once."""
    state = by_people("hacker")._replace(double=(True, False))
    for card, done in (("red.H", []), ("red.C", ["foiled"])):
        desk = Desk(state)
        desk.place("place spy C", card="none")
        desk.see(card=card)
        assert desk.done == ["place spy C", *done]


def test_a_reveal_taken_back_is_not_taken_again() -> None:
    """The same card in the same place is old; the screen is asked."""
    desk = Desk(by_people())
    desk.place("place spy C", card="none")
    desk.see(card="red.H")
    desk.event(Touched(desk.table.now_s, TakeBack()))
    desk.event(Touched(desk.table.now_s, Answer(0)))
    desk.see(card="red.H")
    assert desk.table.state.phase is Phase.REVEAL


# --- guesses entered at the screen: the card has to agree -----------------------------------------


def test_the_card_that_was_sealed_is_taken() -> None:
    """Right or wrong, it is the guess that was entered."""
    for guess, done in (("H", "through"), ("C", "foiled")):
        desk = Desk(play(game(), f"guess {guess}", "place spy C"))
        desk.see(card=f"red.{guess}")
        assert desk.done == [done]


def test_another_card_than_the_sealed_one_is_objected_to() -> None:
    """Until it is taken back; nothing is on record."""
    desk = Desk(play(game(), "guess H", "place spy C"))
    desk.see(card="red.B")
    assert (desk.rules, desk.done) == (["same_card"], [])
    desk.see(card="none")
    assert isinstance(desk.table.verdict, Quiet)
    desk.see(card="red.H")
    assert desk.done == ["through"]


def test_an_objection_tells_no_more_than_the_card() -> None:
    """Whatever else was sealed, right or wrong: byte for byte the same is shown and said."""
    told = set()
    for sealed in "ACDEFGHI":
        desk = Desk(play(game(), f"guess {sealed}", "place spy C"))
        for card in ("none", "red.B", "none", "blue.C"):
            desk.see(card=card)
        desk.see(desk.without("C"), seconds=0.1, card="none")
        told.add(repr([one for one in desk.effects if not isinstance(one, Record)]))
    assert len(told) == 1


def test_a_card_shown_too_early_tells_nothing() -> None:
    """Before an agent is placed no card is answered, in whichever truth."""
    rng = random.Random(3)
    state = play(game(), "guess H")
    other = GAME.resample(state, TABLE, rng)
    assert other.guess != state.guess
    heard = []
    for one in (state, other):
        desk = Desk(one)
        for card in ("red.H", "red.B", "blue.H"):
            desk.see(card=card)
        heard.append(repr(desk.effects))
    assert heard[0] == heard[1]
    assert "Judged" not in heard[0]


def test_one_of_two_sealed_cards_tells_only_what_it_names() -> None:
    """One for another room decides nothing while the second is face down; the right one foils."""
    state = game("hacker", "mole")._replace(double=(True, False))
    for card, done in (("red.B", []), ("red.C", ["foiled"])):
        desk = Desk(play(state, "guess B C", "place spy C"))
        desk.see(card=card)
        assert desk.done == done
