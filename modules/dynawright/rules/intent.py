"""Settings and model of one stack as plain data, for rules that compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dynawright.model import Consumer, TableModel, Use


@dataclass(frozen=True)
class Variable:
    """A variable in function.json that names one of the system's resources."""

    kind: str
    """`table`, `topic`, `secret` or `event_bus`."""
    name: str
    """The resource's name in the environment."""


@dataclass(frozen=True)
class Deployment:
    """The workflow roles: their names, and the token subjects they trust."""

    plan_role: str
    deploy_role: str
    deploy_role_arn: str
    plan_subjects: tuple[str, ...]
    deploy_subjects: tuple[str, ...]
    repository: str
    makes_provider: bool = False
    """Whether the environment creates the OIDC provider; otherwise the account has one already."""


@dataclass(frozen=True)
class Dials:
    """Resolved settings of single resources, by setting; empty if the stack has no such resource."""

    backup: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """Tier → which backups are made of its tables; `kept` has the days by period."""
    functions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """Name of a stream function → its settings."""
    variables: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Name of a stream function → the variables that its function.json declares."""
    packages: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Name of a stream function → the hash of its package, in base64."""
    capacity: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict, hash=False)
    """Table → its indexes → their autoscaling; the table itself is ""."""
    export: Mapping[str, Any] = field(default_factory=dict, hash=False)
    network: Mapping[str, Any] = field(default_factory=dict, hash=False)
    vault: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """For the foundation: the `shortest_days` and `longest_days` for which any system keeps backups."""
    receivers: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Topic → the endpoints that settings subscribe; a system's own topics share the key ""."""
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Setting that only this system has → its values."""
    groups: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """All settings that the stack is built with, by group."""
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """Table → its own settings, merged; `indexes` has those of each index by name."""


@dataclass(frozen=True)
class Intent:
    """What is declared for one stack; names are those in AWS."""

    environment: str
    project: str
    account_id: str
    region: str
    regions: tuple[str, ...] = ()
    """All Regions that Terraform may work in, including the stack's own."""
    system: str = ""
    """Empty for the foundation, which systems share."""
    tables: Mapping[str, TableModel] = field(default_factory=dict, hash=False)
    """Tables that the environment builds."""
    tiers: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Tables that are not critical → their tier."""
    roles: Mapping[str, Consumer] = field(default_factory=dict, hash=False)
    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=dict, hash=False)
    """Role → what else its consumer uses, by the names of the environment."""
    assumed_by: Mapping[str, tuple[Mapping[str, str], ...]] = field(default_factory=dict, hash=False)
    """Role → the principals from the settings that may assume it, as written there."""
    run_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Role → the functions that run with it, if Lambda may assume it."""
    in_network: bool = False
    """Whether functions may be connected to the system's VPC."""
    functions: Mapping[str, Mapping[str, Variable]] = field(default_factory=dict, hash=False)
    """Consumer → variable → the resource named in its function.json; stream functions only."""
    filters: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict, hash=False)
    """Name of a stream function → the filters that its function.json declares."""
    role_path: str = "/"
    boundary_arn: str | None = None
    organization_id: str | None = None
    vault_has_key: bool = False
    """Whether the shared vault has a customer-managed key."""
    break_glass_role_arn: str | None = None
    deployment: Deployment | None = None
    beginnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Kind → name prefixes of all systems' resources; only for the stack with the deploy roles."""
    named_tables: frozenset[str] = frozenset()
    """Table names that settings of any system give exactly; for the foundation."""
    imports: frozenset[tuple[str, str]] = frozenset()
    """Address and id of each import that `dynawright adopt` declared for the stack."""
    publishing: tuple[str, ...] = ()
    """Systems whose outputs are also published as parameters."""
    state_bucket: str | None = None
    state_backend: tuple[str, str] | None = None
    """A backend other than S3 or a file: its kind, and its arguments as JSON."""
    network_ids: frozenset[str] = frozenset()
    """VPCs, subnets and route tables that the settings of any system name."""
    shared: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    """Terraform type → names of shared resources that stacks look up."""
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    """All texts in the settings of the environment and the system → where they are written."""
    dials: Dials = Dials()
