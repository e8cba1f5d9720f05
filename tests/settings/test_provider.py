"""The version of the AWS provider that an environment's stacks ask for."""

from collections.abc import Callable

import pytest

from dynawright.provider_versions import DEFAULT, KNOWN_FAULTS, TESTED, admits, is_supported
from dynawright.settings import Environment
from tests.settings.conftest import Problems, told


def test_the_default_is_one_exact_version_that_was_tested(loaded: Callable[[str], Environment]) -> None:
    assert loaded("").provider.version == DEFAULT == TESTED[-1]


@pytest.mark.parametrize(
    "version", ["5.100.0", "6.0.0", "6.12.0", "6.39.0", "6.61.0", ">= 6.39.0, < 7.0.0", ">= 5.100.0, < 6.13.0"]
)
def test_a_version_or_a_range_without_known_faults_is_taken(loaded: Callable[[str], Environment], version: str) -> None:
    assert loaded(f"provider: {{version: '{version}'}}\n").provider.version == version


@pytest.mark.parametrize("version", ["6", "6.61", "v6.61.0", "~> 6.61.0", ">= 6.61.0", "06.61.0", "latest", ">=6.39.0,<7.0.0"])
def test_another_form_is_refused(problems: Problems, version: str) -> None:
    (problem,) = problems(f'provider: {{version: "{version}"}}\n')
    assert told([problem])[0][2] == "provider.version"


@pytest.mark.parametrize("version", ["5.99.1", "7.0.0", ">= 5.0.0, < 6.0.0", ">= 6.39.0, < 7.0.1", ">= 6.61.0, < 6.61.0"])
def test_too_old_too_new_and_empty_are_refused(problems: Problems, version: str) -> None:
    assert told(problems(f"provider: {{version: '{version}'}}\n")) == [("DW180", 6, "provider.version")]


@pytest.mark.parametrize("fault", KNOWN_FAULTS, ids=lambda fault: fault.source)
def test_versions_with_a_known_fault_are_refused_with_the_reason(problems: Problems, fault: object) -> None:
    assert isinstance(fault, type(KNOWN_FAULTS[0]))
    for version in (fault.first, f">= {fault.first}, < {fault.fixed_in}"):
        (problem,) = problems(f"provider: {{version: '{version}'}}\n")
        assert told([problem]) == [("DW181", 6, "provider.version")]
        assert fault.reason in problem.text


def test_no_version_from_6_13_to_6_38_is_supported_and_their_neighbours_are() -> None:
    assert not any(is_supported(f"6.{minor}.0") for minor in range(13, 39))
    assert is_supported("6.12.0")
    assert is_supported("6.39.0")


def test_a_range_that_admits_a_faulty_version_is_refused(problems: Problems) -> None:
    assert told(problems("provider: {version: '>= 5.100.0, < 7.0.0'}\n")) == [("DW181", 6, "provider.version")]


def test_versions_compare_as_numbers() -> None:
    assert admits(">= 6.9.0, < 6.61.0", "6.12.0")
    assert not admits("6.6.0", "6.61.0")
