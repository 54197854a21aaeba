"""Menus on a telephone: whom somebody accuses at a table of seven is one touch, not five."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.app.network.telephones import DPI, fit_theme
from tablet_companion.games.core import (
    CHANCE,
    EMPTY,
    TABLE,
    Card,
    Message,
    Piece,
    Place,
    Seat,
    SeatView,
)
from tablet_companion.kit import printed
from tablet_companion.referee.model import panels
from tablet_companion.referee.model.events import NameCard, Say
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.alone import add_spoken_keys, build_own, leave_own_keys
from tablet_companion.referee.pages.buttons import CANCEL, HIDE
from tablet_companion.referee.pages.levels import build_levels
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.seats import build_seats
from tablet_companion.screen.pages import menu, scenes
from tablet_companion.screen.pages.scenes import is_for_opposite
from tablet_companion.screen.pages.shelf import ChapterLine, ChaptersPanel
from tablet_companion.screen.toolkit import bands, boardview, paint, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Circle, Fill, Group, Text
from tablet_companion.screen.toolkit.local import NOTHING
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import TakeChapter
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tests.amounts import sampled
from tests.conformance.walk import walk
from tests.referee.bench import Bench
from tests.screen.checks import board_share, problems
from tests.screen.looks import SCREENS, SIZES, look_at
from tests.screen.played import played

_SUMS: Final = 6
_SHARE: Final = 0.3
_ADVISED: Final = 0.4
_WIDTH: Final = 0.9


@pytest.mark.parametrize("mine", [7, 1])
@pytest.mark.parametrize("size", [(360, 672), (360, 572), (411, 567), (390, 700)])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_everybody_is_on_the_first_sheet(size: tuple[int, int], language: str, mine: int) -> None:
    """Seven lines of points had left room for one name; now they give way, and say so.

    On a seat's own telephone there is one key, which had a few pixels above them.
    """
    game = games.load("wink")
    seats = tuple(game.seats[:7])
    board = printed.board("wink")
    label = "{seat} accuses"
    points = (
        "{seat}: {count} {count:point|points}, "
        "{count_left} {count_left:accusation|accusations} left"
    )
    panel = panels.MenuPanel(
        view=game.view(game.setup({"dealing": "tablet"}, seats), TABLE),
        say=Message("Accuse"),
        keys=tuple(
            panels.Button(
                Message(label, (("seat", one),)), Say((Message(label, (("seat", one),)),))
            )
            for one in seats[:mine]
        ),
        facts=tuple(
            Message(points, (("seat", one), ("count", 4), ("count_left", 4))) for one in seats
        ),
        private=None,
        buttons=(CANCEL,),
    )
    look = Look(Theme(size, DPI), words(language, board), board, paint.measure)
    page = menu.page(panel, look, NOTHING)
    assert not problems(page, panel, look)
    assert sum(isinstance(one.meaning, Say) for one in page.touches) == mine


@pytest.mark.parametrize("screen", ["7 inches", "7 inches, upright"])
def test_whom_one_of_eight_accuses_is_on_few_sheets(screen: str) -> None:
    """Everybody's points left room for eleven keys a sheet, and for nothing beside them."""
    game = games.load("wink")
    view = game.view(game.setup({"dealing": "tablet"}, game.seats), TABLE)
    labels = tuple(
        Message("{seat} has the {card}", (("seat", seat), ("card", card)))
        for seat in game.seats[:7]
        for card in ("4", "9", "16", "20", "22")
    )
    points = "{seat}: {count} {count:point|points}"
    panel = panels.MenuPanel(
        view=view,
        say=Message("Accuse"),
        keys=tuple(panels.Button(label, Say((label,))) for label in labels),
        facts=tuple(Message(points, (("seat", one), ("count", 4))) for one in game.seats),
        private=None,
        buttons=(CANCEL,),
    )
    look = look_at(game, "de", screen)
    page = scenes.page(panel, look)
    assert 2 * sum(isinstance(one.meaning, Say) for one in page.touches) >= len(labels)
    assert not problems(page, panel, look)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_advice_is_seen_on_a_large_board(language: str, screen: str) -> None:
    """On seven inches its words filled the page: the arrow had no board, or one of 13 %."""
    move = (("piece", "green"), ("place_from", "T32"), ("place_to", "T45"))
    facts = (
        Message("{card}", (("card", Card("13")),)),
        Message("{piece:the}: {place_from} to {place_to}", move),
        Message("It frees the space where your next pawn comes out."),
        Message("No pawn of the others is near enough behind it to capture it there."),
    )
    panel = panels.MenuPanel(
        view=Bench("green").table.view(Seat("green")),
        say=Message("What would be good?"),
        keys=(),
        facts=facts,
        private=Seat("green"),
        buttons=(HIDE,),
        arrows=(panels.Arrow(Place("T32"), Place("T45")),),
    )
    look = look_at(games.load("agent_dog"), language, screen)
    page = scenes.page(panel, look)
    assert board_share(page) >= _ADVISED
    assert not problems(page, panel, look)


