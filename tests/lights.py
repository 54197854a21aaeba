"""Lights that simulated tables are tested in."""

from __future__ import annotations

from hardware.simulated.scene import Bgr

LAMP_BGR: Bgr = (0.72, 0.92, 1.08)
"""The light of a warm lamp."""
