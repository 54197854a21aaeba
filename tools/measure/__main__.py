"""``python -m tools.measure``: the reader's accuracy on boards it was not built with."""

from __future__ import annotations

import argparse
import fnmatch
import functools
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import cv2

from tablet_companion import games
from tools.measure.cases import Subject
from tools.measure.folders import find_folders, read_folder
from tools.measure.prints import read_print
from tools.measure.report import merge_rows, write_report
from tools.measure.rows import WAYS, Asked, Job, Row, key_of, measure, name_of, plan_jobs
from tools.measure.teaching import MODES

PHOTOS: Final = Path(__file__).parents[3] / "shared" / "photos"
_JSON, _MARKDOWN = "measure.json", "measure.md"

Reader = Callable[[], tuple[Subject, ...]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, writing the table after every row; print it at the end."""
    given = _parser().parse_args(arguments)
    if given.list:
        sys.stdout.writelines(f"{name}\n" for name in _choose_sources(given))
        return 0
    cv2.setNumThreads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    before = _read_rows(given.before) if given.before else []
    rows = _read_rows(given.out / _JSON) if given.keep else []
    done = {key_of(row): row["figures"].get("pictures", 0) for row in rows}
    for row in _measure_all(given, Asked(tuple(given.ways.split(",")), done)):
        rows = merge_rows(rows, [row])
        _write(given.out, rows, before)
        sys.stderr.write(f"{name_of(row)} · {row['reader']}: {_brief(row)}\n")
        sys.stderr.flush()
    _write(given.out, rows, before)
    sys.stdout.write(write_report(rows, before))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.measure", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "--sources", nargs="+", default=["*"], metavar="NAME", help="names of sources, or patterns"
    )
    parser.add_argument("--modes", default=",".join(MODES), help="joined by commas")
    parser.add_argument("--ways", default=",".join(WAYS), help="joined by commas")
    parser.add_argument("--pictures-every", type=int, default=1, metavar="N")
    parser.add_argument(
        "--folder",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        metavar="DIR",
        help="boards' folders, or folders of such; before those beside the project",
    )
    parser.add_argument("--skip", nargs="+", default=[], metavar="SOURCE/MODE", help="or patterns")
    parser.add_argument("--before", type=Path, metavar="FILE", help="a measure.json to compare")
    parser.add_argument("--keep", action="store_true", help="keep the rows that --out has already")
    parser.add_argument("--list", action="store_true", help="name the sources and stop")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--memory-gb", type=int, default=12, help="a reader that takes more dies")
    return parser


def _measure_all(given: argparse.Namespace, asked: Asked) -> Iterator[Row]:
    chosen = _choose_sources(given)
    modes = [mode for mode in MODES if mode in given.modes.split(",")]
    work = functools.partial(_measure_source, modes, given.skip, asked, given.out, given.memory_gb)
    if given.jobs == 1:
        for name, read in chosen.items():
            yield from work(name, read)
        return
    with ProcessPoolExecutor(given.jobs) as pool:
        for found in pool.map(functools.partial(_gather, work), chosen, chosen.values()):
            yield from found


def _choose_sources(given: argparse.Namespace) -> dict[str, Reader]:
    sources = _sources(given.folder, given.pictures_every)
    return {
        name: read
        for name, read in sources.items()
        if any(fnmatch.fnmatch(name, pattern) for pattern in given.sources)
    }


def _gather(work: Callable[[str, Reader], Iterator[Row]], name: str, read: Reader) -> list[Row]:
    return list(work(name, read))


def _sources(folders: Sequence[Path], every: int) -> dict[str, Reader]:
    """Return what can be measured on, by name; folders that are given come first."""
    found = find_folders([*folders, PHOTOS, PHOTOS / "real"])
    sources: dict[str, Reader] = {
        name: functools.partial(read_folder, folder, every) for name, folder in found.items()
    }
    return sources | {
        f"print:{game}": functools.partial(read_print, game, every) for game in games.names()
    }


def _measure_source(  # noqa: PLR0913, PLR0917 - what a worker needs to know
    modes: Sequence[str],
    skipped: Sequence[str],
    asked: Asked,
    out: Path,
    memory_gb: int,
    name: str,
    read: Reader,
) -> Iterator[Row]:
    """Yield the rows of one source."""
    most = memory_gb << 30
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    wanted = [
        mode for mode in modes if not any(fnmatch.fnmatch(f"{name}/{mode}", no) for no in skipped)
    ]
    jobs: list[Job] = plan_jobs(read(), wanted)
    for job in jobs:
        yield from measure(job, asked, out)


def _read_rows(path: Path) -> list[Row]:
    if not path.is_file():
        return []
    rows: list[Row] = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return rows


def _write(out: Path, rows: Sequence[Row], before: Sequence[Row]) -> None:
    data = {"written": time.strftime("%Y-%m-%d %H:%M:%S"), "rows": rows}
    text = json.dumps(data, indent=1, ensure_ascii=False)
    (out / _JSON).write_text(text, encoding="utf-8")
    (out / _MARKDOWN).write_text(write_report(rows, before), encoding="utf-8")


def _brief(row: Row) -> str:
    figures = row["figures"]
    if not figures:
        return "; ".join(row["notes"])
    return (
        f"{figures['wrong']} of {figures['places']} wrong, boards {figures['boards_right']} of "
        f"{figures['boards']}, hands invented {figures['hands_invented']}, "
        f"not registered {figures['not_registered']}, {row['spent_s']} s"
    )


if __name__ == "__main__":
    sys.exit(main())
