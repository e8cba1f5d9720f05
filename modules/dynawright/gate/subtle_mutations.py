"""Weakenings that are easily missed: the value looks right, its meaning does not."""

from __future__ import annotations

import json

from dynawright.gate.mutation import (
    Change,
    Json,
    Mutation,
    Reference,
    adds,
    anything,
    below,
    edits,
    first,
    holds,
    removes,
    removes_all,
    restates,
    sets,
    states,
    unconditions,
    unsuppressed,
)

TABLE, KEY, POLICY, ROLE = "aws_dynamodb_table", "aws_kms_key", "aws_iam_policy", "aws_iam_role"
FUNCTION, MAPPING, SCHEDULE = "aws_lambda_function", "aws_lambda_event_source_mapping", "aws_scheduler_schedule"
SELECTION, PLAN = "aws_backup_selection", "aws_backup_plan"
TOPIC_POLICY, TOPIC_ARN = "aws_sns_topic_policy", "kms:EncryptionContext:aws:sns:topicArn"
ACCOUNT = "aws:SourceAccount"
ANY_ACCOUNT = {"StringLike": {ACCOUNT: "*"}}
OWN_ACCOUNT = "the account of the stack"
IN_TENANT_POLICY = holds("aws:PrincipalTag/")
STRANGER = "arn:aws:iam::999999999999:root"
EVERYTHING = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"dynamodb:*","Resource":"*"}]}'
PUBLIC_BUS = (
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"events:PutEvents","Resource":"*"}]}'
)


def _reads(resource: str) -> Change:
    return states(POLICY, unsuppressed, Effect="Allow", Action="dynamodb:Scan", Resource=resource)


def _reads_below_table(rest: str) -> Change:
    """Scan below a table, by a prefix with the table's ARN."""

    def change(content: Json) -> None:
        _reads(f"{Reference(TABLE, 'arn').within(content)}{rest}")(content)

    return change


def _describe_policy(content: Json) -> None:
    first(content, ROLE)["description"] = Reference(KEY, "policy").within(content)


def _variable(name: str, value: str) -> Change:
    def change(content: Json) -> None:
        function = first(content, FUNCTION, lambda body: "variables" in body.get("environment", {}))
        function["environment"]["variables"][name] = value

    return change


def _denies_only(type: str, action: str) -> Change:
    """Keep the denial of plain HTTP, but only for a harmless action."""

    def narrowed(statement: Json) -> Json:
        return {**statement, "Action": action} if statement["Effect"] == "Deny" else statement

    return restates(type, anything, lambda statements: [narrowed(statement) for statement in statements])


def _conditions(type: str, old: str, condition: Json, attribute: str = "policy") -> Change:
    """Replace the conditions of statements that compare the old key."""

    def change(content: Json) -> None:
        (account,) = content["provider"]["aws"][0]["allowed_account_ids"]
        other = json.loads(json.dumps(condition).replace(OWN_ACCOUNT, account))

        def changed(statement: Json) -> Json:
            compares = any(old in keys for keys in statement.get("Condition", {}).values())
            return {**statement, "Condition": other} if compares else statement

        restates(type, anything, lambda statements: [changed(statement) for statement in statements], attribute)(content)

    return change


def _schedules(*expressions: str) -> Change:
    def change(content: Json) -> None:
        plan = first(content, PLAN)
        plan["rule"] = [{**plan["rule"][0], "schedule": expression} for expression in expressions]

    return change


def _no_room(content: Json) -> None:
    target = first(content, "aws_appautoscaling_target")
    target["max_capacity"] = target["min_capacity"]


def _called_dev(content: Json) -> None:
    below("provider", "aws", 0, "default_tags", 0, "tags", "Environment", value="dev")(content)
    first(content, TABLE)["deletion_protection_enabled"] = False


