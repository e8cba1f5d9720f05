"""`dynawright pages`."""

from pathlib import Path

from tests.cli.conftest import Dynawright, example


def test_a_page_per_system_and_environment_is_written_with_an_index(application: Path, process: Dynawright) -> None:
    done = process(*example("pages"))
    assert (done.returncode, done.stdout) == (0, "written to site/systems/index.html\n"), done.stderr
    written = {path.relative_to(application / "site").as_posix() for path in (application / "site").rglob("*.html")}
    assert written == {"systems/index.html", "systems/production/orders.html"}
    assert 'href="production/orders.html"' in (application / "site/systems/index.html").read_text()


def test_an_unknown_system_is_refused_and_nothing_is_written(application: Path, process: Dynawright) -> None:
    done = process("pages", "--system", "ordres")
    assert (done.returncode, "error[DW801]" in done.stderr) == (2, True), done.stderr
    assert not (application / "site").exists()
