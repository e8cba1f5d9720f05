"""Run a how-to page's application on tables in memory with the current project's model.

Arguments: the system, the application's file and the environment; without them, those of the page that adds a system.
"""

import os
import runpy
import sys

import boto3
from moto import mock_aws

from dynawright.emulator.patterns.definition import definition
from dynawright.ops.systems import chosen

os.environ |= {"AWS_ACCESS_KEY_ID": "memory", "AWS_SECRET_ACCESS_KEY": "memory", "AWS_DEFAULT_REGION": "ap-northeast-1"}
system, application, environment = sys.argv[1:] or ("notes", "notes_application.py", "production")
sys.path.insert(0, f"clients/{system}")
with mock_aws():
    for table in chosen(system)[0].tables:
        boto3.client("dynamodb").create_table(**definition(table, f"{table.name}-{environment}"))
    runpy.run_path(application)
