"""A new game is a folder: one that no file of the product names is played, taught and shown."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, Final

import msgspec
import pytest

import tablet_companion
from hardware.errors import CompanionError
from hardware.printing.raster import render_board
from tablet_companion import games
from tablet_companion.app.start.program import choose_game
from tablet_companion.cli import main
from tablet_companion.games.advice import Depth
from tablet_companion.games.core import CHANCE, Piece, Place, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import teaching
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed, rulebook
from tablet_companion.kit.boards import areas_of
from tablet_companion.lessons.chapters import read_chapters
from tablet_companion.lessons.rulebook import list_rules
from tablet_companion.players.choosing import make_player, play_greedily
from tablet_companion.players.jobs import Job, do
from tablet_companion.players.levels import LEVELS
from tablet_companion.players.reasons import find_reasons
from tablet_companion.players.search import find_depth
from tablet_companion.players.seen import Seen
from tablet_companion.referee.explaining.cases import Case
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explain import explain
from tablet_companion.referee.explaining.explanations import Broke
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dialogues import FixingBoard
from tablet_companion.referee.model.effects import Kind, Record
from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.replay import replay
from tablet_companion.screen.words.wording import KEYS, words
from tablet_companion.selfplay.play import TurnTold
from tablet_companion.selfplay.players import play_out, someone
from tablet_companion.simulator.house import House, Print
from tests.conformance.walk import positions
from tests.referee.looks import look
from tests.small_game.conftest import FOLDER, NAME
from tools.messages import collect_marked

RED: Final = Seat("red")
ROOT: Final = Path(tablet_companion.__file__).parents[1]
PX_PER_MM: Final = 2
SEED: Final = 1
"""Of a game in which men are moved to places that another man may reach, and off the board."""
SUITES: Final = (
    "tests/conformance",
    "tests/fuzz/test_texts.py",
    "tests/games/test_teaching.py",
    "tests/referee/test_every_game.py",
    "tests/screen/test_every_game.py",
    "tests/simulator/test_in_reach.py",
)
"""What is asked of every game by discovery."""


def outside(*words: str) -> subprocess.CompletedProcess[str]:
    """Return what a new process of Python answers that is told of the folder as people are."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    told = kept | {games.FOLDERS: str(FOLDER), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=told, capture_output=True, text=True, check=False
    )


# --- found ----------------------------------------------------------------------------------------


def test_nothing_of_the_product_names_the_game() -> None:
    """Where a product's file had to know of it, a new game would be more than a folder."""
    rooms = (ROOT / room for room in ("tablet_companion", "hardware", "calibration", "tools"))
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".toml")]
    assert len(files) > 100
    assert [path for path in files if NAME in path.read_text(encoding="utf-8")] == []


def test_a_folder_that_the_environment_names_is_searched() -> None:
    """Games outside the package are found by TABLET_COMPANION_GAMES, beside those within."""
    found = outside("-c", "from tablet_companion import games; print(*games.names())")
    assert {NAME, "agent_dog"} <= set(found.stdout.split()), found.stderr


