"""The documentation's examples and links are correct."""

import re
from pathlib import Path

import dynawright.model
from dynawright.model import System, TableModel
from dynawright.systems import systems


def test_the_readmes_example_is_a_sound_model(project_root: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (project_root / "README.md").read_text(), flags=re.DOTALL)
    names = {name: getattr(dynawright.model, name) for name in dynawright.model.__all__}
    exec(example, names)  # noqa: S102  # our own README
    tables = [value for value in names.values() if isinstance(value, TableModel)]
    assert tables
    assert System("example", tables).warnings == []


def test_the_readme_counts_the_patterns_right(project_root: Path) -> None:
    rows = re.findall(r"\[(\w+)\]\(stacks/[^)]*\) \|[^|]*\| (\d+) \|", (project_root / "README.md").read_text())
    assert rows
    counts = {system.name: len(list(system.access_patterns)) for system in systems()}
    assert {name: int(count) for name, count in rows if name in counts} == {
        name: counts[name] for name, _ in rows if name in counts
    }


def test_every_target_of_the_readme_is_in_the_makefile(project_root: Path) -> None:
    makefile = (project_root / "Makefile").read_text()
    for target in set(re.findall(r"(?:^ +|`)make ([a-z]+)", (project_root / "README.md").read_text(), flags=re.MULTILINE)):
        assert f"\n{target}:" in makefile, target


def test_every_link_of_the_readme_leads_somewhere(project_root: Path) -> None:
    """But for those to systems: their folders can go."""
    links = re.findall(r"\]\(([^)#]+)\)", (project_root / "README.md").read_text())
    here = [link for link in links if not link.startswith(("https://", "stacks/"))]
    assert here
    assert [link for link in here if not (project_root / link).exists()] == []


def test_the_readme_is_short(project_root: Path) -> None:
    assert len((project_root / "README.md").read_text().splitlines()) <= 120


def test_the_first_deployment_takes_at_most_15_steps_each_with_a_command_and_what_one_sees(project_root: Path) -> None:
    page = (project_root / "docs" / "first-deployment.md").read_text()
    checklist = page.split("## Checklist")[1].split("\n## ")[0]
    steps = re.split(r"^\d+\. ", checklist, flags=re.MULTILINE)[1:]
    assert 0 < len(steps) <= 15
    assert [step for step in steps if "You see:" not in step or not re.search(r"^ {7,}\S", step, flags=re.MULTILINE)] == []
    makefile = (project_root / "Makefile").read_text()
    assert [target for target in re.findall(r"\bmake ([a-z]+) ", page) if f"\n{target}:" not in makefile] == []


def test_every_decision_has_its_own_number_a_status_a_date_and_one_page(project_root: Path) -> None:
    """A page has at most 65 lines of 100 characters; the number is in the file's name and in its title."""
    decisions = sorted((project_root / "docs" / "adr").glob("*.md"))
    numbers = [path.name.partition("-")[0] for path in decisions]
    assert len(numbers) > 20
    assert sorted(set(numbers)) == numbers
    texts = {path.name: path.read_text() for path in decisions}
    assert [name for name, text in texts.items() if not text.startswith(f"# {int(name[:4])}. ")] == []
    status = re.compile(r"^\*\*Status\.\*\* Accepted, \d{4}-\d{2}-\d{2}", flags=re.MULTILINE)
    assert [name for name, text in texts.items() if not status.search(text)] == []
    assert [name for name, text in texts.items() if len(text.splitlines()) > 65] == []
