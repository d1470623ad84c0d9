"""python generate.py [--check]: writes `types.py`, `_async/operations.py` and all of `_sync` from the server's OpenAPI document
and from `_async`, or says that they are stale. Run by `npm run fix` and `npm run check`."""

from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import unasync
from datamodel_code_generator import generate
from datamodel_code_generator.enums import DataModelType, InputFileType, OpenAPIScope
from datamodel_code_generator.format import Formatter, PythonVersion
from operation_names import BY_HAND, GENERATED, GROUPS, LEFT_OUT, OTHER_WAYS

Schema = dict[str, Any]

here = Path(__file__).parent
package = here / "src/clipwright"
header = "# Written from server/openapi.json by python/generate.py (npm run fix). Do not edit.\n"

# Written by hand for both doors: what they do differently.
by_hand = {"__init__.py", "door.py"}


def main() -> int:
    document: Schema = json.loads((here.parent / "server/openapi.json").read_text())
    operations = callable_by_key(document)
    with tempfile.TemporaryDirectory() as scratch:
        # The folders of the package, since unasync goes by them.
        made = Path(scratch) / "clipwright"
        (made / "_async").mkdir(parents=True)
        for source in (package / "_async").glob("*.py"):
            if source.name not in by_hand:
                (made / "_async" / source.name).write_text(source.read_text())
        write_types(document, operations, made / "types.py")
        (made / "_async/operations.py").write_text(write_operations(operations))
        tidy(made)
        make_sync(made)
        tidy(made)
        files = {path.relative_to(made): path.read_text() for path in sorted(made.rglob("*.py"))}
    generated = {
        path: text
        for path, text in files.items()
        if path.parts[0] != "_async" or path.name == "operations.py"
    }
    unknown = {path.relative_to(package) for path in (package / "_sync").glob("*.py")}
    unknown -= {*generated, *(Path("_sync") / name for name in by_hand)}
    if "--check" in sys.argv:
        stale = [
            str(path)
            for path, text in generated.items()
            if not (package / path).exists() or (package / path).read_text() != text
        ]
        for name in [*stale, *map(str, unknown)]:
            print(f"python/src/clipwright/{name} is stale. Run: npm run fix", file=sys.stderr)
        return 1 if stale or unknown else 0
    for path, text in generated.items():
        (package / path).write_text(text)
    for path in unknown:
        (package / path).unlink()
    return 0


# Which operations


def callable_by_key(document: Schema) -> list[Schema]:
    """What an API key may call, in the order of the document, each with its `method` and `path`."""
    named = {**GENERATED, **BY_HAND}
    found = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            security = operation.get("security", document["security"])
            if OTHER_WAYS & set(operation["tags"]) or operation["operationId"] in LEFT_OUT:
                continue
            if security and not any("api_key" in one for one in security):
                continue
            if operation["operationId"] not in named:
                sys.exit(
                    f"Name {operation['operationId']} in python/operation_names.py, or leave it out there."
                )
            found.append({**operation, "method": method.upper(), "path": path, "is_public": not security})
    return found


# Types


def write_types(document: Schema, operations: list[Schema], path: Path) -> None:
    schemas = document["components"]["schemas"]
    wanted: dict[str, Schema] = {}
    webhooks = [{"content": hook["post"]["requestBody"]["content"]} for hook in document["webhooks"].values()]

    def take(schema: object) -> None:
        for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)):
            if name not in wanted:
                wanted[name] = schemas[name]
                take(schemas[name])

    take([operations, webhooks])
    hoisted: dict[str, Schema] = {}
    for name, schema in wanted.items():
        hoisted[name] = hoist(schema, name, hoisted)
    small = {
        **{key: document[key] for key in ("openapi", "info")},
        "paths": {},
        "components": {"schemas": hoisted},
    }
    generate(
        json.dumps(small),
        input_file_type=InputFileType.OpenAPI,
        openapi_scopes=[OpenAPIScope.Schemas],
        output=path,
        output_model_type=DataModelType.TypingTypedDict,
        target_python_version=PythonVersion.PY_310,
        use_union_operator=True,
        use_standard_collections=True,
        use_schema_description=True,
        use_field_description=True,
        use_single_line_docstring=True,
        formatters=[Formatter.BUILTIN],
        custom_file_header=f'{header}"""Shapes of the service, by the names in its document."""\n',
    )


