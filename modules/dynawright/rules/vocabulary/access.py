"""Keys, roles and policies; the content of policies is checked by rules."""

from __future__ import annotations

from dynawright.rules.vocabulary.common import FREE, KEEPS, NAME, NAMED, ORDER, READ_BY_PEOPLE
from dynawright.rules.vocabulary.domains import Between, Blocks, Policy, Text, arn, either, exactly, refers
from dynawright.rules.vocabulary.row import ALWAYS, LASTING, Row

PATH = Text(r"/([A-Za-z0-9_+=,.@-]+/)*", "a path")
SAYS = "it says who may do what"

ROWS = {
    "aws_kms_key": (
        Row("description", FREE, READ_BY_PEOPLE),
        Row("enable_key_rotation", exactly(True, False), "keys-rotate demands it", ALWAYS),
        Row("rotation_period_in_days", Between(90, 365), "AWS takes 90 and more; a year is the longest", ALWAYS),
        Row("deletion_window_in_days", Between(7, 30), "AWS takes 7 to 30", ALWAYS),
        Row("policy", Policy(), SAYS, ALWAYS),
        Row("lifecycle", Blocks(1, 1), "it holds the key's protections"),
        Row("lifecycle", Blocks(1, 1), "it holds the key's protections", ALWAYS, LASTING),
        KEEPS,
        ORDER,
    ),
    "aws_kms_alias": (
        Row("name", Text(r"alias/(?!aws/)[A-Za-z0-9/_-]{1,250}", "an alias"), NAMED, ALWAYS),
        Row("target_key_id", refers("aws_kms_key", attribute="key_id", near=True), "it names that key", ALWAYS),
    ),
    "aws_iam_role": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("path", PATH, "deploy roles recognize their resources by it", ALWAYS),
        Row("assume_role_policy", Policy(), "it says who may assume it", ALWAYS),
        Row("max_session_duration", Between(3600, 14_400), "a stolen session lasts this long", ALWAYS),
        Row("permissions_boundary", arn("iam", r"policy/\S+"), "the role never gets more than it allows"),
    ),
    "aws_iam_policy": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("path", PATH, "deploy roles recognize their resources by it", ALWAYS),
        Row("policy", Policy(), SAYS, ALWAYS),
    ),
    "aws_iam_role_policy_attachment": (
        Row("role", refers("aws_iam_role", attribute="name", near=True), "that role gets the policy", ALWAYS),
        Row("policy_arn", refers("aws_iam_policy", attribute="arn", near=True), "the role gets that policy", ALWAYS),
    ),
    "aws_iam_openid_connect_provider": (
        Row("url", exactly("https://token.actions.githubusercontent.com"), "workflows on GitHub sign in with it", ALWAYS),
        Row("client_id_list", exactly("sts.amazonaws.com"), "tokens for other receivers are rejected", ALWAYS),
    ),
    "aws_dynamodb_resource_policy": (
        Row("resource_arn", either(refers("aws_dynamodb_table", attribute="arn"), refers("aws_dynamodb_table", attribute="stream_arn")), "it is about that table or stream", ALWAYS),
        Row("policy", Policy(), SAYS, ALWAYS),
    ),
}  # fmt: skip
