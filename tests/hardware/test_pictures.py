"""Picture files that are harmed: a sentence of ours, and no line of a library's own."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.formats import Unusable, decode_picture, encode_png

PNG = encode_png(np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8))
HARMED = {
    "half of it": PNG[: len(PNG) // 2],
    "all but its end": PNG[:-20],
    "a byte of it changed": PNG[:5000] + bytes([PNG[5000] ^ 255]) + PNG[5001:],
    "a header only": PNG[:40],
}


@pytest.mark.parametrize("data", HARMED.values(), ids=HARMED)
def test_a_harmed_png_is_refused_in_silence(data: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    """One sentence is left to whoever asked; libpng wrote another to the terminal."""
    with pytest.raises(Unusable, match="no picture that is read"):
        decode_picture(data)
    assert capfd.readouterr() == ("", "")


def test_a_whole_png_is_read() -> None:
    """The same picture as was written."""
    assert encode_png(decode_picture(PNG)) == PNG
