"""Which file is loaded, and that everything wrong with it is said at once."""

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
from dynawright.settings import Environment, SettingsError, TableSettings, load, load_named

FOLDER = project.environments_folder()
SHIPPED = ("dev", "local", "production", "staging")
REGION = "an AWS commercial Region, such as 'ap-northeast-1'"
STATE = "either {bucket: ...}, optionally with kms_key_arn and region, or {local: true} alone"
BUCKET = "3 to 63 lower-case letters, digits, hyphens and single dots, beginning and ending with a letter or digit"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_loads(name: str) -> None:
    assert load_named(name).name == name


def test_no_shipped_file_is_forgotten_here() -> None:
    assert tuple(sorted(path.stem for path in FOLDER.glob("*.yaml"))) == SHIPPED


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
    settings = load_named(name).for_system("ai_chef")

    assert (settings.table.deletion_protection, settings.table.prevent_destroy) == (True, True)
    assert settings.table.point_in_time_recovery_days == days
    assert settings.encryption.key == "customer_managed"


@pytest.mark.parametrize(("name", "days"), [("local", 7), ("dev", 7), ("staging", 7), ("production", 365)])
def test_ai_chef_keeps_its_logs_for_a_week_outside_production(name: str, days: int) -> None:
    assert load_named(name).for_system("ai_chef").logs.retention_days == days


def test_four_lines_are_enough(minimal: Path) -> None:
    assert load(minimal).state.bucket == "test-state"


def test_a_byte_order_mark_does_no_harm(minimal: Path) -> None:
    minimal.write_text("\ufeff" + minimal.read_text())

    assert load(minimal).name == "test"


def test_a_list_is_read_as_a_tuple(minimal: Path) -> None:
    minimal.write_text(minimal.read_text() + "table: {ignore_changes: [read_capacity, write_capacity]}")

    assert load(minimal).table.ignore_changes == ("read_capacity", "write_capacity")


def test_an_environment_is_found_by_its_name_in_a_folder(minimal: Path) -> None:
    assert load_named("test", minimal.parent).account_id == "123456789012"


def test_a_misspelt_environment_names_the_nearest() -> None:
    with pytest.raises(SettingsError) as error:
        load_named("prod")

    assert error.value.problems == (
        "environment 'prod' is not allowed: one of dev, local, production, staging; did you mean 'production'?",
    )


def test_an_environment_is_never_looked_up_outside_its_folder() -> None:
    with pytest.raises(SettingsError) as error:
        load_named("../../etc/x")

    assert error.value.problems == (
        "environment '../../etc/x' is not allowed: one of dev, local, production, staging; or add environments/<name>.yaml",
    )


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as error:
        load(tmp_path / "test.yaml")

    assert error.value.problems == (f"{tmp_path}/test.yaml: cannot be read: No such file or directory",)


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as error:
        load(tmp_path)

    assert error.value.problems == (f"{tmp_path}: cannot be read: Is a directory",)


@pytest.mark.parametrize(
    ("line", "wrong", "problem"),
    [
        (1, "name: Test", "name: 'Test' is not allowed: 2 to 20 lower-case letters, digits and hyphens, beginning with a letter"),
        (2, "account_id: 123456789012", "account_id: 123456789012 is not allowed: 12 digits, as text; put it in quotes"),
        (2, "account_id: '12345'", "account_id: '12345' is not allowed: 12 digits, as text"),
        (
            2,
            "account_id: 012345678901",
            "account_id: '012345678901' is not allowed: "
            "a leading zero means octal to some readers; put text in quotes, else drop the zero",
        ),
        (3, "region: eu-wst-1", f"region: 'eu-wst-1' is not allowed: {REGION}; did you mean 'eu-west-1'?"),
        (3, "region: cn-north-1", f"region: 'cn-north-1' is not allowed: {REGION}; did you mean 'eu-north-1'?"),
        (4, "state: {}", f"state: {{}} is not allowed: {STATE}"),
        (4, "state: local", f"state: 'local' is not allowed: {STATE}"),
        (4, "state: {local: false}", f"state: {{'local': False}} is not allowed: {STATE}"),
        (4, "state: {bucket: abc, local: true}", f"state: {{'bucket': 'abc', 'local': True}} is not allowed: {STATE}"),
        (
            4,
            "state: {local: true, region: eu-west-1}",
            f"state: {{'local': True, 'region': 'eu-west-1'}} is not allowed: {STATE}",
        ),
        (4, "state: {bucket: ab}", f"state.bucket: 'ab' is not allowed: {BUCKET}"),
        (4, f"state: {{bucket: {'b' * 64}}}", f"state.bucket: '{'b' * 64}' is not allowed: {BUCKET}"),
        (4, "state: {bucket: My-Bucket}", f"state.bucket: 'My-Bucket' is not allowed: {BUCKET}"),
        (4, "state: {bucket: my..bucket}", f"state.bucket: 'my..bucket' is not allowed: {BUCKET}"),
        (
            4,
            "state: {bucket: abc, kms_key_arn: alias/state}",
            "state.kms_key_arn: 'alias/state' is not allowed: "
            "a key's ARN, such as 'arn:aws:kms:ap-northeast-1:123456789012:key/<key id>'",
        ),
        (
            4,
            "state: {bucket: abc, region: eu-west-9}",
            f"state.region: 'eu-west-9' is not allowed: {REGION}; did you mean 'eu-west-3'?",
        ),
    ],
)
def test_a_wrong_value_where_one_is_required_gets_its_own_sentence(minimal: Path, line: int, wrong: str, problem: str) -> None:
    lines = minimal.read_text().splitlines()
    lines[line - 1] = wrong
    minimal.write_text("\n".join(lines))

    with pytest.raises(SettingsError) as error:
        load(minimal)

    assert error.value.problems[0] == f"test.yaml:{line}: {problem}"


