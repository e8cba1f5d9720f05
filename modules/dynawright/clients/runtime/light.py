"""`Generic` and `NamedTuple` without typing, which takes 8 ms to import."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic as Generic
    from typing import NamedTuple as NamedTuple
    from typing import TypeVar

    T = TypeVar("T")
else:
    from collections import namedtuple

    T = None

    class Generic:
        def __class_getitem__(cls, type):
            return cls

    class _Fields(type):
        """Makes the annotated names of a class the fields of a tuple, as typing does."""

        def __new__(metaclass, name, bases, body):
            fields = tuple(body["__annotations__"])
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults)
            return type(name, (made, *bases[1:]), {**body, "__slots__": ()})

    NamedTuple = type.__new__(_Fields, "NamedTuple", (), {})