def test_a_folder_that_is_not_there_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stick that is not plugged in takes nothing away but its own games."""
    before = games.names()
    monkeypatch.setattr(games, "__path__", [*games.__path__, "/nowhere/games"])
    assert games.names() == before


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("import nothing_of_the_kind\n", "ModuleNotFoundError"),
        ("GAME = (\n", "SyntaxError.*line 1"),
        ("# A game.\nGAME = Game()\n", r"NameError.*\(__init__\.py, line 2\)"),
        ("from tablet_companion.games.wink import GAME\n", "no Game of that name"),
        ("GAME = None\n", "no Game of that name"),
        ("", "AttributeError"),
    ],
)
def test_a_game_that_cannot_be_loaded_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, reason: str
) -> None:
    """One sentence names the game; the others are still found and played."""
    name = f"broken_{len(content)}"  # what was once imported is not imported again
    tmp_path.joinpath(name).mkdir()
    tmp_path.joinpath(name, "board.toml").touch()
    tmp_path.joinpath(name, "__init__.py").write_text(content)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    assert name in games.names()
    assert {"wink"} <= dict(printed.titles()).keys() < {*games.names()}
    assert main(["print", name, "--out", str(tmp_path)]) == 1
    with pytest.raises(games.BrokenGame, match=rf"{name}.*{reason}"):
        games.load(name)


def test_what_is_asked_of_every_game() -> None:
    """The game keeps the contract, is played by touches, and its pages can be read and touched."""
    plain = ("-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "-rp")
    ran = outside("-m", "pytest", *plain, *SUITES, "-k", NAME)
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert [suite for suite in SUITES if f"PASSED {suite}" not in ran.stdout] == []


def test_a_start_goes_by_the_last_game_only_while_it_is_there(game: AnyGame) -> None:
    """Whoever took the folder away still has a table: that of the game that always is there."""
    assert choose_game(game.name) == game.name
    assert choose_game("taken_away") == choose_game("") == "agent_dog"


# --- printed --------------------------------------------------------------------------------------


def test_its_board_is_printed(game: AnyGame, tmp_path: Path) -> None:
    """``print`` writes the board for both papers, a list and seat signs; no cards, no drilling."""
    assert main(["print", game.name, "--out", str(tmp_path)]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"{NAME}-{what}.pdf" for what in ("board-a3", "board-a4", "parts", "seats")}


@pytest.mark.parametrize("lessons", [True, False])
def test_its_rulebook_is_printed(
    game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, lessons: bool
) -> None:
    """Every rule once, those that no lesson has for its own, too; lessons may be left out."""
    if not lessons:
        monkeypatch.setattr(teaching, "LESSONS_FILE", "none.toml")
    told = [rule for chapter in rulebook.group_rules(game.name) for rule in chapter.rules]
    assert sorted(told) == sorted(list_rules(games.handbook(game.name)))
    for part in ("rulebook", "reference"):
        assert main(["print", game.name, part, "--out", str(tmp_path)]) == 0
        assert (tmp_path / f"{game.name}-{part}.pdf").is_file()


BAD_DECKS: Final = {
    "[[cards": "deck.toml: this is not TOML",
    "card = 1": "deck.toml is not a deck (Object missing required field `cards`); mend it there.",
    '[[cards]]\nface = "7"': "missing required field `count` - at `$.cards[0]`",
    '[[cards]]\nface = "7"\ncount = "x"': "Expected `int`, got `str` - at `$.cards[0].count`",
}


@pytest.mark.parametrize("deck", BAD_DECKS)
def test_a_deck_that_is_none_is_refused(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch, deck: str
) -> None:
    """One sentence names the file and what is wrong in it."""
    text = printed._data(game.name, "board.toml")
    monkeypatch.setattr(printed, "_data", lambda _, name: {"board.toml": text}.get(name, deck))
    with pytest.raises(CompanionError, match=re.escape(BAD_DECKS[deck])):
        printed.deck(game.name)


def test_its_lines_are_drawn(game: AnyGame) -> None:
    """Lines of the board's file are on the print, and a board without any is printed, too."""
    board = printed.board(game.name)
    bare = msgspec.structs.replace(board, lines=())
    assert not board.markers
    halfway = 45 * PX_PER_MM, 120 * PX_PER_MM  # between a1 and b1
    assert render_board(board, PX_PER_MM)[halfway].max() < 80
    assert render_board(bare, PX_PER_MM)[halfway].min() > 150


# --- played and refereed --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def turns(kit: Print) -> list[TurnTold]:
    """Return the turns of a whole game through rendered pictures, many of which go wrong first."""
    told: list[TurnTold] = []
    player = someone(House(kit, SEED), fault_share=0.6)
    player.begin()
    assert play_out(player, told.append)
    return told


