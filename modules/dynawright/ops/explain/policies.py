"""Policies of a stack, parsed for the IAM evaluator."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from dynawright.iam.evaluator import Policies, Policy, PolicyKind, StatementOf
from dynawright.ops.stack_document import stack_document
from dynawright.rules.derived.names import FORMS
from dynawright.rules.derived.things import ROLE, names_of
from dynawright.rules.derived.written import written_of
from dynawright.rules.resources import Document, Resource
from dynawright.settings import Environment

RESOURCE_POLICY, POLICIES = (
    "aws_dynamodb_resource_policy",
    ("aws_iam_policy", "aws_iam_role_policy", "aws_iam_role_policy_attachment"),
)


class StackPolicies:
    """A system's policies in an environment, as today's code writes them, without contacting AWS."""

    def __init__(self, environment: Environment, system: str) -> None:
        self._environment = environment
        self._system = system
        self._texts: dict[str, Any] = {}

    def of_role(self, name: str, table_arn: str = "") -> Policies:
        """Return the policies of a role, and that of the table in the request."""
        role = self._role(name)
        if role is None:
            return Policies()
        identity = [
            self._policy(policy, self._names.name(policy), PolicyKind.IDENTITY)
            for policy in written_of(role, self._document).policies
        ]
        return Policies(identity=tuple(identity), resource=self._of_table(table_arn))

    def trust(self, name: str) -> Policy | None:
        """Return a role's trust policy."""
        role = self._role(name)
        return None if role is None else self._policy(role, name, PolicyKind.TRUST, "assume_role_policy")

    def text(self, met: StatementOf) -> Mapping[str, Any]:
        """Return a statement as it is written."""
        statement: Mapping[str, Any] = self.document(met.policy)["Statement"][met.policy.statements.index(met.statement)]
        return statement

    def document(self, policy: Policy) -> Mapping[str, Any]:
        """Return a policy as it is written."""
        parsed: Mapping[str, Any] = self._texts[policy.name]
        return parsed

    def _role(self, name: str) -> Resource | None:
        return next((role for role in self._document.of_type(ROLE) if self._names.name(role) == name), None)

    def _of_table(self, arn: str) -> Policy | None:
        for policy in self._document.of_type(RESOURCE_POLICY) if arn else ():
            if self._names.written_out(str(policy.get("resource_arn"))) == arn:
                return self._policy(policy, f"policy of {arn.rpartition('/')[2]}", PolicyKind.RESOURCE)
        return None

    def _policy(self, holder: Resource, name: str, kind: PolicyKind, attribute: str = "policy") -> Policy:
        text = json.loads(self._names.written_out(str(holder.get(attribute))))
        text["Statement"] = text["Statement"] if isinstance(text["Statement"], list) else [text["Statement"]]
        self._texts[name] = text
        return Policy.parse(text, name=name, kind=kind)

    @property
    def _names(self) -> Any:
        return names_of(self._document)

    @cached_property
    def _document(self) -> Document:
        return stack_document(self._environment, self._system, {*FORMS, *POLICIES, RESOURCE_POLICY})
