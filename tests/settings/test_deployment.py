"""The repository that deploys an environment."""

from pathlib import Path

import pytest

from dynawright.settings import SettingsError, load

BOUNDARY = "roles: {permissions_boundary_arn: 'arn:aws:iam::111111111111:policy/boundary'}\n"


def test_nobody_deploys_unless_a_repository_is_named(minimal: Path) -> None:
    assert load(minimal).deployment.repository is None


def test_a_repository_needs_a_boundary_for_what_it_deploys(minimal: Path) -> None:
    text = minimal.read_text()
    minimal.write_text(f"{text}deployment: {{repository: acme/shop}}\n")
    with pytest.raises(SettingsError) as caught:
        load(minimal)
    assert str(caught.value).split("deployment.")[1] == (
        "repository: 'acme/shop' is not allowed without a boundary: whoever deploys makes roles, and could make one that may do"
        " anything; set roles.permissions_boundary_arn"
    )
    minimal.write_text(f"{text}{BOUNDARY}deployment: {{repository: acme/shop}}\n")
    assert load(minimal).deployment.repository == "acme/shop"


@pytest.mark.parametrize("repository", ["acme", "acme/*", "acme/shop:ref"])
def test_a_repository_is_one_exact_name(minimal: Path, repository: str) -> None:
    minimal.write_text(f"{minimal.read_text()}{BOUNDARY}deployment: {{repository: '{repository}'}}\n")
    with pytest.raises(
        SettingsError, match=f"'{repository.replace('*', '[*]')}' is not allowed: one exact name, owner/repository"
    ):
        load(minimal)
