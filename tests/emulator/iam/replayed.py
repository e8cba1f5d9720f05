"""Say which rights the recorded requests need: `python -m tests.emulator.iam.replayed <recording>...`.

Every action of every role is taken away, one at a time, and the requests are put to IAM once more.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from dynawright.emulator.iam.questions import read_recording
from dynawright.emulator.iam.replay import Removal, removals
from dynawright.emulator.report import aligned

LOGGING = "Lambda, or the container's log driver, calls it and no code of ours"
FAILURES = "Lambda writes batches that it gave up; the demo counts them instead"
KEPT: Mapping[str, str] = {
    "logs:CreateLogStream": LOGGING,
    "logs:PutLogEvents": LOGGING,
    "xray:PutTelemetryRecords": LOGGING,
    "xray:PutTraceSegments": LOGGING,
    "s3:ListBucket": FAILURES,
    "s3:PutObject": FAILURES,
    "kms:GenerateDataKey": FAILURES,
    "secretsmanager:GetSecretValue": "the application reads it outside of its access patterns",
    "sts:AssumeRole": "the trust policy names the role, which is enough within an account; AWS advises to have both",
    "sts:TagSession": "as sts:AssumeRole",
}
"""Action of a consumer's role that no recorded request needs → why it stays."""
WORKFLOWS = re.compile(r"-(plan|deploy)-[a-z-]+$")


def role_name(removal: Removal) -> str:
    """Return the name under which removals are counted: both roles of the workflows by what they do."""
    match = WORKFLOWS.search(removal.role)
    return f"{match[1]} role" if match else removal.role


def counted(found: Iterable[Removal]) -> dict[str, dict[str, bool]]:
    """Return role → action → whether its removal was noticed in any recording."""
    roles: dict[str, dict[str, bool]] = {}
    for removal in found:
        actions = roles.setdefault(role_name(removal), {})
        actions[removal.action] = actions.get(removal.action, False) or removal.noticed
    return roles


def lines(roles: Mapping[str, Mapping[str, bool]]) -> list[str]:
    """Return a table with a row per role, and the actions that were neither noticed nor have a reason."""
    rows, open_questions = [], []
    for role, actions in sorted(roles.items()):
        missed = [action for action, noticed in actions.items() if not noticed]
        unexplained = [action for action in missed if role.endswith(" role") or action not in KEPT]
        rows.append(
            (role, *map(str, (len(actions), len(actions) - len(missed), len(missed) - len(unexplained), len(unexplained))))
        )
        open_questions += [f"{role}: {', '.join(unexplained)}"] if unexplained else []
    total = ("all", *(str(sum(int(row[column]) for row in rows)) for column in range(1, 5)))
    headings = ("role", "taken away", "noticed", "kept with a reason", "not asked for")
    return [*aligned(headings, [*rows, total]), "", *open_questions]


if __name__ == "__main__":
    print("\n".join(lines(counted(removal for file in sys.argv[1:] for removal in removals(read_recording(Path(file)))))))
