"""Markers of effects: a record that comes twice finds its marker and has no second effect.

An effect in DynamoDB is written in one transaction with its marker. A message can't be: see runtime/publishing.py.
"""

from __future__ import annotations

import time

# A record can come again while its stream keeps it (1 day), while its mapping retries it (1 day at most) and while
# it may be replayed from the failure bucket.
REPLAY_DAYS = 40
MARKER_DAYS = 1 + 1 + REPLAY_DAYS

DONE = "DONE"


def expiry() -> int:
    """The second from which DynamoDB may delete a marker that is written now."""
    return int(time.time()) + MARKER_DAYS * 24 * 3600
