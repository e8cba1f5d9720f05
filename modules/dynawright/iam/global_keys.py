"""Condition keys of requests to any service, with their types.

Source: IAM User Guide, "AWS global condition context keys". aws:RequestTag, aws:ResourceTag and aws:TagKeys are global too, but
only for actions whose service data lists them.
"""

from __future__ import annotations

from collections.abc import Mapping

GLOBAL_KEYS: Mapping[str, str] = {
    "aws:AssumedRoot": "Bool",
    "aws:CalledVia": "ArrayOfString",
    "aws:CalledViaFirst": "String",
    "aws:CalledViaLast": "String",
    "aws:ChatbotSourceArn": "ARN",
    "aws:CurrentTime": "Date",
    "aws:Ec2InstanceSourcePrivateIPv4": "IPAddress",
    "aws:Ec2InstanceSourceVpc": "String",
    "aws:EpochTime": "Date",
    "aws:FederatedProvider": "String",
    "aws:MultiFactorAuthAge": "Numeric",
    "aws:MultiFactorAuthPresent": "Bool",
    "aws:PrincipalAccount": "String",
    "aws:PrincipalArn": "ARN",
    "aws:PrincipalIsAWSService": "Bool",
    "aws:PrincipalOrgID": "String",
    "aws:PrincipalOrgPaths": "ArrayOfString",
    "aws:PrincipalServiceName": "String",
    "aws:PrincipalServiceNamesList": "ArrayOfString",
    "aws:PrincipalTag/${TagKey}": "String",
    "aws:PrincipalType": "String",
    "aws:RequestedRegion": "String",
    "aws:ResourceAccount": "String",
    "aws:ResourceOrgID": "String",
    "aws:ResourceOrgPaths": "ArrayOfString",
    "aws:SecureTransport": "Bool",
    "aws:SourceAccount": "String",
    "aws:SourceArn": "ARN",
    "aws:SourceIdentity": "String",
    "aws:SourceIp": "IPAddress",
    "aws:SourceOrgID": "String",
    "aws:SourceOrgPaths": "ArrayOfString",
    "aws:SourceOwner": "String",  # only in the default policy of a new SNS topic: SNS guide, "Example cases"
    "aws:SourceVpc": "String",
    "aws:SourceVpcArn": "ARN",
    "aws:SourceVpce": "String",
    "aws:TokenIssueTime": "Date",
    "aws:UserAgent": "String",
    "aws:ViaAWSService": "Bool",
    "aws:VpcSourceIp": "IPAddress",
    "aws:VpceAccount": "String",
    "aws:VpceOrgID": "String",
    "aws:VpceOrgPaths": "ArrayOfString",
    "aws:referer": "String",
    "aws:userid": "String",
    "aws:username": "String",
    "ec2:RoleDelivery": "String",
    "ec2:SourceInstanceArn": "ARN",
    "lambda:SourceFunctionArn": "ARN",
    "ssm:SourceInstanceArn": "ARN",
}
