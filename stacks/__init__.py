"""The stacks there are: one folder each, with its `stack.py`. A system is named once, in the settings (`Systems`)."""

from collections.abc import Sequence

from environments.environment import FOUNDATION
from environments.systems import Systems
from errors import UserError, did_you_mean

SYSTEM_NAMES = tuple(Systems.model_fields)
STACKS = (FOUNDATION, *SYSTEM_NAMES)
"""In the order in which they are deployed: systems look up what the foundation holds."""


def chosen(name: str | None, names: Sequence[str] = STACKS) -> Sequence[str]:
    """The one that a user names, or all of them."""
    if name and name not in names:
        raise UserError([f"there is no system '{name}'; there is {', '.join(names)}{did_you_mean(name, names)}"])
    return (name,) if name else names


__all__ = ["FOUNDATION", "STACKS", "SYSTEM_NAMES", "chosen"]
