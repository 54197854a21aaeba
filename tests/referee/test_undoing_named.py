"""The question whether to take a move back says which one, and what it takes at the table."""

from __future__ import annotations

from typing import Final

import pytest

from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.public import find_secretive_seat
from tablet_companion.referee.model.events import Answer, TakeBack
from tablet_companion.referee.model.history import count_undone, is_by_itself, list_last
from tablet_companion.referee.model.panels import QuestionPanel
from tablet_companion.referee.model.steps_in_words import tell_action
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.pages.panel import build_panel
from tests.conformance.walk import GAMES
from tests.referee.player import Player, variants

PLAYS: Final = 25


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_taken_back_is_told(game: AnyGame) -> None:
    """“Take the last move back?” named none: after “Foiled”, was that meant, or the spy's move?"""
    told = 0
    for options in variants(game):
        player = Player(game, 5, **options)
        for _ in range(PLAYS):
            if player.table.stage is not Stage.PLAY:
                break
            told += _ask(player.branch())
            player.play_on()
    assert told > PLAYS / 2


def _ask(player: Player) -> int:
    """Ask, compare, and take the move back; the number of sentences that told it."""
    table = player.table
    undone = list_last(table, count_undone(table)) if count_undone(table) else ()
    player.touch(TakeBack(asking=True))
    panel = build_panel(player.table)
    if not undone or not isinstance(panel, QuestionPanel) or len(panel.choices) != 2:
        return 0
    acts = [one for one in undone if not is_by_itself(one)]
    secret = [one for one in acts if find_secretive_seat(one.position, one.action) is not None]
    known = [
        say
        for one in acts
        if one not in secret
        for say in tell_action(one.position.public, one.action)
    ]
    assert bool(panel.more) == bool(known)
    assert set(panel.more) <= {*known}
    player.touch(Answer(0))
    moved = player.table.placement != table.placement
    assert moved == ("Then put" in panel.say.text), panel.say.text
    return len(panel.more)
