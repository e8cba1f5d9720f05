"""Alarms follow from model, capacity mode and level; each has data, an action and a remedy."""

from datetime import timedelta
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.table import Table
from dynawright.errors import UserError
from dynawright.model import Consumer, Entity, Get, Index, Key, Put, Query, Scan, TableModel, TransactWrite
from dynawright.model.operation import PutItem
from dynawright.monitoring.alarm import Alarm, AlarmRule, Subject, alarms_about
from dynawright.monitoring.alarm_rules import RULES, functions, tables
from dynawright.monitoring.alarm_rules.incidents import INCIDENTS
from dynawright.monitoring.alarms import Alarms
from dynawright.monitoring.metrics import MetricError, metric
from dynawright.monitoring.operations import operations
from dynawright.monitoring.table_alarms import table_alarms
from dynawright.settings import AlarmSettings, TableAlarmSettings, TableSettings
from dynawright.settings.alarms import NAMES
from tests.constructs.conftest import plain_stack, resources_of
from tests.problems import told

SOMEBODY = Consumer("somebody", "for tests")
ORDERS = TableModel(
    "orders",
    partition_key=Key("id"),
    indexes=[Index("by-day", Key("day"))],
    ttl="expires",
    entities=[Entity("ORDER", id="{id}", day="{day}", attributes={"expires": "N"})],
    access_patterns=[
        Get("P1", "an order", id="{id}", used_by=[SOMEBODY]),
        Query("P2", "orders of a day", index="by-day", day="{day}", used_by=[SOMEBODY]),
        Put("P3", "an order is placed", entity="ORDER", used_by=[SOMEBODY]),
        TransactWrite("P4", "an order is placed for sure", items=[PutItem("ORDER")], used_by=[SOMEBODY]),
    ],
)
TOPIC = "arn:aws:sns:ap-northeast-1:111111111111:alarms"
TICKETS = "arn:aws:sns:ap-northeast-1:111111111111:tickets"


def found(table: TableSettings | None = None, **settings: Any) -> dict[str, Alarm]:
    alarms = table_alarms("Orders", ORDERS, "orders-test", table or TableSettings(), AlarmSettings(**settings))
    return {alarm.id: alarm for alarm in alarms}


def test_an_index_has_throttle_alarms_of_its_own() -> None:
    alarms = found()
    for id, dimensions in (
        ("Orders", {"TableName": "orders-test"}),
        ("OrdersByDay", {"TableName": "orders-test", "GlobalSecondaryIndexName": "by-day"}),
    ):
        for kind in ("Read", "Write"):
            (series,) = alarms[f"{id}{kind}Throttles"].terms.values()
            assert (series.metric.name, series.dimensions, series.statistic) == (f"{kind}ThrottleEvents", dimensions, "Sum")
            assert series.period_seconds == 300


def test_the_level_chooses_how_much_is_watched() -> None:
    assert found(level="none") == {}
    essential, full = found(level="essential"), found(level="full")
    assert set(essential) == {
        *(f"Orders{index}{kind}Throttles" for index in ("", "ByDay") for kind in ("Read", "Write")),
        "OrdersSystemErrors",
    }
    assert set(essential) < set(full)


def test_on_demand_tables_are_not_watched_for_provisioned_capacity() -> None:
    assert [id for id in found() if "Utilization" in id or "ProvisionedThroughput" in id or "MaxOnDemand" in id] == []


def test_provisioned_tables_and_indexes_are_watched_for_use_over_80_percent() -> None:
    alarms = found(TableSettings(capacity_mode="provisioned"))
    for id in ("Orders", "OrdersByDay"):
        for kind in ("Read", "Write"):
            alarm = alarms[f"{id}{kind}Utilization"]
            assert (alarm.expression, alarm.threshold) == ("100 * (consumed / PERIOD(consumed)) / provisioned", 80)
            assert {series.metric.name for series in alarm.terms.values()} == {
                f"Consumed{kind}CapacityUnits",
                f"Provisioned{kind}CapacityUnits",
            }
            assert f"{id}{kind}ProvisionedThroughputThrottles" in alarms


def test_an_on_demand_maximum_is_watched_where_there_is_one() -> None:
    alarms = found(TableSettings(on_demand_max_read_units=100, on_demand_max_write_units=-1))
    assert {"OrdersReadMaxOnDemandThroughputThrottles", "OrdersByDayReadMaxOnDemandThroughputThrottles"} <= set(alarms)
    assert "OrdersWriteMaxOnDemandThroughputThrottles" not in alarms