def test_what_is_missing_is_said_with_what_it_may_be(minimal: Path) -> None:
    minimal.write_text("# nothing else\n\nname: test\n")

    with pytest.raises(SettingsError) as error:
        load(minimal)

    assert error.value.problems == (
        "test.yaml:3: account_id: missing: 12 digits, as text; add it",
        f"test.yaml:3: region: missing: {REGION}; add it",
        f"test.yaml:3: state: missing: {STATE}; add it",
    )


def test_a_file_must_bear_the_name_that_it_holds(minimal: Path) -> None:
    copy = minimal.rename(minimal.with_name("copy.yaml"))

    with pytest.raises(SettingsError) as error:
        load(copy)

    assert error.value.problems == (
        "copy.yaml:1: name: 'test' is not allowed: the name of its file; set it to 'copy' or rename the file",
    )


@pytest.mark.parametrize("key", ["Environment", "ManagedBy", "repository"])
def test_a_tag_that_every_stack_sets_itself_is_refused(problems: Callable[[str], list[str]], key: str) -> None:
    assert problems(f"tags: {{{key}: mine}}") == [
        f"test.yaml:5: tags.{key}: 'mine' is not allowed: every stack sets Environment, ManagedBy, Repository itself; remove the line"
    ]


def test_forty_one_tags_are_too_many(problems: Callable[[str], list[str]]) -> None:
    (problem,) = problems("tags:\n" + "".join(f"  t{number}: x\n" for number in range(41)))

    assert problem.startswith("test.yaml:5: tags: {'t0': 'x', ")
    assert problem.endswith("... is not allowed: at most 40 tags, each a line `Key: value`")


def test_an_override_is_judged_together_with_the_environments_settings(problems: Callable[[str], list[str]]) -> None:
    lines = """\
table:
  capacity_mode: provisioned
systems:
  ai_chef:
    table:
      on_demand_max_read_units: 9
"""
    assert problems(lines) == [
        "test.yaml:10: systems.ai_chef.table.on_demand_max_read_units: 9 is not allowed: "
        "capacity_mode 'provisioned' ignores it; remove it or set capacity_mode to 'on_demand'"
    ]


def test_all_problems_come_at_once_in_the_order_of_the_lines(problems: Callable[[str], list[str]]) -> None:
    lines = """\
tags:
  Owner: ${file("/etc/passwd")}
  Team: 7
tabel: {}
logs: {retention: 7}
encryption: {key: aws_own}
name: test
systems:
  ai_chef:
    table: {write_capacity_units: 5}
table: *base
"""
    assert problems(lines) == [
        "test.yaml:6: tags.Owner: '${file(\"/etc/passwd\")}' is not allowed: "
        "Terraform would run what follows '${' or '%{'; remove it",
        "test.yaml:7: tags.Team: 7 is not allowed: text; put it in quotes",
        "test.yaml:8: tabel: unknown setting; did you mean 'table'?",
        "test.yaml:9: logs.retention: unknown setting; did you mean 'retention_days'?",
        "test.yaml:10: encryption.key: 'aws_own' is not allowed: "
        "one of 'customer_managed', 'aws_managed', 'aws_owned'; did you mean 'aws_owned'?",
        "test.yaml:11: name: written twice, first on line 1; remove one of the two",
        "test.yaml:15: table: '*base' is not allowed: aliases make one line mean another; write the value out",
    ]


def test_a_file_of_more_than_64_kib_is_refused(problems: Callable[[str], list[str]]) -> None:
    assert problems("[" * 100_000) == ["test.yaml: more than 64 KiB is not allowed; no environment needs as much"]


def test_a_file_that_is_not_utf_8_is_refused(minimal: Path) -> None:
    minimal.write_bytes(minimal.read_bytes() + b"tags: {Owner: Jos\xe9}")

    with pytest.raises(SettingsError) as error:
        load(minimal)

    assert error.value.problems == ("test.yaml:5: not UTF-8; save the file as UTF-8",)


def outcome(content: bytes) -> Environment | SettingsError:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "test.yaml"
        path.write_bytes(content)
        try:
            return load(path)
        except SettingsError as error:
            return error


KEYS = st.sampled_from([*Environment.model_fields, *TableSettings.model_fields, "ai_chef", "retention_days", "bucket", "local"])
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
        assert all("\n" not in problem and "pydantic" not in problem for problem in found.problems)


def test_importing_environments_loads_nothing_heavy() -> None:
    heavy = "{'cdktf', 'constructs', 'jsii', 'boto3', 'botocore', 'moto'}"
    code = f"import sys, environments; print(sorted({heavy} & set(sys.modules)))"

    done = subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parent, capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
