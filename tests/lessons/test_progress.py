"""How far people came is kept for each name, and a harmed file costs nothing else."""

from __future__ import annotations

from pathlib import Path

from tablet_companion import games
from tablet_companion.games.core import Seat
from tablet_companion.kit import printed
from tablet_companion.lessons import progress
from tablet_companion.lessons.teacher import ALL_DONE, OVER, WHICH, Teacher
from tablet_companion.referee.model.effects import Record
from tablet_companion.screen.pages.names import NamesPanel
from tablet_companion.screen.pages.shelf import ChaptersPanel
from tablet_companion.screen.toolkit import orders
from tests.screen.learner import Learner


def sit_down(path: Path) -> Teacher:
    """Open the shelf of chapters at a table that keeps progress in a file."""
    teacher = Teacher(
        games.load("agent_dog"), printed.board("agent_dog"), lambda: None, progress.Notebook(path)
    )
    teacher.obey(orders.OpenLessons(), 0.0)
    return teacher


def read_shelf(teacher: Teacher) -> ChaptersPanel:
    """Return the shelf."""
    panel = teacher.panel(0.0)
    assert isinstance(panel, ChaptersPanel)
    return panel


def learn(teacher: Teacher, steps: int) -> None:
    """Solve this many steps of the first chapter, and leave it."""
    learner = Learner(games.load("agent_dog"))
    learner.teacher = teacher
    learner.take("first_pawn")
    for _ in range(steps):
        learner.solve()
    teacher.obey(orders.LeaveLessons(), 0.0)


def skip(teacher: Teacher, steps: int) -> None:
    """Go on by this many steps of the first chapter without doing anything."""
    teacher.obey(orders.TakeChapter("first_pawn"), 0.0)
    for _ in range(steps):
        teacher.obey(orders.TurnStep(), 0.0)


def test_a_step_that_was_skipped_is_not_done(tmp_path: Path) -> None:
    """The aim is only read; a chapter whose tasks were skipped is taken up at the first of them."""
    teacher = sit_down(tmp_path / progress.FILE)
    skip(teacher, read_shelf(teacher).chapters[0].steps)
    assert read_shelf(teacher).chapters[0].done == 1
    assert read_shelf(teacher).say.text == WHICH
    learn(teacher, 2)
    assert read_shelf(teacher).chapters[0].done == 3


def test_steps_solved_after_a_skipped_one_count_once_that_is_solved(tmp_path: Path) -> None:
    """Who could not do one step and did all others had all of those to do again."""
    teacher = sit_down(tmp_path / progress.FILE)
    steps = read_shelf(teacher).chapters[0].steps
    skip(teacher, 2)
    learner = Learner(games.load("agent_dog"))
    learner.teacher = teacher
    for _ in range(2, steps):
        learner.solve()
    assert read_shelf(teacher).chapters[0].done == 1
    learn(teacher, 1)
    assert read_shelf(teacher).chapters[0].done == steps


def test_steps_solved_after_a_skipped_one_are_kept_for_the_next_evening(tmp_path: Path) -> None:
    """The table is switched off in between; the steps count for whoever solved them, and once."""
    teacher = sit_down(tmp_path / progress.FILE)
    skip(teacher, 2)
    learner = Learner(games.load("agent_dog"))
    learner.teacher = teacher
    learner.solve()
    learner.solve()
    teacher = sit_down(tmp_path / progress.FILE)
    teacher.obey(orders.TakeName("Anna"), 0.0)
    learn(teacher, 2)
    assert read_shelf(teacher).chapters[0].done == 2
    teacher.obey(orders.TakeName(""), 0.0)
    learn(teacher, 1)
    assert read_shelf(teacher).chapters[0].done == 4
    assert "ahead" not in (tmp_path / progress.FILE).read_text()


def test_steps_ahead_of_a_skipped_one_are_forgotten_with_the_name(tmp_path: Path) -> None:
    """Another Anna begins at the beginning, also after a restart."""
    teacher = sit_down(tmp_path / progress.FILE)
    teacher.obey(orders.TakeName("Anna"), 0.0)
    skip(teacher, 2)
    learner = Learner(games.load("agent_dog"))
    learner.teacher = teacher
    learner.solve()
    teacher.obey(orders.LeaveLessons(), 0.0)
    assert "ahead" in (tmp_path / progress.FILE).read_text()
    teacher.obey(orders.ForgetName("Anna", sure=True), 0.0)
    assert "Anna" not in (tmp_path / progress.FILE).read_text()


