"""Panels of every kind as the referee makes them, and the screen's own state in some of them."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

from tablet_companion import games
from tablet_companion.games.core import TABLE, Card, Message, Option, Outcome, Place, Seat
from tablet_companion.referee.model import events, panels, steps_in_words
from tablet_companion.referee.model.chronicle import Story
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.alone import build_panel_for
from tablet_companion.referee.pages.buttons import AGAIN, CONTINUE, NEW_GAME
from tablet_companion.referee.pages.panel import build_panel as shown_now
from tablet_companion.referee.turns.touches import handle_touch
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.pages.saving import SavingPanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tests.expected import expect, present
from tests.referee.bench import GAME, Bench
from tests.referee.captures import captured
from tests.referee.concluded_cards import correcting, guessed
from tests.referee.looks import AREAS
from tests.referee.player import Player
from tests.referee.real_cards import GIFT, HAND, bare, choose, lay, seated, show
from tests.referee.taken_back import moved
from tests.screen.machine import list_machine_pages
from tests.shared import made_once

AGENT, WINK = games.load("agent"), games.load("wink")

Situation = tuple[Shown, Local]


@functools.cache
def situations() -> dict[str, Situation]:
    """Return a name, a panel and the screen's own state for everything the screen can show."""
    return made_once("situations", _make_situations)


def _make_situations() -> dict[str, Situation]:
    found: dict[str, Situation] = {"setup": (shown_now(new_table(GAME, AREAS, "en")), NOTHING)}
    makers = (
        _before,
        _moving,
        _asking,
        _naming,
        _ending,
        _saying,
        _private,
        _showing,
        _correcting,
        list_machine_pages,
    )
    for make in makers:
        found |= make()
    return found


def _before() -> dict[str, Situation]:
    table = new_table(GAME, AREAS, "en")
    state = GAME.setup({}, table.setup.seats)
    check = table.but(stage=Stage.CHECK, state=state)
    bench = Bench()
    reading_bench = Bench()
    spots = reading_bench.with_moves("red.N1>", "T0>T9", "T16>T16=hidden")
    reading_bench.see(spots, seconds=0.3)
    reading = reading_bench.table.reading
    return {
        "check": (shown_now(check), NOTHING),
        "check_wrong": (shown_now(check.but(reading=reading)), NOTHING),
        "play_first": (bench.panel, NOTHING),
    }


def _moving() -> dict[str, Situation]:
    done, late, wrong, protected = Bench(), Bench(), Bench(), Bench()
    done.see(done.with_moves("T0>T5"), card="5")
    late.see(late.with_moves("T0>T7"), card="7", seconds=3)
    wrong.see(wrong.with_moves("T0>T7"), card="5")
    for moves, card, turn in (
        (("T0>T12",), "12", 0),
        (("T16>T18=hidden",), "2", 9),
        (("T32>T33",), "1/11", 0),
        (("T48>T53",), "5", 0),
        (("red.N1>T0",), "13", 0),
        (("blue.N1>T16",), "1/11", 9),
        (("T33>T35",), "2", 0),
        (("T53>T56",), "3", 0),
    ):
        protected.see(protected.with_moves(*moves), card=card, pose=(turn, 0, 0))
    protected.see(protected.with_moves("T18>blue.N4=blue", "T12>T18=red"), card="6")
    one, other = wrong.panel, protected.panel
    assert isinstance(one, panels.ObjectionPanel)
    assert isinstance(other, panels.ObjectionPanel)
    two = dataclasses.replace(one, breaches=one.breaches + other.breaches)
    blind = done.table.but(blind="board")
    back, lifted = moved(), Bench(options={"level": "teach"})
    unplayable = Bench()
    plays = {GAME.card_of(one) for one in GAME.legal(unplayable.table.state)}
    unplayable.see(unplayable.with_moves(), card="none", seconds=1)
    card = next(one for one in GAME.cards if one not in plays)
    unplayable.see(unplayable.with_moves(), card=card, seconds=3)
    lifted.see(lifted.with_moves("T16>"), seconds=8)
    return {
        "play_lifted": (lifted.panel, NOTHING),
        "play": (done.panel, NOTHING),
        "play_waiting": (late.panel, NOTHING),
        "play_taken_back": (back.panel, NOTHING),
        "play_blind": (shown_now(blind), NOTHING),
        "objection": (one, NOTHING),
        "objection_protected": (other, NOTHING),
        "objection_two": (two, NOTHING),
        "objection_unplayable": (unplayable.panel, NOTHING),
    }


