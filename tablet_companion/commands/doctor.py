"""``tablet-companion doctor``: what is missing at this table, and how to mend it."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from tablet_companion.commands._outputs import BUNDLE, require_output
from tablet_companion.config import ConfigError
from tablet_companion.config.reading import read_settings
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.doctor import examine
from tablet_companion.selfcheck.doctor.bundle import write_bundle
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--settings", type=Path, metavar="FILE.toml", help="the settings file")
    add(
        "--bundle",
        type=Path,
        metavar="FILE.zip",
        help="also write findings, settings and versions for a helper; no journals",
    )


def run(arguments: argparse.Namespace, machine: Machine | None = None) -> int:
    """Print one line for each finding; the status is 1 if something necessary does not work."""
    if arguments.bundle is not None:
        require_output(arguments.bundle, BUNDLE)
    machine = machine or Machine()
    findings: list[Finding] = []
    told = words(_find_language(arguments.settings))
    for finding in examine(machine, arguments.settings):
        findings.append(finding)
        print(finding.lines(told), flush=True)
    counts = Counter(finding.state for finding in findings)
    summary = N_("{count} to mend, {count_look} to look at, {count_well} well")
    numbers = counts[State.FAIL], counts[State.WARN], counts[State.OK]
    keys = "count", "count_look", "count_well"
    print(told.say(Message(summary, tuple(zip(keys, numbers, strict=True)))))
    if arguments.bundle is not None:
        write_bundle(arguments.bundle, machine, findings, arguments.settings)
        holds = N_("{text}: findings, settings and versions; no journals, no pictures")
        print(told.say(Message(holds, (("text", str(arguments.bundle)),))))
    return 1 if counts[State.FAIL] else 0


def _find_language(settings: Path | None) -> str:
    """Return the language of the settings; English if they cannot be read."""
    try:
        return read_settings(settings).language
    except ConfigError:
        return "en"
