"""The policies of a synthesized stack as IAM would see them: references filled in, Terraform's escapes undone."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from environments import Environment, load_named
from stacks.app import STACKS, synthesize

Document = dict[str, Any]
ENVIRONMENTS = ("local", "dev", "staging", "production")
_REFERENCE = re.compile(r"\$\{(aws_[a-z_]+)\.([A-Za-z0-9_-]+)\.([a-z_]+)\}")


@dataclass(frozen=True)
class Stack:
    """One system in one environment."""

    system: str
    environment: Environment
    resources: dict[str, dict[str, Any]]

    def policies_of(self, role_name: str) -> list[Document]:
        """The managed policies attached to a role."""
        attachments = self.resources.get("aws_iam_role_policy_attachment", {}).values()
        arns = [self.text(one["policy_arn"]) for one in attachments if self.text(one["role"]) == role_name]
        policies = self.resources.get("aws_iam_policy", {}).items()
        return [self.document(one["policy"]) for name, one in policies if self._attribute("aws_iam_policy", name, "arn") in arns]

    def roles(self) -> dict[str, Document]:
        """Role name → trust policy."""
        return {one["name"]: self.document(one["assume_role_policy"]) for one in self.resources["aws_iam_role"].values()}

    def keys(self) -> dict[str, Document]:
        """ARN of each key → key policy."""
        keys = self.resources.get("aws_kms_key", {}).items()
        return {self._attribute("aws_kms_key", name, "arn"): self.document(one["policy"]) for name, one in keys}

    def documents(self) -> dict[str, Document]:
        """Every policy there is, by the address of what holds it."""
        found = {}
        for terraform_type, named in self.resources.items():
            for name, one in named.items():
                for argument in ("policy", "assume_role_policy"):
                    if argument in one:
                        found[f"{terraform_type}.{name}.{argument}"] = self.document(one[argument])
        return found

    def document(self, text: str) -> Document:
        loaded: Document = json.loads(self.text(text))
        return loaded

    def text(self, text: str) -> str:
        filled = _REFERENCE.sub(lambda match: self._attribute(*match.groups()), text)
        return filled.replace("$${", "${")

    def _attribute(self, terraform_type: str, name: str, attribute: str) -> str:
        one = self.resources[terraform_type][name]
        if attribute in ("name", "id") and "name" in one:
            return str(one["name"])
        account, region = self.environment.account_id, self.environment.region
        forms = {
            "aws_dynamodb_table.arn": f"arn:aws:dynamodb:{region}:{account}:table/{one.get('name')}",
            "aws_dynamodb_table.stream_arn": f"arn:aws:dynamodb:{region}:{account}:table/{one.get('name')}/stream/2026-01-01T00:00:00.000",
            "aws_kms_key.arn": f"arn:aws:kms:{region}:{account}:key/{name}",
            "aws_iam_role.arn": f"arn:aws:iam::{account}:role{one.get('path', '/')}{one.get('name')}",
            "aws_iam_policy.arn": f"arn:aws:iam::{account}:policy{one.get('path', '/')}{one.get('name')}",
            "aws_secretsmanager_secret.arn": f"arn:aws:secretsmanager:{region}:{account}:secret:{one.get('name')}-AbCdEf",
        }
        return forms[f"{terraform_type}.{attribute}"]


def stacks(environment_name: str, outdir: Path) -> list[Stack]:
    return all_stacks(load_named(environment_name), outdir)


def all_stacks(environment: Environment, outdir: Path) -> list[Stack]:
    synthesize(environment, system=None, outdir=outdir)
    return [_loaded(environment, system, outdir) for system in STACKS]


def one_stack(environment: Environment, system: str, outdir: Path) -> Stack:
    synthesize(environment, system=system, outdir=outdir)
    return _loaded(environment, system, outdir)


def _loaded(environment: Environment, system: str, outdir: Path) -> Stack:
    document = json.loads((outdir / "stacks" / f"{system}-{environment.name}" / "cdk.tf.json").read_text())
    return Stack(system, environment, document["resource"])
