"""Invitations and guests: once, in time, for one seat; and a restart changes none of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from tablet_companion.config import ConfigError, WebSettings
from tablet_companion.games.core import TABLE, Seat
from tablet_companion.web.addresses import is_own, list_names
from tablet_companion.web.certificate import make_certificate
from tablet_companion.web.guests import MAX_AT_TABLE, Guests, GuestsError
from tablet_companion.web.invitations import (
    LONGEST_S,
    InvitationError,
    read_invitation,
    write_invitation,
)
from tablet_companion.web.rates import Rate, Rates
from tablet_companion.web.wire import Sized, Touched, read_message

RED, KEY = Seat("red"), bytes(32)


class Wall:
    """A wall clock that tests set."""

    now_s = 1e9

    def __call__(self) -> float:
        """Return the time."""
        return self.now_s


@pytest.fixture
def wall() -> Wall:
    """Return a clock."""
    return Wall()


@pytest.fixture
def clock() -> ManualClock:
    """Return a clock that nobody sets."""
    return ManualClock(50.0)


@pytest.fixture
def guests(tmp_path: Path, wall: Wall, clock: ManualClock) -> Guests:
    """Return nobody yet."""
    return Guests(tmp_path, wall, clock)


def test_an_invitation_is_good_once(guests: Guests) -> None:
    """The second telephone that shows it is refused, and the first one stays."""
    invitation = guests.invite(RED, 60.0)
    secret = guests.admit(invitation)
    assert secret is not None
    assert guests.admit(invitation) is None
    assert guests.find(secret) == RED


def test_a_restart_neither_forgets_guests_nor_used_invitations(
    guests: Guests, tmp_path: Path, wall: Wall
) -> None:
    """A telephone goes on after the plug was pulled, and nobody enters by its old invitation."""
    invitation = guests.invite(RED, 60.0)
    secret = guests.admit(invitation)
    again = Guests(tmp_path, wall, ManualClock())
    assert again.find(secret or "") == RED
    assert again.admit(invitation) is None


def test_a_clock_that_jumps_makes_no_used_invitation_good(guests: Guests, wall: Wall) -> None:
    """Not even if another telephone joined while it was wrong, nor is anybody kept out by it."""
    invitation = guests.invite(RED, 60.0)
    assert guests.admit(invitation) is not None
    for jump_s in (LONGEST_S, -LONGEST_S, -1e9, 1e9):
        wall.now_s += jump_s
        assert guests.admit(guests.invite(TABLE, 60.0)) is not None
        assert guests.admit(invitation) is None


def test_an_unreadable_book_ends_every_invitation(
    guests: Guests, tmp_path: Path, wall: Wall
) -> None:
    """As nobody knows any more which were used, those given so far are good for nothing."""
    invitation = guests.invite(RED, 60.0)
    assert guests.admit(guests.invite(RED, 60.0)) is not None
    (tmp_path / "guests.json").write_bytes(b"{")
    again = Guests(tmp_path, wall, ManualClock())
    assert again.seats == ()
    assert again.admit(invitation) is None
    assert again.admit(again.invite(RED, 60.0)) is not None


def test_a_key_that_cannot_be_removed_is_told_in_a_sentence(tmp_path: Path, wall: Wall) -> None:
    """As on a disk that was harmed and is read-only since: no traceback, and nobody is let in."""
    (tmp_path / "guests.json").write_bytes(b"{")
    (tmp_path / "key").mkdir()
    with pytest.raises(GuestsError, match="key cannot be removed"):
        Guests(tmp_path, wall, ManualClock())


def test_a_disk_that_cannot_be_written_lets_nobody_in(guests: Guests, tmp_path: Path) -> None:
    """What is not on the disk did not happen: the invitation could be used again."""
    (tmp_path / "guests.json").mkdir()
    invitation = guests.invite(RED, 60.0)
    for _ in range(2):
        with pytest.raises(GuestsError, match="cannot be written"):
            guests.admit(invitation)
    assert guests.seats == ()
    (tmp_path / "guests.json").rmdir()
    assert guests.admit(invitation) is not None, "the telephone asks until there is room"


@pytest.mark.parametrize("call", ["exists", "mkdir"])
def test_a_folder_that_another_user_owns_is_told(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody ran the table as root once; naming another file would be no help."""

    def refuse(path: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, call, refuse)
    with pytest.raises(InvitationError, match=r"Permission denied; check .* that you may use it"):
        Guests(tmp_path / "web", lambda: 0.0, ManualClock())


def test_a_telephone_is_disconnected_though_the_disk_is_full(
    guests: Guests, tmp_path: Path
) -> None:
    """Somebody whose seat it was plays without it at once; it is forgotten with what follows."""
    secret = guests.admit(guests.invite(RED, 60.0)) or ""
    (tmp_path / "guests.json").unlink()
    (tmp_path / "guests.json").mkdir()
    guests.dismiss(RED)
    assert guests.find(secret) is None
    assert guests.seats == ()


def test_a_new_telephone_of_a_seat_replaces_the_old_one(guests: Guests) -> None:
    """A lost one is worth nothing once another has joined, or the seat's was disconnected."""
    first, second = (guests.admit(guests.invite(RED, 60.0)) or "" for _ in range(2))
    assert guests.find(first) is None
    assert guests.find(second) == RED
    guests.dismiss(RED)
    assert guests.find(second) is None


