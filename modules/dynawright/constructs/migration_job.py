"""A Glue job that runs `dynawright migrate` on Spark, with a bucket for its code and output."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from constructs import Construct

from dynawright.bindings.aws.cloudwatch_log_group import CloudwatchLogGroup
from dynawright.bindings.aws.glue_job import GlueJob, GlueJobCommand, GlueJobExecutionProperty
from dynawright.bindings.aws.glue_trigger import GlueTrigger, GlueTriggerActions
from dynawright.bindings.aws.s3_object import (
    S3Object,
    S3ObjectOverrideProvider,
    S3ObjectOverrideProviderDefaultTags,
)
from dynawright.constructs.bucket import Bucket
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.lambda_code import ASSETS, stack_folder
from dynawright.constructs.migration_access import CODE, ITEMS, Exported, Loaded, job_statements
from dynawright.constructs.naming import GLUE, environment_of, physical_name
from dynawright.constructs.role import Role
from dynawright.iam import trust
from dynawright.settings import BucketSettings, LogSettings

GLUE_VERSION = "5.0"
WORKER, DPU_OF_WORKER = "G.1X", 1
KEEP_DAYS = 30
LOGS = ("error", "output")


@dataclass(frozen=True)
class JobSize:
    """How much a run may take. Without `schedule`, six fields of cron in UTC, a person starts each run."""

    workers: int
    timeout_minutes: int
    schedule: str | None = None

    @property
    def dpus(self) -> int:
        return self.workers * DPU_OF_WORKER


@dataclass(frozen=True)
class JobCode:
    """The script, the application's own modules as a zip, and what pip installs on the workers."""

    script: Path
    application: Path
    wheels: Sequence[Path]
    modules: Sequence[str]


class MigrationJob(Component):
    """The job, its role and its bucket; nothing starts it unless it has a schedule."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        key: EncryptionKey,
        code: JobCode,
        size: JobSize,
        command: Sequence[str],
        source: Exported,
        target: Loaded,
        buckets: BucketSettings,
        logs: LogSettings,
    ) -> None:
        super().__init__(scope, id)
        self._name, self._environment = name, environment_of(self)
        self.bucket = Bucket(self, "Bucket", name=name, key=key, settings=buckets, expire_after_days=KEEP_DAYS)
        prefix = physical_name(self, f"/aws-glue/jobs/{name}", GLUE)
        groups = [self._log_group(kind, f"{prefix}/{kind}", key, logs) for kind in LOGS]
        role = Role(
            self,
            "Role",
            name=name,
            description="Reads an export, writes items to S3 and has DynamoDB load them",
            trust=trust.service("glue.amazonaws.com", self._environment.account_id),
            settings=self._environment.roles,
        )
        role.attach(
            "Job",
            job_statements(
                source,
                target,
                key,
                bucket_arn=self.bucket.arn,
                region=self._environment.region,
                log_group_arns=[group.arn for group in groups],
            ),
        )
        self._job = GlueJob(
            self,
            "Job",
            name=physical_name(self, name, GLUE),
            description=f"Moves {source.location} to {target.name} on Spark",
            role_arn=role.arn,
            glue_version=GLUE_VERSION,
            execution_class="STANDARD",  # the other one may be stopped at any time
            worker_type=WORKER,
            number_of_workers=size.workers,
            timeout=size.timeout_minutes,
            max_retries=0,  # a person should examine a failed run first
            execution_property=GlueJobExecutionProperty(max_concurrent_runs=1),
            command=GlueJobCommand(name="glueetl", python_version="3", script_location=self._upload("Script", code.script)),
            default_arguments=self._arguments(code, command, prefix),
        )
        role.precede(self._job)
        if size.schedule:
            GlueTrigger(
                self,
                "Schedule",
                name=physical_name(self, name, GLUE),
                type="SCHEDULED",
                schedule=f"cron({size.schedule})",
                start_on_creation=True,
                actions=[GlueTriggerActions(job_name=self._job.name)],
            )

    def _log_group(self, kind: str, name: str, key: EncryptionKey, settings: LogSettings) -> CloudwatchLogGroup:
        """Glue names its two groups itself, by a prefix: no other name would be written to."""
        key.admit_logs(name)
        days = settings.retention_days
        return CloudwatchLogGroup(self, f"{kind.capitalize()}Logs", name=name, kms_key_id=key.arn, retention_in_days=days)

    @property
    def job_name(self) -> str:
        return self._job.name

    def _arguments(self, code: JobCode, command: Sequence[str], logs: str) -> Mapping[str, str]:
        wheels = [self._upload(f"Wheel{number}", wheel) for number, wheel in enumerate(code.wheels, 1)]
        application = self._upload("Application", code.application)
        return {
            "--additional-python-modules": ",".join([*wheels, *code.modules]),
            "--extra-py-files": application,
            "--job-bookmark-option": "job-bookmark-disable",  # a run reads one export as a whole
            "--custom-logGroup-prefix": logs,
            "--application": application,
            "--command": json.dumps(list(command)),
            "--via": f"s3://{self.bucket.name}/{ITEMS}",
        }

    def _upload(self, id: str, file: Path) -> str:
        """Put a file into the bucket under a name that changes with its content; return where it is."""
        content = file.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        # pip reads a wheel's name: only its folder may differ.
        key = f"{CODE}/{digest[:16]}/{file.name}"
        asset = stack_folder(self) / ASSETS / digest[:16] / file.name
        asset.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, asset)
        S3Object(
            self,
            id,
            bucket=self.bucket.name,
            key=key,
            source=f"{ASSETS}/{digest[:16]}/{file.name}",
            source_hash=digest,
            # S3 takes ten tags of an object; the bucket has them all.
            override_provider=S3ObjectOverrideProvider(default_tags=S3ObjectOverrideProviderDefaultTags(tags={})),
        )
        return f"s3://{self.bucket.name}/{key}"
