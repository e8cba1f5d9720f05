"""Changes that must pass without a finding."""

from tests.guard.harmful_access import ATTACHMENT, INLINE, POLICY, ROLE, attached, attachment, role
from tests.guard.harmful_rest import ALARM, KEY, MAPPING, TOPIC, backup_plan, function, mapping, selection
from tests.guard.harmful_tables import TABLE
from tests.guard.subjects import (
    alarm,
    allow,
    encrypted,
    index,
    indexes,
    key_policy,
    math,
    policy,
    recovery,
    subject,
    table,
)

STREAM = {"stream_enabled": True, "stream_view_type": "NEW_IMAGE"}

HARMLESS = (
    subject(TABLE, "new", None, table()),
    subject(TABLE, "new-tags", table(tags={"team": "a"}), table(tags={"team": "b"})),
    subject(TABLE, "first-index", table(), table(indexes(index("by-a", "A")))),
    subject(
        TABLE,
        "second-index",
        table(indexes(index("by-a", "A"))),
        table(indexes(index("by-a", "A"), index("by-b", "B", range_key="A"))),
    ),
    subject(
        TABLE,
        "include-reordered",
        table(indexes(index("by-a", "A", projection_type="INCLUDE", non_key_attributes=["x", "y"]))),
        table(indexes(index("by-a", "A", projection_type="INCLUDE", non_key_attributes=["y", "x"]))),
    ),
    subject(TABLE, "longer-recovery", table(recovery(7)), table(recovery(35))),
    subject(TABLE, "first-stream", table(), table(STREAM)),
    subject(TABLE, "protected", table(), table(deletion_protection_enabled=True)),
    # Terraform keeps a key that is no longer named.
    subject(TABLE, "unnamed-key", table(encrypted("first")), table(server_side_encryption={"enabled": True})),
    subject(TABLE, "streaming", table(STREAM), table(STREAM, tags={"team": "b"})),
    subject(KEY, "first", {"deletion_window_in_days": 7}, {"deletion_window_in_days": 30}),
    subject(KEY, "second", {}, {"enable_key_rotation": True}),
    subject(
        KEY,
        "policy-narrowed",
        {"policy": key_policy(allow("kms:Decrypt", "*", Principal={"AWS": "*"}))},
        {"policy": key_policy()},
    ),
    subject(ALARM, "tightened", alarm(), alarm(threshold=1, evaluation_periods=3)),
    subject(ALARM, "one-more-action", alarm(), alarm(alarm_actions=[TOPIC, f"{TOPIC}-too"])),
    subject(ALARM, "new", None, alarm()),
    subject(ALARM, "math-tightened", math("FILL(errors, 0)"), math("FILL(errors, 0)", threshold=1)),
    subject("aws_cloudwatch_log_group", "kept-longer", {"retention_in_days": 7}, {"retention_in_days": 365}),
    subject("aws_backup_plan", "kept-longer", backup_plan(daily=7), backup_plan(daily=35, weekly=90)),
    subject("aws_backup_selection", "widened", selection("streaming"), selection("streaming", "new-tags")),
    subject("aws_lambda_function", "function", function(), function(memory_size=256, timeout=30)),
    subject("aws_lambda_function", "new", None, function()),
    subject(MAPPING, "larger-batches", mapping(), mapping(batch_size=500)),
    subject("aws_sns_topic", "failures", {}, {"display_name": "failures"}),
    subject("aws_s3_bucket", "kept", {}, {"tags": {"team": "b"}}),
    subject(ROLE, "function", role(), role(description="runs functions")),
    *attached("narrowed", policy(allow("dynamodb:*")), policy(allow("dynamodb:GetItem"))),
    *attached("reworded", policy(allow("dynamodb:GetItem")), policy(allow(["dynamodb:GetItem"], Sid="Read"))),
    # The same rights, in two policies instead of one.
    subject(ROLE, "split", role(), role()),
    subject(
        POLICY,
        "split",
        {"policy": policy(allow(["dynamodb:GetItem", "dynamodb:Query"]))},
        {"policy": policy(allow("dynamodb:GetItem"))},
    ),
    subject(POLICY, "split-off", None, {"policy": policy(allow("dynamodb:Query"))}),
    subject(ATTACHMENT, "split", attachment("split"), attachment("split")),
    subject(ATTACHMENT, "split-off", None, attachment("split", "split-off")),
    # A new role may have whatever it needs: no existing principal gets more.
    subject(ROLE, "new", None, role()),
    subject(INLINE, "new", None, {"role": "${aws_iam_role.new.name}", "policy": policy(allow("dynamodb:GetItem"))}),
)
