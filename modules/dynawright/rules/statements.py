"""Policies, decoded in one place: JSON texts with `${…}` in them, of any resource."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dynawright.rules.resources import Document, Resource, as_blocks

IDENTITY = ("aws_iam_policy", "aws_iam_role_policy", "aws_iam_user_policy", "aws_iam_group_policy")
TRUST = ("aws_iam_role",)
RESOURCE = (
    *("aws_sqs_queue", "aws_sqs_queue_policy", "aws_sns_topic", "aws_sns_topic_policy", "aws_s3_bucket_policy", "aws_kms_key"),
    *(
        "aws_dynamodb_resource_policy",
        "aws_secretsmanager_secret_policy",
        "aws_backup_vault_policy",
        "aws_kinesis_resource_policy",
    ),
    *("aws_vpc_endpoint", "aws_cloudwatch_event_bus_policy", "aws_kms_key_policy"),
)
OWNERS = {
    "aws_sqs_queue_policy": ("queue_url", "aws_sqs_queue", "name"),
    "aws_sns_topic_policy": ("arn", "aws_sns_topic", "name"),
    "aws_s3_bucket_policy": ("bucket", "aws_s3_bucket", "bucket"),
    "aws_secretsmanager_secret_policy": ("secret_arn", "aws_secretsmanager_secret", "name"),
    "aws_backup_vault_policy": ("backup_vault_name", "aws_backup_vault", "name"),
}
"""Policies that are resources: the attribute naming the owner, the owner's type and name."""


@dataclass(frozen=True)
class DecodedStatement:
    """A decoded statement: single values become lists, as IAM allows both."""

    effect: str
    actions: tuple[str, ...]
    resources: tuple[str, ...]
    principals: tuple[tuple[str, str], ...]
    """(kind, name): ("Service", "sns.amazonaws.com"); everyone is ("AWS", "*")."""
    condition: Mapping[str, Mapping[str, Any]] = field(hash=False)
    inverted: tuple[str, ...] = ()
    """Which of NotAction, NotResource and NotPrincipal it uses: they mean everything but what they name."""

    @property
    def allows(self) -> bool:
        return self.effect == "Allow"

    @property
    def condition_keys(self) -> set[str]:
        """Return its condition keys in lower case, as IAM compares them."""
        return {key.lower() for keys in self.condition.values() for key in keys}

    def compared(self, key: str) -> list[tuple[str, str]]:
        """Return (operator, value) for each comparison of a key."""
        return [
            (operator, value)
            for operator, keys in self.condition.items()
            for name, values in keys.items()
            if name.lower() == key.lower()
            for value in _many(values)
        ]

    def is_narrowed_by(self, keys: Iterable[str]) -> bool:
        """Whether a condition limits one of the keys to values, none of which matches everyone."""
        return any(_narrows(operator, _many(values)) for key in keys for operator, values in self._comparisons(key))

    def _comparisons(self, key: str) -> list[tuple[str, Any]]:
        return [
            (operator, values)
            for operator, compared in self.condition.items()
            for name, values in compared.items()
            if name.lower() == key
        ]


def _narrows(operator: str, values: tuple[str, ...]) -> bool:
    positive = operator.removeprefix("ForAnyValue:") in ("StringEquals", "StringLike", "ArnEquals", "ArnLike")
    return positive and bool(values) and not any(_is_anybody(value) for value in values)


def _is_anybody(value: str) -> bool:
    """Whether it is `*`, or an ARN with any account; a bucket's ARN has no account."""
    parts = value.split(":", 5)
    is_wide = len(parts) < 6 or any(sign in parts[4] for sign in "*?") or not parts[5].strip("*?")
    return not value.strip("*?") or (value.startswith("arn:") and is_wide)


def attribute_of(resource: Resource) -> str:
    return "assume_role_policy" if resource.type in TRUST else "policy"


def statements(resource: Resource) -> list[DecodedStatement]:
    """Return the statements of a resource's policy; none if it has none, or only Terraform knows it."""
    return _written(resource.get(attribute_of(resource)))


def granted(resource: Resource) -> list[DecodedStatement]:
    """Return the statements of an identity's policy, or of a role's inline policies, without its trust."""
    if resource.type not in TRUST:
        return statements(resource)
    return [statement for block in resource.blocks("inline_policy") for statement in _written(block.get("policy"))]


def _written(policy: Any) -> list[DecodedStatement]:
    body = _decoded(policy)
    return [_statement(block) for block in as_blocks(body.get("Statement"))] if isinstance(body, Mapping) else []


def is_unreadable(resource: Resource) -> bool:
    """Whether a literal policy is not valid JSON: AWS would reject it half-way through an apply."""
    text = resource.get(attribute_of(resource))
    return isinstance(text, str) and not text.startswith("${") and not isinstance(_decoded(text), Mapping)


def is_elsewhere(resource: Resource) -> bool:
    """Whether a policy is nothing but a reference."""
    return str(resource.get(attribute_of(resource), "")).startswith("${")


def is_known_later(policy: Resource, document: Document) -> bool:
    """Whether only Terraform can write the policy out, so that it can't be checked.

    Constructs write policies out, so a reference in a stack of this package doesn't count.
    """
    return is_elsewhere(policy) and not (document.is_configuration and document.is_ours)


def policies_about(owner: Resource, document: Document) -> Iterator[Resource]:
    """Return the resources with a policy on `owner`: itself, and policies that are separate resources."""
    yield owner
    for type, (attribute, owner_type, name) in OWNERS.items():
        if owner.type == owner_type:
            for policy in document.of_type(type):
                if document.named(policy.get(attribute), name, owner_type) is owner:
                    yield policy


def _decoded(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return None


def _statement(body: Mapping[str, Any]) -> DecodedStatement:
    principal = body.get("Principal", body.get("NotPrincipal"))
    if not isinstance(principal, Mapping):  # a bare `*`; AWS accepts no list here, but a list means these
        principal = {"AWS": principal}
    condition = body.get("Condition")
    compared = condition.items() if isinstance(condition, Mapping) else ()
    return DecodedStatement(
        effect=str(body.get("Effect", "Allow")),
        actions=_many(body.get("Action", body.get("NotAction"))),
        resources=_many(body.get("Resource", body.get("NotResource"))),
        principals=tuple((kind, who) for kind, several in principal.items() for who in _many(several)),
        condition={operator: keys for operator, keys in compared if isinstance(keys, Mapping)},
        inverted=tuple(name for name in ("NotAction", "NotResource", "NotPrincipal") if name in body),
    )


def _many(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(str(part) for part in value) if isinstance(value, list) else (str(value),)
