"""Terraform itself finds every stack valid in every environment; only `local` is applied, too."""

import json
from pathlib import Path

from dynawright.deploy.provider_process import ProviderProcess, installed
from dynawright.deploy.terraform import RARE_GARBAGE_COLLECTION, Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.environ import neutral
from dynawright.settings import environment_names
from dynawright.systems import stack_names


def test_every_system_is_valid_in_every_environment(needs_terraform: None, tmp_path: Path) -> None:
    """All stacks as modules of one: each validation alone would load the provider again."""
    modules: dict[str, dict[str, str]] = {}
    for environment in environment_names():
        for system, folder in Workspace(environment, tmp_path / environment).stacks.items():
            document = json.loads((folder / "cdk.tf.json").read_text())
            del document["terraform"]["backend"]  # only the outermost may have one
            (folder / "cdk.tf.json").write_text(json.dumps(document))
            Terraform(folder).pin_provider()
            modules[f"{environment}_{system}"] = {"source": f"./{folder.relative_to(tmp_path)}"}
    assert len(modules) == len(stack_names()) * len(environment_names())
    (tmp_path / "main.tf.json").write_text(json.dumps({"module": modules}))
    Terraform(tmp_path).init(backend=False)
    program = installed(tmp_path)
    assert program
    provider = ProviderProcess(program, neutral() | RARE_GARBAGE_COLLECTION, tmp_path)  # else each module starts one
    terraform = Terraform(tmp_path, RARE_GARBAGE_COLLECTION | provider.environ)
    terraform.validate()
    assert terraform.warnings == []