def hoist(schema: Schema, name: str, hoisted: dict[str, Schema]) -> Schema:
    """Gives a shape inside another one a name by its place, such as `TaskOutMedia`: numbers would change with the document."""
    kind = schema.get("type")
    made = {key: value for key, value in schema.items() if key != "format"}
    if "properties" in schema:
        made["properties"] = {
            field: hoist_inner(inner, name + pascal(field), hoisted)
            for field, inner in schema["properties"].items()
        }
    if "items" in schema:
        made["items"] = hoist_inner(schema["items"], re.sub(r"s$", "", name), hoisted)
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            made[key] = [hoist_inner(inner, name, hoisted) for inner in schema[key]]
    if isinstance(schema.get("additionalProperties"), dict):
        made["additionalProperties"] = hoist_inner(schema["additionalProperties"], name, hoisted)
    if isinstance(kind, list) and len(kind) == 2 and "null" in kind and "properties" in schema:
        made["type"] = next(one for one in kind if one != "null")
    return made


def hoist_inner(schema: Schema, name: str, hoisted: dict[str, Schema]) -> Schema:
    if "properties" not in schema:
        return hoist(schema, name, hoisted)
    if name in hoisted:
        sys.exit(f"Two shapes would be called {name}.")
    hoisted[name] = hoist(schema, name, hoisted)
    reference = {"$ref": f"#/components/schemas/{name}"}
    is_nullable = isinstance(schema.get("type"), list) and "null" in schema["type"]
    described = {"description": schema["description"]} if "description" in schema else {}
    return {"anyOf": [reference, {"type": "null"}], **described} if is_nullable else reference


def pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


# Operations


def write_operations(operations: list[Schema]) -> str:
    by_name = {GENERATED[one["operationId"]]: one for one in operations if one["operationId"] in GENERATED}
    parts = [
        header,
        "from __future__ import annotations\n",
        "from collections.abc import Mapping\n",
        "from typing import Any, Literal, overload\n",
        "from typing_extensions import Unpack\n",
        "from .. import types\n",
        "from .._rules import new_key\n",
        "from .transport import AsyncTransport\n",
    ]
    for group, about in GROUPS.items():
        parts.append(f'class Async{pascal(group)}:\n    """{about}"""\n')
        parts.append(
            "    def __init__(self, transport: AsyncTransport) -> None:\n        self._transport = transport\n"
        )
        for name, operation in by_name.items():
            if name.startswith(f"{group}."):
                parts.append(write_method(name.partition(".")[2], operation))
    parts.append("class AsyncOperations:\n    def __init__(self, transport: AsyncTransport) -> None:")
    parts.append("        self._transport = transport")
    parts.extend(f"        self.{group} = Async{pascal(group)}(transport)" for group in GROUPS)
    parts.append("")
    parts.extend(write_method(name, one) for name, one in by_name.items() if "." not in name)
    parts.extend(write_overload(one) for one in by_name.values() if answer_of(one)[0] == "json")
    parts.append(untyped_request)
    return "\n".join(parts)


untyped_request = '''
    @overload
    async def request(
        self, method: str, path: str, *, path_params: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None, body: object = None, idempotency_key: str | None = None,
    ) -> Any: ...

    async def request(
        self, method: str, path: str, *, path_params: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None, body: object = None, idempotency_key: str | None = None,
    ) -> Any:
        """Any call of the API that answers in JSON, by its path in the document: `"/api/v1/tasks/{task_id}"`. What this version
        knows has its type; the rest is for a service that is newer."""
        return await self._transport.json(
            method, path, path_params=path_params, query=query, body=body, idempotency_key=idempotency_key
        )
'''


def write_method(name: str, operation: Schema) -> str:
    method, path = operation["method"], operation["path"]
    parameters = operation.get("parameters", [])
    takes_key = has_key(operation)
    paths = re.findall(r"{(\w+)}", path)
    queries = [one for one in parameters if one["in"] == "query"]
    signature = ["self", *(f"{one}: str" for one in paths)]
    named, call = [], [f'"{method}"', f'"{path}"']
    if paths:
        call.append("path_params={" + ", ".join(f'"{one}": {one}' for one in paths) + "}")
    for one in queries:
        wanted = type_of_query(one["schema"])
        optional = "" if one.get("required") else " | None = None"
        named.append(f"{python_name(one['name'])}: {wanted}{optional}")
    if queries:
        call.append(
            "query={" + ", ".join(f'"{one["name"]}": {python_name(one["name"])}' for one in queries) + "}"
        )
    kind, wanted = body_of(operation)
    if kind == "content":
        signature.append("content: bytes")
        named.append(f"content_type: {wanted}")
        call.append("content=content, content_type=content_type")
    if takes_key:
        named.append("idempotency_key: str | None = None")
        call.append("idempotency_key=idempotency_key or new_key()")
    if kind == "json":
        is_required = operation["requestBody"].get("required", False)
        named.append(f"**body: Unpack[types.{wanted}]")
        call.append("body=body" if is_required else "body=body or None")
    if operation["is_public"]:
        call.append("is_public=True")
    if named and not named[0].startswith("**"):
        signature.append("*")
    signature += named
    keyed = "With the same idempotency_key it is the same request, however often it is sent; by default each call has its own."
    about = f'"""{operation["summary"]}.\n\n        {keyed if takes_key else ""}\n\n        {method} {path}\n        """'
    about = about.replace("\n\n        \n", "\n")
    answer, returned = answer_of(operation)
    lines = [f"    async def {name}({', '.join(signature)}) -> {returned}:", f"        {about}"]
    if returned == "None":
        lines.append(f"        await self._transport.json({', '.join(call)})")
    else:
        lines.append(f"        answer: {returned} = await self._transport.{answer}({', '.join(call)})")
        lines.append("        return answer")
    return "\n".join(lines) + "\n"


