"""What Terraform's AWS provider (5.100.0 and 6.61.0) calls and moto 5.2.5 lacks or gets wrong, one file per AWS service.

Green on an operation that is added here means that it round-trips through the real provider, not that AWS accepts it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

NO_SERVICE = {"partiql", "patch", "units"}


@cache
def install() -> None:
    """Changes moto's classes in this process, once, before the server answers: every file here has its own `install`."""
    for module in iter_modules(__path__):
        if module.name not in NO_SERVICE:
            import_module(f"{__name__}.{module.name}").install()
