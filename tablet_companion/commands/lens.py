"""``tablet-companion lens``: measure a camera's lens, with advice on how to hold the sheet."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Final

from calibration.camera.intrinsics import keep_lens
from calibration.sheet.charuco import Views
from calibration.sheet.collecting import collect, describe_lens
from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.redaction import redact
from tablet_companion.commands._outputs import LENSES, require_output

_FOLDER: Final = "folder:"
say = partial(print, flush=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    kinds = "the camera, such as usb:0, video:FILE or folder:DIR"
    add("--camera", required=True, metavar="KIND:WHERE", help=kinds)
    add("--out", type=Path, required=True, metavar="LENS.json", help="where to write")
    add(
        "--name", metavar="CAMERA", help="the camera's name in the file (default: that of --camera)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Look until every view was shown or the pictures end; write the lens and describe it.

    A folder is read to its end, as every picture was taken on purpose. Control-C ends a live
    camera.
    """
    require_output(arguments.out, LENSES)
    views = Views()
    camera = open_camera(arguments.camera, SystemClock())
    try:
        collect(camera, views, say, moving=not arguments.camera.startswith(_FOLDER))
    except KeyboardInterrupt:
        say("Ended.")
    finally:
        camera.close()
    # Lens files are passed on with pictures, and an address may hold a password.
    lens = views.lens(arguments.name or redact(arguments.camera))
    keep_lens(arguments.out, lens)
    for line in (*describe_lens(lens), f"Written: {arguments.out}"):
        say(line)
    return 0
