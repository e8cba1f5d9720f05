"""DAX: subnet and parameter groups, and the arguments of new clusters."""

import json
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.dax.exceptions import ClusterNotFoundFault
from moto.dax.models import DaxCluster
from moto.dax.responses import DAXResponse
from moto.ec2.models import ec2_backends
from moto.moto_api import state_manager

from dynawright.emulator.gaps.patch import Original, wrap

DEFAULT_TTLS = {"query-ttl-millis": "300000", "record-ttl-millis": "300000"}


def install() -> None:
    # The provider waits for ten seconds between two descriptions; moto demands four before a cluster is made or gone.
    state_manager.set_transition("dax::cluster", {"progression": "manual", "times": 1})
    wrap(DAXResponse, "create_cluster", _create_cluster)
    wrap(DaxCluster, "to_json", _describe_cluster)
    for operation in (
        _update_cluster,
        _create_subnet_group,
        _update_subnet_group,
        _describe_subnet_groups,
        _delete_subnet_group,
        _create_parameter_group,
        _update_parameter_group,
        _describe_parameter_groups,
        _describe_parameters,
        _delete_parameter_group,
    ):
        setattr(DAXResponse, operation.__name__.removeprefix("_"), operation)


def _create_cluster(original: Original, handler: Any) -> Any:
    """Keep groups, security groups and maintenance window: otherwise the next plan replaces the cluster."""
    request = json.loads(handler.body)
    original(handler)
    cluster = handler.dax_backend.clusters[request["ClusterName"]]
    cluster.subnet_group = request.get("SubnetGroupName", "default")
    cluster.parameter_group.name = request.get("ParameterGroupName", "default.dax1.0")
    cluster.preferred_maintenance_window = request.get("PreferredMaintenanceWindow", cluster.preferred_maintenance_window)
    _set_security_groups(cluster, request)
    zones = _zones(handler, cluster.subnet_group)
    for number, node in enumerate(cluster.nodes):
        node.availability_zone = zones[number % len(zones)] if zones else node.availability_zone
    cluster.endpoint.port = 9111 if cluster.encryption_type == "TLS" else 8111
    return json.dumps({"Cluster": cluster.to_json()})


def _update_cluster(handler: Any) -> str:
    """Add the operation."""
    request = json.loads(handler.body)
    if request["ClusterName"] not in handler.dax_backend.clusters:
        raise ClusterNotFoundFault(request["ClusterName"])
    cluster = handler.dax_backend.clusters[request["ClusterName"]]
    cluster.description = request.get("Description", cluster.description)
    cluster.preferred_maintenance_window = request.get("PreferredMaintenanceWindow", cluster.preferred_maintenance_window)
    cluster.parameter_group.name = request.get("ParameterGroupName", cluster.parameter_group.name)
    _set_security_groups(cluster, request)
    return json.dumps({"Cluster": cluster.to_json()})


def _set_security_groups(cluster: Any, request: dict[str, Any]) -> None:
    if groups := request.get("SecurityGroupIds"):
        cluster.security_groups = [{"SecurityGroupIdentifier": group, "Status": "active"} for group in groups]


def _describe_cluster(original: Original, cluster: Any) -> Any:
    """Return the endpoint of a cluster with TLS, which differs from one without."""
    result = original(cluster)
    endpoint = result["ClusterDiscoveryEndpoint"]
    if cluster.encryption_type == "TLS" and "URL" in endpoint:
        endpoint["URL"] = f"daxs://{endpoint['Address']}"
    return result


def _zones(handler: Any, subnet_group: str) -> list[str]:
    group = _kept(handler, "subnet_groups").get(subnet_group, {"Subnets": []})
    return sorted({subnet["SubnetAvailabilityZone"] for subnet in group["Subnets"]})


def _create_subnet_group(handler: Any) -> str:
    """Add the operation, and those below."""
    request = json.loads(handler.body)
    group = {"SubnetGroupName": request["SubnetGroupName"], "Description": request.get("Description", "")}
    group |= _subnets(handler, request["SubnetIds"])
    _kept(handler, "subnet_groups")[request["SubnetGroupName"]] = group
    return json.dumps({"SubnetGroup": group})


def _update_subnet_group(handler: Any) -> str:
    request = json.loads(handler.body)
    [group] = _named(handler, "SubnetGroup", [request["SubnetGroupName"]])
    group["Description"] = request.get("Description", group["Description"])
    if subnets := request.get("SubnetIds"):
        group |= _subnets(handler, subnets)
    return json.dumps({"SubnetGroup": group})


def _subnets(handler: Any, ids: list[str]) -> dict[str, Any]:
    ec2 = ec2_backends[handler.current_account][handler.region]
    subnets = [ec2.get_subnet(subnet) for subnet in ids]
    return {
        "VpcId": subnets[0].vpc_id,
        "Subnets": [{"SubnetIdentifier": subnet.id, "SubnetAvailabilityZone": subnet.availability_zone} for subnet in subnets],
    }


def _describe_subnet_groups(handler: Any) -> str:
    return json.dumps({"SubnetGroups": _found(handler, "SubnetGroup")})


def _delete_subnet_group(handler: Any) -> str:
    _kept(handler, "subnet_groups").pop(json.loads(handler.body)["SubnetGroupName"])
    return json.dumps({"DeletionMessage": "deleted"})


def _create_parameter_group(handler: Any) -> str:
    request = json.loads(handler.body)
    group = {"ParameterGroupName": request["ParameterGroupName"], "Description": request.get("Description", "")}
    _kept(handler, "parameter_groups")[request["ParameterGroupName"]] = group
    _kept(handler, "parameters")[request["ParameterGroupName"]] = dict(DEFAULT_TTLS)
    return json.dumps({"ParameterGroup": group})


def _update_parameter_group(handler: Any) -> str:
    request = json.loads(handler.body)
    name = request["ParameterGroupName"]
    for parameter in request["ParameterNameValues"]:
        _kept(handler, "parameters")[name][parameter["ParameterName"]] = parameter["ParameterValue"]
    return json.dumps({"ParameterGroup": _kept(handler, "parameter_groups")[name]})


def _describe_parameter_groups(handler: Any) -> str:
    return json.dumps({"ParameterGroups": _found(handler, "ParameterGroup")})


def _describe_parameters(handler: Any) -> str:
    values = _kept(handler, "parameters")[json.loads(handler.body)["ParameterGroupName"]]
    return json.dumps({"Parameters": [{"ParameterName": name, "ParameterValue": value} for name, value in values.items()]})


def _delete_parameter_group(handler: Any) -> str:
    name = json.loads(handler.body)["ParameterGroupName"]
    _kept(handler, "parameter_groups").pop(name)
    _kept(handler, "parameters").pop(name)
    return json.dumps({"DeletionMessage": "deleted"})


def _found(handler: Any, kind: str) -> list[Any]:
    """Return the groups of a kind that the request names; all if it names none."""
    return _named(handler, kind, json.loads(handler.body).get(f"{kind}Names"))


def _named(handler: Any, kind: str, names: list[str] | None) -> list[Any]:
    kept = _kept(handler, "subnet_groups" if kind == "SubnetGroup" else "parameter_groups")
    for name in names or []:
        if name not in kept:
            raise JsonRESTError(f"{kind}NotFoundFault", f"{kind} {name} not found.")
    return [kept[name] for name in names or kept]


def _kept(handler: Any, what: str) -> dict[str, Any]:
    kept: dict[str, Any] = handler.dax_backend.__dict__.setdefault(what, {})
    return kept
