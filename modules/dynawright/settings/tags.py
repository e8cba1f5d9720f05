"""AWS's rules for tags."""

import re

from dynawright.errors import Problem, must_be
from dynawright.settings.problem import Conflicts

KEY = re.compile(r"(?!aws:)[\w .:/=+@-]{1,128}", re.IGNORECASE)
STACKS_OWN = ("Environment", "ManagedBy", "Repository")
"""Tags that every stack sets: deploy roles recognize resources by them.

IAM ignores the case of tag names.
"""
VALUE = re.compile(r"[\w .:/=+@-]{0,256}")


def tag_problems(tags: dict[str, str]) -> Conflicts:
    """Return the problem of each tag by its key."""
    problems: Conflicts = {}
    for key, value in tags.items():
        if not KEY.fullmatch(key):
            allowed = "a key of 1 to 128 letters, digits, spaces and _.:/=+-@, not beginning with 'aws:'"
            problems[(key,)] = must_be("DW170", allowed, key)
        elif key.lower() in {own.lower() for own in STACKS_OWN}:
            text = f"every stack sets {', '.join(STACKS_OWN)} itself"
            problems[(key,)] = Problem("DW170", text, value=value, fix="remove the line")
        elif not VALUE.fullmatch(value):
            problems[(key,)] = must_be("DW170", "up to 256 letters, digits, spaces and _.:/=+-@", value)
    return problems
