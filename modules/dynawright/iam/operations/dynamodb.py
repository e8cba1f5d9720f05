"""DynamoDB and its streams."""

from __future__ import annotations

from dynawright.iam.operations import items
from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html"
EXPORT = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport_Requesting.html"
BULK = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BulkPutItems.Considerations.html"
IMPORT = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataImport.Requesting.html"
ENCRYPTION = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html"
REPLICAS = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables-security.html"
TABLE = "arn:aws:dynamodb:{region}:{account}:table/{TableName}"
CONTEXT = {"aws:dynamodb:tableName": "{TableName}", "aws:dynamodb:subscriberId": "{account}"}


def _use(*actions: str, key: str = "{key:SSESpecification.KMSMasterKeyId}") -> tuple[Ask, ...]:
    return key_uses("dynamodb", key, *actions, encryption=CONTEXT, source=ENCRYPTION)


def _of_replicas(change: str, *actions: str) -> tuple[Ask, ...]:
    """Require the rights that a change of replicas needs in the replica's Region."""
    replica = f"arn:aws:dynamodb:{{ReplicaUpdates[].{change}.RegionName}}:{{account}}:table/{{TableName}}"
    return tuple(Ask(f"dynamodb:{action}", replica, when=f"ReplicaUpdates[].{change}", source=REPLICAS) for action in actions)


