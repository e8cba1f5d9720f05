"""Who is let in and out by security groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import ip_network

from dynawright.guard.change import Change, Values
from dynawright.guard.rule import GuardRule, Seen, destroyed

ANYWHERE = {"0.0.0.0/0", "::/0"}
RULE = ("aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule")
OLD_RULE, GROUP = ("aws_security_group_rule",), ("aws_security_group",)
PORTS = ("from_port", "to_port", "ip_protocol", "protocol", "type")


def _opened(change: Change) -> Iterator[Seen]:
    """New networks; of a rule that is new, or whose ports differ, only the whole internet."""
    before = {} if any(change.before.get(name) != change.after.get(name) for name in PORTS) else change.before
    for network in sorted(_networks(change.after)):
        known = _networks(before)
        if network in ANYWHERE - known or (known and not any(_is_within(network, one) for one in known)):
            yield Seen(f"{network} is let through", network)


def _networks(values: Values) -> set[str]:
    """Of a rule, or of the blocks of a group."""
    blocks = [values, *(one for name in ("ingress", "egress") for one in _listed(values.get(name)) if isinstance(one, dict))]
    single = [block.get(name) for block in blocks for name in ("cidr_ipv4", "cidr_ipv6")]
    several = [one for block in blocks for name in ("cidr_blocks", "ipv6_cidr_blocks") for one in _listed(block.get(name))]
    return {one for one in (*single, *several) if isinstance(one, str)}


def _listed(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else ()


def _is_within(network: str, other: str) -> bool:
    inner, outer = ip_network(network, strict=False), ip_network(other, strict=False)
    return inner.version == outer.version and inner.subnet_of(outer)  # type: ignore[arg-type]


RULES = (
    GuardRule(
        "network-opened",
        (*RULE, *OLD_RULE, *GROUP),
        _opened,
        happens="Whoever is in that network reaches what stands behind the group, or is reached from there: for 0.0.0.0/0 the whole internet.",
        instead="Name a security group or a prefix list, or the smallest network that is needed.",
    ),
    GuardRule(
        "network-rule-removed",
        (*RULE, *OLD_RULE),
        destroyed,
        happens="New connections that it let through fail at once.",
        instead="See in the flow logs that nothing uses it; add the rule that takes over first.",
    ),
)
