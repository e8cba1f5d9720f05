"""A mistake for each code of stacks and constructs."""

from pathlib import Path

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.role import Role
from dynawright.constructs.topic import Topic
from dynawright.errors import Problem, UserError
from dynawright.iam import trust
from dynawright.iam.policy import Statement, document, split
from dynawright.imports import file_of, imports_of
from dynawright.model import handler_advice
from dynawright.monitoring.metrics import metric
from dynawright.settings import EncryptionSettings, RoleSettings
from dynawright.settings.alarms import NotificationSettings
from tests.constructs.conftest import plain_stack
from tests.errors.mistakes.model import MODEL
from tests.errors.mistakes.source import Mistake, edited, executed, synthesis_of

STACK = "stacks/orders/stack.py"
WATCH = "        self.watch("

BY_HAND = """\
        from dynawright.bindings.aws.cloudwatch_metric_alarm import CloudwatchMetricAlarm

        CloudwatchMetricAlarm(
            self,
            "ByHand",
            alarm_name="by-hand",
            namespace="AWS/DynamoDB",
            metric_name="UserErrors",
            statistic="Sum",
            period=60,
            dimensions={"TableName": "orders-local"},
            comparison_operator="GreaterThanThreshold",
            threshold=0,
            evaluation_periods=1,
            alarm_actions=[self.alarm_topic_arn],
        )
"""


def built(text: str) -> Mistake:
    """Return a mistake on line 16 of a stack, where `stack` and `model` are defined."""

    def make() -> None:
        executed(
            STACK,
            IMPORTS + "\n" * (15 - IMPORTS.count("\n")) + text,
            stack=plain_stack(),
            model=executed("stacks/orders/model.py", MODEL)["ORDERS"],
        )

    return make


IMPORTS = """\
from dataclasses import replace
from pathlib import Path

from dynawright.bindings.aws.sqs_queue import SqsQueue
from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import TOPIC, physical_name
from dynawright.constructs.package import Package
from dynawright.constructs.regions import provider_in
from dynawright.constructs.replica import check_replicas
from dynawright.constructs.suppression import suppress
from dynawright.model import Consumer
from dynawright.monitoring.alarm import AlarmRule
from dynawright.monitoring.metrics import metric
from dynawright.settings import EncryptionSettings, ReplicaSettings, TableSettings
"""
TABLE = "stack.table('Orders', model, key=EncryptionKey(stack, 'Key', name='key', settings=stack.settings.encryption))"


def _unheard() -> None:
    """Raise printed warnings."""

    def raised(problem: Problem | str) -> None:
        assert isinstance(problem, Problem)
        raise UserError([problem])

    stack = plain_stack(notifications=NotificationSettings(topic_arn="arn:aws:sns:ap-northeast-1:111111111111:alarms"))
    key = EncryptionKey(stack, "Key", name="key", settings=EncryptionSettings())
    role = Role(stack, "R", name="order-log", description="x", trust=trust.lambda_functions(), settings=RoleSettings())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dynawright.constructs.topic.warn", raised)
        Topic(stack, "News", name="orders-news", key=key).grant_publish(role)


def _broken_imports() -> None:
    file = file_of("orders", "local")
    file.parent.mkdir()
    file.write_text('["orders"]')
    imports_of("orders", "local")


def _advised(old: str, new: str) -> Mistake:
    """Return a function that raises the printed warnings about the edited handler."""

    def make() -> None:
        folder = Path("stacks/orders/functions/order_log").absolute()
        edited(str(folder / "handler.py"), old, new)
        raise UserError(handler_advice.remarks(folder))

    return make


RESPONDS = "    return respond(event, context, run)"

MISTAKES: dict[str, Mistake] = {
    "DW301": synthesis_of("environments/local.yaml", "name: local", "name: local\nsystems: {orders: {tables: {ordres: {}}}}"),
    "DW302": synthesis_of(STACK, "class OrdersStack", "class OrderStack"),
    "DW303": synthesis_of(
        "environments/local.yaml", "name: local", "name: local\nsystems: {orders: {tables: {orders: {enabled: false}}}}"
    ),
    "DW304": synthesis_of(
        STACK,
        WATCH,
        '        import cdktf\n\n        for _ in "ab":\n            cdktf.TerraformLocal(self, "Local", "x")\n' + WATCH,
    ),
    "DW305": synthesis_of(STACK, WATCH, '        self.table("Again", model.LOG, key=key)\n' + WATCH),
    "DW306": _broken_imports,
    "DW311": built('SqsQueue(stack, "Jobs", nmae="jobs")'),
    "DW312": built('SqsQueue(stack, "Jobs", name=5)'),
    "DW314": built('[SqsQueue(stack, "Jobs", name=name) for name in ("jobs", "more-jobs")]'),
    "DW321": built('physical_name(stack, "late orders", TOPIC)'),
    "DW322": built('provider_in(stack, "eu-west-1")'),
    "DW323": built(f'grant(None, Consumer("web", "the shop"), {TABLE})'),
    "DW324": built(
        f"[table := {TABLE}, api := model.access_patterns[0].used_by[0], table.cached_consumers.add(api), "
        "grant(None, api, table, projections=True)]"
    ),
    "DW325": built(f"{TABLE}.stream_arn"),
    "DW326": built('stack.role(Consumer("branch", "a session", tenant_key="BRANCH#{branchId}"))'),
    "DW327": built('Package(Path("stacks/orders/functions/nothing"))'),
    "DW329": built('suppress(SqsQueue(stack, "Jobs", name="jobs"), "requests-use-tls", because="")'),
    "DW330": built(
        "check_replicas(replace(model, ttl='expiresAt'), "
        "EncryptionKey(stack, 'Key', name='key', settings=EncryptionSettings(key='aws_owned')), "
        "TableSettings(replicas=(ReplicaSettings(region='eu-west-1'),), replica_consistency='strong'))"
    ),
    "DW331": built(
        'AlarmRule("Errors", "errors", {"failed": (metric("AWS/Lambda", "Errors"), "Sum")}, 1, "", expression="faild / 2")'
    ),
    "DW332": lambda: metric("AWS/DynamoDB", "SystemError"),
    "DW333": synthesis_of(STACK, WATCH, BY_HAND + WATCH),
    "DW334": _unheard,
    "DW335": _advised(RESPONDS, "    respond(event, context, run)"),
    "DW336": _advised("        log.keep_change(item=record.item_key", '        client("events").put_events(Entries=[])  # ('),
    "DW341": lambda: split([Statement(("dynamodb:GetItem",), ("arn:aws:dynamodb:::" + "x" * 9000,))], {}),
    "DW342": lambda: trust.github("111111111111", "acme/*", "production"),
    "DW343": lambda: document([Statement(("dynamodb:GetItem",), ("*",), {"StringLike": {"dynamodb:LeadingKeys": "商品#*"}})]),
}
