"""Log lines for CloudWatch Logs Insights: one JSON object each."""

import json
from typing import Any


def log(level: str, message: str, **fields: Any) -> None:
    """Print a line to standard output, which Lambda stores; never pass an item's image."""
    print(json.dumps({"level": level, "message": message, **fields}, default=str))
