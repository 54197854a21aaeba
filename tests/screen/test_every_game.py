"""Pages of every game in every language on four screens: all whole, clear and large enough."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.kit.offers import list_offers
from tablet_companion.lessons.rulebook import build_list
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.pages.asking import AIM
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.options import has_page
from tablet_companion.screen.pages.rules import FIND, label, title
from tablet_companion.screen.pages.setup_rows import GAMES as GAMES_PAGE
from tablet_companion.screen.pages.setup_rows import LEVELS, NAMES, VALUES
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Group, Page, texts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import PlayGame, ReadRule
from tablet_companion.screen.words.wording import words
from tests.amounts import THOROUGH, draw
from tests.conformance.walk import GAMES, is_dealt_by_tablet
from tests.referee.player import Player
from tests.screen.checks import inside, problems
from tests.screen.looks import SCREENS, SIZES, look, look_at, turns_of
from tests.screen.played import played
from tests.screen.taught import taught

TIGHT: Final = tuple(
    (language, screen)
    for language, screen in itertools.product(LANGUAGES, SIZES)
    if THOROUGH or (language != "en") == screen.startswith("7 inches")
)
"""The long languages on the small screens, the short one on the large."""


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_can_be_read_and_touched(game: AnyGame, language: str, screen: str) -> None:
    """Texts are whole, in their boxes and clear of each other; keys are a finger wide and apart.

    Of the pages one in nine is tried, in the next screens or languages those between them.
    """
    panels = draw(played(game), 9, [*SIZES].index(screen) + [*LANGUAGES].index(language))
    given = look_at(game, language, screen)
    shown = {scenes.page(panel, given): panel for panel in panels}
    for page, panel in shown.items():
        assert not problems(page, panel, given), panel


@pytest.mark.parametrize(("language", "screen"), TIGHT)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_of_the_set_up_can_be_read_and_touched(
    game: AnyGame, language: str, screen: str
) -> None:
    """So it is with those behind its keys: games, levels, names, options, further sheets."""
    given = look_at(game, language, screen)
    table = new_table(game, {}, language)
    panel = build_panel(table)
    pages = (GAMES_PAGE, LEVELS, NAMES, *(one.name for one in game.options if has_page(one)))
    locals_ = (*(Local(option=name) for name in pages), *(Local(sheet=n) for n in range(5)))
    for local in locals_:
        assert not problems(scenes.page(panel, given, local), panel, given), local


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_page_behind_the_set_up_leads_back_to_its_sheet(game: AnyGame) -> None:
    """“Done” and “Back” show the sheet again that has the key to the page."""
    panel, given = build_panel(new_table(game, {}, "en")), look_at(game, "en", "7 inches")
    led: list[bool] = []
    for number in range(4):
        page = scenes.page(panel, given, Local(sheet=number))
        for way in (one for one in _ways(page) if one.option):
            back = [one for one in _ways(scenes.page(panel, given, way)) if not one.option]
            led += [scenes.page(panel, given, one) == page for one in back]
    assert len(led) > 1
    assert all(led)


def _ways(page: Page) -> list[Local]:
    """Return what the keys of a page lead to on the screen itself."""
    return [one.meaning for one in page.touches if isinstance(one.meaning, Local)]


def test_the_page_of_the_games_has_no_key_to_the_rules_of_one() -> None:
    """Before a game is chosen, “?” would open the rules of whichever was played before."""
    panel, given = build_panel(new_table(GAMES[0], {}, "en")), look("7 inches")
    given = replace(given, games=list_offers())
    meant = {
        type(touch.meaning) for touch in scenes.page(panel, given, Local(option=GAMES_PAGE)).touches
    }
    assert meant == {PlayGame, Local}


@pytest.mark.parametrize("screen", SIZES)
def test_the_key_of_a_game_shows_its_board(screen: str) -> None:
    """Within each key lies a picture of at least a quarter of it, and no two are alike."""
    panel, given = build_panel(new_table(GAMES[0], {}, "en")), look(screen)
    given = replace(given, games=list_offers())
    page = scenes.page(panel, given, Local(option=GAMES_PAGE))
    keys = [one.box for one in page.touches if isinstance(one.meaning, PlayGame)]
    shown = [
        [one for one in page.items if isinstance(one, Group) and inside(one.box, key)]
        for key in keys
    ]
    assert len(keys) == len(GAMES)
    assert len({tuple(one.items for one in boards) for boards in shown}) == len(keys)
    for key, boards in zip(keys, shown, strict=True):
        assert boards
        assert 4 * boards[0].box.w * boards[0].box.h >= key.w * key.h


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_how_many_may_play_stands_on_one_line(screen: str, language: str) -> None:
    """“2 to 4” and the word for players stay together below or beside the game's name."""
    panel, given = build_panel(new_table(GAMES[0], {}, language)), look(screen)
    given = replace(given, words=words(language), games=list_offers())
    page = scenes.page(panel, given, Local(option=GAMES_PAGE))
    lines = [one.text for one in texts(page.items)]
    assert not {"players", "joueurs", "Spieler"} & set(lines)
    assert sum(line.endswith(("players", "joueurs", "Spieler")) for line in lines) == len(GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_choice_whose_name_says_nothing_is_explained(game: AnyGame) -> None:
    """A word that no page translates is the name of something: each has a sentence."""
    for option in game.options:
        words_ = [one for one in option.choices if isinstance(one, str) and one not in VALUES]
        named = [one for one in words_ if not set(one.split()) <= set(game.seats)]
        assert len(option.told) == len(option.choices) or not named, option.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_however_little_room_there_is_the_aim_is_a_whole_sentence(game: AnyGame) -> None:
    """The first thing taught may be cut to its title, which then says what to do."""
    aim = games.handbook(game.name).rules[AIM].says
    for language in LANGUAGES:
        assert title(words(language, printed.board(game.name)).text(aim)).endswith(".")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_are_found_by_numbers_only_if_these_are_cards(game: AnyGame) -> None:
    """A rule about three players is not looked for under “3”, a rule about the 4 is."""
    page = scenes.page(build_list(game), look("7 inches"), Local(option=FIND))
    typed = [one.meaning.option for one in page.touches if isinstance(one.meaning, Local)]
    assert any(one[-1:].isdigit() for one in typed) is game.pile


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_are_found_by_letters_as_an_index_sorts_them(game: AnyGame, language: str) -> None:
    """A letter with an accent stands under the plain one; keys of rules have no full stop."""
    speech = words(language, printed.board(game.name))
    listed, given = build_list(game), look("7 inches", speech)
    page = scenes.page(listed, given, Local(option=FIND))
    typed = [one.meaning.option for one in page.touches if isinstance(one.meaning, Local)]
    letters = [one.removeprefix(FIND) for one in typed if len(one) == len(FIND) + 1]
    assert "é" not in letters
    assert "ü" not in letters
    said = speech.text(listed.rules[0].says)
    word = max(re.findall(r"\w+", said), key=len).casefold()
    found = scenes.page(listed, given, Local(option=FIND + word))
    assert ReadRule(listed.rules[0].name) in [one.meaning for one in found.touches]
    for line in listed.rules:
        assert not label(speech.text(line.says)).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_rules_of_a_thing_come_first_and_fill_the_page(language: str) -> None:
    """Of the 7 of DOG the first was “one card moves one pawn”, and three keys took half a page."""
    game = games.load("dog")
    speech = words(language, printed.board("dog"))
    given, seven = look("7 inches", speech), Local(option=FIND + "7")
    touches = scenes.page(build_list(game), given, seven).touches
    keys = [(one.meaning, one.box) for one in touches if isinstance(one.meaning, ReadRule)]
    rules = games.handbook("dog").rules
    assert "7" in label(speech.text(rules[Rule(keys[0][0].name)].says))
    assert min(box.y for _, box in keys) < given.theme.size[1] / 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_people_deal_is_told_with_its_number(game: AnyGame) -> None:
    """Where everybody holds the same number of cards when play begins, the first page says it."""
    table = Player(game, 1).table
    view, tablet = table.view(), is_dealt_by_tablet(table.state)
    counts = set() if tablet else {one.cards for one in view.seats} - {0, None}
    details = dict(game.prompt(view).details)
    assert "two" in game.prompt(view).text or not counts or {details.get("count")} == counts


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_family_is_suggested_as_players(game: AnyGame) -> None:
    """At most four, if so few may play."""
    assert len(new_table(game, {}, "en").setup.seats) <= max(4, game.players({})[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_keys_of_colours_stand_in_order_and_first(game: AnyGame) -> None:
    """Seats and agents have the same order on every page; what ends or says no comes last."""
    named: tuple[str, ...] = (*game.seats, *game.colours)
    for keys in (one.keys for one in played(game) if isinstance(one, MenuPanel)):
        details = [dict(key.label.details) for key in keys]
        ranks = [
            named.index(colour) if (colour := one.get("seat") or one.get("colour")) else len(named)
            for one in details
        ]
        assert ranks == sorted(ranks), [key.label for key in keys]


@pytest.mark.parametrize(("language", "screen"), TIGHT)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_that_teaches_can_be_read_and_touched(
    game: AnyGame, language: str, screen: str
) -> None:
    """So it is with every rule at every moment of its example, and every step of every lesson.

    Of these pages one in twenty-seven is tried, in the next screens or languages those between.
    """
    pages = draw(taught(game), 27, TIGHT.index((language, screen)))
    board = printed.board(game.name)
    given = Look(
        SIZES[screen],
        words(language, board),
        board,
        paint.measure,
        turns_of(board, screen),
        taught=True,
    )
    for panel, local in pages:
        page = scenes.page(panel, given, local)
        assert not problems(page, panel, given), panel
