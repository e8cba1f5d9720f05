"""Checks of resources that must exist before the first apply, one kind per function."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.deploy.bootstrap import StateBucket
from dynawright.deploy.preflight.row import Account, Row, found, resources
from dynawright.errors import UserError
from dynawright.iam.trust import GITHUB
from dynawright.settings import Settings

AUDIENCE = "sts.amazonaws.com"


def owner(account: Account) -> Iterator[Row]:
    """Check the credentials' account: in another one, everything would look missing."""
    wanted, given = account.environment.account_id, account.home("sts").get_caller_identity()["Account"]
    if given == wanted:
        yield Row("account", wanted, "ok")
    else:
        yield Row("account", wanted, "missing", f"use credentials of that account: these are of {given}")


def regions(account: Account) -> Iterator[Row]:
    """Check that Regions are enabled: others refuse every call."""
    environment = account.environment
    for region in dict.fromkeys((*environment.regions, *environment.other_regions, environment.state_region)):
        described = account.home("ec2").describe_regions(RegionNames=[region], AllRegions=True)["Regions"]
        if described and described[0].get("OptInStatus") != "not-opted-in":
            yield Row("Region", region, "ok")
        else:
            yield Row("Region", region, "missing", f"enable it: aws account enable-region --region-name {region}")


def state_bucket(account: Account) -> Iterator[Row]:
    environment = account.environment
    name = environment.state.bucket
    if name is None:
        backend = environment.state.backend
        yield Row("state", f"'{backend}' backend: not looked at" if backend else "a file on this machine", "ok")
        return
    try:
        missing = StateBucket(account.client("s3", environment.state_region), name, environment).missing()
    except UserError as error:
        yield Row("state bucket", name, "missing", f"{error.problems[0].text}: {error.problems[0].fix}")
        return
    if missing:
        fix = f"dynawright bootstrap --environment {environment.name} (not yet: {', '.join(missing)})"
        yield Row("state bucket", name, "missing", fix)
    else:
        yield Row("state bucket", name, "ok")


def copy_vaults(account: Account) -> Iterator[Row]:
    for arn in dict.fromkeys(arn for backup in account.environment.backups for arn in backup.copy_to_vault_arns):
        _, _, _, region, owner, _, name = arn.split(":")
        if owner != account.environment.account_id:
            fix = f"make sure in account {owner}: the vault exists, its policy admits backup:CopyIntoBackupVault, both are in one organization"
            yield Row("copy vault", arn, "note", fix)
        elif found(account.client("backup", region).describe_backup_vault, BackupVaultName=name):
            yield Row("copy vault", arn, "ok")
        else:
            yield Row(
                "copy vault", arn, "missing", f"aws backup create-backup-vault --region {region} --backup-vault-name {name}"
            )


def networks(account: Account) -> Iterator[Row]:
    """Return each VPC, and whether its subnets and route tables belong to it."""
    for region, network in account.environment.networks:
        ec2 = account.client("ec2", region)
        here = [{"Name": "vpc-id", "Values": [network.vpc_id]}]
        if not ec2.describe_vpcs(Filters=here)["Vpcs"]:
            fix = f"there is none in {region}: correct network.vpc_id, network.subnet_ids and network.route_table_ids"
            yield Row("VPC", str(network.vpc_id), "missing", fix)
            continue
        yield Row("VPC", str(network.vpc_id), "ok")
        subnets = {subnet["SubnetId"] for subnet in ec2.describe_subnets(Filters=here)["Subnets"]}
        tables = {table["RouteTableId"] for table in ec2.describe_route_tables(Filters=here)["RouteTables"]}
        for kind, ids, known in (("subnet", network.subnet_ids, subnets), ("route table", network.route_table_ids, tables)):
            for id in ids:
                in_vpc = id in known
                fix = "" if in_vpc else f"{network.vpc_id} has none: correct network.{kind.replace(' ', '_')}_ids"
                yield Row(kind, id, "ok" if in_vpc else "missing", fix)


def named_roles(account: Account) -> Iterator[Row]:
    """Check the roles that settings name: a grant to a role that does not exist has no effect."""
    environment = account.environment
    groups = [environment.vault, *(environment.for_system(name) for name in environment.system_settings)]
    for arn in dict.fromkeys(arn for group in groups for arn in _role_arns(group)):
        owner, name = arn.split(":")[4], arn.rsplit("/", 1)[1]
        if owner != environment.account_id:
            yield Row(
                "role",
                arn,
                "note",
                f"make sure in account {owner} that it exists: what is granted to it reaches no one otherwise",
            )
        elif found(account.home("iam").get_role, RoleName=name):
            yield Row("role", arn, "ok")
        else:
            yield Row("role", arn, "missing", "create it, or take it out of the environment's file")


def _role_arns(group: Settings) -> Iterator[str]:
    for name, value in group.written.items():
        if name.endswith("role_arn") and isinstance(value, str):
            yield value


def github_provider(account: Account) -> Iterator[Row]:
    """Check that the account has the OIDC provider of the trust policies."""
    deployment, environment = account.environment.deployment, account.environment
    if not deployment.repository:
        return
    arn = f"arn:aws:iam::{environment.account_id}:oidc-provider/{GITHUB}"
    provider = found(account.home("iam").get_open_id_connect_provider, OpenIDConnectProviderArn=arn)
    tags = {tag["Key"]: tag["Value"] for tag in provider.get("Tags", [])} if provider else {}
    ours = tags.get("Environment") == environment.name and tags.get("Repository") == deployment.repository
    if provider is None and deployment.create_github_provider:
        yield Row("GitHub's OIDC provider", GITHUB, "note", "the foundation makes it")
    elif provider is None:
        fix = "set deployment.create_github_provider: true in one environment of the account"
        yield Row("GitHub's OIDC provider", GITHUB, "missing", fix)
    elif deployment.create_github_provider and not ours:
        fix = "the account has it already: set deployment.create_github_provider: false"
        yield Row("GitHub's OIDC provider", GITHUB, "missing", fix)
    elif AUDIENCE not in provider["ClientIDList"]:
        fix = f"aws iam add-client-id-to-open-id-connect-provider --open-id-connect-provider-arn {arn} --client-id {AUDIENCE}"
        yield Row("GitHub's OIDC provider", GITHUB, "missing", fix)
    else:
        yield Row("GitHub's OIDC provider", GITHUB, "ok")


def topics(account: Account) -> Iterator[Row]:
    """Check that topics of alarms have a confirmed subscription."""
    for region, documents in account.by_region().items():
        for topic in resources(documents, "aws_sns_topic"):
            arn = f"arn:aws:sns:{region}:{account.environment.account_id}:{topic['name']}"
            listed = found(account.client("sns", region).list_subscriptions_by_topic, TopicArn=arn)
            subscriptions = listed["Subscriptions"] if listed else []
            pending = [
                subscription["Endpoint"]
                for subscription in subscriptions
                if subscription["SubscriptionArn"] == "PendingConfirmation"
            ]
            if listed is None:
                yield Row("topic", topic["name"], "note", "the apply makes it: then look here again for subscriptions to confirm")
            elif pending:
                yield Row("topic", topic["name"], "missing", f"confirm the subscription by the mail to {', '.join(pending)}")
            elif not subscriptions:
                yield Row(
                    "topic", topic["name"], "note", "no one is subscribed: set notifications.subscriptions, or subscribe by hand"
                )
            else:
                yield Row("topic", topic["name"], "ok")
