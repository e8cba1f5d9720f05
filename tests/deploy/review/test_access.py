"""The difference of two access matrices."""

from dynawright.deploy.review.access import difference, markdown, matrix
from tests.conftest import ROOT

PAGE = """# shop

## Who may do what

Words before the table.

| consumer | action | table or index | partition key | for |
| --- | --- | --- | --- | --- |
| api | GetItem | `shop` | `PRODUCT#*` | PS1 |
| api | Query | `shop` index `GSI1` | any | PS2 |

## Remarks on the model

| not | a | right | at | all |
"""


def test_only_the_rights_are_read() -> None:
    assert matrix(PAGE) == {
        ("api", "GetItem", "`shop`", "`PRODUCT#*`"): "PS1",
        ("api", "Query", "`shop` index `GSI1`", "any"): "PS2",
    }


def test_every_real_readme_has_a_matrix() -> None:
    pages = [path.read_text() for path in (ROOT / "stacks").glob("*/README.md")]
    assert len(pages) >= 5
    assert all(len(matrix(page)) > 3 for page in pages)


def test_what_is_gained_and_lost_is_told() -> None:
    changed = PAGE.replace("| api | GetItem | `shop` | `PRODUCT#*` | PS1 |", "| api | Scan | `shop` | all | PS9 |")
    assert markdown([difference("shop", PAGE, changed)]).splitlines()[2:] == [
        "| may now | shop | api | Scan | `shop` | all | PS9 |",
        "| may no longer | shop | api | GetItem | `shop` | `PRODUCT#*` | PS1 |",
    ]


def test_another_pattern_for_the_same_right_changes_nothing() -> None:
    assert markdown([difference("shop", PAGE, PAGE.replace("PS1", "PS1, PS7"))]) == "Nobody may do more or less than before.\n"


def test_a_new_system_gains_everything() -> None:
    assert len(difference("shop", None, PAGE).gained) == 2
