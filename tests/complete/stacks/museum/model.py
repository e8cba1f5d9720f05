"""Visits of a museum: a second system, whose resources the library's roles must not reach."""

from dynawright.model import Consumer, Entity, Get, Key, Put, Stream, System, TableModel

TICKETS = Consumer("tickets", "sells tickets")
VISITS = TableModel(
    "museum-visits",
    partition_key=Key("id"),
    stream=Stream.KEYS_ONLY,
    entities=[Entity("VISIT", id="VISIT#{visitId}", attributes={"visitId": "S"})],
    access_patterns=[
        Get("M1", "a visit", id="VISIT#{visitId}", used_by=[TICKETS]),
        Put("M2", "a new visit", entity="VISIT", used_by=[TICKETS]),
    ],
)
SYSTEM = System("museum", [VISITS])
