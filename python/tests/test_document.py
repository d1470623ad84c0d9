"""The package beside the document that it is made from, and beside the client for TypeScript."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from operation_names import BY_HAND, GENERATED, LEFT_OUT, OTHER_WAYS

import clipwright
from clipwright import AsyncClient, Client, types

root = Path(__file__).parents[2]
document: dict[str, Any] = json.loads((root / "server/openapi.json").read_text())
operations = {
    operation["operationId"]: {**operation, "method": method.upper(), "path": path}
    for path, methods in document["paths"].items()
    for method, operation in methods.items()
}


def is_for_keys(operation: dict[str, Any]) -> bool:
    """Whether an API key, or anybody, may call it. Other ways to what has a method do not count."""
    security = operation.get("security", document["security"])
    return not OTHER_WAYS & set(operation["tags"]) and (
        not security or any("api_key" in one for one in security)
    )


def test_all_that_an_api_key_may_call_has_a_method_or_is_left_out_by_name() -> None:
    wanted = {name for name, operation in operations.items() if is_for_keys(operation)}
    assert wanted - LEFT_OUT - set(GENERATED) - set(BY_HAND) == set(), "no method"
    assert (set(GENERATED) | set(BY_HAND) | LEFT_OUT) - wanted == set(), "no such operation, or none for keys"
    assert LEFT_OUT & (set(GENERATED) | set(BY_HAND)) == set()
    for name in LEFT_OUT:
        assert operations[name]["security"] == [], f"{name} takes a key"


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_both_doors_have_every_method_with_its_types(kind: type[Any]) -> None:
    client = kind("http://127.0.0.1:1")
    names = {**GENERATED, **BY_HAND}
    assert len(set(names.values())) == len(names)
    for operation_id, name in names.items():
        method = client
        for part in name.split("."):
            method = getattr(method, part)
        if operation_id in GENERATED:
            operation = operations[operation_id]
            assert f"{operation['method']} {operation['path']}" in (method.__doc__ or "")
            assert inspect.iscoroutinefunction(method) == (kind is AsyncClient)
            assert "return" in get_type_hints(method), "what a signature names can be looked up"


def test_every_shape_has_the_name_that_it_has_in_the_document() -> None:
    schemas = document["components"]["schemas"]
    named = {name for name in vars(types) if name in schemas}
    assert {"TaskOut", "TaskCreate", "GenerateResponse", "ModelOut", "TaskEventData"} <= named
    for name in named:
        shape = getattr(types, name)
        if inspect.isclass(shape):
            assert set(shape.__annotations__) == set(schemas[name].get("properties", {})), name


def test_the_events_are_those_of_the_document() -> None:
    assert {*get_args(clipwright.TaskEventType), "ping"} == set(document["webhooks"])


def test_both_clients_have_one_version_and_one_license() -> None:
    client = json.loads((root / "client/package.json").read_text())
    assert clipwright.__version__ == client["version"]
    assert f"## {client['version']}" in (root / "python/CHANGELOG.md").read_text()
    assert (root / "python/LICENSE").read_text() == (root / "LICENSE").read_text()
