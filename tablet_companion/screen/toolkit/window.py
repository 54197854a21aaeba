"""The window on the screen: pages out, touches in; and a second window with a picture.

Positions are pixels of the page or picture, whatever the window is scaled to.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final, Literal, Protocol
from weakref import WeakSet

import numpy as np
import pygame
from numpy.typing import NDArray

from hardware.errors import CompanionError
from hardware.log import log
from tablet_companion.config import ScreenSettings
from tablet_companion.screen.toolkit.drawing import Page, Rgb
from tablet_companion.screen.toolkit.lost import tell_when_display_is_lost
from tablet_companion.screen.toolkit.paint import copy_pixels, paint
from tablet_companion.screen.toolkit.sidebyside import Spread, spread
from tablet_companion.screen.toolkit.theme import Theme

Picture = NDArray[np.uint8]
"""Height × width × 3, blue, green, red."""


class DisplayError(CompanionError):
    """No window can be opened; the sentence says why and what to look at."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A finger or the left button came down on the page, in pixels, or ``moved`` while down."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Dragged:
    """The finger, or the left button, moved over the page while it was down, in pixels."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Released:
    """The finger, or the left button, was lifted from the page."""


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse over the picture, in its pixels; ``button`` is 1 left, 3 right, 0 for a motion."""

    kind: Literal["down", "up", "motion"]
    x: float
    y: float
    button: int


@dataclass(frozen=True, slots=True)
class Closed:
    """Somebody closed a window; ``picture`` says it was the one with the picture."""

    picture: bool


Happening = Pressed | Dragged | Released | Mouse | Closed


class Pictured(Protocol):
    """What the second window shows, such as a simulated table, and what the mouse does there."""

    @property
    def title(self) -> str:
        """The window's title, which says what the mouse can do."""
        ...

    def picture(self) -> Picture:
        """Return the present picture."""
        ...

    def mouse(self, event: Mouse) -> None:
        """Handle a mouse event."""
        ...


_KINDS: Final[Mapping[int, Literal["down", "up", "motion"]]] = {
    pygame.MOUSEBUTTONDOWN: "down",
    pygame.MOUSEBUTTONUP: "up",
    pygame.MOUSEMOTION: "motion",
}


_open: Final[WeakSet[Window]] = WeakSet()
"""The windows of this process that may still be shown.

They share one display, and lose it together. A lost window that is collected later would destroy
whichever window SDL has put at its address meanwhile.
"""


_UNSEEN: Final = ("dummy", "offscreen")
"""SDL's drivers that draw where nobody sees it."""


def tell_unseen(driver: str, environ: Mapping[str, str]) -> None:
    """Log that SDL found no screen, and draws where nobody sees it, unless it was told to."""
    if driver == "offscreen" and "SDL_VIDEODRIVER" not in environ:
        log("No screen was found, so pages are drawn unseen; is DISPLAY or WAYLAND_DISPLAY set?")


