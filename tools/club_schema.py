"""Prints the JSON schema of everything that a table publishes, docs/club-schema.json."""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

import msgspec

from tablet_companion.club.messages import Happened, Status
from tools.arguments import read_words


def make_schema() -> dict[str, Any]:
    """Return the JSON schema of everything that is published."""
    _, parts = msgspec.json.schema_components((Status, Happened))
    for part in parts.values():
        if "description" in part:  # which msgspec and Python indent or not, by their versions
            part["description"] = inspect.cleandoc(part["description"])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": parts}


if __name__ == "__main__":
    read_words(__doc__)
    sys.stdout.write(json.dumps(make_schema(), indent=1, sort_keys=True) + "\n")
