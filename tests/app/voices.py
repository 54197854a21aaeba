"""A voice that writes down what it is told."""

from __future__ import annotations


class ToldSpeaker:
    """Remembers every sentence and its language; what was cut short is not told apart."""

    def __init__(self) -> None:
        """Begin silent."""
        self.said: list[tuple[str, str]] = []
        self.speaking = self.closed = False
        self.volume = 100

    @property
    def texts(self) -> list[str]:
        """Return the sentences."""
        return [text for text, _ in self.said]

    def say(self, text: str, language: str) -> None:
        """Remember a sentence."""
        self.said.append((text, language))
        self.speaking = True

    def stop(self) -> None:
        """Fall silent."""
        self.speaking = False

    def set_volume(self, percent: int) -> None:
        """Keep it."""
        self.volume = percent

    def turn(self) -> None:
        """Have nothing to do."""

    def close(self) -> None:
        """Remember it."""
        self.closed = True