def test_every_move_is_followed(turns: list[TurnTold]) -> None:
    """No legal move is objected to or lost, and no planted fault goes unnoticed."""
    assert [told.wrong for told in turns if told.wrong] == []
    assert len(turns) > 15


def test_a_player_s_own_fault_is_objected_to_by_its_rules(turns: list[TurnTold]) -> None:
    """A player who moves his own man wrongly hears exactly the rules that this breaks."""
    own = [told for told in turns if told.fault and "own_man" not in told.expected]
    for told in own:
        (judged,) = (one for one in told.verdicts if one.kind is Kind.OBJECTED)
        assert {breach.rule for breach in judged.breaches} == told.expected
        assert judged.seat == told.seat
    assert {rule for told in own for rule in told.expected} >= {"occupied", "along_lines"}


def test_a_man_of_the_other_s_accuses_nobody_of_more(turns: list[TurnTold]) -> None:
    """It may have been knocked: it is named, asked about, or objected to by the rules broken."""
    others = [told for told in turns if "own_man" in told.expected]
    for told in others:
        rules = {breach.rule for one in told.verdicts for breach in one.breaches}
        assert rules <= told.expected
    assert others


def test_every_fault_with_an_own_man_is_explained_by_its_rules(game: AnyGame) -> None:
    """Of all wrong moves of many positions none is taken for a man that is merely missing."""
    areas = areas_of(printed.board(game.name), game.name)
    broken: Counter[str] = Counter()
    for state in positions(game, 6):
        for action in game.conceivable(state):
            rules = {breach.rule for breach in game.judge(state, action)}
            if game.actor(state) == CHANCE or not rules or "own_man" in rules:
                continue
            shown = Evidence(look(game.attempted(state, action), areas=areas), areas)
            case = Case(Position(game, state), (), shown, Laid(None, How.BLIND))
            found = explain(case)
            assert isinstance(found, Broke), (state, action, found)
            assert {breach.rule for breach in found.breaches} == rules
            broken.update(rules)
    assert min(broken[rule] for rule in ("occupied", "along_lines", "place_first")) > 20


def test_where_nothing_is_planted_nothing_is_objected_to(turns: list[TurnTold]) -> None:
    """A move that breaks no rule is accepted, and that is all."""
    right = [told for told in turns if not told.fault]
    assert right
    assert {one.kind for told in right for one in told.verdicts} == {Kind.ACCEPTED}


# --- taught and explained -------------------------------------------------------------------------


def test_its_rules_are_taught(game: AnyGame) -> None:
    """Every rule is told in words with an example, and a chapter meets all of them."""
    book = games.handbook(game.name)
    assert {*book.rules} == {*book.examples} > {*game.rules}
    (chapter,) = read_chapters(game.name)
    assert {rule for step in chapter.steps for rule in step.rules} == {*book.rules}


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {KEYS}))
def test_it_brings_its_own_translations(game: AnyGame, language: str) -> None:
    """All that the game says is said in every language, from the catalogues of its folder."""
    board = printed.board(game.name)
    said = words(language, board)
    texts = collect_marked(FOLDER / NAME)
    assert len(texts) > 30
    assert [text for text in texts if said.text(text) == text] == []
    assert words(language).text("Place two men at once, and see.").startswith("Place")


