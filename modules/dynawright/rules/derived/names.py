"""References and names written out as ARNs, so that texts naming one thing become equal."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dynawright.rules.resources import REFERENCE, Document, Resource

NAME_OF = {
    "aws_dax_cluster": "cluster_name",
    "aws_lambda_function": "function_name",
    "aws_s3_bucket": "bucket",
}
"""The attribute that names a resource, where it is not called `name`."""
FORMS: Mapping[str, Mapping[str, str]] = {
    "aws_backup_vault": {"arn": "arn:aws:backup:{place}:backup-vault:{name}", "kms_key_arn": "arn:aws:kms:{place}:key/of-vault-{name}"},
    "aws_cloudwatch_event_bus": {"arn": "arn:aws:events:{place}:event-bus/{name}"},
    "aws_cloudwatch_event_rule": {"arn": "arn:aws:events:{place}:rule/{name}"},
    "aws_cloudwatch_log_group": {"arn": "arn:aws:logs:{place}:log-group:{name}"},
    "aws_cloudtrail": {"arn": "arn:aws:cloudtrail:{place}:trail/{name}"},
    "aws_dax_cluster": {"arn": "arn:aws:dax:{place}:cache/{name}"},
    "aws_dynamodb_table": {
        "arn": "arn:aws:dynamodb:{place}:table/{name}",
        "stream_arn": "arn:aws:dynamodb:{place}:table/{name}/stream/current",
    },
    "aws_iam_openid_connect_provider": {"arn": "arn:aws:iam::{account}:oidc-provider/{host}"},
    "aws_iam_policy": {"arn": "arn:aws:iam::{account}:policy{path}{name}"},
    "aws_iam_role": {"arn": "arn:aws:iam::{account}:role{path}{name}"},
    "aws_kinesis_stream": {"arn": "arn:aws:kinesis:{place}:stream/{name}"},
    "aws_kms_key": {"arn": "arn:aws:kms:{place}:key/{address}", "key_id": "{address}", "id": "{address}"},
    "aws_lambda_function": {"arn": "arn:aws:lambda:{place}:function:{name}"},
    "aws_s3_bucket": {"arn": "arn:aws:s3:::{name}", "id": "{name}"},
    "aws_secretsmanager_secret": {"arn": "arn:aws:secretsmanager:{place}:secret:{name}-of-aws", "id": "arn:aws:secretsmanager:{place}:secret:{name}-of-aws"},
    "aws_sns_topic": {"arn": "arn:aws:sns:{place}:{name}", "id": "arn:aws:sns:{place}:{name}"},
    "aws_sqs_queue": {"arn": "arn:aws:sqs:{place}:{name}"},
}  # fmt: skip
"""Type → attribute → the value of references; numbers chosen by AWS become the address."""
ESCAPED = re.compile(r"\$\$\{")


class Names:
    """The names of one document's things."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._written: dict[str, str] = {}
        self._account = document.intent.account_id if document.intent else ""
        self._region = document.intent.region if document.intent else ""

    def written_out(self, text: str) -> str:
        """Return the text with its references filled in; `$${` is a plain `${` by then."""
        if "${" not in text:
            return text
        if text not in self._written:
            filled = REFERENCE.sub(lambda match: self._filled(match[0], match[1], match[2]), text)
            self._written[text] = ESCAPED.sub("${", filled)
        return self._written[text]

    def arn(self, resource: Resource) -> str:
        """Return the ARN of a resource."""
        return self.attribute(resource, "arn") or resource.address

    def name(self, resource: Resource) -> str:
        """Return what AWS calls it."""
        return self.written_out(str(resource.get(NAME_OF.get(_type(resource), "name"), resource.address)))

    def attribute(self, resource: Resource, attribute: str) -> str | None:
        """Return what a reference to this attribute means, or None where that is not known."""
        written = resource.get(attribute)
        if isinstance(written, str) and "${" not in written:
            return written
        form = FORMS.get(_type(resource), {}).get(attribute)
        if form is None:
            return self.name(resource) if attribute == "id" and _type(resource) in FORMS else None
        return form.format(
            place=f"{self._document.region_of(resource) or self._region}:{self._account}",
            account=self._account,
            name=self.name(resource),
            path=resource.get("path", "/"),
            host=str(resource.get("url", "")).removeprefix("https://"),
            address=resource.address,
        )

    def _filled(self, reference: str, address: str, attribute: str) -> str:
        resource = self._document.referred(f"${{{address}}}")
        found = self.attribute(resource, attribute.removeprefix(".")) if resource else None
        return reference if found is None else found


def _type(resource: Resource) -> str:
    return resource.type.removeprefix("data.")
