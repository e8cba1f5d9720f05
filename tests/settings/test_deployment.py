"""The repository that deploys an environment."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.settings import Environment, SettingsError, load
from tests.settings.conftest import Problems, told
from tests.settings.systems import SETTINGS

BOUNDARY = "roles: {permissions_boundary_arn: 'arn:aws:iam::111111111111:policy/boundary'}\n"


def test_there_are_no_deploy_roles_unless_a_repository_is_named(loaded: Callable[[str], Environment]) -> None:
    assert loaded("").deployment.repository is None


def test_a_repository_needs_a_boundary_for_what_it_deploys(problems: Problems, loaded: Callable[[str], Environment]) -> None:
    lines = "deployment: {repository: acme/orders}\n"
    assert told(problems(lines)) == [("DW171", 6, "deployment.repository")]
    assert loaded(BOUNDARY + lines).deployment.repository == "acme/orders"


def test_nothing_is_said_about_a_boundary_that_can_not_be_read(problems: Problems) -> None:
    lines = "roles: {permissions_boundary_arn: mine}\ndeployment: {repository: acme/orders}\n"
    assert told(problems(lines)) == [("DW106", 6, "roles.permissions_boundary_arn")]


@pytest.mark.parametrize("repository", ["acme", "acme/*", "acme/orders:ref"])
def test_a_repository_is_one_exact_name(problems: Problems, repository: str) -> None:
    lines = f"{BOUNDARY}deployment: {{repository: '{repository}'}}\n"
    (problem,) = problems(lines)
    assert told([problem]) == [("DW106", 7, "deployment.repository")]
    assert problem.value == repository


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ("repository: acme/orders, owner_id: 1", "owner_id"),
        ("repository: acme/orders, repository_id: 2", "repository_id"),
        ("owner_id: 1, repository_id: 2", "owner_id"),
        ("repository: acme/orders, accept_names: true", "accept_names"),
    ],
)
def test_half_a_subject_of_github_is_refused(problems: Problems, settings: str, place: str) -> None:
    assert told(problems(f"{BOUNDARY}deployment: {{{settings}}}\n")) == [("DW173", 7, f"deployment.{place}")]


def test_ids_replace_names_unless_both_are_accepted(loaded: Callable[[str], Environment]) -> None:
    def spellings(more: str) -> tuple[str, ...]:
        deployment = loaded(f"{BOUNDARY}deployment: {{repository: acme/orders{more}}}\n").deployment
        return deployment.spellings("acme/orders")

    ids = ", owner_id: 1, repository_id: 2"
    assert spellings("") == ("acme/orders",)
    assert spellings(ids) == ("acme@1/orders@2",)
    assert spellings(f"{ids}, accept_names: true") == ("acme@1/orders@2", "acme/orders")


@pytest.mark.parametrize(
    ("other", "account", "refused"),
    [
        ("pretest", "123456789012", True),
        ("eu-test", "123456789012", True),
        ("pretest", "222222222222", False),
        ("tests", "123456789012", False),
        ("plan-test", "222222222222", True),
    ],
)
def test_deploy_roles_must_tell_environments_apart(minimal: Path, other: str, account: str, refused: bool) -> None:
    text = minimal.read_text()
    beside = text.replace("name: test", f"name: {other}").replace("123456789012", account)
    minimal.with_stem(other).write_text(beside)
    assert load(minimal, SETTINGS).deployment.repository is None  # no roles, nothing to tell apart
    minimal.write_text(f"{text}{BOUNDARY}deployment: {{repository: acme/orders}}\n")
    try:
        load(minimal, SETTINGS)
        found = []
    except SettingsError as error:
        found = told(list(error.problems))
    assert found == ([("DW174", 1, "name")] if refused else [])
