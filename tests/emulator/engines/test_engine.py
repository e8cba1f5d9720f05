"""Engines start on loopback, end with their starter, and are skipped only where unsupported."""

import contextlib
import platform
import socket
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynawright.emulator.client import client
from dynawright.emulator.engines import DYNAMODB_LOCAL, DYNOXIDE, ENGINES, Engine, StartedEngines, started
from dynawright.emulator.engines.engine import server
from dynawright.errors import Problem, UserError
from tests.waiting import wait_until

SOCKETS = [Path("/proc/net/tcp"), Path("/proc/net/tcp6")]
LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F"}  # 127.0.0.1, also as an IPv6 address
LISTENING = "0A"


def port_of(endpoint_url: str) -> int:
    return urllib.parse.urlsplit(endpoint_url).port or 0


def answers(endpoint_url: str) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port_of(endpoint_url))) == 0


def addresses(port: int) -> set[str]:
    """Return the addresses that a port is bound to, in Linux's form."""
    lines = [line.split() for path in SOCKETS if path.exists() for line in path.read_text().splitlines()[1:]]
    local = [tuple(line[1].split(":")) for line in lines if line[3] == LISTENING]
    return {address for address, hexadecimal in local if int(hexadecimal, 16) == port}


def engine(name: str = "fake", *, unsupported: str = "", missing: str = "") -> Engine:
    @contextlib.contextmanager
    def start() -> Iterator[str]:
        if missing:
            raise UserError([Problem("DW601", missing)])
        yield f"http://{name}"

    return Engine(name, unsupported=lambda: unsupported, start=start)


def test_every_engine_answers(engines: StartedEngines) -> None:
    for endpoint_url in engines.endpoints.values():
        assert "TableNames" in client("dynamodb", endpoint_url=endpoint_url, region="eu-west-1").list_tables()


@pytest.mark.skipif(not SOCKETS[0].exists(), reason="Linux lists sockets in /proc")
def test_every_engine_listens_on_loopback_only(engines: StartedEngines) -> None:
    listened = {name: addresses(port_of(endpoint_url)) for name, endpoint_url in engines.endpoints.items()}
    assert all(listened.values())
    assert set().union(*listened.values()) <= LOOPBACK


@pytest.mark.parametrize("number", range(len(ENGINES)), ids=[engine.name for engine in ENGINES])
def test_an_engine_ends_with_a_parent_that_is_killed(engines: StartedEngines, project_root: Path, number: int) -> None:
    if ENGINES[number].name in engines.skipped:
        pytest.skip(engines.skipped[ENGINES[number].name])
    program = (
        "from dynawright.emulator.engines import ENGINES\n"
        f"with ENGINES[{number}].start() as endpoint_url: print(endpoint_url, flush=True); input()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program], cwd=project_root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    endpoint_url = parent.stdout.readline().strip()
    assert answers(endpoint_url)
    parent.kill()
    parent.communicate()
    wait_until(lambda: not answers(endpoint_url))


def test_an_engine_ends_with_its_block(engines: StartedEngines) -> None:
    if DYNOXIDE.name in engines.skipped:
        pytest.skip(engines.skipped[DYNOXIDE.name])
    with DYNOXIDE.start() as endpoint_url:
        assert answers(endpoint_url)
    assert not answers(endpoint_url)


def test_an_engine_that_the_machine_can_not_run_is_skipped_even_on_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with started((engine("here"), engine("elsewhere", unsupported="no program"))) as running:
        assert running == StartedEngines({"here": "http://here"}, {"elsewhere": "no program"})


def test_an_engine_that_is_not_installed_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with started((engine(missing="not installed"),)) as running:
        assert running == StartedEngines({}, {"fake": "not installed"})


def test_an_engine_that_is_not_installed_is_an_error_on_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(UserError, match="not installed"), started((engine(missing="not installed"),)):
        pass


def test_dynoxide_runs_on_linux_x64_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert DYNOXIDE.unsupported() == ""
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert "linux-arm64" in DYNOXIDE.unsupported()


def test_dynoxide_is_missing_before_npm_ci(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="npm ci"), DYNOXIDE.start():
        pass


@pytest.mark.parametrize("program", ["java", "javac"])
def test_dynamodb_local_needs_a_jdk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str) -> None:
    other = {"java": "javac", "javac": "java"}[program]
    (tmp_path / other).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "JDK" in DYNAMODB_LOCAL.unsupported()


def fake_jdk(folder: Path, version: str) -> None:
    for name in ("java", "javac"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho 'javac {version}' >&2\n")
        program.chmod(0o755)


@pytest.mark.parametrize(("version", "supported"), [("1.8.0_402", False), ("11.0.2", False), ("17.0.15", True), ("25", True)])
def test_dynamodb_local_needs_java_17(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, supported: bool) -> None:
    fake_jdk(tmp_path, version)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DYNAWRIGHT_DYNAMODB_LOCAL", str(tmp_path))
    assert (DYNAMODB_LOCAL.unsupported() == "") == supported


def test_dynamodb_local_needs_maven_or_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_jdk(tmp_path, "17")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DYNAWRIGHT_DYNAMODB_LOCAL", raising=False)
    assert "DYNAWRIGHT_DYNAMODB_LOCAL" in DYNAMODB_LOCAL.unsupported()


def test_a_folder_without_the_jars_of_dynamodb_local_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DYNAWRIGHT_DYNAMODB_LOCAL", str(tmp_path))
    with pytest.raises(UserError, match="DYNAWRIGHT_DYNAMODB_LOCAL"), DYNAMODB_LOCAL.start():
        pass


def test_a_server_that_prints_no_port_is_an_error() -> None:
    with pytest.raises(UserError, match="fake did not start"), server([sys.executable, "-c", ""], name="fake"):
        pass