@pytest.mark.parametrize("size", [(360, 572), (390, 692)])
def test_six_sums_of_a_sheet_are_on_one_sheet(size: tuple[int, int]) -> None:
    """Above the bar of a telephone three stood behind “Suite”, beside an empty third of the page.

    A short word needs no broad key.
    """
    board, tried = printed.board("agent"), 0
    look = Look(Theme(size, DPI), words("fr", board), board, paint.measure)
    for panel in played(games.load("agent")):
        if not isinstance(panel, panels.MenuPanel) or panel.private is None:
            continue
        sums = [look.words.say(one.label).isdigit() for one in panel.keys]
        if not (sums and all(sums) and len(sums) <= _SUMS):
            continue
        page = menu.page(panel, look, NOTHING)
        meant = [one.meaning for one in page.touches]
        assert [one.intent for one in panel.keys if one.intent not in meant] == []
        tried += 1
    assert tried


def test_the_band_has_the_colour_of_whom_the_headline_names() -> None:
    """“Show Green's cards to the camera” stood in a band of Yellow's, whose turn it was."""
    game = games.load("dog")
    view = game.view(game.setup({}, game.seats), TABLE)
    named = Message("Show {seat}'s cards to the camera.", (("seat", "green"),))
    panel = panels.MenuPanel(replace(view, turn=Seat("yellow")), named, (), (), None, ())
    assert menu._asked(panel) == "green"
    assert menu._asked(replace(panel, say=Message("Who plays?"))) == "yellow"


def test_who_plays_is_asked_of_everybody() -> None:
    """“Who plays?” stood in the colour of the player on turn, and was turned to that player."""
    game = games.load("dog")
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=game.setup({}, game.seats))
    for panel in (build_seats(table), build_levels(table)):
        for turn in game.seats:
            shown = replace(panel, view=replace(panel.view, turn=turn))
            assert menu._asked(shown) is None
            assert not is_for_opposite(shown)


def test_who_may_not_choose_sees_the_board() -> None:
    """While Orange chose an agent White's telephone had a headline as large as its page."""
    game, board = games.load("agent"), printed.board("agent")
    look = Look(Theme((360, 572), DPI), words("fr", board), board, paint.measure)
    view = game.view(game.setup({}, game.seats), TABLE)
    panel = panels.MenuPanel(view, Message("Move an agent"), (), (), None, (CANCEL,))
    page = menu.page(panel, look, NOTHING)
    assert not problems(page, panel, look)
    assert board_share(page) > _SHARE


@sampled(2)
@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("name", games.names())
def test_no_word_on_a_key_is_cut_on_a_telephone(name: str, language: str) -> None:
    """“Continu…”, “reprend…”, “Mainten-”: a quarter of the width is too narrow for them."""
    game, board = games.load(name), printed.board(name)
    look = Look(Theme((390, 700), DPI), words(language, board), board, paint.measure)
    for panel in played(game):
        if isinstance(panel, panels.EndPanel):  # points, not keys
            continue
        found = problems(scenes.page(panel, look, NOTHING), panel, look)
        assert not [one for one in found if one.startswith(("cut", "a word is broken"))], panel