def test_writes_throttled_by_the_account_are_watched_for_the_table_only() -> None:
    alarms = found()
    assert "OrdersWriteAccountLimitThrottles" in alarms
    assert "OrdersByDayWriteAccountLimitThrottles" not in alarms
    assert "OrdersByDayReadAccountLimitThrottles" in alarms


def test_system_errors_are_summed_over_the_operations_in_use() -> None:
    alarm = found()["OrdersSystemErrors"]
    assert operations(ORDERS) == ("GetItem", "Query", "PutItem", "TransactWriteItems")
    assert alarm.expression == "(FILL(errors1, 0) + FILL(errors2, 0) + FILL(errors3, 0) + FILL(errors4, 0))"
    assert [series.dimensions["Operation"] for series in alarm.terms.values()] == list(operations(ORDERS))


def test_a_write_that_is_always_part_of_a_transaction_is_watched_as_one() -> None:
    writes = [Put("P1", "an order is placed", entity="ORDER", in_transaction=True, used_by=[SOMEBODY])]
    model = TableModel("plain", partition_key=Key("id"), entities=[Entity("ORDER", id="{id}")], access_patterns=writes)
    alarms = table_alarms("Plain", model, "plain-test", TableSettings(), AlarmSettings())
    watched = {series.dimensions.get("Operation") for alarm in alarms for series in alarm.terms.values()}
    assert watched == {None, "TransactWriteItems"}


def test_the_error_rate_is_a_share_of_all_answers() -> None:
    alarms = found()
    total = "(FILL(errors1, 0) + FILL(errors2, 0))"
    answered = "(FILL(answered1, 0) + FILL(answered2, 0))"
    assert alarms["OrdersReadErrorRate"].expression == f"100 * {total} / ({total} + {answered})"
    assert alarms["OrdersReadErrorRate"].threshold == 1
    reads = {series.dimensions["Operation"] for series in alarms["OrdersReadErrorRate"].terms.values()}
    writes = {series.dimensions["Operation"] for series in alarms["OrdersWriteErrorRate"].terms.values()}
    assert (reads, writes) == ({"GetItem", "Query"}, {"PutItem", "TransactWriteItems"})


def test_no_table_needs_more_metrics_in_an_alarm_than_cloudwatch_takes() -> None:
    everything = Subject("X", "x", "x", {"TableName": "x"}, ("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"))
    (rate,) = alarms_about([tables.ERROR_RATES["Read"]], everything, AlarmSettings())
    assert len(rate.terms) == 10


def test_latency_is_watched_per_operation_with_more_time_for_bulk() -> None:
    alarms = found(latency_p99_milliseconds=20, bulk_latency_p99_milliseconds=400)
    assert alarms["OrdersGetItemLatency"].threshold == 20
    assert alarms["OrdersTransactWriteItemsLatency"].threshold == 400
    (series,) = alarms["OrdersQueryLatency"].terms.values()
    assert (series.statistic, series.dimensions) == ("p99", {"TableName": "orders-test", "Operation": "Query"})


def test_refused_conditions_are_watched_only_when_asked_for() -> None:
    assert "OrdersConditionalCheckFailures" not in found()
    assert found(conditional_check_failures_in_5_minutes=7)["OrdersConditionalCheckFailures"].threshold == 7


def expiring(**entity: Any) -> list[str]:
    """The ids of the alarms of a table whose items expire so."""
    model = TableModel(
        "plain",
        partition_key=Key("id"),
        ttl="expires",
        entities=[Entity("ORDER", id="{id}", attributes={"expires": "N", "at": "N"}, **entity)],
        access_patterns=[Scan("P1", "all", used_by=[SOMEBODY])],
    )
    return [alarm.id for alarm in table_alarms("Plain", model, "plain-test", TableSettings(), AlarmSettings())]


def test_expiry_is_watched_where_the_first_items_of_a_new_table_are_gone_before_the_alarm_could_ring() -> None:
    rule = tables.EXPIRY_STALLED
    two_days_to_delete = timedelta(days=2)
    assert tables.LONGEST_LIFE_WATCHED + two_days_to_delete < rule.datapoints * timedelta(seconds=rule.period_seconds)
    assert "PlainExpiryStalled" in expiring(expires_after=timedelta(days=3))
    assert "PlainExpiryStalled" not in expiring(expires_after=timedelta(days=4))
    assert "PlainExpiryStalled" not in expiring(expires_after=timedelta(days=1), expires_from=["at"])
    assert "PlainExpiryStalled" not in expiring()
    assert "OrdersExpiryStalled" not in found()


