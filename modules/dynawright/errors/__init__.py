"""Mistakes of users, as data, and how every command prints them."""

from dynawright.errors.command import run, warn
from dynawright.errors.problem import NOWHERE, Place, Problem
from dynawright.errors.suggestion import did_you_mean
from dynawright.errors.user_error import UserError
from dynawright.errors.wording import must_be, shown, unknown

__all__ = ["NOWHERE", "Place", "Problem", "UserError", "did_you_mean", "must_be", "run", "shown", "unknown", "warn"]
