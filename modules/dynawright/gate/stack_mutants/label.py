"""A label: what a difference between two stacks means in operation, fixed before any rule runs."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.gate.stack_mutants.difference import Difference

ANY = "*"
LESS = "gone off lower fewer other"


@dataclass(frozen=True)
class Label:
    """Differences of attributes of a type, all harmful or all harmless for one reason."""

    type: str
    paths: tuple[str, ...]
    """Attributes, each with all that is in it; empty for the resource itself."""
    kinds: tuple[str, ...]
    is_harmful: bool | None
    """None where it depends on what the team wants: such a difference is tried neither way."""
    because: str

    def fits(self, difference: Difference) -> bool:
        """Return whether it speaks of this difference."""
        return (
            self.type in (ANY, difference.type)
            and (self.kinds == (ANY,) or difference.kind in self.kinds)
            and any(_is_in(difference.path, path) for path in self.paths)
        )


def weak(type: str, paths: str, kinds: str, because: str) -> Label:
    """Return a label of what loses data, service, protection or notice."""
    return Label(type, tuple(paths.split()) or ("",), tuple(kinds.split()), True, because)


def fine(type: str, paths: str, kinds: str, because: str) -> Label:
    """Return a label of what any release may do."""
    return Label(type, tuple(paths.split()) or ("",), tuple(kinds.split()), False, because)


def either(type: str, paths: str, kinds: str, because: str) -> Label:
    """Return a label of what may be meant well or not, and which no rule could tell."""
    return Label(type, tuple(paths.split()) or ("",), tuple(kinds.split()), None, because)


def _is_in(path: str, labelled: str) -> bool:
    return labelled == ANY or path == labelled or (bool(labelled) and path.startswith(f"{labelled}."))