def test_a_table_that_no_pattern_uses_has_no_operation_to_watch() -> None:
    unused = TableModel("unused", partition_key=Key("id"), entities=[Entity("ORDER", id="{id}")], access_patterns=[])
    alarms = table_alarms("Unused", unused, "unused-test", TableSettings(), AlarmSettings())
    assert [alarm.id for alarm in alarms if alarm.expression is not None] == []


def test_unusual_consumption_is_watched_only_when_asked_for() -> None:
    assert "OrdersUnusualReads" not in found()
    alarm = found(anomaly_detection=True)["OrdersUnusualReads"]
    assert (alarm.expression, alarm.billed_metrics) == ("ANOMALY_DETECTION_BAND(consumed, 2)", 3)


def test_a_rule_on_a_metric_that_never_has_data_can_not_be_used() -> None:
    dead = AlarmRule("Dead", "never fires", {"x": (metric("AWS/DynamoDB", "UserErrors"), "Sum")}, 0, "")
    with pytest.raises(MetricError, match="UserErrors by TableName never has data"):
        alarms_about([dead], Subject("X", "x", "x", {"TableName": "x"}), AlarmSettings())


def built(settings: AlarmSettings, **environment: Any) -> Any:
    stack = plain_stack(**environment)
    key = EncryptionKey(stack, "Key", name="key", settings=stack.settings.encryption)
    table = Table(stack, "Orders", model=ORDERS, key=key, settings=stack.settings.table)
    topics = {"topic_arn": stack.alarm_topic_arn, "ticket_topic_arn": stack.ticket_topic_arn}
    return stack, Alarms(stack, "Alarms", name="orders", watch=[table], settings=settings, **topics)


def composites(stack: Any) -> dict[str, dict[str, Any]]:
    return {resource["alarm_name"]: resource for resource in resources_of(stack, "aws_cloudwatch_composite_alarm")}


def test_every_alarm_says_what_to_do() -> None:
    stack, _ = built(AlarmSettings(runbook_url="https://example.com/alarms"), notifications={"topic_arn": TOPIC})
    alarms = {alarm["alarm_name"]: alarm for alarm in resources_of(stack, "aws_cloudwatch_metric_alarm")}
    throttles = alarms["orders-by-day-WriteThrottles-test"]
    assert throttles["treat_missing_data"] == "notBreaching"
    assert throttles["alarm_description"] == (
        "index by-day of orders-test: writes are throttled. The throttle alarms of this table or index that fire beside this one "
        "name the cause and its remedy. https://example.com/alarms#writethrottles"
    )


def test_an_incident_sends_one_message_and_its_parts_none() -> None:
    stack, alarms = built(AlarmSettings(), notifications={"topic_arn": TOPIC, "ticket_topic_arn": TICKETS})
    parts = resources_of(stack, "aws_cloudwatch_metric_alarm")
    assert [alarm["alarm_name"] for alarm in parts if "alarm_actions" in alarm or "ok_actions" in alarm] == []
    incidents = composites(stack)
    failing, slow = incidents["orders-Failing-test"], incidents["orders-Slow-test"]
    assert (failing["alarm_actions"], failing["ok_actions"]) == ([TOPIC], [TOPIC])
    assert slow["alarm_actions"] == [TICKETS]
    assert "ok_actions" not in slow  # a ticket is closed by a person
    for sign in ("ReadThrottles", "by-day-WriteKeyRangeThroughputThrottles", "SystemErrors", "WriteErrorRate"):
        assert f'ALARM("orders-{sign}-test")' in failing["alarm_rule"]
    signs = [name for alarm in (failing, slow) for name in alarm["alarm_rule"].split(" OR ")]
    assert sorted(signs) == sorted(f'ALARM("{name}")' for name in alarms.names)


def test_the_only_sign_of_an_incident_sends_its_own_message() -> None:
    stack = plain_stack()
    queues = Queues({"First": "jobs", "Second": "others"})
    Alarms(stack, "Alarms", name="x", watch=[queues], settings=AlarmSettings(), topic_arn=TOPIC, ticket_topic_arn=TICKETS)
    assert {tuple(alarm["alarm_actions"]) for alarm in resources_of(stack, "aws_cloudwatch_metric_alarm")} == {(TICKETS,)}
    assert set(composites(stack)) == {"x-health-test"}


def test_tickets_go_where_pages_go_unless_they_have_a_topic_of_their_own() -> None:
    stack, _ = built(AlarmSettings(), notifications={"topic_arn": TOPIC})
    assert composites(stack)["orders-Slow-test"]["alarm_actions"] == [TOPIC]


