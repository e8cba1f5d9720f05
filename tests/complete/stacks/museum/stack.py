"""One table and its consumer's role."""

from __future__ import annotations

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.iam import trust
from dynawright.settings import Environment
from dynawright.stack import SystemStack

from . import model


class MuseumStack(SystemStack):
    """Visits of a museum."""

    system = model.SYSTEM

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="museum-key", settings=self.settings.encryption)
        visits = self.table("Visits", model.VISITS, key=key)
        grant(self.role(model.TICKETS, trust.lambda_functions()), model.TICKETS, visits)
        self.backup(visits, key=key)
        self.watch(visits)
