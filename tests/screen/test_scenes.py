"""Every page of every panel on three screens: what is legible, touchable, and meant."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any, get_args

import pytest

from tablet_companion.games.core import Card, Message, Place, Seat
from tablet_companion.referee.model import events, panels
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.cameras import CamerasPanel
from tablet_companion.screen.pages.scenes import OwnPanel, Shown
from tablet_companion.screen.toolkit import controls, drawing, framing, picking
from tablet_companion.screen.toolkit.layout import ELLIPSIS
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import KeepCamera, LeaveCameras, OpenCameras, TryCamera
from tests.amounts import draw, sampled
from tests.referee.bench import Bench
from tests.screen.checks import extent, inside, overlap
from tests.screen.looks import BOARD, SCREENS, English, LongWinded, look
from tests.screen.situations import situations

every_screen = pytest.mark.parametrize("screen", SCREENS)


def draw_names(screen: str) -> tuple[str, ...]:
    """Return a third of the situations, others on every screen and in every run."""
    return draw(situations(), len(SCREENS), turn=list(SCREENS).index(screen))


def page(name: str, given: Look) -> drawing.Page:
    """Return the page of a situation."""
    panel, local = situations()[name]
    return scenes.page(panel, given, local)


def reached(panel: Shown, given: Look) -> set[drawing.Meaning | None]:
    """Return everything that touches can mean, following the screen's own states."""
    waiting: list[Local] = [NOTHING]
    found: set[drawing.Meaning | None] = {NOTHING}
    while waiting and len(found) < 200:
        shown = scenes.page(panel, given, waiting.pop())
        for area in shown.touches:
            meaning = scenes.touch(shown, *area.box.centre)
            if isinstance(meaning, Local) and meaning not in found:
                waiting.append(meaning)
            found.add(meaning)
    return found


@pytest.mark.parametrize("words", [English(), LongWinded()], ids=["English", "long words"])
@every_screen
def test_every_text_stays_in_its_box_and_clear_of_others(screen: str, words: English) -> None:
    """No line is wider or higher than its box, off the page, or over another line."""
    for name in draw_names(screen):
        shown = page(name, look(screen, words))
        whole = drawing.Box(0, 0, *shown.size)
        for text in drawing.texts(shown.items):
            assert inside(extent(text), text.box), (name, text)
        lines = [item for item in shown.items if isinstance(item, drawing.Text)]
        assert all(inside(text.box, whole) for text in lines), name
        for one, other in itertools.combinations(lines, 2):
            assert not overlap(extent(one), extent(other)), (name, one, other)


@every_screen
def test_every_page_of_a_game_answers_questions(screen: str) -> None:
    """The key "?" is on all of them, and beside it the main sentence still has room.

    But for pages that answer themselves, or have the rules beside them.
    """
    given = dataclasses.replace(look(screen), taught=True)
    for name in draw_names(screen):
        panel, local = situations()[name]
        if not isinstance(
            panel, OwnPanel | panels.SetUpPanel | panels.HelpPanel | panels.WonderPanel
        ):
            shown = scenes.page(panel, given, local)
            assert events.AskHelp() in {one.meaning for one in shown.touches}, name
            cut = [
                text for text in drawing.texts(shown.items) if text.text.endswith((ELLIPSIS, "-"))
            ]
            assert not cut, name
            assert all(inside(extent(text), text.box) for text in drawing.texts(shown.items)), name


@every_screen
def test_nothing_in_english_is_cut_short(screen: str) -> None:
    """Every sentence has room: none ends in an ellipsis and no word is broken."""
    for name in draw_names(screen):
        for text in drawing.texts(page(name, look(screen)).items):
            assert not text.text.endswith((ELLIPSIS, "-")), (name, text)


