"""Import blocks and rule exceptions, derived from an adoption's synthesized stack."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.deploy.workspace import Workspace
from dynawright.imports import Import, file_of
from dynawright.judging import judged_stack
from dynawright.ops.adopt.adoption import Adoption
from dynawright.ops.adopt.external import expected
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.files import Change
from dynawright.ops.adopt.imports import imports_of_stack
from dynawright.ops.adopt.yaml_file import YamlFile
from dynawright.settings import Environment, load_named


@contextmanager
def synthesized(system: str, environment_name: str) -> Iterator[tuple[Environment, Mapping[str, Any]]]:
    """Yield the environment and the Terraform JSON of one stack in their current state."""
    folder = Path(tempfile.mkdtemp(prefix="dynawright-adopt-"))
    try:
        workspace = Workspace(environment_name, folder / "cdktf.out", system)
        stack = workspace.stacks[system] / "cdk.tf.json"
        yield workspace.environment, json.loads(stack.read_text())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write_imports(
    system: str,
    facts: Sequence[TableFacts],
    environment: Environment,
    content: Mapping[str, Any],
    change: Change,
    adoption: Adoption,
) -> None:
    existing = {id for fact in facts for id in fact.existing_ids}
    streams = {fact.name: str(fact.table["LatestStreamArn"]) for fact in facts if fact.table.get("LatestStreamArn")}
    view = environment.seen_by(system)
    blocks = imports_of_stack(content, existing, streams, region=view.region, account=environment.account_id)
    file = file_of(system, environment.name)
    kept = [block for block in _there(file) if block not in blocks]
    adoption.imports[system] = blocks
    whole = [block._asdict() for block in sorted({*kept, *blocks})]
    change.write(file, json.dumps({"import": whole}, indent=2) + "\n")


def _there(file: Path) -> list[Import]:
    content = json.loads(file.read_text()) if file.exists() else {"import": []}
    return [Import(**block) for block in content["import"]]


def write_exceptions(
    system: str, environment: Environment, content: Mapping[str, Any], until: date, change: Change, adoption: Adoption
) -> None:
    adoption.findings = list(judged_stack(content, system, environment).findings)
    reason = f"as it was when it was adopted on {date.today()}"
    accepted = {*expected(content, system, environment.name)}
    accepted |= {
        (finding.rule, finding.resource.path.partition("/")[2] or finding.resource.address) for finding in adoption.findings
    }
    file = YamlFile(project.environments_folder() / f"{environment.name}.yaml")
    file.add_to_list(
        "exceptions",
        [
            {"system": system, "rule": rule, "resource": resource, "reason": reason, "expires": until.isoformat()}
            for rule, resource in sorted(accepted)
        ],
    )
    change.write(file.path, file.text)
    load_named(environment.name)  # fail here if the file can't be loaded again
