"""Environment variables of a stream function on this machine."""

from __future__ import annotations

import os

from dynawright.emulator.streams.function import Function
from dynawright.errors import Place, Problem, UserError
from dynawright.settings import Environment


def configure(function: Function, environment: Environment) -> None:
    """Set unset variables to the environment's tables; others must be given."""
    missing = []
    for name, variable in function.variables.items():
        if "table" in variable:
            os.environ.setdefault(name, environment.table_name(variable["table"]))
        elif name not in os.environ and not variable.get("optional") and "default" not in variable:
            text = f"is not set: {variable['description']}"
            missing.append(Problem("DW709", text, Place(path=name), fix="set the variable"))
    if missing:
        raise UserError(missing)
