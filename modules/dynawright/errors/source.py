"""Places of problems in code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from dynawright import project
from dynawright.errors.problem import NOWHERE, Place

GENERATED = "<string>"  # the file name of methods that dataclasses generate


def code_place(file: str, line: int | None, path: str = "") -> Place:
    """Return the place of a line of code; a file of the project gets a relative path."""
    absolute, root = Path(file), project.root()
    return Place(absolute.relative_to(root).as_posix() if absolute.is_relative_to(root) else file, line, path)


def caller(ignored: Callable[[FrameType], bool], path: str = "") -> Place:
    """Return the line of the innermost call that is not ignored."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (frame.f_code.co_filename == GENERATED or ignored(frame)):
        frame = frame.f_back
    return NOWHERE if frame is None else code_place(frame.f_code.co_filename, frame.f_lineno, path)


def raised_in_system(error: BaseException) -> Place | None:
    """Return the last line of the traceback in a system's folder; None if the mistake is not in one."""
    import traceback  # needed only after a mistake

    lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))  # a file with a syntax error never ran
    folder = str(project.stacks_folder())
    lines = [(file, line) for file, line in lines if file.startswith(folder)]
    lines = [(file, line) for file, line in lines if Path(file).name in ("model.py", "stack.py", "settings.py")]
    return code_place(*lines[-1]) if lines else None
