"""The text that a page says aloud: its headline, worded for pronunciation. Pure.

Nothing is said that is not on the page, and nothing of a private page: everybody hears it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from hardware.board import Board
from tablet_companion.games.core import TABLE, Message, StepKind
from tablet_companion.games.text import N_
from tablet_companion.referee.model import panels
from tablet_companion.referee.model.notes import NEVER_AT_REST
from tablet_companion.referee.model.steps_in_words import DONE, HAND, PAWN
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.words import wording
from tablet_companion.screen.words.names import SPACES
from tablet_companion.screen.words.wording import Words

HAND_OVERS: Final[Mapping[panels.Audience, str]] = {
    panels.Audience.SEAT: N_("Pass the tablet to {seat}."),
    panels.Audience.ANYBODY: N_("Somebody enters {seat}’s cards alone."),
    panels.Audience.CHECKER: N_("Somebody checks {seat}’s cards alone."),
    panels.Audience.TELEPHONE: N_("{seat} looks at a telephone."),
}
"""All that is ever heard of a page that leads to a private one."""
EITHER: Final = N_("{count} or {count_more}")
"""How a card with two numbers is pronounced, such as the 1/11."""
SPOKEN: Final[Mapping[str, str]] = {
    SPACES["hole"]: N_("{seat}’s hole {count}|*|in *|from *|into *"),
    DONE[PAWN][StepKind.MOVED]: DONE[HAND][StepKind.MOVED],
}
"""Texts whose spoken form differs from the written one."""
WAY: Final = N_("{place} to {place_two}")
"""The spoken form of an arrow between two places."""


class Kind(StrEnum):
    """The kind of an utterance, for people who want to hear only some kinds."""

    TURN = "turns"
    VERDICT = "verdicts"
    LESSON = "lessons"


@dataclass(frozen=True, slots=True)
class Utterance:
    """A page's headline: its kind, and its text in the page's language.

    ``passing``: it only stands for the one before it until hands are at rest.
    """

    kind: Kind
    text: str
    passing: bool = False


def spoken_words(language: str, board: Board) -> Words:
    """Return a language's words for a board in their spoken form."""
    written = wording.words(language, board)
    spoken = {key: written.text(other) for key, other in SPOKEN.items()}
    return replace(written, translations={**written.translations, **spoken})


def find_utterance(shown: Shown, words: Words) -> Utterance | None:
    """Return what a page says aloud, None for a private or a silent one.

    ``words`` are those of ``spoken_words``.
    """
    if isinstance(shown, LessonPanel):
        asked = (shown.ask,) if shown.sets_out else (shown.say, shown.ask)
        kind, said = Kind.LESSON, shown.answer or asked
    elif isinstance(shown, panels.Panel) and not _is_private(shown):
        kind, said = _find_kind(shown), tuple(_headline(shown))
    else:
        return None
    text = " ".join(filter(None, (_pronounceable(words.say(one), words) for one in said)))
    return Utterance(kind, text, passing=NEVER_AT_REST in said) if text else None


def _is_private(panel: panels.Panel) -> bool:
    """Whether a page is for one seat alone; the page that leads to it is not."""
    match panel:
        case panels.HandPanel():
            return True
        case panels.MenuPanel(private=seat) if seat is not None:
            return True
        case panels.SetUpPanel() | panels.HandOverPanel():
            return False
    return panel.view.viewer != TABLE


def _find_kind(panel: panels.Panel) -> Kind:
    """Return the kind of a page: faults, remaining steps and what is amiss are verdicts."""
    match panel:
        case panels.ObjectionPanel() | panels.BoardPanel() | panels.PlayPanel(left=True):
            return Kind.VERDICT
        case panels.PlayPanel(amiss=(_, *_)):
            return Kind.VERDICT
    return Kind.TURN


def _headline(panel: panels.Panel) -> Iterator[Message]:
    match panel:
        case panels.HandOverPanel(seat=seat, audience=audience):
            yield Message(HAND_OVERS[audience], (("seat", seat),))  # and nothing else of that page
        case panels.ObjectionPanel(say=say, breaches=breaches):
            yield say
            for breach in breaches[:1]:  # the next one follows when this is mended
                yield from (breach.rule, breach.mend)
        case panels.PlayPanel(say=say, todo=todo, left=left, amiss=amiss, unseen=unseen):
            amiss = amiss if unseen is None else (unseen, *amiss)
            yield from (say, *todo) if left else (*amiss, say)
        case panels.QuestionPanel(say=say, more=more) | panels.CardKeysPanel(say=say, more=more):
            yield from (say, *more)
        case panels.WonderPanel(say=say, told=told, breaches=breaches):
            yield from (say, *told, *(breach.rule for breach in breaches))
        case (
            panels.CheckPanel(say=say)
            | panels.MenuPanel(say=say)
            | panels.BoardPanel(say=say)
            | panels.HelpPanel(say=say)
            | panels.PausePanel(say=say)
            | panels.EndPanel(say=say)
        ):
            yield say


# --- pronunciation --------------------------------------------------------------------------------


def _pronounceable(text: str, words: Words) -> str:
    """Return a text without unpronounceable signs, ended as a sentence.

    Sentences that name a file are left out.
    """
    either = words.text(EITHER)
    text = re.sub(
        r"(\d+)/(\d+)", lambda found: either.format(count=found[1], count_more=found[2]), text
    )
    kept = [one for one in re.split(r"(?<=[.!?])\s+", text) if not re.search(r"[/\\_]", one)]
    text = re.sub(r"\s*\(([^)]*)\)", r", \1", " ".join(kept))
    text = re.sub(r"^(\w+)\s*:", r"\1,", text)  # an address, as in "Red: …"
    arrow = words.text(WAY).format(place="", place_two="")
    text = re.sub(r"\s*→\s*", arrow, text)
    text = re.sub(r"\s*[…·|]+\s*", ", ", text)
    text = re.sub(r"[“”„«»()\[\]{}<>*#]", "", text)
    text = re.sub(r",\s*(?=[,;:.!?])", "", text)
    text = " ".join(text.split()).strip(" ,;:")
    return text if not text or text[-1] in ".!?" else f"{text}."
