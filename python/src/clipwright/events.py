"""What watching gives: see docs/events.md of the service."""

from __future__ import annotations

from typing import Literal, TypedDict

from .types import TaskEventData

TaskEventType = Literal[
    "task.queued",
    "task.running",
    "task.progress",
    "task.requeued",
    "task.completed",
    "task.failed",
    "task.deleted",
    "task.restored",
]


class TaskEvent(TypedDict):
    type: TaskEventType
    id: str
    """To go on after this event another time: `last_event_id`."""
    task: TaskEventData
    """The task after the change."""


class Reset(TypedDict):
    """What came after the last event is not kept any more: read your tasks again. New events follow."""

    type: Literal["reset"]
