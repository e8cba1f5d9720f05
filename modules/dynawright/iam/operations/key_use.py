"""KMS calls that a service makes in the caller's name."""

from __future__ import annotations

from collections.abc import Mapping

from dynawright.iam.operations.ask import Ask


def key_uses(
    service: str, key: str, *actions: str, encryption: Mapping[str, str] | None = None, when: str = "", source: str = ""
) -> tuple[Ask, ...]:
    """Return the KMS requests a service makes for its caller with a customer-managed key.

    `key` is a template of the key's ARN, `encryption` the encryption context that the service sets.
    """
    context = {"kms:ViaService": f"{service}.{{region}}.amazonaws.com", "kms:CallerAccount": "{account}"}
    for name, template in (encryption or {}).items():
        context[f"kms:EncryptionContext:{name}"] = template
    return tuple(
        Ask(f"kms:{action}", key, when=when, context=_of_action(action, context), optional=True, source=source)
        for action in actions
    )


def _of_action(action: str, context: Mapping[str, str]) -> dict[str, str]:
    """Omit the encryption context where AWS sets none; a service's grants are for AWS resources."""
    if action in ("DescribeKey", "RetireGrant"):
        return {key: value for key, value in context.items() if not key.startswith("kms:EncryptionContext:")}
    if action == "CreateGrant":
        without = {key: value for key, value in context.items() if not key.startswith("kms:EncryptionContext:")}
        return {**without, "kms:GrantIsForAWSResource": "true"}
    return dict(context)
