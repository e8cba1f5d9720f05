"""function.json matches the function's code."""

import json
import re
from pathlib import Path

import pytest

from dynawright.emulator.streams.function import Function, functions
from dynawright.model import handler_advice
from dynawright.rules.event_patterns import passes
from dynawright.runtime.markers import MARKER_DAYS, REPLAY_DAYS
from dynawright.systems import systems

FUNCTIONS = functions()
TABLES = {(system.name, table.name): table for system in systems() for table in system.tables}


def sources(function: Function) -> str:
    folders = [function.folder, *(function.folder.parent / name for name in function.manifest.includes)]
    return "\n".join(path.read_text() for folder in folders for path in folder.glob("*.py"))


def test_no_two_functions_have_one_name() -> None:
    """Their folders are all on one path where they are run together."""
    assert len({function.name for function in FUNCTIONS}) == len(FUNCTIONS)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
def test_the_variables_are_those_that_the_code_reads(function: Function) -> None:
    read = set(re.findall(r'(?:text|whole_number)\(["\']([A-Z_]+)["\']', sources(function)))
    assert read == set(function.variables)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
def test_nothing_is_warned_of(function: Function) -> None:
    assert handler_advice.remarks(function.folder) == []


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
def test_every_variable_says_where_its_value_comes_from(function: Function) -> None:
    for name, variable in function.variables.items():
        (_,) = set(variable) - {"description"}
        if "table" in variable:
            assert (function.system, variable["table"]) in TABLES, name


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
def test_it_reads_a_table_that_streams_both_images(function: Function) -> None:
    stream = TABLES[function.system, function.table].stream
    assert stream is not None
    assert stream.value == "NEW_AND_OLD_IMAGES"


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
def test_it_has_a_sample_event_that_its_filters_admit(function: Function) -> None:
    for sample in function.events:
        assert all(passes(function.filters, record) for record in json.loads(sample.read_text())["Records"]), sample.name
    assert function.events


def test_a_stream_has_two_readers_at_most() -> None:
    included = {name for function in FUNCTIONS for name in function.manifest.includes}
    readers = [(function.system, function.table) for function in FUNCTIONS if function.name not in included]
    assert {table: readers.count(table) for table in readers if readers.count(table) > 2} == {}


def test_markers_outlive_every_way_a_record_can_come_again() -> None:
    assert MARKER_DAYS == 2 + REPLAY_DAYS


def test_functions_use_the_standard_library_boto3_and_their_clients_only(project_root: Path) -> None:
    allowed = r"(__future__|base64|binascii|collections|dataclasses|datetime|decimal|functools|hashlib|hmac|importlib|itertools|json|os|random|re|time|typing|urllib|dynawright\.runtime|\w+_client|boto3|botocore)\b"
    paths = [*project_root.glob("modules/dynawright/runtime/*.py"), *project_root.glob("stacks/*/functions/*/*.py")]
    imports = [
        line.split()[1] for path in paths for line in path.read_text().splitlines() if re.match(r"\s*(from|import) \w", line)
    ]
    assert imports
    assert [name for name in imports if not re.match(allowed, name)] == []
