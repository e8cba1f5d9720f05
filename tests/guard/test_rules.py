"""Rules on changes that the emulator can't plan, mostly values known only after the apply."""

import json
from typing import Any

import pytest

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.guard import findings
from dynawright.guard.rules import KINDS
from tests.guard.changes import change

TABLES = ["arn:aws:dynamodb:eu-west-1:111111111111:table/a", "arn:aws:dynamodb:eu-west-1:111111111111:table/b"]


def found(*changes: Change) -> list[str]:
    return [f"{finding.name}: {finding.detail}" for finding in findings(changes)]


def selection(before: Any, after: Any) -> Change:
    return change("aws_backup_selection", {"resources": before}, {"resources": after}, "delete", "create")


def test_a_selection_that_loses_a_table_is_narrower() -> None:
    assert found(selection(TABLES, TABLES[:1])) == [f"backup-selection-narrowed: no longer backs up {TABLES[1]}"]


def test_a_selection_that_is_replaced_by_a_wider_one_is_harmless() -> None:
    assert found(selection(TABLES[:1], TABLES)) == []


def test_a_selection_that_gains_a_table_which_is_new_is_harmless() -> None:
    assert found(selection(TABLES, [*TABLES, UNKNOWN])) == []


def test_a_selection_whose_tables_are_unknown_cannot_be_judged() -> None:
    text = "backup-selection-narrowed: which of its 2 resources stay is known only after the apply"
    assert found(selection(TABLES, UNKNOWN)) == [text]
    assert found(selection(TABLES, [TABLES[0], UNKNOWN])) == [text]


def test_a_selection_that_is_destroyed_backs_nothing_up() -> None:
    assert found(change("aws_backup_selection", {"resources": TABLES}, {}, "delete")) == [
        "backup-selection-narrowed: the selection is destroyed"
    ]


def test_a_lock_that_keeps_for_less_is_weaker() -> None:
    lock = change("aws_backup_vault_lock_configuration", {"min_retention_days": 30}, {"min_retention_days": 7})
    assert found(lock) == ["vault-lock-weakened: min_retention_days: 30 → 7"]


def test_a_copy_that_is_no_longer_made_is_a_shorter_retention() -> None:
    rule = {"rule_name": "daily", "lifecycle": [{"delete_after": 35}]}
    copied = {**rule, "copy_action": [{"destination_vault_arn": "arn:vault", "lifecycle": []}]}
    assert found(change("aws_backup_plan", {"rule": [copied]}, {"rule": [rule]})) == [
        "backup-retention-shortened daily copy: rule daily's copy to arn:vault: without end → nothing"
    ]


def test_a_key_attribute_of_another_type_is_a_changed_key() -> None:
    table = change(
        "aws_dynamodb_table",
        {"hash_key": "PK", "attribute": [{"name": "PK", "type": "S"}]},
        {"hash_key": "PK", "attribute": [{"name": "PK", "type": "N"}]},
    )
    assert found(table) == ["key-changed: key attribute PK: type S → N"]


def test_a_local_index_whose_key_is_no_attribute_any_more_has_another_key() -> None:
    index = {"name": "first", "range_key": "A", "projection_type": "ALL"}
    table = change(
        "aws_dynamodb_table",
        {"local_secondary_index": [index], "attribute": [{"name": "A", "type": "S"}]},
        {"local_secondary_index": [index], "attribute": [{"name": "B", "type": "S"}]},
    )
    assert found(table) == ["local-index-changed: local secondary indexes differ: first"]


def test_the_order_of_projected_attributes_means_nothing() -> None:
    def index(*attributes: str) -> dict[str, Any]:
        return {"global_secondary_index": [{"name": "a", "hash_key": "A", "non_key_attributes": list(attributes)}]}

    assert found(change("aws_dynamodb_table", index("x", "y"), index("y", "x"))) == []


def test_indexes_that_are_unknown_cannot_be_judged() -> None:
    index = {"name": "by-a", "hash_key": "A", "projection_type": "ALL"}
    table = change("aws_dynamodb_table", {"global_secondary_index": [index]}, {"global_secondary_index": UNKNOWN})
    assert found(table) == ["indexes-unknown: the indexes are known only after the apply"]


def test_two_indexes_that_are_rebuilt_are_one_too_many() -> None:
    def indexes(key: str) -> dict[str, Any]:
        return {"global_secondary_index": [{"name": name, "hash_key": key, "projection_type": "ALL"} for name in ("a", "b")]}

    assert [finding.name for finding in findings([change("aws_dynamodb_table", indexes("X"), indexes("Y"))])] == [
        "index-rebuilt a",
        "index-rebuilt b",
        "indexes-changed-together",
    ]


