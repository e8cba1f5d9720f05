"""Typed bindings to the AWS provider, and the supported versions of it."""

PROVIDER_SOURCE = "hashicorp/aws"
PROVIDER_VERSION = "5.100.0"
"""The provider version of the bindings: the oldest supported one."""

# cdktf's name of the provider; cdktf checks that each stack has one.
GENERATOR = {"providerName": "aws"}