def test_no_more_steps_ahead_are_kept_than_can_be_read_again(tmp_path: Path) -> None:
    """A file with too many would be put aside at the next start, with everybody's progress."""
    book = progress.Notebook(tmp_path / progress.FILE)
    for step in range(1, progress.MAX_AHEAD + 3):
        book.note(progress.Taken("", "agent_dog", f"chapter {step}", 1))
    read = progress.read_progress(tmp_path / progress.FILE).ahead
    assert read
    assert (len(read), read[-1].chapter) == (
        progress.MAX_AHEAD,
        f"chapter {progress.MAX_AHEAD + 2}",
    )


def test_each_name_has_its_own_progress_after_a_restart(tmp_path: Path) -> None:
    """Two people come a different way; the next evening the shelf shows both."""
    teacher = sit_down(tmp_path / progress.FILE)
    for name, steps in (("Anna", 3), ("Ben", 1)):
        teacher.obey(orders.TakeName(name), 0.0)
        learn(teacher, steps)
    teacher = sit_down(tmp_path / progress.FILE)
    assert read_shelf(teacher).chapters[0].done == 0
    for name, steps in (("Anna", 3), ("Ben", 1)):
        teacher.obey(orders.TakeName(name), 0.0)
        assert read_shelf(teacher).name == name
        assert read_shelf(teacher).chapters[0].done == steps


def test_progress_stays_apart_when_people_take_turns() -> None:
    """The first of two comes back, nobody learns in between, and everybody is where they were."""
    teacher = Teacher(
        games.load("agent_dog"), printed.board("agent_dog"), lambda: None, progress.Notebook(None)
    )
    teacher.obey(orders.OpenLessons(), 0.0)
    for name, steps in (("Anna", 2), ("Ben", 1), ("", 4), ("Anna", 1)):
        teacher.obey(orders.OpenNames(), 0.0)
        teacher.obey(orders.TakeName(name), 0.0)
        learn(teacher, steps)
    for name, done in (("Ben", 1), ("", 4), ("Anna", 3)):
        teacher.obey(orders.TakeName(name), 0.0)
        shelf = read_shelf(teacher)
        assert (shelf.name, shelf.chapters[0].done) == (name, done)


def test_nobody_takes_no_name_from_the_book(tmp_path: Path) -> None:
    """To go on without a name cost the room of one."""
    teacher = sit_down(tmp_path / progress.FILE)
    teacher.obey(orders.TakeName(""), 0.0)
    assert "" not in progress.read_progress(tmp_path / progress.FILE).names


def test_after_the_last_chapter_the_shelf_does_not_ask_what_comes_next(tmp_path: Path) -> None:
    """It does after every other chapter, in whatever order they are done."""
    game, said = games.load("agent_dog"), []
    for others in (0, -1):
        book = progress.Notebook(tmp_path / f"{others}.json")
        learner = Learner(game)
        learner.teacher = Teacher(game, printed.board(game.name), lambda: None, book)
        learner.teacher.obey(orders.OpenLessons(), 0.0)
        first, *rest = read_shelf(learner.teacher).chapters
        for chapter in rest:
            for step in range(chapter.steps + others):
                book.note(progress.Taken("", game.name, chapter.name, step))
        learner.take(first.name)
        for _ in range(first.steps):
            learner.solve()
        said.append(read_shelf(learner.teacher).say.text)
    assert said == [ALL_DONE, OVER]


def test_a_harmed_file_is_told_of_kept_and_begun_again(tmp_path: Path) -> None:
    """The shelf says so in a sentence; what is learnt from then on is kept."""
    path = tmp_path / progress.FILE
    path.write_text('{"version": 7}', encoding="utf-8")
    teacher = sit_down(path)
    assert progress.FILE in str(read_shelf(teacher).say.details)
    assert path.with_name(progress.FILE + ".harmed").read_text(encoding="utf-8") == '{"version": 7}'
    learn(teacher, 2)
    assert read_shelf(sit_down(path)).chapters[0].done == 2


