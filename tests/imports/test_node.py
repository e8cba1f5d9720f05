"""The kernel of jsii in one Node process does what it does in two."""

import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from imports import node
from imports.node import choose_node

PREAMBLE = """
import os
from imports.node import choose_node
choose_node(os.environ)
import cdktf, jsii
app = cdktf.App(outdir=os.environ["CDKTF_OUTDIR"])
"""


@pytest.fixture
def chosen() -> dict[str, str]:
    environ: dict[str, str] = {}
    choose_node(environ)
    return environ


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """That of a user who has chosen nothing."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JSII_")}
    return {**kept, "CDKTF_OUTDIR": str(tmp_path / "out")}


def run(project_root: Path, environ: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=project_root, env=environ, capture_output=True, text=True, check=False, timeout=120
    )


def preloaded(tmp_path: Path, script: str) -> str:
    """The option of Node that runs a script within the kernel's process."""
    file = tmp_path / "preloaded.js"
    file.write_text(script)
    return f"--require {file}"


# ---- what is chosen


def test_the_pinned_node_and_our_runtime_are_chosen(chosen: dict[str, str]) -> None:
    assert Path(chosen["JSII_NODE"]).is_file()
    assert (chosen["JSII_RUNTIME"], chosen["NODE_PRESERVE_SYMLINKS"]) == (str(node.RUNTIME), "1")


@pytest.mark.parametrize("theirs", [{"JSII_NODE": "node"}, {"JSII_RUNTIME": "runtime.js"}, {"JSII_DEBUG": "1"}])
def test_whoever_chooses_for_themselves_gets_what_jsii_brings(theirs: dict[str, str], chosen: dict[str, str]) -> None:
    environ = dict(theirs)
    choose_node(environ)
    assert environ == {"JSII_NODE": chosen["JSII_NODE"], **theirs}


@pytest.mark.parametrize("program", [b"", b"readFD:4,writeFD:4", b" ".join((*node.EDITED, *node.EDITED))])
def test_another_version_of_jsii_is_left_alone(
    program: bytes, tmp_path: Path, chosen: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "_embedded" / "jsii"
    folder.mkdir(parents=True)
    monkeypatch.setattr(node, "_folder_of", lambda package: tmp_path)
    environ: dict[str, str] = {}
    for name in ("lib__program.js", "lib__runtime-index-worker.js"):
        choose_node(environ)
        (folder / name).write_bytes(program)
    choose_node(environ)
    assert environ.keys() == {"JSII_NODE"}


def test_our_runtime_makes_the_edits_that_were_looked_for() -> None:
    runtime = node.RUNTIME.read_text()
    assert [edited for edited in node.EDITED if runtime.count(edited.decode()) != 1] == []


# ---- what it does


def test_assets_are_still_packed_by_cdktf(project_root: Path, environ: dict[str, str], tmp_path: Path) -> None:
    """What packs them is loaded only then."""
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "index.js").write_text("exports.handler = () => 1;")
    (tmp_path / "asset.py").write_text(
        f"{PREAMBLE}stack = cdktf.TerraformStack(app, 'S')\n"
        f"cdktf.TerraformAsset(stack, 'Code', path={str(tmp_path / 'code')!r}, type=cdktf.AssetType.ARCHIVE)\napp.synth()\n"
    )
    done = run(project_root, {**environ, "PYTHONPATH": str(project_root)}, str(tmp_path / "asset.py"))
    assert (done.returncode, done.stderr) == (0, "")
    (archive,) = (tmp_path / "out").rglob("archive.zip")
    assert zipfile.ZipFile(archive).namelist() == ["index.js"]


def test_what_packs_assets_is_not_loaded_for_nothing(project_root: Path, environ: dict[str, str], tmp_path: Path) -> None:
    at_the_end = "process.on('exit', () => console.error(Object.keys(require.cache).filter((name) => /archiver/.test(name))));"
    script = f"{PREAMBLE}cdktf.TerraformStack(app, 'S')\napp.synth()"
    done = run(project_root, {**environ, "NODE_OPTIONS": preloaded(tmp_path, at_the_end)}, "-c", script)
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_both_write_the_same(project_root: Path, environ: dict[str, str], chosen: dict[str, str], tmp_path: Path) -> None:
    elsewhere = tmp_path / "node"
    elsewhere.symlink_to(chosen["JSII_NODE"])
    written = []
    for name, choice in (("one", {}), ("two", {"JSII_NODE": str(elsewhere)})):
        out = tmp_path / name
        done = run(project_root, {**environ, **choice, "CDKTF_OUTDIR": str(out), "TABLESTAKES_SYSTEM": "ai_chef"}, "main.py")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        written.append({file.relative_to(out): file.read_text() for file in out.rglob("*.json")})
    assert written[0] == written[1] != {}


def test_nothing_is_said_on_a_machine_that_never_ran_it(project_root: Path, environ: dict[str, str], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    environ |= {"JSII_RUNTIME_PACKAGE_CACHE_ROOT": str(cache), "TABLESTAKES_SYSTEM": "ai_chef"}
    done = run(project_root, environ, "main.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(list(cache.rglob(".jsii.runtime.*.json"))) == 2, "the worker of the kernel was found, and made its index"


def test_what_javascript_prints_arrives(project_root: Path, environ: dict[str, str], tmp_path: Path) -> None:
    script = """
        process.on("exit", () => {
            console.log("logged %s", "ü");
            process.stdout.write(Buffer.from("written\\n"));
            console.error("complained");
        });
        setTimeout(() => process.emitWarning("old", "DeprecationWarning", "DEP1"), 0);
    """
    environ["NODE_OPTIONS"] = preloaded(tmp_path, script)
    done = run(project_root, environ, "-c", f"{PREAMBLE}app.synth()")
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["logged ü", "written"]
    assert done.stderr.splitlines() == ["[DEP1] DeprecationWarning: old", "complained"]


def test_an_error_of_javascript_arrives_as_an_exception(project_root: Path, environ: dict[str, str]) -> None:
    script = f"""{PREAMBLE}
cdktf.TerraformStack(app, "twice")
try:
    cdktf.TerraformStack(app, "twice")
except RuntimeError as error:
    print(error)
"""
    done = run(project_root, environ, "-c", script)
    assert (done.stdout, done.stderr) == ("There is already a Construct with name 'twice' in App\n", "")


def test_an_error_that_nobody_catches_is_shown(project_root: Path, environ: dict[str, str], tmp_path: Path) -> None:
    environ["NODE_OPTIONS"] = preloaded(tmp_path, 'setTimeout(() => { throw new Error("nobody caught me"); }, 0);')
    done = run(project_root, environ, "-c", PREAMBLE)
    assert done.returncode == 1
    assert "\nError: nobody caught me\n    at " in f"\n{done.stderr}"


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_node_ends_with_python(end: signal.Signals, project_root: Path, environ: dict[str, str]) -> None:
    script = f"{PREAMBLE}print(jsii.kernel.provider._process._process.pid, flush=True)\nimport time\ntime.sleep(60)"
    python = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=project_root,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with python:
        assert python.stdout is not None
        node_pid = int(python.stdout.readline())
        assert is_running(node_pid)
        os.killpg(python.pid, end) if end is signal.SIGINT else python.send_signal(end)
    for _ in range(100):
        if not is_running(node_pid):
            return
        time.sleep(0.1)
    pytest.fail("Node is still running")


def is_running(pid: int) -> bool:
    """Whether a process is there that has not ended; whoever adopted it may take its time to notice."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip() not in ("", "Z")
