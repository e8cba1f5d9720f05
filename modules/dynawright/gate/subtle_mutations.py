"""Weakenings that are easily missed: what slips past a rule that looks at a value but not at what it means."""

from __future__ import annotations

import json
from collections.abc import Callable

from dynawright.gate.mutation import Json, Mutation, adds, below, one, removes, sets, states, unconditions

SHOP, CHEF, LAMBDA, PROGRESS, FOUNDATION = ("shop", "ai_chef", "miyabi_lambda", "miyabi_progress", "foundation")
FLAGS = "feature_flags"
TABLE, KEY, POLICY, ROLE = "aws_dynamodb_table", "aws_kms_key", "aws_iam_policy", "aws_iam_role"
FUNCTION, MAPPING, SCHEDULE = "aws_lambda_function", "aws_lambda_event_source_mapping", "aws_scheduler_schedule"
SELECTION, PLAN = "aws_backup_selection", "aws_backup_plan"
SHOP_ARN = "${aws_dynamodb_table.Shop_Table_BB56DC99.arn}"
TOPIC_POLICY, TOPIC_ARN = "aws_sns_topic_policy", "kms:EncryptionContext:aws:sns:topicArn"
ACCOUNT = "aws:SourceAccount"
ANY_ACCOUNT = {"StringLike": {ACCOUNT: "*"}}
STRANGER = "arn:aws:iam::999999999999:root"
EVERYTHING = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"dynamodb:*","Resource":"*"}]}'
PUBLIC_BUS = (
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"events:PutEvents","Resource":"*"}]}'
)


def _reads(resource: str) -> Callable[[Json], None]:
    return states(POLICY, Effect="Allow", Action="dynamodb:Scan", Resource=resource)


def _variable(name: str, value: str) -> Callable[[Json], None]:
    def change(content: Json) -> None:
        one(content, FUNCTION)["environment"]["variables"][name] = value

    return change


def _removes_all(*types: str) -> Callable[[Json], None]:
    def change(content: Json) -> None:
        for type in types:
            del content["resource"][type]

    return change


def _denies_only(type: str, action: str) -> Callable[[Json], None]:
    """The denial of plain HTTP still stands there, for an action that nobody minds."""

    def change(content: Json) -> None:
        body = one(content, type)
        policy = json.loads(body["policy"])
        for statement in policy["Statement"]:
            if statement["Effect"] == "Deny":
                statement["Action"] = action
        body["policy"] = json.dumps(policy)

    return change


def _conditions(type: str, old: str, condition: Json, holding: str = "", attribute: str = "policy") -> Callable[[Json], None]:
    """Statements that compare the old key have this condition instead of all theirs."""

    def change(content: Json) -> None:
        body = one(content, type, holding)
        policy = json.loads(body[attribute])
        for statement in policy["Statement"]:
            if any(old in keys for keys in statement.get("Condition", {}).values()):
                statement["Condition"] = condition
        body[attribute] = json.dumps(policy)

    return change


def _schedules(*expressions: str) -> Callable[[Json], None]:
    def change(content: Json) -> None:
        plan = one(content, PLAN)
        plan["rule"] = [{**plan["rule"][0], "schedule": expression} for expression in expressions]

    return change


def _no_room(content: Json) -> None:
    target = one(content, "aws_appautoscaling_target")
    target["max_capacity"] = target["min_capacity"]


def _called_dev(content: Json) -> None:
    below("provider", "aws", 0, "default_tags", 0, "tags", "Environment", value="dev")(content)
    one(content, TABLE)["deletion_protection_enabled"] = False


