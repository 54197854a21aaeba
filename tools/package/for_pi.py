"""A wheel with compiled rules for a Pi: ``python -m tools.package.for_pi WHEEL HEADERS VERSION``.

zig compiles what mypyc has written, on any machine, for 64-bit Arm, Bookworm's C library and the
Python of this version (3.13 or 3.11), whose headers are in HEADERS/usr/include. The wheel is put
beside the plain WHEEL, which stays as it is.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tools.arguments import read_words
from tools.compiled import translate

_LIBC: Final = (2, 36)
"""Bookworm's C library; those of later systems run what was built for it."""

# mypyc's runtime counts on integers that wrap around; zig would have such code end the program.
_FLAGS: Final = ("-shared", "-fPIC", "-O3", "-fwrapv", "-fno-sanitize=undefined", "-s")


def main() -> None:
    """Compile the rules and pack them with the plain wheel's files."""
    wheel, headers, version = read_words(__doc__, "WHEEL", "HEADERS", "VERSION")
    with tempfile.TemporaryDirectory() as folder:
        _run("wheel", "unpack", wheel, "--dest", f"{folder}/tree")
        (tree,) = Path(folder, "tree").iterdir()
        for extension in translate(Path(folder)):
            _compile(extension, [folder, *_list_headers(Path(headers), version)], tree, version)
        tag, libc = f"cp{version.replace('.', '')}", "_".join(map(str, _LIBC))
        (facts,) = tree.glob("*.dist-info/WHEEL")
        plain = facts.read_text("utf-8").replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
        facts.write_text(plain.replace("py3-none-any", f"{tag}-{tag}-manylinux_{libc}_aarch64"))
        _run("wheel", "pack", str(tree), "--dest-dir", str(Path(wheel).parent))


def _list_headers(headers: Path, version: str) -> list[str]:
    include = headers / "usr/include"
    return [str(include / f"python{version}"), str(include)]


def _compile(extension: Any, include: list[str], tree: Path, version: str) -> None:
    """Compile an extension to where Python looks for it in ``tree``."""
    ending = f".cpython-{version.replace('.', '')}-aarch64-linux-gnu.so"
    target = tree.joinpath(*extension.name.split(".")).with_suffix(ending)
    libc = ".".join(map(str, _LIBC))
    folders = (f"-I{folder}" for folder in [*include, *extension.include_dirs])
    words = ("-target", f"aarch64-linux-gnu.{libc}", *_FLAGS, *folders, *extension.sources)
    _run("ziglang", "cc", *words, "-o", str(target))


def _run(module: str, *words: str) -> None:
    """Run one of the environment's programs; exit with its status if it fails."""
    if status := subprocess.call([sys.executable, "-m", module, *words]):  # noqa: S603 - our own words
        sys.exit(status)


if __name__ == "__main__":
    main()
