"""Creates the bucket for an environment's Terraform state, which must exist before the first apply.

It can run any number of times: it changes only what is missing, and reports each change.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from dynawright.deploy import account
from dynawright.errors import Place, Problem, UserError
from dynawright.settings import Environment, load_named

OLD_VERSIONS_DAYS = 90
"""Days for which an overwritten state can be recovered."""
PRIVATE = dict.fromkeys(("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True)
LIFECYCLE = {
    "Status": "Enabled",
    "Filter": {"Prefix": ""},
    "NoncurrentVersionExpiration": {"NoncurrentDays": OLD_VERSIONS_DAYS},
    "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 7},
}


def bootstrap(environment: Environment, client: Callable[[str], Any]) -> list[str]:
    """Create or repair the state bucket; return the changes.

    `client` returns a client of a service in the bucket's Region.
    """
    name = environment.state.bucket
    if name is None:
        elsewhere = f"in a '{environment.state.backend}' backend" if environment.state.backend else "in a file on this machine"
        text = f"{environment.name} keeps its state {elsewhere}"
        fix = "set state.bucket if it should be in S3"
        raise UserError([Problem("DW405", text, Place(f"environments/{environment.name}.yaml", path="state.bucket"), fix=fix)])
    account.refuse_another(environment, client("sts"))
    return StateBucket(client("s3"), name, environment).mend()


class StateBucket:
    """The steps of the state bucket: each changes a property if needed, and returns whether it did."""

    def __init__(self, s3: Any, name: str, environment: Environment) -> None:
        self._s3 = s3
        self._name = name
        self._environment = environment
        self._owned = {"Bucket": name, "ExpectedBucketOwner": environment.account_id}
        self._writes = True
        self._steps: tuple[tuple[str, Callable[[], bool]], ...] = (
            (f"created in {environment.state_region}", self._create),
            ("public access blocked", self._block_public_access),
            ("versions kept", self._keep_versions),
            ("encrypted", self._encrypt),
            ("requests without TLS refused", self._demand_tls),
            (f"old versions deleted after {OLD_VERSIONS_DAYS} days", self._delete_old_versions),
        )

    def mend(self) -> list[str]:
        """Repair the bucket and return the changes; empty if there were none."""
        return [words for words, step in self._steps if step()]

    def missing(self) -> list[str]:
        """Return the changes that `mend` would make, without making them."""
        self._writes = False
        words, create = self._steps[0]
        try:
            return [words] if create() else [words for words, step in self._steps[1:] if step()]
        finally:
            self._writes = True

    def _write(self, change: Callable[..., Any], **asked: Any) -> bool:
        if self._writes:
            change(**asked)
        return True

    def _create(self) -> bool:
        try:
            self._s3.head_bucket(**self._owned)
            return False
        except self._s3.exceptions.ClientError as error:
            if error.response["ResponseMetadata"]["HTTPStatusCode"] != 404:
                raise self._not_ours() from None
        region = self._environment.state_region
        # S3 refuses us-east-1 here.
        where = {} if region == "us-east-1" else {"CreateBucketConfiguration": {"LocationConstraint": region}}
        try:
            return self._write(self._s3.create_bucket, Bucket=self._name, **where)
        except (self._s3.exceptions.BucketAlreadyExists, self._s3.exceptions.BucketAlreadyOwnedByYou):
            raise self._not_ours() from None

    def _not_ours(self) -> UserError:
        place = Place(f"environments/{self._environment.name}.yaml", path="state.bucket")
        text = f"bucket '{self._name}' belongs to another account, or the credentials may not see it"
        return UserError([Problem("DW405", text, place, self._name, fix="choose another name; all accounts share them")])

    def _block_public_access(self) -> bool:
        found = self._found(self._s3.get_public_access_block, "PublicAccessBlockConfiguration")
        if found == PRIVATE:
            return False
        return self._write(self._s3.put_public_access_block, **self._owned, PublicAccessBlockConfiguration=PRIVATE)

    def _keep_versions(self) -> bool:
        if self._found(self._s3.get_bucket_versioning, "Status") == "Enabled":
            return False
        return self._write(self._s3.put_bucket_versioning, **self._owned, VersioningConfiguration={"Status": "Enabled"})

    def _encrypt(self) -> bool:
        """Encrypt with the state's key; without a key setting, any existing encryption is kept."""
        key = self._environment.state.kms_key_arn
        configuration = self._found(self._s3.get_bucket_encryption, "ServerSideEncryptionConfiguration") or {"Rules": []}
        now = [rule["ApplyServerSideEncryptionByDefault"] for rule in configuration["Rules"]]
        if any(key in (None, default_key.get("KMSMasterKeyID")) for default_key in now):
            return False
        default = {"SSEAlgorithm": "aws:kms", "KMSMasterKeyID": key} if key else {"SSEAlgorithm": "AES256"}
        rule = {"ApplyServerSideEncryptionByDefault": default, "BucketKeyEnabled": key is not None}
        return self._write(self._s3.put_bucket_encryption, **self._owned, ServerSideEncryptionConfiguration={"Rules": [rule]})

    def _demand_tls(self) -> bool:
        """Add the policy's statements and keep those of others."""
        found = json.loads(self._found(self._s3.get_bucket_policy, "Policy") or '{"Statement": []}')
        arn = f"arn:aws:s3:::{self._name}"
        wanted = {
            "Sid": "TlsOnly",
            "Effect": "Deny",
            "Principal": "*",
            "Action": "s3:*",
            "Resource": [arn, f"{arn}/*"],
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        }
        others = [statement for statement in found["Statement"] if statement.get("Sid") != wanted["Sid"]]
        if wanted in found["Statement"]:
            return False
        policy = {"Version": "2012-10-17", "Statement": [*others, wanted]}
        return self._write(self._s3.put_bucket_policy, **self._owned, Policy=json.dumps(policy))

    def _delete_old_versions(self) -> bool:
        found = self._found(self._s3.get_bucket_lifecycle_configuration, "Rules") or []
        id = f"{self._environment.project}-old-versions"
        if any(rule.get("ID") == id for rule in found):
            return False
        rules = [*found, {"ID": id, **LIFECYCLE}]
        return self._write(self._s3.put_bucket_lifecycle_configuration, **self._owned, LifecycleConfiguration={"Rules": rules})

    def _found(self, read: Callable[..., Any], part: str) -> Any:
        """Return S3's answer, or None if nothing is set."""
        try:
            return read(**self._owned).get(part)
        except self._s3.exceptions.ClientError as error:
            if error.response["ResponseMetadata"]["HTTPStatusCode"] != 404:
                raise
            return None


def bootstrap_with_own_credentials(environment_name: str) -> tuple[str, list[str]]:
    """Create or repair the environment's state bucket; return its name and the changes."""
    from dynawright.aws import client, refusals_in_words

    environment = load_named(environment_name)
    with refusals_in_words():
        done = bootstrap(environment, lambda service: client(service, environment.state_region))
    return str(environment.state.bucket), done
