"""`dynawright gate` and `dynawright mutate`."""

from __future__ import annotations

from typing import Annotated

import typer


def gate() -> int:
    """Judge every system in every environment by our rules and checkov, and local's plans by the guard.

    Ends with 1 if anything is found that is not accepted with a reason. Reports are in .cache/gate.
    """
    from dynawright.gate import gate as package

    return package.gate(guard=True)


def mutate(
    everything: Annotated[bool, typer.Option("--all", help="Try every generated weakening, which takes an hour.")] = False,
) -> int:
    """Weaken production's stacks and plans in many ways and show what the gate and the guard catch.

    Those that are generated are a sample, always the same one. Ends with 1 if a weakening that was written by hand is not noticed, or if
    the guard refuses less than 99 % of the harmful changes of plans or more than 1 % of the harmless ones.
    """
    from dynawright.gate import mutate as package

    return package.mutate(everything=everything)
