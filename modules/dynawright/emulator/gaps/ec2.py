"""EC2: the description of a security group's rule."""

from typing import Any

from moto.ec2.models.security_groups import SecurityGroupBackend, SecurityGroupRule

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(SecurityGroupRule, "__init__", _init_rule)
    SecurityGroupRule.description = property(_description)
    wrap(SecurityGroupBackend, "modify_security_group_rules", _modify_rules)


def _init_rule(original: Original, rule: Any, *args: Any, **kwargs: Any) -> None:
    """Keep descriptions of rules with groups or prefix lists: otherwise every plan sets them again."""
    original(rule, *args, **kwargs)
    named = [given for given in (*args, *kwargs.values()) if isinstance(given, dict) and given.get("Description")]
    rule.words = named[0]["Description"] if named else None
    rule.source_group = {name: value for name, value in rule.source_group.items() if name != "Description"}


def _description(rule: Any) -> str | None:
    words: str | None = rule.words
    return words


def _modify_rules(original: Original, backend: Any, group_id: str, rules: dict[str, dict[str, Any]]) -> None:
    """Apply changed descriptions."""
    original(backend, group_id, rules)
    group = backend.get_security_group_by_name_or_id(group_id)
    for id, rule in rules.items():
        group.get_rule(id).words = rule.get("Description")
