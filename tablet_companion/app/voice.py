"""The table's voice: it reads out what has just appeared on the screen, and nothing else."""

from __future__ import annotations

from typing import Final

from hardware.board import Board
from hardware.ports import Speaker
from tablet_companion.config import VoiceSettings
from tablet_companion.screen.pages.aloud import Kind, find_utterance, spoken_words
from tablet_companion.screen.pages.scenes import OwnPanel, Shown
from tablet_companion.screen.words.wording import KEYS

SETTLED_S: Final = 0.2
"""A page that is gone sooner is not read out: people would hear only half of it."""
HEARD_S: Final = 3.0
"""A sentence whose page stayed this long was heard, and is not repeated right after itself."""


class Voice:
    """Follows the screen and says each page's headline once, while that page is there."""

    def __init__(self, speaker: Speaker | None, wanted: VoiceSettings, board: Board) -> None:
        """Speak the wanted kinds of text through a speaker; without one do nothing."""
        self._speaker, self._board = speaker, board
        self._kinds = {kind for kind in Kind if getattr(wanted, kind.value)}
        self._shown: Shown | None = None
        self._words = spoken_words(KEYS, board)
        self._text = self._heard = ""
        self._begun_s: float | None = None
        self._said_s = 0.0

    def follow(self, shown: Shown | None, language: str, now_s: float) -> None:
        """Note what is on the screen now, and say what is due. Never waits."""
        if self._speaker is None:
            return
        if shown is not self._shown or language != self._words.language:
            self._shown = shown
            if language != self._words.language:
                self._words = spoken_words(language, self._board)
            self._turn_to(shown, now_s)
        if self._begun_s is not None and now_s - self._begun_s >= SETTLED_S:
            self._begun_s = None
            if self._text != self._heard:
                self._speaker.say(self._text, language)
                self._heard, self._said_s = "", now_s
        self._speaker.turn()

    def _turn_to(self, shown: Shown | None, now_s: float) -> None:
        """Drop the previous page's sentence, and wait a moment before this page's.

        A silent page of the table's own only covers the referee's, which was heard.
        """
        assert self._speaker is not None
        text = self._choose(shown)
        covers = not text and isinstance(shown, OwnPanel)
        if text == self._text:
            return
        self._speaker.stop()
        if self._text and self._begun_s is None and now_s - self._said_s >= HEARD_S:
            self._heard = self._text
        if covers:
            self._text = "" if self._begun_s is not None else self._text
            self._begun_s = None
            return
        self._text, self._begun_s = text, now_s if text else None

    def _choose(self, shown: Shown | None) -> str:
        found = None if shown is None else find_utterance(shown, self._words)
        return found.text if found is not None and found.kind in self._kinds else ""
