"""A rate limit: a token bucket that fills steadily."""

from __future__ import annotations


class Rate:
    """Allows ``burst`` events at once, then ``per_s`` a second; takes the time as an argument."""

    def __init__(self, per_s: float, burst: int) -> None:
        self._per_s, self._burst = per_s, float(burst)
        self._left, self._at_s = float(burst), 0.0

    def take(self, now_s: float) -> bool:
        """Whether one more event is allowed now; if so it counts."""
        self._left = min(self._burst, self._left + (now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Rates:
    """A rate for each of many names; names that stay silent are forgotten."""

    def __init__(self, per_s: float, burst: int, most: int = 256) -> None:
        """Keep at most this many names; the oldest is forgotten first."""
        self._per_s, self._burst, self._most = per_s, burst, most
        self._kept: dict[str, Rate] = {}

    def take(self, name: str, now_s: float) -> bool:
        """Whether one more event of this name is allowed now; if so it counts."""
        rate = self._kept.pop(name, None) or Rate(self._per_s, self._burst)
        self._kept[name] = rate
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return rate.take(now_s)
