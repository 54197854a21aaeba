"""The page that offers a newer version from a USB stick, and reports its installation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hardware.errors import CompanionError
from hardware.log import log
from hardware.updates import Outcome
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.setup.pages.desk import Step
from tablet_companion.setup.parts.pageparts import BACK, ON, SKIP, Does, Key

OUTCOMES: Final[Mapping[Outcome, Message]] = {
    Outcome.UPDATED: Message(N_("The update is installed.")),
    Outcome.TAKEN_BACK: Message(
        N_("The newer version did not start well, so this one was put back. Your games are safe.")
    ),
    Outcome.FAILED: Message(N_("The update could not be installed.")),
    Outcome.DAMAGED: Message(
        N_("The update on the stick is damaged. Copy it onto the stick again.")
    ),
    Outcome.NO_ROOM: Message(
        N_(
            "The disk has no room for the update on the stick. Make room on it, then plug the "
            "stick in again."
        )
    ),
}
UPDATE: Final[Key] = (N_("Update"), Does("update"), Weight.MAIN)


class UpdateStep(Step):
    """Offers the version on a stick; present only if there is something to say."""

    _begun = _refused = False

    def enter(self) -> None:
        """Offer it again."""
        super().enter()
        self._begun = self._refused = False

    @property
    def needed(self) -> bool:
        """Whether a version is offered, or an update was tried since the start."""
        return bool(self.desk.platform.updates.version or self.desk.platform.updates.outcome)

    def page(self) -> Page:
        """Return what is offered, or what became of it."""
        version = self.desk.platform.updates.version
        # A package that cannot be installed is removed, and this program is not ended.
        if self._begun and version:
            say = Message(N_("The table is being updated. Leave it switched on."))
            return self.lay(say, ())
        if not version:
            outcome = self.desk.platform.updates.outcome
            say = OUTCOMES[outcome] if outcome else Message(N_("No update is offered any more."))
            return self.lay(say, (BACK, ON))
        say = Message(
            N_("A newer version is on the stick: {text}. Update now?"), (("text", version),)
        )
        unsigned = N_(
            "It is not signed: update only if you trust where it comes from. "
            "Its SHA-256 begins with {text}."
        )
        more = [
            Message(unsigned, (("text", self.desk.platform.updates.fingerprint or "?"),)),
            Message(N_("It takes some minutes. A game in progress goes on where it was.")),
            Message(N_("If the new version does not start well, this one comes back by itself.")),
        ]
        if self._refused:
            more.append(Message(N_("The update cannot be begun.")))
        return self.lay(say, (BACK, SKIP, UPDATE), self.write(more))

    def obey(self, does: Does) -> None:
        """Begin the update when it is touched; systemd then ends this program."""
        super().obey(does)
        if does.what != "update":
            return
        try:
            self.desk.platform.updates.begin()
        except CompanionError as error:
            log(error)
            self._refused = True
        else:
            self._begun = True
