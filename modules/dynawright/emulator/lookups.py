"""Create the foundation's resources on the emulator, for systems planned without it."""

import json

from dynawright.constructs.bucket import log_bucket_of
from dynawright.constructs.log_bucket import S3_LOGGING
from dynawright.constructs.topic import ALARMS
from dynawright.emulator.emulator import Emulator
from dynawright.settings import Environment


def provide(emulator: Emulator, environment: Environment) -> None:
    """Create the topic, the vault and the log bucket, empty, in each Region in use."""
    for region in environment.regions:
        _provide(emulator, environment.in_region(region))


def _provide(emulator: Emulator, environment: Environment) -> None:
    region = environment.region
    emulator.client("sns", region).create_topic(Name=environment.shared_name(ALARMS))
    if environment.backups:
        key = emulator.client("kms", region).create_key()["KeyMetadata"]["Arn"]
        vault = environment.shared_name()
        emulator.client("backup", region).create_backup_vault(BackupVaultName=vault, EncryptionKeyArn=key)
    if environment.access_logs.enabled:
        bucket = f"{environment.shared_name(log_bucket_of(environment))}-{environment.account_id}"
        s3 = emulator.client("s3", region)
        s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": region})
        delivery = {"Effect": "Allow", "Principal": {"Service": S3_LOGGING}, "Action": "s3:PutObject"}
        policy = {"Version": "2012-10-17", "Statement": [{**delivery, "Resource": f"arn:aws:s3:::{bucket}/*"}]}
        s3.put_bucket_policy(Bucket=bucket, Policy=json.dumps(policy))
