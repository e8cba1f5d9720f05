"""Markers of effects: a repeated record finds its marker and has no second effect.

An effect in DynamoDB is written in one transaction with its marker. For messages see runtime/publishing.py.
"""

from __future__ import annotations

import time

# A record can be repeated while its stream keeps it (1 day), while its mapping retries it (at most 1 day) and while
# it may be replayed from the failure bucket.
REPLAY_DAYS = 40
MARKER_DAYS = 1 + 1 + REPLAY_DAYS

DONE = "DONE"


def expiry() -> int:
    """Return the time from which DynamoDB may delete a marker that is written now."""
    return int(time.time()) + MARKER_DAYS * 24 * 3600
