"""The page that a whole station shows, and its keys."""

from __future__ import annotations

from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.local import NOTICED_S
from tests.app.table import Scene


def shown(scene: Scene) -> scenes.Shown | None:
    """Return what the screen shows, as the loop has it now."""
    scene.station.loop._show_own()
    return scene.station.loop._display.shown


def press(scene: Scene, meaning: object) -> None:
    """Touch the key that means this on the page that is shown."""
    display = scene.station.loop._display
    scene.clock.advance(NOTICED_S + 0.05)
    panel = shown(scene)
    assert panel is not None
    page = scenes.page(panel, display.look, display._local)
    box = next(one.box for one in page.touches if one.meaning == meaning)
    meant = display.interpret_touch(*box.centre)
    assert meant == meaning
    scene.station.loop._touched(meant)
