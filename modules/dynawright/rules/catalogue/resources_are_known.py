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
    "terraform_data": "it may run a program on the machine that applies",
    "null_resource": "it may run a program on the machine that applies",
    "data.external": "it runs a program on every machine that plans",
    "data.http": "the server's answer decides what is built",
    "data.terraform_remote_state": "it reads everything in another state",
    "data.aws_ssm_parameter": "it reads a value, which may be secret, into the state",
    "data.aws_secretsmanager_secret_version": "it reads a secret into the state",
    "module": "what it builds shows in a plan only",
    "moved": "a wrong address makes something be built again",
    "import": "a wrong id hands something else's data to this stack",
    "removed": "Terraform forgets what it names, or deletes it",
    "locals": "constructs write values where they are used",
    "variable": "the apply's caller decides what is built",
    "check": "it may read what is anywhere",
    "ephemeral": "it may read secrets",
}
"""Why some types and blocks are dangerous."""
NO_RULE = "no construct makes it, and no rule judges it"


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_ours and document.is_configuration) or resource.type in ROWS:
        return
    if resource.type == OTHER_PROVIDER:
        yield f"constructs have no provider '{resource.address.split('.')[1]}': it is a program with the rights of who applies"
        return
    if _is_declared_import(resource, document):
        return
    name = resource.address if resource.type == TOP_LEVEL else resource.type
    yield f"constructs make no {name}: {DANGERS.get(name, NO_RULE)}; accept it with the reason, or take it out"


def _is_declared_import(resource: Resource, document: Document) -> bool:
    """Whether `dynawright adopt` declared exactly this import: this address with this id."""
    if (resource.type, resource.address) != (TOP_LEVEL, "import") or document.intent is None:
        return False
    return set(resource.values) == {"to", "id"} and (resource.get("to"), resource.get("id")) in document.intent.imports


RULE = Rule(module=__name__, number=38, severity="high", types=EVERY_TYPE, check=check, standards=NONE_APPLIES)
