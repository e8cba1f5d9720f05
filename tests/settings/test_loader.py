"""Which file is loaded, and that everything wrong with it is reported at once."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dynawright import project
from dynawright.settings import Environment, SettingsError, SystemSettings, TableSettings, environment_names, load, load_named
from tests.settings.conftest import Problems, told
from tests.settings.systems import SETTINGS

FOLDER = project.environments_folder()
SHIPPED = environment_names()


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_loads(name: str) -> None:
    assert load_named(name).name == name


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_names_its_schema_for_editors(name: str) -> None:
    lines = (FOLDER / f"{name}.yaml").read_text().splitlines()

    assert lines[0] == "# yaml-language-server: $schema=environment.schema.json"


@pytest.mark.parametrize("name", ["local", "dev"])
def test_what_is_disposable_can_be_destroyed(name: str) -> None:
    table = load_named(name).table

    assert (table.deletion_protection, table.prevent_destroy, table.point_in_time_recovery_days) == (False, False, 1)


@pytest.mark.parametrize(("name", "days"), [("staging", 7), ("production", 35)])
def test_what_matters_is_protected(name: str, days: int) -> None:
    settings = load_named(name)

    assert (settings.table.deletion_protection, settings.table.prevent_destroy) == (True, True)
    assert settings.table.point_in_time_recovery_days == days
    assert settings.encryption.key == "customer_managed"


def test_five_lines_are_enough(minimal: Path) -> None:
    assert load(minimal).state.bucket == "test-state"


def test_a_byte_order_mark_does_no_harm(minimal: Path) -> None:
    minimal.write_text("\ufeff" + minimal.read_text())

    assert load(minimal).name == "test"


def test_a_list_is_read_as_a_tuple(loaded: Callable[[str], Environment]) -> None:
    settings = loaded("table: {ignore_changes: [read_capacity, write_capacity]}")

    assert settings.table.ignore_changes == ("read_capacity", "write_capacity")


def test_an_environment_is_found_by_its_name_in_a_folder(minimal: Path) -> None:
    assert load_named("test", minimal.parent).account_id == "123456789012"


@pytest.mark.parametrize(("name", "fix"), [("tset", "'test'"), ("../../etc/x", "<name>.yaml")])
def test_an_unknown_environment_is_refused(minimal: Path, name: str, fix: str) -> None:
    (minimal.parent / "dev.yaml").touch()
    with pytest.raises(SettingsError) as error:
        load_named(name, minimal.parent)

    (problem,) = error.value.problems
    assert (problem.code, problem.value, problem.allowed) == ("DW100", name, "dev, test")
    assert fix in problem.fix


def test_a_folder_without_environments_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as error:
        load_named("local", tmp_path)

    (problem,) = error.value.problems
    assert (problem.code, problem.value, problem.allowed) == ("DW100", "local", "")
    assert "dynawright new project" in problem.fix


def test_a_problem_names_the_file_relative_to_the_project(monkeypatch: pytest.MonkeyPatch, minimal: Path) -> None:
    (minimal.parent / "cdktf.json").touch()
    monkeypatch.chdir(minimal.parent)
    minimal.write_text("tabel: {}")

    with pytest.raises(SettingsError) as error:
        load(minimal, SETTINGS)

    assert {problem.place.file for problem in error.value.problems} == {"test.yaml"}


@pytest.mark.parametrize("name", ["absent.yaml", "."])
def test_a_file_that_can_not_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(tmp_path / name)

    (problem,) = error.value.problems
    assert (problem.code, problem.place.file) == ("DW101", str(tmp_path / name))


@pytest.mark.parametrize(
    ("line", "wrong", "path", "value"),
    [
        (1, "name: Test", "name", "Test"),
        (2, "project: Acme", "project", "Acme"),
        (2, "project: a", "project", "a"),
        (3, "account_id: 123456789012", "account_id", 123456789012),
        (3, "account_id: '12345'", "account_id", "12345"),
        (4, "region: eu-wst-1", "region", "eu-wst-1"),
        (4, "region: cn-north-1", "region", "cn-north-1"),
        (5, "state: {}", "state", {}),
        (5, "state: local", "state", "local"),
        (5, "state: {local: false}", "state", {"local": False}),
        (5, "state: {bucket: abc, local: true}", "state", {"bucket": "abc", "local": True}),
        (5, "state: {local: true, region: eu-west-1}", "state", {"local": True, "region": "eu-west-1"}),
        (5, "state: {bucket: ab}", "state.bucket", "ab"),
        (5, f"state: {{bucket: {'b' * 64}}}", "state.bucket", "b" * 64),
        (5, "state: {bucket: My-Bucket}", "state.bucket", "My-Bucket"),
        (5, "state: {bucket: my..bucket}", "state.bucket", "my..bucket"),
        (5, "state: {bucket: abc, kms_key_arn: alias/state}", "state.kms_key_arn", "alias/state"),
        (5, "state: {bucket: abc, region: eu-west-9}", "state.region", "eu-west-9"),
    ],
)
def test_a_wrong_value_where_one_is_required_is_refused(minimal: Path, line: int, wrong: str, path: str, value: Any) -> None:
    lines = minimal.read_text().splitlines()
    lines[line - 1] = wrong
    minimal.write_text("\n".join(lines))

    with pytest.raises(SettingsError) as error:
        load(minimal, SETTINGS)

    first = error.value.problems[0]
    assert (*told([first]), first.value) == (("DW106", line, path), value)


def test_what_is_missing_is_said_with_what_it_may_be(minimal: Path) -> None:
    minimal.write_text("# nothing else\n\nname: test\n")

    with pytest.raises(SettingsError) as error:
        load(minimal, SETTINGS)

    assert told(list(error.value.problems)) == [("DW105", 3, name) for name in ("project", "account_id", "region", "state")]
    assert all(problem.allowed for problem in error.value.problems)


def test_a_file_must_bear_the_name_that_it_holds(minimal: Path) -> None:
    copy = minimal.rename(minimal.with_name("copy.yaml"))

    with pytest.raises(SettingsError) as error:
        load(copy, SETTINGS)

    (problem,) = error.value.problems
    assert (*told([problem]), problem.value) == (("DW117", 1, "name"), "test")


@pytest.mark.parametrize("key", ["Environment", "ManagedBy", "repository"])
def test_a_tag_that_every_stack_sets_itself_is_refused(problems: Problems, key: str) -> None:
    assert told(problems(f"tags: {{{key}: mine}}")) == [("DW170", 6, f"tags.{key}")]


def test_forty_one_tags_are_too_many(problems: Problems) -> None:
    (problem,) = problems("tags:\n" + "".join(f"  t{number}: x\n" for number in range(41)))

    assert told([problem]) == [("DW106", 6, "tags")]
    assert len(str(problem)) < 300


def test_an_override_is_checked_together_with_the_environments_settings(problems: Problems) -> None:
    lines = """\
