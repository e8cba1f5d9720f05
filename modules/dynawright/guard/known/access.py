"""Roles, policies, keys, trails and networks."""

from dynawright.guard.directions import ANYTHING, FIRST, GROWN, OFF, ON, higher, lower
from dynawright.guard.known.row import Known

COMPARED = "what the role may do is compared"
DENIED = "what it denied is compared"
LEFT = "AWS refuses to delete it while something uses it"

ROWS = (
    Known(
        "aws_iam_role",
        {"force_detach_policies": ANYTHING, "max_session_duration": lower(3600)},
    ),
    Known(
        "aws_iam_policy",
        {"name": ANYTHING, "path": ANYTHING, "delay_after_policy_creation_in_ms": ANYTHING},
        end=COMPARED,
        replacement=COMPARED,
    ),
    Known("aws_iam_role_policy", {"name": ANYTHING}, end=COMPARED, replacement=COMPARED),
    Known("aws_iam_role_policy_attachment", end=COMPARED, replacement=COMPARED),
    Known("aws_iam_group_policy", {"name": ANYTHING}, end=DENIED, replacement=COMPARED),
    Known("aws_iam_user_policy", {"name": ANYTHING}, end=DENIED, replacement=COMPARED),
    Known("aws_iam_openid_connect_provider"),
    Known("aws_kinesis_resource_policy", end=DENIED),
    Known(
        "aws_kms_key",
        {
            "bypass_policy_lockout_safety_check": OFF,
            "deletion_window_in_days": higher(30),
            "rotation_period_in_days": lower(365),
        },
    ),
    Known("aws_kms_key_policy", {"bypass_policy_lockout_safety_check": OFF}),
    Known(
        "aws_kms_alias",
        {"name": ANYTHING},
        end="a name for people: policies and tables use the key itself",
        replacement="a name for people",
    ),
    Known(
        "aws_cloudtrail",
        {
            "include_global_service_events": ON,
            "is_multi_region_trail": ON,
            "insight_selector": GROWN,
            "sns_topic_name": FIRST,
            "cloud_watch_logs_group_arn": FIRST,
            "cloud_watch_logs_role_arn": FIRST,
        },
    ),
    Known("aws_security_group", {"revoke_rules_on_delete": ANYTHING}, end=LEFT),
    Known("aws_security_group_rule"),
    Known("aws_vpc_security_group_egress_rule"),
    Known("aws_vpc_security_group_ingress_rule"),
    Known(
        "aws_vpc_endpoint",
        {"auto_accept": ANYTHING, "route_table_ids": GROWN, "subnet_ids": GROWN, "private_dns_enabled": ON},
    ),
)
