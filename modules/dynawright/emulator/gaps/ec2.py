"""EC2: the description of a security group's rule."""

from typing import Any

from moto.ec2.models.security_groups import SecurityGroupRule

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(SecurityGroupRule, "__init__", _init_rule)
    SecurityGroupRule.description = property(_description)


def _init_rule(original: Original, rule: Any, *args: Any, **kwargs: Any) -> None:
    """A rule about another group or a prefix list lost its description: the next plan wanted to set it, for ever."""
    original(rule, *args, **kwargs)
    named = [given for given in (*args, *kwargs.values()) if isinstance(given, dict) and given.get("Description")]
    rule.words = named[0]["Description"] if named else None
    rule.source_group = {name: value for name, value in rule.source_group.items() if name != "Description"}


def _description(rule: Any) -> str | None:
    words: str | None = rule.words
    return words
