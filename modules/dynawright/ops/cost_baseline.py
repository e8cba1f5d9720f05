"""Generated files with each system's cost per environment, for reviews: `baselines/cost`."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable, Mapping

from dynawright.baselines import FOLDER
from dynawright.errors import UserError
from dynawright.ops.bill import BillLine, bill
from dynawright.ops.cost import SystemCost, costs
from dynawright.settings import environment_names

Amounts = Mapping[str, float | None]
"""Line of the bill → US dollars per month, None if unknown."""


def cost_path(environment: str, system: str) -> str:
    """Return the path of a system's cost, relative to the application."""
    return f"{FOLDER}/cost/{environment}/{system}.json"


def files() -> dict[str, str]:
    """Return the content of each file, by its path."""
    with contextlib.redirect_stderr(io.StringIO()):  # warnings about models, which `dynawright synth` shows
        return {
            cost_path(environment, cost.system.name): json.dumps(amounts(bill(cost)), indent=2) + "\n"
            for environment in environment_names()
            for cost in known_costs(environment)
        }


def known_costs(environment: str, system: str | None = None) -> list[SystemCost]:
    """Return the costs of systems whose Region has prices."""
    try:
        return costs(system, environment_name=environment)
    except UserError as error:
        if {problem.code for problem in error.problems} == {"DW705"}:  # the Region's prices are unknown
            return []
        raise


def amounts(lines: Iterable[BillLine]) -> dict[str, float | None]:
    """Return each line's amount in whole cents, by the line's subject."""
    by_subject: dict[str, float | None] = {}
    for line in lines:
        known = line.usd is not None or by_subject.get(line.subject) is not None
        by_subject[line.subject] = round((by_subject.get(line.subject) or 0) + (line.usd or 0), 2) if known else None
    return by_subject