@pytest.mark.parametrize("words", [English(), LongWinded()], ids=["English", "long words"])
@every_screen
def test_everything_that_is_said_is_on_the_page(screen: str, words: English) -> None:
    """The main sentence, what happened, what is to do, rules and how to mend them: all of it."""
    given = look(screen, words)
    for name, (panel, _) in situations().items():
        shown = "".join(text.text for text in drawing.texts(page(name, given).items)).replace(
            " ", ""
        )
        for message in said(panel):
            assert words.say(message).replace(" ", "") in shown, (name, message)


def said(panel: Shown) -> tuple[Message, ...]:
    """Return the sentences of a panel, without labels."""
    if isinstance(panel, panels.SetUpPanel | OwnPanel):
        return ()
    match panel:
        case panels.PlayPanel():
            # What happened gives way to what is to be done: the board shows it, too.
            # Of many steps the next ones are told.
            unseen = () if panel.unseen is None else (panel.unseen,)
            first = (*unseen, *panel.todo[:1])
            return (panel.say, *first, *(() if first else panel.happened))
        case panels.ObjectionPanel():
            # Of several broken rules the first is told, and that there are more.
            return (panel.say, *(m for one in panel.breaches[:1] for m in (one.rule, one.mend)))
        case panels.HandPanel():
            return (panel.verdict or panel.say,)
        case _:
            return (panel.say,)


@every_screen
def test_every_touch_is_a_finger_wide_and_apart(screen: str) -> None:
    """Each area is at least 9 mm in both directions, on the page, and shares no pixel."""
    given = look(screen)
    least = 9 * given.theme.dpi / 25.4
    for name in draw_names(screen):
        shown = page(name, given)
        for touch in shown.touches:
            assert min(touch.box.w, touch.box.h) >= least, (name, touch)
            assert inside(touch.box, drawing.Box(0, 0, *shown.size)), (name, touch)
        for one, other in itertools.combinations(shown.touches, 2):
            assert not overlap(one.box, other.box), (name, one, other)


@every_screen
def test_every_button_of_a_panel_can_be_touched(screen: str) -> None:
    """For each button some touch means exactly its intent, and its label is on the page."""
    given = look(screen)
    for name in draw_names(screen):
        panel, local = situations()[name]
        if isinstance(panel, OwnPanel) or local.option:
            continue  # that page is the screen's own, and leads back
        shown = page(name, given)
        meanings = [scenes.touch(shown, *touch.box.centre) for touch in shown.touches]
        written = "".join(text.text for text in drawing.texts(shown.items)).replace(" ", "")
        for button in panel.buttons:
            assert button.intent in meanings, (name, button)
            known = button.label.text in {*controls.SYMBOLS, *controls.SEAT_WORDS}
            label = controls.word(button.label.text) if known else given.words.say(button.label)
            assert label.replace(" ", "") in written, (name, button)


@every_screen
def test_every_choice_can_be_reached(screen: str) -> None:
    """All answers, cards and values of the set-up are somewhere, if need be a sheet further."""
    given = look(screen)
    for name, (panel, local) in situations().items():
        if local != NOTHING:
            continue
        found = reached(panel, given)
        match panel:
            case panels.QuestionPanel():
                wanted: set[Any] = {events.Answer(number) for number in range(len(panel.choices))}
            case panels.CardKeysPanel():
                wanted = {events.NameCard(card) for card in panel.cards}
            case panels.SetUpPanel():
                wanted = {events.Choose("dealer", seat) for seat in ("", *panel.seats)}
                wanted |= {events.Choose("language", code) for code in panel.languages}
                wanted.add(OpenCameras())
                if len(panel.seatings) > 1:
                    wanted |= {events.Choose("seats", " ".join(seats)) for seats in panel.seatings}
                wanted |= {
                    events.Choose(one.option.name, value)
                    for one in panel.options
                    for value in one.option.choices
                }
            case CamerasPanel():
                wanted = {TryCamera(camera.text) for camera in panel.found or ()}
                wanted |= {LeaveCameras()} | ({KeepCamera()} if panel.shot else set())
            case panels.BoardPanel():
                wanted = {Local(place=d.place, near=d.place) for d in panel.differences}
            case _:
                continue
        assert wanted <= found, name