def _saying() -> dict[str, Situation]:
    """Return pages on which actions are said, before everybody and alone; and pieced options."""
    sheet, cards, accusing = Player(AGENT, 3), Player(WINK, 3), Player(WINK, 3, players=8)
    first = sheet.shown[-1]
    seat = present(sheet.table.turn)
    sheet.touch(events.Whisper(seat))
    sheet.touch(events.Reveal())
    alone = expect(panels.MenuPanel, sheet.shown[-1])
    sheet.touch(alone.keys[0].intent)
    cards.touch(events.Say((), moves=True))
    for _ in range(9):
        accusing.play_on()
    fresh = new_table(GAME, AREAS, "en")
    setting_up = expect(panels.SetUpPanel, shown_now(fresh))
    holes = Option("holes", (2, 6, 10, 14), (), "Holes in every quarter", members=tuple(range(16)))
    counts = tuple(8 for _ in GAME.cards)
    deck = Option("deck", counts, (), "Cards of each face", counted=tuple(GAME.cards))
    pieced = dataclasses.replace(
        setting_up,
        options=(panels.OptionChoice(holes, holes.default), panels.OptionChoice(deck, counts)),
    )
    trouble = Message("A start space (0) or a meeting point is never a hole.")
    return {
        "play_words": (first, NOTHING),
        "play_many_seats": (accusing.shown[-1], NOTHING),
        "menu_alone": (alone, NOTHING),
        "menu_alone_next": (sheet.shown[-1], NOTHING),
        "menu": (cards.shown[-1], NOTHING),
        "setup_two": (shown_now(handle_touch(fresh, events.Choose("players", 2))[0]), NOTHING),
        "setup_three": (shown_now(handle_touch(fresh, events.Choose("players", 3))[0]), NOTHING),
        "setup_pieced": (pieced, NOTHING),
        "setup_members": (pieced, Local(option="holes")),
        "setup_trouble": (
            dataclasses.replace(pieced, trouble=trouble, buttons=()),
            Local(option="holes"),
        ),
        "setup_counts": (pieced, Local(option="deck")),
    }


def _asking() -> dict[str, Situation]:
    fresh, back, pause = Bench(), Bench(), Bench()
    back.see(back.with_moves("T0>T5"), card="5")
    back.touch(events.TakeBack())
    pause.touch(events.Pause())
    view = GAME.view(fresh.table.state, TABLE)
    said = functools.partial(steps_in_words.describe_action, fresh.table.position)
    moves = [action for action in GAME.legal(fresh.table.state) if said(action)]
    which = panels.QuestionPanel(
        view,
        Message("Which of these was it?"),
        (
            *(_choice(fresh, action) for action in moves[:9]),
            panels.Choice(Message("No, something else happened")),
        ),
        (),
    )
    two = (*which.choices[3:5], which.choices[-1])
    return {
        "question_which": (which, NOTHING),
        "question_which_more": (which, Local(sheet=1)),
        "question_which_two": (dataclasses.replace(which, choices=two), NOTHING),
        "question_back": (back.panel, NOTHING),
        **_standing(),
        "pause": (pause.panel, NOTHING),
    }


def _naming() -> dict[str, Situation]:
    """Return the pages on which a card is named."""
    keys, none, last, other = Bench(), Bench(), guessed(), guessed()
    keys.touch(events.OpenCardKeys())
    none.see(none.with_moves("T0>T18"), card="none", seconds=6)
    asked = none.panel
    none.touch(events.NoCard())
    last.touch(events.OpenCardKeys())
    again = last.panel
    last.touch(events.CorrectCard())
    correcting(other, "7")
    return {
        "cards": (keys.panel, NOTHING),
        "cards_again": (again, NOTHING),
        "cards_last": (last.panel, NOTHING),
        "cards_none": (asked, NOTHING),
        "play_no_card": (none.panel, NOTHING),
        "question_card": (other.panel, NOTHING),
    }


def _ending() -> dict[str, Situation]:
    """Return the last page of a game, and those that lead on from it."""
    view = GAME.view(Bench().table.state, TABLE)
    ended = dataclasses.replace(view, turn=None, outcome=Outcome((Seat("red"), Seat("green"))))
    won = Message(
        "{seat_one} and {seat_two} have won!", (("seat_one", "red"), ("seat_two", "green"))
    )
    told = _story()
    long = dataclasses.replace(told.turns[0], says=20 * told.turns[0].says)
    busy = Message("I am saving the game: {count}%. Leave the USB stick in.", (("count", 100),))
    full = Message("The USB stick is full or write-protected. Try another one.")
    return {
        "end_story": (panels.EndPanel(ended, won, (), (AGAIN, CONTINUE), told), NOTHING),
        "saving": (SavingPanel(busy), NOTHING),
        "saving_failed": (SavingPanel(full, failed=True), NOTHING),
        "history": (HistoryPanel(told, 3, 0.5), NOTHING),
        "history_long": (HistoryPanel(dataclasses.replace(told, turns=(long,))), NOTHING),
        "history_playing": (HistoryPanel(told, playing=True), NOTHING),
        "history_secret": (HistoryPanel(dataclasses.replace(told, turns=(), left_out=7)), NOTHING),
        "end": (panels.EndPanel(ended, won, (), (NEW_GAME, CONTINUE)), NOTHING),
    }


