"""Saves the last picture that was misread, with people's correction, as a labelled test.

There is one picture at most. It is stored beside the journals; ``selfcheck/doctor/bundle.py`` adds
it to a report only if its owner agrees.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from hardware.files import write_durably
from hardware.formats import encode_png
from hardware.log import log
from hardware.ports import Frame, Picture
from tablet_companion.games.core import EMPTY
from tablet_companion.referee.model.dialogues import FixingBoard
from tablet_companion.referee.model.events import Event, Saw, TableIsRight, Touched
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import Reading

TRUTH: Final = "truth.jsonl"


class Misreadings:
    """Notices when people correct a reading."""

    def __init__(self, folder: Path, seen: Callable[[], Frame | None]) -> None:
        """Save into a folder; ``seen`` returns the frame that was read last."""
        self._folder, self._seen = folder, seen
        self._read: tuple[Reading, Frame] | None = None
        self.writer: threading.Thread | None = None

    def hear(self, event: Event, before: Table, after: Table) -> None:
        """Save the picture if this touch corrected pieces and the table accepted it."""
        if isinstance(event, Saw):
            self._pair(event, before.reading, after.reading)
        told = isinstance(event, Touched) and isinstance(event.intent, TableIsRight)
        fixing, read = before.dialogue, self._read
        if not told or read is None or not isinstance(fixing, FixingBoard) or not fixing.puts:
            return
        reading, frame = read
        if isinstance(after.dialogue, FixingBoard) or before.reading is not reading:
            return
        sights = reading.places
        pieces = {str(one.place): str(one.best) for one in sights if not one.covered}
        pieces |= {str(place): str(piece) for place, piece in fixing.puts}
        label = {
            "pieces": {place: piece for place, piece in sorted(pieces.items()) if piece != EMPTY},
            "occluded": [str(one.place) for one in sights if str(one.place) not in pieces],
            "hand": False,
            "role": "test",
        }
        # On a thread: a slow SD card must not block the table for a second.
        self.writer = threading.Thread(target=self.keep, args=(frame.picture, label), daemon=True)
        self.writer.start()

    def _pair(self, event: Saw, before: Reading | None, after: Reading | None) -> None:
        """Remember the frame of the referee's reading, unless a newer one was read meanwhile."""
        frame, is_its_own = self._seen(), after is not before or after == event.reading
        if frame is not None and frame.taken_s == event.at_s and after is not None and is_its_own:
            self._read = after, frame

    def keep(self, picture: Picture, label: Mapping[str, object]) -> None:
        """Write the picture and its label, which names it: a kill leaves these, or those before."""
        data = encode_png(picture)
        name = f"{hashlib.sha256(data).hexdigest()[:16]}.png"  # never that of the one before
        line = json.dumps({"file": name, **label})
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_durably(self._folder / name, data)
            write_durably(self._folder / TRUTH, f"{line}\n".encode())
            for older in self._folder.glob("*.png"):
                if older.name != name:
                    older.unlink()
        except OSError as error:
            log(f"The picture that was read wrongly cannot be kept: {error.strerror}.")
