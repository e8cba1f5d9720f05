"""Base of the classes that models are written with; wrong arguments become problems with a line."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from dynawright.errors import Problem, did_you_mean
from dynawright.model.error import ModelError
from dynawright.model.must_be import declaring_line


class VocabularyType(type):
    """The type of these classes; calling one makes a part of a model."""

    @property
    def __signature__(cls) -> inspect.Signature:
        """Return the constructor's signature for `help` and `inspect`, not that of `__call__`."""
        of_init = inspect.signature(cls.__init__)  # type: ignore[misc]  # of a class, to tell its own arguments
        return of_init.replace(parameters=list(of_init.parameters.values())[1:], return_annotation=inspect.Signature.empty)

    if not TYPE_CHECKING:  # mypy and editors see the constructors themselves

        def __call__(cls, *arguments: Any, **named: Any) -> Any:
            try:
                return super().__call__(*arguments, **named)
            except TypeError:
                if problem := _wrong_arguments(cls, arguments, named):
                    raise ModelError([problem]) from None
                raise


class Vocabulary(metaclass=VocabularyType):
    """Base of the classes that a model is written with."""


def _wrong_arguments(cls: type, arguments: tuple[Any, ...], named: dict[str, Any]) -> Problem | None:
    """Return the problem of a constructor's arguments; None if the error has another cause."""
    signature = inspect.signature(cls)
    try:
        signature.bind(*arguments, **named)
    except TypeError as error:
        known = list(signature.parameters)
        unknown = next((name for name in named if name not in known), None)
        place = declaring_line(f"{cls.__name__}(...)")
        fix = did_you_mean(unknown, known) if unknown else ""
        return Problem("DW253", str(error), place, allowed=", ".join(known), fix=fix or f"it takes {', '.join(known)}")
    return None
