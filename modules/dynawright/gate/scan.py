"""Run checkov over all stacks in its own environment, and convert its failures to findings."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynawright.errors import Problem, UserError
from dynawright.gate import checkov_environment
from dynawright.rules.resources import REFERENCE, Document, Resource
from dynawright.rules.rule import Finding
from dynawright.rules.statements import RESOURCE, TRUST

RUNNER = Path(__file__).with_name("checkov_runner.py")
ACCOUNT = "111111111111"


@dataclass(frozen=True)
class Scan:
    """checkov's findings, and the amount it checked."""

    findings: tuple[Finding, ...]
    passed: int
    judged: int
    """Number of resources that at least one check applied to."""


def scanned(contents: Iterable[tuple[Document, Mapping[str, Any]]]) -> Scan:
    """Run checkov over documents, given with the JSON they were read from.

    Anything but a complete answer is an error.
    """
    checkov_environment.install()
    given = [
        (document, content) for document, content in contents if document.built
    ]  # an optional table can leave an empty stack
    if not given:
        raise UserError([Problem("DW503", "there are no resources to check")])
    with tempfile.TemporaryDirectory() as folder:
        by_file = {}
        for number, (document, content) in enumerate(given):
            file = f"{number}/cdk.tf.json"
            (Path(folder) / file).parent.mkdir()
            (Path(folder) / file).write_text(json.dumps(prepared(content), indent=1))
            by_file[file] = document
        answer = _answer(folder)
    if answer["errors"] or answer["unread"]:
        names = [by_file[file].name for file in answer["unread"] if file in by_file]
        raise UserError([Problem("DW501", f"checkov could not read {', '.join([*names, *answer['errors']])}")])
    results = [_finding(failure, by_file[failure["file"]]) for failure in answer["failed"]]
    return Scan(tuple(results), answer["passed"], answer["judged"])


def prepared(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON for checkov, with placeholder ARNs in policies instead of references.

    It lacks `terraform.required_version` (checkov's parser fails on it, issue 7454) and notes for tools.
    """
    resources = {
        type: {name: _with_stand_ins(type, body) for name, body in group.items()}
        for type, group in content.get("resource", {}).items()
    }
    kept = {name: value for name, value in content.items() if name in ("data", "provider")}
    return {**kept, "resource": resources}


def _with_stand_ins(type: str, body: Any) -> Any:
    if not isinstance(body, Mapping):
        return body
    cleaned = {name: value for name, value in body.items() if name != "//"}
    for attribute in ("policy", "assume_role_policy"):
        text = cleaned.get(attribute)
        if isinstance(text, str) and (type in (*RESOURCE, *TRUST) or type.startswith("aws_iam_")):
            cleaned[attribute] = REFERENCE.sub(_stand_in, text)
    return cleaned


def _stand_in(reference: re.Match[str]) -> str:
    type, name = reference[1].removeprefix("data.").split(".")[-2:]
    return f"arn:aws:{type.split('_')[1]}:eu-west-1:{ACCOUNT}:{name}" if reference[2] == ".arn" else name


def _answer(folder: str) -> dict[str, Any]:
    run = subprocess.run(
        [str(checkov_environment.python()), "-P", str(RUNNER), folder], capture_output=True, text=True, check=False
    )
    try:
        answer: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        text = f"checkov gave no answer (status {run.returncode})"
        raise UserError([Problem("DW501", text, details=run.stderr.strip()[-500:])]) from None
    return answer


def _finding(failure: Mapping[str, str], document: Document) -> Finding:
    matching = [resource for resource in document.resources if resource.address == failure["address"]]
    if not matching:  # a data source or the provider: still a finding
        matching = [Resource(failure["address"], failure["address"].split(".")[0], {})]
    return Finding(failure["check"], "medium", document.name, matching[0], failure["says"])
