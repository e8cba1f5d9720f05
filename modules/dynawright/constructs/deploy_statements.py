"""Rights of deploy roles as IAM statements, from environment and systems.

Imports no cdktf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from dynawright.constructs import deploy_access as access
from dynawright.constructs.deploy_names import MAPPINGS, OBJECTS, SystemNames, own_names, patterns
from dynawright.constructs.deploy_parameters import Parameters
from dynawright.errors import Place, Problem, UserError
from dynawright.iam import trust
from dynawright.iam.policy import Statement, merged
from dynawright.settings import Environment
from dynawright.settings.deployment import REPOSITORY_TAG


class DeployStatements:
    """The statements of both roles; neither reads items or secrets, or changes these roles."""

    def __init__(
        self, *, environment: Environment, repository: str, systems: Sequence[SystemNames], regions: Sequence[str] | None = None
    ) -> None:
        self._environment = environment
        self._regions = environment.regions if regions is None else regions
        self._parameters = Parameters(environment, systems)
        self._patterns = patterns(systems, environment.name, own_names(environment))
        tags = {REPOSITORY_TAG: repository, "Environment": environment.name}  # the default tags of every stack
        self._tag = {f"aws:ResourceTag/{tag}": value for tag, value in tags.items()}
        self._new_tag = {f"aws:RequestTag/{tag}": value for tag, value in tags.items()}

    def plan(self) -> list[Statement]:
        """Return the rights of the role that plans."""
        provider = f"arn:aws:iam::{self._environment.account_id}:oidc-provider/{trust.GITHUB}"
        statements = [
            *self._reads(),
            Statement(access.PROVIDER_READS, (provider,)),
            *self._decrypted_reads(),
            *self._state(writes=False),
            *self._no_data(),
        ]
        return [statement for statement in statements if statement.resources]  # without systems, some would be empty

    def deploy(self) -> list[Statement]:
        """Return the rights of the role that applies plans."""
        published = self._parameters.statements(access.PARAMETER_WRITES, self._any_region, self._in_regions)
        writes = [*self._state(writes=True), *published, *self._writes(), *self._tagged_writes(), *self._iam_writes()]
        return merged([*self._reads(), *writes, *self._no_data()])

    @cached_property
    def _any_region(self) -> Sequence[str]:
        """The Region in use, or `*` for several: `_in_regions` limits those.

        ARNs per Region would exceed IAM's size limit of a role.
        """
        return self._regions if len(self._regions) == 1 else ("*",)

    @cached_property
    def _in_regions(self) -> Mapping[str, Mapping[str, Any]]:
        """The condition of statements whose ARNs leave the Region open."""
        regions = self._regions
        return {} if len(regions) == 1 else {"StringEquals": {"aws:RequestedRegion": list(regions)}}

    def _arns(self, *templates: str, regions: Sequence[str] = ()) -> tuple[str, ...]:
        """Return each template filled with each value of its placeholder, in the given Regions or all."""
        arns = (
            template.format(region=region, account=self._environment.account_id, **{placeholder: pattern})
            for region in regions or self._any_region
            for template in templates
            for placeholder, patterns in self._patterns.items()
            if f"{{{placeholder}}}" in template
            for pattern in patterns
        )
        return tuple(dict.fromkeys(arns))  # some ARNs are the same in all Regions

    def _arn(self, service: str, resource: str) -> tuple[str, ...]:
        """Return the ARN in each Region in use."""
        account = self._environment.account_id
        return tuple(f"arn:aws:{service}:{region}:{account}:{resource}" for region in self._regions)

    def _iam(self, kind: str, names: Iterable[str]) -> tuple[str, ...]:
        path = self._environment.roles.path
        return tuple(f"arn:aws:iam::{self._environment.account_id}:{kind}{path}{name}" for name in names)

    @cached_property
    def _own(self) -> tuple[str, ...]:
        return (f"{own_names(self._environment)}*{self._environment.name}",)

    @cached_property
    def _mappings(self) -> tuple[str, ...]:
        return self._arn("lambda", MAPPINGS)

    @cached_property
    def _scalable(self) -> tuple[str, ...]:
        return self._arn("application-autoscaling", "scalable-target/*")

    @cached_property
    def _of_our_functions(self) -> Mapping[str, Mapping[str, Any]]:
        return {"ArnLike": {"lambda:FunctionArn": list(self._our_functions)}}

    @cached_property
    def _our_functions(self) -> tuple[str, ...]:
        return self._arns("arn:aws:lambda:{region}:{account}:function:{name}")

    @cached_property
    def _replica_regions(self) -> tuple[str, ...]:
        """Regions of replicas: other_regions and, where systems are in several Regions, these."""
        used = self._regions
        return tuple(dict.fromkeys((*self._environment.other_regions, *(used if len(used) > 1 else ()))))

    def _replicas(self, actions: Iterable[str]) -> list[Statement]:
        """In the environment's other Regions, on tables of the same names."""
        named = tuple(f"{access.REPLICA.service}:{action}" for action in actions)
        return [Statement(named, self._arns(*access.REPLICA.arns, regions=[region])) for region in self._replica_regions]

    def _aws_keys(self) -> list[Statement]:
        """Terraform reads which key is AWS's own, to recognize tables that use it."""
        by_alias = {"StringEquals": {"kms:RequestAlias": "alias/aws/dynamodb"}}
        account = self._environment.account_id
        return [
            Statement(("kms:DescribeKey",), (f"arn:aws:kms:{region}:{account}:key/*",), by_alias)
            for region in dict.fromkeys((*self._regions, *self._replica_regions))
        ]

    def _decrypted_reads(self) -> list[Statement]:
        """Return rights to decrypt function variables and schedule payloads, which plans compare."""
        schedules = self._arns("arn:aws:scheduler:{region}:{account}:schedule/{name}/{name}")
        return [
            *self._decrypted("lambda", "aws:lambda:FunctionArn", self._our_functions),
            *self._decrypted("scheduler", "aws:scheduler:schedule:arn", schedules),
        ]

    def _decrypted(self, service: str, context: str, things: Sequence[str]) -> list[Statement]:
        through = {"kms:ViaService": [f"{service}.{region}.amazonaws.com" for region in self._regions]}
        of_ours = {f"kms:EncryptionContext:{context}": list(things)}
        condition: dict[str, dict[str, Any]] = {"StringEquals": {**self._tag, **through}, "StringLike": of_ours}
        return [Statement(("kms:Decrypt",), self._arn("kms", "key/*") if things else (), condition)]

    def _named(self, actions_of: Callable[[access.Kind], Iterable[str]]) -> list[Statement]:
        """Return the actions of each kind of resource, on all its names."""
        return [
            Statement(tuple(f"{kind.service}:{action}" for action in actions), self._arns(*kind.arns), self._in_regions)
            for kind in access.NAMED
            if (actions := tuple(actions_of(kind)))
        ]

    def _reads(self) -> list[Statement]:
        return [
            *self._parameters.statements(access.PARAMETER_READS, self._any_region, self._in_regions),
            *self._named(lambda kind: kind.reads),
            *self._replicas(access.REPLICA.reads),
            *self._aws_keys(),
            Statement(access.KEY_READS, self._arn("kms", "key/*"), {"StringEquals": self._tag}),
            Statement(access.PLAN_READS, self._arn("backup", "backup-plan:*"), {"StringEquals": self._tag}),
            Statement(access.ROLE_READS, self._iam("role", (*self._patterns["role"], *self._own))),
            Statement(access.POLICY_READS, self._iam("policy", (*self._patterns["role"], *self._own))),
            # Terraform polls until a deleted mapping is gone; by then it has no function.
            Statement(access.MAPPING_READS, self._mappings, {"ArnLikeIfExists": self._of_our_functions["ArnLike"]}),
            Statement(("lambda:ListTags",), self._mappings),  # authorized by the mapping's ARN, which ends with a number
            Statement(access.AUTOSCALING_READS, self._scalable),
            Statement(access.UNNAMED_READS, ("*",)),
        ]

    def _state(self, *, writes: bool) -> list[Statement]:
        """Return rights on this environment's state; only applies write and lock it."""
        state = self._environment.state
        if state.bucket is None:
            return []
        arn = f"arn:aws:s3:::{state.bucket}"
        objects = f"{arn}/{self._environment.name}/*/terraform.tfstate"
        statements = [
            Statement(("s3:ListBucket",), (arn,)),
            Statement(("s3:GetObject",), (objects,)),
        ]
        if writes:
            statements.append(Statement(("s3:PutObject",), (objects,)))
            statements.append(Statement(("s3:GetObject", "s3:PutObject", "s3:DeleteObject"), (f"{objects}.tflock",)))
        if state.kms_key_arn:
            via = {"StringEquals": {"kms:ViaService": f"s3.{self._environment.state_region}.amazonaws.com"}}
            uses = ("kms:Decrypt", "kms:GenerateDataKey") if writes else ("kms:Decrypt",)
            statements.append(Statement(uses, (state.kms_key_arn,), via))
        return statements

    def _no_data(self) -> list[Statement]:
        objects = self._arns(OBJECTS)
        return [
            Statement((*access.ITEMS, *access.DETOURS), ("*",), effect="Deny"),
            Statement(access.OBJECTS, objects, effect="Deny"),
        ]

    def _writes(self) -> list[Statement]:
        tables = {"StringEquals": {"application-autoscaling:service-namespace": "dynamodb"}}
        return [
            *self._named(lambda kind: kind.writes),
            *self._replicas(access.REPLICA.writes),
            Statement(("lambda:CreateEventSourceMapping",), ("*",), self._of_our_functions),
            Statement(access.MAPPING_WRITES, self._mappings, self._of_our_functions),
            Statement(access.AUTOSCALING_WRITES, self._scalable, tables),
            Statement(access.UNNAMED_WRITES, ("*",)),
        ]

    def _tagged_writes(self) -> list[Statement]:
        """Limit resources that AWS numbers instead of naming to those with this repository's tags."""
        keys, plans, network = self._arn("kms", "key/*"), self._arn("backup", "backup-plan:*"), self._arn("ec2", "*")
        ours: Mapping[str, Mapping[str, Any]] = {"StringEquals": self._tag}
        # AWS checks the same for a new resource as for one without tags, so untagged resources can be taken over too.
        untagged = {"Null": dict.fromkeys(self._tag, "true")}
        # A new key has no alias; almost every other key has one.
        unnamed = {"Null": {**untagged["Null"], "kms:ResourceAliases": "true"}}
        new: Mapping[str, Mapping[str, Any]] = {"StringEquals": self._new_tag}
        through = [f"{service}.{region}.amazonaws.com" for region in self._regions for service in access.KEY_SERVICES]
        creates = [action.removeprefix("ec2:") for action in (*access.NETWORK_CREATES, *access.RULE_CREATES)]
        creating = {"StringEquals": {**self._new_tag, "ec2:CreateAction": creates}}
        created = (*self._arn("ec2", "security-group/*"), *self._arn("ec2", "vpc-endpoint/*"))
        return [
            Statement(("kms:CreateKey",), ("*",), new),
            Statement(("kms:TagResource",), keys, {**new, **unnamed}),
            Statement((*access.KEY_WRITES, "kms:TagResource"), keys, ours),
            Statement(access.KEY_USES, keys, {"StringEquals": {**self._tag, "kms:ViaService": through}}),
            Statement(
                ("kms:CreateAlias", "kms:DeleteAlias", "kms:UpdateAlias"),
                self._arns("arn:aws:kms:{region}:{account}:alias/{name}"),
                self._in_regions,
            ),
            Statement(("cloudwatch:PutCompositeAlarm",), ("*",), new),  # CloudWatch refuses a narrower resource
            Statement(("application-autoscaling:TagResource",), self._scalable, {**new, **untagged}),
            Statement(access.SCALABLE_TAGS, self._scalable, ours),
            Statement(("lambda:TagResource",), self._mappings, {**new, **untagged}),
            Statement(access.MAPPING_TAGS, self._mappings, ours),
            Statement(("backup:CreateBackupPlan",), plans, new),
            Statement(("backup:TagResource",), plans, {**new, **untagged}),
            Statement((*access.PLAN_WRITES, "backup:TagResource"), plans, ours),
            Statement(access.NETWORK_CREATES, created, new),
            Statement(access.RULE_CREATES, self._arn("ec2", "security-group-rule/*"), new),
            *self._in_networks(),
            Statement(("ec2:CreateTags",), network, creating),
            Statement(access.NETWORK_WRITES, network, ours),
        ]

    def _in_networks(self) -> list[Statement]:
        """AWS also requires rights on the VPC and the route tables, which belong to others and stay untagged."""
        networks = self._environment.networks
        if not networks:
            return []
        account = self._environment.account_id
        vpcs = {f"arn:aws:ec2:{region}:{account}:vpc/{network.vpc_id}" for region, network in networks}
        routes = {
            f"arn:aws:ec2:{region}:{account}:route-table/{route}"
            for region, network in networks
            for route in network.route_table_ids
        }
        subnets = {
            f"arn:aws:ec2:{region}:{account}:subnet/{subnet}" for region, network in networks for subnet in network.subnet_ids
        }
        interfaces = self._arn("ec2", "network-interface/*")
        aws_lists = tuple(f"arn:aws:ec2:{region}:aws:prefix-list/*" for region in self._regions)
        statements = [
            Statement(access.NETWORK_CREATES, tuple(sorted(vpcs))),
            Statement(("ec2:CreateVpcEndpoint", "ec2:ModifyVpcEndpoint"), tuple(sorted(routes))),
            Statement(("ec2:ModifySecurityGroupRules",), aws_lists),  # a rule's target is AWS's list of DynamoDB's addresses
        ]
        if subnets:  # for nodes of caches
            in_vpcs = {"ArnEquals": {"ec2:Vpc": sorted(vpcs)}}
            statements += [
                Statement(("ec2:CreateNetworkInterface",), (*interfaces, *sorted(subnets))),
                Statement(("ec2:CreateNetworkInterface",), self._arn("ec2", "security-group/*"), {"StringEquals": self._tag}),
                Statement(("ec2:DeleteNetworkInterface",), interfaces, in_vpcs),
            ]
        return statements

    def _iam_writes(self) -> list[Statement]:
        roles, policies = self._iam("role", self._patterns["role"]), self._iam("policy", self._patterns["role"])
        boundary = self._environment.roles.permissions_boundary_arn
        if boundary is None:
            text = "deploy roles need a permissions boundary: the roles that they make could do anything otherwise"
            raise UserError([Problem("DW322", text, Place(path="roles.permissions_boundary_arn"), fix="set it")])
        bounded = {"ArnEquals": {"iam:PermissionsBoundary": boundary}}
        service_roles = f"arn:aws:iam::{self._environment.account_id}:role/aws-service-role"
        return [
            Statement(access.BOUNDED_ROLE_WRITES, roles, bounded),
            Statement((*access.ROLE_WRITES, *access.BEFORE_ROLE_WRITES), roles),
            Statement((*access.POLICY_WRITES, *access.BEFORE_POLICY_WRITES), policies),
            Statement(("iam:PassRole",), roles, {"StringEquals": {"iam:PassedToService": list(access.PASSED_TO)}}),
            *(
                Statement(
                    ("iam:CreateServiceLinkedRole",),
                    (f"{service_roles}/{service_role}/*",),
                    {"StringEquals": {"iam:AWSServiceName": service_role}},
                )
                for service_role in access.SERVICE_ROLES
            ),
            Statement(access.POLICY_WRITES, (boundary, *self._iam("policy", self._own)), effect="Deny"),
            Statement((*access.BOUNDED_ROLE_WRITES, *access.ROLE_WRITES), self._iam("role", self._own), effect="Deny"),
            *self._not_of_others(),
        ]

    def _not_of_others(self) -> list[Statement]:
        """Deny resources with another repository's or environment's tag, even if name or `*` matches."""
        return [
            Statement(access.OTHERS, ("*",), {"StringNotEquals": {tag: value}, "Null": {tag: "false"}}, effect="Deny")
            for tag, value in self._tag.items()
        ]
