"""Bad input gets one clear sentence and status 1, in little memory; nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion import cli
from tests.amounts import sampled
from tests.commands.cases import CASES, Case, Files


def _contents() -> dict[str, bytes | None]:
    """Return every file here; of special files that they are there."""
    found = sorted(path for path in Path().rglob("*") if not path.is_dir())
    return {str(path): path.read_bytes() if path.is_file() else None for path in found}


@sampled(2)
@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_refused_in_a_sentence(
    case: Case, good: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 1, one sentence that says what is wrong, and every file as it was."""
    for name, data in case.files(good).items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(data)
    before = _contents()
    status = cli.main(case.words.split())
    out, err = capsys.readouterr()
    told = [line for line in (err or out).splitlines() if not line.startswith("Warning: ")]
    assert status == 1
    assert len(told) == 1 or not err
    assert case.said in "\n".join(told)
    assert max(map(len, told)) < 600
    assert _contents() == before
