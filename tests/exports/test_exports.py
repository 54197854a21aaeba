"""A game that was played can be kept and read back, and what is kept tells no secret."""

from __future__ import annotations

import functools
import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakSet

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tablet_companion import cli
from tablet_companion.exports import paper
from tablet_companion.exports.files import export_files, read_game
from tablet_companion.exports.paper import page_pdf
from tablet_companion.exports.pictures import moving_picture
from tablet_companion.exports.text import StoryError, in_words, read_story, write_story
from tablet_companion.games.core import Message, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.journal import Entry, Journal
from tablet_companion.kit import printed
from tablet_companion.referee.model.chronicle import Story
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Page, Rgb
from tablet_companion.screen.words.wording import words
from tests.amounts import count
from tests.conformance.walk import GAMES
from tests.fuzz.harm import harmed_bytes
from tests.referee.player import Player

DOG = next(one for one in GAMES if one.name == "dog")


class Drawn(np.ndarray[Any, np.dtype[np.uint8]]):
    """A picture that can be counted as long as it is held."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # by identity


@functools.cache
def played(game: AnyGame, seed: int, actions: int = 40) -> Player:
    """Return a game some actions on."""
    player = Player(game, seed)
    for _ in range(actions):
        if player.table.stage is Stage.PLAY:
            player.play_on()
    return player


def story(game: AnyGame, seed: int = 1, actions: int = 40) -> Story:
    """Return the whole of it, as it is told at the end."""
    return tell_story(played(game, seed, actions).table.but(stage=Stage.ENDED))


@pytest.mark.parametrize("seed", range(1, count(2, 4)))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_text_reads_back(game: AnyGame, language: str, seed: int) -> None:
    """What is written gives the same story, in its words, and the same text again."""
    said, told = words(language, printed.board(game.name)), story(game, seed, 90)
    text = write_story(told, said)
    again = read_story(text)
    assert again == in_words(told, said)
    assert write_story(again, said) == text
    assert told.turns


def test_a_bar_in_a_sentence_is_part_of_the_sentence() -> None:
    """What is said may hold what parts the fields; it is not taken for changes of the table."""
    said = words("en", printed.board(DOG.name))
    text = write_story(story(DOG, actions=6), said)
    before, bar, sentence = text.rstrip().rpartition(" | ")
    told = read_story(f"{before}{bar}One | {sentence}\n")
    assert dict(told.turns[-1].says[0].details)["text"] == f"One | {sentence}"
    assert read_story(write_story(told, said)) == in_words(told, said)


@given(st.data())
def test_harmed_text_is_read_or_refused_in_a_sentence(data: st.DataObject) -> None:
    """Whatever was done to its bytes, there is a story that can be written, or a StoryError."""
    said = words("en", printed.board(DOG.name))
    whole = write_story(story(DOG, actions=6), said).encode()
    harmed = data.draw(harmed_bytes(whole)).decode("utf-8", "replace")
    refused = ""
    try:
        found = read_story(harmed)
    except StoryError as error:
        refused = str(error)
    if refused:
        assert "\n" not in refused
        return
    assert read_story(write_story(found, said)) == in_words(found, said)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1. red 5 | T9-red | x", "there is no red at T9"),
        ("1. purple 5 | | x", "purple is not one of the players"),
        ("red plays the 5", "expected"),
        ('[Seats "red"]', "each once"),
        ("1. red 5 | nonsense | x", "expected a change"),
        (f"1. red 5 |{' T1+red' * 300} | x", "no board has more than 300 pieces"),
    ],
)
def test_a_wrong_line_is_named(line: str, reason: str) -> None:
    """The sentence has the line's number and what is wrong there."""
    head = '[Game "dog"]\n[Seats "red blue"]\n[Start "T0+red"]\n'
    with pytest.raises(StoryError, match=f"Line 4: .*{reason}"):
        read_story(head + line)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal of a short game."""
    path = tmp_path_factory.mktemp("games") / "000001-dog.journal"
    first, *records = played(DOG, 7, 6).records
    with Journal.create(path, first.body, at_s=0.0) as journal:
        journal.append([Entry(one.kind, one.body) for one in records], at_s=1.0)
    return path


def test_the_command_keeps_a_journal_in_every_form(file: Path, tmp_path: Path) -> None:
    """Three files, each what it says; the text can be exported again in the journal's place."""
    kinds = ["--text", "--picture", "--page"]
    assert cli.main(["export", str(file), *kinds, "--language", "de", "--out", str(tmp_path)]) == 0
    with Image.open(tmp_path / "000001-dog.webp") as picture:
        assert getattr(picture, "n_frames", 1) > 6
    assert len(pypdfium2.PdfDocument(tmp_path / "000001-dog.pdf")) == 1
    text = tmp_path / "000001-dog.txt"
    told = read_game(text)
    assert told == in_words(read_game(file), words("de", printed.board("dog")))
    again = tmp_path / "again"
    assert cli.main(["export", str(text), "--language", "de", "--out", str(again)]) == 0
    assert (again / text.name).read_text() == text.read_text()