def test_a_message_can_be_chosen_for_an_incident_or_for_one_of_its_alarms() -> None:
    chosen = AlarmSettings(messages={"Failing": "ticket", "SystemErrors": "page", "ReadErrorRate": "none", "Slow": "none"})
    stack, _ = built(chosen, notifications={"topic_arn": TOPIC, "ticket_topic_arn": TICKETS})
    alarms = {alarm["alarm_name"]: alarm for alarm in resources_of(stack, "aws_cloudwatch_metric_alarm")}
    assert composites(stack)["orders-Failing-test"]["alarm_actions"] == [TICKETS]
    assert alarms["orders-SystemErrors-test"]["alarm_actions"] == [TOPIC]
    assert "SystemErrors" not in composites(stack)["orders-Failing-test"]["alarm_rule"]
    assert "alarm_actions" not in alarms["orders-ReadErrorRate-test"]
    assert "orders-Slow-test" not in composites(stack)


def test_a_table_chooses_its_own_messages_on_top_of_its_systems() -> None:
    table = TableAlarmSettings(messages={"Slow": "page"}, latency_p99_milliseconds=20)
    merged = AlarmSettings(messages={"Slow": "none", "Failing": "ticket"}).of_table(table)
    assert (merged.messages, merged.latency_p99_milliseconds) == ({"Slow": "page", "Failing": "ticket"}, 20)


def test_messages_can_be_chosen_for_every_rule_and_incident() -> None:
    assert {rule.name for rule in RULES} | {rule.incident for rule in RULES if rule.incident} == set(NAMES)
    assert {rule.incident for rule in RULES} <= {*INCIDENTS, "", "LogLines"}


def test_data_that_stops_sends_the_message_that_others_send_at_a_threshold() -> None:
    (stopped,) = [rule for rule in functions.MAPPING if rule.missing == "missing"]
    subject = Subject("Jobs", "jobs", "the mapping", {"EventSourceMappingUUID": "some"})

    class Mapping:
        def alarms(self, settings: AlarmSettings) -> list[Alarm]:
            return alarms_about([stopped], subject, settings)

    stack = plain_stack()
    Alarms(stack, "Alarms", name="x", watch=[Mapping()], settings=AlarmSettings(), topic_arn=TOPIC)
    (alarm,) = resources_of(stack, "aws_cloudwatch_metric_alarm")
    assert (alarm["treat_missing_data"], alarm["insufficient_data_actions"]) == ("missing", [TOPIC])
    assert "alarm_actions" not in alarm


def test_a_single_metric_and_metric_math_are_written_as_terraform_takes_them() -> None:
    stack, _ = built(AlarmSettings(anomaly_detection=True), notifications={"topic_arn": TOPIC})
    alarms = {alarm["alarm_name"]: alarm for alarm in resources_of(stack, "aws_cloudwatch_metric_alarm")}
    latency = alarms["orders-GetItem-Latency-test"]
    assert (latency["extended_statistic"], latency["period"], latency["evaluation_periods"], latency["datapoints_to_alarm"]) == (
        "p99",
        60,
        10,
        10,
    )
    assert latency["dimensions"] == {"TableName": "orders-test", "Operation": "GetItem"}
    errors = alarms["orders-SystemErrors-test"]
    assert "metric_name" not in errors
    result, *terms = errors["metric_query"]
    assert (result["id"], result["return_data"]) == ("result", True)
    assert [term["metric"]["dimensions"]["Operation"] for term in terms] == list(operations(ORDERS))
    unusual = alarms["orders-UnusualReads-test"]
    assert (unusual["threshold_metric_id"], unusual["comparison_operator"]) == ("result", "GreaterThanUpperThreshold")
    assert "threshold" not in unusual
    assert [query["return_data"] for query in unusual["metric_query"]] == [True, True]


def test_without_a_topic_of_its_own_the_environments_topic_is_looked_up() -> None:
    stack, _ = built(AlarmSettings())
    assert composites(stack)["orders-Failing-test"]["alarm_actions"][0].startswith("${data.aws_sns_topic.")


def test_the_composite_alarm_holds_the_essential_ones() -> None:
    stack, _ = built(AlarmSettings(), notifications={"topic_arn": TOPIC})
    composite = composites(stack)["orders-health-test"]
    assert composite["actions_enabled"] is False
    names = composite["alarm_rule"].split(" OR ")
    assert len(names) == len(composite["depends_on"]) == 5
    assert 'ALARM("orders-by-day-ReadThrottles-test")' in names


