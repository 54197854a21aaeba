"""What a telephone's script leaves on the glass when its line ends."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tablet_companion.web import wire

SCRIPT = resources.files("tablet_companion.web") / "static" / "telephone.js"


def play(*events: str) -> Any:
    """Return what a browser that is none shows after these events."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    stand_in = Path(__file__).with_name("stand_in.mjs")
    command = [node, str(stand_in), str(SCRIPT), *events]
    told = subprocess.run(command, capture_output=True, check=True, text=True, timeout=30).stdout
    return json.loads(told)


def hear(monkeypatch: pytest.MonkeyPatch, *events: str) -> Any:
    """Return what can be heard after these events, the touches sent, lines, and the words."""
    monkeypatch.setenv("HEARD", "1")
    return play(*events)


def test_pieces_are_told_as_long_as_the_telephone_has_its_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page with fewer pieces keeps none of the last page's; who is dismissed keeps none."""
    monkeypatch.setenv("BOARD", "1")
    pages = [json.dumps({"board": lines}) for lines in (["Red: Bern", "Case: Rome"], ["Red: Bern"])]
    told = play("1006", *(f"labels={page}" for page in pages), "1008")
    assert told == [["Red: London"], ["Red: Bern", "Case: Rome"], ["Red: Bern"], []]


def test_a_place_that_is_open_elsewhere_is_taken_back_by_a_touch() -> None:
    """Two tabs of one telephone; nothing else is loaded again by a touch."""
    told = play("touch", "elsewhere", "touch")
    assert told == [["", True], ["elsewhere", False], ["elsewhere", False, "reload"]]


def test_an_invitation_is_not_lost_to_a_bad_network() -> None:
    """It is shown again until the table has answered it; until then the page says why."""
    waits = ["", "offline", "offline", "reload"]
    assert play("join=0,429,204") == [waits, 0, 1]


def test_an_invitation_is_not_lost_to_a_network_that_says_nothing() -> None:
    """It was waited for without end, on a blank page; a request is left as a line is."""
    assert play("join=-1,204") == [["", "offline", "reload"], 0, 1]


