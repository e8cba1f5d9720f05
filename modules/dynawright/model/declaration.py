"""Parts of a model remember the line that declares them, so that problems can name it."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from typing import Self

from dynawright.errors import Place
from dynawright.errors.source import code_place
from dynawright.model.must_be import must_be_text
from dynawright.model.vocabulary import Vocabulary


class Declaration(Vocabulary):
    """A table, an index, an entity, a pattern, a consumer or a system."""

    _line: tuple[str, int]
    accepted: Mapping[str, str]
    """Accepted warnings: code → reason."""

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Record the line that calls the constructor."""
        declared = super().__new__(cls)
        frame = sys._getframe(2)  # the first frame is VocabularyType's
        if frame.f_code.co_filename == dataclasses.__file__ and frame.f_back:  # dataclasses.replace
            frame = frame.f_back
        object.__setattr__(declared, "_line", (frame.f_code.co_filename, frame.f_lineno))
        object.__setattr__(declared, "accepted", {})
        return declared

    @property
    def subject(self) -> str:
        """Return its name in problems: `pattern PS2`."""
        raise NotImplementedError

    @property
    def place(self) -> Place:
        """Return its place and name in problems."""
        return code_place(*self._line, self.subject)

    def accepting(self, code: str, *, because: str) -> Self:
        """Accept a warning about this part of the model: `Put(...).accepting("DW269", because="...")`."""
        must_be_text(self.subject, "accepting", code, 'the code of a warning, "DW269"')
        must_be_text(self.subject, "because", because, 'the reason, because="each report is a new item"')
        object.__setattr__(self, "accepted", {**self.accepted, code: because})
        return self