def test_what_was_done_is_not_announced_as_still_to_do() -> None:
    """After a jack's swap “Then 1 more” stood below the half that had room."""
    assert all(
        stages.first((Message("one"), Message("two")), 1, text)[-1].text == text
        for text in (stages.MORE, stages.AND_MORE)
    )
    bench = Bench()
    done = tuple(Message(f"{number} " + "word " * 12) for number in range(6))
    shown = bench.panel
    assert isinstance(shown, panels.PlayPanel)
    panel = replace(shown, happened=done, todo=())
    board = printed.board("agent_dog")
    look = Look(Theme((480, 800), 133), words("en", board), board, paint.measure)
    said = [one.text for one in scenes.page(panel, look, NOTHING).items if isinstance(one, Text)]
    assert any(one.startswith("And ") for one in said), said
    assert not any(one.startswith("Then ") for one in said)


def test_what_a_player_asks_alone_has_that_colour() -> None:
    """“What do you want to know?” stood in a band of the player on turn, on another's telephone."""
    game, board = games.load("dog"), printed.board("dog")
    view = replace(game.view(game.setup({}, game.seats), Seat("blue")), turn=Seat("yellow"))
    look = Look(Theme((360, 640), DPI), words("en", board), board, paint.measure, motion=False)
    asked = panels.HelpPanel(view, Message("What do you want to know?"), (), "", None, ())
    told = panels.WonderPanel(
        view, Message("Green, …", (("seat", "green"),)), (), (), (), None, (), ()
    )
    for panel, seat in ((asked, "blue"), (told, "green")):
        colour = bands.ground(boardview.piece_rgb(board, Piece(seat)), look)
        page = scenes.page(panel, look)
        assert colour in [one.colour for one in page.items if isinstance(one, Fill)], seat


@pytest.mark.parametrize(("done", "bright"), [((0, 0, 0), [0]), ((3, 1, 0), [1]), ((3, 3, 0), [2])])
def test_the_shelf_shows_where_to_go_on(done: tuple[int, ...], bright: list[int]) -> None:
    """Ten keys alike left a child to find out which lesson comes first."""
    lines = tuple(ChapterLine(f"{n}", f"Chapter {n}", one, 3) for n, one in enumerate(done))
    look = look_at(games.load("dog"), "en", "7 inches")
    page = scenes.page(ChaptersPanel(lines, Message("What do you want to learn?")), look)
    main = {
        one.box for one in page.items if isinstance(one, Fill) if one.colour == look.colours.main
    }
    keys = [one.box for one in page.touches if isinstance(one.meaning, TakeChapter)]
    assert [n for n, box in enumerate(keys) if box in main] == bright


@pytest.mark.parametrize("screen", ["7 inches", "7 inches, upright", "10 inches"])
def test_a_key_that_names_a_colour_shows_its_sign(screen: str) -> None:
    """Whom to stake on was told by words alone; the sign is found sooner."""
    game, found = games.load("agent"), 0
    given = look_at(game, "de", screen)
    for panel in played(game):
        if not isinstance(panel, panels.MenuPanel):
            continue
        named: dict[object, object] = {
            one.intent: dict(one.label.details).get("colour") for one in panel.keys
        }
        page = scenes.page(panel, given)
        for touch in page.touches:
            if colour := named.get(touch.meaning):
                inks = {
                    one.colour
                    for one in page.items
                    if isinstance(one, Circle) and touch.box.holds(*one.centre)
                }
                assert boardview.piece_rgb(given.board, str(colour)) in inks
                found += 1
    assert found


