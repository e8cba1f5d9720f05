"""Equal sources make equal zips, at any time and on any machine."""

import base64
import hashlib
import io
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dynawright.constructs.package import RUNTIME, Package
from dynawright.errors import UserError
from tests.problems import told

TREE = {
    "functions/stream_jobs/handler.py": "import json\n\ndef handler(event, context):\n    return [event]\n",
    "functions/stream_jobs/text.py": "GREETING = 'grüezi'\n",
    "functions/daily_sales/handler.py": "def run(batch):\n    pass\n",
}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write(tmp_path, TREE)
    return tmp_path


def package(tree: Path, *, with_runtime: bool = False) -> Package:
    functions = tree / "functions"
    return Package(functions / "stream_jobs", jobs=[functions / "daily_sales"], with_runtime=with_runtime)


def entries(made: Package) -> list[zipfile.ZipInfo]:
    return zipfile.ZipFile(io.BytesIO(made.content)).infolist()


def test_the_function_is_at_the_root_beside_its_jobs_and_the_runtime(tree: Path) -> None:
    names = [entry.filename for entry in entries(package(tree, with_runtime=True))]
    own = [name for name in names if not name.startswith("dynawright/")]
    assert own == ["daily_sales/handler.py", "handler.py", "text.py"]
    shared = {name for name in names if name not in own}
    assert shared == {
        "dynawright/__init__.py",
        *(f"dynawright/runtime/{path.relative_to(RUNTIME)}" for path in RUNTIME.rglob("*.py")),
    }


def test_the_packages_own_init_stays_out_of_the_zip(tree: Path) -> None:
    archive = zipfile.ZipFile(io.BytesIO(package(tree, with_runtime=True).content))
    assert archive.read("dynawright/__init__.py") == b""


