import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dynawright.deploy.deploy import terraform_in
from dynawright.deploy.plan import Change
from dynawright.deploy.provider_mirror import find
from dynawright.deploy.provider_version import on_emulator
from dynawright.deploy.terraform import PIN, Terraform, TerraformError
from dynawright.provider_versions import DEFAULT
from dynawright.settings import load_named
from tests.problems import told
from tests.waiting import wait_until

FakeTerraform = Callable[[str], Path]
VERSION = """[ "$1" = version ] && echo '{"terraform_version": "1.11.0"}' && exit 0"""


def write_stack(folder: Path, stack: dict[str, Any]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "main.tf.json").write_text(json.dumps(stack))


@pytest.mark.usefixtures("fake_mirror")
def test_an_error_shows_the_error_blocks_and_keeps_the_rest(tmp_path: Path, fake_terraform: FakeTerraform) -> None:
    fake_terraform(
        f"""{VERSION}
        printf 'aws_x.y: Creating...\\n\\nWarning: Old argument\\n\\nUse another.\\n'
        printf '\\nError: First\\n\\n  on main.tf.json\\n\\nError: Second\\n\\ndetail\\n' >&2
        exit 1"""
    )
    terraform = Terraform(tmp_path)
    with pytest.raises(TerraformError) as error:
        terraform.apply()
    assert told(error.value.problems) == [("DW402", f"stack {tmp_path.name}", None)]
    assert error.value.problems[0].details == "Error: First\n\n  on main.tf.json\n\nError: Second\n\ndetail"
    assert "aws_x.y: Creating..." in error.value.output
    assert terraform.warnings == ["Old argument"]


STATE = {
    "resources": [
        {"type": "aws_dynamodb_table", "name": "Orders", "instances": [{"status": "tainted"}]},
        {"type": "aws_dynamodb_table", "name": "Whole", "instances": [{}]},
        {
            "module": "module.a",
            "type": "aws_s3_bucket",
            "name": "b",
            "instances": [{"index_key": "x", "status": "tainted"}, {"index_key": 1, "status": "tainted"}],
        },
    ]
}


@pytest.mark.usefixtures("fake_mirror")
@pytest.mark.parametrize(
    ("state", "said", "addresses"),
    [
        (
            json.dumps(STATE),
            "lifecycle.prevent_destroy",
            ["aws_dynamodb_table.Orders", 'module.a.aws_s3_bucket.b["x"]', "module.a.aws_s3_bucket.b[1]"],
        ),
        (json.dumps(STATE), "AccessDenied", []),
        ("{}", "lifecycle.prevent_destroy", []),
        ("", "lifecycle.prevent_destroy", []),
        ("no JSON", "lifecycle.prevent_destroy", []),
    ],
)
def test_a_plan_that_would_replace_what_is_half_made_says_which(
    tmp_path: Path, fake_terraform: FakeTerraform, state: str, said: str, addresses: list[str]
) -> None:
    (tmp_path / "state.json").write_text(state)
    fake_terraform(f"""{VERSION}
        [ "$1" = state ] && cat state.json && exit 0
        printf 'Error: {said}\\n' >&2
        exit 1""")
    with pytest.raises(TerraformError) as error:
        Terraform(tmp_path).plan()
    expected = [("DW415", address, address) for address in addresses]
    assert told(error.value.problems) == [*expected, ("DW402", f"stack {tmp_path.name}", None)]


@pytest.mark.usefixtures("fake_mirror")
def test_warnings_that_every_run_shows_are_left_out(tmp_path: Path, fake_terraform: FakeTerraform) -> None:
    deprecated = "Warning: Argument is deprecated\\n\\n{} is deprecated. Use {} instead.\\n\\n"
    texts = deprecated.format("hash_key", "key_schema") + deprecated.format("acl", "another resource")
    fake_terraform(f"{VERSION}\nprintf '{texts}'")
    terraform = Terraform(tmp_path)
    terraform.apply()
    assert terraform.warnings == ["Argument is deprecated"]