def test_the_table_has_a_few_telephones(guests: Guests) -> None:
    """One more than there may be takes the place of the oldest."""
    secrets = [guests.admit(guests.invite(TABLE, 60.0)) or "" for _ in range(MAX_AT_TABLE + 1)]
    assert guests.find(secrets[0]) is None
    assert {guests.find(one) for one in secrets[1:]} == {TABLE}
    assert guests.seats == ()


def test_guests_leave_after_a_week(
    guests: Guests, tmp_path: Path, wall: Wall, clock: ManualClock
) -> None:
    """A telephone that was let in is not known for ever, whether the program runs on or not."""
    secret = guests.admit(guests.invite(RED, 60.0)) or ""
    wall.now_s += 8 * 24 * 3600
    assert Guests(tmp_path, wall, ManualClock()).find(secret) is None
    clock.advance(8 * 24 * 3600)
    assert guests.find(secret) is None
    assert guests.seats == ()


@pytest.mark.parametrize("jump_s", [1e9, -9e8])
def test_a_clock_that_is_set_during_a_game_drops_no_telephone(
    guests: Guests, wall: Wall, jump_s: float
) -> None:
    """A machine without a battery begins at any time and learns the right one later."""
    before = guests.admit(guests.invite(RED, 60.0)) or ""
    wall.now_s += jump_s
    after = guests.admit(guests.invite(Seat("blue"), 60.0)) or ""
    assert [guests.find(one) for one in (before, after)] == ["red", "blue"]
    assert guests.seats == ("red", "blue")


@pytest.mark.parametrize("after_s", [60.0, 3600.0, -LONGEST_S])
@pytest.mark.parametrize("now_s", [-1e6, 1e6, 2.0**32 - 30, 9e10])
def test_an_invitation_has_its_time(now_s: float, after_s: float) -> None:
    """It is refused once it has ended, and where the clock was set back by a day.

    So it is whatever the clock says: one that is dead wrong ended the game instead.
    """
    text = write_invitation(KEY, RED, now_s + 60)
    found = read_invitation(KEY, text, now_s + 59)
    assert found is not None
    assert found.until_s == now_s + 60
    assert read_invitation(KEY, text, now_s + after_s) is None


def test_an_invitation_cannot_be_changed() -> None:
    """Another seat, another time or another key: whatever differs in it, it is none."""
    text = write_invitation(KEY, RED, 1e6)
    for place in range(len(text)):
        changed = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
        found = read_invitation(KEY, changed, 1e6 - 1)
        assert found is None or found == read_invitation(KEY, text, 1e6 - 1)
    assert read_invitation(bytes(31) + b"1", text, 1e6 - 1) is None
    for noise in ("", "é", "A" * 43, "A" * 10_000, "====", "\0"):
        assert read_invitation(KEY, noise, 0.0) is None


def test_a_rate_lets_through_what_it_says() -> None:
    """A burst at once, then so many a second; each name by itself, of which few are kept."""
    rate = Rate(2.0, 3)
    assert [rate.take(10.0) for _ in range(5)] == [True] * 3 + [False] * 2
    assert [rate.take(11.0) for _ in range(3)] == [True, True, False]
    rates = Rates(1.0, 1, most=2)
    assert rates.take("a", 0.0)
    assert not rates.take("a", 0.0)
    assert rates.take("b", 0.0)
    assert rates.take("c", 0.0)
    assert len(rates._kept) == 2


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("192.0.2.7:8443", True),
        ("[2001:db8::1]:8443", True),
        ("Pi.local:8443", True),
        ("pi.local", True),
        ("elsewhere.example:8443", False),
        ("", False),
        ("pi.local.elsewhere.example", False),
    ],
)
def test_only_own_names_are_served(host: str, own: bool) -> None:
    """A page from elsewhere cannot give its own name our address and be taken for ours."""
    assert is_own(host, ("pi.local",)) is own


def test_a_name_with_other_letters_is_written_as_browsers_ask_for_it() -> None:
    """A certificate takes no other; a name that no machine can have is refused as such."""
    names = list_names(WebSettings(names=("käse.example", "Tisch"), address=""))
    assert names[:2] == ("xn--kse-qla.example", "Tisch")
    assert "" not in names
    assert make_certificate(names)
    assert is_own("xn--kse-qla.example:8443", names)
    for wrong in ("a..b", "x" * 70, "\udcff"):
        with pytest.raises(ConfigError, match="is no name of a machine"):
            list_names(WebSettings(names=(wrong,)))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"kind":"touch","x":1,"page":1}', '{"kind":"touch","x":1,"y":1e9,"page":1}',
     '{"kind":"touch","x":1,"y":1}', '{"kind":"touch","x":1,"y":1,"page":"1"}',
     '{"kind":"touch","x":1,"y":1,"page":1,"seat":"blue"}', '{"kind":"size","w":0,"h":1}',
     "[" * 90],
)  # fmt: skip
def test_nonsense_is_nothing(text: str) -> None:
    """What is not exactly a touch or a size is not looked at further."""
    assert read_message(text) is None


def test_a_touch_and_a_size_are_all_that_is_heard() -> None:
    """Nothing that a telephone can say names a seat, a key or a place."""
    assert read_message('{"kind":"touch","x":1,"y":2.5,"page":3}') == Touched(1.0, 2.5, 3)
    assert read_message('{"kind":"size","w":390,"h":760}') == Sized(390, 760)
    versioned = '{"kind":"size","w":390,"h":760,"version":"0f"}'
    assert read_message(versioned) == Sized(390, 760, "0f")
