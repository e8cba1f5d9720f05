"""Every system in every environment as reviewable JSON: `python -m tests.stacks.snapshots` (make snapshots) writes the files."""

import json
import tempfile
from pathlib import Path

from dynawright.settings import environment_names, load_named
from dynawright.synthesis import synthesize

ENVIRONMENTS = environment_names()
FOLDER = Path(__file__).parent / "snapshots"


def snapshots(workplace: Path) -> dict[str, str]:
    """File name → what it must hold: a stack's JSON less cdktf's metadata."""
    found = {}
    for environment in ENVIRONMENTS:
        synthesize(load_named(environment), system=None, outdir=workplace / environment)
        for document in sorted((workplace / environment / "stacks").glob("*/cdk.tf.json")):
            shown = without_metadata(json.loads(document.read_text()))
            found[f"{document.parent.name}.json"] = json.dumps(shown, indent=2, sort_keys=True) + "\n"
    return found


def without_metadata(value: object) -> object:
    if isinstance(value, dict):
        return {name: without_metadata(inner) for name, inner in value.items() if name != "//"}
    return [without_metadata(inner) for inner in value] if isinstance(value, list) else value


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as workplace:
        current = snapshots(Path(workplace))
    for left_over in {path.name for path in FOLDER.glob("*.json")} - set(current):
        (FOLDER / left_over).unlink()
    for name, text in current.items():
        (FOLDER / name).write_text(text)
