"""What the two doors do differently."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import TypeVar

import httpx

from ..events import Reset, TaskEvent

Result = TypeVar("Result")

Http = httpx.Client
Events = Generator[TaskEvent | Reset, None, None]
sleep = time.sleep


def aside(work: Callable[[], Result]) -> Result:
    return work()
