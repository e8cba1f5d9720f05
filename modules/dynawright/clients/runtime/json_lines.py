"""Log lines as JSON.

Clients don't import this module: `from <system>_client.runtime.json_lines import JsonLines`.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timezone

LEVELS = {"WARNING": "WARN", "CRITICAL": "ERROR"}
"""Python's levels with another name in the log, which has DEBUG, INFO, WARN and ERROR."""


class JsonLines(logging.Formatter):
    """Formats a record as one line: timestamp, level, message, and the named fields that it has.

    handler.setFormatter(JsonLines("task_id", "phase"))
    logging.info("installed", extra={"task_id": "t1", "phase": "build"})
    """

    def __init__(self, *fields: str) -> None:
        super().__init__()
        self._fields = fields

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, timezone.utc)  # noqa: UP017
        line = {
            "timestamp": time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": LEVELS.get(record.levelname, record.levelname),
            "message": record.getMessage(),
            **{name: getattr(record, name) for name in self._fields if hasattr(record, name)},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
