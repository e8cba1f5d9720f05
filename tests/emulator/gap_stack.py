"""A stack in two states: each setting the emulator must keep, when created and updated."""

from typing import Any

from dynawright.provider_versions import DEFAULT

Settings = dict[str, Any]

LIMIT = {"max_read_request_units": 10, "max_write_request_units": 20}
PROVISIONED: Settings = {"billing_mode": "PROVISIONED", "read_capacity": 5, "write_capacity": 6}


def table(**settings: Any) -> Settings:
    """Return an on-demand table with PK as its only key, unless set otherwise."""
    return {"billing_mode": "PAY_PER_REQUEST", "hash_key": "PK", "attribute": [{"name": "PK", "type": "S"}], **settings}


def indexed(*indexes: Settings, **settings: Any) -> Settings:
    attributes = [{"name": name, "type": "S"} for name in ("PK", *(index["hash_key"] for index in indexes))]
    return table(attribute=attributes, global_secondary_index=indexes, **settings)


def index(key: str, **settings: Any) -> Settings:
    return {"name": f"by-{key}", "hash_key": key, "projection_type": "ALL", **settings}


def encrypted(key: str) -> Settings:
    return table(server_side_encryption={"enabled": True, "kms_key_arn": f"${{aws_kms_key.{key}.arn}}"})


def recoverable(days: int) -> Settings:
    return table(point_in_time_recovery={"enabled": True, "recovery_period_in_days": days})


def streaming(view: str) -> Settings:
    return table(stream_enabled=True, stream_view_type=view)


TABLES: dict[str, tuple[Settings, Settings]] = {
    "class": (table(table_class="STANDARD_INFREQUENT_ACCESS"), table(table_class="STANDARD")),
    "class-later": (table(), table(table_class="STANDARD_INFREQUENT_ACCESS")),
    "maximum": (table(on_demand_throughput=LIMIT), table(on_demand_throughput={**LIMIT, "max_read_request_units": 30})),
    "maximum-off": (
        indexed(index("A", on_demand_throughput=LIMIT), on_demand_throughput=LIMIT),
        indexed(index("A", read_capacity=3, write_capacity=4), **PROVISIONED),
    ),
    "index-maximum": (
        indexed(index("A", on_demand_throughput=LIMIT), index("B")),
        indexed(index("A", on_demand_throughput=LIMIT), index("B", on_demand_throughput=LIMIT)),
    ),
    "other-key": (encrypted("first"), encrypted("second")),
    "no-key": (encrypted("first"), table(server_side_encryption={"enabled": False})),  # without the block, the key stays
    "own-key": (table(), encrypted("first")),
    "managed-key": (table(), table(server_side_encryption={"enabled": True})),
    "recovery": (recoverable(7), recoverable(14)),
    "recovery-off": (recoverable(35), table(point_in_time_recovery={"enabled": False})),  # likewise
    "fewer-indexes": (indexed(index("A"), index("B"), index("C")), indexed(index("A"))),
    "more-indexes": (table(), indexed(index("A"), index("B"))),
    "stream-off": (streaming("NEW_IMAGE"), table()),
    "stream-view": (streaming("NEW_IMAGE"), streaming("NEW_AND_OLD_IMAGES")),  # the provider switches it off, then on
    "to-on-demand": (indexed(index("A", read_capacity=3, write_capacity=4), **PROVISIONED), indexed(index("A"))),
    "to-provisioned": (indexed(index("A")), indexed(index("A", read_capacity=3, write_capacity=4), **PROVISIONED)),
    "protected": (table(deletion_protection_enabled=True), table(deletion_protection_enabled=False)),
    "tags": (table(tags={"team": "a"}), table(tags={"team": "b", **{f"tag-{n}": "x" for n in range(12)}})),
}

KEYS: dict[str, tuple[Settings, Settings]] = {
    "first": ({"deletion_window_in_days": 7}, {"deletion_window_in_days": 7}),
    "second": ({}, {}),
    "rotated": (
        {"enable_key_rotation": True, "rotation_period_in_days": 180},
        {"enable_key_rotation": True, "rotation_period_in_days": 90},
    ),
}

LOG_GROUPS: dict[str, tuple[Settings, Settings]] = {
    "kept": (
        {"retention_in_days": 30, "kms_key_id": "${aws_kms_key.first.arn}"},
        {"retention_in_days": 90, "kms_key_id": "${aws_kms_key.second.arn}"},
    ),
    "opened": ({"kms_key_id": "${aws_kms_key.first.arn}"}, {}),
    "rare": ({"log_group_class": "INFREQUENT_ACCESS"}, {"log_group_class": "INFREQUENT_ACCESS"}),
}


def stack(state: int, region: str) -> Settings:
    """The Terraform JSON: 0 as created, 1 as updated."""
    return {
        "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": DEFAULT}}},
        "provider": {"aws": [{"region": region}]},
        "resource": {
            "aws_dynamodb_table": {name: {"name": name, **states[state]} for name, states in TABLES.items()},
            "aws_kms_key": {name: states[state] for name, states in KEYS.items()},
            "aws_kms_alias": {
                "moved": {"name": "alias/moved", "target_key_id": f"${{aws_kms_key.{('first', 'second')[state]}.key_id}}"}
            },
            "aws_cloudwatch_log_group": {name: {"name": name, **states[state]} for name, states in LOG_GROUPS.items()},
        },
        "output": {name: {"value": f"${{aws_kms_key.{name}.arn}}"} for name in KEYS},
    }
