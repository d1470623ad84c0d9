"""What the two doors do differently."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

import anyio
import anyio.to_thread
import httpx

from ..events import Reset, TaskEvent

Result = TypeVar("Result")

Http = httpx.AsyncClient
Events = AsyncGenerator[TaskEvent | Reset, None]
sleep = anyio.sleep


async def aside(work: Callable[[], Result]) -> Result:
    """Runs what a disk may hold up, without holding up anybody else."""
    return await anyio.to_thread.run_sync(work)
