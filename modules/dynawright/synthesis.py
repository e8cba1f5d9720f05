"""Synthesizes an environment to Terraform JSON."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from jsii.errors import JavaScriptError

from dynawright import systems
from dynawright.bindings.aws.dynamodb_table import DynamodbTable
from dynawright.bindings.engine.attributes import attributes_of
from dynawright.discovery import pascal_case
from dynawright.errors import NOWHERE, Place, Problem, UserError
from dynawright.errors.command import warn
from dynawright.errors.source import raised_in_system
from dynawright.framework import CONTEXT, cdktf
from dynawright.judging import judged_stack
from dynawright.model import handler_advice
from dynawright.model.advice.under_load import remarks_under
from dynawright.rules.catalogue import alarms_can_fire
from dynawright.rules.resources import document
from dynawright.settings import Environment
from dynawright.settings.load_file import load_of
from dynawright.stack import EnvironmentStack, SystemStack


def synthesize(environment: Environment, *, system: str | None, outdir: Path) -> list[EnvironmentStack]:
    """Write an environment's stacks, or one system's, to `outdir`; write nothing after an error."""
    try:
        wanted = {name: stack_of(name) for name in systems.chosen_stacks(environment, system)}
        outdir.mkdir(parents=True, exist_ok=True)  # cdktf creates the folder but not its parents
        app = cdktf.App(outdir=str(outdir), context=CONTEXT)
        chosen = [stack(app, systems.seen_by_stack(environment, name)) for name, stack in wanted.items()]
        built = [stack for stack in chosen if isinstance(stack, SystemStack)]
        foundations = {stack.environment.region: stack for stack in chosen if not isinstance(stack, SystemStack)}
        if not system:
            for stack in built:
                stack.add_dependency(foundations[stack.environment.region])  # so that `cdktf deploy` keeps the order
        _check_tables(built)
        _check_alarms(chosen)
        for stack in built:
            for warning in (
                *(remark.problem for remark in remarks_under(stack.system, load_of(stack.system, None)) if remark.reason is None),
                *(remark for folder in stack.functions for remark in handler_advice.remarks(folder)),
            ):
                warn(warning)
        app.synth()
    except RuntimeError as error:
        if isinstance(error.__cause__, JavaScriptError):  # cdktf's own checks: users need their text, not their traceback
            raise UserError([Problem("DW304", str(error).strip(), raised_in_system(error) or NOWHERE)]) from None
        raise
    return chosen


def synthesize_judged(environment: Environment, *, system: str | None, outdir: Path) -> None:
    """Write the stacks unless a rule has findings, for the cdktf CLI, which applies the output."""
    with tempfile.TemporaryDirectory(prefix="dynawright-") as folder:
        synthesize(environment, system=system, outdir=Path(folder))
        problems: list[Problem] = []
        for file in sorted(Path(folder).glob("stacks/*/cdk.tf.json")):
            name = file.parent.name.removesuffix(f"-{environment.name}")
            judgement = judged_stack(json.loads(file.read_text()), name, environment)
            problems += [
                Problem("DW506", f"{finding.message} [{finding.rule}]", Place(path=finding.resource.label))
                for finding in judgement.findings
            ]
        if problems:
            raise UserError(problems)
        shutil.copytree(folder, outdir, dirs_exist_ok=True)


def _check_tables(chosen: Iterable[SystemStack]) -> None:
    """Raise an error unless each stack builds each table of its model once."""
    problems = []
    for stack in chosen:
        built = Counter(
            construct.inputs["name"]
            for construct in attributes_of(stack).constructs.values()
            if isinstance(construct, DynamodbTable)
        )
        for table in stack.system.tables:
            times = built[stack.environment.table_name(table.name)]
            if times != stack.settings.builds_table(table.name, optional=table.optional):
                place = Place(f"stacks/{stack.system.name}/stack.py", path=table.subject)
                text = f"must be built once, got {times} times"
                problems.append(Problem("DW305", text, place, times, "once", "call self.table(...) once for it"))
    if problems:
        raise UserError(problems)


def _check_alarms(chosen: Iterable[EnvironmentStack]) -> None:
    """Raise an error for alarms that can never fire: CloudWatch would accept them and show them as OK."""
    problems = []
    for stack in chosen:
        content = {"resource": {}, **attributes_of(stack).document(alarms_can_fire.LOOKED_AT)}
        findings = alarms_can_fire.RULE.findings(document(content, stack.stack_name))
        problems += [Problem("DW333", finding.message, Place(path=finding.resource.label)) for finding in findings]
    if problems:
        raise UserError(problems)


def stack_of(name: str) -> type[EnvironmentStack]:
    """Return a stack's class, `OrderDeskStack` for `order_desk`, imported on demand."""
    folder = name if name in systems.system_names() else systems.FOUNDATION  # the foundation exists in each Region
    stack: type[EnvironmentStack] = systems.part(folder, "stack", f"{pascal_case(folder)}Stack")
    return stack
