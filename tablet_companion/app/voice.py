"""The table's voice: it says what the screen has just begun to say, and nothing else."""

from __future__ import annotations

from typing import Final

from hardware.ports import Speaker
from tablet_companion.config import VoiceSettings
from tablet_companion.screen.pages.aloud import Kind, find_speech
from tablet_companion.screen.pages.scenes import OwnPanel, Shown
from tablet_companion.screen.words.wording import Words

SETTLED_S: Final = 0.2
"""A page that is gone sooner is not worth a word: half of one would be heard."""


class Voice:
    """Follows the screen and says each page's headline once, while that page is there."""

    def __init__(self, speaker: Speaker | None, wanted: VoiceSettings) -> None:
        """Speak through this, of what is wanted; without a speaker nothing is ever done."""
        self._speaker = speaker
        self._kinds = {kind for kind in Kind if getattr(wanted, kind.value)}
        self._seen: tuple[Shown | None, Words | None] = None, None
        self._text = ""
        self._begun_s: float | None = None

    def follow(self, shown: Shown | None, words: Words, now_s: float) -> None:
        """Take note of what is on the screen now, and say what is due. Never waits."""
        if self._speaker is None:
            return
        if shown is not self._seen[0] or words is not self._seen[1]:
            self._seen = shown, words
            self._turn_to(shown, words, now_s)
        if self._begun_s is not None and now_s - self._begun_s >= SETTLED_S:
            self._begun_s = None
            self._speaker.say(self._text, words.language)
        self._speaker.turn()

    def _turn_to(self, shown: Shown | None, words: Words, now_s: float) -> None:
        """Drop what the page before says, and wait a moment with what this one does.

        A page of the table's own that is silent only covers the referee's, which was heard.
        """
        assert self._speaker is not None
        text = self._choose(shown, words)
        covers = not text and isinstance(shown, OwnPanel)
        if text == self._text:
            return
        self._speaker.stop()
        if covers:
            self._text = "" if self._begun_s is not None else self._text
            self._begun_s = None
            return
        self._text, self._begun_s = text, now_s if text else None

    def _choose(self, shown: Shown | None, words: Words) -> str:
        speech = None if shown is None else find_speech(shown, words)
        return speech.text if speech is not None and speech.kind in self._kinds else ""