@sampled(3)
@every_screen
@pytest.mark.parametrize("turns", range(4))
def test_everything_can_be_put_at_every_place(screen: str, turns: int) -> None:
    """Two touches where a place is drawn choose it, a third puts any piece there."""
    given = look(screen, turns=turns)
    panel, _ = situations()["board"]
    assert isinstance(panel, panels.BoardPanel)
    for place, (x, y) in spots(scenes.page(panel, given)):
        near = scenes.touch(scenes.page(panel, given), x, y)
        assert near == Local(near=place)
        close = scenes.page(panel, given, near)
        chosen = scenes.touch(close, *dict(spots(close))[place])
        assert chosen == Local(near=place, place=place)
        keys = scenes.page(panel, given, chosen)
        found = {scenes.touch(keys, *touch.box.centre) for touch in keys.touches}
        assert {events.Put(place, piece) for piece in panel.pieces} <= found


def spots(shown: drawing.Page) -> tuple[tuple[Place, tuple[float, float]], ...]:
    """Return where the places of the board to touch are drawn."""
    return next(t.meaning for t in shown.touches if isinstance(t.meaning, drawing.Pick)).places


def test_a_quarter_turn_is_clockwise() -> None:
    """The board's left edge is the upper one after a quarter turn clockwise."""
    room = drawing.Box(0, 0, 300, 300)
    corners = [framing.frame_whole(BOARD, room, turns).at(0, 0) for turns in range(4)]
    sides = [(x > 150, y > 150) for x, y in corners]
    assert sides == [(False, False), (True, False), (True, True), (False, True)]


def test_close_up_places_lie_a_finger_apart() -> None:
    """Seen closely, no two places are nearer to each other than 9 mm of screen."""
    for screen, theme in SCREENS.items():
        points = [complex(*at) for _, at in spots(page("board_near", look(screen)))]
        apart = min(abs(a - b) for a, b in itertools.combinations(points, 2))
        assert apart >= 9 * theme.dpi / 25.4 - 0.1


def test_a_touch_far_from_every_piece_lifts_none() -> None:
    """The middle of the board means no pawn at its edge; beside a pawn, as fingers do, it does."""
    given = look("7 inches")
    frame = framing.frame_whole(BOARD, drawing.Box(0, 0, 500, 400), 0)
    (area,) = picking.pick_areas(frame, {Place("T20"), Place("red.nest")}, given, close_up=True)
    assert isinstance(area.meaning, drawing.Pick)
    x, y = dict(area.meaning.places)[Place("T20")]
    aside = given.theme.finger
    near = [picking.find_nearest(area.meaning, x + dx, y) for dx in (-aside, 0, aside)]
    assert near == [Place("T20")] * 3
    assert picking.find_nearest(area.meaning, *frame.box.centre) is None


def test_a_hand_is_entered_card_by_card_and_forgotten_when_hidden() -> None:
    """Touched cards fill the hand; a touch puts one back; the whole hand can be checked."""
    given = look("7 inches")
    panel, _ = situations()["hand"]
    assert isinstance(panel, panels.HandPanel)
    local = NOTHING
    for card in panel.cards[: panel.size]:
        local = touched(panel, given, local, Local(cards=(*local.cards, card)))
    assert touched(panel, given, local, events.ShowHand(panel.cards[: panel.size]))
    back = touched(panel, given, local, Local(cards=panel.cards[1 : panel.size]))
    assert scenes.carry_over(back, panel, panel) == back
    assert scenes.carry_over(back, panel, situations()["handover"][0]) == NOTHING
    assert scenes.carry_over(back, panel, dataclasses.replace(panel, seat=Seat("blue"))) == NOTHING


