"""The smallest screen: how much of it the board has, and that nothing is torn apart on it."""

from __future__ import annotations

import dataclasses
import re

import pytest

from tablet_companion import games
from tablet_companion.games.core import Message, Piece, Place, Rule, Step, StepKind
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.kit.offers import list_offers
from tablet_companion.lessons import rulebook
from tablet_companion.referee.explaining.explanations import Displaced, Displacement
from tablet_companion.referee.model.coaching import list_rules
from tablet_companion.referee.model.events import Choose, OpenBoard
from tablet_companion.referee.model.notes import Hint
from tablet_companion.referee.model.panels import PlayPanel, SetUpPanel
from tablet_companion.referee.model.steps_in_words import ask_for, name_displaced
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.pages.panel import build_panel as shown_now
from tablet_companion.referee.turns.touches import handle_touch
from tablet_companion.screen.pages import rules, scenes
from tablet_companion.screen.pages.lesson import LessonPanel, Mood
from tablet_companion.screen.toolkit import paint, slots, stages
from tablet_companion.screen.toolkit.drawing import Touch, texts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import ReadRule
from tablet_companion.screen.toolkit.theme import fit_theme
from tablet_companion.screen.words.wording import words
from tests.amounts import sampled, some
from tests.conformance.walk import GAMES
from tests.referee.attacks import AGENT
from tests.referee.player import Player
from tests.referee.seer import Seer
from tests.screen.checks import board_share, inside, problems
from tests.screen.looks import SCREENS, look_at
from tests.screen.taught import taught

SOME, ROWS = 20, 4
LARGE = 0.42
"""Of the page, for a board beside a text of several lines."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def look(game: AnyGame, language: str) -> Look:
    """Return how a game's pages look at seven inches."""
    board = printed.board(game.name)
    return Look(SCREENS["7 inches"], words(language, board), board, paint.measure, taught=True)


@every_game
def test_the_board_has_three_fifths_of_the_page(game: AnyGame) -> None:
    """Where there is nothing to tell but that pieces are set out, or touched where others stand."""
    begun, _ = handle_touch(new_table(game, {}, "en"), Choose("players", len(game.seats)))
    check = begun.but(stage=begun.stage.CHECK, state=game.setup({}, game.seats))
    correcting, _ = handle_touch(check.but(stage=begun.stage.PLAY), OpenBoard())
    for table in (check, correcting):
        assert board_share(scenes.page(shown_now(table), look(game, "en"))) >= 0.6


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_choice_is_torn_apart(game: AnyGame, language: str) -> None:
    """What can be chosen of one thing before a game is on one sheet."""
    panel = shown_now(new_table(game, {}, "en"))
    assert isinstance(panel, SetUpPanel)
    given, sheets, local = look(game, language), [], Local()
    while True:
        touches = scenes.page(panel, given, local).touches
        sheets.append({t.meaning.name for t in touches if isinstance(t.meaning, Choose)})
        local = next(one for one in map(_sheet, touches) if one is not None)
        if not local.sheet:
            break
    names = [name for sheet in sheets for name in sheet]
    assert len(sheets) > 1
    assert len(names) == len(set(names))


def _sheet(touch: Touch) -> Local | None:
    """Return what turns the sheet, if a touch does nothing else."""
    meaning = touch.meaning
    if isinstance(meaning, Local) and meaning == dataclasses.replace(Local(), sheet=meaning.sheet):
        return meaning
    return None


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_named_by_what_it_says(game: AnyGame, language: str) -> None:
    """By a whole sentence, or by what stands before its colon: half a clause may mislead."""
    spoken = words(language, printed.board(game.name))
    for rule in rulebook.build_list(game).rules:
        says = spoken.text(rule.says)
        rest = says.removeprefix(rules.title(says))
        assert rest != says
        assert not rest.startswith(",")


