"""Log lines that CloudWatch Logs Insights can query: one JSON object each."""

import json
from typing import Any


def log(level: str, message: str, **fields: Any) -> None:
    """On standard output, which Lambda keeps; never hand it an image."""
    print(json.dumps({"level": level, "message": message, **fields}, default=str))
