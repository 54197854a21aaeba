"""The table's voice: it reads out what has just appeared on the screen, and nothing else."""

from __future__ import annotations

from typing import Final

from hardware.board import Board
from hardware.ports import Speaker
from tablet_companion.config import VoiceSettings
from tablet_companion.screen.pages.aloud import Kind, Utterance, find_utterance, spoken_words
from tablet_companion.screen.pages.scenes import OwnPanel, Shown
from tablet_companion.screen.words.wording import KEYS

SETTLED_S: Final = 0.2
"""A page that is gone sooner is not read out: people would hear only half of it."""
HEARD_S: Final = 3.0
"""A sentence whose page stayed this long was heard, and is not repeated right after itself."""
AGAIN_S: Final = 120.0
"""Hands that keep moving are not spoken of again sooner: people see that themselves."""


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
        self._said_s, self._again_s = 0.0, -AGAIN_S
        self._passing = False

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
            self._say(language, now_s)
        self._speaker.turn()

    def _say(self, language: str, now_s: float) -> None:
        """Say this page's sentence, unless it was heard; what only passes leaves that as it was."""
        assert self._speaker is not None
        if self._passing and now_s >= self._again_s:
            self._speaker.say(self._text, language)
            self._again_s = now_s + AGAIN_S
        elif not self._passing and self._text != self._heard:
            self._speaker.say(self._text, language)
            self._heard, self._said_s = "", now_s

    def _turn_to(self, shown: Shown | None, now_s: float) -> None:
        """Drop the previous page's sentence, and wait a moment before this page's.

        A silent page of the table's own only covers the referee's, which was heard.
        """
        assert self._speaker is not None
        found = self._choose(shown)
        text = "" if found is None else found.text
        covers = not text and isinstance(shown, OwnPanel)
        if text == self._text:
            return
        self._speaker.stop()
        said = bool(self._text) and not self._passing and self._begun_s is None
        if said and now_s - self._said_s >= HEARD_S:
            self._heard = self._text
        if covers:
            self._text = "" if self._begun_s is not None else self._text
            self._begun_s = None
            return
        self._text, self._begun_s = text, now_s if text else None
        self._passing = found is not None and found.passing

    def _choose(self, shown: Shown | None) -> Utterance | None:
        found = None if shown is None else find_utterance(shown, self._words)
        return found if found is not None and found.kind in self._kinds else None
