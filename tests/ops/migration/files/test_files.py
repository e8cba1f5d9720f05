"""JSON Lines and CSV files: copied while lines are appended, compared, bad lines reported."""

import json
from pathlib import Path

import pytest

from dynawright.ops.migration.files import source
from tests.ops.migration.cloud import Cloud
from tests.ops.migration.files.conftest import MAPPING, TARGET, FromFiles
from tests.problems import codes

Said = pytest.CaptureFixture[str]


def line(number: int, **more: object) -> str:
    return json.dumps({"id": f"b{number}", "title": f"é {number}", "copies": number, **more}, ensure_ascii=False) + "\n"


def append(file: Path, text: str) -> None:
    with file.open("a", encoding="utf-8") as opened:
        opened.write(text)


def copies(cloud: Cloud) -> dict[str, object]:
    return {str(item["bookId"]): item["copies"] for item in cloud.items(TARGET)}


def test_every_line_of_every_file_is_copied_and_what_is_appended_later_too(
    run: FromFiles, cloud: Cloud, folder: Path, capsys: Said
) -> None:
    for name in ("books.jsonl", "books-2.jsonl"):
        append(folder / name, "".join(line(number + 100 * (name != "books.jsonl")) for number in range(1, 6)))
    assert run("run") == 0
    assert len(copies(cloud)) == 10
    append(folder / "books.jsonl", line(6) + line(7))
    append(folder / "books-3.jsonl", line(300))
    assert run("catch-up") == 0
    assert "caught up: 3 records had changed\n" in capsys.readouterr().out
    assert len(copies(cloud)) == 13
    assert run("verify") == 0
    assert run("cut-over") == 0
    assert run("retire") == 0


def test_csv_has_quoted_line_ends_and_empty_values(run: FromFiles, cloud: Cloud, folder: Path) -> None:
    append(folder / "books.csv", '\ufeffid,title,copies\nb1,"two\nlines, one ""title""",1\n\nb2,x,2\n')
    assert run("run", suffix="csv") == 0
    titles = {item["bookId"]: item["title"] for item in cloud.items(TARGET)}
    assert titles == {"b1": 'two\nlines, one "title"', "b2": "x"}
    append(folder / "books.csv", "b3,y,3\n")
    assert run("run", suffix="csv") == 0
    assert copies(cloud) == {"b1": 1, "b2": 2, "b3": 3}


def test_a_large_file_is_cut_at_line_ends(run: FromFiles, cloud: Cloud, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "LARGE", 100)
    monkeypatch.setattr(source, "PAGE", 3)
    append(folder / "books.jsonl", "".join(line(number) for number in range(50)))
    assert run("run") == 0
    assert len(copies(cloud)) == 50


def test_bad_lines_fail_alone_with_the_reason(run: FromFiles, cloud: Cloud, folder: Path, tmp_path: Path) -> None:
    append(folder / "books.jsonl", line(1) + "{no json\n" + "[1]\n" + line(2, shelf="x"))
    append(folder / "books.jsonl", json.dumps({"title": "no key", "copies": 1}) + "\n" + line(3, copies="many") + line(4))
    with (folder / "books.jsonl").open("ab") as file:
        file.write(b'{"id": "\xff"}\n')
    append(folder / "books.jsonl", line(1, title="the same key again"))
    assert run("run") == 1
    assert copies(cloud) == {"b1": 1, "b4": 4}
    reasons = [json.loads(line)["reason"] for line in (tmp_path / "m.rejects.jsonl").read_text().splitlines()]
    assert len(reasons) == 7
    for word in ("is not JSON", "must be an object", "shelf", "has no id", "'copies' must be a number", "conflict"):
        assert sum(word in reason for reason in reasons) >= 1, word


@pytest.mark.parametrize(("suffix", "first", "half", "rest"), [
    ("jsonl", line(1), line(2)[:-9], line(2)[-9:]),
    ("csv", "id,title,copies\nb1,x,1\n", "b2,x,", "2\n"),
])  # fmt: skip
def test_a_line_that_is_half_written_is_copied_when_it_is_whole(
    run: FromFiles, cloud: Cloud, folder: Path, suffix: str, first: str, half: str, rest: str
) -> None:
    append(folder / f"books.{suffix}", first + half)
    assert run("run", suffix=suffix) == 1
    assert copies(cloud) == {"b1": 1}
    append(folder / f"books.{suffix}", rest)
    assert run("run", suffix=suffix) == 0
    assert copies(cloud) == {"b1": 1, "b2": 2}


@pytest.mark.parametrize("replaced", ["", line(9), line(2) * 3])
def test_a_file_that_was_replaced_is_told(run: FromFiles, folder: Path, capsys: Said, replaced: str) -> None:
    append(folder / "books.jsonl", line(1) + line(2))
    assert run("run") == 0
    (folder / "books.jsonl").write_text(replaced, encoding="utf-8")
    assert run("run") == 2
    assert "DW729" in codes(capsys.readouterr().err)


def test_a_mapping_that_does_not_fit_is_told_before_anything_is_read(
    run: FromFiles, cloud: Cloud, folder: Path, capsys: Said
) -> None:
    assert run("run") == 2  # this file doesn't exist
    assert codes(capsys.readouterr().err) == ["DW725"]
    append(folder / "books.csv", "id,title,copies,shelf\nb1,x,1,s\n")
    assert run("run", suffix="csv") == 2  # a column would be lost
    assert codes(capsys.readouterr().err) == ["DW725"]
    append(folder / "books.jsonl", line(1))
    assert run("run", text=MAPPING.replace("copies: number", "copies: digits")) == 2
    assert codes(capsys.readouterr().err) == ["DW725"]
    assert cloud.items(TARGET) == []
