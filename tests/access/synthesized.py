"""A synthesized stack's policies as IAM sees them: with references replaced and escapes removed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynawright.settings import Environment
from dynawright.systems import foundation_name, seen_by_stack

Document = dict[str, Any]
_REFERENCE = re.compile(r"\$\{(aws_[a-z0-9_]+)\.([A-Za-z0-9_-]+)\.([a-z_]+)\}")
_LOOKED_UP = re.compile(r"\$\{data\.(aws_[a-z0-9_]+)\.([A-Za-z0-9_-]+)\.([a-z_]+)\}")
_UNFILLED = re.compile(r"(?<!\$)\$\{")


@dataclass(frozen=True)
class Stack:
    """One system in one environment."""

    system: str
    environment: Environment
    resources: dict[str, dict[str, Any]]
    folder: Path
    """Where the sources of the application's stacks are."""
    lookups: dict[str, dict[str, Any]] = field(default_factory=dict)
    foundation: Stack | None = None
    """The stacks for lookups."""

    def policies_of(self, role_name: str) -> list[Document]:
        """The managed policies attached to a role."""
        return list(self.named_policies_of(role_name).values())

    def named_policies_of(self, role_name: str) -> dict[str, Document]:
        """The same by their names."""
        attachments = self.resources.get("aws_iam_role_policy_attachment", {}).values()
        arns = [self.text(attachment["policy_arn"]) for attachment in attachments if self.text(attachment["role"]) == role_name]
        policies = self.resources.get("aws_iam_policy", {}).items()
        attached = [one for name, one in policies if self._attribute("aws_iam_policy", name, "arn") in arns]
        return {subject["name"]: self.document(subject["policy"]) for subject in attached}

    def roles(self) -> dict[str, Document]:
        """Role name → trust policy."""
        return {
            role["name"]: self.document(role["assume_role_policy"]) for role in self.resources.get("aws_iam_role", {}).values()
        }

    def keys(self) -> dict[str, Document]:
        """ARN of each key → key policy."""
        keys = self.resources.get("aws_kms_key", {}).items()
        return {self._attribute("aws_kms_key", name, "arn"): self.document(one["policy"]) for name, one in keys}

    def documents(self) -> dict[str, Document]:
        """Every policy by its resource's address."""
        found = {}
        for terraform_type, named in self.resources.items():
            for name, one in named.items():
                for argument in ("policy", "assume_role_policy"):
                    if argument in one:
                        found[f"{terraform_type}.{name}.{argument}"] = self.document(one[argument])
        return found

    def owns(self, arn: str) -> bool:
        """Return whether it is the ARN of a resource of the stack, or of a part of one."""
        return any(arn == one or arn.startswith((f"{one}/", f"{one}:")) for one in self.arns())

    def arns(self, *terraform_types: str) -> list[str]:
        """Return the ARNs of all resources that policies can name, or of some types."""
        wanted = terraform_types or tuple(form.removesuffix(".arn") for form in _FORMS if form.endswith(".arn"))
        return [self._attribute(one, name, "arn") for one in wanted for name in self.resources.get(one, {})]

    def document(self, text: str) -> Document:
        loaded: Document = json.loads(self.text(text))
        return loaded

    def text(self, text: str) -> str:
        filled = _LOOKED_UP.sub(lambda match: self._looked_up(*match.groups()), text)
        filled = _REFERENCE.sub(lambda match: self._attribute(*match.groups()), filled)
        assert not _UNFILLED.search(filled), f"a reference is not filled in, and would admit anything: {filled}"
        return filled.replace("$${", "${")

    def _looked_up(self, terraform_type: str, name: str, attribute: str) -> str:
        """Look a resource up by name in the foundation, like Terraform."""
        assert self.foundation is not None, f"{self.system} was built without the foundation"
        asked = self.lookups[terraform_type][name]["name"]
        made = self.foundation.resources[terraform_type]
        (found,) = [one for one in made if made[one]["name"] == asked]
        return self.foundation.text(made[found].get(attribute) or f"${{{terraform_type}.{found}.{attribute}}}")

    def _attribute(self, terraform_type: str, name: str, attribute: str) -> str:
        one = self.resources[terraform_type][name]
        if attribute in ("name", "id") and "name" in one:
            return str(one["name"])
        if attribute == "bucket":
            return str(one["bucket"])
        form = _FORMS[f"{terraform_type}.{attribute}"]
        place = f"{self.environment.region}:{self.environment.account_id}"
        return form.format(place=place, account=self.environment.account_id, id=f"{self.system}-{name}", one=_Arguments(one))


class _Arguments(dict[str, Any]):
    def __missing__(self, argument: str) -> str:
        return {"path": "/"}[argument]


_FORMS = {
    "aws_backup_vault.arn": "arn:aws:backup:{place}:backup-vault:{one[name]}",
    "aws_cloudwatch_event_bus.arn": "arn:aws:events:{place}:event-bus/{one[name]}",
    "aws_cloudwatch_log_group.arn": "arn:aws:logs:{place}:log-group:{one[name]}",
    "aws_dax_cluster.arn": "arn:aws:dax:{place}:cache/{one[cluster_name]}",
    "aws_dynamodb_table.arn": "arn:aws:dynamodb:{place}:table/{one[name]}",
    "aws_dynamodb_table.stream_arn": "arn:aws:dynamodb:{place}:table/{one[name]}/stream/2026-01-01T00:00:00.000",
    "aws_iam_policy.arn": "arn:aws:iam::{account}:policy{one[path]}{one[name]}",
    "aws_iam_role.arn": "arn:aws:iam::{account}:role{one[path]}{one[name]}",
    "aws_kms_key.arn": "arn:aws:kms:{place}:key/{id}",
    "aws_lambda_function.arn": "arn:aws:lambda:{place}:function:{one[function_name]}",
    "aws_s3_bucket.arn": "arn:aws:s3:::{one[bucket]}",
    "aws_secretsmanager_secret.arn": "arn:aws:secretsmanager:{place}:secret:{one[name]}-AbCdEf",
    "aws_sns_topic.arn": "arn:aws:sns:{place}:{one[name]}",
    "aws_sqs_queue.arn": "arn:aws:sqs:{place}:{one[name]}",
}


def loaded(environment: Environment, stack: str, outdir: Path, folder: Path) -> Stack:
    """Read a synthesized stack back; `folder` holds the application's stacks."""
    document = json.loads((outdir / "stacks" / f"{stack}-{environment.name}" / "cdk.tf.json").read_text())
    seen = seen_by_stack(environment, stack)
    name = foundation_name(seen)
    there = stack != name and (outdir / "stacks" / f"{name}-{environment.name}").exists()
    foundation = loaded(environment, name, outdir, folder) if there else None
    return Stack(stack, seen, document["resource"], folder, document.get("data", {}), foundation)
