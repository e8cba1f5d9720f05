"""The version of the AWS provider in the stacks."""

from pydantic import Field

from dynawright.errors import Problem, must_be
from dynawright.provider_versions import DEFAULT, OLDEST, TESTED, TOO_NEW, bounds, faults, first_healthy, is_range, parsed
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts

NUMBER = r"(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})"


class ProviderSettings(Settings):
    """The version of Terraform's AWS provider."""

    version: str = Field(
        default=DEFAULT,
        pattern=f"^({NUMBER}|>= {NUMBER}, < {NUMBER})$",
        description=f"The AWS provider's version, exactly; tested are {' and '.join(TESTED)}. A range takes the newest that Terraform finds.",
        json_schema_extra=allowed(f"one version, such as '{DEFAULT}', or a range, such as '>= {DEFAULT}, < {TOO_NEW}'"),
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return the problem of an unsupported version, or of one with known faults."""
        low, end = bounds(self.version)
        if not parsed(OLDEST) <= parsed(low) < parsed(end) <= parsed(TOO_NEW):
            limit = f"within {OLDEST} and {TOO_NEW}, the latter left out"
            return {("version",): must_be("DW180", limit, self.version, fix=f"set it to '{DEFAULT}'")}
        if known := faults(self.version):
            reasons = "; ".join(f"{fault.reason} ({fault.first} to before {fault.fixed_in}: {fault.source})" for fault in known)
            healthy = first_healthy()
            fix = (
                f"begin the range at {healthy}" if is_range(self.version) else f"set it to '{DEFAULT}', or to {healthy} or newer"
            )
            return {("version",): Problem("DW181", f"the provider has known faults: {reasons}", value=self.version, fix=fix)}
        return {}
