"""Our rules on any Terraform: `python -m policy <cdk.tf.json, or the JSON of a plan or state>…`."""

from __future__ import annotations

import argparse
from pathlib import Path

from dynawright.errors import UserError, run
from dynawright.gate import summary
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of, judged
from dynawright.rules.resources import read


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m policy", description=__doc__)
    parser.add_argument(
        "files", nargs="+", type=Path, help="cdk.tf.json, or what `terraform show -json` says of a plan or a state"
    )
    parser.add_argument("--rule", action="append", default=[], help="only this rule; may be given several times")
    given = parser.parse_args()
    known = {rule.name: rule for rule in all_rules()}
    if unknown := [name for name in given.rule if name not in known]:
        raise UserError([f"there is no rule '{name}'; docs/rules.md lists them" for name in unknown])
    rules = [known[name] for name in given.rule] or list(known.values())
    documents = [read(file) for file in given.files]
    if empty := [document.name for document in documents if not document.built]:
        raise UserError([f"{name} has no resources: nothing can be said about it" for name in empty])
    judgement = judged(documents, findings_of(rules, documents), set(known), with_checkov=False)
    print(summary.text(judgement))
    resources = sum(document.built for document in documents)
    print(f"{len(judgement.findings)} findings of {len(rules)} rules on {resources} resources.")
    return 0 if judgement.passes else 1


if __name__ == "__main__":
    run(main)
