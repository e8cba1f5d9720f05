"""The stack of a migration's Glue job: built for one move, and destroyed after it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from constructs import Construct

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.migration_access import Exported, Loaded
from dynawright.constructs.migration_job import JobCode, JobSize, MigrationJob
from dynawright.constructs.suppression import suppress
from dynawright.framework import CONTEXT, cdktf
from dynawright.settings import Environment
from dynawright.stack import EnvironmentStack

PURPOSE = "migration"
RULE, COPIES = "data-refuses-destruction", "all that it keeps is a copy, which ends with the migration"
MOST_LETTERS, DIGEST_LETTERS = 18, 6
"""Of a bucket's 63, the purpose, an environment of 20, the account and hyphens take the rest."""


class MigrationStack(EnvironmentStack):
    """A person applies it: roles of workflows may not write objects into buckets, and no system needs it.

    All that it keeps is a copy, so nothing refuses its end.
    """

    def __init__(
        self,
        scope: Construct,
        environment: Environment,
        *,
        command: Sequence[str],
        code: JobCode,
        size: JobSize,
        source: Exported,
        target: Loaded,
    ) -> None:
        self._target = target.name
        super().__init__(scope, environment)
        self.deploy_role_arn = None
        name, temporary = self.stack_name, {"prevent_destroy": False}
        encryption = environment.encryption.model_copy(update=temporary)
        key = EncryptionKey(self, "Key", name=f"{name}-key", settings=encryption)
        job = MigrationJob(
            self,
            "Migration",
            name=name,
            key=key,
            code=code,
            size=size,
            command=command,
            source=source,
            target=target,
            buckets=environment.buckets.model_copy(update={**temporary, "force_destroy": True}),
            logs=environment.logs,
        )
        if encryption.key == "customer_managed" and encryption.kms_key_arn is None:
            suppress(key, RULE, because=COPIES, on="aws_kms_key")
        suppress(job.bucket, RULE, because=COPIES, on="aws_s3_bucket")
        self.output("JobName", job.job_name)
        self.output("BucketName", job.bucket.name)

    @property
    def stack_name(self) -> str:
        """One for each table: two moves have a state each."""
        return f"{PURPOSE}-{stem_of(self._target, self.environment.name)}"


def stem_of(table: str, environment: str) -> str:
    """Return a table's name as a part of a bucket's: a long one is cut, and told from others by a digest."""
    stem = re.sub("[^a-z0-9]+", "-", table.removesuffix(f"-{environment}").lower()).strip("-")
    if len(stem) <= MOST_LETTERS:
        return stem
    digest = hashlib.sha256(table.encode()).hexdigest()[:DIGEST_LETTERS]
    return f"{stem[: MOST_LETTERS - DIGEST_LETTERS - 1].strip('-')}-{digest}"


def synthesized(
    environment: Environment,
    outdir: Path,
    *,
    command: Sequence[str],
    code: JobCode,
    size: JobSize,
    source: Exported,
    target: Loaded,
) -> Path:
    """Write the stack; return the folder that Terraform runs in."""
    outdir.mkdir(parents=True, exist_ok=True)
    app = cdktf.App(outdir=str(outdir), context=CONTEXT)
    stack = MigrationStack(app, environment, command=command, code=code, size=size, source=source, target=target)
    app.synth()
    return outdir / "stacks" / stack.node.id
