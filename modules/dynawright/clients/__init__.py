"""Typed clients generated from the model: one package per system, one class per consumer."""

from dynawright.clients.package import package_files, write_package

__all__ = ["package_files", "write_package"]
