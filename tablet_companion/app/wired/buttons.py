"""The meaning of the wired buttons: each is a short cut to a key that the page offers as well."""

from __future__ import annotations

from tablet_companion.referee.model.events import GoOn, Intent, Pause, TakeBack
from tablet_companion.referee.model.panels import HandOverPanel, Panel, PausePanel, Weight


def interpret_press(button: str, panel: Panel) -> Intent | None:
    """Return what a press means while a panel is shown, or None if it means nothing.

    ``confirm`` is the page's main key, ``take_back`` asks whether to take back, ``referee`` pauses
    the judging and ends the pause. Only a touch shows a hand: the player who presses a button in
    the table's frame need not be the one who holds the tablet.
    """
    match button:
        case "confirm":
            return _main_key(panel)
        case "take_back":
            return TakeBack()
        case "referee":
            return GoOn() if isinstance(panel, PausePanel) else Pause()
    raise ValueError(f"there is no button {button!r}")


def _main_key(panel: Panel) -> Intent | None:
    if isinstance(panel, HandOverPanel):
        return None
    return next((key.intent for key in panel.buttons if key.weight is Weight.MAIN), None)
