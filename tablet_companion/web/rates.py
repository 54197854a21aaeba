"""How often something may happen: a bucket that fills steadily and is emptied by each time."""

from __future__ import annotations


class Rate:
    """Allows ``burst`` times at once, then ``per_s`` times a second; told the time."""

    def __init__(self, per_s: float, burst: int) -> None:
        """Begin full."""
        self._per_s, self._burst = per_s, float(burst)
        self._left, self._at_s = float(burst), 0.0

    def take(self, now_s: float) -> bool:
        """Whether it may happen once more now; if so it counts."""
        self._left = min(self._burst, self._left + (now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Rates:
    """A rate for each of many names; those that are not heard of again are forgotten."""

    def __init__(self, per_s: float, burst: int, most: int = 256) -> None:
        """Begin with none; at most this many are kept, the oldest is forgotten first."""
        self._per_s, self._burst, self._most = per_s, burst, most
        self._kept: dict[str, Rate] = {}

    def take(self, name: str, now_s: float) -> bool:
        """Whether it may happen once more under this name now; if so it counts."""
        rate = self._kept.pop(name, None) or Rate(self._per_s, self._burst)
        self._kept[name] = rate
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return rate.take(now_s)