def test_the_packaged_handler_runs_alone(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("lambda")
    zipfile.ZipFile(io.BytesIO(package(tree, with_runtime=True).content)).extractall(elsewhere)
    code = (
        "import sys; sys.path.insert(0, '.'); import handler; from daily_sales.handler import run; print(handler.handler(1, 2))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=elsewhere, capture_output=True, text=True, check=True)
    assert done.stdout == "[1]\n"


def test_another_folder_another_time_and_another_umask_change_nothing(tree: Path, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        copy = tmp_path / "another" / "place"
        write(copy, dict(reversed(TREE.items())))
    finally:
        os.umask(before)
    for path in copy.rglob("*.py"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
        path.chmod(0o700)
    assert package(copy).content == package(tree).content


def test_another_python_with_other_hashes_makes_the_same_bytes(tree: Path, project_root: Path) -> None:
    code = "import sys; from tests.constructs.test_package import package, Path; print(package(Path(sys.argv[1])).sha256)"
    found = {
        subprocess.run(
            [sys.executable, "-c", code, str(tree)],
            cwd=project_root,
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed, zone in [("1", "Asia/Tokyo"), ("2", "UTC")]
    }
    assert found == {package(tree).sha256}


def test_the_bytes_are_these_and_stay_these(tree: Path) -> None:
    """A change here makes every function of every environment be deployed again."""
    assert hashlib.sha256(package(tree).content).hexdigest() == "b189c3389107857b0a9dc5d652f1d835db5907f89697467226f2cfe528481e4e"


@pytest.mark.parametrize(
    "stray",
    [
        "functions/stream_jobs/__pycache__/handler.cpython-313.pyc",
        "functions/stream_jobs/__pycache__/odd.py",
        "functions/stream_jobs/events/sample.json",
        "functions/stream_jobs/events/make.py",
        "functions/stream_jobs/tests/test_handler.py",
        "functions/stream_jobs/function.json",
        "functions/stream_jobs/.DS_Store",
        "functions/stream_jobs/handler.py~",
        "functions/daily_sales/events/sample.json",
        "functions/other/handler.py",
    ],
)
def test_what_is_no_source_of_the_function_changes_nothing(tree: Path, stray: str) -> None:
    before = package(tree).sha256
    write(tree, {stray: "anything"})
    assert package(tree).sha256 == before


@pytest.mark.parametrize("name", TREE)
def test_a_changed_source_changes_the_hash(tree: Path, name: str) -> None:
    before = package(tree).sha256
    with (tree / name).open("a") as file:
        file.write("# more\n")
    assert package(tree).sha256 != before


def test_a_renamed_source_changes_the_hash(tree: Path) -> None:
    before = package(tree).sha256
    shutil.move(tree / "functions/stream_jobs/text.py", tree / "functions/stream_jobs/texts.py")
    assert package(tree).sha256 != before


def test_a_folder_below_one_named_tests_is_packaged_all_the_same(tmp_path: Path) -> None:
    write(tmp_path / "tests", TREE)
    assert len(entries(package(tmp_path / "tests"))) == 3


def test_every_entry_is_stored_readable_and_without_a_time(tree: Path) -> None:
    for entry in entries(package(tree)):
        assert entry.compress_type == zipfile.ZIP_STORED
        assert entry.date_time == (1980, 1, 1, 0, 0, 0)
        assert stat.filemode(entry.external_attr >> 16) == "-rw-r--r--"
        assert entry.create_system == 3


def test_the_hash_is_that_of_the_zip_as_lambda_tells_it(tree: Path) -> None:
    made = package(tree)
    assert made.sha256 == base64.b64encode(hashlib.sha256(made.content).digest()).decode()


def test_the_zip_is_named_after_function_and_content(tree: Path, tmp_path: Path) -> None:
    made = package(tree)
    name = made.write(tmp_path / "assets")
    assert name == f"stream_jobs-{hashlib.sha256(made.content).hexdigest()[:16]}.zip"
    assert [path.name for path in (tmp_path / "assets").iterdir()] == [name]
    assert (tmp_path / "assets" / name).read_bytes() == made.content


def test_what_is_there_is_not_written_again(tree: Path, tmp_path: Path) -> None:
    name = package(tree).write(tmp_path / "assets")
    (tmp_path / "assets" / name).chmod(0o400)
    os.utime(tmp_path / "assets" / name, (5, 5))
    assert package(tree).write(tmp_path / "assets") == name
    assert (tmp_path / "assets" / name).stat().st_mtime == 5


def test_earlier_code_stays_for_the_plans_that_were_made_for_it(tree: Path, tmp_path: Path) -> None:
    package(tree).write(tmp_path / "assets")
    write(tree, {"functions/stream_jobs/handler.py": "handler = print\n"})
    package(tree).write(tmp_path / "assets")
    assert len(list((tmp_path / "assets").iterdir())) == 2


def test_everything_that_is_missing_is_named_at_once(tree: Path, project_root: Path) -> None:
    with pytest.raises(UserError) as caught:
        Package(tree / "functions", jobs=[tree / "nowhere"])
    assert told(caught.value.problems) == [
        ("DW327", "function functions", str(tree / "functions/handler.py")),
        ("DW327", "function functions", str(tree / "nowhere")),
    ]


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("import json\nimport boto3\nfrom botocore.config import Config\n", []),
        ("from dynawright.runtime import Batch\n", ["dynawright.runtime"]),
        ("import text\nimport daily_sales.handler\n", []),
        ("import requests\nfrom daily_sales.prices import PRICES\n", ["requests", "daily_sales.prices"]),
        ("try:\n    import orjson\nexcept ImportError:\n    import json\n", []),
        ("def later():\n    import requests\n", []),
    ],
)
def test_what_a_source_imports_is_in_the_package_or_in_lambda(tree: Path, source: str, missing: list[str]) -> None:
    (tree / "functions" / "stream_jobs" / "handler.py").write_text(source)
    if not missing:
        assert package(tree).content
        return
    with pytest.raises(UserError) as caught:
        _ = package(tree).content
    assert told(caught.value.problems) == [("DW327", "function stream_jobs", module) for module in missing]


def test_with_the_runtime_its_modules_can_be_imported(tree: Path) -> None:
    (tree / "functions" / "stream_jobs" / "handler.py").write_text("from dynawright.runtime import Batch\n")
    assert package(tree, with_runtime=True).content
