"""Write the scene of the cameras' contract as the pictures of libcamera's virtual camera."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

from tests.hardware.cameras import scene

if __name__ == "__main__":
    for number in range(2):
        cv2.imwrite(str(Path(sys.argv[1]) / f"{number}.jpg"), scene(1280, 720))
