"""Mistakes in the YAML files of environments."""

from dynawright.errors.catalogue.error_code import ErrorCode

SETTINGS: tuple[ErrorCode, ...] = ()
