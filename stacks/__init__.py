"""The stacks there are: one folder each, with its `stack.py`. A system is named once, in the settings (`Systems`)."""

from environments.environment import FOUNDATION
from environments.systems import Systems

SYSTEM_NAMES = tuple(Systems.model_fields)
STACKS = (FOUNDATION, *SYSTEM_NAMES)
"""In the order in which they are deployed: systems look up what the foundation holds."""

__all__ = ["FOUNDATION", "STACKS", "SYSTEM_NAMES"]
