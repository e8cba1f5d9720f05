"""Resources of these tables in another Terraform stack's state, and blocks that release them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dynawright import given_files
from dynawright.errors import Place, Problem, UserError
from dynawright.ops.adopt.imports import IDS

TABLE = "aws_dynamodb_table"


class Held(NamedTuple):
    """A resource in a state."""

    address: str
    """The address without instance keys, which `removed` blocks can't use: `module.orders.…this`."""
    type: str
    id: str
    """The id for an `import` block."""


def held_in(file: Path) -> list[Held]:
    """Read a state from `terraform state pull`: tables and their resources, of any module."""
    try:
        content = given_files.read_json(file)
        resources = content["resources"]
        return [_held(resource, instance) for resource in resources if _counts(resource) for instance in resource["instances"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        text = f"can't be read as a state: {type(error).__name__} {error}"
        raise UserError([Problem("DW742", text, Place(str(file)), fix="make it with `terraform state pull`")]) from None


def tables_of(resources: Sequence[Held]) -> list[str]:
    """Return the names in AWS of a state's tables."""
    return sorted(instance.id for instance in resources if instance.type == TABLE)


def removed_blocks(resources: Sequence[Held], imported: Collection[str]) -> str:
    """Return `removed` blocks for resources imported elsewhere: the state drops them, AWS keeps them."""
    addresses = sorted({instance.address for instance in resources if instance.id in imported})
    return "\n".join(f"removed {{\n  from = {address}\n  lifecycle {{\n    destroy = false\n  }}\n}}\n" for address in addresses)


def left_behind(resources: Sequence[Held], imported: Collection[str]) -> list[str]:
    """Return the resources that stay in the other stack."""
    return sorted({instance.address for instance in resources if instance.id not in imported})


def torn(resources: Sequence[Held], imported: Collection[str]) -> list[str]:
    """Return addresses of which only some instances are imported: a block would release all of them."""
    leaving = {instance.address for instance in resources if instance.id in imported}
    return sorted(leaving & {instance.address for instance in resources if instance.id not in imported})


def _counts(resource: Any) -> bool:
    return resource["mode"] == "managed" and resource["type"] in IDS and resource["type"] != "aws_cloudwatch_composite_alarm"


def _held(resource: Any, instance: Any) -> Held:
    """Return an instance as a resource; a module's path has instance keys too: `module.tables["orders"]`."""
    module = _without_keys(resource.get("module", ""))
    address = f"{module}.{resource['type']}.{resource['name']}" if module else f"{resource['type']}.{resource['name']}"
    attributes = {name: value for name, value in instance["attributes"].items() if isinstance(value, str)}
    table_arn = attributes.get("global_table_arn", "")
    account = attributes.get("id", "").rpartition("/")[2]
    known = {"index_name": "", "account": account, "global_table_name": table_arn.rpartition("/")[2]}
    region, _, provider = (attributes.get("id", "").partition(":")[2], "", "")
    id = IDS[resource["type"]].format(**{**known, "region": region, "provider": provider, **attributes}).removesuffix("@")
    return Held(address, resource["type"], id)


def _without_keys(module: str) -> str:
    kept, depth = "", 0
    for letter in module:
        depth += letter == "["
        kept += letter if not depth else ""
        depth -= letter == "]"
    return kept
