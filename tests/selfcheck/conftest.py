"""Tables at which the printed board lies, as the loop's tests have them."""

from __future__ import annotations

from tests.app.conftest import opened, scene

__all__ = ["opened", "scene"]