SUBTLE = (
    Mutation("a file read behind a percent sign", sets(ROLE, description='%${file("~/.aws/credentials")}')),
    Mutation("a directive behind a dollar sign", sets(ROLE, description="$%{ if true }x%{ endif }")),
    Mutation("a policy read into a description", _describe_policy),
    Mutation("tables by a pattern", _reads("arn:aws:dynamodb:ap-northeast-1:111111111111:table/orders-*")),
    Mutation("tables of every Region", _reads("arn:aws:dynamodb:*:111111111111:table/orders-production")),
    Mutation("tables whose names begin alike", _reads_below_table("*")),
    Mutation("whatever is below the table", _reads_below_table("/*")),
    Mutation("secrets by a pattern", states(POLICY, unsuppressed, Effect="Allow", Action="secretsmanager:GetSecretValue", Resource="arn:aws:secretsmanager:ap-northeast-1:111111111111:secret:m*")),
    Mutation("a policy of AWS's attached", adds("aws_iam_role_policy_attachment", role="r", policy_arn="arn:aws:iam::aws:policy/AmazonDynamoDBFullAccess")),
    Mutation("a policy of AWS's named by the role", sets(ROLE, managed_policy_arns=["arn:aws:iam::aws:policy/PowerUserAccess"])),
    Mutation("a policy inside the role", sets(ROLE, inline_policy=[{"name": "a", "policy": EVERYTHING}])),
    Mutation("a key for a user", adds("aws_iam_access_key", user="somebody")),
    Mutation("a policy of a user", adds("aws_iam_user_policy", user="somebody", name="a", policy=EVERYTHING)),
    Mutation("no backup whatever", removes_all(SELECTION, PLAN)),
    Mutation("a selection with a condition", sets(SELECTION, condition=[{"string_equals": [{"key": "aws:ResourceTag/backup", "value": "yes"}]}])),
    Mutation("a backup a week", _schedules("cron(0 17 ? * SUN *)")),
    Mutation("a backup a month", _schedules("cron(0 17 1 * ? *)")),
    Mutation("a secret key in a variable", _variable("SECRET_KEY", "hunter2")),
    Mutation("a short password in a variable", _variable("DB_PASS", "hunter2")),
    Mutation("somebody's key in a variable", _variable("STRIPE_KEY", "hunter2")),
    Mutation("production's password in a variable", _variable("DB_PASSWORD_PROD", "hunter2")),
    Mutation("a secret read into a variable", _variable("SETTINGS", "${aws_secretsmanager_secret_version.v.secret_string}")),
    Mutation("a secret written by Terraform", adds("aws_secretsmanager_secret_version", secret_id="s", secret_string="hunter2")),  # noqa: S106
    Mutation("plain HTTP refused for next to nothing", _denies_only("aws_s3_bucket_policy", "s3:GetBucketTagging")),
    Mutation("a source that may be any account", _conditions(ROLE, ACCOUNT, ANY_ACCOUNT, "assume_role_policy")),
    Mutation("alarms of whatever account may publish", _conditions(TOPIC_POLICY, ACCOUNT, ANY_ACCOUNT)),
    Mutation("alarms of all accounts but ours may publish", _conditions(TOPIC_POLICY, ACCOUNT, {"StringNotEquals": {ACCOUNT: OWN_ACCOUNT}})),
    Mutation("alarms that need not say whose they are", _conditions(TOPIC_POLICY, ACCOUNT, {"StringEqualsIfExists": {ACCOUNT: OWN_ACCOUNT}})),
    Mutation("alarms of another account may publish", _conditions(TOPIC_POLICY, ACCOUNT, {"StringEquals": {ACCOUNT: "999999999999"}})),
    Mutation("alarms by an ARN of any account", _conditions(TOPIC_POLICY, ACCOUNT, {"ArnLike": {"aws:SourceArn": "arn:aws:cloudwatch:*:*:alarm:*"}})),
    Mutation("the key for whatever topic", _conditions(KEY, TOPIC_ARN, {"StringLike": {TOPIC_ARN: "*"}})),
    Mutation("one key of a request that fits", edits(POLICY, '"ForAllValues:StringLike":{"dynamodb:LeadingKeys"', '"ForAnyValue:StringLike":{"dynamodb:LeadingKeys"')),
    Mutation("a role that nothing bounds", sets(ROLE, permissions_boundary=None)),
    Mutation("a role that another policy bounds", sets(ROLE, permissions_boundary="arn:aws:iam::aws:policy/AdministratorAccess")),
    Mutation("alarms for a stranger", sets("aws_sns_topic_subscription", endpoint="eve@example.org")),
    Mutation("backups copied to a stranger", edits(POLICY, "backup-vault:", "backup-vault:x-", holds("backup:CopyFromBackupVault"))),
    Mutation("a tenant that writes keys of any index", unconditions(POLICY, "dynamodb:Attributes", IN_TENANT_POLICY)),
    Mutation("an event bus for everyone", adds("aws_cloudwatch_event_bus_policy", event_bus_name="b", policy=PUBLIC_BUS)),
    Mutation("another account may decrypt", states(KEY, Effect="Allow", Principal={"AWS": STRANGER}, Action="kms:Decrypt", Resource="*")),
    Mutation("another account may read the table", states("aws_dynamodb_resource_policy", Effect="Allow", Principal={"AWS": STRANGER}, Action="dynamodb:GetItem", Resource="*")),
    Mutation("targets without a policy", removes_all("aws_appautoscaling_policy")),
    Mutation("a most that is the least", _no_room),
    Mutation("a mapping that is off", sets(MAPPING, enabled=False)),
    Mutation("a function that may not run", sets(FUNCTION, reserved_concurrent_executions=0)),
    Mutation("a schedule that is off", sets(SCHEDULE, state="DISABLED")),
    Mutation("alarms that nobody gets", removes("aws_sns_topic_subscription")),
    Mutation("production that calls itself dev", _called_dev),
)  # fmt: skip
