"""What the documents name exists: files, links, commands, options, make targets, words, screens."""

from __future__ import annotations

import functools
import re
import shlex
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from calibration.learning.truth import check_labels, read_labels
from tablet_companion import cli, games
from tablet_companion.app.network.reception import WebError, require_packages
from tablet_companion.config.reading import parse_settings
from tablet_companion.kit import printed
from tests.screen.marked_texts import said

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("tablet_companion", "hardware", "calibration", "tests", "systemd", "tools", "docs")
DOCUMENTS: Final = tuple(
    str(path.relative_to(ROOT))
    for folder in ("*.md", *(f"{room}/**/*.md" for room in ROOMS))
    for path in sorted(ROOT.glob(folder))
)
GUIDE: Final = "docs/at-a-table.md"
MAX_LINES: Final = 80
MAX_BYTES: Final = 1_500_000
MAX_CHARACTERS: Final = 120
LONG: Final = {"CHANGELOG.md"}
"""Records, in which an entry may be a line."""
PACKAGES: Final = ("tablet_companion", "hardware", "calibration")
UNIT: Final = "systemd/tablet-companion.service"


def every_document(check: Callable[[str], None]) -> Callable[[], None]:
    """Return one test that checks all documents: hundreds of cases would take longer to report."""

    def test() -> None:
        wrong = {}
        for name in DOCUMENTS:
            try:
                check(name)
            except AssertionError as error:
                wrong[name] = str(error)
        assert not wrong

    test.__doc__ = check.__doc__
    return test


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _code(name: str) -> list[str]:
    """Return what stands in backticks, line ends made spaces, and the lines set as code."""
    text = re.sub(r"^ *```.*?^ *```", "", _text(name), flags=re.DOTALL | re.MULTILINE)
    quoted = [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", text)]
    return quoted + [line.strip() for line in re.findall(r"^ {4}(.*)$", text, flags=re.MULTILINE)]


@every_document
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link of a document is a file of the project."""
    for target in re.findall(r"\]\(([^)#]+)\)", _text(name)):
        assert "://" in target or (ROOT / name).parent.joinpath(target).exists(), target


@every_document
def test_anchors_are_headings(name: str) -> None:
    """A link into a document leads to one of its headings."""
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", _text(name)):
        path = (ROOT / name).parent / target if target else ROOT / name
        headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        slugs = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
        assert anchor in slugs, f"{target}#{anchor}"


@every_document
def test_lines_are_short(name: str) -> None:
    """A line can be read beside its older version; tables, code and pictures stay as they are."""
    lines = (line for line in _text(name).splitlines() if not line.startswith(("|", "    ", "![")))
    assert name in LONG or [line for line in lines if len(line) > MAX_CHARACTERS] == []


def test_the_readme_fits_on_a_page() -> None:
    """Who opens the project sees for whom it is, and its picture loads on a telephone."""
    text = _text("README.md")
    assert text.count("\n") <= MAX_LINES
    (picture,) = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert (ROOT / picture).stat().st_size <= MAX_BYTES


def test_every_guide_is_found_from_the_readme() -> None:
    """Nothing is written that nobody is led to."""
    text = _text("README.md")
    guides = list((ROOT / "docs").glob("*.md"))
    assert len(guides) >= 5
    for path in guides:
        assert f"(docs/{path.name})" in text, path.name


def test_every_room_has_its_tests_named() -> None:
    """The tests' README names every folder of tests, and no other."""
    named = set(re.findall(r"`tests/(\w+)`", _text("tests/README.md")))
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")}
    assert folders <= named


@functools.cache
def _files() -> str:
    """Return the path of every file of ours, one a line."""
    paths = (path for room in ROOMS for path in (ROOT / room).rglob("*"))
    return "".join(f"/{path.relative_to(ROOT)}\n" for path in paths if path.is_file())


@every_document
def test_named_paths_exist(name: str) -> None:
    """Whatever in backticks looks like a path of ours is one, or the end of one."""
    for path in _code(name):
        if path.startswith(tuple(f"{room}/" for room in ROOMS)) and not re.search(r"[ *…]", path):
            assert (ROOT / path).exists(), path
        elif re.fullmatch(r"[\w./-]*\w\.(py|sh)", path):
            assert f"/{path.lstrip('./')}\n" in _files(), path


@every_document
def test_named_modules_exist(name: str) -> None:
    """Modules that are run, and dotted names that begin with a room of ours, are modules."""
    run = [found for code in _code(name) for found in re.findall(r"python3? -m ([\w.]+)", code)]
    named = [code for code in _code(name) if re.fullmatch(rf"({'|'.join(ROOMS)})(\.\w+)+", code)]
    for module in (*run, *named):
        if module.startswith(ROOMS):
            path = module.replace(".", "/")
            assert re.search(rf"^/{path}(\.py|/__init__\.py)$", _files(), re.MULTILINE), module


def _command_lines() -> list[str]:
    lines = [code for name in DOCUMENTS for code in _code(name)]
    lines += re.findall(r"^ExecStart=.*/(tablet-companion .*)$", _text(UNIT), flags=re.MULTILINE)
    commands = (line.partition("#")[0].strip() for line in lines)
    return [line for line in commands if line.startswith("tablet-companion ")]


@pytest.mark.parametrize("line", _command_lines())
def test_commands_are_understood(line: str) -> None:
    """A command line can be typed as it stands; a bare command need only exist."""
    command, *arguments = shlex.split(line.partition(" <")[0])[1:]
    assert command in cli.COMMANDS
    if arguments:
        cli.parser(command).parse_args([command, *arguments])


def test_every_command_is_told_of() -> None:
    """The documents leave no command out."""
    told = {shlex.split(line)[1] for line in _command_lines()}
    assert told >= set(cli.COMMANDS)


def test_what_is_installed_by_name_is_in_the_checkout() -> None:
    """The project is on no index: somebody else's package of its name would be installed."""
    sources = (path.relative_to(ROOT) for name in PACKAGES for path in (ROOT / name).rglob("*.py"))
    places = (*DOCUMENTS, *map(str, sources))
    assert not [name for name in places if "install 'tablet-companion" in _text(name)]


def test_an_extra_that_is_missing_is_installed_as_told() -> None:
    """The sentence names this Python and an extra that there is."""
    extras = tomllib.loads(_text("pyproject.toml"))["project"]["optional-dependencies"]
    for group, extra in (("web", "web"), ("mqtt", "club")):
        assert extra in extras
        told = rf"{re.escape(sys.executable)} -m pip install '\.\[{extra}\]'"
        with pytest.raises(WebError, match=told):
            require_packages(["no_such_package"], group)


def _targets(name: str) -> set[str]:
    return {code.split()[1] for code in _code(name) if re.match(r"make \w", code)}


@every_document
def test_make_targets_exist(name: str) -> None:
    """Every make target that a document names is in the Makefile."""
    assert _targets(name) <= set(re.findall(r"^([\w-]+):", _text("Makefile"), flags=re.MULTILINE))


def test_named_functions_exist() -> None:
    """Every function that the architecture names with its file is defined there."""
    text = " ".join(_text("ARCHITECTURE.md").split())
    rooms = "|".join(PACKAGES)
    pairs = re.findall(rf"`([\w.]+)` (?:in |\()`?((?:{rooms})/[\w/]+\.py)", text)
    assert len(pairs) >= 8
    for name, path in pairs:
        for part in name.split("."):
            assert re.search(rf"^ *(def |class |){part}\b", _text(path), re.MULTILINE), name


@functools.cache
def _known() -> frozenset[str]:
    """Return the games, their rules, every word of the code, and the names of tests."""
    files = (path for room in (*PACKAGES, "tools") for path in (ROOT / room).rglob("*.py"))
    source = {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text("utf-8")
        source |= {path.stem, *re.findall(r"^def (test_\w+)", text, re.MULTILINE)}
    rules = (rule for game in games.names() for rule in games.load(game).rules)
    return frozenset({*source, *games.names(), *rules})


@every_document
def test_named_identifiers_exist(name: str) -> None:
    """A word with an underscore in backticks is a game, a rule of one, or a name in the code."""
    for word in _code(name):
        assert not re.fullmatch(r"[a-z]+(_[a-z]+)+", word) or word in _known(), word


def test_quoted_sentences_are_said() -> None:
    """What GOING_WRONG quotes in curly marks is said by the screen, or begins what is said.

    A text of blanks alone would match everything, and is left out.
    """
    whole = [re.split(r"(?<=[.?!]) ", key) for key in said()]
    texts = {" ".join(sentences[: n + 1]) for sentences in whole for n in range(len(sentences))}
    worded = [text for text in texts if re.search(r"[A-Za-z]{2}", re.sub(r"\{[^}]*\}", "", text))]
    patterns = [re.compile(re.sub(r"\\{[^}]*\\}", ".+", re.escape(text))) for text in worded]
    quoted = re.findall(r"“([^”]+)”", _text("GOING_WRONG.md").replace("“quotation marks”", ""))
    assert len(quoted) >= 15
    unsaid = [one for one in quoted if not any(pattern.fullmatch(one) for pattern in patterns)]
    assert unsaid == []


def test_the_glossary_is_sorted() -> None:
    """A word is found where the alphabet has it, and stands there once."""
    words = re.findall(r"^\| ([^|]+?) \|", _text("GLOSSARY.md"), flags=re.MULTILINE)[2:]
    assert words == sorted(set(words), key=str.casefold)


def test_the_glossary_names_what_the_code_has() -> None:
    """What a term is called in the code is a class, a function, a field or a constant there."""
    cells = re.findall(r"^\| [^|]+ \| ([^|]+) \|", _text("GLOSSARY.md"), flags=re.MULTILINE)[2:]
    paths = (path for room in PACKAGES for path in (ROOT / room).rglob("*.py"))
    source = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    for name in re.findall(r"`(?:\w+\.)?(\w+)`", " ".join(cells)):
        assert re.search(rf"^ *(class |def )?{name}\b *[:=(\[]", source, re.MULTILINE), name


@every_document
def test_documents_name_no_machine(name: str) -> None:
    """No document holds a path of the machine it was written on, or the talk of a workplace."""
    assert not re.search(r"(?<![\w.])/(home|root|tmp|work|Users)/", _text(name))
    assert not re.search(r"\b(issues?|TODO|FIXME)\b", _text(name), re.IGNORECASE)


def test_settings_shown_are_settings() -> None:
    """The settings file that the guide shows is accepted as it stands."""
    shown = re.findall(r"```toml\n(.*?)```", _text(GUIDE), flags=re.DOTALL)
    assert len(shown) == 1
    path = Path("settings.toml")
    settings = parse_settings(shown[0], path)
    assert settings != parse_settings("", path)


def test_the_label_shown_is_a_label(tmp_path: Path) -> None:
    """The label that the guide shows is accepted by its reader, and fits Agent DOG's board."""
    shown = re.findall(r"```json\n(.*?)```", _text(GUIDE), flags=re.DOTALL)
    assert len(shown) == 1
    path = tmp_path / "truth.jsonl"
    path.write_text(" ".join(shown[0].split()), encoding="utf-8")
    labels = read_labels(path)
    assert labels[0].pieces
    check_labels(labels, printed.board("agent_dog"), path)
