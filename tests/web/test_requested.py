"""All that can be requested of the server, in one go."""

from __future__ import annotations

from tablet_companion.games.core import TABLE
from tablet_companion.web import door, wire
from tests.web.requested import ask


def test_no_answer_names_a_version() -> None:
    """A line that was opened named those of Python and aiohttp; all others have our headers."""
    answers = ask(wire.Pictures(), (), TABLE, "en")
    assert {status for _, status, *_ in answers} == {101, 200, 204, 403, 404}
    for path, _, headers, _ in answers:
        assert door.HEADERS.items() <= dict(headers).items(), path
