"""AWS Backup: selections, vault policies, Region settings and restore tests; no job ever runs."""

import json
from typing import Any
from urllib.parse import unquote

from moto.backup import urls
from moto.backup.exceptions import ResourceNotFoundException
from moto.backup.models import BackupBackend, Plan
from moto.backup.responses import BackupResponse
from moto.core.utils import unix_time
from moto.moto_api._internal import mock_random

from dynawright.emulator.gaps.patch import Original, wrap

PATHS = (
    "backup/plans/(?P<plan>[^/]+)/selections/?$",
    "backup/plans/(?P<plan>[^/]+)/selections/(?P<selection>[^/]+)/?$",
    "backup-vaults/(?P<name>[^/]+)/access-policy$",
    "backup-vaults/(?P<name>[^/]+)/recovery-points/?$",
    "account-settings$",
    "restore-testing/plans/?$",
    "restore-testing/plans/(?P<plan>[^/]+)/?$",
    "restore-testing/plans/(?P<plan>[^/]+)/selections/?$",
    "restore-testing/plans/(?P<plan>[^/]+)/selections/(?P<selection>[^/]+)/?$",
)
# a new account's settings; AWS returns more services than these, which the provider must tolerate
REGION_SETTINGS = {
    "ResourceTypeOptInPreference": {"DynamoDB": False, "EBS": True, "EFS": True, "RDS": True, "S3": False},
    "ResourceTypeManagementPreference": {"DynamoDB": False, "EFS": True},
}


def install() -> None:
    for path in PATHS:
        urls.url_paths[f"{{0}}/{path}"] = urls.response.dispatch
    for operation in (
        *(_create_backup_selection, _get_backup_selection, _list_backup_selections, _delete_backup_selection),
        *(_put_backup_vault_access_policy, _get_backup_vault_access_policy, _delete_backup_vault_access_policy),
        *(_describe_region_settings, _update_region_settings),
        *(_create_restore_testing_plan, _get_restore_testing_plan, _update_restore_testing_plan, _delete_restore_testing_plan),
        *(_create_restore_testing_selection, _get_restore_testing_selection, _update_restore_testing_selection),
        *(_delete_restore_testing_selection, _list_restore_testing_selections),
        *(_update_backup_plan, _list_recovery_points_by_backup_vault, _list_tags),
    ):
        setattr(BackupResponse, operation.__name__.removeprefix("_"), operation)
    wrap(BackupBackend, "get_backup_plan", _get_backup_plan)


def _get_backup_plan(original: Original, backend: Any, backup_plan_id: str, version_id: str | None) -> Any:
    """Hide deleted plans: destroy waits until a plan is gone."""
    plan = original(backend, backup_plan_id, version_id)
    if plan.deletion_date is not None:
        raise ResourceNotFoundException(msg=f"Cannot find Backup plan {backup_plan_id}")
    return plan


def _update_backup_plan(handler: Any) -> str:
    """Add the operation, without which changed rules can't be applied."""
    plan = handler.backup_backend.get_backup_plan(_segment(handler, "plans"), None)
    new = Plan(_body(handler)["BackupPlan"], plan.creator_request_id, handler.backup_backend)
    plan.backup_plan, plan.version_id = new.backup_plan, new.version_id
    return json.dumps(plan.to_dict())


def _list_tags(handler: Any) -> str:
    """Read the ARN from a path without a trailing slash, as the provider sends it."""
    arn = unquote(handler.path.split("/tags/")[1]).strip("/")
    return json.dumps({"Tags": handler.backup_backend.list_tags(arn)})


def _list_recovery_points_by_backup_vault(handler: Any) -> str:
    """Add the operation, which the provider calls before it deletes a vault."""
    _vault(handler)
    return json.dumps({"RecoveryPoints": []})


# ---- selections: not implemented


def _create_backup_selection(handler: Any) -> str:
    plan = handler.backup_backend.get_backup_plan(_segment(handler, "plans"), None)
    selection = {
        "BackupPlanId": plan.backup_plan_id,
        "SelectionId": str(mock_random.uuid4()),
        "CreationDate": unix_time(),
        "BackupSelection": _body(handler)["BackupSelection"],
    }
    _selections(handler)[selection["SelectionId"]] = selection
    return json.dumps({name: value for name, value in selection.items() if name != "BackupSelection"})


def _get_backup_selection(handler: Any) -> str:
    return json.dumps(_found(_selections(handler), _segment(handler, "selections"), "Backup selection"))


def _list_backup_selections(handler: Any) -> str:
    plan = _segment(handler, "plans")
    listed = [
        {**selection, "SelectionName": selection["BackupSelection"]["SelectionName"]}
        for selection in _selections(handler).values()
        if selection["BackupPlanId"] == plan
    ]
    return json.dumps({"BackupSelectionsList": listed})


def _delete_backup_selection(handler: Any) -> str:
    _selections(handler).pop(_segment(handler, "selections"), None)
    return "{}"


# ---- vault policies: not implemented


def _put_backup_vault_access_policy(handler: Any) -> str:
    _vault(handler).access_policy = _body(handler)["Policy"]
    return "{}"


