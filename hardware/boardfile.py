"""Board files: TOML text to a Board, or one sentence that says what is wrong with it; and back."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from hardware import boardcheck, formats
from hardware.board import Board, BoardError, PlaceKind, Printed
from hardware.errors import explain_os_error
from hardware.files import write_durably
from hardware.problems import Problem


def read_board(path: Path) -> Board:
    """Read a board file. Raises BoardError if it cannot be read or is invalid."""
    with formats.explain(f"The board file {path}", BoardError):
        text = formats.read_text(path)
    return parse_board(text, source=str(path))


def write_board(board: Board, path: Path) -> None:
    """Write a board as its file has it; raises CompanionError."""
    import tomlkit  # noqa: PLC0415 - 50 ms of start-up that only writing needs

    plain = {
        key: value
        for key, value in msgspec.to_builtins(board, enc_hook=str).items()
        if value is not None and value not in ((), [], {})
    }
    plain["pieces"] = {name: _stated(kind) for name, kind in plain.get("pieces", {}).items()}
    plain["places"] = [_stated(place) for place in plain["places"]]
    with explain_os_error(f"The board file {path} cannot be written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(path, tomlkit.dumps(plain).encode())


def _stated(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value is not None and value != []}


def parse_board(text: str, *, source: str = "board") -> Board:
    """Read a board from TOML text; ``source`` names it in the sentence of a BoardError."""
    with formats.explain(f"{source}: this", BoardError):
        data = formats.parse_toml(text)
    return check_board(data, source=source)


def check_board(data: Mapping[str, Any], *, source: str = "board") -> Board:
    """Make a board from plain data (of TOML or JSON); raises BoardError if it is invalid."""
    for sentence in _misspelt(data, msgspec.inspect.type_info(Board), ""):
        raise BoardError(f"{source}: {sentence}")
    try:
        board = msgspec.convert(data, Board, strict=False)
    except msgspec.ValidationError as error:
        raise BoardError(f"{source}: {_plain(str(error))}") from error
    for problem in boardcheck.find_problems(board):
        about = Problem("{text_source}: {text_problem}", source=source, problem=problem)
        raise BoardError(f"{source}: {formats.shorten(problem)}", problem=about)
    return board


_TOP: Final = "the top of the file"
_SIMILAR: Final = 0.7
"""The likeness of two keys, 0 to 1, from which one is the other misspelt."""


def _misspelt(data: Any, kind: msgspec.inspect.Type, path: str) -> Iterator[str]:
    """Yield a sentence for every key that is nearly a known one; others are somebody's notes."""
    match kind:
        case msgspec.inspect.StructType(fields=fields) if isinstance(data, dict):
            known = {field.encode_name: field.type for field in fields}
            for key, value in data.items():
                if key in known:
                    yield from _misspelt(value, known[key], f"{path}.{key}".strip("."))
                elif near := difflib.get_close_matches(key, known, 1, _SIMILAR):
                    where = boardcheck.name_entry(path) or _TOP
                    shown = formats.shorten(key)
                    yield f"{where}: there is no key {shown}; did you mean {near[0]}?"
        case msgspec.inspect.DictType(value_type=each) if isinstance(data, dict):
            for key, value in data.items():
                yield from _misspelt(value, each, f"{path}.{key}")
        case msgspec.inspect.VarTupleType(item_type=each) if isinstance(data, list):
            for number, value in enumerate(data):
                yield from _misspelt(value, each, f"{path}[{number}]")
        case msgspec.inspect.UnionType(types=kinds):
            for each in kinds:
                yield from _misspelt(data, each, path)


def require_sound(board: Board, *, source: str = "board") -> None:
    """Refuse an impossible board that somebody laid out; raises BoardError."""
    for problem in boardcheck.find_problems(board):
        raise BoardError(f"{source}: {formats.shorten(problem)}", problem.flaw, problem)


def _plain(message: str) -> str:
    """Translate a msgspec message into the words of the board file."""
    message, _, path = message.partition(" - at `$")
    path = path.rstrip("`").strip(".")
    where = boardcheck.name_entry(path) or _TOP
    if "Invalid enum value" in message:
        key, known = ("print", Printed) if "printed" in path else ("kind", PlaceKind)
        message = message.replace("Invalid enum value", f"unknown {key}")
        message += f" (known: {', '.join(get_args(known))})"
    message = message.replace("Object missing required field", "missing key")
    return f"{where}: {message}."
