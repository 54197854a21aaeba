"""The page of the cameras: those that were found, and the picture of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from hardware.ports import AvailableCamera, Picture
from hardware.redaction import redact
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Fill, Image, Page, Part, join_parts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Art, Look
from tablet_companion.screen.toolkit.orders import KeepCamera, LeaveCameras, MeterCamera, TryCamera

_WIDTH_PX: Final = 640
"""Wide enough for the screen, and small enough to be passed on many times a second."""


def make_shot(picture: Picture) -> Art:
    """Return a picture as a page shows it, no wider than the page needs."""
    height, width = picture.shape[:2]
    if width > _WIDTH_PX:
        height, width = round(height * _WIDTH_PX / width), _WIDTH_PX
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA))
    return Art.of(picture)


@dataclass(frozen=True, slots=True)
class CamerasPanel:
    """The available cameras (None while they are searched for) and the one that is tried.

    ``trouble`` is its error, or that of saving it.
    ``metered`` says that it can be told to adjust to the light again.
    """

    found: tuple[AvailableCamera, ...] | None
    tried: str
    shot: Art | None = None
    trouble: Message | None = None
    metered: bool = False


def page(panel: CamerasPanel, look: Look, local: Local) -> Page:
    """Return the page: the cameras as keys, the picture beside them, what can be done below."""
    keys = tuple(_keys(panel))
    stage = stages.sheet(look, len(keys))
    names, view = stages.split(stage.body, look, (2, 3))
    return parts.page(
        look,
        bands.headline(look.words.text(_say(panel)), stage.head, look),
        _names(panel, names, look, local),
        _view(panel, view, look),
        controls.key_row(keys, stage.foot, look),
    )


def _say(panel: CamerasPanel) -> str:
    if panel.found is None:
        return N_("I am looking for cameras.")
    if panel.trouble:
        return N_("That does not work.")
    if not panel.found:
        return N_("No camera was found. Plug one in.")
    return N_("Which camera looks at the table?")


def _keys(panel: CamerasPanel) -> Iterator[controls.Key]:
    """Yield the keys: a camera can be kept only once its picture is seen."""
    if panel.shot is not None:
        yield controls.Key(N_("Use this camera"), KeepCamera(), Weight.MAIN)
    if panel.metered:
        yield controls.Key(N_("Adjust to the light"), MeterCamera())
    yield controls.Key(N_("Back"), LeaveCameras())


def _names(panel: CamerasPanel, box: Box, look: Look, local: Local) -> Part:
    """Return a key for each camera; those that have no room are on further sheets."""
    found, theme = panel.found or (), look.theme
    most = max(2, (box.h + theme.gap) // (theme.px(13) + theme.gap))
    shown, turn = controls.sheets(len(found), most, local.sheet)
    lines = layout.rows(box, [min(theme.px(13), box.h // most)] * most, theme.gap)
    drawn = [_name(found[n], panel, line, look) for n, line in zip(shown, lines, strict=False)]
    if turn is not None:
        drawn.append(controls.key(look.words.text(N_("More")), lines[-1], look, turn))
    return join_parts(*drawn)


def _name(camera: AvailableCamera, panel: CamerasPanel, box: Box, look: Look) -> Part:
    weight = Weight.MAIN if camera.text == panel.tried else Weight.PLAIN
    label = redact(f"{camera.text} {camera.model}".strip())
    return controls.key(label, box, look, TryCamera(camera.text), weight=weight)


def _view(panel: CamerasPanel, box: Box, look: Look) -> Part:
    """Return the picture as large as its room allows, with what is wrong below it."""
    if not panel.trouble:
        return picture(panel.shot, box, look)
    seen, why = layout.rows(box, (box.h * 3 // 5, 0), look.theme.gap)
    return join_parts(
        picture(panel.shot, seen, look),
        parts.paragraph(look.words.say(panel.trouble), why, look, colour=look.colours.soft),
    )


def picture(shot: Art | None, box: Box, look: Look) -> Part:
    """Return a picture as large as its room allows; an empty field where there is none yet."""
    if shot is None:
        return Part((Fill(box, look.colours.raised, look.theme.px(2)),))
    return Part((Image(picture_box(shot, box), shot.size, shot.bgr),))


def picture_box(shot: Art, box: Box) -> Box:
    """Return where in its room a picture stands."""
    width, height = shot.size
    scale = min(box.w / width, box.h / height)
    return layout.centre(box, round(width * scale), round(height * scale))
