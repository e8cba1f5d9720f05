"""Compliance rules on synthesized Terraform, and checkov.

Nothing here imports cdktf or anything else that must be installed.
"""
