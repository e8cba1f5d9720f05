"""`import` blocks for the existing resources of a synthesized stack."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from dynawright.imports import Import

REFERENCE = re.compile(r"\$\{([a-z0-9_]+)\.([\w-]+)\.(\w+)\}")
IDS = {
    "aws_appautoscaling_policy": "{service_namespace}/{resource_id}/{scalable_dimension}/{name}",
    "aws_appautoscaling_target": "{service_namespace}/{resource_id}/{scalable_dimension}",
    "aws_cloudwatch_composite_alarm": "{alarm_name}",
    "aws_cloudwatch_metric_alarm": "{alarm_name}",
    "aws_dynamodb_contributor_insights": "name:{table_name}/index:{index_name}/{account}",
    "aws_dynamodb_kinesis_streaming_destination": "{table_name},{stream_arn}",
    "aws_dynamodb_resource_policy": "{resource_arn}",
    "aws_dynamodb_table": "{name}",
    "aws_dynamodb_table_replica": "{global_table_name}:{region}@{provider}",
}
"""Type → import id from its arguments; a replica's Region comes from its provider."""


def imports_of_stack(
    content: Mapping[str, Any], existing: Collection[str], streams: Mapping[str, str], *, region: str, account: str
) -> list[Import]:
    """Return an import block for each existing resource of the stack; `streams` are ARNs by table."""
    resources: Mapping[str, Mapping[str, Mapping[str, Any]]] = content.get("resource", {})

    def written_out(value: Any) -> str:
        text = str(value)
        for _ in range(3):  # a policy names its target, which names its table
            text = REFERENCE.sub(_looked_up, text)
        return text

    def _looked_up(match: re.Match[str]) -> str:
        type, id, attribute = match.groups()
        resource = resources.get(type, {}).get(id, {})
        if attribute == "arn" and type == "aws_dynamodb_table":
            return f"arn:aws:dynamodb:{region}:{account}:table/{resource.get('name')}"
        if attribute == "stream_arn":
            return streams.get(str(resource.get("name")), match[0])
        return str(resource.get(attribute, match[0]))

    blocks = []
    for type, form in IDS.items():
        for id, resource in resources.get(type, {}).items():
            texts = {name: written_out(value) for name, value in resource.items() if not isinstance(value, dict | list)}
            table = texts.get("global_table_arn", "").rpartition("/")[2]
            known = {"index_name": "", "region": region, "account": account, "global_table_name": table}
            texts["provider"] = texts.get("provider", "").removeprefix("aws.")
            import_id = form.format(**{**known, **texts})
            if import_id in existing:
                blocks.append(Import(f"{type}.{id}", import_id.partition("@")[0] if "replica" in type else import_id))
    return sorted(blocks)
