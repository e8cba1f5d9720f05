"""`dynawright gate` and `dynawright mutate`."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer


class Part(StrEnum):
    """Where weakenings are generated."""

    JSON = "json"
    SETTINGS = "settings"
    STACKS = "stacks"
    MODELS = "models"
    CONSTRUCTS = "constructs"
    GENERATORS = "generators"
    PLANS = "plans"


def gate() -> int:
    """Judge every system in every environment by the rules and checkov, and local's plans by the guard.

    Ends with 1 if there are findings that no reason accepts. Reports are in .cache/gate.
    """
    from dynawright.gate import gate as package

    return package.gate(guard=True)


def mutate(
    everything: Annotated[
        bool, typer.Option("--all", help="Try every weakening that can be generated: hours, unless --part or --minutes limit it.")
    ] = False,
    part: Annotated[
        list[Part] | None, typer.Option(help="Try only weakenings that are made there; can be given several times.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Another sample, or another order of all.")] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop generating after so many minutes.")] = None,
) -> int:
    """Weaken production's stacks and plans in many ways and show what the gate and the guard catch.

    Generated weakenings are a fixed sample. Ends with 1 if a hand-written weakening is missed, or if the guard refuses less than
    99 % of the harmful plan changes or more than 1 % of the harmless ones.
    """
    from dynawright.gate import mutate as package
    from dynawright.gate.mutate_generated import Sample

    chosen = Sample() if everything else package.SAMPLE
    chosen = replace(chosen, parts=tuple(part)) if part else chosen
    chosen = replace(chosen, minutes=minutes, seed=chosen.seed if seed is None else seed)
    return package.mutate(chosen, handwritten=not part)
