"""What settings and model declare for one stack, as plain data for rules that compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dynawright.model import Consumer, TableModel


@dataclass(frozen=True)
class Variable:
    """An environment variable that a function's function.json names one of the system's things for."""

    kind: str
    """`table`, `topic`, `secret` or `event_bus`."""
    name: str
    """What the thing is called in the environment."""


@dataclass(frozen=True)
class Deployment:
    """The workflows' roles: their names, and the token subjects they trust."""

    plan_role: str
    deploy_role: str
    deploy_role_arn: str
    plan_subjects: tuple[str, ...]
    deploy_subjects: tuple[str, ...]
    repository: str
    makes_provider: bool = False
    """Whether the environment creates the OIDC provider; else another one of the account does."""


@dataclass(frozen=True)
class Dials:
    """Resolved settings of single resources, by setting; empty where the stack has no such resource."""

    backup: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """Tier → what is taken of its tables; `kept` are the days by period."""
    functions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """Name of a stream function → its dials."""
    variables: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Name of a stream function → the variables that its function.json declares."""
    capacity: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict, hash=False)
    """Table → its indexes → how they follow the load; the table itself is "". Only what autoscaling has."""
    export: Mapping[str, Any] = field(default_factory=dict, hash=False)
    network: Mapping[str, Any] = field(default_factory=dict, hash=False)
    vault: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """For the foundation: the `shortest_days` and `longest_days` that any system keeps backups."""
    receivers: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Topic → the endpoints that settings subscribe; a system's own topics share the key ""."""
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Setting that only this system has → its values."""
    groups: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Everything that the stack is built with, group by group."""
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """Table → its own settings, merged, with those of each index by its name under `indexes`."""


@dataclass(frozen=True)
class Intent:
    """Names are those of the environment: tables, roles and things as AWS knows them."""

    environment: str
    project: str
    account_id: str
    region: str
    regions: tuple[str, ...] = ()
    """Every Region that Terraform may work in, this one among them."""
    system: str = ""
    """Empty for what systems share."""
    tables: Mapping[str, TableModel] = field(default_factory=dict, hash=False)
    """Those that the environment builds."""
    tiers: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Tables that are not critical, each with its tier."""
    roles: Mapping[str, Consumer] = field(default_factory=dict, hash=False)
    assumed_by: Mapping[str, tuple[Mapping[str, str], ...]] = field(default_factory=dict, hash=False)
    """Role → who may assume it, where the settings say so: what they write of each."""
    run_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Role → the functions that run with it, if Lambda may assume it."""
    in_network: bool = False
    """Whether functions may be connected to the system's VPC."""
    functions: Mapping[str, Mapping[str, Variable]] = field(default_factory=dict, hash=False)
    """Consumer → the things its function.json names by variable; stream functions only."""
    filters: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict, hash=False)
    """Name of a stream function → the filters that its function.json declares."""
    role_path: str = "/"
    boundary_arn: str | None = None
    organization_id: str | None = None
    vault_has_key: bool = False
    """Whether the vault that systems share has a customer-managed key."""
    break_glass_role_arn: str | None = None
    deployment: Deployment | None = None
    beginnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Kind → name prefixes of all systems' things; only for the stack with the deploy roles."""
    named_tables: frozenset[str] = frozenset()
    """Exact names of all systems' tables that the settings give; for what systems share."""
    imports: frozenset[tuple[str, str]] = frozenset()
    """Address and id of what `dynawright adopt` says that the stack imports."""
    publishing: tuple[str, ...] = ()
    """Systems whose outputs are parameters, too."""
    state_bucket: str | None = None
    state_backend: tuple[str, str] | None = None
    """Another backend than S3 and a file: its kind, and its arguments as JSON."""
    network_ids: frozenset[str] = frozenset()
    """VPCs, subnets and route tables that the settings of any system name."""
    shared: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    """Terraform type → names of what systems share, which their stacks look up."""
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Every text in the settings of the environment and the system, with the place where it is written."""
    dials: Dials = Dials()
