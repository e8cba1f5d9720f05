"""Mappings lose no record.

A function that fails on one record of a stream receives it again for 24 hours, while all records behind it wait; then
the record is lost without a trace. A mapping must limit retries or age, bisect a failing batch, and send failed records
to a destination. Without ReportBatchItemFailures, Lambda takes a response that names failed records for success.
"""

import json
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule

ENDLESS = -1


def check(mapping: Resource, document: Document) -> Iterator[str]:
    source = str(mapping.get("event_source_arn", ""))
    if ":sqs:" in source or "aws_sqs_queue." in source:
        return  # a queue has its own redrive policy
    destinations = [block for config in mapping.blocks("destination_config") for block in as_blocks(config.get("on_failure"))]
    if not any(destination.get("destination_arn") for destination in destinations):
        yield "failed records are lost: add a failure destination"
    if mapping.get("maximum_retry_attempts", ENDLESS) == ENDLESS:
        yield "one bad record blocks its shard until it expires: set maximum_retry_attempts"
    if mapping.get("maximum_record_age_in_seconds", ENDLESS) == ENDLESS:
        yield "records wait until they expire: set maximum_record_age_in_seconds"
    if mapping.get("bisect_batch_on_function_error") is not True:
        yield "one bad record fails its whole batch: set bisect_batch_on_function_error to true"
    if "ReportBatchItemFailures" not in mapping.listed("function_response_types"):
        yield "a response that names failed records counts as success: set function_response_types to ReportBatchItemFailures"
    yield from _filters(mapping, document)


def _filters(mapping: Resource, document: Document) -> Iterator[str]:
    """Yield a message if the mapping's filters differ from those declared in function.json."""
    function = document.named(mapping.get("function_name"), "function_name", "aws_lambda_function")
    name = str(function.get("function_name")) if function else ""
    if document.intent is None or name not in document.intent.filters:
        return
    blocks = [block for criteria in mapping.blocks("filter_criteria") for block in as_blocks(criteria.get("filter"))]
    declared = {json.dumps(pattern, sort_keys=True) for pattern in document.intent.filters[name]}
    if {_canonical(str(block.get("pattern"))) for block in blocks} != declared:
        yield f"its filters are not those of function.json: {', '.join(sorted(declared)) or 'none'}"


def _canonical(pattern: str) -> str:
    try:
        return json.dumps(json.loads(pattern), sort_keys=True)
    except (ValueError, RecursionError):
        return pattern


RULE = Rule(
    module=__name__,
    number=17,
    severity="high",
    types=("aws_lambda_event_source_mapping",),
    check=check,
    standards=("WA REL05-BP03",),
)
