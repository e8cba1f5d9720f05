"""Networks are closed.

A security group that admits the internet, or that lets everything out, is open whatever is behind it. An endpoint
without its own policy carries any request to any table of any account: stolen data can leave through it, and no table's
policy sees that.
"""

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network

from dynawright.rules.blocks import as_list
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import statements

WIDEST = {4: 4, 6: 16}
"""IP version → the shortest prefix allowed; anything wider, also in sum, counts as everything."""
RULES = ("aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule")


def check(resource: Resource, _: Document) -> Iterator[str]:
    if resource.type == "aws_vpc_endpoint":
        allowed = [statement for statement in statements(resource) if statement.allows]
        if not resource.get("policy"):
            yield "it has no policy: it carries any request to any account; name the tables"
        elif any("*" in statement.resources for statement in allowed):
            yield "its policy admits every resource: name the tables"
        return
    if resource.type in RULES:
        if _is_wide([resource.get("cidr_ipv4"), resource.get("cidr_ipv6")]):
            yield "it is open to the whole internet: name a security group or a prefix list"
        return
    for direction in ("ingress", "egress"):
        for rule in resource.blocks(direction):
            if _is_wide([*as_list(rule.get("cidr_blocks")), *as_list(rule.get("ipv6_cidr_blocks"))]):
                yield f"its {direction} is open to the whole internet: name a security group or a prefix list"


def _is_wide(blocks: list[object]) -> bool:
    """Whether the networks, or their sum, are wider than any private network."""
    networks = [network for block in blocks if isinstance(block, str) and (network := _network(block))]
    for version, widest in WIDEST.items():
        same = [network for network in networks if network.version == version]
        total = sum(address.num_addresses for address in collapse_addresses(same))  # type: ignore[misc, type-var]  # of one version
        if same and total > 2 ** (same[0].max_prefixlen - widest):
            return True
    return False


def _network(block: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(block, strict=False)
    except ValueError:
        return None  # an expression


RULE = Rule(
    module=__name__,
    number=29,
    severity="high",
    types=("aws_security_group", "aws_vpc_endpoint", *RULES),
    check=check,
    standards=("FSBP EC2.18",),
)
