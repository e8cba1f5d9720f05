"""The framework for synthesis: cdktf, or its maintained fork cdktn (docs/adr/0001).

Both have the same classes. The package always imports them here: `from dynawright.framework import cdktf`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dynawright.errors import Place, Problem, UserError, must_be

VARIABLE = "DYNAWRIGHT_FRAMEWORK"
CDKTF, CDKTN = "cdktf", "cdktn"

CONTEXT = {"targetVersions": {"terraform": ">=1.11.0", "opentofu": ">=1.11.0"}}
"""An app's context: the Terraform versions for which cdktn checks a stack's features.

cdktf has no such check.
"""


def chosen(environ: Mapping[str, str] = os.environ) -> str:
    """Return the framework: DYNAWRIGHT_FRAMEWORK, else the imported one, else cdktn if installed."""
    name = environ.get(VARIABLE)
    if name:
        place = Place(path=VARIABLE)
        if name not in (CDKTF, CDKTN):
            raise UserError([must_be("DW005", f"{CDKTF} or {CDKTN}", name, place=place)])
        if not _is_there(name):
            raise UserError([Problem("DW005", f"{name} is not installed", place, name, fix=f"install dynawright[{name}]")])
        return name
    imported = [known for known in (CDKTF, CDKTN) if known in sys.modules]
    return imported[0] if len(imported) == 1 else CDKTN if _is_there(CDKTN) else CDKTF


def _is_there(name: str) -> bool:
    return name in sys.modules or find_spec(name) is not None


CHOSEN = chosen()
if TYPE_CHECKING:
    import cdktf as cdktf
else:
    cdktf = import_module(CHOSEN)
