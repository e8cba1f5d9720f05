"""From an environment to the JSON that Terraform reads."""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cdktf
from jsii.errors import JavaScriptError

from dynawright import systems
from dynawright.bindings.aws.dynamodb_table import DynamodbTable
from dynawright.bindings.engine.attributes import attributes_of
from dynawright.discovery import pascal_case
from dynawright.errors import UserError
from dynawright.rules.catalogue import alarms_can_fire
from dynawright.rules.resources import document
from dynawright.settings import Environment
from dynawright.stack import EnvironmentStack, SystemStack


def synthesize(environment: Environment, *, system: str | None, outdir: Path) -> list[EnvironmentStack]:
    """Writes the stacks of an environment, or of one of its systems, to `outdir`; nothing is written if anything is wrong."""
    try:
        wanted = {name: stack_of(name) for name in systems.chosen_stacks(environment, system)}
        outdir.mkdir(parents=True, exist_ok=True)  # cdktf makes the folder, but not its parents
        app = cdktf.App(outdir=str(outdir))
        chosen = [stack(app, systems.seen_by_stack(environment, name)) for name, stack in wanted.items()]
        built = [stack for stack in chosen if isinstance(stack, SystemStack)]
        foundations = {stack.environment.region: stack for stack in chosen if not isinstance(stack, SystemStack)}
        if not system:
            for stack in built:
                stack.add_dependency(foundations[stack.environment.region])  # `cdktf deploy` then keeps the order
        _check_tables(built)
        _check_alarms(chosen)
        for stack in built:
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
        built = Counter(one.inputs["name"] for one in attributes_of(stack).constructs.values() if isinstance(one, DynamodbTable))
        for table in stack.system.tables:
            times = built[stack.environment.physical_name(table.name)]
            if times != stack.settings.builds_table(table.name, optional=table.optional):
                problems.append(
                    f"{stack.system.name}/{table.name}: the stack builds this table {times} times; give it one self.table(...)"
                )
    if problems:
        raise UserError(problems)


def _check_alarms(chosen: Iterable[EnvironmentStack]) -> None:
    """An alarm that somebody wrote beside `watch` is judged like ours: CloudWatch would take it, and show it green for ever."""
    problems = []
    for stack in chosen:
        content = {"resource": {}, **attributes_of(stack).document(alarms_can_fire.LOOKED_AT)}
        findings = alarms_can_fire.RULE.findings(document(content, stack.stack_name))
        problems += [f"{finding.resource.label}: {finding.message}" for finding in findings]
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


def stack_of(name: str) -> type[EnvironmentStack]:
    """Return the class of a stack, `OrderDeskStack` for `order_desk`; imported when asked for, because most runs want one."""
    folder = name if name in systems.system_names() else systems.FOUNDATION  # of which there is one in each Region
    stack: type[EnvironmentStack] = systems.part(folder, "stack", f"{pascal_case(folder)}Stack")
    return stack
