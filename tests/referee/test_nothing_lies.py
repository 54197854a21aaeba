"""People who find nothing where the page asks to take something away are believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion.games.core import Place
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import NoHand
from tablet_companion.referee.model.panels import MarkKind, PlayPanel
from tablet_companion.vision.reading import Thing
from tests.referee.bench import Bench
from tests.referee.lying import COIN, LONG, fallen, list_said, watch


@pytest.mark.parametrize(
    ("things", "covered"),
    [
        ((), ("red.N1", "red.N2")),
        ((COIN,), ("T9",)),
        ((LONG,), ()),
        ((fallen("blue", "blue.N2"),), ("blue.N2",)),
    ],
)
def test_people_who_find_nothing_there_say_so_in_one_touch(
    things: tuple[Thing, ...], covered: tuple[str, ...]
) -> None:
    """They are believed until the place looks clear; before, the page asked for ever.

    Hands that come and go, and moves elsewhere, ask no one again.
    """
    bench = Bench()
    how = {"card": "none", "covered": covered}
    watch(bench, bench.shown(), 6.0, *things, **how)
    assert isinstance(bench.panel, PlayPanel)
    (key,) = (one for one in bench.panel.buttons if one.label.text == "Nothing lies there")
    bench.hand()  # over the board, on its way to the page
    assert isinstance(bench.panel, PlayPanel)
    assert key in bench.panel.buttons
    bench.touch(key.intent)
    watch(bench, bench.shown(), 20.0, *things, **how)
    watch(bench, bench.with_moves("T0>T5"), 8.0, *things, **(how | {"card": "5"}))
    assert bench.kinds == [Kind.ACCEPTED]
    assert list_said(bench) == []
    watch(bench, bench.shown(), 1.0, card="5")
    watch(bench, bench.shown(), 6.0, *things, **(how | {"card": "5"}))
    assert len(list_said(bench)) == 1


def test_what_lies_elsewhere_is_still_named_where_people_found_nothing() -> None:
    """One touch is about the place that the page names, and about no other."""
    bench = Bench()
    two = COIN, replace(COIN, x_mm=300.0, near=Place("T20"))
    watch(bench, bench.shown(), 6.0, *two, card="none")
    bench.touch(NoHand())
    assert isinstance(bench.panel, PlayPanel)
    assert [dict(one.details) for one in bench.panel.todo] == [{"place": "T20"}]
    assert {mark.place for mark in bench.panel.marks if mark.kind is MarkKind.DOUBT} == {"T20"}
    bench.touch(NoHand())
    watch(bench, bench.shown(), 6.0, *two, card="none")
    assert list_said(bench) == []
