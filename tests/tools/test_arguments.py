"""What the tools make of a line that they cannot follow."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from hardware.errors import CompanionError
from tests.amounts import draw
from tools import explain


def test_a_tool_explains_itself_and_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No option is taken for the name of a file to write; nothing begins without being asked."""
    monkeypatch.chdir(tmp_path)
    tools = Path(__file__).resolve().parents[2] / "tools"
    files = sorted(tools.rglob("*.py"))
    started = [path for path in files if 'if __name__ == "__main__"' in path.read_text("utf-8")]
    for path in draw(started, 6):
        for asked, status in (("--help", 0), ("--no-such-option", 2)):
            monkeypatch.setattr("sys.argv", [path.name, asked])
            try:
                with pytest.raises(SystemExit) as ended:
                    runpy.run_path(str(path), run_name="__main__")
            except ModuleNotFoundError as missing:
                if not explain(missing):
                    raise
                continue
            assert ended.value.code == status, path
            assert "usage: " in "".join(capsys.readouterr())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (CompanionError("The board is gone; look for it."), "The board is gone; look for it."),
        (FileNotFoundError(2, "No such file", "x.md"), "x.md: No such file; name another."),
        (ModuleNotFoundError("", name="torch"), "python -m pip install torch"),
        (ModuleNotFoundError("", name="tools.gone"), ""),
        (ValueError("a bug"), ""),
    ],
)
def test_what_a_person_can_mend_is_told_in_a_sentence(error: Exception, said: str) -> None:
    """Bugs of ours keep their traceback."""
    assert said in explain(error)
    assert bool(explain(error)) == bool(said)
