"""Lambda: the account's concurrent executions, and the unreserved part."""

import json
from typing import Any

from moto.awslambda import urls
from moto.awslambda.responses import LambdaResponse

CONCURRENT_EXECUTIONS = 1_000


def install() -> None:
    urls.url_paths[r"{0}/(?P<api_version>[^/]+)/account-settings/?$"] = LambdaResponse.dispatch
    LambdaResponse.get_account_settings = _get_account_settings


def _get_account_settings(response: Any) -> str:
    functions = response.backend.list_functions()
    reserved = sum(int(function.reserved_concurrency or 0) for function in functions)
    limits = {
        "TotalCodeSize": 80_530_636_800,
        "CodeSizeUnzipped": 262_144_000,
        "CodeSizeZipped": 52_428_800,
        "ConcurrentExecutions": CONCURRENT_EXECUTIONS,
        "UnreservedConcurrentExecutions": CONCURRENT_EXECUTIONS - reserved,
    }
    usage = {"TotalCodeSize": 0, "FunctionCount": len(functions)}
    return json.dumps({"AccountLimit": limits, "AccountUsage": usage})
