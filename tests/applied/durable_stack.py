"""A system with everything that stores data, for tests of backups, exports and restores."""

from datetime import timedelta
from pathlib import Path

from constructs import Construct

from dynawright.bindings.aws.lambda_event_source_mapping import LambdaEventSourceMapping
from dynawright.bindings.aws.sns_topic import SnsTopic
from dynawright.constructs.access import grant_stream
from dynawright.constructs.backup import Backup
from dynawright.constructs.backup_region import BackupRegion
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.export import Export
from dynawright.constructs.log_bucket import LogBucket
from dynawright.constructs.table import Table
from dynawright.constructs.vault import Vault
from dynawright.framework import cdktf
from dynawright.iam import trust
from dynawright.model import Consumer, Entity, Get, Index, Key, LocalIndex, Query, Stream, System, TableModel, include
from dynawright.settings import (
    BackupSettings,
    BucketSettings,
    EncryptionSettings,
    LogSettings,
    TableSettings,
    VaultSettings,
)
from dynawright.stack import SystemStack
from tests.environments import environment

COPIES = (
    "arn:aws:backup:ap-northeast-3:111111111111:backup-vault:copies",
    "arn:aws:backup:ap-northeast-1:222222222222:backup-vault:copies",
)
BREAK_GLASS = "arn:aws:iam::111111111111:role/break-glass"
SOMEBODY = Consumer("somebody", "for tests")

LEDGER = TableModel(
    "ledger",
    partition_key=Key("PK"),
    sort_key=Key("number", "N"),
    indexes=[Index("ByDay", Key("day"), Key("number", "N"), include("text"))],
    local_indexes=[LocalIndex("ByText", Key("text"))],
    ttl="expires_at",
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[
        Entity(
            "ENTRY",
            PK="LEDGER#{ledger}",
            number="{number}",
            day="{day}",
            text="{text}",
            attributes={
                "ledger": "S",
                "number": "N",
                "day": "S",
                "text": "S",
                "bytes": "B",
                "flag": "BOOL",
                "nothing": "NULL",
                "map": "M",
                "list": "L",
                "words": "SS",
                "numbers": "NS",
                "blobs": "BS",
            },
            expires_after=timedelta(days=30),
        )
    ],
    access_patterns=[
        Get("L1", "an entry", PK="LEDGER#{ledger}", number="{number}", used_by=[SOMEBODY]),
        Query("L2", "a day's entries", index="ByDay", day="{day}", used_by=[SOMEBODY]),
        Query("L3", "entries by text", index="ByText", PK="LEDGER#{ledger}", used_by=[SOMEBODY]),
    ],
)
"""Every attribute type, both kinds of index, a TTL and a stream."""

TASKS = TableModel(
    "tasks",
    partition_key=Key("task_id"),
    sort_key=Key("timestamp", "N"),
    indexes=[
        Index("ByProject", Key("project_id"), Key("updated_at")),
        Index("ByStatus", Key("status"), Key("updated_at")),
    ],
    ttl="ttl",
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[
        Entity(
            "REPORT",
            task_id="{task_id}",
            timestamp="{timestamp}",
            project_id="{project_id}",
            status="{status}",
            updated_at="{updated_at}",
            attributes={
                "task_id": "S",
                "timestamp": "N",
                "project_id": "S",
                "status": ("running", "done"),
                "updated_at": "S",
                "progress": {"current": "N", "total": "N"},
            },
            expires_after=timedelta(days=90),
            expires_from=["updated_at"],
        )
    ],
    access_patterns=[
        Query("T1", "a task's reports", task_id="{task_id}", used_by=[SOMEBODY]),
        Query("T2", "a project's tasks", index="ByProject", project_id="{project_id}", used_by=[SOMEBODY]),
        Query("T3", "tasks of a status", index="ByStatus", status="{status}", used_by=[SOMEBODY]),
    ],
)
"""A second table, of another shape."""

ENVIRONMENT = environment(
    name="drill",
    table=TableSettings(prevent_destroy=False, deletion_protection=False, point_in_time_recovery_days=7),
    encryption=EncryptionSettings(prevent_destroy=False),
    logs=LogSettings(retention_days=7),
    backup=BackupSettings(
        copy_to_vault_arns=COPIES,
        restore_test="weekly",
    ),
    vault=VaultSettings(
        prevent_destroy=False,
        break_glass_role_arn=BREAK_GLASS,
        lock="compliance",
        lock_changeable_for_days=5,
    ),
)


class DurableStack(SystemStack):
    """Both tables with their backups and exports."""

    system = System("drill", [LEDGER, TASKS])

    def __init__(self, scope: Construct) -> None:
        super().__init__(scope, ENVIRONMENT)
        key = EncryptionKey(self, "Key", name="drill-key", settings=self.settings.encryption)
        tables = [Table(self, model.name, model=model, key=key, settings=self.settings.table) for model in self.system.tables]
        topic = SnsTopic(self, "Failures", name="failures")
        BackupRegion(self, "BackupRegion")
        vault_key = EncryptionKey(self, "VaultKey", name="drill-vault-key", settings=self.settings.encryption)
        vault = Vault(self, "Vault", name="drill", key=vault_key, settings=ENVIRONMENT.vault)
        Backup(
            self,
            "Backup",
            name="drill",
            tables=tables,
            key=key,
            vault=vault.reference,
            settings=self.settings.backup,
            failures_topic_arn=topic.arn,
        )
        buckets = BucketSettings(prevent_destroy=False, force_destroy=True)
        LogBucket(self, buckets=buckets, settings=ENVIRONMENT.access_logs)
        export = Export(
            self,
            "Export",
            name="drill",
            tables=tables,
            key=key,
            settings=self.settings.export,
            buckets=buckets,
            logs=self.settings.logs,
        )
        self._read_stream(tables[0], export.function_name)
        self.output("function_name", export.function_name)
        self.output("bucket", export.bucket.name)

    def _read_stream(self, table: Table, function_name: str) -> None:
        """Mapping and role name a stream, which a restored table has new; the function never runs."""
        grant_stream(self.role(SOMEBODY, trust.ec2_instances()), table)
        LambdaEventSourceMapping(
            self,
            "Mapping",
            event_source_arn=table.stream_arn,
            function_name=function_name,
            starting_position="TRIM_HORIZON",
            enabled=False,
        )


def synthesized(outdir: Path) -> Path:
    """The folder that Terraform can run in."""
    app = cdktf.App(outdir=str(outdir))
    stack = DurableStack(app)
    app.synth()
    return outdir / "stacks" / str(stack.node.id)