def test_a_key_that_this_plan_creates_is_still_another_key() -> None:
    topic = change("aws_sns_topic", {"kms_master_key_id": "arn:old"}, {"kms_master_key_id": UNKNOWN})
    assert found(topic) == ["encryption-key-changed: key: arn:old → (known after apply)"]


def test_a_bucket_that_loses_its_key_is_weaker() -> None:
    def encrypted(**key: str) -> dict[str, Any]:
        return {"rule": [{"apply_server_side_encryption_by_default": [{"sse_algorithm": "aws:kms", **key}]}]}

    kind = "aws_s3_bucket_server_side_encryption_configuration"
    assert found(change(kind, encrypted(kms_master_key_id="arn:own"), encrypted())) == [
        "encryption-weakened: key: arn:own → AWS's own"
    ]
    assert found(change(kind, encrypted(), {}, "delete")) == ["encryption-weakened: the bucket falls back to S3's own key"]


def test_an_alarm_that_watches_something_else_is_looser() -> None:
    alarm = change("aws_cloudwatch_metric_alarm", {"metric_name": "Errors"}, {"metric_name": "Invocations"})
    assert found(alarm) == ["alarm-loosened: watches something else: metric_name: Errors → Invocations"]


def math(expression: str, *terms: str, **others: Any) -> dict[str, Any]:
    """Return an alarm in a state's form."""
    metrics = [{"namespace": "AWS/DynamoDB", "metric_name": "SystemErrors", "stat": "Sum", "period": 60, "unit": ""}] * len(terms)
    queries = [{"id": id, "expression": "", "metric": [metric], "label": ""} for id, metric in zip(terms, metrics, strict=True)]
    return {"metric_query": [{"id": "result", "expression": expression, "metric": [], "return_data": True}, *queries], **others}


@pytest.mark.parametrize(
    ("after", "seen"),
    [
        (math("0 * e1", "e1"), "metric_query result: {'expression': 'e1', 'return_data': True} → {'expression': '0 * e1', 'return_data': True}"),
        (math("e1", "e1", "e2"), "metric_query e2: not set → "),
        (math("e1"), "metric_query e1: "),
        (math("e1", "e1", unit="Bytes"), "unit: not set → Bytes"),
        ({"metric_query": UNKNOWN}, "metric_query: known only after the apply"),
    ],
)  # fmt: skip
def test_an_alarm_with_other_metric_math_is_looser(after: dict[str, Any], seen: str) -> None:
    (finding,) = found(change("aws_cloudwatch_metric_alarm", math("e1", "e1"), after))
    assert finding.startswith(f"alarm-loosened: watches something else: {seen}")


def test_metric_math_in_another_order_with_other_labels_watches_the_same() -> None:
    after = math("e1", "e1", threshold=5)
    after["metric_query"] = [{**query, "label": "errors", "unit": None} for query in reversed(after["metric_query"])]
    assert found(change("aws_cloudwatch_metric_alarm", math("e1", "e1", threshold=5), after)) == []


@pytest.mark.parametrize(
    ("after", "count"),
    [
        ('ALARM("a") OR ALARM("new") OR ALARM("b")', 0),
        ('ALARM("a")', 1),
        ('ALARM("a") OR ALARM("new")', 1),
        ('ALARM("a") AND ALARM("b") OR ALARM("new")', 1),
        ('(ALARM("a") OR ALARM("b")) AND NOT ALARM("new")', 1),
        (UNKNOWN, 1),
    ],
)
def test_a_composite_alarm_may_fire_for_more_alarms_but_not_for_fewer(after: Any, count: int) -> None:
    alarm = change("aws_cloudwatch_composite_alarm", {"alarm_rule": 'ALARM("a") OR ALARM("b")'}, {"alarm_rule": after})
    assert [finding.split(":")[0] for finding in found(alarm)] == ["alarm-loosened"] * count


def test_an_alarm_whose_new_topic_is_unknown_is_not_silenced() -> None:
    states = {"alarm_actions": ["arn:old"]}, {"alarm_actions": [UNKNOWN]}
    assert found(change("aws_cloudwatch_metric_alarm", *states, alarm_actions=("aws_sns_topic.new",))) == []
    assert found(change("aws_cloudwatch_metric_alarm", *states)) == [
        "alarm-silenced: whether it still notifies arn:old is known only after the apply"
    ]


