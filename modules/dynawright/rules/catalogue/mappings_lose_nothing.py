"""Mappings lose no record.

A function that fails on one record of a stream gets it again until it is 24 hours old, with everything behind it waiting, and
then it is gone without a trace. So a mapping gives up after a number of retries or an age that is written down, narrows a batch
down to the bad record, and keeps what it gave up in a failure destination. Without ReportBatchItemFailures, Lambda takes an
answer that names failed records for success.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule

ENDLESS = -1


def check(mapping: Resource, _: Document) -> Iterator[str]:
    source = str(mapping.get("event_source_arn", ""))
    if ":sqs:" in source or "aws_sqs_queue." in source:
        return  # a queue has its own redrive policy
    destinations = [one for config in mapping.blocks("destination_config") for one in as_blocks(config.get("on_failure"))]
    if not any(one.get("destination_arn") for one in destinations):
        yield "records that it gives up are lost: give it a failure destination"
    if mapping.get("maximum_retry_attempts", ENDLESS) == ENDLESS:
        yield "one bad record blocks its shard until it is lost by age: set maximum_retry_attempts"
    if mapping.get("maximum_record_age_in_seconds", ENDLESS) == ENDLESS:
        yield "records wait until the stream forgets them: set maximum_record_age_in_seconds"
    if mapping.get("bisect_batch_on_function_error") is not True:
        yield "one bad record takes its whole batch with it: set bisect_batch_on_function_error to true"
    if "ReportBatchItemFailures" not in mapping.listed("function_response_types"):
        yield "an answer that names failed records counts as success: set function_response_types to ReportBatchItemFailures"


RULE = Rule(
    module=__name__,
    number=17,
    severity="high",
    types=("aws_lambda_event_source_mapping",),
    check=check,
    standards=("WA REL05-BP03",),
)