def _get_backup_vault_access_policy(handler: Any) -> str:
    vault = _vault(handler)
    policy = getattr(vault, "access_policy", None)
    if policy is None:
        raise ResourceNotFoundException(msg=f"Backup vault {vault.backup_vault_name} has no associated policy")
    name, arn = vault.backup_vault_name, vault.backup_vault_arn
    return json.dumps({"BackupVaultName": name, "BackupVaultArn": arn, "Policy": policy})


def _delete_backup_vault_access_policy(handler: Any) -> str:
    _vault(handler).access_policy = None
    return "{}"


# ---- the Region's settings: not implemented


def _describe_region_settings(handler: Any) -> str:
    return json.dumps(_region_settings(handler))


def _update_region_settings(handler: Any) -> str:
    for name, preferences in _body(handler).items():
        _region_settings(handler)[name].update(preferences or {})
    return "{}"


# ---- restore tests: not implemented


def _create_restore_testing_plan(handler: Any) -> str:
    request = _body(handler)
    plan = {"ScheduleExpressionTimezone": "Etc/UTC", **request["RestoreTestingPlan"], "CreationTime": unix_time()}
    plan["RecoveryPointSelection"] = {
        "ExcludeVaults": [],
        **plan["RecoveryPointSelection"],
    }  # the provider can't update without it
    name = plan["RestoreTestingPlanName"]
    backend = handler.backup_backend
    place = f"arn:aws:backup:{backend.region_name}:{backend.account_id}"
    plan["RestoreTestingPlanArn"] = f"{place}:restore-testing-plan:{name}-{mock_random.uuid4()}"
    backend.tag_resource(plan["RestoreTestingPlanArn"], request.get("Tags") or {})
    _tests(handler)[name] = {"plan": plan, "selections": {}}
    return _plan_answer(plan)


def _get_restore_testing_plan(handler: Any) -> str:
    return json.dumps({"RestoreTestingPlan": _test(handler)["plan"]})


def _update_restore_testing_plan(handler: Any) -> str:
    plan = _test(handler)["plan"]
    plan.update(_body(handler)["RestoreTestingPlan"])
    return _plan_answer(plan)


def _delete_restore_testing_plan(handler: Any) -> str:
    _tests(handler).pop(_segment(handler, "plans"), None)
    return "{}"


def _create_restore_testing_selection(handler: Any) -> str:
    test = _test(handler)
    selection = {"RestoreMetadataOverrides": {}, **_body(handler)["RestoreTestingSelection"]}  # as above
    selection["RestoreTestingPlanName"] = test["plan"]["RestoreTestingPlanName"]
    selection["CreationTime"] = unix_time()
    test["selections"][selection["RestoreTestingSelectionName"]] = selection
    return _selection_answer(handler, selection)


def _get_restore_testing_selection(handler: Any) -> str:
    return json.dumps({"RestoreTestingSelection": _test_selection(handler)})


def _update_restore_testing_selection(handler: Any) -> str:
    selection = _test_selection(handler)
    selection.update(_body(handler)["RestoreTestingSelection"])
    return _selection_answer(handler, selection)


def _list_restore_testing_selections(handler: Any) -> str:
    return json.dumps({"RestoreTestingSelections": list(_test(handler)["selections"].values())})


def _delete_restore_testing_selection(handler: Any) -> str:
    _test(handler)["selections"].pop(_segment(handler, "selections"), None)
    return "{}"


# ---- where things are


def _body(handler: Any) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(handler.body)
    return body


def _segment(handler: Any, after: str) -> str:
    """Return the part after a word in the path: the id in `/backup/plans/<id>/selections`."""
    path = unquote(handler.path.split("?")[0])
    return str(path.split(f"/{after}/")[1].split("/")[0])


def _found(things: dict[str, Any], name: str, kind: str) -> Any:
    if name not in things:
        raise ResourceNotFoundException(msg=f"Cannot find {kind} {name}")
    return things[name]


def _vault(handler: Any) -> Any:
    return _found(handler.backup_backend.vaults, _segment(handler, "backup-vaults"), "Backup vault")


def _kept(handler: Any, name: str, initial: Any) -> Any:
    return vars(handler.backup_backend).setdefault(name, initial)


def _selections(handler: Any) -> dict[str, Any]:
    kept: dict[str, Any] = _kept(handler, "selections", {})
    return kept


def _region_settings(handler: Any) -> dict[str, Any]:
    kept: dict[str, Any] = _kept(handler, "region_settings", json.loads(json.dumps(REGION_SETTINGS)))
    return kept


def _tests(handler: Any) -> dict[str, Any]:
    kept: dict[str, Any] = _kept(handler, "restore_tests", {})
    return kept


def _test(handler: Any) -> Any:
    return _found(_tests(handler), _segment(handler, "plans"), "restore testing plan")


def _test_selection(handler: Any) -> Any:
    return _found(_test(handler)["selections"], _segment(handler, "selections"), "restore testing selection")


def _plan_answer(plan: dict[str, Any]) -> str:
    return json.dumps({name: plan[name] for name in ("CreationTime", "RestoreTestingPlanArn", "RestoreTestingPlanName")})


def _selection_answer(handler: Any, selection: dict[str, Any]) -> str:
    names = ("CreationTime", "RestoreTestingPlanName", "RestoreTestingSelectionName")
    arn = _test(handler)["plan"]["RestoreTestingPlanArn"]
    return json.dumps({"RestoreTestingPlanArn": arn, **{name: selection[name] for name in names}})
