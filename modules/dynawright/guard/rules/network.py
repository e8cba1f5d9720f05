"""Network access that security groups allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_network

from dynawright.guard.change import Change, Values
from dynawright.guard.changes import Changes
from dynawright.guard.differences import holds_unknown
from dynawright.guard.rule import END, GuardRule, Seen, destroyed, wholly
from dynawright.rules.blocks import as_blocks, as_list

ANYWHERE = {"0.0.0.0/0", "::/0"}
INGRESS, EGRESS = "aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule"
RULE, OLD_RULE, GROUP = (INGRESS, EGRESS), ("aws_security_group_rule",), ("aws_security_group",)
SINGLE = ("cidr_ipv4", "cidr_ipv6", "prefix_list_id", "referenced_security_group_id", "source_security_group_id")
SEVERAL = ("cidr_blocks", "ipv6_cidr_blocks", "prefix_list_ids", "security_groups")
PORTS = ("from_port", "to_port", "ip_protocol", "protocol")
ALL = ("-1", "all")


@dataclass(frozen=True)
class Way:
    """A source or destination, and ports."""

    direction: str
    protocol: str
    first: float
    last: float
    who: str

    def covers(self, other: Way) -> bool:
        """Whether it allows everything that `other` allows."""
        all_ports = self.protocol in ALL
        return (
            self.direction == other.direction
            and (all_ports or self.protocol == other.protocol)
            and (all_ports or self.first <= other.first <= other.last <= self.last)
            and (self.who == other.who or _is_within(other.who, self.who))
        )


def ways(change: Change, values: Values) -> Iterator[Way]:
    """Yield what a rule, or a group's blocks, allow, without values known only after the apply."""
    if change.type in GROUP:
        for direction in ("ingress", "egress"):
            yield from (way for block in as_blocks(values.get(direction)) for way in _of_block(direction, block))
    elif values:
        direction = {INGRESS: "ingress", EGRESS: "egress"}.get(change.type) or str(values.get("type"))
        yield from _of_block(direction, values)


def _of_block(direction: str, block: Values) -> Iterator[Way]:
    protocol = str(block.get("ip_protocol") or block.get("protocol") or "-1")
    first, last = block.get("from_port"), block.get("to_port")
    ports = (-1 if first is None else first, 65535 if last is None else last)
    if not all(isinstance(port, int | float) for port in ports):
        return  # known only after the apply
    who = [block.get(name) for name in SINGLE] + [source for name in SEVERAL for source in as_list(block.get(name))]
    who += ["itself"] if block.get("self") is True else []
    yield from (Way(direction, protocol, *ports, source) for source in who if isinstance(source, str) and source)


def _is_within(network: str, other: str) -> bool:
    try:
        inner, outer = ip_network(network, strict=False), ip_network(other, strict=False)
    except ValueError:
        return False
    return inner.version == outer.version and inner.subnet_of(outer)  # type: ignore[arg-type]


def _opened(change: Change, changes: Changes) -> Iterator[Seen]:
    """Yield everything a new rule allows, networks new to an existing group, the internet in a new one."""
    before = [*ways(change, change.before)]
    owner = changes.named(change.after.get("security_group_id"), *GROUP)
    is_group_there = any(row.before for row in owner)
    for way in dict.fromkeys(way for way in ways(change, change.after) if not any(old.covers(way) for old in before)):
        is_network = way.direction == "ingress" and _is_within(way.who, way.who)
        if change.before or way.who in ANYWHERE or (is_network and is_group_there):
            yield Seen(f"{way.who} is let through", way.who)


def _closed(change: Change) -> Iterator[Seen]:
    """Yield what a group or rule no longer allows, even in part."""
    after = [*ways(change, change.after)]
    if change.stays and not any(holds_unknown(change.after.get(name)) for name in JUDGED):
        lost = (way for way in ways(change, change.before) if not any(new.covers(way) or way.covers(new) for new in after))
        yield from (Seen(f"{who} is no longer let through", who) for who in dict.fromkeys(way.who for way in lost))


JUDGED = wholly(*SINGLE, *SEVERAL, *PORTS, "self", "ingress", "egress", "type")

RULES = (
    GuardRule(
        "network-opened",
        (*RULE, *OLD_RULE, *GROUP),
        _opened,
        judges=JUDGED,
        looks_around=True,
        happens="That network can reach the resources behind the group, or be reached from them: 0.0.0.0/0 is the whole internet.",
        instead="Name a security group or a prefix list, or the smallest network needed.",
    ),
    GuardRule(
        "network-closed",
        (*RULE, *OLD_RULE, *GROUP),
        _closed,
        judges=JUDGED,
        happens="New connections that it allowed fail at once.",
        instead="Check in the flow logs that nothing uses it; add its replacement first.",
    ),
    GuardRule(
        "network-rule-removed",
        (*RULE, *OLD_RULE),
        destroyed,
        judges=wholly(END),
        happens="New connections that it allowed fail at once.",
        instead="Check in the flow logs that nothing uses it; add the rule that replaces it first.",
    ),
)