table:
  capacity_mode: provisioned
systems:
  orders:
    table:
      on_demand_max_read_units: 9
"""
    assert told(problems(lines)) == [("DW120", 11, "systems.orders.table.on_demand_max_read_units")]


def test_all_problems_come_at_once_in_the_order_of_the_lines(problems: Problems) -> None:
    lines = """\
tags:
  Owner: ${file("/etc/passwd")}
  Team: 7
tabel: {}
logs: {retention: 7}
encryption: {key: aws_own}
name: test
systems:
  orders:
    table: {write_capacity_units: 5}
    backup: {start_window_minutes: 480}
  flags: {cache: {enabled: true}, regoin: us-east-1}
table: *base
vault: {lock_changeable_for_days: 5}
"""
    assert told(problems(lines)) == [
        ("DW109", 7, "tags.Owner"),
        ("DW106", 8, "tags.Team"),
        ("DW104", 9, "tabel"),
        ("DW104", 10, "logs.retention"),
        ("DW106", 11, "encryption.key"),
        ("DW107", 12, "name"),
        ("DW131", 16, "systems.orders.backup.completion_window_minutes"),
        ("DW104", 17, "systems.flags.regoin"),
        ("DW141", 17, "systems.flags.cache.enabled"),
        ("DW108", 18, "table"),
        ("DW135", 19, "vault.lock_changeable_for_days"),
    ]


def test_what_does_not_fit_together_is_found_in_a_file_without_a_region(minimal: Path) -> None:
    minimal.write_text("name: test\nexport: {expire_after_days: 90}\ntable: {replicas: [{region: eu-west-1}]}\n")

    with pytest.raises(SettingsError) as error:
        load(minimal, SETTINGS)

    codes = [problem.code for problem in error.value.problems]
    assert codes == ["DW105"] * 4 + ["DW136", "DW122"]


def test_a_file_of_more_than_64_kib_is_refused(problems: Problems) -> None:
    assert [problem.code for problem in problems("[" * 100_000)] == ["DW102"]


def test_a_file_that_is_not_utf_8_is_refused(minimal: Path) -> None:
    minimal.write_bytes(minimal.read_bytes() + b"tags: {Owner: Jos\xe9}")

    with pytest.raises(SettingsError) as error:
        load(minimal)

    assert told(list(error.value.problems)) == [("DW102", 6, "")]


def outcome(content: bytes) -> Environment | SettingsError:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "test.yaml"
        path.write_bytes(content)
        try:
            return load(path, SETTINGS)
        except SettingsError as error:
            return error


KEYS = st.sampled_from(
    [
        *Environment.model_fields,
        *SystemSettings.model_fields,
        *TableSettings.model_fields,
        "orders",
        "flags",
        "retention_days",
        "bucket",
        "local",
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.dates()
    | st.sampled_from(["test", "eu-west-1", "*"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text() | st.integers(), inner, max_size=6),
    max_leaves=30,
)


@settings(deadline=None)
@given(st.binary() | st.text().map(lambda text: text.encode(errors="surrogatepass")))
@example(b'"\\UFFFFFFFF"')
@example(b"%YAML 1." + b"9" * 5000 + b"\n---\na")
@example(b"? ? ? [a]")
def test_no_content_raises_anything_but_a_settings_error(content: bytes) -> None:
    outcome(content)


@settings(deadline=None)
@given(st.text(alphabet="ab:{}[]-?!&*|>'\"%@`#,<.~0123\\ \t\n", max_size=60))
def test_no_combination_of_yamls_own_signs_raises_anything_but_a_settings_error(text: str) -> None:
    outcome(text.encode())


@settings(deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=8))
def test_no_yaml_document_raises_anything_but_a_settings_error(document: dict[str, Any]) -> None:
    found = outcome(yaml.safe_dump(document, allow_unicode=True).encode(errors="surrogatepass"))

    if isinstance(found, SettingsError):
        assert all("\n" not in str(problem) and "pydantic" not in str(problem) for problem in found.problems)


def test_loading_an_environment_imports_nothing_heavy() -> None:
    heavy = "{'cdktf', 'constructs', 'jsii', 'boto3', 'botocore', 'moto', 'dynawright.constructs'}"
    code = (
        f"import sys; from dynawright.settings import load_named; load_named('local'); print(sorted({heavy} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parent, capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