def test_a_mapping_whose_new_destination_is_unknown_keeps_one() -> None:
    def mapping(destination: Any) -> dict[str, Any]:
        return {"destination_config": [{"on_failure": [{"destination_arn": destination}]}]}

    made_here = ("aws_sqs_queue.new",)
    assert (
        found(change("aws_lambda_event_source_mapping", mapping("arn:old"), mapping(UNKNOWN), destination_config=made_here)) == []
    )
    assert found(change("aws_lambda_event_source_mapping", mapping("arn:old"), mapping(UNKNOWN))) == [
        "failure-destination-changed: failure destination arn:old → (known after apply)"
    ]


def test_a_mapping_that_is_switched_off_is_found() -> None:
    assert found(change("aws_lambda_event_source_mapping", {"enabled": True}, {"enabled": False})) == [
        "mapping-disabled: enabled: true → false"
    ]


def test_a_policy_that_is_unknown_cannot_be_judged_unless_aws_itself_fills_it_in() -> None:
    policies = {"policy": '{"Statement": []}'}, {"policy": UNKNOWN}
    assert found(change("aws_kms_key", *policies, policy=("aws_dynamodb_table.new",))) == [
        "access-unknown: policy is known only after the apply"
    ]
    assert found(change("aws_sns_topic", *policies, written=frozenset({"name"}))) == []


ADMITS = '{"Statement": [{"Effect": "Allow", "Principal": "*", "Action": "dynamodb:GetItem", "Resource": "*"}]}'
DENIES = ADMITS.replace("Allow", "Deny")


def resource_policy(before: str | None, after: str | None, action: str) -> Change:
    was, will_be = ({"resource_arn": TABLES[0], "policy": text} if text else {} for text in (before, after))
    return change("aws_dynamodb_resource_policy", was, will_be, action)


def test_a_first_policy_on_a_table_that_exists_admits_somebody() -> None:
    text = "access-widened dynamodb:GetItem on * for *: may now: dynamodb:GetItem on * for *"
    assert found(resource_policy(None, ADMITS, "create")) == [text]
    assert found(resource_policy(None, DENIES, "create")) == []


def test_a_policy_that_goes_takes_its_denials_with_it() -> None:
    text = "access-widened dynamodb:GetItem on * for *: is no longer denied: dynamodb:GetItem on * for *"
    assert found(resource_policy(DENIES, None, "delete")) == [text]
    assert found(resource_policy(ADMITS, None, "delete")) == []


def test_a_policy_that_comes_or_goes_with_its_table_is_not_judged() -> None:
    new = change("aws_dynamodb_table", {}, {"arn": TABLES[0]}, "create")
    assert found(new, resource_policy(None, ADMITS, "create")) == []
    gone = change("aws_dynamodb_table", {"arn": TABLES[0]}, {}, "delete")
    assert found(gone, resource_policy(DENIES, None, "delete")) == ["table-destroyed: is destroyed"]


def test_a_queue_without_a_policy_that_gets_one_admits_somebody() -> None:
    queue = change("aws_sqs_queue", {"name": "q", "policy": ""}, {"name": "q", "policy": ADMITS})
    assert found(queue) == ["access-widened dynamodb:GetItem on * for *: may now: dynamodb:GetItem on * for *"]


def test_a_new_role_may_have_whatever_it_needs() -> None:
    role = change("aws_iam_role", {}, {"name": "r"}, "create")
    document = '{"Statement": [{"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}]}'
    inline = change("aws_iam_role_policy", {}, {"role": UNKNOWN, "policy": document}, "create", role=("aws_iam_role.it",))
    assert found(role, inline) == []


ADMIN = "arn:aws:iam::aws:policy/AdministratorAccess"


@pytest.mark.parametrize(
    "role",
    [
        {"assume_role_policy": '{"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": "*"}}'},
        {"inline_policy": [{"name": "a", "policy": '{"Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}}'}]},
        {"managed_policy_arns": [ADMIN]},
    ],
    ids=["trust", "inline", "managed"],
)
def test_a_new_role_may_neither_do_everything_nor_be_open_to_everybody(role: dict[str, Any]) -> None:
    (finding,) = findings([change("aws_iam_role", {}, {"name": "r", **role}, "create")])
    assert finding.name.startswith("access-widened ")


