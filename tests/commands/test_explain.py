"""``explain`` answers in the words of the screen."""

import dataclasses
import io
import json
import sys

import pytest

from tablet_companion import cli, games
from tablet_companion.games.protocol import NoExchange
from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.words.wording import words

_OCCUPIED = {
    "game": "pocket_ops",
    "turn": "red",
    "rooms": {"E": ["blue", "ninja"]},
    "active": {"red": "assassin", "blue": None},
    "card": "spy",
    "attempt": {"E": ["red", "spy"]},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_explained_as_on_the_screen(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule, remedy and the booklet's section are said in the language asked for."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(_OCCUPIED)))
    assert cli.main(["explain", "pocket_ops", "--language", language]) == 0
    (breach,) = json.loads(capsys.readouterr().out)["breaches"]
    rule, own = games.load("pocket_ops").rules[breach["rule"]], words(language)
    assert breach["mend"] == own.text(rule.mend)
    assert breach["section"] == own.text(rule.section)
    told = {"en": "The spy needs", "fr": "L’espion a besoin", "de": "Der Spion braucht"}
    assert breach["text"].startswith(told[language])
    assert "{" not in breach["text"]


def test_a_game_may_read_no_positions() -> None:
    """A game that offers no exchange of positions says so in one sentence."""
    game = dataclasses.replace(games.load("pocket_ops"), exchange=None)
    with pytest.raises(NoExchange, match="Pocket Ops does not read positions in JSON"):
        game.explain(_OCCUPIED)
