"""Complete a handwritten event, so that images alone are enough to try a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

NAMES = {(True, True): "MODIFY", (True, False): "INSERT", (False, True): "REMOVE"}
"""(new image, old image) → what happened to the item."""


def filled(record: Any, number: int, *, keys: Sequence[str], stream_arn: str, now: float) -> tuple[Any, list[str]]:
    """Return the record with what Lambda would add, and the names of the additions; keep existing values.

    `number` identifies the record in the event, `keys` are the attributes of the table's key.
    """
    if not isinstance(record, dict) or not isinstance(record.get("dynamodb"), dict):
        return record, []
    stream = record["dynamodb"]
    images = [image for name in ("NewImage", "OldImage") if isinstance(image := stream.get(name), dict)]
    outer: dict[str, Any] = {"eventID": f"{number:032x}", "eventSourceARN": stream_arn}
    if name := NAMES.get(("NewImage" in stream, "OldImage" in stream)):
        outer["eventName"] = name
    inner: dict[str, Any] = {"SequenceNumber": str(number), "ApproximateCreationDateTime": now}
    if images and all(key in images[0] for key in keys):
        inner["Keys"] = {key: images[0][key] for key in keys}
    lacked = [*(name for name in outer if name not in record), *(name for name in inner if name not in stream)]
    return {**outer, **record, "dynamodb": {**inner, **stream}}, sorted(lacked)
