"""The page that offers to continue an interrupted teaching of a board."""

from __future__ import annotations

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import Weight
from tablet_companion.setup.desk import Desk, Step
from tablet_companion.setup.firststart import SKIP
from tablet_companion.setup.kept import Kept
from tablet_companion.setup.leaf import Does, Drawn, Leaf, body, leaf, set_messages


class ResumeStep(Step):
    """Offers to continue teaching a board after the plug was pulled."""

    def __init__(self, desk: Desk, kept: Kept) -> None:
        """Take the saved board to offer."""
        super().__init__(desk)
        self.kept = kept
        self.wanted = False

    def enter(self) -> None:
        """Ask again."""
        super().enter()
        self.wanted = False

    def leaf(self) -> Leaf:
        """Return the page with the board's game and the number of its pictures."""
        look = self.desk.look
        say = Message(N_("A board was being taught. Shall we go on with it?"))
        keys = (
            (N_("Go on with it"), Does("resume"), Weight.MAIN),
            SKIP,
            (N_("Throw it away"), Does("forget"), Weight.PLAIN),
        )
        title = dict(printed.titles())[self.kept.game]
        details = (("text", title), ("count", len(self.kept.teaching.shown)))
        lines = (Message(N_("{text}; pictures taken: {count}."), details),)
        return leaf(look, say, keys, Drawn() + set_messages(lines, body(look), look))

    def obey(self, does: Does) -> None:
        """Continue with the board, continue without it, or delete it."""
        super().obey(does)
        if does.what in ("resume", "forget"):
            self.done, self.turned = True, 1
            self.wanted = does.what == "resume"
        if does.what == "resume":
            self.desk.choose(self.kept.game)
        if does.what == "forget":
            self.desk.kept.forget()
