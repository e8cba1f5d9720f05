"""What workflow roles may do at most, and must be denied: deployment reads no data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from dynawright.rules.derived.deployment_refusals import refused_data, refused_of_others, refused_writes, tags_of
from dynawright.rules.derived.deployment_rows import ROWS, Row, Where
from dynawright.rules.derived.grant import Condition, Grant
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.things import intent_of, names_of
from dynawright.rules.derived.written import written_of
from dynawright.rules.intent import Intent
from dynawright.rules.resources import Document, Resource

READS = re.compile(r"[a-z0-9-]+:(get|list|describe)", re.IGNORECASE)
READ_THROUGH = ("kms:Decrypt",)
"""Actions of a plan that services perform for it, such as decryption."""
PASSED_TO = {f"{name}.amazonaws.com" for name in ("backup", "restore-testing.backup", "dax", "lambda", "scheduler")}
LINKED = {
    f"{name}.amazonaws.com"
    for name in ("backup", "restore-testing.backup", "dax", "dynamodb.application-autoscaling", "kinesisreplication.dynamodb")
}
MADE_BY = {"CreateSecurityGroup", "CreateVpcEndpoint", "AuthorizeSecurityGroupEgress", "AuthorizeSecurityGroupIngress"}
OPTIONAL = {
    *("dynamodb:DeleteTableReplica", "s3:ListBucket", "s3:GetObject", "s3:PutObject", "s3:DeleteObject"),
    *("ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface", "ec2:DescribeSubnets", "ec2:DescribeVpcs", "kms:Decrypt"),
}
ONLY_APPLIES = {
    *("ec2:DescribeNetworkInterfaces", "iam:ListInstanceProfilesForRole", "iam:ListPolicyVersions", "kinesis:DescribeStream"),
}
"""Reads that Terraform makes only before it changes or deletes something."""
ONLY_PLANS = {"iam:GetOpenIDConnectProvider"}
"""Reads of resources that the role for applies may not change."""
SOMETIMES = {"settings", "lists", "published"}
"""Rows needed only in some environments: with replicas, a state bucket, a VPC or parameters."""
KINDS = {
    "table/": "table",
    "alarm:TargetTracking-table/": "table",
    "alarm:": "alarm",
    "log-group:": "log_group",
    "role/": "role",
    "policy/": "role",
}
"""Prefix of a name in an ARN → kind of resource, where names of that kind have their own prefixes."""
BEFORE = re.compile(
    r"(stream/|dashboard/|function:|secret:|rule/|event-bus/|schedule-group/|schedule/|backup-vault:|restore-testing-plan:|trail/|alias/)?"
)
"""The prefix of names of all other kinds."""


def of_deployment(role: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of the two workflow roles."""
    intent, name = intent_of(document), names_of(document).name(role)
    deployment = intent.deployment
    if deployment is None or name not in (deployment.plan_role, deployment.deploy_role):
        return
    yield from needs("deploy roles read no data", refused_data(intent))
    if name == deployment.deploy_role:
        yield from needs("it must not change itself, nor the boundary", refused_writes(intent))
        yield from needs("resources with others' tags aren't ours, whatever their names", refused_of_others(intent))
    reads_only = name == deployment.plan_role
    written = written_of(role, document).grants
    yield from _rights(written, intent, reads_only=reads_only)


def _refuses_nothing_needed(grant: Grant) -> bool:
    """Whether a denial covers neither a whole service nor reads that Terraform always makes."""
    return "*" not in grant.action and (grant.resource != "*" or not any(grant.action in row.actions for row in ROWS))


def _rights(written: list[Grant], intent: Intent, *, reads_only: bool) -> Iterator[Need]:
    """Yield each grant that a row explains, and each required row without a grant."""
    allowed: set[tuple[str, Row]] = set()
    other_reads = ONLY_APPLIES if reads_only else ONLY_PLANS
    for grant in written:
        rows = [] if grant.action in other_reads or (reads_only and not _only_reads(grant)) else _rows(grant, intent)
        if grant.denies and _refuses_nothing_needed(grant):
            yield Need(grant, "further denials do no harm", required=False)
        elif rows and not grant.denies:
            allowed |= {(grant.action, row) for row in rows}
            yield Need(grant, "it builds what the stacks say", required=False)
    for row in ROWS if intent.beginnings.get("table") else ():  # without a system nothing is built
        for action in row.actions:
            is_needed = (
                action not in OPTIONAL | other_reads and row.where not in SOMETIMES and (not reads_only or READS.match(action))
            )
            if is_needed and (action, row) not in allowed:
                yield Need(Grant(action, f"what is {row.where}"), "Terraform needs it")


def _only_reads(grant: Grant) -> bool:
    if grant.action in READ_THROUGH:
        return (
            any(condition.key.startswith("kms:encryptioncontext:") for condition in grant.conditions)
            or "key/*" not in grant.resource
        )
    return READS.match(grant.action) is not None


