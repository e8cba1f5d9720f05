"""The dials of stream functions: limits, three places to set them, and what does not fit together."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dynawright.runtime.batch import RESERVE_MILLISECONDS
from dynawright.settings import Environment, SettingsError, StreamSettings, load
from dynawright.settings.streams import ShopStreams
from tests.settings.conftest import MINIMAL

Problems = Callable[[str], list[str]]


def environment(**settings: Any) -> Environment:
    required = {"name": "test", "account_id": "123456789012", "region": "eu-west-1", "state": {"bucket": "test-state"}}
    return Environment.model_validate(required | settings)


def dials(function: str = "stream_jobs", **settings: Any) -> StreamSettings:
    return environment(**settings).for_system("shop").streams.of_function(function)


@pytest.mark.parametrize(
    ("setting", "least", "most"),
    [
        ("batch_size", 1, 10_000),
        ("batch_window_seconds", 0, 300),
        ("parallelization", 1, 10),
        ("retries", 0, 10_000),
        ("record_age_seconds", 60, 86_399),
        ("failure_retention_days", 1, 3650),
        ("memory_mb", 128, 10_240),
        ("timeout_seconds", 10, 900),
    ],
)
def test_a_dial_goes_as_far_as_aws_does(problems: Problems, setting: str, least: int, most: int) -> None:
    allowed = f"a whole number from {least} to {most}"
    assert problems(f"streams: {{{setting}: {least - 1}}}") == [
        f"test.yaml:5: streams.{setting}: {least - 1} is not allowed: {allowed}; set it to {least} or more"
    ]
    assert problems(f"streams: {{{setting}: {most + 1}}}") == [
        f"test.yaml:5: streams.{setting}: {most + 1} is not allowed: {allowed}; set it to {most} or less"
    ]
    others: dict[str, Any] = {"timeout_seconds": 10, "batch_window_seconds": 0, "record_age_seconds": 86_399}
    for value in (least, most):
        assert getattr(StreamSettings(**{**others, setting: value}), setting) == value


def test_endless_retries_cannot_be_said(problems: Problems) -> None:
    assert problems("streams: {retries: -1, record_age_seconds: -1}") == [
        "test.yaml:5: streams.retries: -1 is not allowed: a whole number from 0 to 10000; set it to 0 or more",
        "test.yaml:5: streams.record_age_seconds: -1 is not allowed: a whole number from 60 to 86399; set it to 60 or more",
    ]


def test_concurrency_is_reserved_or_shared() -> None:
    assert dials(streams={"reserved_concurrency": None}).reserved_concurrency is None
    assert dials(streams={"reserved_concurrency": 1000}).reserved_concurrency == 1000


def test_the_shortest_timeout_leaves_time_to_process_records() -> None:
    least = StreamSettings.model_json_schema()["properties"]["timeout_seconds"]["minimum"]
    assert least * 1000 > 2 * RESERVE_MILLISECONDS
    assert RESERVE_MILLISECONDS == 3000  # as the setting's description says


def test_a_function_that_may_never_run_is_refused(problems: Problems) -> None:
    assert problems("streams: {reserved_concurrency: 0}") == [
        "test.yaml:5: streams.reserved_concurrency: 0 is not allowed: "
        "a whole number from 1 to 1000, or null to reserve none; set it to 1 or more"
    ]


def test_the_nearest_of_three_places_wins() -> None:
    settings: dict[str, Any] = {"streams": {"batch_size": 1, "retries": 1, "memory_mb": 512}}
    settings["systems"] = {"shop": {"streams": {"batch_size": 2, "retries": 2, "stream_jobs": {"batch_size": 3}}}}

    chosen = dials(**settings)

    assert (chosen.batch_size, chosen.retries, chosen.memory_mb, chosen.timeout_seconds) == (3, 2, 512, 60)
    assert dials("audit_log", **settings).batch_size == 2


def test_a_job_has_no_dials_since_it_shares_its_readers(problems: Problems) -> None:
    assert problems("systems: {shop: {streams: {inventory_alerts: {batch_size: 5}}}}") == [
        "test.yaml:5: systems.shop.streams.inventory_alerts.batch_size: unknown setting; known are low_stock_threshold"
    ]


def test_a_job_has_settings_of_its_own() -> None:
    overrides = {"shop": {"streams": {"inventory_alerts": {"low_stock_threshold": 5}}}}
    shop = environment(systems=overrides).systems.shop.streams
    assert (shop.inventory_alerts.low_stock_threshold, ShopStreams().inventory_alerts.low_stock_threshold) == (5, 10)


def test_optional_functions_are_off_unless_said() -> None:
    systems = environment().systems
    assert systems.shop.streams.search_sync.endpoint is None
    assert systems.miyabi_lambda.streams.entity_events.enabled is False


def test_a_misspelt_function_is_an_error_that_names_the_nearest(problems: Problems) -> None:
    assert problems("systems: {shop: {streams: {stream_job: {batch_size: 5}}}}") == [
        "test.yaml:5: systems.shop.streams.stream_job: unknown setting; did you mean 'stream_jobs'?"
    ]


def test_a_function_of_another_system_is_an_error(problems: Problems) -> None:
    (problem,) = problems("systems: {ai_chef: {streams: {stream_jobs: {batch_size: 5}}}}")
    assert problem.startswith("test.yaml:5: systems.ai_chef.streams.stream_jobs: unknown setting")


def test_a_search_endpoint_without_tls_is_refused(problems: Problems) -> None:
    assert problems("systems: {shop: {streams: {search_sync: {endpoint: 'http://search'}}}}") == [
        "test.yaml:5: systems.shop.streams.search_sync.endpoint: 'http://search' is not allowed: "
        "an https URL, such as 'https://search.example.com', or null to turn it off"
    ]


AWS_HOST = "https://search-x.eu-west-1.es.amazonaws.com"
DOMAIN = "arn:aws:es:eu-west-1:111111111111:domain/products"
COLLECTION = "arn:aws:aoss:eu-west-1:111111111111:collection/products1"


@pytest.mark.parametrize(
    ("search", "message"),
    [
        (
            f"endpoint: '{AWS_HOST}'",
            f"null is not allowed: the ARN of the domain behind {AWS_HOST}; else the function's role may not write to it",
        ),
        (
            "endpoint: 'https://x.eu-west-1.aoss.amazonaws.com'",
            "null is not allowed: the ARN of the collection behind https://x.eu-west-1.aoss.amazonaws.com; "
            "else the function's role may not write to it",
        ),
        (
            f"endpoint: '{AWS_HOST}', arn: '{COLLECTION}'",
            f"'{COLLECTION}' is not allowed: it does not belong to an endpoint of es; give that one's ARN, or null",
        ),
        (
            f"endpoint: 'https://search.example', arn: '{DOMAIN}'",
            f"'{DOMAIN}' is not allowed: it does not belong to an endpoint that is not AWS's; give that one's ARN, or null",
        ),
        (
            f"endpoint: '{AWS_HOST}', arn: 'products'",
            "'products' is not allowed: the ARN of an OpenSearch domain or collection, such as "
            "'arn:aws:es:eu-west-1:111111111111:domain/products', or null where the endpoint is not AWS's",
        ),
    ],
)
def test_a_search_index_of_aws_is_named_so_that_the_function_may_write_to_it(
    problems: Problems, search: str, message: str
) -> None:
    assert problems(f"systems: {{shop: {{streams: {{search_sync: {{{search}}}}}}}}}") == [
        f"test.yaml:5: systems.shop.streams.search_sync.arn: {message}"
    ]


@pytest.mark.parametrize(
    "search",
    [
        {"endpoint": AWS_HOST, "arn": DOMAIN},
        {"endpoint": "https://x.eu-west-1.aoss.amazonaws.com", "arn": COLLECTION},
        {"endpoint": "https://search.example"},
    ],
)
def test_a_search_index_is_taken_with_the_arn_that_belongs_to_it(search: dict[str, str]) -> None:
    assert environment(systems={"shop": {"streams": {"search_sync": search}}}).systems.shop.streams.search_sync.arn == search.get(
        "arn"
    )


TOO_YOUNG = (
    "65 is not allowed: more than batch_window_seconds and timeout_seconds together, 65; "
    "else records are given up before they are tried"
)


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ("streams: {record_age_seconds: 65}", "streams"),
        ("systems: {shop: {streams: {record_age_seconds: 65}}}", "systems.shop.streams"),
        ("systems: {shop: {streams: {audit_log: {record_age_seconds: 65}}}}", "systems.shop.streams.audit_log"),
    ],
)
def test_records_are_not_given_up_before_they_are_tried(problems: Problems, lines: str, path: str) -> None:
    assert problems(lines) == [f"test.yaml:5: {path}.record_age_seconds: {TOO_YOUNG}"]


def test_a_functions_dials_are_judged_together_with_the_environments(problems: Problems) -> None:
    (problem,) = problems("streams: {timeout_seconds: 900}\nsystems: {shop: {streams: {audit_log: {record_age_seconds: 905}}}}")
    assert problem.startswith("test.yaml:6: systems.shop.streams.audit_log.record_age_seconds: 905 is not allowed: more than")


def test_an_age_that_is_just_old_enough_is_taken(minimal: Path) -> None:
    minimal.write_text(MINIMAL + "streams: {record_age_seconds: 66}\nalarms: {level: none}")
    assert load(minimal).streams.record_age_seconds == 66


def test_parallel_invocations_beyond_the_reservation_are_refused(problems: Problems) -> None:
    assert problems("systems: {shop: {streams: {reserved_concurrency: 2, audit_log: {parallelization: 3}}}}") == [
        "test.yaml:5: systems.shop.streams.audit_log.parallelization: "
        "3 is not allowed: at most reserved_concurrency, 2; lower it or reserve more"
    ]


def test_asking_for_a_function_without_settings_says_where_to_add_it() -> None:
    with pytest.raises(SettingsError) as caught:
        dials("inventory")
    assert str(caught.value) == (
        "the stream function 'inventory' has no settings: there is stream_jobs, audit_log; add it to environments/streams.py"
    )
    with pytest.raises(SettingsError, match="has no settings: there is none; add it to"):
        environment().for_system("ai_chef").streams.of_function("anything")


MUTE = (
    "600 is not allowed: more than alarms.iterator_age_seconds and the 300 seconds that its alarm looks at, together 600; "
    "else records are given up before anybody is told: raise it, or lower iterator_age_seconds"
)


def test_records_are_not_given_up_before_the_alarm_on_their_age_rings(problems: Problems) -> None:
    assert problems("streams: {record_age_seconds: 600}") == [
        f"test.yaml:1: systems.{function}.record_age_seconds: {MUTE}"
        for function in (
            "feature_flags.streams.flag_audit",
            "miyabi_lambda.streams.entity_events",
            "miyabi_progress.streams.project_metrics",
            "shop.streams.stream_jobs",
            "shop.streams.audit_log",
        )
    ]
    assert problems("systems: {shop: {streams: {stream_jobs: {record_age_seconds: 600}}}}") == [
        f"test.yaml:5: systems.shop.streams.stream_jobs.record_age_seconds: {MUTE}"
    ]
    (later,) = problems(
        "systems: {shop: {alarms: {iterator_age_seconds: 3300}, streams: {audit_log: {record_age_seconds: 7200}}}}"
    )
    assert later.startswith("test.yaml:5: systems.shop.streams.stream_jobs.record_age_seconds: 3600 is not allowed")


def test_without_alarms_any_age_is_fine() -> None:
    quiet = {"alarms": {"level": "none"}, "streams": {"record_age_seconds": 600}}
    assert dials(systems={"shop": quiet}).record_age_seconds == 600
    assert dials(systems={"shop": {"streams": {"record_age_seconds": 601}}}).record_age_seconds == 601
