"""Parts of a model remember the line that declares them, so that problems can name it."""

from __future__ import annotations

import dataclasses
import sys
from typing import Self

from dynawright.errors import Place
from dynawright.errors.source import code_place


class Declaration:
    """A table, an index, an entity, a pattern, a consumer or a system."""

    _line: tuple[str, int]

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Note the line that calls the constructor."""
        declared = super().__new__(cls)
        frame = sys._getframe(1)
        if frame.f_code.co_filename == dataclasses.__file__ and frame.f_back:  # dataclasses.replace
            frame = frame.f_back
        object.__setattr__(declared, "_line", (frame.f_code.co_filename, frame.f_lineno))
        return declared

    @property
    def subject(self) -> str:
        """Return what problems call it: `pattern PS2`."""
        raise NotImplementedError

    @property
    def place(self) -> Place:
        """Return the line that declares it, and what it is."""
        return code_place(*self._line, self.subject)
