"""A folder of journals knows which game to resume, whatever the wall clock said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion.journal import (
    ENDED,
    LEFT,
    Entry,
    Journal,
    JournalError,
    Record,
    folder,
    has_ended,
    list_unfinished,
    make_newest,
    new_path,
    newest,
    read,
    summaries,
    was_left,
)


def play(folder: Path, *kinds: str, at_s: float = 0) -> Path:
    """Make the folder's next journal, with entries of these kinds a second after its header."""
    path = new_path(folder, "agent_dog")
    with Journal.create(path, {"game": "agent_dog"}, at_s=at_s) as journal:
        journal.append([Entry(kind, {}) for kind in kinds], at_s=at_s + 1)
    return path


def test_the_newest_is_the_one_begun_last(tmp_path: Path) -> None:
    """So it is even when the wall clock was set back in between."""
    assert newest(tmp_path / "missing") is None
    assert newest(tmp_path) is None
    play(tmp_path, "move", at_s=2e9)
    second = play(tmp_path, "move", at_s=1e9)
    assert newest(tmp_path) == second


def test_a_game_has_ended_unless_the_end_was_taken_back(tmp_path: Path) -> None:
    """Only the last entry tells."""
    assert not has_ended(read(play(tmp_path, "move")))
    assert has_ended(read(play(tmp_path, "move", ENDED)))
    assert not has_ended(read(play(tmp_path, "move", ENDED, "taken_back")))
    for beside in ("taught", "penalty", "levels"):  # as older versions wrote them
        assert has_ended(read(play(tmp_path, "move", ENDED, beside)))


def test_that_a_game_was_left_is_told_from_its_end(tmp_path: Path) -> None:
    """An end is not left before people say so, and an end that was taken back is no longer left."""
    left = Entry(ENDED, {LEFT: True})
    for entries, told in (
        ((Entry(ENDED, {}),), False),
        ((Entry(ENDED, {}), left), True),
        ((left, Entry("taught", {})), True),
        ((left, Entry("undo", {}), Entry(ENDED, {})), False),
        ((), False),
    ):
        path = new_path(tmp_path, "agent_dog")
        with Journal.create(path, {"game": "agent_dog", LEFT: True}, at_s=0) as journal:
            journal.append([Entry("move", {}), *entries], at_s=1)
        assert was_left(read(path)) is told
        assert has_ended(read(path)) is bool(entries)


def test_paths_count_up(tmp_path: Path) -> None:
    """Numbers go up past gaps and past a million; other files in the folder do not matter."""
    (tmp_path / "999999-x.journal").touch()
    (tmp_path / "notes.journal").touch()
    assert new_path(tmp_path, "agent_dog").name == "1000000-agent_dog.journal"
    assert new_path(tmp_path / "missing", "chess").name == "000001-chess.journal"


def test_a_broken_newest_is_reported_not_skipped(tmp_path: Path) -> None:
    """Resuming an older game in its place would look like a loss; a person has to say."""
    play(tmp_path, "move")
    broken = new_path(tmp_path, "agent_dog")
    broken.write_text("nonsense")
    assert newest(tmp_path) == broken
    with pytest.raises(JournalError, match="is not a journal"):
        read(broken)


def test_summaries(tmp_path: Path) -> None:
    """Newest first, with what a list of games needs; an unreadable one says why."""
    first = play(tmp_path, "move", "move", ENDED, at_s=100)
    broken = new_path(tmp_path, "chess")
    broken.write_text("nonsense")
    latest, oldest = summaries(tmp_path)
    assert latest.path == broken
    assert "is not a journal" in latest.trouble
    assert (oldest.path, oldest.header) == (first, {"game": "agent_dog"})
    assert (oldest.last_s, oldest.entries, oldest.ended) == (101, 3, True)
    assert oldest.trouble == ""


def test_unfinished_games_can_be_listed(tmp_path: Path) -> None:
    """Those that ended, are harmed, open, or of another label are not of them; newest first."""
    oldest = play(tmp_path, "move")
    play(tmp_path, "move", ENDED)
    new_path(tmp_path, "agent_dog").write_text("nonsense")
    second = play(tmp_path, "move")
    other = new_path(tmp_path, "chess")
    Journal.create(other, {"game": "chess"}, at_s=0).close()
    with Journal.create(new_path(tmp_path, "agent_dog"), {}, at_s=0):
        assert [found.path for found in list_unfinished(tmp_path)] == [other, second, oldest]
        assert [found.path for found in list_unfinished(tmp_path, "agent_dog")] == [second, oldest]


def test_games_that_are_over_are_not_read_to_list_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pause lists the unfinished ones; a thousand finished ones would hold it up for seconds."""
    play(tmp_path, "move", ENDED)
    taken_back = play(tmp_path, "move", ENDED, "taken_back")
    for _ in range(3):
        play(tmp_path, "move", ENDED)
    beside = play(tmp_path, "move", ENDED)
    Path(f"{beside}-journal").write_text("of another time")
    wholly = []

    def note_and_read(path: Path) -> tuple[Record, ...]:
        wholly.append(path)
        return read(path)

    monkeypatch.setattr(folder, "read", note_and_read)
    assert [found.path for found in list_unfinished(tmp_path)] == [taken_back]
    assert wholly == [beside, taken_back]


def test_an_older_game_can_be_made_the_newest(tmp_path: Path) -> None:
    """It gets the next number, with everything in it; no other file changes its name."""
    oldest, second = play(tmp_path, "move"), play(tmp_path, "move", "move")
    before = oldest.read_bytes()
    renamed = make_newest(oldest)
    assert newest(tmp_path) == renamed
    assert renamed.name == "000003-agent_dog.journal"
    assert renamed.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [second, renamed]
