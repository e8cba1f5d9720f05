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
    """Attributes, including everything inside; empty for the resource itself."""
    kinds: tuple[str, ...]
    is_harmful: bool | None
    """None if it depends on the team's intent: such a difference is not tried."""
    because: str

    def fits(self, difference: Difference) -> bool:
        """Whether the label applies to this difference."""
        return (
            self.type in (ANY, difference.type)
            and (self.kinds == (ANY,) or difference.kind in self.kinds)
            and any(_is_in(difference.path, path) for path in self.paths)
        )


def weak(type: str, paths: str, kinds: str, because: str) -> Label:
    """Return a label of differences that lose data, service, protection or notifications."""
    return Label(type, tuple(paths.split()) or ("",), tuple(kinds.split()), True, because)


def fine(type: str, paths: str, kinds: str, because: str) -> Label:
    """Return a label of differences that any release may make."""
    return Label(type, tuple(paths.split()) or ("",), tuple(kinds.split()), False, because)


def either(type: str, paths: str, kinds: str, because: str) -> Label:
    """Return a label of differences that may be intended or not, which no rule could decide."""
    return Label(type, tuple(paths.split()) or ("",), tuple(kinds.split()), None, because)


def _is_in(path: str, labelled: str) -> bool:
    return labelled == ANY or path == labelled or (bool(labelled) and path.startswith(f"{labelled}."))
