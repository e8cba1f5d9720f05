"""IAM."""

from __future__ import annotations

from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import Rows, each

SOURCE = "https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsidentityandaccessmanagementiam.html"
ROLE = "{role:RoleName}"
POLICY = "{PolicyArn}"
NEW_POLICY = "arn:aws:iam::{account}:policy{Path|/}{PolicyName}"
PROVIDER = "{OpenIDConnectProviderArn}"
NEW_PROVIDER = "arn:aws:iam::{account}:oidc-provider/{host:Url}"
BOUNDARY = {"iam:PermissionsBoundary": "{boundary:RoleName}"}
"""Condition keys of an existing role: IAM User Guide, "Available keys for AWS IAM"."""


ROWS: Rows = {
    "iam": {
        **each(
            "iam",
            ROLE,
            *("DeleteRole", "GetRole", "GetRolePolicy", "ListAttachedRolePolicies", "ListInstanceProfilesForRole"),
            *("ListRolePolicies", "ListRoleTags", "UpdateAssumeRolePolicy", "UpdateRole", "UpdateRoleDescription"),
        ),
        "CreateRole": (
            Ask(
                "iam:CreateRole",
                "arn:aws:iam::{account}:role{Path|/}{RoleName}",
                tags="Tags",
                context={"iam:PermissionsBoundary": "{PermissionsBoundary}"},
            ),
            Ask("iam:TagRole", "arn:aws:iam::{account}:role{Path|/}{RoleName}", when="Tags", tags="Tags"),
        ),
        "PutRolePermissionsBoundary": (
            Ask("iam:PutRolePermissionsBoundary", ROLE, context={"iam:PermissionsBoundary": "{PermissionsBoundary}"}),
        ),
        "DeleteRolePermissionsBoundary": (Ask("iam:DeleteRolePermissionsBoundary", ROLE, context=BOUNDARY),),
        "PutRolePolicy": (Ask("iam:PutRolePolicy", ROLE, context=BOUNDARY),),
        "DeleteRolePolicy": (Ask("iam:DeleteRolePolicy", ROLE, context=BOUNDARY),),
        "AttachRolePolicy": (Ask("iam:AttachRolePolicy", ROLE, context={**BOUNDARY, "iam:PolicyARN": POLICY}),),
        "DetachRolePolicy": (Ask("iam:DetachRolePolicy", ROLE, context={**BOUNDARY, "iam:PolicyARN": POLICY}),),
        "TagRole": (Ask("iam:TagRole", ROLE, tags="Tags"),),
        "UntagRole": (Ask("iam:UntagRole", ROLE, tags="TagKeys"),),
        **each(
            "iam",
            POLICY,
            *("CreatePolicyVersion", "DeletePolicy", "DeletePolicyVersion", "GetPolicy", "GetPolicyVersion"),
            *("ListEntitiesForPolicy", "ListPolicyVersions", "ListPolicyTags", "SetDefaultPolicyVersion"),
        ),
        "CreatePolicy": (
            Ask("iam:CreatePolicy", NEW_POLICY, tags="Tags"),
            Ask("iam:TagPolicy", NEW_POLICY, when="Tags", tags="Tags"),
        ),
        "TagPolicy": (Ask("iam:TagPolicy", POLICY, tags="Tags"),),
        "UntagPolicy": (Ask("iam:UntagPolicy", POLICY, tags="TagKeys"),),
        **each(
            "iam",
            PROVIDER,
            *("AddClientIDToOpenIDConnectProvider", "DeleteOpenIDConnectProvider", "GetOpenIDConnectProvider"),
            *(
                "RemoveClientIDFromOpenIDConnectProvider",
                "UpdateOpenIDConnectProviderThumbprint",
                "ListOpenIDConnectProviderTags",
            ),
        ),
        "CreateOpenIDConnectProvider": (
            Ask("iam:CreateOpenIDConnectProvider", NEW_PROVIDER, tags="Tags"),
            Ask("iam:TagOpenIDConnectProvider", NEW_PROVIDER, when="Tags", tags="Tags"),
        ),
        "TagOpenIDConnectProvider": (Ask("iam:TagOpenIDConnectProvider", PROVIDER, tags="Tags"),),
        "UntagOpenIDConnectProvider": (Ask("iam:UntagOpenIDConnectProvider", PROVIDER, tags="TagKeys"),),
        **each("iam", "*", "ListOpenIDConnectProviders", "ListPolicies", "ListRoles", "GetAccountSummary", "ListAccountAliases"),
        "CreateServiceLinkedRole": (
            Ask(
                "iam:CreateServiceLinkedRole",
                "arn:aws:iam::{account}:role/aws-service-role/{AWSServiceName}/*",
                context={"iam:AWSServiceName": "{AWSServiceName}"},
            ),
        ),
        **each("iam", "arn:aws:iam::{account}:user/{UserName|}", "GetUser", "CreateUser", "DeleteUser"),
    },
}
