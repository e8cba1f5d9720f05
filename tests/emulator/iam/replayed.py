"""List the rights that recorded requests need: `python -m tests.emulator.iam.replayed <recording>...`.

Each action of each role is removed separately, and the requests are evaluated again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from dynawright.emulator.iam.questions import read_recording
from dynawright.emulator.iam.replay import Removal, removals
from dynawright.emulator.report import aligned
from tests.emulator.iam.reasons import reason

WORKFLOWS = re.compile(r"-(plan|deploy)-[a-z-]+$")


def role_name(removal: Removal) -> str:
    """Return the name under which removals are counted: workflow roles by their task."""
    match = WORKFLOWS.search(removal.role)
    return f"{match[1]} role" if match else removal.role


def counted(found: Iterable[Removal]) -> dict[str, dict[str, bool]]:
    """Return role → action → whether any recording noticed its removal."""
    roles: dict[str, dict[str, bool]] = {}
    for removal in found:
        actions = roles.setdefault(role_name(removal), {})
        actions[removal.action] = actions.get(removal.action, False) or removal.noticed
    return roles


def unexplained(roles: Mapping[str, Mapping[str, bool]]) -> dict[str, list[str]]:
    """Return each role's actions whose removal nothing noticed and that have no reason."""
    open_questions = {
        role: [action for action, noticed in actions.items() if not noticed and reason(role, action) is None]
        for role, actions in sorted(roles.items())
    }
    return {role: actions for role, actions in open_questions.items() if actions}


def lines(roles: Mapping[str, Mapping[str, bool]]) -> list[str]:
    """Return a table with a row per role, and its unexplained actions."""
    rows, questions = [], unexplained(roles)
    for role, actions in sorted(roles.items()):
        missed = [action for action, noticed in actions.items() if not noticed]
        open_ones = len(questions.get(role, ()))
        rows.append((role, *map(str, (len(actions), len(actions) - len(missed), len(missed) - open_ones, open_ones))))
    total = ("all", *(str(sum(int(row[column]) for row in rows)) for column in range(1, 5)))
    headings = ("role", "taken away", "noticed", "kept with a reason", "unexplained")
    return [*aligned(headings, [*rows, total]), "", *(f"{role}: {', '.join(actions)}" for role, actions in questions.items())]


if __name__ == "__main__":
    print("\n".join(lines(counted(removal for file in sys.argv[1:] for removal in removals(read_recording(Path(file)))))))
