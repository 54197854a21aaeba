"""How long a test waits for another thread or process before it says that nothing came."""

from __future__ import annotations

from typing import Final

PATIENCE_S: Final = 60.0
"""Far longer than a passing test ever waits, however busy the machine is."""
