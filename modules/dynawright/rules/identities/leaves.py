"""The texts of a resource with their places, and which of them name something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from dynawright.rules.resources import OUTPUT, Resource

PROSE = re.compile(r"(^|_)(description|comment|reason|display_name)$|^(tags|tags_all|default_tags|alarm_rule)$")
"""Attributes with text for people, and tags: an account or ARN in them has no effect."""
POLICIES = {"policy", "assume_role_policy"}
"""Attributes that are judged as policies, not as texts."""
NAMING = re.compile(
    r"(^|_)(arns?|role|roles|bucket|vault_name|vaults|function_name|table_name|queue_url|queues|rule|event_bus_name|log_group(_name)?|layers"
    r"|group_name|plan_name|endpoints?|urls?|principal|org_id|grantee|grantees|owner|account|accounts|account_ids?|image_uri|resources"
    r"|subnets|security_groups|actions|identifiers|members|users?)$"
    r"|(^|_)(kms|key|plan|vpc|subnet|security_group|group|prefix_list|secret|table|resource|queue|topic|endpoint|api|peer|gateway|provider)"
    r"_ids?$|^kms_key_identifier$|^topics?$|^bucket_name$|^s3_bucket(_name)?$|^stream(_name)?$|^cluster_(name|id)$|^service_name$"
)
"""Attributes that name something else, by the provider's words for that."""
OWN_NAME = {
    *(("aws_lambda_function", "function_name"), ("aws_s3_bucket", "bucket"), ("aws_dax_cluster", "cluster_name")),
    *(("aws_scheduler_schedule_group", "name"), ("aws_kms_alias", "name"), ("terraform_backend", "key")),
}
"""Attributes that name the resource itself."""
DIGITS = re.compile(r"\d+")


class Leaf(NamedTuple):
    """A text, with the names of the attributes and blocks above it."""

    path: tuple[str, ...]
    text: str

    @property
    def attribute(self) -> str:
        return self.path[-1] if self.path else ""


def leaves(resource: Resource) -> Iterator[Leaf]:
    """Yield the texts of a resource that are neither prose nor policies."""
    if resource.type == OUTPUT:
        yield from _leaves(resource.get("value"), ("value",))
        return
    for name, value in resource.values.items():
        if name not in POLICIES:
            yield from _leaves(value, (name,))


def names_something(resource: Resource, leaf: Leaf) -> bool:
    """Whether the attribute names another resource."""
    if (resource.type, leaf.attribute) in OWN_NAME:
        return False
    if resource.type.startswith("data.") and leaf.path in (("name",), ("bucket",), ("id",)):
        return True
    return NAMING.search(leaf.attribute.lower()) is not None


def is_number(leaf: Leaf) -> bool:
    """Whether it is a plain number, which may have as many digits as an account id."""
    return DIGITS.fullmatch(leaf.text) is not None


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[Leaf]:
    if PROSE.search(path[-1]):
        return
    if isinstance(value, str):
        yield Leaf(path, value)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if name != "//":
                yield from _leaves(inner, (*path, str(name)))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, path)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield Leaf(path, str(value))
