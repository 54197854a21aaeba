"""The file of labels, changed line by line: other lines and unknown keys stay as they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from calibration.learning.truth import Label
from hardware import formats
from hardware.errors import CompanionError, explain_os_error
from hardware.files import write_durably

_BESIDE: Final = {"off", "things"}
_WRITTEN: Final = set(Label.__struct_fields__) - _BESIDE
"""What lies beside the places is not labelled on the screen, so it stays as it was."""


class TruthFileError(CompanionError):
    """A file of labels that cannot be read or written; nothing of it is lost."""


class TruthFile:
    """A file of labels, which need not exist yet.

    It is read again before every change, so that lines that others add meanwhile stay, too; and it
    is replaced as a whole, so that it is never half written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def labels(self) -> Mapping[str, Label]:
        """Return the labels by picture, of several the last. Raises TruthFileError."""
        return {label.file: label for line in self._lines() if (label := _label(line))}

    def strange(self) -> int:
        """Return how many lines are no labels; they stay where they are. Raises TruthFileError."""
        return sum(bool(line.strip()) and _label(line) is None for line in self._lines())

    def put(self, line: Mapping[str, Any]) -> None:
        """Write the label of a picture in its place, or as a new last line.

        Keys of the old line that are not labelled here are kept. Raises TruthFileError.
        """
        lines = list(self._lines())
        where = [n for n, text in enumerate(lines) if _file(text) == line["file"]]
        if where:
            old = formats.parse_json(lines[where[-1]], dict)
            kept = {key: old[key] for key in old if key not in _WRITTEN}
            lines[where[-1]] = _text({**line, **kept})
        else:
            lines.append(_text(line))
        what = f"The labels cannot be written to {self.path}"
        mend = "make room, or allow writing there, and save again"
        with explain_os_error(what, TruthFileError, mend):
            write_durably(self.path, "".join(f"{text}\n" for text in lines).encode())

    def _lines(self) -> Iterator[str]:
        if not self.path.exists():
            return
        with formats.explain(f"The file of labels {self.path}", TruthFileError):
            text = formats.read_text(self.path, formats.MAX_LABELS_BYTES)
        # Not splitlines(): JSON texts may hold separators that Python would take for line ends.
        yield from text.removesuffix("\n").split("\n") if text else ()


def _label(text: str) -> Label | None:
    try:
        return formats.parse_json(text, Label)
    except formats.Unusable:
        return None


def _file(text: str) -> str | None:
    label = _label(text)
    return label.file if label else None


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False)
