"""What the researchers' README shows can be typed as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tablet_companion.research import numbering

README: Final = Path(numbering.__file__).with_name("README.md")


@pytest.mark.parametrize(("block", "needs"), [(0, "pyspiel"), (1, "pettingzoo")])
def test_the_examples_run(block: int, needs: str) -> None:
    """Each example of the README runs where its library is installed."""
    pytest.importorskip(needs, reason=f"{needs} is not installed: pip install .[research]")
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    exec(compile(blocks[block], str(README), "exec"), {})  # noqa: S102 - our own document


def test_the_readme_names_the_figures_of_the_code() -> None:
    """The number of steps and of features in the README are those that hold."""
    text = README.read_text(encoding="utf-8")
    assert f"| `most_steps` | {numbering.MOST_STEPS} |" in text
    for path in re.findall(r"`((?:tablet_companion|tests)/[^`*]+)`", text):
        assert (README.parents[2] / path).exists(), path
