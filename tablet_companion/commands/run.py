"""``tablet-companion run``: referee a real table, or a simulated one to try it."""

from __future__ import annotations

import argparse
import functools
import random
import re
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import msgspec

from calibration.model import Calibration, read_calibration
from hardware.board import Board
from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.ports import Camera, Clock
from tablet_companion import games, printed
from tablet_companion.app.camera import CameraThread, Lookout, Watch
from tablet_companion.app.devices import open_buttons, open_lamps, open_sounders
from tablet_companion.app.display import Display
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.loop import Loop
from tablet_companion.app.signalling import Signalling
from tablet_companion.app.tabletop import Tabletop
from tablet_companion.boards import areas_of
from tablet_companion.config import Settings, read_settings
from tablet_companion.screen.theme import Theme
from tablet_companion.screen.window import Window
from tablet_companion.session import Keeper, Session, open_table
