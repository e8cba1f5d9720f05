"""Worn phrases are found in prose, and nowhere else."""

from pathlib import Path

import pytest

from tools.plain_words import CHECKED, files, loops_over_one, main, worn_in


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.py", "# Nobody knows.\n", [(1, "'Nobody'")]),
        ("a.py", 'def f():\n    """Return it.\n\n    It stands there anew.\n    """\n', [(4, "'stands'"), (4, "'anew'")]),
        ("a.py", 'X = 1\n"""Whoever reads this."""\n', [(2, "'Whoever'")]),
        ("a.py", 'text = "nobody"  # data\n', []),
        ("a.py", '"""Say `nobody` and "for ever"."""\n', []),
        ("a.py", f'"""{"a" * 101}\n\nMore.\n"""\n', [(1, "first line of 101 characters")]),
        ("a.py", f'"""{"a" * 100}"""\n', []),
        ("a.md", "A key of ours.\n\n```python\nnobody\n```\n\n    nobody\n", [(1, "'of ours'")]),
        ("a.md", "Understands `stands`.\n", []),
    ],
)
def test_only_prose_counts(tmp_path: Path, name: str, text: str, found: list[tuple[int, str]]) -> None:
    file = tmp_path / name
    file.write_text(text)
    assert [(worn.line, worn.what) for worn in worn_in(file)] == found


def test_the_repository_has_no_worn_phrase(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(files(CHECKED))) > 1000
    assert main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("for one in range(2):\n    pass\n", [1]),
        ("names = [name\n  for name, one in ()]\n", [2]),
        ("names = {one: 1 for index in () for one in index}\n", [1]),
        ("one = [alarm for alarm in ()]\n", []),
        ("lines = [one_line for one_line in ()]\n", []),
    ],
)
def test_a_loop_whose_variable_has_no_name_is_found(text: str, lines: list[int]) -> None:
    assert list(loops_over_one(text)) == lines