@pytest.mark.parametrize(("fonts", "said"), [("refused", ""), ("lost", "offline")])
def test_letters_that_do_not_come_keep_nobody_from_the_table(
    fonts: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused to a busy table, or lost on the way: the page stayed blank for ever."""
    monkeypatch.setenv("FONTS", fonts)
    assert play("passing=0", "came") == [[said, True], ["", True]]


def test_an_answer_that_comes_late_says_nothing_over_the_table() -> None:
    """The line is back before the question why it ended has failed."""
    told = play("shut=-1", "came", "stalled", "shut=-1", "elsewhere", "stalled")
    assert [one[0] for one in told] == ["offline", "", "", "offline", "elsewhere", "elsewhere"]


def test_who_stays_without_a_connection_learns_of_a_new_address() -> None:
    """A router that restarts gives the table another one: the page said “Trying again” for ever."""
    told = play("1006", "passing=29999", "shut=0", "passing=1", "shut=0", "came", "shut=0")
    assert [one[0] for one in told] == [*["offline"] * 4, "moved", "", "offline"]


def test_an_invitation_that_is_refused_is_shown_once() -> None:
    """The telephone may still be a guest: its line is opened, and says so if it is not."""
    assert play("join=403,204") == [["", "reload"], 1, 1]


def test_a_telephone_that_lost_its_seat_shows_nothing_of_it() -> None:
    """Dismissed or replaced it is blank and says why; without a network its page stays."""
    told = play("1006", "1008", "shut=403", "elsewhere")
    words = [one[0] for one in told]
    assert words == ["offline", "offline", "refused", "elsewhere"]
    assert [one[1] for one in told] == [True, False, False, False]


def test_a_telephone_that_lost_its_seat_while_it_slept_shows_nothing_of_it() -> None:
    """Its line had been open: the hand stayed on the glass, and it tried again for ever."""
    told = play("1006", "shut=0", "shut=429", "shut=403")
    assert [one[0] for one in told] == ["offline", "offline", "offline", "refused"]
    assert [one[1] for one in told] == [True, True, True, False]


@pytest.mark.parametrize(("status", "word"), [(403, "refused"), (429, "offline"), (0, "offline")])
def test_only_who_is_no_guest_is_sent_for_an_invitation(status: int, word: str) -> None:
    """A table that is too busy for a line, or a network that fails, refuses nobody."""
    told = play(f"shut={status}")
    assert told[0][0] == word


def test_a_page_from_before_an_update_loads_itself_anew() -> None:
    """Once; if it comes back as old, from a cache on the way, it asks for a touch."""
    assert play("old", "old", "touch") == [
        ["old", False, "reload"],
        ["old", False],
        ["old", False, "reload"],
    ]


def test_a_page_can_be_heard_and_its_keys_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A canvas says nothing to a screen reader; a finger on such a key counts only once."""
    told = hear(monkeypatch, "labels={}", "choose=0", "finger", "1008")
    assert told[0][:2] == ["The hand", [["Play", 1]]]
    assert told[1][2] == [["touch", 10, 5, 1, 5000]]
    assert told[2][2] == [["touch", 9, 9, 1, 5010]]
    assert told[3][:2] == ["", []]


def test_a_finger_that_a_busy_browser_hears_late_touches_the_page_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It came down 5 ms after one page had come; another came 900 ms later, and was painted."""
    told = hear(monkeypatch, "labels={}", "later=900", "finger")
    assert told[1][2] == [["touch", 9, 9, 1, 5]]
    assert told[2][2] == [["touch", 9, 9, 2, 10]]


def test_no_message_tells_by_its_length_where_a_finger_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Everybody on the Wi-Fi can count encrypted bytes: 9, 123.3 and a late touch differed."""
    fingers = ("finger", "finger=123.33333587646484", "later=9999", "wake")
    told = hear(monkeypatch, "labels={}", *fingers)
    lengths = {length for one in told for length in one[7]}
    assert len(lengths) == 1
    assert lengths.pop() <= wire.MAX_BYTES
    assert told[2][2] == [["touch", 123, 9, 1, 40]]


def test_a_key_that_stays_keeps_the_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its element stays; it is not taken out and put in again, either."""
    two = json.dumps({"keys": [[0, 0, 1, 1, "Back"], [0, 1, 1, 1, "Play"]]})
    more = json.dumps({"keys": [[0, 0, 1, 1, "Play"], [0, 0, 1, 1, "On"]]})
    told = hear(monkeypatch, f"labels={two}", f"labels={more}")
    assert [one[1] for one in told] == [[["Back", 1], ["Play", 2]], [["Play", 2], ["On", 3]]]


def test_a_telephone_that_wakes_asks_whether_its_line_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing tells some browsers; a page in answer is enough, else another line is opened."""
    alive = hear(monkeypatch, "labels={}", "wake", "labels={}", "late")
    assert [one[3] for one in alive] == [1, 1, 1, 1]
    assert alive[1][2] == [["size"]]
    dead = hear(monkeypatch, "labels={}", "wake", "late")
    assert [one[3] for one in dead] == [1, 1, 2]


def test_a_touch_asks_whether_a_silent_table_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that stood still or lost its plug ends no line; impatience puts nothing off."""
    told = hear(monkeypatch, "labels={}", "finger", "finger", "late", "finger", "late")
    assert [[kind for kind, *_ in one[2]].count("size") for one in told] == [0, 0, 0, 1, 0, 0]
    assert [one[3] for one in told] == [1, 1, 1, 1, 1, 2]
    alive = hear(monkeypatch, "labels={}", "finger", "labels={}", "late", "finger", "late")
    assert [one[3] for one in alive] == [1] * 6
    assert [len(one[2]) for one in alive][3:] == [0, 1, 1]


def test_a_page_that_nobody_touches_asks_whether_its_line_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A router that restarts ends no line: who waited for their turn saw the old page for ever."""
    dead = hear(monkeypatch, "labels={}", "idle", "late")
    assert [[kind for kind, *_ in one[2]] for one in dead] == [[], ["size"], []]
    assert [one[3] for one in dead] == [1, 1, 2]
    alive = hear(monkeypatch, "labels={}", "idle", "labels={}", "late", "idle", "late")
    assert [one[3] for one in alive] == [1, 1, 1, 1, 1, 2]


def test_a_line_on_which_no_page_comes_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that swallows all that is sent left the page blank, without a word, for minutes."""
    events = ("stalled", "labels={}", "stalled")
    assert [one[0] for one in play(*events)] == ["offline", "", ""]
    assert [one[3] for one in hear(monkeypatch, *events)] == [2, 2, 2]


def test_the_pages_own_words_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were those of the moment at which the page was loaded."""
    words = json.dumps({"texts": {"language": "de", "offline": "Keine Verbindung"}})
    told = hear(monkeypatch, "labels={}", f"labels={words}")
    assert [one[4:6] for one in told] == [["en", "offline"], ["de", "Keine Verbindung"]]


def test_a_picture_that_did_not_come_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that failed, or a table that had dropped it, left a page without its board."""
    told = hear(monkeypatch, "labels={}", "pictures=dropped:a", "pictures=kept:a")
    assert told[1][2] == [["size"]]
    assert [one[6] for one in told] == [[], ["/picture/a"] * 2, []]


def test_a_picture_that_never_comes_is_not_asked_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From then on it is asked for with each page that shows it, and once it comes it stays."""
    never = ("labels={}", "pictures=never:a,b", "pictures=never:a,b")
    told = hear(monkeypatch, *never, "pictures=kept:a,b", "pictures=kept:a,b")
    asked = [len(one[6]) for one in told]
    assert 4 < asked[1] <= 24
    assert asked[2:] == [2, 2, 0]
    assert len(told[1][2]) == 5


def test_the_pictures_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first twelve were kept for ever, and a page's own board made room for others."""
    others = [f"pictures=kept:{number},board" for number in range(13)]
    told = hear(monkeypatch, "labels={}", *others)
    assert sum("/picture/board" in one[6] for one in told) == 1


def test_what_the_page_says_by_itself_grows_with_the_browsers_letters() -> None:
    """Who had set twice as large letters read “No connection” in 18 pixels all the same."""
    css = (resources.files("tablet_companion.web") / "static" / "telephone.css").read_text()
    assert "font: 1.125rem" in css.partition("#word {")[2].partition("}")[0]
