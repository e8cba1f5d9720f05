"""Networks are closed.

A security group that admits the internet, or that lets everything out, is open whatever stands behind it. An endpoint without a
policy of its own carries any request to any table of any account: the way out for stolen data that no table's policy can see.
"""

from collections.abc import Iterator

from dynawright.rules.blocks import as_list
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import statements

ANYWHERE = {"0.0.0.0/0", "::/0"}
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
        if {resource.get("cidr_ipv4"), resource.get("cidr_ipv6")} & ANYWHERE:
            yield "it is open to the whole internet: name a security group or a prefix list"
        return
    for direction in ("ingress", "egress"):
        for rule in resource.blocks(direction):
            if ANYWHERE & {*as_list(rule.get("cidr_blocks")), *as_list(rule.get("ipv6_cidr_blocks"))}:
                yield f"its {direction} is open to the whole internet: name a security group or a prefix list"


RULE = Rule(
    module=__name__,
    number=29,
    severity="high",
    types=("aws_security_group", "aws_vpc_endpoint", *RULES),
    check=check,
    standards=("FSBP EC2.18",),
)
