"""The page that offers to continue an interrupted teaching of a board."""

from __future__ import annotations

from collections.abc import Sequence

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.setup.pages.desk import Desk, Step
from tablet_companion.setup.parts.pageparts import NO, Does, Key
from tablet_companion.setup.teaching.kept import Kept


class ResumeStep(Step):
    """Offers to continue teaching a board after the plug was pulled, or before another is taught.

    ``otherwise`` are the pages that follow if it is not wanted.
    """

    def __init__(self, desk: Desk, kept: Kept, leave: Key, otherwise: Sequence[Step]) -> None:
        super().__init__(desk)
        self.kept, self.otherwise = kept, otherwise
        self._leave = leave
        self._asks = self.wanted = False

    def enter(self) -> None:
        """Ask again."""
        super().enter()
        self._asks = self.wanted = False

    def page(self) -> Page:
        """Return the page with the board's game and the number of its pictures."""
        say = Message(N_("A board was being taught. Do you want to continue?"))
        keys: tuple[Key, ...] = (
            (N_("Throw it away"), Does("forget"), Weight.PLAIN),  # “No” stands there next
            self._leave,
            (N_("Continue with it"), Does("resume"), Weight.MAIN),
        )
        if self._asks:
            say = Message(N_("Throw this board away? Its pictures will be lost."))
            keys = (NO, (N_("Throw it away"), Does("forget", "sure"), Weight.PLAIN))
        title = dict(printed.titles())[self.kept.game]
        if not self.kept.teaching.has_game:
            title = self.look.words.text(N_("A new board"))
        details = (("text", title), ("count", len(self.kept.teaching.shown)))
        lines = (Message(N_("{text}; pictures taken: {count}."), details),)
        return self.lay(say, keys, self.write(lines))

    def obey(self, does: Does) -> None:
        """Continue with the board, continue without it, or delete it, but ask before that."""
        super().obey(does)
        self._asks = does == Does("forget")
        if does.what == "resume":
            self.desk.choose(self.kept.game)
            self.done, self.turned, self.wanted = True, 1, True
        if does == Does("forget", "sure"):
            self.desk.kept.forget()
            self.done, self.turned = True, 1
