"""A linter for IAM policies."""

from __future__ import annotations

import json

from parliament import analyze_policy_string

from tests.access.synthesized import Document


def findings(document: Document) -> list[tuple[str, str]]:
    """Return the linter's findings in a policy.

    Its mistakes are left out: colons in a stream's name, which is a time, the type of backup:CopyTargets, and
    dynamodb:SearchVectors.
    """
    text = json.dumps(document).replace("T00:00:00.000", "T00.00.00.000").replace('"backup:CopyTargets"', '"aws:SourceArn"')
    text = text.replace('"dynamodb:SearchVectors"', '"dynamodb:Query"')
    return [(finding.issue, str(finding.detail)) for finding in analyze_policy_string(text).findings]
