"""The four requests of the benchmark as a plain FastAPI service answers them: no fair queue, no events, no keys, no leases.

It keeps its tables in a schema of its own in the database that TWIN_DATABASE names.
"""

import hashlib
import json
import os
import secrets
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID, uuid4

import asyncpg
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

COST = 50
CONNECTIONS = 10

TABLES = """
create schema if not exists twin;
create table if not exists users (
  user_id uuid primary key, balance bigint not null check (balance >= 0), held bigint not null default 0);
create table if not exists tokens (
  hash bytea primary key, user_id uuid not null references users, expires_at timestamptz not null);
create table if not exists tasks (
  task_id uuid primary key, user_id uuid not null references users, status text not null, prompt text not null,
  params jsonb not null, cost bigint not null, result_key text, created_at timestamptz not null default now(),
  started_at timestamptz, completed_at timestamptz, deleted_at timestamptz);
create index if not exists tasks_of_user on tasks (user_id, created_at desc, task_id desc) where deleted_at is null;
create index if not exists tasks_queued on tasks (created_at) where status = 'queued';
create table if not exists ledger (
  entry_id bigserial primary key, user_id uuid not null references users, task_id uuid, amount bigint not null,
  kind text not null, created_at timestamptz not null default now());
"""


class TaskCreate(BaseModel):
    prompt: str = Field(min_length=1, max_length=4000)
    duration_seconds: int = Field(5, ge=1, le=20)
    resolution: str = "480p"


class Created(BaseModel):
    task_id: UUID
    status: str
    cost: int
    balance: int


class Task(BaseModel):
    task_id: UUID
    status: str
    prompt: str
    params: dict
    cost: int
    result_key: str | None
    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None


class Page(BaseModel):
    items: list[Task]
    total: int
    page: int
    page_size: int


@asynccontextmanager
async def open_pool(app: FastAPI):
    async with asyncpg.create_pool(
        os.environ["TWIN_DATABASE"], min_size=CONNECTIONS, max_size=CONNECTIONS, server_settings={"search_path": "twin"}
    ) as pool:
        await pool.execute(TABLES)
        app.state.pool = pool
        yield


app = FastAPI(lifespan=open_pool)
bearer = HTTPBearer(auto_error=False)


async def user_of(
    credentials: HTTPAuthorizationCredentials | None = Depends(bearer),
) -> UUID:
    if credentials is None:
        raise HTTPException(401, "Not authenticated")
    user_id = await app.state.pool.fetchval(
        "select user_id from tokens where hash = $1 and expires_at > now()",
        hashlib.sha256(credentials.credentials.encode()).digest(),
    )
    if user_id is None:
        raise HTTPException(401, "Not authenticated")
    return user_id


def task_of(row: asyncpg.Record) -> Task:
    return Task(**{**row, "params": json.loads(row["params"])})


COLUMNS = "task_id, status, prompt, params, cost, result_key, created_at, started_at, completed_at"


@app.get("/select")
async def select():
    return {"one": await app.state.pool.fetchval("select 1")}


@app.post("/users")
async def create_user(tasks: int = 0):
    """A user with money, a token, and as many ended tasks."""
    user_id, token = uuid4(), secrets.token_urlsafe(24)
    async with app.state.pool.acquire() as connection, connection.transaction():
        await connection.execute("insert into users values ($1, 1000000000)", user_id)
        await connection.execute(
            "insert into tokens values ($1, $2, now() + interval '1 day')",
            hashlib.sha256(token.encode()).digest(),
            user_id,
        )
        params = {"resolution": "480p", "aspect_ratio": "16:9", "width_px": 832, "height_px": 480, "fps": 16, "seed": 1}
        await connection.execute(
            """insert into tasks (task_id, user_id, status, prompt, params, cost, result_key, created_at, started_at, completed_at)
               select gen_random_uuid(), $1, 'completed', 'a calm sea', $2, 0, 'videos/x.mp4',
                      now() - i * interval '1 second', now(), now()
                 from generate_series(1, $3::int) i""",
            user_id,
            json.dumps(params),
            tasks,
        )
    if tasks:
        await app.state.pool.execute("vacuum analyze tasks")
    return {"token": token}


@app.post("/tasks", response_model=Created)
async def create_task(task: TaskCreate, user_id: UUID = Depends(user_of)):
    task_id = uuid4()
    async with app.state.pool.acquire() as connection, connection.transaction():
        balance = await connection.fetchval(
            "update users set balance = balance - $2, held = held + $2 where user_id = $1 and balance >= $2 returning balance",
            user_id,
            COST,
        )
        if balance is None:
            raise HTTPException(402, "Insufficient balance")
        await connection.execute(
            "insert into tasks (task_id, user_id, status, prompt, params, cost) values ($1, $2, 'queued', $3, $4, $5)",
            task_id,
            user_id,
            task.prompt,
            task.model_dump_json(),
            COST,
        )
        await connection.execute(
            "insert into ledger (user_id, task_id, amount, kind) values ($1, $2, $3, 'hold')",
            user_id,
            task_id,
            -COST,
        )
    return Created(task_id=task_id, status="queued", cost=COST, balance=balance)


@app.get("/tasks/{task_id}", response_model=Task)
async def get_task(task_id: UUID, user_id: UUID = Depends(user_of)):
    row = await app.state.pool.fetchrow(
        f"select {COLUMNS} from tasks where task_id = $1 and user_id = $2 and deleted_at is null", task_id, user_id
    )
    if row is None:
        raise HTTPException(404, "Not found")
    return task_of(row)


@app.get("/tasks", response_model=Page)
async def list_tasks(page: int = 1, page_size: int = 20, user_id: UUID = Depends(user_of)):
    rows = await app.state.pool.fetch(
        f"""select {COLUMNS} from tasks where user_id = $1 and deleted_at is null
             order by created_at desc, task_id desc limit $2 offset $3""",
        user_id,
        page_size,
        (page - 1) * page_size,
    )
    total = await app.state.pool.fetchval(
        "select count(*) from tasks where user_id = $1 and deleted_at is null", user_id
    )
    return Page(items=[task_of(row) for row in rows], total=total, page=page, page_size=page_size)
