"""Resources are known.

Rules can't check a type that no construct makes, such as a program that Terraform runs while it plans, a database or a
user; nor blocks that rename, import or forget resources. In stacks of this package each of them is a finding until it
is accepted beside the resource, or beside the stack for blocks that are not resources. `import` blocks written by
`dynawright adopt` are declared.
"""

from collections.abc import Iterator

from dynawright.rules.resources import OTHER_PROVIDER, TOP_LEVEL, Document, Resource
from dynawright.rules.rule import EVERY_TYPE, NONE_APPLIES, Rule
from dynawright.rules.vocabulary import ROWS

DANGERS = {
    "terraform_data": "it may run a program on the machine that applies the plan the plan",
    "null_resource": "it may run a program on the machine that applies the plan the plan",
    "data.external": "it runs a program on every machine that makes a plan",
    "data.http": "the server's response decides what is built",
    "data.terraform_remote_state": "it reads everything in another state",
    "data.aws_ssm_parameter": "it reads a value, which may be secret, into the state",
    "data.aws_secretsmanager_secret_version": "it reads a secret into the state",
    "module": "what it builds shows only in a plan",
    "moved": "with a wrong address, a resource is built again",
    "import": "with a wrong id, the stack takes over another resource",
    "removed": "Terraform forgets or deletes the resource",
    "locals": "constructs write values where they are used",
    "variable": "the apply's caller decides what is built",
    "check": "it may read data from anywhere",
    "ephemeral": "it may read secrets",
}
"""Why some types and blocks are dangerous."""
NO_RULE = "no construct makes it, and no rule checks it"


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_ours and document.is_configuration) or resource.type in ROWS:
        return
    if resource.type == OTHER_PROVIDER:
        yield f"no construct uses provider '{resource.address.split('.')[1]}': it is a program with the rights of the apply"
        return
    if _is_declared_import(resource, document):
        return
    name = resource.address if resource.type == TOP_LEVEL else resource.type
    yield f"constructs make no {name}: {DANGERS.get(name, NO_RULE)}; accept it with a reason, or remove it"


def _is_declared_import(resource: Resource, document: Document) -> bool:
    """Whether `dynawright adopt` declared exactly this import: this address with this id."""
    if (resource.type, resource.address) != (TOP_LEVEL, "import") or document.intent is None:
        return False
    return set(resource.values) == {"to", "id"} and (resource.get("to"), resource.get("id")) in document.intent.imports


RULE = Rule(module=__name__, number=38, severity="high", types=EVERY_TYPE, check=check, standards=NONE_APPLIES)
