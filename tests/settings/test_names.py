"""Names that would collide with those of shared resources."""

import pytest

from dynawright.settings import SettingsError, validated
from tests.settings.conftest import told
from tests.settings.systems import REQUIRED, SETTINGS, environment


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"project": "orders"}, "project"),
        ({"systems": {"orders": {"name_prefix": "acme"}}}, "systems.orders.name_prefix"),
        ({"systems": {"orders": {"name_prefix": "acme-eu"}}}, "systems.orders.name_prefix"),
    ],
)
def test_no_system_begins_with_the_projects_name(settings: dict[str, str], path: str) -> None:
    with pytest.raises(SettingsError) as error:
        validated(REQUIRED | settings, SETTINGS)

    assert told(list(error.value.problems)) == [("DW114", None, path)]


def test_a_prefix_can_tell_a_system_from_the_project() -> None:
    assert environment(project="orders", systems={"orders": {"name_prefix": "shop"}}).project == "orders"
