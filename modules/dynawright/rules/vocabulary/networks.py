"""Network access into and out of a VPC, and caches."""

from __future__ import annotations

from dynawright.rules.vocabulary.common import FREE, NAME, NAMED, READ_BY_PEOPLE, ROLE
from dynawright.rules.vocabulary.domains import Between, Blocks, Numeral, Policy, Text, exactly, refers
from dynawright.rules.vocabulary.row import ALWAYS, PRODUCTION, Row, when, without

VPC = Text(r"vpc-[0-9a-f]{8,17}", "a VPC's id")
GROUP = refers("aws_security_group", attribute="id")
DAY = 86_400_000
OPENED = "that port is opened"


def _opening(*others: Row) -> tuple[Row, ...]:
    return (
        Row("security_group_id", GROUP, "that group is opened", ALWAYS),
        Row("referenced_security_group_id", GROUP, "for that group, and for no addresses", without("prefix_list_id")),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("ip_protocol", exactly("tcp"), OPENED, ALWAYS),
        *others,
    )


def _ports(*ports: int) -> tuple[Row, Row]:
    return Row("from_port", exactly(*ports), OPENED, ALWAYS), Row("to_port", exactly(*ports), OPENED, ALWAYS)


ROWS = {
    "aws_vpc_endpoint": (
        Row("vpc_id", VPC, "code in that VPC uses it", ALWAYS),
        Row("vpc_endpoint_type", exactly("Gateway"), "it costs nothing, and needs no addresses", ALWAYS),
        Row("service_name", Text(r"com\.amazonaws\.[a-z0-9-]+\.dynamodb", "DynamoDB's endpoint"), "it leads to DynamoDB", ALWAYS),
        Row("route_table_ids", Text(r"rtb-[0-9a-f]{8,17}", "a route table's id"), "without a route nothing reaches it", ALWAYS),
        Row("policy", Policy(), "without one, it carries any request to any account", ALWAYS),
    ),
    "aws_security_group": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("vpc_id", VPC, "it is for that VPC", ALWAYS),
    ),
    "aws_vpc_security_group_ingress_rule": _opening(*_ports(9111)),
    "aws_vpc_security_group_egress_rule": _opening(
        *_ports(9111, 443),
        Row("security_group_id", refers("aws_security_group", attribute="id", near=True), "it is the only destination", given=when("prefix_list_id")),
        Row("prefix_list_id", refers("aws_vpc_endpoint", attribute="prefix_list_id", near=True), "for DynamoDB, and for no other addresses"),
    ),
    "aws_dax_cluster": (
        Row("cluster_name", NAME, NAMED, ALWAYS),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("node_type", Text(r"dax\.(r[4-8]|t[2-4])[a-z]*\.[a-z0-9]+", "a node type of DAX"), "nodes are of that size", ALWAYS),
        Row("replication_factor", Between(1, 11), "AWS takes 1 to 11 nodes", ALWAYS),
        Row("replication_factor", Between(3, 11), "three survive the loss of one", where=PRODUCTION),
        Row("iam_role_arn", ROLE, "it reads and writes the table as that role", ALWAYS),
        Row("server_side_encryption", Blocks(1, 1), "it holds items", ALWAYS),
        Row("server_side_encryption.enabled", exactly(True), "it holds items", ALWAYS),
        Row("cluster_endpoint_encryption_type", exactly("TLS"), "items travel to and from it", ALWAYS),
        Row("parameter_group_name", refers("aws_dax_parameter_group", attribute="name", near=True), "cached items get no older", ALWAYS),
        Row("subnet_group_name", refers("aws_dax_subnet_group", attribute="name", near=True), "nodes are there", ALWAYS),
        Row("security_group_ids", refers("aws_security_group", attribute="id", near=True), "it says who may connect", ALWAYS),
        Row("maintenance_window", Text(r"[a-z]{3}:\d\d:\d\d-[a-z]{3}:\d\d:\d\d", "an hour of the week"), "nodes are updated then"),
    ),
    "aws_dax_parameter_group": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("parameters", Blocks(2, 2), "cached items get no older", ALWAYS),
        Row("parameters.name", exactly("query-ttl-millis", "record-ttl-millis"), "cached items get no older", ALWAYS),
        Row("parameters.value", Numeral(0, DAY), "older items may be wrong", ALWAYS),
    ),
    "aws_dax_subnet_group": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("subnet_ids", Text(r"subnet-[0-9a-f]{8,17}", "a subnet's id"), "nodes are there", ALWAYS),
    ),
}  # fmt: skip
