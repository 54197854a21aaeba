"""Brings the catalogues of translations up to date; ``make messages`` runs it.

These are the package's, and those of each game outside it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import polib

import hardware
from tablet_companion import games
from tablet_companion.games.shared import teaching
from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.words.wording import KEYS, LOCALE, find_folder, placeholders
from tools.arguments import read_words

_PACKAGE: Final = LOCALE.parent
_HARDWARE: Final = Path(hardware.__file__).parent
"""It says what is wrong with a board's file."""


def collect_marked(root: Path = _PACKAGE) -> dict[str, tuple[str, ...]]:
    """Return every text of a folder to be translated and the files that it stands in.

    These are what is marked with ``N_`` in the source, and the games' teaching data. Needs Babel,
    which only developers have.
    """
    found: dict[str, tuple[str, ...]] = {}
    sources = sorted((*root.rglob("*.py"), *root.rglob(f"{teaching.FOLDER}/*.toml")))
    below = sorted(_HARDWARE.rglob("*.py")) if root == _PACKAGE else []
    for path in (*below, *sources):
        name = path.relative_to(_HARDWARE.parent if path in below else root.parent).as_posix()
        for key in _keys(path):
            found[key] = tuple(dict.fromkeys((*found.get(key, ()), name)))
    return found


def _keys(path: Path) -> Iterator[str]:
    """Yield the texts of a source file or of a file of teaching data."""
    from babel.messages.extract import extract_from_file  # noqa: PLC0415 - a developer's package

    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield from teaching.texts(path.name, text)
        return
    if "N_(" not in text:  # most files, and Babel takes its time
        return
    for _line, key, _comments, _context in extract_from_file("python", path, {"N_": None}):
        assert isinstance(key, str)
        yield key


def merge(catalogue: polib.POFile, texts: Mapping[str, Sequence[str]]) -> None:
    """Bring a catalogue up to date with the marked texts and the files they stand in.

    Translations stay; new texts come untranslated, and those no longer marked become obsolete.
    """
    template = polib.POFile()
    for key, files in texts.items():
        flags = ["python-brace-format"] if placeholders(key) else []
        places = [(name, "") for name in files]  # line numbers would change with every edit
        template.append(polib.POEntry(msgid=key, occurrences=places, flags=flags))
    catalogue.merge(template)


def _update(root: Path, texts: Mapping[str, Sequence[str]]) -> None:
    """Merge the marked texts into a folder's catalogues, and say what is still untranslated."""
    for language in sorted({*LANGUAGES} - {KEYS}):
        path = root / LOCALE.name / f"{language}.po"
        path.parent.mkdir(exist_ok=True)
        path.touch()
        catalogue = polib.pofile(path.read_text(encoding="utf-8"), wrapwidth=99)
        merge(catalogue, texts)
        catalogue.save(str(path))
        missing = len(catalogue.untranslated_entries()) + len(catalogue.fuzzy_entries())
        sys.stdout.write(f"{path.name}: {len(texts)} texts, {missing} to be translated\n")


def main() -> None:
    """Update every catalogue."""
    folders = map(find_folder, games.names())
    for root in (_PACKAGE, *(one for one in folders if not one.is_relative_to(_PACKAGE))):
        _update(root, collect_marked(root))


if __name__ == "__main__":
    read_words(__doc__)
    main()
