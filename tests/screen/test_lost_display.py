"""A display server that ends under the table is told in one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

XVFB = shutil.which("Xvfb")
SHOWS = """
import itertools, time
from tablet_companion.screen.toolkit.window import Window
window = Window((320, 240), (0, 0, 0), title="test")
print("open", flush=True)
for _ in itertools.count():
    list(window.happenings())
    window.dim(100)
    time.sleep(0.01)
"""


@pytest.mark.skipif(XVFB is None, reason="there is no Xvfb")
def test_a_display_server_that_ends_is_told_in_one_sentence() -> None:
    """Xlib alone wrote two lines about an error of input and output, and ended the program."""
    assert XVFB is not None
    words = (XVFB, "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout is not None
            number = server.stdout.readline().decode().strip()
            shown = {"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
            table = subprocess.Popen(
                (sys.executable, "-c", SHOWS),
                env=os.environ | shown,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            assert table.stdout is not None
            assert table.stdout.readline() == "open\n"
        finally:
            server.kill()
    _, told = table.communicate(timeout=60)
    assert table.returncode == 1
    (line,) = told.splitlines()
    assert line.startswith("tablet-companion: The display server has ended")