def test_an_attachment_to_a_role_that_the_plan_does_not_show_gives_it_more() -> None:
    attachment = {"role": "of-another-stack", "policy_arn": ADMIN}
    assert found(change("aws_iam_role_policy_attachment", {}, attachment, "create")) == [
        f"access-widened {ADMIN}: of-another-stack may now: everything in {ADMIN}"
    ]
    inline = {"role": "of-another-stack", "policy": ADMITS}
    assert [message.split(":")[0] for message in found(change("aws_iam_role_policy", {}, inline, "create"))] == [
        "access-widened dynamodb"
    ]
    assert found(change("aws_iam_role_policy", inline, {**inline, "policy": DENIES})) == []


def test_an_inline_policy_that_moves_gives_the_other_role_more() -> None:
    roles = [change("aws_iam_role", {"name": name}, {"name": name}, "no-op", name=name) for name in ("a", "b")]
    moved = change("aws_iam_role_policy", {"role": "a", "policy": ADMITS}, {"role": "b", "policy": ADMITS}, "delete", "create")
    assert {(finding.address, finding.name.split(" ")[0]) for finding in findings([*roles, moved])} == {
        ("aws_iam_role.a", "access-removed"),
        ("aws_iam_role.b", "access-widened"),
    }


def test_a_service_that_nothing_admits_any_more_is_told() -> None:
    def topic(*services: str) -> dict[str, Any]:
        statements = [
            {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sns:Publish", "Resource": "*"}
            for service in services
        ]
        return {"policy": json.dumps({"Statement": statements})}

    both, one = topic("cloudwatch.amazonaws.com", "events.amazonaws.com"), topic("events.amazonaws.com")
    assert [finding.name for finding in findings([change("aws_sns_topic", both, one)])] == [
        "service-refused Service cloudwatch.amazonaws.com"
    ]


def test_a_trust_that_admits_nobody_makes_the_role_useless() -> None:
    trust = (
        '{"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "arn:aws:iam::111111111111:root"}}}'
    )
    role = change(
        "aws_iam_role", {"name": "r", "assume_role_policy": trust}, {"name": "r", "assume_role_policy": '{"Statement": []}'}
    )
    assert [finding.name for finding in findings([role])] == ["access-removed"]


def test_a_permission_that_ends_refuses_its_caller_unless_another_admits_it() -> None:
    asked = {"function_name": "f", "principal": "s3.amazonaws.com", "action": "lambda:InvokeFunction"}
    gone = change("aws_lambda_permission", asked, {}, "delete", name="gone")
    assert [finding.name for finding in findings([gone])] == ["caller-refused"]
    again = change("aws_lambda_permission", {}, asked, "create", name="again")
    assert found(gone, again) == []
    function = change("aws_lambda_function", {"function_name": "f"}, {}, "delete")
    assert found(gone, function) == ["function-removed: is destroyed"]


def test_a_tag_that_a_policy_grants_by_is_told_and_any_other_is_not() -> None:
    allow = {
        "Effect": "Allow",
        "Action": "kms:Decrypt",
        "Resource": "*",
        "Condition": {"StringEquals": {"aws:ResourceTag/Repository": "r"}},
    }
    tenants = {"Effect": "Allow", "Action": "a:b", "Resource": "table/${aws:PrincipalTag/tenant}"}
    text = json.dumps({"Version": "2012-10-17", "Statement": [allow, tenants]})
    policy = change("aws_iam_policy", {"policy": text}, {"policy": text}, "no-op")

    def tagged(type: str, **tags: str) -> list[str]:
        key = change(type, {"name": "x", "tags_all": {"Repository": "r", "tenant": "t"}}, {"name": "x", "tags_all": tags})
        return [finding.name for finding in findings([policy, key])]

    assert tagged("aws_kms_key", tenant="t") == ["asked-tag-changed Repository"]
    assert tagged("aws_kms_key", Repository="r", tenant="other", team="a") == []
    assert tagged("aws_iam_role", Repository="r", tenant="other") == ["asked-tag-changed tenant"]
    assert tagged("aws_sqs_queue", tenant="t") == []


def test_a_new_caller_of_a_function_that_exists_is_wider_access() -> None:
    function = change("aws_lambda_function", {"function_name": "f"}, {"function_name": "f"}, "no-op")
    permission = change("aws_lambda_permission", {}, {"function_name": "f", "principal": "s3.amazonaws.com"}, "create")
    assert found(function, permission) == ["access-widened for s3.amazonaws.com: s3.amazonaws.com may now call f"]
    assert found(permission) == []


def test_a_bucket_that_is_no_longer_logged_is_found_and_one_that_is_logged_elsewhere() -> None:
    logging = {"bucket": "b", "target_bucket": "logs", "target_prefix": "b/"}
    assert found(change("aws_s3_bucket_logging", logging, {}, "delete")) == ["bucket-log-removed: is destroyed"]
    assert [
        finding.name for finding in findings([change("aws_s3_bucket_logging", logging, {**logging, "target_bucket": "mine"})])
    ] == ["attribute-unjudged target_bucket"]
    assert found(change("aws_s3_bucket_logging", logging, {**logging, "target_prefix": "c/"})) == []


SAFE_REPLICA = {"point_in_time_recovery": True, "deletion_protection_enabled": True}


@pytest.mark.parametrize(
    ("attribute", "finding"),
    [("point_in_time_recovery", "recovery-off"), ("deletion_protection_enabled", "deletion-protection-off")],
)
def test_a_replica_that_loses_a_protection_is_found(attribute: str, finding: str) -> None:
    weaker = change("aws_dynamodb_table_replica", SAFE_REPLICA, {**SAFE_REPLICA, attribute: False})
    assert found(weaker) == [f"{finding}: {attribute}: true → false"]
    assert found(change("aws_dynamodb_table_replica", weaker.after, weaker.before)) == []  # type: ignore[arg-type]


def test_a_replica_that_ends_is_found_replaced_or_not() -> None:
    assert found(change("aws_dynamodb_table_replica", SAFE_REPLICA, {}, "delete")) == ["replica-removed: is destroyed"]
    replaced = change("aws_dynamodb_table_replica", SAFE_REPLICA, {**SAFE_REPLICA, "kms_key_arn": "b"}, "delete", "create")
    assert found(replaced) == ["replica-removed: is replaced, because of a forced replacement"]


def test_a_replica_that_ends_as_a_block_of_its_table_is_found_by_its_region() -> None:
    two = {"replica": [{"region_name": "eu-west-1"}, {"region_name": "us-east-1"}]}
    one = {"replica": [{"region_name": "us-east-1", "point_in_time_recovery": True}]}
    assert found(change("aws_dynamodb_table", two, one)) == ["replica-removed eu-west-1: the replica in eu-west-1 is deleted"]
    assert [finding.name for finding in findings([change("aws_dynamodb_table", two, {"replica": UNKNOWN})])] == [
        "value-unknown replica"
    ]


def test_a_replica_that_comes_as_a_block_of_its_table_is_another_copy_of_everything() -> None:
    table = change("aws_dynamodb_table", {"replica": []}, {"replica": [{"region_name": "eu-west-1"}]})
    assert [finding.name for finding in findings([table])] == ["attribute-unjudged replica[eu-west-1]"]


@pytest.mark.parametrize("actions", [("no-op",), ("read",), ("create",)])
def test_what_is_not_changed_is_not_judged(actions: tuple[str, ...]) -> None:
    after = {"deletion_protection_enabled": False}
    before = {} if actions == ("create",) else {"deletion_protection_enabled": True}
    assert found(change("aws_dynamodb_table", before, after, *actions)) == []


def test_every_rule_has_a_name_of_its_own_and_says_what_to_do() -> None:
    assert len(KINDS) == len({kind.name for kind in KINDS})
    for kind in KINDS:
        assert kind.happens.endswith(".")
        assert kind.instead.endswith((".", "`."))


@pytest.mark.parametrize(
    ("written", "after", "names"),
    [
        ({"hash_key"}, {"hash_key": "A", "key_schema": UNKNOWN}, []),
        ({"hash_key"}, {"hash_key": "B", "key_schema": UNKNOWN}, ["index-rebuilt a"]),
        ({"hash_key"}, {"hash_key": UNKNOWN, "key_schema": UNKNOWN}, ["index-rebuilt a"]),
        ({"key_schema"}, {"hash_key": "A", "key_schema": UNKNOWN}, ["index-rebuilt a"]),
        ({"hash_key", "key_schema"}, {"hash_key": "A", "key_schema": UNKNOWN}, ["index-rebuilt a"]),
    ],
)
def test_the_key_of_an_index_that_the_provider_fills_in_is_no_other_key(
    written: set[str], after: dict[str, Any], names: list[str]
) -> None:
    """Provider 6.29 and newer show it for all indexes when one of them changes."""
    before = {"hash_key": "A", "key_schema": [{"attribute_name": "A", "key_type": "HASH"}]}
    old, new = ({"global_secondary_index": [{"name": "a", "projection_type": "ALL", **state}]} for state in (before, after))
    paths = frozenset({"global_secondary_index", *(f"global_secondary_index.{name}" for name in written)})
    assert [finding.name for finding in findings([change("aws_dynamodb_table", old, new, written=paths)])] == names