def test_positions_are_answered(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``moves`` lists what is legal, and ``explain`` says which rule an attempt breaks."""
    position = {"game": game.name, "turn": "red", "men": {"b2": "blue"}, "attempt": "red.nest b2"}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(position).encode())))
    assert main(["explain", game.name]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [breach["rule"] for breach in answer["breaches"]] == ["occupied"]
    assert len(game.moves(position)) == 8


# --- its rules ------------------------------------------------------------------------------------


def play(game: AnyGame, *actions: str) -> object:
    """Return the state after these actions."""
    state = game.setup({}, game.seats)
    for action in actions:
        state = game.apply(state, game.read_action(state, action))
    return state


def test_three_in_a_row_win(game: AnyGame) -> None:
    """The game is over with the third man in a row, and the seat has won."""
    placed = ("lot red", "red.nest a1", "blue.nest a2", "red.nest b1", "blue.nest b2")
    before, after = play(game, *placed), play(game, *placed, "red.nest c1")
    assert game.actor(before) == "red"
    assert (ended := game.outcome(after)) is not None
    assert ended.winners == ("red",)


def test_a_board_corrected_to_a_win_ends_the_game(game: AnyGame) -> None:
    """The end is on record; put right from there, the game goes on; so it is after a restart."""
    areas = areas_of(printed.board(game.name), game.name)
    table, entries = new_table(game, areas, "en"), list[Record]()

    def touch(*intents: events.Intent) -> None:
        nonlocal table
        for intent in intents:
            table, effects = step(table, events.Touched(table.now_s + 1, intent))
            entries.extend(effect for effect in effects if isinstance(effect, Record))

    def put(**men: str) -> None:
        touch(
            *(events.Put(Place(at), Piece(man)) for at, man in men.items()), events.TableIsRight()
        )
        again = replay(new_table(game, areas, "en"), [(one.kind, one.body) for one in entries])
        assert (again.stage, again.state) == (table.stage, table.state)

    touch(events.Choose("dealer", "red"), events.Begin(), events.Begin(), events.OpenBoard())
    nests = {f"red.N{number}": "" for number in (1, 2, 3)}
    put(**nests, a1="red", b1="red", c1="red")
    assert table.stage is Stage.ENDED
    assert isinstance(build_panel(table), EndPanel)
    assert entries[-1].kind == "ended"
    table = table.but(dialogue=FixingBoard())
    put(**nests, a1="red", b1="red", c1="", c2="red")
    assert table.stage is Stage.PLAY


def test_the_tables_players_go_by_the_games_own_estimate(game: AnyGame) -> None:
    """A game outside the package says itself what a position is worth."""

    def estimate(state: Any) -> dict[Seat, float]:
        worth = 0.5 if "c3" in state.men[0] else -0.5
        return {RED: worth, Seat("blue"): -worth}

    begun = play(game, "lot red")
    valued = replace(game, worth=estimate)
    asked = Seen(valued, begun, RED)
    for player in (play_greedily, make_player("good")):
        assert game.write_action(begun, player(asked, random.Random(1))) == "red.nest c3"


def test_a_game_says_itself_how_far_to_look_and_what_is_good(game: AnyGame) -> None:
    """A game outside the package brings its own depth of search and its own reasons."""
    begun, reasons = play(game, "lot red"), (("It is good.", lambda _move: True),)
    own = replace(game, depth=Depth(kept=3), reasons=reasons)
    said = [one.text for one in find_reasons(own, begun, RED, game.legal(begun)[0])]
    assert (find_depth(own).kept, said) == (3, ["It is good."])


@pytest.mark.parametrize("level", LEVELS)
def test_the_table_plays_it(game: AnyGame, level: str) -> None:
    """The table plays a game of which it knows no more than the rules, and completes a row."""
    placed = play(game, "lot red", "red.nest a1", "blue.nest a2", "red.nest b1", "blue.nest b2")
    chosen = {
        do(Job(game.name, game.write(placed), RED, level, seed), Event().is_set).action
        for seed in range(3)
    }
    assert "red.nest c1" in chosen
    assert LEVELS[level].slips or len(chosen) == 1


def test_many_moves_are_a_draw(game: AnyGame) -> None:
    """Nobody wins with the last move that was agreed on."""
    begun = json.loads(game.write(play(game, "lot red")))
    last = game.read(json.dumps(begun | {"moves": begun["most"] - 1}))
    ended = game.outcome(game.apply(last, game.legal(last)[0]))
    assert ended is not None
    assert ended.winners == ()
