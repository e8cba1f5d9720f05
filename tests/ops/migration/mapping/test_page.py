"""The mapping on the documentation page can be parsed."""

import re
from pathlib import Path

from dynawright.ops.migration.mapping.load import load


def test_the_mapping_of_the_page_can_be_read(project_root: Path, tmp_path: Path) -> None:
    page = (project_root / "docs" / "migrate-from-postgresql.md").read_text()
    (shown,) = re.findall(r"```yaml\n(.*?)```", page, flags=re.DOTALL)
    (tmp_path / "mapping.yaml").write_text(shown)
    mapping = load(tmp_path / "mapping.yaml")
    assert mapping.rows["public.orders"].entities.keys() == {"ORDER"}
