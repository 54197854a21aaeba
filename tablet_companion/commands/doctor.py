"""``tablet-companion doctor``: what is missing at this table, and how to mend it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tablet_companion.commands._outputs import require_output
from tablet_companion.selfcheck.doctor import examine
from tablet_companion.selfcheck.doctor.bundle import write_bundle
from tablet_companion.selfcheck.doctor.machine import Machine, this_machine
from tablet_companion.selfcheck.finding import Finding, State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--settings", type=Path, metavar="FILE.toml")
    parser.add_argument(
        "--bundle",
        type=Path,
        metavar="FILE.zip",
        help="also write what helps somebody to help: findings, settings, versions; no journals",
    )


def run(arguments: argparse.Namespace, machine: Machine | None = None) -> int:
    """Print a line a finding; the status is 1 where something that is needed does not work."""
    if arguments.bundle is not None:
        require_output(arguments.bundle, b"PK")
    machine = machine or this_machine()
    findings: list[Finding] = []
    for finding in examine(machine, arguments.settings):
        findings.append(finding)
        _say(finding.lines())
    count = Counter(finding.state for finding in findings)
    _say(f"{count[State.FAIL]} to mend, {count[State.WARN]} to look at, {count[State.OK]} well")
    if arguments.bundle is not None:
        write_bundle(arguments.bundle, machine, findings, arguments.settings)
        _say(f"{arguments.bundle}: findings, settings and versions; no journals, no pictures")
    return 1 if count[State.FAIL] else 0


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
