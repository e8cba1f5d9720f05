"""The emulator, the application and `dynawright migrate` of the tests of bulk loads."""

from tests.ops.migration.bulk.conftest import aws as aws
from tests.ops.migration.bulk.conftest import emulator as emulator
from tests.ops.migration.bulk.conftest import migrate as migrate
from tests.ops.migration.bulk.conftest import named as named
