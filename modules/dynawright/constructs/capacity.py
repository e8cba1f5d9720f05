"""Provisioned capacity that follows the load, on a table and on each of its GSIs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from constructs import Construct

from dynawright.bindings.aws.appautoscaling_policy import (
    AppautoscalingPolicy,
    AppautoscalingPolicyTargetTrackingScalingPolicyConfiguration,
    AppautoscalingPolicyTargetTrackingScalingPolicyConfigurationPredefinedMetricSpecification,
)
from dynawright.bindings.aws.appautoscaling_scheduled_action import (
    AppautoscalingScheduledAction,
    AppautoscalingScheduledActionScalableTargetAction,
)
from dynawright.bindings.aws.appautoscaling_target import AppautoscalingTarget
from dynawright.bindings.aws.data_aws_dynamodb_table import DataAwsDynamodbTable
from dynawright.bindings.aws.data_aws_dynamodb_tables import DataAwsDynamodbTables
from dynawright.constructs.component import Component
from dynawright.settings import ScheduledScaling, TableSettings
from dynawright.settings.own_table import of_index
from dynawright.settings.units import UnitSettings

Kind = Literal["read", "write"]
KINDS: tuple[Kind, ...] = ("read", "write")


class Scaled(NamedTuple):
    """A table or index with its own capacity, as Application Auto Scaling names it."""

    id: str
    resource_id: str
    dimension: str
    kind: Kind
    gsi: str | None = None


class Autoscaling(Component):
    """Scales the capacity within its limits, and keeps Terraform from resetting it.

    Terraform can't ignore the capacity of a GSI alone, so plans use the live capacity (ADR 17).
    """

    def __init__(self, scope: Construct, id: str, *, table: str, settings: TableSettings) -> None:
        super().__init__(scope, id)
        self._settings, self._table = settings, table
        tables = DataAwsDynamodbTables(self, "Tables")
        self._live = DataAwsDynamodbTable(self, "Live", name=table)
        # Before the first apply there is no table to read; in an account without tables, the list is null.
        names = f"data.aws_dynamodb_tables.{tables.logical_id}.names"
        self._live.add_override("count", f'${{try(contains({names}, "{table}"), false) ? 1 : 0}}')

    def units(self, kind: Kind, index: str | None = None) -> Any:
        """Return the live capacity as a Terraform number, or the minimum before the first apply."""
        source, named = f"data.aws_dynamodb_table.{self._live.logical_id}", ""
        if index is not None:
            source, named = f"{source}[0].global_secondary_index", f'one.name == "{index}" && '
        live = f"[for one in {source} : one.{kind}_capacity if {named}one.{kind}_capacity > 0][0]"
        return f"${{try({live}, {self._least(kind, index)})}}"

    def follow(self, table_name: str, indexes: Sequence[str | None]) -> list[str]:
        """Scale the named parts of the table, a token; None means the table itself, a name one of its GSIs.

        Return the addresses of the scaling targets and policies.
        """
        return [self._scale(scaled).address for scaled in _everything(table_name, indexes)]

    def _scale(self, scaled: Scaled) -> AppautoscalingPolicy:
        limits = self._of(scaled.gsi).autoscaling
        schedules = limits.schedules_of(scaled.kind)
        ignored = [*_owned(schedules, scaled.kind), *(["tags", "tags_all"] if limits.ignore_tags else [])]
        target = AppautoscalingTarget(
            self,
            f"{scaled.id}Target",
            service_namespace="dynamodb",
            resource_id=scaled.resource_id,
            scalable_dimension=scaled.dimension,
            min_capacity=self._least(scaled.kind, scaled.gsi),
            max_capacity=getattr(limits, f"{scaled.kind}_max_units"),
            # Schedules write their limits here; a later apply must not undo them.
            lifecycle={"ignore_changes": ignored} if ignored else None,
        )
        owner: dict[str, Any] = {
            "service_namespace": target.service_namespace,
            "resource_id": target.resource_id,
            "scalable_dimension": target.scalable_dimension,
        }
        metric = f"DynamoDB{scaled.kind.capitalize()}CapacityUtilization"
        policy = AppautoscalingPolicy(
            self,
            f"{scaled.id}Policy",
            name=limits.policy_name.format(metric=metric, kind=scaled.kind, resource_id=self._written(scaled)),
            policy_type="TargetTrackingScaling",
            **owner,
            target_tracking_scaling_policy_configuration=AppautoscalingPolicyTargetTrackingScalingPolicyConfiguration(
                target_value=limits.target_utilization_percent,
                scale_in_cooldown=limits.scale_in_cooldown_seconds,
                scale_out_cooldown=limits.scale_out_cooldown_seconds,
                predefined_metric_specification=AppautoscalingPolicyTargetTrackingScalingPolicyConfigurationPredefinedMetricSpecification(
                    predefined_metric_type=metric
                ),
            ),
        )
        for schedule in schedules:
            least, most = schedule.limits(scaled.kind)
            AppautoscalingScheduledAction(
                self,
                f"Schedule-{schedule.name}-{scaled.id}",
                name=schedule.name,
                schedule=schedule.schedule,
                timezone=schedule.timezone,
                **owner,
                scalable_target_action=AppautoscalingScheduledActionScalableTargetAction(
                    min_capacity=_text(least), max_capacity=_text(most)
                ),
            )
        return policy

    def _of(self, index: str | None) -> UnitSettings:
        return self._settings if index is None else of_index(self._settings, index)

    def _least(self, kind: Kind, index: str | None) -> int:
        units: int = getattr(self._of(index), f"{kind}_capacity_units")
        return units

    def _written(self, scaled: Scaled) -> str:
        return f"table/{self._table}" + (f"/index/{scaled.gsi}" if scaled.gsi else "")


def description(settings: TableSettings) -> str:
    """Return the capacity mode in words: an output of it shows in a plan what a change of mode does."""
    if settings.capacity_mode == "on_demand":
        maximum = {"reads": settings.on_demand_max_read_units, "writes": settings.on_demand_max_write_units}
        limits = [f"at most {units} {what} per second" for what, units in maximum.items() if units not in (None, -1)]
        return ", ".join(["on-demand", *limits]) + "; AWS allows 4 switches to it in 24 hours"
    units = {"reads": settings.read_capacity_units, "writes": settings.write_capacity_units}
    if not settings.autoscaling.enabled:
        return f"provisioned, fixed at {units['reads']} reads and {units['writes']} writes per second, table and each GSI"
    ranges = " and ".join(f"{_range(settings, kind, units[f'{kind}s'])} {kind}s" for kind in KINDS)
    percent = settings.autoscaling.target_utilization_percent
    return f"provisioned, autoscaled from {ranges} per second at {percent} % use, table and each GSI"


def _range(settings: TableSettings, kind: Kind, least: int) -> str:
    """Return the limits, including those of schedules: `5 to 2000`."""
    limits = [schedule.limits(kind) for schedule in settings.autoscaling.schedules]
    lowest = min([least, *(low for low, _ in limits if low)])
    highest = max([getattr(settings.autoscaling, f"{kind}_max_units"), *(high for _, high in limits if high)])
    return f"{lowest} to {highest}"


def _owned(schedules: Sequence[ScheduledScaling], kind: Kind) -> list[str]:
    """Return the limits that schedules set, which Terraform must ignore."""
    limits = ("min_capacity", "max_capacity")
    return [limit for place, limit in enumerate(limits) if any(schedule.limits(kind)[place] for schedule in schedules)]


def _everything(table_name: str, indexes: Sequence[str | None]) -> Iterator[Scaled]:
    for kind in KINDS:
        units = f"{kind.capitalize()}CapacityUnits"
        for index in indexes:
            if index is None:
                yield Scaled(kind.capitalize(), f"table/{table_name}", f"dynamodb:table:{units}", kind)
            else:
                id = f"{kind.capitalize()}-{index}-"
                yield Scaled(id, f"table/{table_name}/index/{index}", f"dynamodb:index:{units}", kind, index)


def _text(units: int | None) -> str | None:
    return None if units is None else str(units)
