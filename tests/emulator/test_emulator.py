import signal
import socket
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.errors import UserError
from tests.problems import told
from tests.waiting import wait_until

REGION = "ap-northeast-1"


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111122223333") as running:
        yield running


def answers(endpoint_url: str, host: str = "127.0.0.1") -> bool:
    port = urllib.parse.urlsplit(endpoint_url).port
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex((host, port)) == 0


def test_it_answers_in_the_account_asked_for(emulator: Emulator) -> None:
    assert emulator.endpoint_url.startswith("http://127.0.0.1:")
    assert emulator.client("sts", REGION).get_caller_identity()["Account"] == "111122223333"


def test_it_listens_on_one_loopback_address_only(emulator: Emulator) -> None:
    assert answers(emulator.endpoint_url)
    assert not answers(emulator.endpoint_url, host="127.0.0.2")  # a server on 0.0.0.0 would answer here


def test_two_at_once_know_nothing_of_each_other(emulator: Emulator) -> None:
    with Emulator("444455556666") as other:
        emulator.client("sqs", REGION).create_queue(QueueName="mine")
        assert "QueueUrls" not in other.client("sqs", REGION).list_queues()
        assert other.client("sts", REGION).get_caller_identity()["Account"] == "444455556666"


def test_it_stops_at_the_end_of_the_block_and_stopping_twice_is_fine() -> None:
    with Emulator("111122223333") as running:
        running.stop()
    assert not answers(running.endpoint_url)


def test_it_dies_with_a_parent_that_is_killed(project_root: Path) -> None:
    program = "import time; from dynawright.emulator.emulator import Emulator\nwith Emulator('1' * 12) as e: print(e.endpoint_url, flush=True); time.sleep(60)"
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=project_root, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    endpoint_url = parent.stdout.readline().strip()
    assert answers(endpoint_url)
    parent.kill()
    parent.communicate()
    wait_until(lambda: not answers(endpoint_url))


def test_it_says_nothing_while_it_works(project_root: Path) -> None:
    program = "from dynawright.emulator.emulator import Emulator\nwith Emulator('1' * 12) as e: e.client('dynamodb', 'eu-west-1').list_tables()"
    done = subprocess.run([sys.executable, "-c", program], cwd=project_root, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_nothing_of_the_users_aws_configuration_leaks_in(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "production")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "secret")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert {name: value for name, value in emulator.environ.items() if name.startswith("AWS_")} == {
        "AWS_ENDPOINT_URL": emulator.endpoint_url,
        "AWS_ACCESS_KEY_ID": "emulator",
        "AWS_SECRET_ACCESS_KEY": "emulator",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    }
    assert emulator.client("dynamodb", REGION).list_tables()["TableNames"] == []


def test_a_server_that_can_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "dynawright").mkdir()
    (tmp_path / "dynawright" / "__init__.py").write_text("")  # a package without an emulator
    with pytest.raises(UserError) as refusal, Emulator("1" * 12):
        pass
    assert told(refusal.value.problems) == [("DW601", "", None)]


def test_a_port_that_there_is_not_is_an_error_without_a_traceback(project_root: Path) -> None:
    command = [sys.executable, "-m", "dynawright", "emulator", "--port", "99999"]
    done = subprocess.run(command, cwd=project_root, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error[DW802] Invalid value for '--port'")


def test_in_the_foreground_it_explains_itself_and_ends_cleanly(project_root: Path) -> None:
    command = [sys.executable, "-m", "dynawright", "emulator", "--port", "0", "--account-id", "111122223333"]
    server = subprocess.Popen(command, cwd=project_root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    said = [server.stdout.readline() for _ in range(11)]
    assert said[0].startswith("AWS emulator, account 111122223333, on http://127.0.0.1:")
    endpoint_url = said[0].split(" on ")[1].split(";")[0]
    assert f"    export AWS_ENDPOINT_URL={endpoint_url}\n" in said
    assert answers(endpoint_url)
    server.send_signal(signal.SIGINT)
    rest, errors = server.communicate()
    assert (server.returncode, rest, errors) == (0, "", "")


def test_without_its_extra_it_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dynawright.emulator.emulator.find_spec", lambda _: None)
    with pytest.raises(UserError) as caught:
        Emulator("111111111111").__enter__()
    assert [(problem.code, problem.value) for problem in caught.value.problems] == [("DW004", "emulator")]