class Window:
    """The window with the page, and on demand a second one with a picture.

    One at a time, from one thread. A page equal to the one shown is not painted again.
    """

    def __init__(  # noqa: PLR0913 - all but two have a default
        self,
        size: tuple[int, int],
        ground: Rgb,
        *,
        title: str,
        fullscreen: bool = False,
        turned: int = 0,
        touched: bool = False,
    ) -> None:
        """Open the window for pages of a size; raises DisplayError if there is no display.

        The page is shown ``turned`` by this many degrees clockwise, as the panel was built in.
        One that is of no use unless it is ``touched`` is not drawn where nobody sees it.
        """
        self._ground = ground
        self._turned = turned % 360
        self._shown: Page | None = None
        self._fullscreen = fullscreen
        try:
            self._open(title, size, touched=touched)
        except (pygame.error, ValueError) as error:  # no screen, no memory, no such size
            raise DisplayError(
                f"No window can be opened ({error}); is a screen connected, and does DISPLAY, "
                "WAYLAND_DISPLAY or SDL_VIDEODRIVER say which?"
            ) from error
        if pygame.display.get_driver() == "x11":
            tell_when_display_is_lost()
        tell_unseen(pygame.display.get_driver(), os.environ)
        _open.add(self)
        self._picture: _PictureWindow | None = None
        self._finger: int | None = None
        self._light = 255

    def _open(self, title: str, size: tuple[int, int], *, touched: bool) -> None:
        """Open the window; if that fails, the display is given back."""
        # Otherwise the first click in a window only raises it, and is lost.
        os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
        with ExitStack() as undo:
            undo.callback(_give_back_display)
            open_display()
            if touched and pygame.display.get_driver() in _UNSEEN:
                raise pygame.error("no screen was found")
            resizable = not self._fullscreen
            self._window = pygame.Window(title, self._upright(size), resizable=resizable)
            undo.callback(self._window.destroy)
            if self._fullscreen:
                self._window.set_fullscreen(desktop=True)
                pygame.mouse.set_visible(False)  # fingers need no arrow
            self._surface = self._window.get_surface()
            self._page = pygame.Surface(size)
            undo.pop_all()

    def show(self, page: Page) -> None:
        """Show a page of the window's size."""
        if page == self._shown:
            return
        paint(page, self._page, self._ground)
        self._shown = page
        self._flip()

    def dim(self, percent: int) -> None:
        """Set the pages' brightness in percent, on a screen without an adjustable backlight."""
        self._light = 255 * percent // 100
        self._flip()

    def show_picture(self, picture: Picture, title: str) -> None:
        """Show a picture in the second window, which opens with the first of them.

        It opens beside the page. Where the screen has no room for both, the page is in front.
        """
        if self._picture is None:
            self._open_picture(picture, title)
        assert self._picture is not None
        self._picture.show(picture, title)

    def happenings(self) -> Iterator[Happening]:
        """Yield what happened since the last call."""
        for event in pygame.event.get():
            if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED):
                self._flip()
            elif (happening := self._happening(event)) is not None:
                yield happening

    def pixels(self) -> Picture:
        """Return the page as it is shown, as a picture."""
        return copy_pixels(self._page)

    def close(self) -> None:
        """Close both windows; nothing may be shown any more."""
        if self._picture is not None:
            self._picture.close()
            self._picture = None
        self._window.destroy()
        _open.discard(self)
        _give_back_display()

    def _open_picture(self, picture: Picture, title: str) -> None:
        height, width = picture.shape[:2]
        screen = pygame.display.get_desktop_sizes()[0]
        spots = spread(self._page.get_size(), (width, height), screen)
        self._picture = _PictureWindow(title, spots)
        if not self._fullscreen:
            self._window.position = spots.page_at
            if not spots.clear:
                self._window.focus()

    def _flip(self) -> None:
        """Bring the page to the screen, scaled where the window has another size."""
        surface, page = self._window.get_surface(), self._page
        if self._turn:
            page = pygame.transform.rotate(page, -self._turn)
        if surface.get_size() == page.get_size():
            surface.blit(page, (0, 0))
        else:
            pygame.transform.smoothscale(page, surface.get_size(), surface)
        if self._light < 255:
            surface.fill((self._light,) * 3, special_flags=pygame.BLEND_RGB_MULT)
        self._window.flip()

    @property
    def _turn(self) -> int:
        """Return by how many degrees the page that is shown is turned on the panel."""
        opposite = self._shown is not None and self._shown.upside_down
        return (self._turned + 180 * opposite) % 360

    def _upright(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the size on the panel of what has this size on the page."""
        return size if self._turned % 180 == 0 else size[::-1]

    def _on_page(self, across: float, down: float) -> tuple[float, float]:
        """Return where on the page a point of the panel is, both as shares of their sides."""
        shares = {
            0: (across, down),
            90: (down, 1 - across),
            180: (1 - across, 1 - down),
            270: (1 - down, across),
        }
        width, height = self._page.get_size()
        x, y = shares[self._turn]
        return x * width, y * height

    def _happening(self, event: pygame.event.Event) -> Happening | None:
        window = getattr(event, "window", None)
        second = self._picture is not None and window is self._picture.window
        if event.type == pygame.QUIT:
            return Closed(picture=False)
        if event.type == pygame.WINDOWCLOSE:
            return Closed(picture=second)
        if second and self._picture is not None:
            return self._picture.mouse(event)
        return self._press(event)

    def _press(self, event: pygame.event.Event) -> Pressed | Dragged | Released | None:
        """Return what a finger does. SDL repeats it as a mouse; only the finger counts.

        Of several fingers the last to come down is followed: what one of them holds would jump
        to the others.
        """
        if event.type == pygame.FINGERDOWN:
            self._finger = event.finger_id
        if event.type in (pygame.FINGERUP, pygame.FINGERMOTION) and event.finger_id != self._finger:
            return None
        if event.type == pygame.FINGERUP:
            return Released()
        if event.type == pygame.MOUSEBUTTONUP:
            return Released() if event.button == 1 and not event.touch else None
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION):
            kind = Pressed if event.type == pygame.FINGERDOWN else Dragged
            return kind(*self._on_page(event.x, event.y))
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION) or event.touch:
            return None
        width, height = self._window.size
        where = self._on_page(event.pos[0] / width, event.pos[1] / height)
        if event.type == pygame.MOUSEMOTION:
            return Dragged(*where) if event.buttons[0] else None
        return Pressed(*where) if event.button == 1 else None


def open_display() -> None:
    """Open SDL's display; raises pygame.error."""
    # Without a folder to look for its socket, Wayland's library prints a line of its own.
    os.environ.setdefault("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
    pygame.display.init()


def _give_back_display() -> None:
    """Let other programs have the display, unless another window is still open."""
    if not _open:
        pygame.display.quit()


class Unseen(Window):
    """Replaces the window on a machine without one; telephones show the pages instead."""

    def __init__(self, send: Callable[[Page], None] = lambda _page: None) -> None:
        """Open nothing, and give every page to ``send``."""
        self._send = send

    def show(self, page: Page) -> None:
        """Send the page."""
        self._send(page)

    def dim(self, percent: int) -> None:
        """Do nothing: telephones have their own brightness."""

    def show_picture(self, picture: Picture, title: str) -> None:
        """Show no picture."""

    def happenings(self) -> Iterator[Happening]:
        """Yield nothing."""
        return iter(())

    def close(self) -> None:
        """Do nothing."""


def open_window(screen: ScreenSettings, theme: Theme) -> Window:
    """Open the window that the settings describe; raises DisplayError if there is no display."""
    return Window(
        theme.size,
        theme.colours.ground,
        title="Tablet Companion",
        fullscreen=screen.fullscreen,
        turned=screen.turned,
    )


class _PictureWindow:
    """A window with a picture, scaled to whatever size people give it."""

    def __init__(self, title: str, spots: Spread) -> None:
        """Open the window at its position."""
        self.window = pygame.Window(title, spots.picture_size, spots.picture_at, resizable=True)
        self.window.get_surface()
        self._size = spots.picture_size
        self._drawn: tuple[Picture, tuple[int, int]] | None = None

    def show(self, picture: Picture, title: str) -> None:
        """Show a picture, which may have another size than the last, under this title.

        The very picture that is shown already is not drawn again.
        """
        if self.window.title != title:
            self.window.title = title
        height, width = picture.shape[:2]
        self._size = width, height
        surface = self.window.get_surface()
        size = surface.get_size()
        # Scaling costs a laptop more than all else while nothing moves.
        if self._drawn is None or self._drawn[0] is not picture or self._drawn[1] != size:
            self._drawn = picture, size
            image = pygame.image.frombuffer(picture.tobytes(), self._size, "BGR")
            surface.blit(pygame.transform.smoothscale(image, size), (0, 0))
        self.window.flip()

    def mouse(self, event: pygame.event.Event) -> Mouse | None:
        """Return a mouse's event in the picture's pixels, or None for any other event."""
        kind = _KINDS.get(event.type)
        if kind is None:
            return None
        across, down = self.window.size
        x, y = event.pos[0] * self._size[0] / across, event.pos[1] * self._size[1] / down
        return Mouse(kind, x, y, getattr(event, "button", 0))

    def close(self) -> None:
        """Close it."""
        self.window.destroy()