@pytest.mark.usefixtures("fake_mirror")
def test_terraform_sees_no_ambient_settings(
    tmp_path: Path, fake_terraform: FakeTerraform, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_terraform(f"{VERSION}\nenv > seen")
    monkeypatch.setenv("AWS_PROFILE", "production")
    monkeypatch.setenv("TF_WORKSPACE", "mine")
    monkeypatch.setenv("TF_CLI_CONFIG_FILE", "/does/not/exist")
    monkeypatch.chdir(tmp_path.parent)
    Terraform(Path(tmp_path.name), {"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}).validate()
    seen = dict(line.split("=", 1) for line in (tmp_path / "seen").read_text().splitlines() if "=" in line)
    assert {name: value for name, value in seen.items() if name.startswith(("AWS_", "TF_", "CHECKPOINT"))} == {
        "AWS_ENDPOINT_URL": "http://127.0.0.1:1",
        "CHECKPOINT_DISABLE": "1",
        "TF_CLI_CONFIG_FILE": f"{tmp_path.resolve()}/.terraform/harness.tfrc",
        "TF_IN_AUTOMATION": "1",
        "TF_INPUT": "0",
    }


@pytest.mark.usefixtures("fake_mirror")
@pytest.mark.parametrize(
    ("endpoint", "own", "seen"),
    [("http://127.0.0.1:1", "", "700"), ("http://127.0.0.1:1", "50", "50"), ("https://dynamodb.eu-west-1.amazonaws.com", "", "")],
)
def test_garbage_is_collected_rarely_on_the_emulator_unless_the_user_says_how_often(
    tmp_path: Path, fake_terraform: FakeTerraform, monkeypatch: pytest.MonkeyPatch, endpoint: str, own: str, seen: str
) -> None:
    fake_terraform(f"{VERSION}\necho $GOGC > seen")
    monkeypatch.delenv("GOGC", raising=False)
    if own:
        monkeypatch.setenv("GOGC", own)
    Terraform(tmp_path, {"AWS_ENDPOINT_URL": endpoint}).validate()
    assert (tmp_path / "seen").read_text().strip() == seen


@pytest.mark.usefixtures("fake_mirror")
@pytest.mark.parametrize(("named", "seen"), [("mine.tfrc", "mine.tfrc"), ("missing.tfrc", ".terraform/harness.tfrc")])
def test_a_cli_configuration_that_is_named_and_there_is_kept(
    tmp_path: Path, fake_terraform: FakeTerraform, named: str, seen: str
) -> None:
    fake_terraform(f"{VERSION}\nenv > seen")
    (tmp_path / "mine.tfrc").touch()
    Terraform(tmp_path, {"TF_CLI_CONFIG_FILE": str(tmp_path / named)}).validate()
    assert f"TF_CLI_CONFIG_FILE={(tmp_path / seen).resolve()}\n" in (tmp_path / "seen").read_text()


@pytest.mark.usefixtures("fake_mirror")
@pytest.mark.parametrize(
    ("name", "on_the_emulator", "pinned"), [("local", True, True), ("production", True, True), ("production", False, False)]
)
def test_only_what_the_emulator_gets_is_pinned_to_a_provider_that_can_be_had(
    tmp_path: Path,
    fake_terraform: FakeTerraform,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    on_the_emulator: bool,
    pinned: bool,
) -> None:
    fake_terraform(VERSION)
    with socket.create_server(("127.0.0.1", 0)) as emulator:
        if on_the_emulator:
            monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{emulator.getsockname()[1]}")
        else:
            monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
        terraform_in(tmp_path, load_named(name))
    assert (tmp_path / PIN).exists() is pinned


@pytest.mark.usefixtures("fake_mirror")
def test_the_pin_names_the_version_that_the_mirror_has(tmp_path: Path, fake_terraform: FakeTerraform) -> None:
    fake_terraform(VERSION)
    Terraform(tmp_path).use_emulator()
    assert json.loads((tmp_path / PIN).read_text()) == {
        "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": "5.100.0"}}}
    }


