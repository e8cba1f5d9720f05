"""Output shared by several commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def write_page(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        fix = "name a file in a folder that exists"
        raise UserError([Problem("DW753", f"can't be written: {error.strerror}", Place(str(file)), str(file), fix=fix)]) from None


def usage_error(text: str) -> UserError:
    """Return the error for arguments that can't be combined."""
    return UserError([Problem("DW803", text)])
