"""checkov's checks that don't fit here, with reasons; for single resources, use suppressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dynawright.rules.resources import Document


@dataclass(frozen=True)
class Exemption:
    check: str
    where: Literal["everywhere", "disposable environments", "outside of production"]
    because: str

    def covers(self, document: Document) -> bool:
        return {
            "everywhere": True,
            "disposable environments": document.is_disposable,
            "outside of production": not document.is_production,
        }[self.where]


OWN_KEY = "the environment chose AWS's own key; our rule production-data-has-its-own-key demands one in production and wherever it was chosen"

EXEMPTIONS = (
    Exemption("CKV_AWS_117", "everywhere", "a function that reads a stream and calls AWS needs no VPC; in one it would need endpoints for all of it"),
    Exemption("CKV_AWS_272", "everywhere", "code is built, tested and deployed by one pipeline; signing it there would prove no more"),
    Exemption("CKV_AWS_144", "everywhere", "exports and failed records can be recreated from the table, which has replicas and backups of its own"),
    Exemption("CKV_AWS_116", "everywhere", "it is about dead-letter queues of asynchronous calls; our rules mappings-lose-nothing and schedules-keep-failures check what is used"),
    Exemption("CKV2_AWS_62", "everywhere", "an event for each object of an export has no receiver"),
    Exemption("CKV_AWS_67", "everywhere", "a system's trail records what happens to its tables, in their Region; the account's own trail is managed elsewhere"),
    Exemption("CKV_AWS_252", "everywhere", "a message for each log file has no reader"),
    Exemption("CKV2_AWS_10", "everywhere", "records of items go to a locked bucket; in CloudWatch Logs they would cost more than the table"),
    Exemption("CKV2_AWS_5", "everywhere", "the group of a table's clients is for code that is built elsewhere"),
    Exemption("CKV_AWS_338", "outside of production", "only production needs a year of logs; our rule logs-expire-in-time checks that"),
    Exemption("CKV_AWS_18", "disposable environments", "they hold no real data; our rule buckets-keep-access-logs checks the others"),
    Exemption("CKV_AWS_35", "disposable environments", OWN_KEY),
    Exemption("CKV_AWS_119", "disposable environments", OWN_KEY),
    Exemption("CKV_AWS_145", "disposable environments", OWN_KEY),
    Exemption("CKV_AWS_149", "disposable environments", OWN_KEY),
    Exemption("CKV_AWS_158", "disposable environments", OWN_KEY),
    Exemption("CKV_AWS_166", "disposable environments", OWN_KEY),
    Exemption("CKV_AWS_173", "disposable environments", OWN_KEY),
    Exemption("CKV_AWS_297", "disposable environments", OWN_KEY),
)  # fmt: skip


def exemption_of(check: str, document: Document) -> Exemption | None:
    """Return the exemption that covers a check in this document, if there is one."""
    return next((exemption for exemption in EXEMPTIONS if exemption.check == check and exemption.covers(document)), None)
