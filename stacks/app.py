"""From an environment to the JSON that Terraform reads."""

from __future__ import annotations

import difflib
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cdktf
from jsii.errors import JavaScriptError

from environments import Environment
from errors import UserError
from imports.attributes import attributes_of
from imports.aws.dynamodb_table import DynamodbTable
from stacks.ai_chef.stack import AiChefStack
from stacks.base import SystemStack
from stacks.feature_flags.stack import FeatureFlagsStack
from stacks.miyabi_lambda.stack import MiyabiLambdaStack
from stacks.miyabi_progress.stack import MiyabiProgressStack
from stacks.shop.stack import ShopStack

STACKS: dict[str, type[SystemStack]] = {
    stack.system.name: stack for stack in (MiyabiLambdaStack, MiyabiProgressStack, FeatureFlagsStack, ShopStack, AiChefStack)
}


def synthesize(environment: Environment, *, system: str | None, outdir: Path) -> list[SystemStack]:
    """Writes the stacks of an environment, or of one of its systems, to `outdir`; nothing is written if anything is wrong."""
    try:
        wanted = _chosen(system)
        app = cdktf.App(outdir=str(outdir))
        chosen = [stack(app, environment) for stack in wanted]
        _check_tables(chosen)
        for stack in chosen:
            for warning in stack.system.warnings:
                print(f"warning: {warning}", file=sys.stderr)
        app.synth()
    except RuntimeError as error:
        if isinstance(error.__cause__, JavaScriptError):  # cdktf's own checks: their text is for users, their stack is not
            raise UserError([f"{_line_of(error)}{str(error).strip()}"]) from None
        raise
    return chosen


def _check_tables(chosen: Iterable[SystemStack]) -> None:
    """A stack builds each table of its model once: a forgotten one would show only when somebody asks it."""
    problems = []
    for stack in chosen:
        built = Counter(one.inputs["name"] for one in attributes_of(stack).elements if isinstance(one, DynamodbTable))
        for table in stack.system.tables:
            times = built[stack.environment.physical_name(table.name)]
            if times != 1:
                problems.append(
                    f"{stack.system.name}/{table.name}: the stack builds this table {times} times; give it one Table(...)"
                )
    if problems:
        raise UserError(problems)


def _line_of(error: BaseException) -> str:
    """The line of a stack that led to the error, if one did."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [
        f"stacks/{Path(frame.filename).parent.name}/stack.py:{frame.lineno}: "
        for frame in frames
        if Path(frame.filename).name == "stack.py"
    ]
    return lines[-1] if lines else ""


def _chosen(system: str | None) -> list[type[SystemStack]]:
    if not system:
        return list(STACKS.values())
    if system not in STACKS:
        near = difflib.get_close_matches(system, STACKS, 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise UserError([f"there is no system '{system}'; there is {', '.join(STACKS)}{hint}"])
    return [STACKS[system]]