SUBTLE = (
    Mutation("a file read behind a percent sign", SHOP, sets(ROLE, description='%${file("~/.aws/credentials")}')),
    Mutation("a directive behind a dollar sign", SHOP, sets(ROLE, description="$%{ if true }x%{ endif }")),
    Mutation("a policy read into a description", SHOP, sets(ROLE, description="${aws_kms_key.Key_43586C89.policy}")),
    Mutation("tables by a pattern", CHEF, _reads("arn:aws:dynamodb:ap-northeast-1:444444444444:table/ai-chef-*")),
    Mutation("tables of every Region", CHEF, _reads("arn:aws:dynamodb:*:444444444444:table/ai-chef-results-production")),
    Mutation("tables whose names begin alike", SHOP, _reads(f"{SHOP_ARN}*")),
    Mutation("whatever is below the table", SHOP, _reads(f"{SHOP_ARN}/*")),
    Mutation("secrets by a pattern", LAMBDA, states(POLICY, Effect="Allow", Action="secretsmanager:GetSecretValue", Resource="arn:aws:secretsmanager:ap-northeast-1:444444444444:secret:m*")),
    Mutation("a policy of AWS's attached", SHOP, adds("aws_iam_role_policy_attachment", role="r", policy_arn="arn:aws:iam::aws:policy/AmazonDynamoDBFullAccess")),
    Mutation("a policy of AWS's named by the role", SHOP, sets(ROLE, managed_policy_arns=["arn:aws:iam::aws:policy/PowerUserAccess"])),
    Mutation("a policy inside the role", SHOP, sets(ROLE, inline_policy=[{"name": "a", "policy": EVERYTHING}])),
    Mutation("a key for a user", SHOP, adds("aws_iam_access_key", user="somebody")),
    Mutation("a policy of a user", SHOP, adds("aws_iam_user_policy", user="somebody", name="a", policy=EVERYTHING)),
    Mutation("no backup whatever", SHOP, _removes_all(SELECTION, PLAN)),
    Mutation("a selection with a condition", SHOP, sets(SELECTION, condition=[{"string_equals": [{"key": "aws:ResourceTag/backup", "value": "yes"}]}])),
    Mutation("a backup a week", SHOP, _schedules("cron(0 17 ? * SUN *)")),
    Mutation("a backup a month", CHEF, _schedules("cron(0 17 1 * ? *)")),
    Mutation("a secret key in a variable", SHOP, _variable("SECRET_KEY", "hunter2")),
    Mutation("a short password in a variable", SHOP, _variable("DB_PASS", "hunter2")),
    Mutation("somebody's key in a variable", SHOP, _variable("STRIPE_KEY", "hunter2")),
    Mutation("production's password in a variable", SHOP, _variable("DB_PASSWORD_PROD", "hunter2")),
    Mutation("a secret read into a variable", LAMBDA, _variable("SETTINGS", "${aws_secretsmanager_secret_version.v.secret_string}")),
    Mutation("a secret written by Terraform", LAMBDA, adds("aws_secretsmanager_secret_version", secret_id="s", secret_string="hunter2")),  # noqa: S106
    Mutation("plain HTTP refused for next to nothing", SHOP, _denies_only("aws_s3_bucket_policy", "s3:GetBucketTagging")),
    Mutation("a source that may be any account", SHOP, _conditions(ROLE, ACCOUNT, ANY_ACCOUNT, "backup.amazonaws.com", "assume_role_policy")),
    Mutation("alarms of whatever account may publish", FOUNDATION, _conditions(TOPIC_POLICY, ACCOUNT, ANY_ACCOUNT)),
    Mutation("alarms of all accounts but ours may publish", FOUNDATION, _conditions(TOPIC_POLICY, ACCOUNT, {"StringNotEquals": {ACCOUNT: "444444444444"}})),
    Mutation("alarms that need not say whose they are", FOUNDATION, _conditions(TOPIC_POLICY, ACCOUNT, {"StringEqualsIfExists": {ACCOUNT: "444444444444"}})),
    Mutation("alarms of another account may publish", FOUNDATION, _conditions(TOPIC_POLICY, ACCOUNT, {"StringEquals": {ACCOUNT: "999999999999"}})),
    Mutation("alarms by an ARN of any account", FOUNDATION, _conditions(TOPIC_POLICY, ACCOUNT, {"ArnLike": {"aws:SourceArn": "arn:aws:cloudwatch:*:*:alarm:*"}})),
    Mutation("the key for whatever topic", FOUNDATION, _conditions(KEY, TOPIC_ARN, {"StringLike": {TOPIC_ARN: "*"}})),
    Mutation("a tenant that writes keys of any index", FLAGS, unconditions(POLICY, "aws:PrincipalTag/tenantId", "dynamodb:Attributes")),
    Mutation("an event bus for everyone", LAMBDA, adds("aws_cloudwatch_event_bus_policy", event_bus_name="b", policy=PUBLIC_BUS)),
    Mutation("another account may decrypt", SHOP, states(KEY, Effect="Allow", Principal={"AWS": STRANGER}, Action="kms:Decrypt", Resource="*")),
    Mutation("another account may read the table", CHEF, states("aws_dynamodb_resource_policy", Effect="Allow", Principal={"AWS": STRANGER}, Action="dynamodb:GetItem", Resource="*")),
    Mutation("targets without a policy", PROGRESS, _removes_all("aws_appautoscaling_policy")),
    Mutation("a most that is the least", PROGRESS, _no_room),
    Mutation("a mapping that is off", SHOP, sets(MAPPING, enabled=False)),
    Mutation("a function that may not run", SHOP, sets(FUNCTION, reserved_concurrent_executions=0)),
    Mutation("a schedule that is off", PROGRESS, sets(SCHEDULE, state="DISABLED")),
    Mutation("alarms that nobody gets", FOUNDATION, removes("aws_sns_topic_subscription")),
    Mutation("production that calls itself dev", SHOP, _called_dev),
)  # fmt: skip