@every_game
def test_every_rule_can_be_a_hint_beside_the_game(game: AnyGame) -> None:
    """Whichever rule is taught while somebody plays, the page is whole and counts what there is.

    As much of the rule as is shown ends like a sentence: a bare clause looks cut off.
    """
    given = look(game, "fr")
    panel = Player(game, 1).shown[-1]
    assert isinstance(panel, PlayPanel)
    begin = given.words.text(stages.MORE).partition("{")[0]
    for line in some(rulebook.build_list(game).rules, 4):
        hint = Hint(Message(line.says), line.name)
        taught = dataclasses.replace(panel, hint=hint, todo=(), happened=(), facts=())
        page = scenes.page(taught, given)
        assert not problems(page, taught, given), line.name
        assert not [one.text for one in texts(page.items) if one.text.startswith(begin)]
        (box,) = [one.box for one in page.touches if one.meaning == ReadRule(line.name, alone=True)]
        said = [one.text for one in texts(page.items) if inside(one.box, box)]
        assert said[-1].endswith((".", "!", "?")), said


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_to_put_the_pieces_back_is_no_further_step(language: str, screen: str) -> None:
    """“Danach noch 1.” stood below the only step that was left, for “Oder …”."""
    game = games.load("agent_dog")
    panel = Player(game, 1).shown[-1]
    assert isinstance(panel, PlayPanel)
    details = (("piece", "yellow"), ("place_from", "T54"), ("place_to", "T54"))
    step = Message("Turn the pawn {place_to:at} over.", details)
    back = Message("Or put the pieces back.")
    board = printed.board(game.name)
    given = Look(SCREENS[screen], words(language, board), board, paint.measure, taught=True)
    begin = given.words.text(stages.MORE).partition("{")[0]
    for todo in ((step, back), (step, step, step, back)):
        left = dataclasses.replace(panel, left=True, todo=todo, happened=(), hint=None)
        page = scenes.page(left, given)
        written = [one.text for one in texts(page.items) if one.text.startswith(begin)]
        steps = sum(one == step for one in todo)
        assert not [one for one in written if int("".join(filter(str.isdigit, one))) >= steps]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_second_step_counts_more_than_the_seats(language: str) -> None:
    """Beside six keys the twin to be laid face down was “Then 1 more.”, above everybody's signs."""
    seer = Seer(games.load("wink"), 3)
    while not isinstance(panel := seer.shown[-1], PlayPanel) or _rows(panel) < ROWS:
        seer.play_on()
    down = Step(StepKind.TURNED_DOWN, Piece("35"), Place("35"), Place("35"), Rule(""))
    hand, front = Place("yellow.hand"), Place("yellow.down")
    lay = Step(StepKind.MOVED, Piece("twin"), hand, front, Rule(""))
    given, todo = look(games.load("wink"), language), ask_for((down, lay))
    say = Message("This is still to be done.")
    left = dataclasses.replace(panel, say=say, left=True, todo=todo, happened=(), hint=None)
    page = scenes.page(left, given)
    written = " ".join(one.text for one in texts(page.items))
    assert all(given.words.say(one) in written for one in todo), written
    assert board_share(page) >= LARGE
    assert not problems(page, left, given)


@every_game
@sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_taught_leaves_a_large_board(game: AnyGame, language: str) -> None:
    """At least the first sentence of a rule has room beside a board and four rows of keys."""
    given = look(game, language)
    player = Player(game, 1)
    while player.table.stage is Stage.PLAY and len(player.table.past) < SOME:
        player.play_on()
    shown = [one for one in player.shown if isinstance(one, PlayPanel) and _rows(one) <= ROWS]
    panel = max(shown, key=_rows)
    for name, rule in list_rules(game).items():
        hint = Hint(Message(rule.says), name)
        taught = dataclasses.replace(panel, hint=hint, todo=(), happened=(), facts=())
        if rule.when:
            assert board_share(scenes.page(taught, given)) >= LARGE, (name, rule.says)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "rule", "exception"),
    [
        ("dog", "one_pawn", "7"),
        ("dog", "forwards", "4"),
        ("dog", "whose_pawn", "part"),
        ("dog", "finish_stays", "out|hinaus|ressortir"),
        ("wink", "twin_laid", "zwinkern"),
        ("agent", "empty_sheet", "at least|mindestens|au moins"),
        ("pocket_ops", "how_many_cards", "hacker"),
    ],
)
def test_a_rule_that_is_cut_short_keeps_its_exception(
    name: str, rule: str, exception: str, language: str
) -> None:
    """“A card moves one pawn, and only one.” stood alone, and then somebody laid a 7.

    What follows the first sentence has no room beside many keys.
    """
    game = games.load(name)
    given = look(game, language)
    player = Player(game, 1)
    while player.table.stage is Stage.PLAY and len(player.table.past) < SOME:
        player.play_on()
    shown = [one for one in player.shown if isinstance(one, PlayPanel) and _rows(one) <= ROWS]
    hint = Hint(Message(list_rules(game)[Rule(rule)].says), Rule(rule))
    panel = max(shown, key=_rows)
    taught = dataclasses.replace(panel, hint=hint, happened=(), facts=(), todo=())
    page = scenes.page(taught, given)
    (box,) = [one.box for one in page.touches if one.meaning == ReadRule(rule, alone=True)]
    said = " ".join(one.text for one in texts(page.items) if inside(one.box, box))
    assert re.search(exception, said.split(". ")[0].lower()), said