def _story() -> Story:
    """Return a game in which each player brought a pawn into play and went on with it."""
    bench = Bench()
    ways = ("T0>T5", "T16>T19", "T32>T37", "T48>T51", "T5>T13")
    for way, card in zip(ways, ("5", "3", "5", "3", "8"), strict=True):
        bench.see(bench.with_moves(way), card=card, seconds=4)
    story = tell_story(bench.table)
    assert len(story.turns) == 5
    return story


def _standing() -> dict[str, Situation]:
    """Return the pages of a move that may not be taken back."""
    asked, back = captured("green"), captured("green")
    asked.touch(events.TakeBack())
    spots = back.with_moves("T26>T20=red", ">T26=hidden")
    spots.pop("green.N4")
    back.see(spots, card="6", seconds=3)
    return {"question_stands": (asked.panel, NOTHING), "objection_stands": (back.panel, NOTHING)}


def _choice(bench: Bench, action: Any) -> panels.Choice:
    first, *more = steps_in_words.describe_action(bench.table.position, action)
    steps = GAME.steps(bench.table.state, action)
    shown = GAME.attempted(bench.table.state, action)
    return panels.Choice(first, steps_in_words.mark_steps(steps), tuple(more), shown)


def _private() -> dict[str, Situation]:
    bench = Bench()
    bench.touch(events.GiveUp())
    give_up = bench.panel
    bench.touch(events.Answer(1))
    over = bench.panel
    bench.touch(events.Reveal())
    hand = expect(panels.HandPanel, bench.panel)
    chosen = tuple(map(Card, ("7", "copy", "1/11", "exchange", "partner", "2")))
    bench.touch(events.ShowHand(chosen[:5]))
    return {
        "question_give_up": (give_up, NOTHING),
        "handover": (over, NOTHING),
        "handover_telephone": (build_panel_for(hand, TABLE, {hand.seat}, shared=True), NOTHING),
        "hand": (hand, NOTHING),
        "hand_half": (hand, Local(cards=chosen[:3])),
        "hand_whole": (hand, Local(cards=chosen[:5])),
        "hand_verdict": (bench.panel, Local(cards=chosen[:5])),
    }


def _showing() -> dict[str, Situation]:
    """Return the pages on which real cards are shown to the table, and played for it."""
    found, bench = {}, seated()
    found["showing"] = bench.panel
    bench.touch(events.ShowCards())
    lay(bench, HAND[:2])
    found["showing_some"] = bench.panel
    bare(bench)
    found["showing_again"] = bench.panel
    lay(bench, (*HAND, "2"))
    found["showing_too_many"] = bench.panel
    lay(bench, HAND)
    found["showing_all"] = bench.panel
    for step, name in (
        (events.CheckShown(), "check"),
        (events.Reveal(), "checks"),
        (events.Misread(1), "names_face"),
    ):
        bench.touch(step)
        found[f"showing_{name}"] = bench.panel
    bench.touch(events.Hide())
    bare(bench)
    found["showing_chooses"] = shown_now(bench.table)
    choose(bench, "give 13")
    found["showing_gift"] = shown_now(bench.table)
    show(bench, [GIFT])
    choose(bench, "5 T16>T21")
    found["play_for_table"] = shown_now(bench.table)
    lay(bench, ["9"])
    found["play_for_table_wrong"] = bench.panel
    for intent in (events.Pause(), events.OpenSeats()):
        bench.touch(intent)
    found["seats"] = bench.panel
    bench.touch(events.OpenLevels())
    found["levels"] = bench.panel
    other = seated()
    other.touch(events.EnterCards())
    found["showing_entering"] = other.panel
    other.touch(events.Reveal())
    found["showing_entered"] = other.panel
    return {name: (panel, NOTHING) for name, panel in found.items()}


def _correcting() -> dict[str, Situation]:
    bench = Bench()
    bench.touch(events.OpenBoard())
    quiet = bench.panel
    wrong = Bench()
    ways = ("T0>T9", "T16>T25", "T32>T41", "T48>T61", "red.N1>T30", "blue.N1>", "green.N2>T3")
    spots = wrong.with_moves(*ways)
    wrong.see(spots, card="5", seconds=9)
    place = Place("T16")
    return {
        "board": (quiet, NOTHING),
        "board_near": (quiet, Local(near=place)),
        "board_place": (quiet, Local(near=place, place=place)),
        "board_disagree": (wrong.panel, NOTHING),
        "board_disagree_place": (wrong.panel, Local(near=Place("T9"), place=Place("T9"))),
    }
