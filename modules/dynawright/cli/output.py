"""What several commands print alike."""

from __future__ import annotations

import json
from typing import Any

from dynawright.errors import Problem, UserError


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def usage_error(text: str) -> UserError:
    """Return the error for arguments that don't go together."""
    return UserError([Problem("DW803", text)])
