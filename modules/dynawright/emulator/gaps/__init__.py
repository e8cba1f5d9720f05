"""Fixes for operations that the AWS provider needs and moto 5.2.5 lacks, one file per service.

Seen with the providers 5.100.0 and 6.61.0. A passing test of an operation added here means that it round-trips through
the real provider, not that AWS accepts it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

NO_SERVICE = {"partiql", "patch", "units"}
NEED_EC2 = {"applicationautoscaling": "autoscaling", "dax": "dax", "ec2": "ec2"}
"""moto's names of services → the file here; these import moto's EC2, which is slower than all others."""


@cache
def install() -> None:
    """Patch moto's classes in this process before the server answers; every file has an `install`."""
    for module in iter_modules(__path__):
        if module.name not in NO_SERVICE | set(NEED_EC2.values()):
            _install(module.name)


def install_for(service: str) -> None:
    """Patch a service that needs EC2, before its first request."""
    if service in NEED_EC2:
        _install(NEED_EC2[service])


@cache
def _install(name: str) -> None:
    import_module(f"{__name__}.{name}").install()
