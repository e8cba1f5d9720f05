"""From an environment to the JSON that Terraform reads."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cdktf
from jsii.errors import JavaScriptError

from dynawright import systems
from dynawright.bindings.aws.dynamodb_table import DynamodbTable
from dynawright.bindings.engine.attributes import attributes_of
from dynawright.discovery import pascal_case
from dynawright.errors import NOWHERE, Place, Problem, UserError
from dynawright.errors.source import raised_in_system
from dynawright.rules.catalogue import alarms_can_fire
from dynawright.rules.resources import document
from dynawright.settings import Environment
from dynawright.stack import EnvironmentStack, SystemStack


def synthesize(environment: Environment, *, system: str | None, outdir: Path) -> list[EnvironmentStack]:
    """Write the stacks of an environment, or of one of its systems, to `outdir`; nothing is written if anything is wrong."""
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
            raise UserError([Problem("DW304", str(error).strip(), raised_in_system(error) or NOWHERE)]) from None
        raise
    return chosen


def _check_tables(chosen: Iterable[SystemStack]) -> None:
    """Raise an error unless each stack builds each table of its model once."""
    problems = []
    for stack in chosen:
        built = Counter(one.inputs["name"] for one in attributes_of(stack).constructs.values() if isinstance(one, DynamodbTable))
        for table in stack.system.tables:
            times = built[stack.environment.physical_name(table.name)]
            if times != stack.settings.builds_table(table.name, optional=table.optional):
                place = Place(f"stacks/{stack.system.name}/stack.py", path=table.subject)
                text = f"must be built once, got {times} times"
                problems.append(Problem("DW305", text, place, times, "once", "call self.table(...) once for it"))
    if problems:
        raise UserError(problems)


def _check_alarms(chosen: Iterable[EnvironmentStack]) -> None:
    """Raise an error for alarms that can never fire: CloudWatch would accept them, and show them green."""
    problems = []
    for stack in chosen:
        content = {"resource": {}, **attributes_of(stack).document(alarms_can_fire.LOOKED_AT)}
        findings = alarms_can_fire.RULE.findings(document(content, stack.stack_name))
        problems += [Problem("DW333", finding.message, Place(path=finding.resource.label)) for finding in findings]
    if problems:
        raise UserError(problems)


def stack_of(name: str) -> type[EnvironmentStack]:
    """Return the class of a stack, `OrderDeskStack` for `order_desk`; imported when asked for, because most runs want one."""
    folder = name if name in systems.system_names() else systems.FOUNDATION  # of which there is one in each Region
    stack: type[EnvironmentStack] = systems.part(folder, "stack", f"{pascal_case(folder)}Stack")
    return stack
