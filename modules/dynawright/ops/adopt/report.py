"""Report of an adoption, for a terminal and for programs."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from dynawright.ops.adopt.adoption import Adoption


def text(adoption: Adoption) -> str:
    """Return the written files, the imports, the gate's findings, and the next steps."""
    lines = [f"wrote {file}" for file in adoption.written] or ["nothing to write: everything is as it was adopted before"]
    for system, blocks in adoption.imports.items():
        tables = sum(block.to.startswith("aws_dynamodb_table.") for block in blocks)
        lines.append(f"{system}: {len(blocks)} imports, {tables} of them tables")
    if adoption.findings:
        lines += ["", "The gate would like this changed; each is an exception in the environment's file until it expires:"]
        by_rule = defaultdict(set)
        for finding in adoption.findings:
            by_rule[finding.rule].add(finding.resource.path.partition("/")[2] or finding.resource.address)
        lines += [f"  {rule}: {', '.join(sorted(resources))}" for rule, resources in sorted(by_rule.items())]
    if adoption.notes:
        lines += ["", "Look at these yourself:"]
        lines += [f"  {table}: {note}" for table, notes in sorted(adoption.notes.items()) for note in notes]
    if adoption.removed:
        lines += ["", "In the other Terraform stack, instead of its own blocks:", "", adoption.removed.rstrip()]
    if adoption.left_behind:
        lines += ["", f"That stack still manages {', '.join(adoption.left_behind)}."]
    if adoption.written:
        names = " or ".join(f"`dynawright plan -e {adoption.environment} -s {system}`" for system in adoption.imports)
        lines += ["", f"Next: {names} must say 0 to add, 0 to change, 0 to destroy. Then apply it."]
    return "\n".join(lines)


def document(adoption: Adoption) -> dict[str, Any]:
    """Return the report as JSON."""
    return {
        "environment": adoption.environment,
        "written": adoption.written,
        "imports": {system: [block._asdict() for block in blocks] for system, blocks in adoption.imports.items()},
        "exceptions": [
            {"rule": finding.rule, "resource": finding.resource.label, "message": finding.message}
            for finding in adoption.findings
        ],
        "notes": adoption.notes,
        "removed": adoption.removed,
        "left_behind": adoption.left_behind,
    }
