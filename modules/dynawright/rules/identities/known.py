"""Check whether a named identity belongs to the environment or is declared in its settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dynawright.rules.derived.names import FORMS, NAME_OF
from dynawright.rules.derived.things import intent_of, names_of
from dynawright.rules.resources import REFERENCE, Document

ARN = re.compile(r"arn:[\w-]*:[\w-]*:[\w*?-]*:[\w*?-]*:[^\s\"'<>,;\\)\]}]+")
ACCOUNT = re.compile(r"(?<![\w.])\d{12}(?!\w)")
ORGANIZATION = re.compile(r"(?<![\w-])(?:o-[a-z0-9]{10,32}|ou-[a-z0-9]{4,32}-[a-z0-9]{8,32})(?![\w-])")
NETWORK = re.compile(r"(?<![\w-])(?:vpc|vpce|subnet|rtb|sg|eni|pl|igw|tgw|pcx|nat|acl)-[0-9a-f]{8,17}(?![\w-])")
URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s\"'<>)\]}\\]+")
MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
SUBJECT = re.compile(r"\brepo:[^\s\"':]+")
KINDS = (
    ("the repository", SUBJECT),
    ("the address", URL),
    ("the address", MAIL),
    ("the ARN", ARN),
    ("the organization", ORGANIZATION),
    ("the network", NETWORK),
    ("the account", ACCOUNT),
)
"""Patterns of identities, longest first: text matched by one is not matched again."""
GITHUB = "token.actions.githubusercontent.com"
OF_AWS = re.compile(
    r"alias/aws/[\w/-]+|(?:[\w-]+\.)*amazonaws\.com|com\.amazonaws\.([\w-]+)\.[\w.-]+|sts\.amazonaws\.com|AWS|self|default|\*"
)
"""Names that AWS assigns, the same in every account."""


class Known:
    """The identities that one document may name."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._intent = intent_of(document)
        self._names = names_of(document)
        self._own = set(_own_names(document)) | {name for names in self._intent.shared.values() for name in names}
        self._settings = set(self._intent.settings)
        self._repositories = _repositories(document)

    def strangers(self, text: str, *, in_policy: bool = False) -> Iterator[str]:
        """Yield descriptions of undeclared identities in a text; for policy ARNs only accounts and Regions."""
        rest = REFERENCE.sub("", text)
        if rest in self._settings:
            return
        for what, form in KINDS:
            for match in form.findall(rest):
                if not (self._is_known(match) or (in_policy and match.startswith("arn:") and self._is_here(match))):
                    yield f"{what} '{match}'"
            rest = form.sub(" ", rest)

    def is_name(self, text: str) -> bool:
        """Whether a text is a name that the stack builds, systems share, or settings contain."""
        if REFERENCE.fullmatch(text):
            return True
        parts = [part for part in re.split(r"[,\s]+", text) if part]
        return all(self._is_name(part) for part in parts)

    def _is_name(self, text: str) -> bool:
        if REFERENCE.search(text):
            return True  # the text around a reference is checked by its form
        if text in self._own or text in self._settings or text == self._intent.account_id:
            return True
        aws = OF_AWS.fullmatch(text)
        return (aws is not None and (aws[1] or "") in ("", *self._intent.regions)) or any(
            form.fullmatch(text) and self._is_known(text) for _, form in KINDS
        )

    def _is_known(self, identity: str) -> bool:
        if identity in self._settings or any(identity.startswith(f"{setting}#") for setting in self._settings):
            return True
        if identity.startswith("arn:"):
            return self._is_known_arn(identity)
        if identity.startswith("repo:"):
            return identity.removeprefix("repo:") in self._repositories
        if URL.fullmatch(identity):
            return identity == f"https://{GITHUB}"
        return identity in (self._intent.account_id, self._intent.organization_id, *self._intent.network_ids)

    def _is_known_arn(self, arn: str) -> bool:
        """Whether it is an ARN of this account, in a used Region, ending with one of the stack's names."""
        name = arn.split(":", 5)[5]
        return self._is_here(arn) and (arn in self._own or any(_names(name, own) for own in self._own))

    def _is_here(self, arn: str) -> bool:
        """Whether an ARN is of this account or none, in a used Region; OIDC providers must match exactly."""
        _, _, service, region, account, name = arn.split(":", 5)
        if region not in ("", "*", *self._intent.regions) or account not in ("", "aws", self._intent.account_id):
            return False
        provider = name.removeprefix("oidc-provider/")
        return service != "iam" or provider in (name, GITHUB)


def _names(resource: str, own: str) -> bool:
    """Whether the last part of an ARN is a name, after its kind or before what is below it."""
    return (
        resource == own or resource.endswith((f"/{own}", f":{own}")) or f"/{own}/" in resource or resource.startswith(f"{own}/")
    )


def _own_names(document: Document) -> Iterator[str]:
    """Yield names and ARNs of everything built, and of lookups only where systems share them."""
    names, shared = names_of(document), intent_of(document).shared
    for resource in document.resources:
        type = resource.type.removeprefix("data.")
        name = resource.get(NAME_OF.get(type, "name")) or resource.get("alarm_name")
        if resource.type != type and name not in shared.get(type, ()):
            continue
        if isinstance(name, str):
            yield names.written_out(name)
        if type in FORMS:
            yield names.arn(resource)


def _repositories(document: Document) -> Mapping[str, None]:
    """Return the repository as token subjects write it."""
    deployment = intent_of(document).deployment
    subjects = (*deployment.plan_subjects, *deployment.deploy_subjects) if deployment else ()
    return dict.fromkeys(subject.split(":")[1] for subject in subjects)