NEW_REPLICA = (
    *("CreateTable", "CreateTableReplica", "Query", "Scan"),
    *("BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "UpdateItem"),
)


ROWS: Rows = {
    "dynamodb": {
        **each(
            "dynamodb",
            TABLE,
            *("DeleteTable", "DescribeContinuousBackups", "DescribeContributorInsights", "DescribeKinesisStreamingDestination"),
            *("DescribeTable", "DescribeTableReplicaAutoScaling", "DescribeTimeToLive", "UpdateContinuousBackups"),
            *("UpdateContributorInsights", "UpdateTimeToLive", "CreateBackup"),
        ),
        **each("dynamodb", "{BackupArn}", "DeleteBackup", "DescribeBackup"),
        **each("dynamodb", "{ExportArn}", "DescribeExport"),
        **each("dynamodb", "*", "ListBackups", "ListExports", "ListTables", "ListContributorInsights", "DescribeLimits"),
        **each(
            "dynamodb", "{ResourceArn}", "DeleteResourcePolicy", "GetResourcePolicy", "ListTagsOfResource", "PutResourcePolicy"
        ),
        "DescribeEndpoints": (Ask("dynamodb:DescribeEndpoints"),),
        "TagResource": (Ask("dynamodb:TagResource", "{ResourceArn}", tags="Tags"),),
        "UntagResource": (Ask("dynamodb:UntagResource", "{ResourceArn}", tags="TagKeys"),),
        "CreateTable": (
            Ask("dynamodb:CreateTable", TABLE, tags="Tags"),
            Ask("dynamodb:TagResource", TABLE, when="Tags", tags="Tags"),
            Ask("dynamodb:PutResourcePolicy", TABLE, when="ResourcePolicy"),
            *_use("DescribeKey", "CreateGrant", "Decrypt", "Encrypt", "GenerateDataKey"),
        ),
        "UpdateTable": (
            Ask("dynamodb:UpdateTable", TABLE),
            *_of_replicas("Create", *NEW_REPLICA),
            *_of_replicas("Delete", "DeleteTable", "DeleteTableReplica"),
            Ask(
                "iam:CreateServiceLinkedRole",
                "arn:aws:iam::{account}:role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication",
                when="ReplicaUpdates[].Create",
                context={"iam:AWSServiceName": "replication.dynamodb.amazonaws.com"},
                source=REPLICAS,
            ),
            *_use("DescribeKey", "CreateGrant", "Decrypt", "Encrypt", "GenerateDataKey"),
        ),
        **{
            operation: (
                Ask(f"dynamodb:{operation}", TABLE),
                Ask("kinesis:DescribeStream", "{StreamArn}", when="StreamArn"),
                Ask("kinesis:PutRecords", "{StreamArn}", when="StreamArn"),
            )
            for operation in (
                "EnableKinesisStreamingDestination",
                "UpdateKinesisStreamingDestination",
                "DisableKinesisStreamingDestination",
            )
        },
        "ExportTableToPointInTime": (
            Ask("dynamodb:ExportTableToPointInTime", "{TableArn}"),
            *(
                Ask(f"s3:{action}", "arn:aws:s3:::{S3Bucket}/{S3Prefix|}*", source=EXPORT)
                for action in ("AbortMultipartUpload", "PutObject", "PutObjectAcl")
            ),
            *key_uses(
                *("s3", "{key:S3SseKmsKeyId}", "GenerateDataKey", "Decrypt"),
                encryption={"aws:s3:arn": "arn:aws:s3:::{S3Bucket}"},
                source=EXPORT,
            ),
        ),
        "DescribeImport": (Ask("dynamodb:DescribeImport", "{ImportArn}"),),
        "ListImports": (Ask("dynamodb:ListImports"),),
        "ImportTable": (
            Ask("dynamodb:ImportTable", "arn:aws:dynamodb:{region}:{account}:table/{TableCreationParameters.TableName}"),
            Ask("s3:ListBucket", "arn:aws:s3:::{S3BucketSource.S3Bucket}", source=IMPORT),
            Ask("s3:GetObject", "arn:aws:s3:::{S3BucketSource.S3Bucket}/{S3BucketSource.S3KeyPrefix|}*", source=IMPORT),
            *key_uses(
                *("dynamodb", "{key:TableCreationParameters.SSESpecification.KMSMasterKeyId}"),
                *("DescribeKey", "CreateGrant", "Decrypt", "Encrypt", "GenerateDataKey"),
                encryption={**CONTEXT, "aws:dynamodb:tableName": "{TableCreationParameters.TableName}"},
                source=ENCRYPTION,
            ),
        ),
        "StartBulkPutItems": (
            Ask("dynamodb:StartBulkPutItems", TABLE, source=BULK),
            Ask("s3:ListBucket", "arn:aws:s3:::{InputS3Configuration.S3Bucket}", source=BULK),
            Ask("s3:GetObject", "arn:aws:s3:::{InputS3Configuration.S3Bucket}/{InputS3Configuration.S3KeyPrefix|}*", source=BULK),
            Ask(
                "s3:PutObject", "arn:aws:s3:::{OutputS3Configuration.S3Bucket}/{OutputS3Configuration.S3KeyPrefix|}*", source=BULK
            ),
        ),
        "DescribeBulkOperation": (Ask("dynamodb:DescribeBulkOperation", "{BulkOperationArn}", source=BULK),),
        "ListBulkOperations": (Ask("dynamodb:ListBulkOperations", source=BULK),),
        "RestoreTableToPointInTime": (
            *(
                Ask(f"dynamodb:{action}", "arn:aws:dynamodb:{region}:{account}:table/{TargetTableName}")
                for action in (
                    *(
                        "RestoreTableToPointInTime",
                        "BatchWriteItem",
                        "DeleteItem",
                        "GetItem",
                        "PutItem",
                        "Query",
                        "Scan",
                        "UpdateItem",
                    ),
                )
            ),
            Ask(
                "dynamodb:RestoreTableToPointInTime",
                "arn:aws:dynamodb:{region}:{account}:table/{SourceTableName}",
                when="SourceTableName",
            ),
            Ask("dynamodb:RestoreTableToPointInTime", "{SourceTableArn}", when="SourceTableArn"),
        ),
        "RestoreTableFromBackup": (
            *(
                Ask(f"dynamodb:{action}", "arn:aws:dynamodb:{region}:{account}:table/{TargetTableName}")
                for action in (
                    "RestoreTableFromBackup",
                    "BatchWriteItem",
                    "DeleteItem",
                    "GetItem",
                    "PutItem",
                    "Query",
                    "Scan",
                    "UpdateItem",
                )
            ),
            Ask("dynamodb:RestoreTableFromBackup", "{BackupArn}"),
        ),
        "GetItem": items.read_item,
        "PutItem": items.write_item,
        "UpdateItem": items.write_item,
        "DeleteItem": items.write_item,
        "Query": items.query,
        "Scan": items.query,
        "BatchGetItem": items.batch_get,
        "BatchWriteItem": items.batch_write,
        "TransactGetItems": items.transaction,
        "TransactWriteItems": items.transaction,
        "ExecuteStatement": items.statements,
        "BatchExecuteStatement": items.statements,
        "ExecuteTransaction": items.statements,
    },
    "dynamodbstreams": {
        "ListStreams": (Ask("dynamodb:ListStreams"),),
        "DescribeStream": (Ask("dynamodb:DescribeStream", "{StreamArn}"),),
        "GetShardIterator": (Ask("dynamodb:GetShardIterator", "{StreamArn}"),),
        "GetRecords": (
            Ask("dynamodb:GetRecords", "{shard_stream:ShardIterator}"),
            *key_uses(
                "dynamodb",
                "{shard_key:ShardIterator}",
                "Decrypt",
                encryption={"aws:dynamodb:tableName": "{shard_table:ShardIterator}", "aws:dynamodb:subscriberId": "{account}"},
            ),
        ),
    },
}
