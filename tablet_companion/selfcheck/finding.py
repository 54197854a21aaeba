"""One line of a report: what was checked, its state, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hardware.errors import flatten
from hardware.redaction import redact
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.screen.words.names import FOLLOWED
from tablet_companion.screen.words.wording import Words


class State(StrEnum):
    """The state: well; shown, if only people can tell; worth a look; or not working."""

    OK = "OK"
    SHOWN = "shown"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, its state and details; ``mend`` says what to do about it.

    The name of the check is the key of a translation.
    """

    what: str
    state: State
    seen: Message
    mend: Message | None = None

    def lines(self, words: Words, width: int = 18) -> str:
        """Return the finding as text of one or two lines, with no password in an address.

        The name is padded to ``width`` characters.
        """
        first = f"{words.text(STATES[self.state]):<7} {words.text(self.what):<{width}}"
        first += f" {flatten(words.fill(self.seen))}"
        mend = f"\n{'':<{width + 8}} → {flatten(words.fill(self.mend))}" if self.mend else ""
        return redact(first + mend)

    def sentence(self, words: Words) -> str:
        """Return the finding as a sentence for a page, with no password in an address."""
        mend = f" → {words.fill(self.mend)}" if self.mend else ""
        told = {"text": words.text(self.what), "text_said": words.fill(self.seen)}
        return redact(words.text(FOLLOWED).format(**told) + mend)


STATES: Final = {
    State.OK: N_("OK"),
    State.SHOWN: N_("shown"),
    State.WARN: N_("look"),
    State.FAIL: N_("mend"),
}
"""The states, as words at the beginning of a line."""


def note(text: str, /, **details: str | int | Message) -> Message:
    """Return a message with its details."""
    return Message(text, tuple(details.items()))


def quote(text: str) -> Message:
    """Return a text that is the same in every language: a name, a number, a device's words."""
    return Message("{text}", (("text", text),))
