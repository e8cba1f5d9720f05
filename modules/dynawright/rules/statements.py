"""Policies, decoded in one place: JSON texts with `${…}` in them, whatever resource they stand on."""

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
    """A decoded statement of any Terraform: single values become lists, as IAM allows both."""

    effect: str
    actions: tuple[str, ...]
    resources: tuple[str, ...]
    principals: tuple[tuple[str, str], ...]
    """(kind, who): ("Service", "sns.amazonaws.com"); everyone is ("AWS", "*")."""
    condition: Mapping[str, Mapping[str, Any]] = field(hash=False)
    inverted: tuple[str, ...] = ()
    """Which of NotAction, NotResource and NotPrincipal it uses: they mean everything but what they name."""

    @property
    def allows(self) -> bool:
        return self.effect == "Allow"

    @property
    def condition_keys(self) -> set[str]:
        """The keys that it compares, in small letters, as IAM reads them."""
        return {key.lower() for keys in self.condition.values() for key in keys}

    def compared(self, key: str) -> list[tuple[str, str]]:
        """(operator, value) of each comparison of a key."""
        return [
            (operator, value)
            for operator, keys in self.condition.items()
            for one, values in keys.items()
            if one.lower() == key.lower()
            for value in _many(values)
        ]

    def is_narrowed_by(self, keys: Iterable[str]) -> bool:
        """Whether it must have an owner: a key is compared with values, none of which fits everyone."""
        return any(_narrows(operator, _many(values)) for key in keys for operator, values in self._comparisons(key))

    def _comparisons(self, key: str) -> list[tuple[str, Any]]:
        return [
            (operator, values)
            for operator, compared in self.condition.items()
            for one, values in compared.items()
            if one.lower() == key
        ]


def _narrows(operator: str, values: tuple[str, ...]) -> bool:
    positive = operator.removeprefix("ForAnyValue:") in ("StringEquals", "StringLike", "ArnEquals", "ArnLike")
    return positive and bool(values) and not any(_is_anybody(value) for value in values)


def _is_anybody(value: str) -> bool:
    """`*`, or an ARN whose account may be any; a bucket's ARN has no account."""
    parts = value.split(":", 5)
    is_wide = len(parts) < 6 or any(sign in parts[4] for sign in "*?") or not parts[5].strip("*?")
    return not value.strip("*?") or (value.startswith("arn:") and is_wide)


def attribute_of(resource: Resource) -> str:
    return "assume_role_policy" if resource.type in TRUST else "policy"


def statements(resource: Resource) -> list[DecodedStatement]:
    """The statements of a resource's policy; none where it has none, or where only Terraform will know it."""
    return _written(resource.get(attribute_of(resource)))


def granted(resource: Resource) -> list[DecodedStatement]:
    """What an identity's policy, or a role's inline blocks, allow; trust is not included."""
    if resource.type not in TRUST:
        return statements(resource)
    return [statement for block in resource.blocks("inline_policy") for statement in _written(block.get("policy"))]


def _written(policy: Any) -> list[DecodedStatement]:
    body = _decoded(policy)
    return [_statement(block) for block in as_blocks(body.get("Statement"))] if isinstance(body, Mapping) else []


def is_unreadable(resource: Resource) -> bool:
    """True for a policy that is written out, but is no JSON: AWS refuses it half-way through an apply."""
    text = resource.get(attribute_of(resource))
    return isinstance(text, str) and not text.startswith("${") and not isinstance(_decoded(text), Mapping)


def is_elsewhere(resource: Resource) -> bool:
    """True for a policy that is nothing but a reference."""
    return str(resource.get(attribute_of(resource), "")).startswith("${")


def is_known_later(policy: Resource, document: Document) -> bool:
    """True for a policy that only Terraform can write out: nothing can be said about it.

    Constructs write theirs out, so that a reference in a stack of the package is none of these.
    """
    return is_elsewhere(policy) and not (document.is_configuration and document.is_ours)


def policies_about(owner: Resource, document: Document) -> Iterator[Resource]:
    """The resources whose policy speaks of `owner`: itself, and policies that are resources of their own."""
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
    if not isinstance(principal, Mapping):  # a bare `*`; AWS takes no list here, but a list means these
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