def test_the_book_is_bounded(tmp_path: Path) -> None:
    """Names are shortened, and no more are taken in than the page has keys for."""
    book = progress.Notebook(tmp_path / progress.FILE)
    assert book.add("  Maximilian Alexander ") == "Maximilian A"
    for number in range(2 * progress.MAX_NAMES):
        book.add(f"name {number}")
    assert len(book.names) < progress.MAX_NAMES
    assert max(map(len, book.names)) <= progress.MAX_LETTERS
    assert progress.Notebook(tmp_path / progress.FILE).trouble == ""


def test_a_folder_that_cannot_be_written_keeps_the_lesson_going(tmp_path: Path) -> None:
    """Progress is then in memory only, and the shelf says why."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    teacher = sit_down(blocked / progress.FILE)
    learn(teacher, 2)
    assert read_shelf(teacher).chapters[0].done == 2
    assert str(blocked) in str(read_shelf(teacher).say.details)


def begun(teacher: Teacher, rules: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
    """Return what each seat knows as a game begins, in which red is told rules then."""
    known = list(teacher.take_note([Record("begun", {})]))
    told = [Record("taught", {"seat": "red", "rule": rule}) for rule in rules]
    assert not list(teacher.take_note(told))
    return {one.seat: tuple(one.rules) for one in known}


def test_nobody_is_told_again_what_they_were_told_last_week(tmp_path: Path) -> None:
    """A rule told in a game, or met in a lesson, goes with the person to any seat."""
    teacher = sit_down(tmp_path / progress.FILE)
    teacher.obey(orders.TakeName("Anna"), 0.0)
    learn(teacher, 2)
    teacher.obey(orders.OpenNames(Seat("red")), 0.0)
    teacher.obey(orders.TakeName("Anna"), 0.0)
    assert teacher.panel(0.0) is None
    begun(teacher, ("jumping",))
    teacher = sit_down(tmp_path / progress.FILE)
    assert teacher.seated == {"red": "Anna"}
    teacher.obey(orders.OpenNames(Seat("blue")), 0.0)
    teacher.obey(orders.TakeName("Anna"), 0.0)
    known = begun(teacher, ("own_side",))
    assert known.keys() == {"blue"}
    assert {"jumping", "aim"} <= set(known["blue"])
    teacher.obey(orders.OpenNames(Seat("blue")), 0.0)
    teacher.obey(orders.TakeName(""), 0.0)
    assert not begun(teacher)


def test_lessons_and_seats_ask_for_different_people(tmp_path: Path) -> None:
    """Who sits at Red does not become the one who learns; without a name nothing is kept."""
    teacher = sit_down(tmp_path / progress.FILE)
    teacher.obey(orders.OpenNames(Seat("red")), 0.0)
    teacher.obey(orders.LeaveNames(), 0.0)
    begun(teacher, ("jumping",))
    assert not teacher.seated
    teacher.obey(orders.OpenNames(Seat("red")), 0.0)
    teacher.obey(orders.TakeName("Ben"), 0.0)
    teacher.obey(orders.OpenLessons(), 0.0)
    assert not read_shelf(teacher).name
    assert begun(teacher) == {"red": ()}


def test_somebody_can_be_forgotten_and_makes_room(tmp_path: Path) -> None:
    """Twelve names were kept for good; now one goes, with a second touch, and all it had learnt."""
    teacher = sit_down(tmp_path / progress.FILE)
    book = progress.Notebook(tmp_path / progress.FILE)
    for number in range(progress.MAX_NAMES):
        book.add(f"Child {number}")
    book.seat(Seat("red"), "Child 1")
    book.note_told("Child 1", "dog", "may_enter")
    teacher = sit_down(tmp_path / progress.FILE)
    assert book.full
    for order in (
        orders.OpenNames(),
        orders.TypeName(""),
        orders.ForgetName(),
        orders.ForgetName("Child 1"),
    ):
        teacher.obey(order, 0.0)
        assert "Child 1" in progress.Notebook(tmp_path / progress.FILE).names
    teacher.obey(orders.ForgetName("Child 1", sure=True), 0.0)
    kept = progress.Notebook(tmp_path / progress.FILE)
    assert "Child 1" not in kept.names
    assert not kept.full
    assert not kept.seats
    assert not kept.list_told("Child 1", "dog")
    assert isinstance(teacher.panel(0.0), NamesPanel)
