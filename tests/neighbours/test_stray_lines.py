"""What a library writes to the terminal or the log by itself comes with a sentence, and once."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

HEAD: Final = "import os, sys, cv2, numpy as np\nfrom hardware import formats\n"
DAMAGED: Final = """
picture = np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)
data = cv2.imencode(".jpg", cv2.GaussianBlur(picture, (9, 9), 0))[1].tobytes()
for junk in (b"abc", b"abcd", b"abcde"):
    formats.decode_picture(data[:-2] + junk + data[-2:])
"""
"""Pictures with bytes between them, as USB cameras send them."""
STRANGE: Final = 'for n in range(5): os.write(2, b"ALSA lib conf.c:%d: (snd_config) unable\\n" % n)'
ENDLESS: Final = 'for n in range(9999): os.write(2, b"x" * (n % 500) + b"\\n")'


def end(does: str) -> subprocess.CompletedProcess[str]:
    """Return how a program ended that did this."""
    program = f"{HEAD}from tablet_companion import cli\ndef main():\n"
    program += "".join(f"    {line}\n" for line in does.splitlines())
    program += "    return 3\ncli.main = main\ncli.start()\n"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("does", [DAMAGED, STRANGE])
def test_a_line_of_a_library_is_explained_once(does: str) -> None:
    """Numbers in it make no other line; status and our own words are as ever."""
    done = end(f"{does}\nprint('ours', file=sys.stderr)")
    (line,) = [line for line in done.stderr.splitlines() if line != "ours"]
    assert line.startswith("tablet-companion: A ")
    assert ("Corrupt JPEG data" in line) == (does is DAMAGED)
    assert "ours" in done.stderr.splitlines()
    assert done.returncode == 3


def test_a_library_that_never_stops_does_not_fill_the_log() -> None:
    """Nor does it hold up the program."""
    assert len(end(ENDLESS).stderr.splitlines()) <= 100


def test_an_error_of_our_own_keeps_its_traceback() -> None:
    """A fault of the program is not taken for a line of a library."""
    done = end("raise ZeroDivisionError('ours')")
    assert done.stderr.endswith("ZeroDivisionError: ours\n")
    assert "library" not in done.stderr