def write_overload(operation: Schema) -> str:
    method, path = operation["method"], operation["path"]
    kind, body = body_of(operation)
    if kind == "content":
        return ""
    named = []
    parameters = operation.get("parameters", [])
    if "{" in path:
        named.append("path_params: Mapping[str, str]")
    if any(one["in"] == "query" for one in parameters):
        named.append("query: Mapping[str, object] | None = None")
    if kind == "json":
        is_required = operation["requestBody"].get("required", False)
        named.append(f"body: types.{body}" + ("" if is_required else " | None = None"))
    if has_key(operation):
        named.append("idempotency_key: str | None = None")
    signature = [
        "self",
        f"method: Literal['{method}']",
        f"path: Literal['{path}']",
        *(["*"] if named else []),
        *named,
    ]
    return f"    @overload\n    async def request({', '.join(signature)}) -> {answer_of(operation)[1]}: ...\n"


def has_key(operation: Schema) -> bool:
    return any(
        (one["in"], one["name"]) == ("header", "Idempotency-Key") for one in operation.get("parameters", [])
    )


def body_of(operation: Schema) -> tuple[str, str]:
    """How a body is sent (`json`, `content`, or nothing), and its type."""
    body = operation.get("requestBody")
    if not body:
        return "", ""
    content: Schema = body["content"]
    if "application/json" not in content:
        return "content", f"Literal{sorted(content)}"
    schema = content["application/json"]["schema"]
    return "json", reference(next((one for one in schema.get("anyOf", []) if "$ref" in one), schema))


def answer_of(operation: Schema) -> tuple[str, str]:
    """What takes the answer (`json`, `text`, `content`), and its type."""
    good = {status: answer for status, answer in operation["responses"].items() if status < "400"}
    content: Schema = next((answer["content"] for answer in good.values() if "content" in answer), {})
    if "application/json" in content:
        return "json", f"types.{reference(content['application/json']['schema'])}"
    if "text/csv" in content:
        return "text", "str"
    if content or "302" in good:
        return "content", "bytes | None" if "204" in good else "bytes"
    return "json", "None"


def reference(schema: Schema) -> str:
    if "$ref" not in schema:
        sys.exit(f"A shape without a name: {json.dumps(schema)}")
    return str(schema["$ref"]).rpartition("/")[2]


def type_of_query(schema: Schema) -> str:
    if schema.get("enum") == ["true", "false"]:
        return "bool"
    if "enum" in schema:
        return f"Literal{schema['enum']}"
    return {"string": "str", "integer": "int"}[schema["type"]]


def python_name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) or name == "type" else name


# The other door


def make_sync(made: Path) -> None:
    """`_sync` is `_async` without `await`. The names of both are alike, but for a leading Async."""
    sources = sorted(str(path) for path in (made / "_async").glob("*.py"))
    words = set(re.findall(r"\bAsync[A-Z]\w+", "".join(Path(one).read_text() for one in sources)))
    names = {word: word.removeprefix("Async") for word in words}
    others = {"aiter_bytes": "iter_bytes", "aiter_raw": "iter_raw", "aclose": "close", "anext": "next"}
    rule = unasync.Rule("/_async/", "/_sync/", {**names, **others})
    unasync.unasync_files(sources, [rule])
    (made / "_sync").mkdir(exist_ok=True)
    for path in (made / "_sync").glob("*.py"):
        text = path.read_text()
        if not text.startswith(header):
            path.write_text(
                f"# Made of _async/{path.name} by python/generate.py (npm run fix). Do not edit.\n{text}"
            )


def tidy(folder: Path) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    config = ["--config", str(here / "pyproject.toml"), "--quiet", str(folder)]
    subprocess.run([*ruff, "check", "--no-cache", "--fix-only", "--select", "I,F401", *config], check=True)  # noqa: S603
    subprocess.run([*ruff, "format", "--no-cache", *config], check=True)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
