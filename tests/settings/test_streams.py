"""The dials of stream functions: limits, three places to set them, and what does not fit together."""

from collections.abc import Callable
from typing import Any

import pytest

from dynawright.runtime.batch import RESERVE_MILLISECONDS
from dynawright.settings import Environment, StreamSettings
from tests.settings.conftest import Problems, told
from tests.settings.systems import OrdersStreams, environment


def dials(function: str = "stream_jobs", **settings: Any) -> StreamSettings:
    return environment(**settings).for_system("orders").streams.of_function(function)


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
    for value in (least - 1, most + 1):
        (problem,) = problems(f"streams: {{{setting}: {value}}}")
        assert told([problem]) == [("DW106", 6, f"streams.{setting}")]
        assert (problem.value, problem.allowed) == (value, f"a whole number from {least} to {most}")
    others: dict[str, Any] = {"timeout_seconds": 10, "batch_window_seconds": 0, "record_age_seconds": 86_399}
    for value in (least, most):
        assert getattr(StreamSettings(**{**others, setting: value}), setting) == value


def test_endless_retries_cannot_be_said(problems: Problems) -> None:
    assert told(problems("streams: {retries: -1, record_age_seconds: -1}")) == [
        ("DW106", 6, "streams.retries"),
        ("DW106", 6, "streams.record_age_seconds"),
    ]


def test_concurrency_is_reserved_or_shared() -> None:
    assert dials(streams={"reserved_concurrency": None}).reserved_concurrency is None
    assert dials(streams={"reserved_concurrency": 1000}).reserved_concurrency == 1000


def test_the_shortest_timeout_leaves_time_to_process_records() -> None:
    least = StreamSettings.model_json_schema()["properties"]["timeout_seconds"]["minimum"]
    assert least * 1000 > 2 * RESERVE_MILLISECONDS
    assert RESERVE_MILLISECONDS == 3000  # as the setting's description says


def test_a_function_that_may_never_run_is_refused(problems: Problems) -> None:
    (problem,) = problems("streams: {reserved_concurrency: 0}")
    assert (*told([problem]), problem.value) == (("DW106", 6, "streams.reserved_concurrency"), 0)


def test_the_nearest_of_three_places_wins() -> None:
    settings: dict[str, Any] = {"streams": {"batch_size": 1, "retries": 1, "memory_mb": 512}}
    settings["systems"] = {"orders": {"streams": {"batch_size": 2, "retries": 2, "stream_jobs": {"batch_size": 3}}}}

    chosen = dials(**settings)

    assert (chosen.batch_size, chosen.retries, chosen.memory_mb, chosen.timeout_seconds) == (3, 2, 512, 60)
    assert dials("audit_log", **settings).batch_size == 2


def test_a_function_that_no_class_knows_has_the_systems_dials() -> None:
    assert dials("unknown", systems={"orders": {"streams": {"batch_size": 2}}}).batch_size == 2


def test_a_job_has_no_dials_since_it_shares_its_readers(problems: Problems) -> None:
    lines = "systems: {orders: {streams: {report: {batch_size: 5}}}}"
    assert told(problems(lines)) == [("DW104", 6, "systems.orders.streams.report.batch_size")]


def test_a_job_has_settings_of_its_own() -> None:
    streams = environment(systems={"orders": {"streams": {"report": {"pages": 2}}}}).for_system("orders").streams
    assert isinstance(streams, OrdersStreams)
    assert (streams.report.pages, OrdersStreams().report.pages) == (2, 1)


def test_the_settings_of_a_job_are_checked_too(problems: Problems) -> None:
    lines = "systems: {orders: {streams: {report: {words: 200}}, report: {words: 300}}}"
    assert told(problems(lines)) == [
        ("DW199", 6, "systems.orders.streams.report.words"),
        ("DW199", 6, "systems.orders.report.words"),
    ]


def test_a_misspelt_function_is_an_error_that_names_the_nearest(problems: Problems) -> None:
    (problem,) = problems("systems: {orders: {streams: {stream_job: {batch_size: 5}}}}")
    assert told([problem]) == [("DW104", 6, "systems.orders.streams.stream_job")]
    assert "'stream_jobs'" in problem.fix


def test_a_function_of_another_system_is_an_error(problems: Problems) -> None:
    lines = "systems: {flags: {streams: {stream_jobs: {batch_size: 5}}}}"
    assert told(problems(lines)) == [("DW104", 6, "systems.flags.streams.stream_jobs")]


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ("streams: {record_age_seconds: 65}", "streams"),
        ("systems: {orders: {streams: {record_age_seconds: 65}}}", "systems.orders.streams"),
        ("systems: {orders: {streams: {audit_log: {record_age_seconds: 65}}}}", "systems.orders.streams.audit_log"),
    ],
)
def test_records_are_not_given_up_before_they_are_tried(problems: Problems, lines: str, path: str) -> None:
    assert told(problems(lines)) == [("DW150", 6, f"{path}.record_age_seconds")]


def test_a_functions_dials_are_checked_together_with_the_environments(problems: Problems) -> None:
    lines = "streams: {timeout_seconds: 900}\nsystems: {orders: {streams: {audit_log: {record_age_seconds: 905}}}}"
    (problem,) = problems(lines)
    assert (*told([problem]), problem.value) == (("DW150", 7, "systems.orders.streams.audit_log.record_age_seconds"), 905)


def test_an_age_that_is_just_old_enough_is_taken(loaded: Callable[[str], Environment]) -> None:
    assert loaded("streams: {record_age_seconds: 66}\nalarms: {level: none}").streams.record_age_seconds == 66


def test_parallel_invocations_beyond_the_reservation_are_refused(problems: Problems) -> None:
    lines = "systems: {orders: {streams: {reserved_concurrency: 2, audit_log: {parallelization: 3}}}}"
    assert told(problems(lines)) == [("DW151", 6, "systems.orders.streams.audit_log.parallelization")]


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ("streams: {record_age_seconds: 600}", "streams.record_age_seconds"),
        ("systems: {orders: {streams: {record_age_seconds: 600}}}", "systems.orders.streams.record_age_seconds"),
        (
            "systems: {orders: {streams: {stream_jobs: {record_age_seconds: 600}}}}",
            "systems.orders.streams.stream_jobs.record_age_seconds",
        ),
    ],
)
def test_records_are_not_given_up_before_the_alarm_on_their_age_rings(problems: Problems, lines: str, path: str) -> None:
    (problem,) = problems(lines)
    assert (*told([problem]), problem.value) == (("DW152", 6, path), 600)


def test_it_is_reported_where_the_nearest_dials_are_written(problems: Problems) -> None:
    lines = "systems: {orders: {alarms: {iterator_age_seconds: 3300}, streams: {audit_log: {record_age_seconds: 7200}}}}"
    (problem,) = problems(lines)
    assert (*told([problem]), problem.value) == (("DW152", 6, "systems.orders.streams.record_age_seconds"), 3600)


def test_without_alarms_any_age_is_fine() -> None:
    quiet = {"alarms": {"level": "none"}, "streams": {"record_age_seconds": 600}}
    assert dials(systems={"orders": quiet}).record_age_seconds == 600
    assert dials(systems={"orders": {"streams": {"record_age_seconds": 601}}}).record_age_seconds == 601
