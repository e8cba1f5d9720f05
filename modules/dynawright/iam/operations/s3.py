"""S3: many operations require an action with another name."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask, Asked
from dynawright.iam.operations.call import Situation
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Row, Rows, each

SOURCE = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html"
ENCRYPTION = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html"
BUCKET = "arn:aws:s3:::{Bucket}"
OBJECT = "arn:aws:s3:::{Bucket}/{Key}"
CONTEXT = {"aws:s3:arn": "{bucket_context:Key}"}
PUT_CONTEXT = {
    "s3:x-amz-acl": "{ACL}",
    "s3:x-amz-server-side-encryption": "{ServerSideEncryption}",
    "s3:x-amz-server-side-encryption-aws-kms-key-id": "{SSEKMSKeyId}",
}
# Operation → the action that it requires on the bucket.
ON_BUCKET = {
    "DeleteBucketEncryption": "PutEncryptionConfiguration",
    "DeleteBucketLifecycle": "PutLifecycleConfiguration",
    "DeleteBucketOwnershipControls": "PutBucketOwnershipControls",
    "DeleteBucketTagging": "PutBucketTagging",
    "DeletePublicAccessBlock": "PutBucketPublicAccessBlock",
    "GetBucketAccelerateConfiguration": "GetAccelerateConfiguration",
    "GetBucketCors": "GetBucketCORS",
    "GetBucketEncryption": "GetEncryptionConfiguration",
    "GetBucketLifecycleConfiguration": "GetLifecycleConfiguration",
    "GetBucketReplication": "GetReplicationConfiguration",
    "GetObjectLockConfiguration": "GetBucketObjectLockConfiguration",
    "GetPublicAccessBlock": "GetBucketPublicAccessBlock",
    "HeadBucket": "ListBucket",
    "ListMultipartUploads": "ListBucketMultipartUploads",
    "ListObjectVersions": "ListBucketVersions",
    "PutBucketEncryption": "PutEncryptionConfiguration",
    "PutBucketLifecycleConfiguration": "PutLifecycleConfiguration",
    "PutObjectLockConfiguration": "PutBucketObjectLockConfiguration",
    "PutPublicAccessBlock": "PutBucketPublicAccessBlock",
}


def _uses(*actions: str) -> tuple[Ask, ...]:
    return key_uses("s3", "{bucket_key:Bucket}", *actions, encryption=CONTEXT, source=ENCRYPTION)


def _delete_objects(situation: Situation) -> list[Asked]:
    """Return a request per object; deleting a version requires another right."""
    given = situation.call.parameters
    asked = {}
    for entry in given["Delete"]["Objects"]:
        actions = ["DeleteObjectVersion" if entry.get("VersionId") else "DeleteObject"]
        actions += ["BypassGovernanceRetention"] if given.get("BypassGovernanceRetention") else []
        for action in actions:
            resource = f"arn:aws:s3:::{given['Bucket']}/{entry['Key']}"
            asked[action, resource] = Asked(action=f"s3:{action}", resource=resource)
    return list(asked.values())


READ: Row = (
    Ask("s3:GetObject", OBJECT, unless="VersionId"),
    Ask("s3:GetObjectVersion", OBJECT, when="VersionId"),
    *_uses("Decrypt"),
)
WRITE = (
    Ask("s3:PutObject", OBJECT, context=PUT_CONTEXT),
    Ask("s3:PutObjectAcl", OBJECT, when="ACL", context={"s3:x-amz-acl": "{ACL}"}),
    Ask("s3:PutObjectTagging", OBJECT, when="Tagging"),
    Ask("s3:PutObjectRetention", OBJECT, when="ObjectLockMode"),
    Ask("s3:PutObjectLegalHold", OBJECT, when="ObjectLockLegalHoldStatus"),
)
LISTING: Row = (Ask("s3:ListBucket", BUCKET, context={"s3:prefix": "{Prefix}", "s3:delimiter": "{Delimiter}"}),)

ROWS: Rows = {
    "s3": {
        **each(
            "s3",
            BUCKET,
            *("DeleteBucket", "DeleteBucketPolicy", "GetBucketAcl", "GetBucketLocation", "GetBucketLogging"),
            *(
                "GetBucketOwnershipControls",
                "GetBucketPolicy",
                "GetBucketPolicyStatus",
                "GetBucketRequestPayment",
                "GetBucketTagging",
            ),
            *("GetBucketVersioning", "GetBucketWebsite", "PutBucketLogging", "PutBucketOwnershipControls", "PutBucketPolicy"),
            *("PutBucketTagging", "PutBucketVersioning"),
        ),
        **{operation: (Ask(f"s3:{action}", BUCKET),) for operation, action in ON_BUCKET.items()},
        "ListBuckets": (Ask("s3:ListAllMyBuckets"),),
        "ListObjects": LISTING,
        "ListObjectsV2": LISTING,
        "CreateBucket": (
            Ask("s3:CreateBucket", BUCKET, tags="CreateBucketConfiguration.Tags"),
            Ask("s3:TagResource", BUCKET, when="CreateBucketConfiguration.Tags", tags="CreateBucketConfiguration.Tags"),
            Ask("s3:PutBucketObjectLockConfiguration", BUCKET, when="ObjectLockEnabledForBucket"),
            Ask("s3:PutBucketVersioning", BUCKET, when="ObjectLockEnabledForBucket"),
            Ask("s3:PutBucketOwnershipControls", BUCKET, when="ObjectOwnership"),
        ),
        "GetObject": READ,
        "HeadObject": READ,
        "PutObject": (*WRITE, *_uses("GenerateDataKey")),
        "CreateMultipartUpload": (*WRITE, *_uses("GenerateDataKey", "Decrypt")),
        "UploadPart": (Ask("s3:PutObject", OBJECT), *_uses("GenerateDataKey", "Decrypt")),
        "CompleteMultipartUpload": (Ask("s3:PutObject", OBJECT), *_uses("GenerateDataKey", "Decrypt")),
        "AbortMultipartUpload": (Ask("s3:AbortMultipartUpload", OBJECT),),
        "DeleteObject": (
            Ask("s3:DeleteObject", OBJECT, unless="VersionId"),
            Ask("s3:DeleteObjectVersion", OBJECT, when="VersionId"),
            Ask("s3:BypassGovernanceRetention", OBJECT, when="BypassGovernanceRetention"),
        ),
        "DeleteObjects": _delete_objects,
        "GetObjectTagging": (Ask("s3:GetObjectTagging", OBJECT),),
        "PutObjectTagging": (Ask("s3:PutObjectTagging", OBJECT),),
    },
    "s3control": {
        "ListTagsForResource": (Ask("s3:ListTagsForResource", "{ResourceArn}"),),
        "TagResource": (Ask("s3:TagResource", "{ResourceArn}", tags="Tags"),),
        "UntagResource": (Ask("s3:UntagResource", "{ResourceArn}", tags="TagKeys"),),
    },
}
