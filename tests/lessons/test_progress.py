"""How far people came is kept for each name, and a harmed file costs nothing else."""

from __future__ import annotations

from pathlib import Path

from tablet_companion import games
from tablet_companion.kit import printed
from tablet_companion.lessons.progress import FILE, LONGEST, MOST_NAMES, Notebook
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.screen.pages.lesson import ChaptersPanel
from tablet_companion.screen.toolkit.orders import (
    LeaveLessons,
    OpenLessons,
    TakeChapter,
    TakeName,
    TurnStep,
)


def sit_down(path: Path) -> Teacher:
    """Open the shelf of chapters at a table that keeps progress in a file."""
    teacher = Teacher(
        games.load("agent_dog"), printed.board("agent_dog"), lambda: None, Notebook(path)
    )
    teacher.obey(OpenLessons(), 0.0)
    return teacher


def read_shelf(teacher: Teacher) -> ChaptersPanel:
    """Return the shelf."""
    panel = teacher.panel(0.0)
    assert isinstance(panel, ChaptersPanel)
    return panel


def learn(teacher: Teacher, steps: int) -> None:
    """Go on by this many steps of the first chapter, and leave it."""
    teacher.obey(TakeChapter("first_pawn"), 0.0)
    for _ in range(steps):
        teacher.obey(TurnStep(), 0.0)
    teacher.obey(LeaveLessons(), 0.0)


def test_each_name_has_its_own_progress_after_a_restart(tmp_path: Path) -> None:
    """Two people come a different way; the next evening the shelf shows both."""
    teacher = sit_down(tmp_path / FILE)
    for name, steps in (("Anna", 3), ("Ben", 1)):
        teacher.obey(TakeName(name), 0.0)
        learn(teacher, steps)
    teacher = sit_down(tmp_path / FILE)
    assert read_shelf(teacher).chapters[0].done == 0
    for name, steps in (("Anna", 3), ("Ben", 1)):
        teacher.obey(TakeName(name), 0.0)
        assert read_shelf(teacher).name == name
        assert read_shelf(teacher).chapters[0].done == steps


def test_a_harmed_file_is_told_of_kept_and_begun_again(tmp_path: Path) -> None:
    """The shelf says so in a sentence; what is learnt from then on is kept."""
    path = tmp_path / FILE
    path.write_text('{"version": 7}', encoding="utf-8")
    teacher = sit_down(path)
    assert FILE in str(read_shelf(teacher).say.details)
    assert path.with_name(FILE + ".harmed").read_text(encoding="utf-8") == '{"version": 7}'
    learn(teacher, 2)
    assert read_shelf(sit_down(path)).chapters[0].done == 2


def test_the_book_is_bounded(tmp_path: Path) -> None:
    """Names are shortened, and no more are taken in than the page has keys for."""
    book = Notebook(tmp_path / FILE)
    assert book.add("  Maximilian Alexander ") == "Maximilian A"
    for number in range(2 * MOST_NAMES):
        book.add(f"name {number}")
    assert len(book.names) < MOST_NAMES
    assert max(map(len, book.names)) <= LONGEST
    assert Notebook(tmp_path / FILE).trouble == ""


def test_a_folder_that_cannot_be_written_keeps_the_lesson_going(tmp_path: Path) -> None:
    """Progress is then in memory only, and the shelf says why."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    teacher = sit_down(blocked / FILE)
    learn(teacher, 2)
    assert read_shelf(teacher).chapters[0].done == 2
    assert str(blocked) in str(read_shelf(teacher).say.details)