@pytest.mark.parametrize(
    "theme",
    [*SIZES.values(), fit_theme(360, 570), fit_theme(320, 500)],
    ids=lambda one: str(one.size),
)
def test_a_sign_is_no_smaller_than_its_word(theme: Theme) -> None:
    """In words as large as a headline the colours of six players had hardly any room, or none.

    On a telephone whose keys are low they had none at all.
    """
    game = games.load("wink")
    view = game.view(game.setup({}, game.seats[:6]), TABLE)
    asked = [Message("{seat}", (("seat", seat),)) for seat in game.seats[1:6]]
    panel = panels.MenuPanel(
        view=view,
        say=Message("Name the partner"),
        keys=tuple(panels.Button(one, Say((one,))) for one in asked),
        facts=game.facts(view),
        private=None,
        buttons=(CANCEL,),
    )
    look = replace(look_at(game, "de", "7 inches"), theme=theme)
    page = scenes.page(panel, look)
    assert not [one for one in problems(page, panel, look) if "board takes" not in one]
    for key in (one.box for one in page.touches if isinstance(one.meaning, Say)):
        discs = [o.radius for o in page.items if isinstance(o, Circle) and key.holds(*o.centre)]
        words = [o.size for o in page.items if isinstance(o, Text) and key.holds(*o.box.centre)]
        assert 2 * max(discs, default=0) >= max(words)


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("cards", [5, 12])
@pytest.mark.parametrize("count", range(2, 9))
def test_a_hand_is_counted_beside_the_rims_of_its_cards(
    screen: str, cards: int, count: int
) -> None:
    """Of six players upright the rims ran through their numbers."""
    look = look_at(games.load("wink"), "de", screen)
    seats = games.load("wink").seats[:count]
    row = Box(0, 0, look.theme.size[0] if look.theme.portrait else 240, look.theme.px(8))
    drawn = parts.seats_row(
        [SeatView(seat, cards, None, out=False, plays=EMPTY) for seat in seats], None, row, look
    )
    rims = [one.box for one in drawn.items if isinstance(one, Fill) and one.edge_px]
    for text in (one for one in drawn.items if isinstance(one, Text)):
        half = look.measure(text.text, text.role, text.size) / 2
        left, right = text.box.centre[0] - half, text.box.centre[0] + half
        edges = [x for rim in rims for x in (rim.x, rim.right)]
        assert not [x for x in edges if left - 1 < x < right + 1]


def test_a_single_card_looks_like_a_card() -> None:
    """“Was another one laid on it?” had a card as wide as the page."""
    panel = panels.CardKeysPanel(Bench().table.view(), Message("?"), (Card("5"),), ())
    page = scenes.page(panel, look_at(games.load("dog"), "en", "7 inches"))
    touch = next(one for one in page.touches if one.meaning == NameCard(Card("5")))
    assert touch.box.w < touch.box.h


@pytest.mark.parametrize(("name", "size"), [("dog", (844, 298)), ("wink", (390, 606))])
def test_who_chooses_on_a_telephone_sees_the_board(name: str, size: tuple[int, int]) -> None:
    """Lying, half of the page was empty beside the keys; a tall one had less than a small one."""
    game = games.load(name)
    first = game.setup({"dealing": "tablet"}, game.seats[:4])
    states = (one for one, _ in walk(game, first, 3, most=60))
    table = new_table(game, {}, "de").but(stage=Stage.PLAY)
    turns = (table.but(state=one) for one in states if game.actor(one) not in (None, CHANCE))
    table = next(turns)
    assert table.turn is not None
    own = build_own(table, table.turn)
    assert own is not None
    own = add_spoken_keys(own, leave_own_keys(build_panel(table), table, table.turn))
    board = printed.board(name)
    look = Look(Theme(size, DPI), words("de", board), board, paint.measure, taught=True)
    assert any(isinstance(one, Group) for one in scenes.page(own, look).items)


@pytest.mark.parametrize("size", [(390, 760), (320, 568)])
def test_the_board_of_an_own_page_is_as_large_as_the_words_allow(size: tuple[int, int]) -> None:
    """The board took two thirds of the width, and below it a third of the page was empty."""
    game, board = games.load("wink"), printed.board("wink")
    theme = fit_theme(*size)
    theme = replace(theme, size=(theme.size[0], theme.size[1] - theme.px(12)))
    turns = stages.turns_for(theme, board)
    look = Look(theme, words("de", board), board, paint.measure, turns)
    view = game.view(game.setup({"dealing": "tablet"}, game.seats[:4]), Seat("red"))
    facts = (Message("Your cards: {text}.", (("text", "1, 3, 12, 14, 16, 27, 30, 31, 32"),)),)
    keys = (panels.Button(Message("Enter the move"), Say((), moves=True)),)
    panel = panels.MenuPanel(view, Message("Whom do you name?"), keys, facts, Seat("red"), ())
    page = menu.page(panel, look, NOTHING)
    assert not problems(page, panel, look)
    boards = [one.box.w for one in page.items if isinstance(one, Group)]
    assert max(boards) > _WIDTH * theme.size[0]
    longer = menu.page(replace(panel, facts=facts * 2), look, NOTHING)
    assert longer.touches == page.touches  # a second touch hits no other key