@sampled(3)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_asked_to_object_sees_to_what(language: str, screen: str) -> None:
    """Beside a rule that is taught the move gave way: nobody saw that the case had been taken.

    Nor does the rule give way to the move: it counts as told.
    """
    seer = Seer(AGENT, 3, most_turns=100)
    while AGENT.silence(seer.table.state) is None:
        seer.play_on()
    panel, given = seer.shown[-1], dataclasses.replace(look(AGENT, language), theme=SCREENS[screen])
    assert isinstance(panel, PlayPanel)
    details = (("piece", "green"), ("place_from", "Reykjavik"), ("place_to", "Washington.case"))
    happened = dataclasses.replace(panel.happened[-1], details=details)
    told = given.words.say(happened)
    for name, rule in list_rules(AGENT).items():
        hint = Hint(Message(rule.says), name)
        taught = dataclasses.replace(panel, happened=(happened,), hint=hint)
        page = scenes.page(taught, given)
        written = " ".join(one.text for one in texts(page.items))
        assert told in written, (name, told, written)
        begins = given.words.say(hint.say).split()[:3]
        assert " ".join(begins) in written, (name, begins, written)
        assert not problems(page, taught, given), name


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_piece_out_of_place_leaves_a_large_board(game: AnyGame, language: str) -> None:
    """A piece beside a city took half of the map's width for its sentence.

    No word of it is lost by standing above the board, and amber says that it comes first.
    """
    given = look(game, language)
    player = Player(game, 1)
    while player.table.stage is Stage.PLAY and len(player.table.past) < SOME:
        player.play_on()
    panel = max((one for one in player.shown if isinstance(one, PlayPanel)), key=_rows)
    named = {
        one: given.words.say(Message("{place}", (("place", one),))) for one in given.board.areas
    }
    home, at = sorted(named, key=lambda one: len(named[one]))[-2:]
    piece = max((one for place, one in panel.view.placement.pieces if place in named), key=len)
    for how in (Displacement.ALMOST, Displacement.ELSEWHERE, Displacement.MISSING):
        one = name_displaced(Displaced(Place(home), piece, how, Place(at)))
        astray = dataclasses.replace(panel, todo=(one,), happened=(), hint=None, left=False)
        page = scenes.page(astray, given)
        assert board_share(page) >= LARGE, how
        assert not problems(page, astray, given), how
        written = " ".join(text.text for text in texts(page.items))
        assert all(part in written for part in given.words.say(one).split(". ")), how


def _rows(panel: PlayPanel) -> int:
    return slots.height(panel.buttons, slots.ACROSS)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_stays_where_it_was_touched(game: AnyGame, language: str) -> None:
    """Lines that a choice adds moved its own to another sheet, where it seemed to be lost."""
    start, given = new_table(game, {}, "en"), look(game, language)
    given = dataclasses.replace(given, games=list_offers(), camera="usb:0", trial=True)
    sheets = [_list_choices(start, given, sheet) for sheet in range(4)]
    sheets = sheets[: 1 + next(n for n in range(4) if sheets[(n + 1) % 4] == sheets[0])]
    for sheet, choices in enumerate(sheets):
        for choice in choices:
            table, _ = handle_touch(start, choice)
            names = {one.name for one in _list_choices(table, given, sheet)}
            assert choice.name in names, (sheet, choice)


