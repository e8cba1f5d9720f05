"""Harmful changes of tables."""

from tests.guard.subjects import Settings, encrypted, index, indexes, local_index, recovery, subject, table

TABLE = "aws_dynamodb_table"
STREAM: Settings = {"stream_enabled": True, "stream_view_type": "NEW_IMAGE"}
INCLUDE: Settings = {"projection_type": "INCLUDE"}
PROVISIONED: Settings = {"billing_mode": "PROVISIONED", "read_capacity": 5, "write_capacity": 5}


def ttl(attribute: str, *, enabled: bool = True) -> Settings:
    return {"ttl": {"attribute_name": attribute, "enabled": enabled}}


LOCAL_INDEX_KEY = subject(
    TABLE, "local-index-key", table(local_index("first", "A")), table(local_index("first", "B")), "local-index-changed"
)
"""Harmful if the provider plans it at all."""

HARMFUL = (
    subject(TABLE, "destroyed", table(), None, "table-destroyed"),
    subject(TABLE, "renamed", table(name="old-name"), table(name="new-name"), "table-replaced"),
    subject(TABLE, "other-key", table(), table(hash_key="PK2"), "key-changed"),
    subject(TABLE, "sort-key", table(), table(range_key="SK"), "key-changed"),
    subject(TABLE, "local-index", table(local_index("first", "A")), table(local_index("second", "A")), "local-index-changed"),
    subject(TABLE, "index-key", table(indexes(index("by-a", "A"))), table(indexes(index("by-a", "B"))), "index-rebuilt by-a"),
    subject(
        TABLE,
        "index-projection",
        table(indexes(index("by-a", "A"))),
        table(indexes(index("by-a", "A", projection_type="KEYS_ONLY"))),
        "index-rebuilt by-a",
    ),
    subject(
        TABLE,
        "index-include",
        table(indexes(index("by-a", "A", **INCLUDE, non_key_attributes=["x"]))),
        table(indexes(index("by-a", "A", **INCLUDE, non_key_attributes=["x", "y"]))),
        "index-rebuilt by-a",
    ),
    subject(
        TABLE,
        "index-removed",
        table(indexes(index("by-a", "A"), index("by-b", "B"))),
        table(indexes(index("by-a", "A"))),
        "index-removed by-b",
    ),
    subject(
        TABLE,
        "two-indexes",
        table(indexes(index("by-a", "A"))),
        table(indexes(index("by-a", "A"), index("by-b", "B"), index("by-c", "C"))),
        "indexes-changed-together",
    ),
    subject(TABLE, "stream-view", table(STREAM), table({**STREAM, "stream_view_type": "KEYS_ONLY"}), "stream-view-changed"),
    subject(TABLE, "stream-off", table(STREAM), table(), "stream-disabled"),
    subject(TABLE, "ttl-on", table(), table(ttl("ttl")), "ttl-on"),
    subject(TABLE, "ttl-switched", table(ttl("ttl")), table(ttl("expires")), "ttl-switched"),
    subject(TABLE, "ttl-off", table(ttl("ttl")), table(ttl("ttl", enabled=False)), "ttl-off"),
    subject(TABLE, "recovery-off", table(recovery(7)), table(recovery(0)), "recovery-off"),
    subject(TABLE, "recovery-shortened", table(recovery(35)), table(recovery(7)), "recovery-shortened"),
    subject(
        TABLE,
        "unprotected",
        table(deletion_protection_enabled=True),
        table(deletion_protection_enabled=False),
        "deletion-protection-off",
    ),
    subject(TABLE, "to-on-demand", table(PROVISIONED), table(), "switched-to-on-demand"),
    subject(TABLE, "to-provisioned", table(), table(PROVISIONED), "switched-to-provisioned"),
    subject(
        TABLE,
        "own-key-gone",
        table(encrypted("first")),
        table(server_side_encryption={"enabled": False}),
        "encryption-weakened",
    ),
    subject(TABLE, "key-switched", table(encrypted("first")), table(encrypted("second")), "encryption-key-changed"),
)