def _rows(grant: Grant, intent: Intent) -> list[Row]:
    """Return the rows that explain a grant."""
    mine = [row for row in ROWS if grant.action in row.actions]
    return [row for row in mine if PROOFS[row.where](grant, intent) and (not row.tails or _ends(grant.resource, row, intent))]


def _ends(resource: str, row: Row, intent: Intent) -> bool:
    """Whether it is a resource with a generated id, in this account and a used Region."""
    if resource == "*":
        return "*" in row.tails and row.service != "ec2"  # whose ARN covers the whole account
    places = [f"arn:aws:{row.service}:{region}:{intent.account_id}:" for region in intent.regions]
    return resource in {f"{place}{tail}" for place in places for tail in row.tails} or resource in intent.settings


def _is_named(grant: Grant, intent: Intent) -> bool:
    """Whether the name goes from a system's prefix to the environment's suffix; conditions limit Regions."""
    is_anywhere = grant.resource.split(":", 5)[3:4] == ["*"]
    regions = [
        condition.values
        for condition in grant.conditions
        if (condition.operator, condition.key) == ("stringequals", "aws:requestedregion")
    ]
    return _names_ours(grant.resource, intent) and (not is_anywhere or any(values <= {*intent.regions} for values in regions))


def _names_ours(arn: str, intent: Intent) -> bool:
    parts = arn.split(":", 5)
    if (
        len(parts) < 6
        or parts[4] not in ("", intent.account_id)
        or (parts[3] not in ("", "*") and parts[3] not in intent.regions)
    ):
        return False
    before = next((kind for kind in KINDS if parts[5].startswith(kind)), None)
    name = parts[5].removeprefix(before) if before else BEFORE.sub("", parts[5], count=1)
    kind = "bucket" if parts[2] == "s3" else KINDS.get(before or "", "name")
    if kind == "table" and any(name == table or name.startswith((f"{table}/", f"{table}-*")) for table in intent.named_tables):
        return True
    begins = any(name.startswith(beginning) for beginning in intent.beginnings.get(kind, ()))
    environments = {intent.environment, intent.environment.replace("-", "_")}  # names of restore tests have no hyphens
    ends = rf"({'|'.join(map(re.escape, sorted(environments)))})(-{intent.account_id})?(\.fifo|[:/-].*)?$"
    return begins and re.search(ends, name) is not None


def _is_tagged(grant: Grant, intent: Intent) -> bool:
    return _has_tags(grant, "aws:resourcetag/", intent)


def _is_new(grant: Grant, intent: Intent) -> bool:
    """Whether tags must be set on creation; existing resources must have neither, or be of this request."""
    if not _has_tags(grant, "aws:requesttag/", intent):
        return False
    if grant.action == "ec2:CreateTags":
        made_by = [
            condition.values
            for condition in grant.conditions
            if (condition.operator, condition.key) == ("stringequals", "ec2:createaction")
        ]
        return any(values <= MADE_BY for values in made_by)
    untagged = {condition.key for condition in grant.conditions if condition.operator == "null" and condition.values == {"true"}}
    lacking = {"aws:resourcetag/repository", "aws:resourcetag/environment"}
    if grant.action == "kms:TagResource":
        lacking.add("kms:resourcealiases")  # a key under creation has none
    return not grant.action.endswith(":TagResource") or lacking <= untagged


def _has_tags(grant: Grant, prefix: str, intent: Intent) -> bool:
    return all(
        Condition("stringequals", f"{prefix}{tag.lower()}", frozenset({value})) in grant.conditions
        for tag, value in tags_of(intent).items()
    )


def _is_of_function(grant: Grant, intent: Intent) -> bool:
    """Whether it is a mapping of a system's function; a deleted mapping has none, and may be read."""
    operators = {"arnequals", "arnequalsifexists"} if "get" in grant.action.lower() else {"arnequals"}
    named = [
        condition for condition in grant.conditions if condition.key == "lambda:functionarn" and condition.operator in operators
    ]
    return any(all(_names_ours(arn, intent) for arn in condition.values) for condition in named)


def _is_of_role(grant: Grant, intent: Intent) -> bool:
    path = intent.role_path.removeprefix("/")
    return _names_ours(grant.resource.replace(f":role/{path}", ":role/").replace(f":policy/{path}", ":policy/"), intent)


def _is_bounded(grant: Grant, intent: Intent) -> bool:
    bounded = Condition("arnequals", "iam:permissionsboundary", frozenset({intent.boundary_arn or "none"}))
    return _is_of_role(grant, intent) and bounded in grant.conditions


def _is_passed(grant: Grant, intent: Intent) -> bool:
    to = [
        condition
        for condition in grant.conditions
        if (condition.operator, condition.key) == ("stringequals", "iam:passedtoservice")
    ]
    return _is_of_role(grant, intent) and any(condition.values == PASSED_TO for condition in to)