@pytest.mark.usefixtures("fake_mirror")
@pytest.mark.parametrize("interruption", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_caller_leaves_nothing_running(
    tmp_path: Path, project_root: Path, fake_terraform: FakeTerraform, interruption: signal.Signals
) -> None:
    fake_terraform(f"{VERSION}\nsleep 60 &\necho $$ $! > pids\nwait")  # the second one plays the provider, and ignores SIGINT
    program = f"""
from pathlib import Path
from dynawright import process
from dynawright.deploy.terraform import Terraform
process.GRACE_SECONDS = 0.5
Terraform(Path({str(tmp_path)!r})).apply()
"""
    caller = subprocess.Popen([sys.executable, "-c", program], cwd=project_root, stderr=subprocess.DEVNULL)
    pids = tmp_path / "pids"
    wait_until(lambda: pids.exists() and pids.read_text() != "")
    caller.send_signal(interruption)
    assert caller.wait() != 0
    wait_until(lambda: not any(is_running(int(pid)) for pid in pids.read_text().split()))


@pytest.mark.usefixtures("fake_mirror")
def test_a_terraform_that_talks_to_the_user_gets_ctrl_c_itself(
    tmp_path: Path, project_root: Path, fake_terraform: FakeTerraform
) -> None:
    fake_terraform(f"""{VERSION}\ntrap 'sleep 1; echo "$1 with input $TF_INPUT" > saved; exit 3' INT\ntouch started\nsleep 60""")
    program = f"from pathlib import Path; from dynawright.deploy.terraform import Terraform; exit(Terraform(Path({str(tmp_path)!r})).interactive('apply'))"
    caller = subprocess.Popen([sys.executable, "-c", program], cwd=project_root, start_new_session=True)
    wait_until((tmp_path / "started").exists)
    os.killpg(caller.pid, signal.SIGINT)  # as a terminal does
    assert caller.wait() == 3
    assert (tmp_path / "saved").read_text() == "apply with input 1\n"


def is_running(pid: int) -> bool:
    """An ended process that no one has waited for does not run any more."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.usefixtures("needs_terraform")
def test_a_stack_from_plan_to_destroy(tmp_path: Path) -> None:
    stack: dict[str, Any] = {
        "resource": {"terraform_data": {"kept": {"input": "a"}, "replaced": {"triggers_replace": "a"}}},
        "output": {"kept": {"value": "${terraform_data.kept.output}"}},
    }
    write_stack(tmp_path, stack)
    terraform = Terraform(tmp_path)
    terraform.init()
    terraform.validate()
    assert [change.actions for change in terraform.plan().changes] == [("create",), ("create",)]

    terraform.apply()
    assert terraform.outputs() == {"kept": "a"}
    assert list(terraform.provider_schemas()["provider_schemas"]) == ["terraform.io/builtin/terraform"]
    assert terraform.addresses() == ["terraform_data.kept", "terraform_data.replaced"]
    plan = terraform.plan()
    assert plan.is_empty
    assert plan.changes == []

    stack["resource"]["terraform_data"] = {"kept": {"input": "b"}, "replaced": {"triggers_replace": "b"}}
    write_stack(tmp_path, stack)
    plan = terraform.plan(tmp_path / "a.tfplan")
    assert plan.changes == [
        Change("terraform_data.kept", ("update",)),
        Change("terraform_data.replaced", ("delete", "create")),
    ]
    assert (tmp_path / "a.tfplan").exists()

    terraform.destroy()
    assert terraform.outputs() == {}
    assert terraform.warnings == []


@pytest.mark.usefixtures("needs_terraform")
def test_real_errors_and_warnings_are_recognized(tmp_path: Path) -> None:
    check = {"assert": [{"condition": "${terraform_data.a.id == null}", "error_message": "so it goes"}]}
    write_stack(tmp_path, {"resource": {"terraform_data": {"a": {}}}, "check": {"never": check}})
    terraform = Terraform(tmp_path)
    terraform.init()
    terraform.apply()
    assert terraform.warnings == ["Check block assertion failed"]

    write_stack(tmp_path, {"resource": {"terraform_data": {"a": {"inptu": "x"}}}})
    with pytest.raises(TerraformError) as error:
        terraform.validate()
    assert error.value.problems[0].details.startswith("Error: Extraneous JSON object property")


@pytest.mark.usefixtures("needs_terraform")
def test_on_the_emulator_the_state_stays_in_the_folder_and_the_provider_is_one_that_can_be_had(tmp_path: Path) -> None:
    backend = {"s3": {"bucket": "far-away", "key": "a", "region": "us-east-1", "use_lockfile": True}}
    providers = {"aws": {"source": "hashicorp/aws", "version": "9.9.9"}}
    stack = {
        "terraform": {"backend": backend, "required_providers": providers},
        "provider": {"aws": [{"region": "us-east-1"}]},
        "resource": {"terraform_data": {"a": {}}},
    }
    write_stack(tmp_path, stack)
    terraform = Terraform(tmp_path)
    terraform.use_emulator()
    terraform.init()
    terraform.apply()
    version = on_emulator(DEFAULT, find()).version
    assert (tmp_path / "terraform.tfstate").exists()
    lock = (tmp_path / ".terraform.lock.hcl").read_text()
    assert re.findall(r'^  (?:version|constraints) += "(.*)"$', lock, re.MULTILINE) == [version, version]


@pytest.mark.usefixtures("needs_terraform")
def test_an_unknown_provider_version_is_an_error_of_init(tmp_path: Path) -> None:
    write_stack(tmp_path, {"terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": "0.0.1"}}}})
    with pytest.raises(TerraformError) as refusal:
        Terraform(tmp_path).init()
    assert told(refusal.value.problems) == [("DW402", f"stack {tmp_path.name}", None)]
    assert re.match(r"Error: Failed to (query available|resolve) provider packages", refusal.value.problems[0].details)
