"""What AWS takes as a tag."""

import re

from dynawright.settings.problem import SettingPath, shown

KEY = re.compile(r"(?!aws:)[\w .:/=+@-]{1,128}", re.IGNORECASE)
STACKS_OWN = ("Environment", "ManagedBy", "Repository")
"""What every stack sets itself: deploy roles know by them what is theirs. IAM takes names of another case for the same."""
VALUE = re.compile(r"[\w .:/=+@-]{0,256}")


def tag_problems(tags: dict[str, str]) -> dict[SettingPath, str]:
    """What is wrong with each tag, by its key."""
    problems: dict[SettingPath, str] = {}
    for key, value in tags.items():
        if not KEY.fullmatch(key):
            rule = "1 to 128 letters, digits, spaces and _.:/=+-@, not beginning with 'aws:'"
            problems[(key,)] = f"key {shown(key)} is not allowed: {rule}"
        elif key.lower() in {own.lower() for own in STACKS_OWN}:
            problems[(key,)] = f"{shown(value)} is not allowed: every stack sets {', '.join(STACKS_OWN)} itself; remove the line"
        elif not VALUE.fullmatch(value):
            rule = "up to 256 letters, digits, spaces and _.:/=+-@"
            problems[(key,)] = f"{shown(value)} is not allowed: {rule}"
    return problems
