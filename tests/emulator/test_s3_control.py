"""A bucket's tags by S3 Control at `<account>.<endpoint host>`, as Go's SDK asks by proxy."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import boto3
import pytest
from botocore.config import Config

from dynawright.emulator.emulator import Emulator
from dynawright.environ import proxied

ACCOUNT, REGION = "111122223333", "ap-northeast-1"
BUCKET = "arn:aws:s3:::logs"


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator(ACCOUNT) as running:
        yield running


def test_tags_of_a_bucket_are_read_written_and_removed(emulator: Emulator) -> None:
    tags = [{"Key": "Environment", "Value": "local"}]
    configuration = {"LocationConstraint": REGION, "Tags": tags}
    s3 = emulator.client("s3", REGION)
    s3.create_bucket(Bucket="logs", CreateBucketConfiguration=configuration)

    hosts: list[str | None] = []
    proxies = {"http": proxied(emulator.environ)["HTTP_PROXY"]}
    address = {"endpoint_url": emulator.endpoint_url, "region_name": REGION}
    keys = {"aws_access_key_id": "emulator", "aws_secret_access_key": "emulator"}
    control = boto3.client("s3control", **address, **keys, config=Config(proxies=proxies))
    control.meta.events.register("before-send", lambda request, **_: hosts.append(urlsplit(request.url).hostname))
    assert control.list_tags_for_resource(AccountId=ACCOUNT, ResourceArn=BUCKET)["Tags"] == tags
    control.tag_resource(AccountId=ACCOUNT, ResourceArn=BUCKET, Tags=[{"Key": "Owner", "Value": "data"}])
    control.untag_resource(AccountId=ACCOUNT, ResourceArn=BUCKET, TagKeys=["Environment"])
    assert s3.get_bucket_tagging(Bucket="logs")["TagSet"] == [{"Key": "Owner", "Value": "data"}]
    assert set(hosts) == {f"{ACCOUNT}.127.0.0.1"}


def test_only_the_emulator_is_its_own_proxy() -> None:
    assert proxied({"AWS_ENDPOINT_URL": "http://127.0.0.1:5560"})["HTTP_PROXY"] == "http://127.0.0.1:5560"
    for environ in ({}, {"AWS_ENDPOINT_URL": "https://vpce-1.dynamodb.eu-west-1.vpce.amazonaws.com"}):
        assert proxied(environ) == {}


def test_a_buckets_other_settings_leave_its_tags_alone(emulator: Emulator) -> None:
    tags, s3 = [{"Key": "Team", "Value": "a"}], emulator.client("s3", REGION)
    s3.create_bucket(Bucket="kept", CreateBucketConfiguration={"LocationConstraint": REGION, "Tags": tags})
    s3.put_public_access_block(Bucket="kept", PublicAccessBlockConfiguration={"BlockPublicAcls": True})
    s3.put_bucket_ownership_controls(Bucket="kept", OwnershipControls={"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]})
    assert s3.get_bucket_tagging(Bucket="kept")["TagSet"] == tags