def _is_through(grant: Grant, intent: Intent) -> bool:
    """Whether it is a system's key, used through services only, or the state's key, used through S3."""
    via = [
        value
        for condition in grant.conditions
        if (condition.operator, condition.key) == ("stringequals", "kms:viaservice")
        for value in condition.values
    ]
    if not via:
        return False
    if grant.resource in intent.settings:
        return all(value.startswith("s3.") for value in via)
    services = {"backup", "dynamodb", "kinesis", "lambda", "scheduler", "secretsmanager"}
    return _is_tagged(grant, intent) and all(value.split(".")[0] in services for value in via)


def _is_of_settings(grant: Grant, intent: Intent) -> bool:
    """Whether it is a VPC, subnet or route table that the settings name, or something in such a VPC."""
    networks = [value for condition in grant.conditions if condition.key == "ec2:vpc" for value in condition.values] or [
        grant.resource
    ]
    return _is_here(grant, intent) and all(arn.rsplit("/", 1)[-1] in intent.network_ids for arn in networks)


def _is_of_state(grant: Grant, intent: Intent) -> bool:
    bucket = f"arn:aws:s3:::{intent.state_bucket}"
    if grant.action == "s3:ListBucket":
        return grant.resource == bucket
    ours = grant.resource.startswith(f"{bucket}/{intent.environment}/")
    is_lock = grant.resource.endswith(".tfstate.tflock")
    return (
        bool(intent.state_bucket)
        and ours
        and (is_lock or (grant.resource.endswith(".tfstate") and grant.action != "s3:DeleteObject"))
    )


def _is_of_list(grant: Grant, intent: Intent) -> bool:
    """Whether it is a prefix list of AWS, for rules of security groups that lead to DynamoDB."""
    return grant.resource in {f"arn:aws:ec2:{region}:aws:prefix-list/*" for region in intent.regions}


def _is_published(grant: Grant, intent: Intent) -> bool:
    """Whether it is a parameter of a system whose outputs are published; all of them may be listed."""
    if grant.action == "ssm:DescribeParameters":
        return bool(intent.publishing) and grant.resource == "*"
    regions = [
        condition.values
        for condition in grant.conditions
        if (condition.operator, condition.key) == ("stringequals", "aws:requestedregion")
    ]
    in_use = any(values <= {*intent.regions} for values in regions)
    paths = {f"parameter/{intent.project}/{intent.environment}/{system}/*" for system in intent.publishing}
    places = {f"arn:aws:ssm:{region}:{intent.account_id}:" for region in (*intent.regions, *(["*"] if in_use else []))}
    return grant.resource in {f"{place}{path}" for place in places for path in paths}


def _is_own(grant: Grant, intent: Intent) -> bool:
    """Whether a condition limits it to AWS's own key of DynamoDB, or to scaling targets of tables."""
    of_tables = Condition("stringequals", "application-autoscaling:service-namespace", frozenset({"dynamodb"}))
    of_aws = Condition("stringequals", "kms:requestalias", frozenset({"alias/aws/dynamodb"}))
    return (of_aws if grant.action == "kms:DescribeKey" else of_tables) in grant.conditions


def _is_linked(grant: Grant, intent: Intent) -> bool:
    """Whether it is a service-linked role."""
    linked = [
        condition.values
        for condition in grant.conditions
        if (condition.operator, condition.key) == ("stringequals", "iam:awsservicename")
    ]
    services = {value for values in linked for value in values}
    roles = {f"arn:aws:iam::{intent.account_id}:role/aws-service-role/{service}/*" for service in services}
    return bool(services) and services <= LINKED and {grant.resource} == roles


def _is_provider(grant: Grant, intent: Intent) -> bool:
    return grant.resource == f"arn:aws:iam::{intent.account_id}:oidc-provider/token.actions.githubusercontent.com"


def _is_here(grant: Grant, intent: Intent) -> bool:
    parts = grant.resource.split(":", 5)
    return len(parts) == 6 and parts[4] == intent.account_id and (not parts[3] or parts[3] in intent.regions)


PROOFS: Mapping[Where, Callable[[Grant, Intent], bool]] = {
    "named": _is_named,
    "tagged": _is_tagged,
    "new": _is_new,
    "numbered": lambda grant, _: True,
    "lists": _is_of_list,
    "linked": _is_linked,
    "provider": _is_provider,
    "published": _is_published,
    "function": _is_of_function,
    "any": lambda grant, _: grant.resource == "*",
    "settings": _is_of_settings,
    "state": _is_of_state,
    "roles": _is_of_role,
    "own": _is_own,
    "bounded": _is_bounded,
    "passed": _is_passed,
    "service": _is_through,
}
"""How to prove that a resource belongs to the application."""
