"""Blocks that aren't resources: Terraform's own settings, state, provider and outputs."""

from __future__ import annotations

from dynawright.rules.resources import BACKEND, OUTPUT, PROVIDER, REQUIRED_PROVIDER, TERRAFORM
from dynawright.rules.vocabulary.common import FREE
from dynawright.rules.vocabulary.domains import Blocks, Filled, MapOf, Text, arn, either, exactly
from dynawright.rules.vocabulary.row import ALWAYS, Row, when

ACCOUNT = Text(r"\d{12}", "an account's number")
REGION = Text(r"[a-z]{2}(-[a-z]+)+-\d", "a Region")
IN_S3 = when("kind", "s3")
VERSION = Text(r"\d+\.\d+\.\d+|>= \d+\.\d+\.\d+, < \d+\.\d+\.\d+", "a version, or a range with both ends")
SHARED = "everyone who may read the state reads all values in it"

ROWS = {
    TERRAFORM: (
        Row("required_providers", Blocks(1, 1), "the provider is what was tested", ALWAYS),
        Row("backend", Blocks(1, 1), "without one, the state is a local file", ALWAYS),
    ),
    REQUIRED_PROVIDER: (
        Row("source", exactly("hashicorp/aws"), "another provider is an unknown program with our rights", ALWAYS),
        Row("version", VERSION, "the provider is what was tested", ALWAYS),
    ),
    BACKEND: (
        Row("kind", exactly("s3", "local"), "state-is-kept-safe says which", ALWAYS),
        Row("path", Text(r"(\.\./)+terraform\.[a-z0-9_-]+\.tfstate", "a file of this project"), "the state is kept there", when("kind", "local")),
        Row("bucket", Text(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", "a bucket's name"), "the state is kept there", IN_S3),
        Row("key", Text(r"[a-z0-9-]+/[a-z0-9_-]+/terraform\.tfstate", "<environment>/<stack>/terraform.tfstate"), "each stack has a state of its own", IN_S3),
        Row("region", REGION, "the bucket is in this Region", IN_S3),
        Row("encrypt", exactly(True, False), "state-is-kept-safe demands it", IN_S3),
        Row("use_lockfile", exactly(True, False), "state-is-kept-safe demands it", IN_S3),
        Row("kms_key_id", arn("kms", r"key/[A-Za-z0-9-]+"), SHARED),
        Row("allowed_account_ids", ACCOUNT, "a bucket of another account may have the same name tomorrow", IN_S3),
    ),
    PROVIDER: (
        Row("region", REGION, "everything is built there", ALWAYS),
        Row("alias", REGION, "it is named after its Region"),
        Row("allowed_account_ids", ACCOUNT, "with other credentials, everything is built in another account", ALWAYS),
        Row("default_tags", Blocks(1, 1), "tags name a resource's owner", ALWAYS),
        Row("default_tags.tags", MapOf(Text()), "tags name a resource's owner", ALWAYS),
    ),
    OUTPUT: (
        Row("value", either(Filled(r".*", "a text, or references to this stack's resources"), FREE), "people and programs read it", ALWAYS),
    ),
}  # fmt: skip