def _list_choices(table: Table, given: Look, sheet: int) -> list[Choose]:
    touches = scenes.page(shown_now(table), given, Local(sheet=sheet)).touches
    return [one.meaning for one in touches if isinstance(one.meaning, Choose)]


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_only_read_is_the_largest(game: AnyGame, language: str) -> None:
    """“Go on when you are ready.” stood larger than the aim of the game, beside the bright key."""
    given = look(game, language)
    step = next(one for one, _ in taught(game) if isinstance(one, LessonPanel) and not one.has_task)
    for says in ("Win.", "Win. Or lose.", given.words.say(step.say)):
        read = dataclasses.replace(step, say=Message("{text}", (("text", says),)))
        page = scenes.page(read, given)
        assert not problems(page, read, given)
        head = max(texts(page.items), key=lambda one: one.size)
        short = len(says.partition(". ")[0]) < 60
        assert (head.text.split()[0] == says.split()[0]) or not short


def test_a_rule_that_was_broken_is_told_once() -> None:
    """“A jack swaps …, nothing else.”, and below it the same in two sentences."""
    game = games.load("dog")
    step = next(one for one, _ in taught(game) if isinstance(one, LessonPanel) and one.has_task)
    reason = Message("The pawn on its start space is safe.")
    for answer, rule in (((), True), ((reason,), False)):
        solved = dataclasses.replace(step, mood=Mood.PRAISE, answer=(Message("Yes!"), *answer))
        page, given = scenes.page(solved, look(game, "en")), look(game, "en")
        written = " ".join(one.text for one in texts(page.items))
        assert (given.words.say(step.say) in written) is rule
        assert not problems(page, solved, given)


def test_a_long_task_has_the_whole_band_upright() -> None:
    """On 600 by 1024 points it was cut beside the sign of the player, whom it names anyway."""
    game, theme = games.load("dog"), fit_theme((600, 1024), 170)
    given = dataclasses.replace(look_at(game, "de", "7 inches, upright"), theme=theme)
    step = next(one for one, _ in taught(game) if isinstance(one, LessonPanel) and one.turn)
    ask = (
        "Überhole mit der 8 die gelbe Figur, die gerade aus ihrem Nest herausgekommen ist, und "
        "schau, was der Tisch sagt."
    )
    asked = dataclasses.replace(step, ask=Message("{text}", (("text", ask),)), has_task=True)
    assert not problems(scenes.page(asked, given), asked, given)


def test_one_long_rule_leaves_the_others_room() -> None:
    """All sheets had keys as high as that one needs: Agent DOG's 58 rules took twenty sheets."""
    given = look(games.load("dog"), "en")
    says = (*(f"Rule {number} is short." for number in range(12)), f"{'A long word ' * 12}ends.")
    lines = tuple(rules.RuleLine(f"{n}", says) for n, says in enumerate(says))
    seen: list[int] = []
    local = Local()
    while not seen or local.sheet:
        page = scenes.page(rules.RulesPanel("DOG", lines), given, local)
        seen.append(sum(isinstance(one.meaning, ReadRule) for one in page.touches))
        local = next(found for found in map(_sheet, page.touches) if found is not None)
    assert sum(seen) == len(lines)
    assert seen[0] >= len(lines) // 2


def test_pieces_to_set_out_upright_leave_room_for_the_board() -> None:
    """A second row was kept free for keys that stand in one: the board had a fifth of the page."""
    game = games.load("pocket_ops")
    given = look_at(game, "de", "7 inches, upright")
    step = next(one for one, _ in taught(game) if isinstance(one, LessonPanel) and one.has_task)
    tell = "Den roten Spion aus der Reserve von Rot in Raum {place} stellen."
    todo = tuple(Message(tell, (("place", room),)) for room in "ABDFGHI")
    set_out = dataclasses.replace(step, sets_out=True, keys=(), picks=(), todo=todo)
    page = scenes.page(set_out, given)
    assert not problems(page, set_out, given)
    assert board_share(page) > 0.35