def test_the_price_counts_every_metric_of_every_alarm() -> None:
    stack, alarms = built(AlarmSettings(level="essential"), notifications={"topic_arn": TOPIC})
    # four throttle alarms, one alarm over the four operations, two composite alarms
    assert alarms.monthly_price == pytest.approx(4 * 0.10 + 4 * 0.10 + 2 * 0.50)
    assert len(alarms.names) == len(resources_of(stack, "aws_cloudwatch_metric_alarm")) == 5


def test_the_bill_counts_the_four_alarms_that_each_scaling_policy_makes() -> None:
    stack = plain_stack()
    key = EncryptionKey(stack, "Key", name="key", settings=stack.settings.encryption)
    provisioned = TableSettings(capacity_mode="provisioned")
    table = Table(stack, "Orders", model=ORDERS, key=key, settings=provisioned)
    nothing = AlarmSettings(level="none", dashboard=False)
    stack.observe(table, name="orders", dashboard="orders", settings=nothing, topic_arn=TOPIC)
    policies = len(resources_of(stack, "aws_appautoscaling_policy"))
    assert policies == 4  # reads and writes, of the table and of its index
    assert stack.watching_monthly_usd == pytest.approx(policies * 4 * 0.10)


def test_nothing_to_watch_makes_nothing() -> None:
    stack, alarms = built(AlarmSettings(level="none"))
    assert (alarms.monthly_price, resources_of(stack, "aws_cloudwatch_composite_alarm")) == (0, [])


def test_more_metrics_than_cloudwatch_takes_is_an_error() -> None:
    class Wide:
        def alarms(self, settings: AlarmSettings) -> list[Alarm]:
            operations = tuple(f"Operation{number}" for number in range(11))
            return alarms_about([tables.SYSTEM_ERRORS], Subject("X", "x", "x", {"TableName": "x"}, operations), settings)

    with pytest.raises(UserError) as refusal:
        Alarms(plain_stack(), "Alarms", name="wide", watch=[Wide()], settings=AlarmSettings(), topic_arn=TOPIC)
    assert told(refusal.value.problems) == [("DW331", "alarm XSystemErrors", 11)]


def test_a_description_that_cloudwatch_refuses_is_an_error() -> None:
    with pytest.raises(UserError) as refusal:
        built(AlarmSettings(runbook_url=f"https://{'x' * 1000}"), notifications={"topic_arn": TOPIC})
    assert told(refusal.value.problems) == [("DW331", "alarm orders-ReadThrottles-test", 1162)]


def test_an_expression_speaks_only_of_the_rules_own_metrics() -> None:
    with pytest.raises(UserError) as error:
        AlarmRule("Rate", "x", {"errors": (metric("AWS/Lambda", "Errors"), "Sum")}, 0, "", expression="100 * eror / errors")
    assert told(error.value.problems) == [("DW331", "alarm rule Rate", "eror")]


class Queues:
    """Watched queues, by construct id and name."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        subjects = [Subject(id, name, f"queue {id}", {"QueueName": name}) for id, name in self._names.items()]
        return [alarm for subject in subjects for alarm in alarms_about([functions.GIVEN_UP], subject, settings)]


def test_two_alarms_of_one_name_are_an_error_that_names_both() -> None:
    twins = Queues({"First": "jobs", "Second": "jobs", "Third": "others"})
    with pytest.raises(UserError) as error:
        Alarms(plain_stack(), "Alarms", name="x", watch=[twins], settings=AlarmSettings(), topic_arn=TOPIC)
    assert told(error.value.problems) == [("DW331", "alarm jobs-NotEmpty-test", "jobs-NotEmpty-test")]


@pytest.mark.parametrize(("count", "length", "composites"), [(100, 10, 1), (101, 10, 2), (60, 200, 2)])
def test_a_composite_alarm_holds_as_many_alarms_as_cloudwatch_takes(count: int, length: int, composites: int) -> None:
    stack = plain_stack()
    many = Queues({f"Queue{number}": f"{number:03}".ljust(length, "x") for number in range(count)})
    alarms = Alarms(stack, "Alarms", name="many", watch=[many], settings=AlarmSettings(), topic_arn=TOPIC)
    found = [resource for resource in resources_of(stack, "aws_cloudwatch_composite_alarm") if "health" in resource["alarm_name"]]
    assert {alarm["alarm_name"] for alarm in found} == set(["many-health-test", "many-health2-test"][:composites])
    assert all(len(alarm["alarm_rule"]) <= 10_240 and len(alarm["depends_on"]) <= 100 for alarm in found)
    assert sum(len(one["depends_on"]) for one in found) == count
    assert alarms.monthly_price == pytest.approx(count * 0.10 + composites * 0.50)