def test_after_a_hand_was_checked_the_key_that_follows_is_the_lit_one() -> None:
    """“You cannot play any of these”: then the hand is given up, not checked once more."""
    bench = Bench()
    for intent in (events.GiveUp(), events.Answer(1), events.Reveal()):
        bench.touch(intent)
    assert isinstance(bench.panel, panels.HandPanel)
    cards = (Card("exchange"),) * bench.panel.size
    bench.touch(events.ShowHand(cards))
    assert isinstance(bench.panel, panels.HandPanel)
    given = look("7 inches")
    drawn = scenes.page(bench.panel, given, Local(cards=cards))
    lit = {
        one.box
        for one in drawn.items
        if isinstance(one, drawing.Fill) and one.colour == given.colours.main
    }
    keys = {one.meaning: one.box in lit for one in drawn.touches}
    assert keys[events.GiveUp()]
    assert not keys[events.ShowHand(cards)]


def test_the_card_of_the_turn_lies_on_the_drawn_pile() -> None:
    """The page is the table: a card that was seen is not drawn under the one before it."""
    bench = Bench()
    bench.see(bench.shown(), card="13")
    assert isinstance(bench.panel, panels.PlayPanel)
    assert bench.panel.view.top_card is None
    drawn = scenes.page(bench.panel, look("7 inches"), NOTHING)
    assert sum(one.text == "13" for one in drawing.texts(drawn.items)) == 2


def touched(panel: Any, given: Look, local: Local, wanted: Any) -> Any:
    """Touch what means this, or fail."""
    shown = scenes.page(panel, given, local)
    meanings = [scenes.touch(shown, *touch.box.centre) for touch in shown.touches]
    assert wanted in meanings
    return wanted


def test_without_cameras_to_choose_from_the_set_up_has_no_line_for_them() -> None:
    """At a simulated table nothing leads to the page of the cameras."""
    panel, _ = situations()["setup"]
    given = dataclasses.replace(look("7 inches"), camera=None)
    assert OpenCameras() not in reached(panel, given)


def test_the_picture_of_a_camera_keeps_its_shape() -> None:
    """It is as large as its room and never stretched, whatever the screen is."""
    panel, _ = situations()["cameras"]
    assert isinstance(panel, CamerasPanel)
    assert panel.shot is not None
    for screen in SCREENS:
        shown = scenes.page(panel, look(screen))
        (image,) = (item for item in shown.items if isinstance(item, drawing.Image))
        assert inside(image.box, drawing.Box(0, 0, *shown.size))
        wanted = panel.shot.size[0] / panel.shot.size[1]
        assert image.box.w / image.box.h == pytest.approx(wanted, rel=0.01)
        assert image.box.w > 0.4 * shown.size[0]


@every_screen
def test_what_a_camera_fails_with_is_told_whole(screen: str) -> None:
    """The sentence that says what to mend stands on the page as it came."""
    panel, _ = situations()["cameras_trouble"]
    assert isinstance(panel, CamerasPanel)
    shown = " ".join(text.text for text in drawing.texts(scenes.page(panel, look(screen)).items))
    assert panel.trouble is not None
    assert English().say(panel.trouble) in shown


def test_a_touch_beside_everything_means_nothing() -> None:
    """The page's corner is no button."""
    assert scenes.touch(page("play", look("7 inches")), 0, 0) is None


def test_the_objection_draws_the_table_as_it_is() -> None:
    """The pawn that went too far is drawn where it went, not where the record has it."""
    given = look("10 inches")
    panel, _ = situations()["objection"]
    assert isinstance(panel, panels.ObjectionPanel)
    as_recorded = dataclasses.replace(panel, seen=panel.view.placement)
    assert scenes.page(panel, given) != scenes.page(as_recorded, given)


def test_every_panel_has_one_page() -> None:
    """No panel of the referee's or the table's own is left out, and none is listed twice."""
    kinds = set(get_args(scenes.Shown))
    assert kinds == scenes._CHOOSING.keys() ^ scenes._PLAIN.keys()
