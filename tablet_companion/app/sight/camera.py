"""The camera's thread takes and reads pictures, so that the loop never waits for one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from hardware import ports
from hardware.log import LogOnce
from hardware.ports import RETRY_S
from tablet_companion.app.inbox import Failed, Inbox
from tablet_companion.app.sight.cameras import Viewfinder
from tablet_companion.referee.model.effects import Effect
from tablet_companion.referee.model.events import Blind, Event, Saw
from tablet_companion.referee.pages.warnings import LEARNING
from tablet_companion.selfcheck.sighting import LocatePlaces, Sighting
from tablet_companion.session.interpreter import FrameInterpreter

METER_S: Final = 30.0
"""The pause after the camera was told to adjust, in case the room simply is dark."""
_OF_THE_LIGHT: Final = ("dark", "glare")
SHOT_S: Final = 1 / 15
"""The pause between two pictures for a page; the human eye needs no more."""

Interpret = Callable[[ports.Frame], Event]


class CameraSource:
    """Opens a camera, interprets its frames, and reopens it after it failed.

    It has no thread and never waits by itself: tests call it directly.
    """

    def __init__(
        self,
        open_camera: Callable[[], ports.Camera],
        make_interpreter: Callable[[], Interpret],
        clock: ports.Clock,
    ) -> None:
        """Take what opens the camera and what makes its interpreter; ``look`` calls both.

        Making an interpreter takes seconds if a board has to be learnt first, and a page can be
        shown meanwhile.
        """
        self._open_camera = open_camera
        self._make_interpreter = make_interpreter
        self._clock = clock
        self._interpret: Interpret | None = None
        self._camera: ports.Camera | None = None
        self._sightless = LogOnce()
        self._meter_s = 0.0
        self.seen: ports.Frame | None = None
        """The frame that was read last."""

    def look(self) -> Event | None:
        """Return the meaning of the next frame, a ``Blind`` event if the camera fails.

        An unreadable recorded picture is skipped: None. Raises CameraEnd after the last one, and
        NoSuchCamera for a camera that can never be opened.
        """
        interpret = self.interpret
        try:
            frame = self.frame()
        except (ports.CameraEnd, ports.NoSuchCamera):
            raise
        except ports.PictureError:
            return None
        except ports.CameraError:
            return Blind(self._clock.now_s(), "camera")
        event = interpret(frame)
        if isinstance(event, Saw):
            self.seen = frame
        self._meter(event)
        return event

    @property
    def now_s(self) -> float:
        """Return the time of what is said now."""
        return self._clock.now_s()

    @property
    def is_ready(self) -> bool:
        """Whether frames can be read at once."""
        return self._interpret is not None

    @property
    def interpret(self) -> Interpret:
        """Return the interpreter of frames, made at the first call."""
        self._interpret = self._interpret or self._make_interpreter()
        return self._interpret

    def heed(self, effect: Effect) -> None:
        """Pass an effect of the referee on to the interpreter, if it was made."""
        if isinstance(self._interpret, FrameInterpreter):
            self._interpret.heed(effect)

    @property
    def locate_places(self) -> LocatePlaces | None:
        """What finds the places in a frame; None if the interpreter finds none."""
        return (
            self.interpret.locate_places if isinstance(self.interpret, FrameInterpreter) else None
        )

    def frame(self) -> ports.Frame:
        """Return the next frame, after opening the camera if necessary.

        Raises CameraError; a camera that failed is closed, and reopened by the next call.
        """
        try:
            self._camera = self._camera or self._open_camera()
            frame = self._camera.capture()
        except (ports.CameraEnd, ports.NoSuchCamera, ports.PictureError):
            raise
        except ports.CameraError as error:
            self.close()
            self._sightless.tell(str(error))
            raise
        self._sightless.forget()
        return frame

    def _meter(self, event: Event) -> None:
        """Let a camera that holds its exposure adjust if nothing can be seen any more."""
        blinded = isinstance(event, Blind) and event.reason in _OF_THE_LIGHT
        now_s = self._clock.now_s()
        if blinded and isinstance(self._camera, ports.Metering) and now_s >= self._meter_s:
            self._camera.meter()
            self._meter_s = now_s + METER_S

    def close(self) -> None:
        """Close the camera; a later look reopens it."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()


class CameraThread:
    """Runs a source on a thread and queues its events.

    While somebody chooses a camera, the source closes its own and the viewfinder runs instead;
    while somebody tests the camera, its pictures go to the page and not to the referee. After the
    end of a recording it waits until another camera is chosen.
    """

    def __init__(
        self,
        source: CameraSource,
        inbox: Inbox,
        finder: Viewfinder | None = None,
        sighting: Sighting | None = None,
        hangs: Callable[[], bool] = lambda: False,
    ) -> None:
        """Own the arguments from ``start`` on.

        ``hangs`` is whether a camera's driver still keeps the device, so that none can be opened.
        """
        self._source = source
        self._finder = finder
        self._inbox = inbox
        self._looks = 0
        self._sighting = sighting
        self._driver_hangs = hangs
        self._ended: str | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    @property
    def looks(self) -> int | None:
        """The number of finished looks, good or bad; None once a recording is over.

        A look that found the driver hanging does not count: only a restart can mend that.
        """
        return None if self._ended is not None else self._looks

    def start(self) -> None:
        """Begin to look; until the reader is made the page says so."""
        if not self._source.is_ready:
            self._inbox.put(Blind(self._source.now_s, LEARNING))
        self._thread.start()

    def stop(self) -> None:
        """Stop looking and close the camera; waits a moment for the last frame."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=RETRY_S)

    def _run(self) -> None:
        try:
            while not self._stopped.is_set():
                self.turn()
        except Exception as error:  # noqa: BLE001 - not swallowed: the loop raises it
            self._inbox.put(Failed(error))
        finally:
            self._source.close()
            if self._finder is not None:
                self._finder.close()

    def turn(self) -> None:
        """Serve one frame, to a page that shows the camera or to the game; all that is repeated."""
        choosing = self._finder is not None and self._serve_viewfinder(self._finder)
        if not choosing and not (
            self._sighting is not None and self._serve_sighting(self._sighting)
        ):
            self._look()
        if not self._driver_hangs():
            self._looks += 1

    @property
    def _used(self) -> str:
        return "" if self._finder is None else self._finder.used

    def _look(self) -> None:
        """Queue the meaning of the next frame; after a recording its last event stays."""
        if self._ended == self._used:
            self._stopped.wait(SHOT_S)
            return
        self._ended = None
        try:
            event = self._source.look()
        except ports.CameraEnd:
            self._ended = self._used
            self._source.close()
            return
        if event is not None:
            self._inbox.put(event)
        if isinstance(event, Blind) and event.reason == "camera":
            self._stopped.wait(RETRY_S)

    def _serve_sighting(self, sighting: Sighting) -> bool:
        """Show the camera's picture to whoever tests it; return whether anybody does."""
        if not sighting.wanted:
            sighting.rest()
            return False
        sighting.look(self._source.frame, self._source.locate_places)
        self._stopped.wait(SHOT_S)
        return True

    def _serve_viewfinder(self, finder: Viewfinder) -> bool:
        """Run the viewfinder while somebody chooses a camera; return whether anybody does."""
        if not finder.choosing:
            finder.close()
            return False
        self._source.close()
        finder.look()
        self._stopped.wait(SHOT_S)
        return True
