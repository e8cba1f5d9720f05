"""Settings of Terraform's state: an S3 bucket, a local file, or another Terraform backend."""

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from dynawright.errors import Problem, must_be
from dynawright.settings import state_backends
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts
from dynawright.settings.region import Region

BackendName = Literal["azurerm", "cloud", "consul", "gcs", "http", "kubernetes", "pg", "remote"]
LOOPBACK = ("http://127.0.0.1", "http://localhost", "http://[::1]")


class StateSettings(Settings):
    """`{bucket: …}`, `{local: true}` or `{backend: …, config: {…}}`.

    Required, so that no state is on a laptop by accident.
    """

    model_config = ConfigDict(
        json_schema_extra={
            **allowed(
                "either {bucket: ...}, optionally with kms_key_arn and region, or {local: true} alone, or {backend: ..., config: {...}} alone"
            ),
            "oneOf": [
                {"required": ["bucket"], "properties": {"local": {"const": False}, "backend": False, "config": False}},
                {"required": ["local"], "properties": {"local": {"const": True}}, "maxProperties": 1},
                {"required": ["backend", "config"], "maxProperties": 2},
            ],
        }
    )

    bucket: str | None = Field(
        default=None,
        min_length=3,
        max_length=63,
        pattern=r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",
        description="The S3 bucket that holds the state.",
        json_schema_extra=allowed(
            "3 to 63 lower-case letters, digits, hyphens and single dots, beginning and ending with a letter or digit"
        ),
    )
    kms_key_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$",
        description="The key that encrypts the state; without it, the bucket's default encryption does.",
        json_schema_extra=allowed("a key's ARN, such as 'arn:aws:kms:ap-northeast-1:123456789012:key/<key id>'"),
    )
    region: Region | None = Field(
        default=None,
        description="The bucket's Region, if it is not the environment's.",
        json_schema_extra=allowed("an AWS commercial Region, such as 'ap-northeast-1'"),
    )
    local: bool = Field(default=False, description="Keep the state in a file on this machine; for the emulator.")
    backend: BackendName | None = Field(
        default=None,
        description="Another backend of Terraform's; `config` has its arguments.",
        json_schema_extra=allowed("azurerm, cloud, consul, gcs, http, kubernetes, pg or remote; for S3 write {bucket: ...}"),
    )
    config: dict[str, Any] = Field(
        default_factory=dict,
        description="The backend's arguments as Terraform has them. {stack} and {environment} are replaced by names.",
    )

    @model_validator(mode="after")
    def _is_one_of_the_forms(self) -> "StateSettings":
        elsewhere = {"backend", "config"} & self.model_fields_set
        in_s3 = self.bucket is not None and not self.local and not elsewhere
        on_this_machine = self.local and self.model_fields_set == {"local"}
        if not in_s3 and not on_this_machine and (self.backend is None or self.model_fields_set != {"backend", "config"}):
            raise ValueError("none of the forms")
        return self

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return missing settings for plans and applies in CI, and secrets that must not be in a file."""
        if self.backend is None:
            return {}
        problems: Conflicts = {}
        if lacking := state_backends.missing(self.backend, self.config):
            text = f"lacks {', '.join(lacking)}, which '{self.backend}' needs for one locked state of each stack"
            problems[("config",)] = Problem("DW182", text, fix=f"add {'it' if len(lacking) == 1 else 'them'}")
        elif not any(state_backends.STACK in text for text in state_backends.texts(self.config)):
            fix = "write {stack} into a name or path, and {environment} where several share it"
            problems[("config",)] = Problem("DW182", "would keep all stacks in one state", fix=fix)
        for name, variable in state_backends.secrets(self.backend, self.config):
            fix = f"remove the line, and set the variable {variable} where Terraform runs"
            problems["config", name] = Problem("DW183", "would write a secret into Terraform's files", fix=fix)
        for name, value in self.config.items():
            if isinstance(value, str) and value.startswith("http://") and not value.startswith(LOOPBACK):
                problems["config", name] = must_be("DW182", "an address with https://: a state holds secrets", value)
        return problems

    def config_of(self, stack: str, environment: str) -> dict[str, Any]:
        """Return the arguments of one stack's backend."""
        named: dict[str, Any] = state_backends.named(self.config, stack=stack, environment=environment)
        return named
