"""Lambda."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.key_use import key_uses
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awslambda.html"
VARIABLES = "https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars-encryption.html"
MAPPING_TAGS = "https://docs.aws.amazon.com/lambda/latest/dg/tags-esm.html"
CODE = "https://docs.aws.amazon.com/lambda/latest/dg/configuration-function-zip.html"
FUNCTION = "arn:aws:lambda:{region}:{account}:function:{FunctionName}"
MAPPING = "arn:aws:lambda:{region}:{account}:event-source-mapping:{UUID}"
OF_FUNCTION = {"lambda:FunctionArn": "{mapped_function:UUID}"}
CONTEXT = {"aws:lambda:FunctionArn": FUNCTION}
VPC = {
    "lambda:SubnetIds": "{VpcConfig.SubnetIds[]}",
    "lambda:SecurityGroupIds": "{VpcConfig.SecurityGroupIds[]}",
}
NETWORK = tuple(
    Ask(f"ec2:{action}", when="VpcConfig.SubnetIds") for action in ("DescribeSecurityGroups", "DescribeSubnets", "DescribeVpcs")
)
PASS = Ask("iam:PassRole", "{Role}", when="Role", context={"iam:PassedToService": "lambda.amazonaws.com"})
# Without the right to decrypt, Lambda returns an error instead of the variables, and Terraform would set them: treated as a denial.
DECRYPT = key_uses("lambda", "{function_key:FunctionName}", "Decrypt", encryption=CONTEXT, source=VARIABLES)

ROWS: Rows = {
    "lambda": {
        **each(
            "lambda",
            FUNCTION,
            *(
                "DeleteFunction",
                "DeleteFunctionConcurrency",
                "GetFunctionCodeSigningConfig",
                "GetFunctionConcurrency",
                "GetPolicy",
            ),
            *("GetFunctionEventInvokeConfig", "ListVersionsByFunction", "PublishVersion", "PutFunctionConcurrency"),
            "RemovePermission",
        ),
        "UpdateFunctionCode": (
            Ask("lambda:UpdateFunctionCode", FUNCTION),
            Ask("s3:GetObject", "arn:aws:s3:::{S3Bucket}/{S3Key}", when="S3Bucket", source=CODE),
        ),
        "CreateFunction": (
            Ask("lambda:CreateFunction", FUNCTION, tags="Tags", context=VPC),
            Ask("lambda:TagResource", FUNCTION, when="Tags", tags="Tags"),
            Ask("s3:GetObject", "arn:aws:s3:::{Code.S3Bucket}/{Code.S3Key}", when="Code.S3Bucket", source=CODE),
            PASS,
            *NETWORK,
            *key_uses(
                "lambda",
                "{key:KMSKeyArn}",
                "CreateGrant",
                "Encrypt",
                "Decrypt",
                encryption=CONTEXT,
                source=VARIABLES,
                when="Environment",
            ),
        ),
        "UpdateFunctionConfiguration": (
            Ask("lambda:UpdateFunctionConfiguration", FUNCTION, context=VPC),
            PASS,
            *NETWORK,
            *key_uses(
                "lambda",
                "{key:KMSKeyArn}",
                "CreateGrant",
                "Encrypt",
                "Decrypt",
                encryption=CONTEXT,
                source=VARIABLES,
                when="Environment",
            ),
        ),
        "GetFunction": (Ask("lambda:GetFunction", FUNCTION), *DECRYPT),
        "GetFunctionConfiguration": (Ask("lambda:GetFunctionConfiguration", FUNCTION), *DECRYPT),
        "AddPermission": (Ask("lambda:AddPermission", FUNCTION, context={"lambda:Principal": "{Principal}"}),),
        "Invoke": (Ask("lambda:InvokeFunction", FUNCTION),),
        "CreateEventSourceMapping": (
            Ask(
                "lambda:CreateEventSourceMapping",
                tags="Tags",
                context={"lambda:FunctionArn": FUNCTION},
            ),
            Ask(
                "lambda:TagResource",
                "arn:aws:lambda:{region}:{account}:event-source-mapping:*",
                when="Tags",
                tags="Tags",
                source=MAPPING_TAGS,
            ),
        ),
        "GetEventSourceMapping": (Ask("lambda:GetEventSourceMapping", MAPPING, context=OF_FUNCTION),),
        "UpdateEventSourceMapping": (Ask("lambda:UpdateEventSourceMapping", MAPPING, context=OF_FUNCTION),),
        "DeleteEventSourceMapping": (Ask("lambda:DeleteEventSourceMapping", MAPPING, context=OF_FUNCTION),),
        **each("lambda", "*", "GetAccountSettings", "ListEventSourceMappings", "ListFunctions"),
        "ListTags": (Ask("lambda:ListTags", "{Resource}", source=MAPPING_TAGS),),
        "TagResource": (Ask("lambda:TagResource", "{Resource}", tags="Tags", source=MAPPING_TAGS),),
        "UntagResource": (Ask("lambda:UntagResource", "{Resource}", tags="TagKeys", source=MAPPING_TAGS),),
    },
}
