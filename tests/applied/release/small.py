"""The small release: without what the provider waits long for, which test_whole.py releases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.applied.release import rows
from tests.applied.release.change import Change

LEFT_OUT = ("aws_s3_bucket_lifecycle_configuration",)
"""A minute after each change."""
OFF: Mapping[str, Any] = {"systems": {"library": {"change_capture": {"enabled": False}}}}
"""Half a minute after each change of a stream of Kinesis, behind that of its key."""
UNCHANGED = {
    "aws_kms_key": ("deletion_window_in_days", "description", "rotation_period_in_days"),
    "aws_sqs_queue": ("message_retention_seconds", "policy"),
}
"""Up to half a minute, before what refers to them is changed."""
CHANGES: Mapping[str, Mapping[str, Change]] = {
    type: {path: change for path, change in changes.items() if path not in UNCHANGED.get(type, ())}
    for type, changes in rows.CHANGES.items()
}