@pytest.mark.parametrize("left_out", [0, 14])
def test_turns_that_are_left_out_are_counted_aloud(
    left_out: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that goes on may give an empty file: who exports it is told so, and when to again."""
    text = tmp_path / "game.txt"
    head = '[Game "agent_dog"]\n[Seats "red blue green yellow"]\n[Start ""]\n'
    text.write_text(f'{head}[LeftOut "{left_out}"]\n')
    assert cli.main(["export", str(text), "--out", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().err
    assert told.count("\n") == bool(left_out)
    assert ("the first 14 turns are left out" in told) == bool(left_out)


def test_the_page_names_every_move(file: Path) -> None:
    """Its text holds the words of each turn, and who plays what."""
    told = read_game(file)
    ((_, content),) = export_files("x", told, "fr", ["page"])
    page = pypdfium2.PdfDocument(io.BytesIO(content))[0].get_textpage().get_text_range()
    assert all(f"{turn.number}. " in page for turn in told.turns)


@pytest.mark.parametrize(("name", "pictures"), [("agent", 1), ("dog", 2)])
def test_a_chart_is_printed_only_where_there_is_something_to_draw(name: str, pictures: int) -> None:
    """Beside the board: a game without a track would have two empty axes."""
    game = next(one for one in GAMES if one.name == name)
    ((_, content),) = export_files("x", story(game), "en", ["page"])
    page = pypdfium2.PdfDocument(io.BytesIO(content))[0]
    assert len([*page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])]) == pictures


@pytest.mark.parametrize(
    ("winners", "head"),
    [(None, "The game is not over yet."), ((), "Nobody has won."), ((Seat("red"),), "Won: Red")],
)
def test_the_page_says_how_it_ended(winners: tuple[Seat, ...] | None, head: str) -> None:
    """A game that nobody won is over all the same; in Agent that happens."""
    told = replace(story(DOG, actions=2), winners=winners)
    pages = pypdfium2.PdfDocument(page_pdf(told, printed.board("dog"), "en"))
    assert head in pages[0].get_textpage().get_text_bounded()


def test_the_page_and_the_text_tell_everybody_s_points() -> None:
    """A sheet of Wink named the winner, and nobody's points; it is over once a hand is empty."""
    wink = Player(next(one for one in GAMES if one.name == "wink"), 11, players=5)
    while wink.table.stage is Stage.PLAY:
        wink.play_on()
    told = tell_story(wink.table)
    assert told.winners is not None
    read = read_story(write_story(told, words("de", printed.board("wink"))))
    for one, language in ((told, "en"), (read, "de")):
        pages = pypdfium2.PdfDocument(page_pdf(one, printed.board("wink"), language))
        text = " ".join(pages[0].get_textpage().get_text_bounded().split())
        assert text.count("points" if language == "en" else "Punkte") >= len(told.seats)


def test_a_long_game_s_pictures_are_not_held_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three hundred turns filled more than a gigabyte; each picture is drawn when it is wanted."""
    alive: WeakSet[Drawn] = WeakSet()
    most = 0
    render = paint.render

    def draw(page: Page, ground: Rgb) -> Drawn:
        nonlocal most
        drawn = render(page, ground).view(Drawn)
        alive.add(drawn)
        most = max(most, len(alive))
        return drawn

    monkeypatch.setattr(paint, "render", draw)
    film = moving_picture(story(DOG, actions=20), printed.board("dog"), "en")
    with Image.open(io.BytesIO(film)) as picture:
        assert getattr(picture, "n_frames", 1) > 20
    assert most <= 2


def test_the_page_says_who_made_each_move() -> None:
    """On the screen a sign does; nobody can tell whose move “the green agent” was."""
    told = story(next(one for one in GAMES if one.name == "agent"))
    ((_, content),) = export_files("x", told, "en", ["page"])
    page = pypdfium2.PdfDocument(io.BytesIO(content))[0].get_textpage().get_text_range()
    lines = re.findall(r"(\d+)\. +(\w+)", page)
    assert {(str(one.number), str(one.seat).capitalize()) for one in told.turns} <= {*lines}


def test_words_that_the_typeface_lacks_are_printed_all_the_same(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A text that people changed may hold anything: a question mark each, and no warning."""
    told = read_game(file)
    odd = replace(told.turns[0], says=(Message("{text}", (("text", "a💀\u202e中 <b> %s"),)),))
    ((_, content),) = export_files("x", replace(told, turns=(odd,)), "en", ["page"])
    page = pypdfium2.PdfDocument(io.BytesIO(content))[0].get_textpage().get_text_range()
    assert "a??? <b> %s" in page
    assert not caplog.records


@pytest.mark.parametrize("name", ["nothing.journal", "nothing.txt"])
def test_what_is_not_there_is_said_in_a_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1, one line, the file's name in it."""
    assert cli.main(["export", str(tmp_path / name)]) == 1
    said = capsys.readouterr().err
    assert name in said
    assert said.count("\n") == 1


def test_a_game_of_strangers_is_refused(tmp_path: Path) -> None:
    """Seats that the game does not have are named."""
    file = tmp_path / "x.txt"
    file.write_text('[Game "dog"]\n[Seats "plum"]\n[Start ""]\n')
    with pytest.raises(StoryError, match="nobody plays plum"):
        read_game(file)


@pytest.mark.parametrize(
    "turn",
    [
        "1. red joker99 | T0-red T1+red | x",
        "1. red 5 | T0-red nowhere+red | x",
        "1. red 5 | T0-red T1+plum | x",
        "1. red 5 | T0-red T1+hidden | x",
    ],
)
def test_a_card_a_place_or_a_piece_of_another_game_is_refused(turn: str, tmp_path: Path) -> None:
    """It would be printed as if it had been played."""
    file = tmp_path / "x.txt"
    file.write_text(f'[Game "dog"]\n[Seats "red blue"]\n[Start "T0+red"]\n{turn}\n')
    with pytest.raises(StoryError, match=r"there is no (joker99|nowhere|plum|hidden) in DOG"):
        read_game(file)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_read_back_by_the_command(game: AnyGame, tmp_path: Path) -> None:
    """Nothing that a game has is taken for another's."""
    file, said = tmp_path / "x.txt", words("fr", printed.board(game.name))
    told = story(game, actions=90)
    file.write_text(write_story(told, said))
    assert read_game(file) == in_words(told, said)


@pytest.mark.parametrize(("under", "read"), [("case", True), ("green", False)])
def test_what_stands_upon_a_piece_is_read_back(under: str, read: bool, tmp_path: Path) -> None:
    """A game of Agent whose case was carried was refused: “there is no Tangier.case in Agent”."""
    head = '[Game "agent"]\n[Seats "white black"]\n[Start "London+blue Tangier+case"]\n\n'
    file = tmp_path / "game.txt"
    file.write_text(f"{head}1. white - | London-blue Tangier.{under}+blue | Blue to Tangier\n")
    if read:
        assert ("Tangier.case", "blue") in read_game(file).turns[0].after.pieces
        return
    with pytest.raises(StoryError, match=r"no Tangier.green in Agent"):
        read_game(file)


def test_a_number_of_four_digits_leaves_its_label_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """“1020” ran into “Moves” on the page of a long game."""
    monkeypatch.setattr(paper, "list_figures", lambda *_: (("Moves", 1020), ("Rounds", 7)))
    page = pypdfium2.PdfDocument(page_pdf(story(DOG), printed.board(DOG.name), "en"))[0]
    text = page.get_textpage()
    boxes = [text.get_charbox(n) for n in range(text.count_chars())]
    written = text.get_text_range()
    at, label = written.index("1020"), written.index("Moves")
    assert boxes[label][0] > boxes[at + 3][2] + 3
    assert boxes[label][0] == pytest.approx(boxes[written.index("Rounds")][0], abs=1)
