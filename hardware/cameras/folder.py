"""A folder of pictures, played as a camera."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hardware import formats, ports

SUFFIXES: Final = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
"""The file extensions of pictures, in lower or upper case."""
KNOWN: Final = f"known: {', '.join(SUFFIXES)}; save others, such as HEIC, as JPEG"
MIN_SIDE_PX: Final = 32


def read_picture(path: Path) -> ports.Picture:
    """Read a picture file, turned upright as its EXIF orientation says.

    Raises PictureError for a file that is missing, truncated, far too large or not a picture.
    """
    try:
        picture = formats.decode_picture(formats.read_bytes(path, formats.MAX_PICTURE_BYTES))
    except formats.Unusable as error:
        mend = error.mend if isinstance(error, formats.Heic) else "leave it out"
        raise ports.PictureError(path.name, f"{path} {error}; {mend}.") from error
    height, width = picture.shape[:2]
    if min(height, width) < MIN_SIDE_PX:
        raise ports.PictureError(
            path.name,
            f"{path} has {width} × {height} pixels, too few to read a board; leave it out.",
        )
    return picture


class FolderCamera:
    """The pictures of a folder in the order of their names, each once; other files are ignored.

    The folder is listed once, when it is opened. A frame's time is when it was captured.
    """

    def __init__(self, folder: Path, clock: ports.Clock) -> None:
        """List the folder. Raises NoSuchCamera if it cannot be read or holds no picture."""
        try:
            files = sorted(path for path in folder.iterdir() if _is_picture(path))
        except (OSError, ValueError) as error:
            nul = "its name contains a NUL"  # the only name that Python itself refuses
            reason = str(error.strerror) if isinstance(error, OSError) else nul
            trouble = ports.CameraTrouble.FOLDER
            raise ports.NoSuchCamera(trouble, text=str(folder), text_reason=reason) from error
        if not files:
            raise ports.NoSuchCamera(
                f"There is no picture in {folder} ({KNOWN}).",
                ports.CameraTrouble.EMPTY,
                text=str(folder),
            )
        self._folder = folder
        self._files = iter(files)
        self._clock = clock
        self._closed = False

    def capture(self) -> ports.Frame:
        """Return the next picture; after a PictureError the next call continues."""
        if self._closed:
            raise ports.CameraError(ports.CameraTrouble.CLOSED)
        path = next(self._files, None)
        if path is None:
            raise ports.CameraEnd(
                f"There is no further picture in {self._folder}.", ports.CameraTrouble.ENDED
            )
        return ports.Frame(read_picture(path), self._clock.now_s(), path.name)

    def close(self) -> None:
        """End the recording. Closing twice does nothing."""
        self._closed = True


def _is_picture(path: Path) -> bool:
    hidden = path.name.startswith(".")  # e.g. macOS leaves ._0001.jpg on USB sticks
    return path.suffix.lower() in SUFFIXES and not hidden and path.is_file()
