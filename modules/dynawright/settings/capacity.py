"""Autoscaling of provisioned capacity."""

from pydantic import Field, field_validator

from dynawright.errors import Problem, must_be
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts, SettingPath
from dynawright.settings.times import is_schedule, is_timezone

UNITS = allowed("a whole number from 1 to 40000, or null to leave it unchanged")
COOLDOWN = allowed("a whole number from 0 to 3600, or null for AWS's own, as policies have that were there before")
CRON = r"cron\(([^ ()]+ ){5}[^ ()]+\)"
AT = r"at\([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\)"


class ScheduledScaling(Settings):
    """New autoscaling limits from a time until another schedule changes them."""

    name: str = Field(
        pattern="^[A-Za-z0-9_-]{1,64}$",
        description="What the schedule is called.",
        json_schema_extra=allowed("1 to 64 of A-Z a-z 0-9 _ -"),
    )
    schedule: str = Field(
        pattern=f"^({CRON}|{AT})$",
        description="When: AWS's cron with six fields, or one point in time.",
        json_schema_extra=allowed(
            "'cron(0 8 ? * MON-FRI *)', with six fields and one ? for a day, or 'at(2030-01-31T08:00:00)', a time that there is"
        ),
    )
    timezone: str = Field(
        default="UTC",
        pattern=r"^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$",
        description="The time zone that the schedule is written in.",
        json_schema_extra=allowed("an IANA time zone, such as 'Asia/Tokyo'"),
    )
    read_min_units: int | None = Field(
        default=None, ge=1, le=40_000, description="The least reads per second from then on.", json_schema_extra=UNITS
    )
    read_max_units: int | None = Field(
        default=None, ge=1, le=40_000, description="The most reads per second from then on.", json_schema_extra=UNITS
    )
    write_min_units: int | None = Field(
        default=None, ge=1, le=40_000, description="The least writes per second from then on.", json_schema_extra=UNITS
    )
    write_max_units: int | None = Field(
        default=None, ge=1, le=40_000, description="The most writes per second from then on.", json_schema_extra=UNITS
    )

    @field_validator("schedule")
    @classmethod
    def _is_a_schedule(cls, schedule: str) -> str:
        if not is_schedule(schedule):
            raise ValueError("Application Auto Scaling would refuse it")
        return schedule

    @field_validator("timezone")
    @classmethod
    def _is_a_timezone(cls, timezone: str) -> str:
        if not is_timezone(timezone):
            raise ValueError("there is no such time zone")
        return timezone

    def limits(self, kind: str) -> tuple[int | None, int | None]:
        """Return the minimum and maximum of `read` or `write` units; None for one that stays unchanged."""
        return getattr(self, f"{kind}_min_units"), getattr(self, f"{kind}_max_units")


class AutoscalingSettings(Settings):
    """Autoscaling limits of a table and its GSIs; the minimum are the table's capacity units."""

    enabled: bool = Field(default=True, description="Capacity follows the load; false keeps it at the table's capacity units.")
    read_max_units: int = Field(default=1_000, ge=1, le=40_000, description="The most reads per second, against runaway cost.")
    write_max_units: int = Field(default=1_000, ge=1, le=40_000, description="The most writes per second, against runaway cost.")
    target_utilization_percent: int = Field(
        default=70, ge=20, le=90, description="How much of its capacity a table is to use; the rest absorbs bursts."
    )
    scale_in_cooldown_seconds: int | None = Field(
        default=600,  # AWS lowers a table's capacity only 4 times a day, and once more in each hour without a decrease
        ge=0,
        le=3_600,
        description="Seconds between two reductions.",
        json_schema_extra=COOLDOWN,
    )
    scale_out_cooldown_seconds: int | None = Field(
        default=60, ge=0, le=3_600, description="Seconds between two increases.", json_schema_extra=COOLDOWN
    )
    ignore_tags: bool = Field(
        default=False, description="Terraform leaves the tags of scalable targets as they are: for those that were there before."
    )
    policy_name: str = Field(
        default="{metric}",
        pattern=r"^([^{}]|\{(metric|kind|resource_id)\})+$",
        max_length=200,
        description="What AWS calls the policies: for those that were there before. {metric}, {kind} and {resource_id} are filled in.",
        json_schema_extra=allowed("a name, in which {metric}, {kind} and {resource_id} are filled in"),
    )
    schedules: tuple[ScheduledScaling, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        max_length=50,
        description="Limits that change at known times, before the load does.",
        json_schema_extra=allowed("a list of at most 50 schedules"),
    )

    def schedules_of(self, kind: str) -> list[ScheduledScaling]:
        """Return the schedules that change the limits of `read` or of `write` units."""
        return [schedule for schedule in self.schedules if schedule.limits(kind) != (None, None)]

    def conflicts_with(self, units: dict[str, int]) -> Conflicts:
        """Return contradictory limits; `units` are the table's capacity units for `read` and `write`."""
        problems: Conflicts = {}
        for kind, floor in units.items():
            ceiling = self._ceiling(kind)
            if ceiling < floor:
                fix = f"raise it, or lower {kind}_capacity_units"
                limit = f"at least {kind}_capacity_units, {floor}"
                problems[(f"{kind}_max_units",)] = must_be("DW125", limit, ceiling, fix=fix)
        names = [schedule.name for schedule in self.schedules]
        for number, schedule in enumerate(self.schedules):
            here: SettingPath = ("schedules", number)
            if schedule.name in names[:number]:
                problems[(*here, "name")] = must_be("DW116", "a name of its own", schedule.name, fix="rename one")
            if not any(limit for kind in units for limit in schedule.limits(kind)):
                fix = "set one of its min or max units, or remove it"
                problems[here] = Problem("DW126", f"the schedule '{schedule.name}' changes nothing", value=schedule.name, fix=fix)
            problems |= {(*here, *path): problem for path, problem in self._crossed_limits(schedule, units).items()}
        return problems

    def _crossed_limits(self, schedule: ScheduledScaling, units: dict[str, int]) -> Conflicts:
        """Return schedules whose minimum exceeds the maximum, together with the table's own limits."""
        problems: Conflicts = {}
        for kind, floor in units.items():
            least, most = schedule.limits(kind)
            lower, upper = least or floor, most or self._ceiling(kind)
            if (least or most) and lower > upper:
                fix = f"set both {kind}_min_units and {kind}_max_units"
                name, value, limit = (
                    (f"{kind}_min_units", least, f"at most {upper}, the maximum then")
                    if least
                    else (f"{kind}_max_units", most, f"at least {lower}, the minimum then")
                )
                problems[(name,)] = must_be("DW126", limit, value, fix=fix)
        return problems

    def _ceiling(self, kind: str) -> int:
        units: int = getattr(self, f"{kind}_max_units")
        return units
