"""Where the state is kept: in S3, in a file, or in another backend of Terraform's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from dynawright.settings import Environment, SettingsError, load
from dynawright.settings.state import BackendName, StateSettings
from dynawright.settings.state_backends import BACKENDS
from tests.settings.conftest import told
from tests.settings.systems import MINIMAL, SETTINGS

WHOLE: dict[str, dict[str, Any]] = {
    "azurerm": {"storage_account_name": "acme", "container_name": "state", "key": "{environment}/{stack}"},
    "cloud": {"organization": "acme", "workspaces": {"name": "{stack}-{environment}"}},
    "consul": {"path": "state/{environment}/{stack}"},
    "gcs": {"bucket": "acme-state", "prefix": "{environment}/{stack}"},
    "http": {f"{name}address": "https://state.example.com/{stack}" for name in ("", "lock_", "unlock_")},
    "kubernetes": {"secret_suffix": "{stack}-{environment}"},
    "pg": {"schema_name": "{stack}_{environment}"},
    "remote": {"organization": "acme", "workspaces": {"name": "{stack}-{environment}"}},
}
Written = Callable[[str], Environment]


@pytest.fixture
def written(minimal: Path) -> Written:
    def with_state(state: str) -> Environment:
        minimal.write_text(MINIMAL.replace("{bucket: test-state}", state))
        return load(minimal, SETTINGS)

    return with_state


def test_every_backend_has_a_row() -> None:
    assert set(get_args(BackendName)) == set(BACKENDS) == set(WHOLE)


@pytest.mark.parametrize("backend", WHOLE)
def test_a_backend_is_written_as_terraform_has_it(backend: str, written: Written) -> None:
    state = written(f"{{backend: {backend}, config: {WHOLE[backend]}}}").state
    assert (state.backend, state.config) == (backend, WHOLE[backend])
    (named,) = {str(state.config_of("orders", "dev"))}
    assert "orders" in named
    assert "{" not in named.replace("{'", "")


@pytest.mark.parametrize("backend", WHOLE)
def test_what_a_backend_needs_must_be_there(backend: str, written: Written) -> None:
    for needed in BACKENDS[backend].needs:
        config = {name: value for name, value in WHOLE[backend].items() if name != needed.split(".")[0]}
        with pytest.raises(SettingsError) as raised:
            written(f"{{backend: {backend}, config: {config}}}")
        assert told(list(raised.value.problems)) == [("DW182", 5, "state.config")]
        assert needed in raised.value.problems[0].text


@pytest.mark.parametrize("backend", WHOLE)
def test_two_stacks_never_share_a_state(backend: str) -> None:
    text = str(WHOLE[backend]).replace("{stack}", "everything")
    state = StateSettings(backend=backend, config=eval(text))  # type: ignore[arg-type]  # noqa: S307
    assert [(path, problem.code) for path, problem in state.conflicts().items()] == [(("config",), "DW182")]


@pytest.mark.parametrize(("backend", "name"), [(kind, name) for kind, row in BACKENDS.items() for name in row.secrets])
def test_a_secret_is_refused_and_its_variable_named(backend: str, name: str) -> None:
    state = StateSettings(backend=backend, config={**WHOLE[backend], name: "hidden"})  # type: ignore[arg-type]
    ((path, problem),) = state.conflicts().items()
    assert (path, problem.code) == (("config", name), "DW183")
    assert BACKENDS[backend].secrets[name] in problem.fix
    assert "hidden" not in str(problem)


def test_a_state_travels_over_tls() -> None:
    config = {name: address.replace("https", "http") for name, address in WHOLE["http"].items()}
    state = StateSettings(backend="http", config=config)
    assert set(state.conflicts()) == {("config", name) for name in config}
    loopback = {name: address.replace("state.example.com", "127.0.0.1:8080") for name, address in config.items()}
    assert StateSettings(backend="http", config=loopback).conflicts() == {}


@pytest.mark.parametrize(
    "state",
    [
        "{backend: http}",
        "{config: {}}",
        "{backend: pg, config: {schema_name: '{stack}'}, bucket: abc}",
        "{backend: s3, config: {}}",
    ],
)
def test_half_a_choice_is_refused(state: str, written: Written) -> None:
    with pytest.raises(SettingsError) as raised:
        written(state)
    assert {(line, path.split(".")[0]) for _, line, path in told(list(raised.value.problems))} == {(5, "state")}
