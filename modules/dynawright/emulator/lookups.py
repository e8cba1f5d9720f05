"""What systems look up, made by hand on an emulator: for plans and applies of a system without its foundation."""

import json

from dynawright.constructs.bucket import LOG_BUCKET
from dynawright.constructs.log_bucket import S3_LOGGING
from dynawright.constructs.topic import ALARM_TOPIC
from dynawright.emulator.emulator import Emulator
from dynawright.settings import Environment
from dynawright.settings.vault import SHARED_VAULT


def provide(emulator: Emulator, environment: Environment) -> None:
    """Empty, but there: the topic, the vault and the log bucket that the environment asks for."""
    region, named = environment.region, environment.physical_name
    emulator.client("sns", region).create_topic(Name=named(ALARM_TOPIC))
    if environment.backups:
        key = emulator.client("kms", region).create_key()["KeyMetadata"]["Arn"]
        emulator.client("backup", region).create_backup_vault(BackupVaultName=named(SHARED_VAULT), EncryptionKeyArn=key)
    if environment.access_logs.enabled:
        bucket, s3 = f"{named(LOG_BUCKET)}-{environment.account_id}", emulator.client("s3", region)
        s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": region})
        delivery = {"Effect": "Allow", "Principal": {"Service": S3_LOGGING}, "Action": "s3:PutObject"}
        policy = {"Version": "2012-10-17", "Statement": [{**delivery, "Resource": f"arn:aws:s3:::{bucket}/*"}]}
        s3.put_bucket_policy(Bucket=bucket, Policy=json.dumps(policy))
